"""How streams are described: a stream has no schema of its own, so its events are named beside it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from qb_app.documents.answers import AdviceAnswer, MulliganAnswer, SummaryAnswer
from qb_app.documents.glances import GlanceAnswer
from qb_app.documents.lab import BuildDocument, DeckPointsDocument, MatrixDocument, MetaDocument
from qb_app.documents.progress import ProgressAnswer
from qb_app.web.lab_streams import JobProgressEvent
from qb_app.web.problems import Problem
from qb_app.web.streams import (
    EVENT_STREAM,
    CancelledEvent,
    ProgressEvent,
    StartedEvent,
)

ANSWERS: dict[str, type] = {
    "advice": AdviceAnswer,
    "mulligan": MulliganAnswer,
    "glance": GlanceAnswer,
    "summary": SummaryAnswer,
    "progress": ProgressAnswer,
}
LAB_ANSWERS: tuple[type, ...] = (MatrixDocument, DeckPointsDocument, BuildDocument, MetaDocument)
EVENT_DOCUMENTS: tuple[type, ...] = (
    Problem,
    *(StartedEvent, ProgressEvent, CancelledEvent, *ANSWERS.values()),
    *(JobProgressEvent, *LAB_ANSWERS),
)
"""Documents that stand in the description though no response has them as its schema."""

_PROGRESS: ProgressEvent = {"done": 20_480, "total": 60_000, "share": 0.34, "waiting": False}
_JOB_PROGRESS: JobProgressEvent = {"games": 20_480, "share": 0.34, "best": None, "waiting": False}


def stream_response(*kinds: str) -> dict[str, Any]:
    """The answer 200 of a stream whose last event is an answer of one of these kinds."""
    before = {"started": _ref(StartedEvent), "progress": _ref(ProgressEvent)}
    return _described(before, [ANSWERS[kind] for kind in kinds], _PROGRESS)


def job_stream_response() -> dict[str, Any]:
    """The same of a stream that looks at a job of the lab."""
    return _described({"progress": _ref(JobProgressEvent)}, LAB_ANSWERS, _JOB_PROGRESS)


def _described(
    before: Mapping[str, Any], answers: Sequence[type], progress: ProgressEvent | JobProgressEvent
) -> dict[str, Any]:
    found = [_ref(answer) for answer in answers]
    events = {
        **before,
        "answer": found[0] if len(found) == 1 else {"oneOf": found},
        "cancelled": _ref(CancelledEvent),
        "problem": _ref(Problem),
    }
    return {
        "description": (
            f"Events: {', '.join(before)} (several), then exactly one of answer, cancelled and problem. The data of "
            "each is one JSON document; x-events says which."
        ),
        "content": {
            EVENT_STREAM: {
                "schema": {
                    "type": "object",
                    "title": "One event of the stream",
                    "properties": {
                        "event": {"type": "string", "enum": list(events)},
                        "data": {"type": "string", "contentMediaType": "application/json"},
                    },
                    "required": ["event", "data"],
                },
                "example": {"event": "progress", "data": json.dumps(progress)},
                "x-events": events,
            }
        },
    }


def _ref(document: type) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{document.__name__}"}
