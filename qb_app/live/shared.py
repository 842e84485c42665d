"""A position with moves after it, as a shared link holds them: a match that is entered in memory and kept nowhere."""

from __future__ import annotations

from collections.abc import Sequence

from gamekit.quoting import quoted
from qb_app import limits
from qb_app.errors import InputError
from qb_app.live import commands as c
from qb_app.live.grammar import parse_command
from qb_app.live.held import HeldMatch
from qb_app.live.session import Session
from qb_app.live.setup import MatchSetup
from qb_app.live.tools import Tools
from qb_app.review.course import Course
from qb_engine.catalogue import listed


def course_of_lines(setup: MatchSetup, position: str, lines: Sequence[str], tools: Tools) -> Course:
    """The course of these entries from there, written as in a match: ``zu m3``, ``e pass``, ``draw mu``."""
    if len(lines) > limits.MOST_LINES:
        raise InputError(f"a look back on a position takes {limits.MOST_LINES} entries at most, not {len(lines):,}")
    at = tools.clock()
    session = Session.look(HeldMatch(setup, at), "", tools)
    for line in (f"board {position}", *lines):
        _enter(session, line)
    return session.questions.course


def _enter(session: Session, line: str) -> None:
    """Take the line in; a question, which changes nothing, is refused before it is answered."""
    if _is_question(line):
        raise InputError(f"{quoted(line)} is a question and no entry; entries are 'zu m3', 'e pass' or 'draw mu'")
    outcome = session.enter(line)
    if outcome.choice is not None:
        cards = listed(outcome.choice.labels, either=True)
        raise InputError(f"{quoted(line)} does not say which card is meant: {cards}; write its whole name")
    if not outcome.changed:
        raise InputError(f"{quoted(line)} cannot be: {outcome.lines[0]}")


def _is_question(line: str) -> bool:
    try:
        return isinstance(parse_command(line), c.QUESTIONS)
    except InputError:
        return False  # what cannot be read is refused where it is entered
