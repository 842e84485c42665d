"""Whether what stands first is the real reason: verdicts of a reader, kept beside the positions they were given on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from bench.explained import explain
from gamekit.match import wilson_interval
from gamekit.quoting import quoted
from qb_engine import format_position
from qb_engine.coaching import MoveEvaluation

VERDICTS_FILE = Path(__file__).parent / "data" / "reasons_read.jsonl"


class VerdictError(ValueError):
    """A line that is no verdict."""


class Ruling(StrEnum):
    RIGHT = "right"
    """It is the real reason, or one of two equal ones."""
    BESIDE = "beside"
    """True, but not why; the real reason stands behind it."""
    MISSING = "missing"
    """The real reason is not said."""
    FALSE = "false"


class Verdict(NamedTuple):
    """The first sentence of the best move and of the last one, with what a reader thought of them."""

    seed: int
    """Of the game that the position is from."""
    position: str
    move: str
    chance: int
    """In percent."""
    first: str
    verdict: Ruling
    note: str
    """What the real reason is."""
    last_move: str
    last_first: str
    last_verdict: Ruling


class Said(NamedTuple):
    """Which of the two sentences are still said about these moves in this position."""

    first: bool
    last: bool


def read_verdicts(path: Path = VERDICTS_FILE) -> list[Verdict]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [_verdict(line, f"{quoted(path.name)}, line {number}") for number, line in enumerate(lines, 1)]


def _verdict(line: str, where: str) -> Verdict:
    try:
        row = json.loads(line)
        if not isinstance(row, dict) or row.keys() != {*Verdict._fields}:
            raise ValueError(f"its fields are to be {', '.join(Verdict._fields)}")
        rulings = {name: Ruling(row[name]) for name in ("verdict", "last_verdict")}
    except ValueError as error:
        raise VerdictError(f"{where}, is no verdict: {error}") from None
    return Verdict(**row | rulings)


def still_said(verdict: Verdict, nodes: int) -> Said:
    """What is said today; where another position is played for the seed, nothing of it is."""
    found = explain(verdict.seed, nodes)
    if format_position(found.view.position()) != verdict.position:
        return Said(first=False, last=False)
    best, *_, last = found.answer.recommendation.moves
    return Said(
        first=_begins(best, verdict.move, verdict.first), last=_begins(last, verdict.last_move, verdict.last_first)
    )


def _begins(move: MoveEvaluation, name: str, sentence: str) -> bool:
    return move.candidate.name == name and move.lines[:1] == (sentence,)


def told(verdicts: Sequence[Verdict], said: Sequence[Said]) -> Iterator[str]:
    """The shares of the rulings, over the sentences that are still said."""
    pairs = list(zip(verdicts, said, strict=True))
    yield _shares("first sentence of the best move", [(one.verdict, now.first) for one, now in pairs])
    yield _shares("first sentence of the last move", [(one.last_verdict, now.last) for one, now in pairs])


def _shares(what: str, rulings: Sequence[tuple[Ruling, bool]]) -> str:
    counted = [ruling for ruling, is_said in rulings if is_said]
    kept = f"{len(counted)} of {len(rulings)} still said, {len(rulings) - len(counted)} no longer"
    if not counted:
        return f"{what}: {kept}"
    shares = [f"{counted.count(ruling)} {ruling} ({counted.count(ruling) / len(counted):.1%})" for ruling in Ruling]
    low, high = wilson_interval(counted.count(Ruling.RIGHT) / len(counted), len(counted))
    return f"{what}: {kept}; {', '.join(shares)}; right 95 % interval {low:.1%} to {high:.1%}"
