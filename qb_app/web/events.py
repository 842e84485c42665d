"""How streams are described: a stream has no schema of its own, so its events are named beside it."""

from __future__ import annotations

import json
from typing import Any

from qb_app.documents.answers import AdviceAnswer, MulliganAnswer, SummaryAnswer
from qb_app.web.problems import Problem
from qb_app.web.streams import (
    EVENT_STREAM,
    CancelledEvent,
    ProgressEvent,
    StartedEvent,
)

ANSWERS: dict[str, type] = {"advice": AdviceAnswer, "mulligan": MulliganAnswer, "summary": SummaryAnswer}
EVENT_DOCUMENTS: tuple[type, ...] = (
    Problem,
    *(StartedEvent, ProgressEvent, CancelledEvent, *ANSWERS.values()),
)
"""Documents that stand in the description though no response has them as its schema."""

_PROGRESS: ProgressEvent = {"done": 20_480, "total": 60_000, "share": 0.34, "waiting": False}
_EVENT = {
    "type": "object",
    "title": "One event of the stream",
    "properties": {
        "event": {"type": "string", "enum": ["started", "progress", "answer", "cancelled", "problem"]},
        "data": {"type": "string", "contentMediaType": "application/json"},
    },
    "required": ["event", "data"],
}


def stream_response(*kinds: str) -> dict[str, Any]:
    """The answer 200 of a stream whose last event is an answer of one of these kinds."""
    answers = [{"$ref": _ref(ANSWERS[kind])} for kind in kinds]
    return {
        "description": (
            "Events: started, progress (several), then exactly one of answer, cancelled and problem. The data of each "
            "is one JSON document; x-events says which."
        ),
        "content": {
            EVENT_STREAM: {
                "schema": _EVENT,
                "example": {"event": "progress", "data": json.dumps(_PROGRESS)},
                "x-events": {
                    "started": {"$ref": _ref(StartedEvent)},
                    "progress": {"$ref": _ref(ProgressEvent)},
                    "answer": answers[0] if len(answers) == 1 else {"oneOf": answers},
                    "cancelled": {"$ref": _ref(CancelledEvent)},
                    "problem": {"$ref": _ref(Problem)},
                },
            }
        },
    }


def _ref(document: type) -> str:
    return f"#/components/schemas/{document.__name__}"
