"""Sessions on stores that keep everything in memory, for tests of what stands above them."""

from __future__ import annotations

from qb_app.live.session import Session
from qb_app.live.setup import MatchSetup
from qb_app.live.tools import Tools
from tests.qb_app.storage.model import ModelMatches

MOMENT = "2026-01-01T00:00:00.000+00:00"


def new_session(setup: MatchSetup | None = None, tools: Tools | None = None) -> Session:
    """A session on an empty store of its own."""
    return Session.start(ModelMatches(), setup or MatchSetup(), tools or Tools(clock=lambda: MOMENT))


def entered(*lines: str, setup: MatchSetup | None = None, tools: Tools | None = None) -> Session:
    """A session after these lines, each of which must be taken."""
    session = new_session(setup, tools)
    for line in lines:
        outcome = session.enter(line)
        assert not outcome.refused, f"{line}: {outcome.lines}"
        assert outcome.choice is None, f"{line}: {outcome.lines}"
    return session
