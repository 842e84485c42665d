"""A position with moves after it, as a shared link holds them: a match that is entered in memory and kept nowhere."""

from __future__ import annotations

from collections.abc import Sequence

from gamekit.quoting import quoted
from qb_app import limits
from qb_app.errors import InputError
from qb_app.live.held import HeldMatch
from qb_app.live.session import Session
from qb_app.live.setup import MatchSetup
from qb_app.live.tools import Tools
from qb_app.review.course import Course


def course_of_lines(setup: MatchSetup, position: str, lines: Sequence[str], tools: Tools) -> Course:
    """The course of these entries from there, written as in a match: ``zu m3``, ``e pass``, ``draw mu``."""
    if len(lines) > limits.MOST_LINES:
        raise InputError(f"a look back on a position takes {limits.MOST_LINES} entries at most, not {len(lines):,}")
    at = tools.clock()
    session = Session.look(HeldMatch(setup, at), "", tools)
    for line in (f"board {position}", *lines):
        outcome = session.enter(line)
        if not outcome.changed:
            raise InputError(f"{quoted(line)} cannot be: {outcome.lines[0]}")
    return session.questions.course
