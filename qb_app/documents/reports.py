"""A report of what went wrong: versions, checks, and the match or position in question, for whoever is to mend it.

It names no folder, machine, token or password. What was entered in the match stands in it as it was entered.
"""

from __future__ import annotations

import json
import platform
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal, TypeVar

from typing_extensions import TypedDict

from qb_app.answers.advisor import Advisor
from qb_app.answers.question import Question
from qb_app.documents.advice import AdviceDocument, MulliganAdviceDocument, advice_document, mulligan_document
from qb_app.documents.diagnosis import DiagnoseDocument, diagnose_document
from qb_app.errors import InputError
from qb_app.live.record import to_jsonl
from qb_app.live.session import Session
from qb_app.live.tools import Tools
from qb_app.storage import schema
from qb_app.storage.stores import Storage
from qb_engine.deep.search import SEARCH_VERSION
from qb_engine.deep.win_chance import judge_version
from qb_engine.diagnostics import CheckResult
from qb_engine.errors import QueensBloodError
from qb_engine.game_state import GameState
from qb_engine.kernel import door as kernel
from qb_engine.ruleset import Ruleset

T = TypeVar("T")


class VersionsDocument(TypedDict):
    qbcoach: str
    python: str
    platform: str
    kernel: bool
    """Whether deep search and the solver work there."""
    storage: Literal["sqlite", "postgresql"] | None
    storage_version: str | None
    schema: str
    behaviour: int
    """That of the rule set ``rebirth``."""
    search: int
    judge: str
    """The network of the deep search."""


class ReportDocument(TypedDict):
    format: str
    versions: VersionsDocument
    diagnosis: DiagnoseDocument
    match: list[dict[str, Any]] | None
    """The lines that 'qbcoach export' writes."""
    position: str | None
    answer: AdviceDocument | MulliganAdviceDocument | None
    """What the coach says of the position."""
    missing: list[str]
    """Why something of this is not there."""


@dataclass
class Subject:
    """What a report is about, as far as it can be found out: a fault there must not keep the report from being made."""

    storage: Storage | None = None
    match: list[dict[str, Any]] | None = None
    position: str | None = None
    answer: AdviceDocument | MulliganAdviceDocument | None = None
    missing: list[str] = field(default_factory=list)

    @classmethod
    def of_position(cls, view: GameState) -> Subject:
        subject = cls(position=view.key())
        subject.answer = subject._tried("answer", lambda: _advice(Question.about(view), Advisor()))
        return subject

    @classmethod
    def of_match(cls, storage: Storage, match_id: str, tools: Tools) -> Subject:
        subject, matches = cls(storage), storage.matches
        subject.match = subject._tried(
            "match", lambda: [json.loads(line) for line in to_jsonl(matches, match_id).splitlines()]
        )
        session = subject._tried("position", lambda: Session.look(matches, match_id, tools))
        if session is not None:
            subject.position = session.state.key()
            subject.answer = subject._tried("answer", lambda: _answer(session, tools.advisor))
        return subject

    def _tried(self, part: str, work: Callable[[], T]) -> T | None:
        try:
            return work()
        except (QueensBloodError, InputError) as refusal:
            self.missing.append(f"{part}: {refusal}")
        except Exception as fault:  # whatever it is, it belongs into the report
            self.missing.append(f"{part}: {trace(fault)}")
        return None


def trace(fault: Exception) -> str:
    """What broke and where, without its message, which may name a folder."""
    last = traceback.extract_tb(fault.__traceback__)[-1]
    return f"{type(fault).__name__} in {Path(last.filename).name}, line {last.lineno}"


def report_document(results: Sequence[CheckResult], subject: Subject) -> ReportDocument:
    return {
        "format": "qbcoach-report-1",
        "versions": _versions(subject.storage),
        "diagnosis": diagnose_document(results),
        "match": subject.match,
        "position": subject.position,
        "answer": subject.answer,
        "missing": subject.missing,
    }


def _versions(storage: Storage | None) -> VersionsDocument:
    return {
        "qbcoach": version("qbcoach"),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "platform": f"{platform.system()} {platform.machine()}",
        "kernel": kernel.available,
        "storage": None if storage is None else storage.backend,
        "storage_version": None if storage is None else storage.backend_version,
        "schema": schema.CURRENT,
        "behaviour": Ruleset.REBIRTH.behaviour,
        "search": SEARCH_VERSION,
        "judge": judge_version(),
    }


def _answer(session: Session, advisor: Advisor) -> AdviceDocument | MulliganAdviceDocument:
    session.questions.check_hand()
    return _advice(session.questions.question, advisor)


def _advice(question: Question, advisor: Advisor) -> AdviceDocument | MulliganAdviceDocument:
    if question.on_opening_hand:
        return mulligan_document(advisor.mulligan(question))
    return advice_document(advisor.advise(question))
