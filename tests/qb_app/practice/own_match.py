"""A match with one mistake that has one answer: a pass that ends the game, one point behind."""

from __future__ import annotations

from qb_app.answers.advisor import Advisor
from qb_app.live.session import Session
from qb_app.live.setup import MatchSetup
from qb_app.live.tools import Tools
from qb_app.storage import Storage
from qb_engine.deep.search import Budget
from qb_engine.geometry import Side
from tests.qb_app.practice.conftest import Clock

HAND = "hand levrikon, ogre, ogre, zu, zu"
TOP = "Y1[007],Y1[007],Y1,E1[007],E1[007]"
MID = "Y1[007],Y1[007],Y1[007],E1[021],E1[021]"
BOT = "Y1[007],Y1[007],Y1[021],E1[021],E1[008]"
LINES = (HAND, "keep", f"board {TOP}/{MID}/{BOT}", "e p", HAND, "p")
MISTAKE, BEST = 2, "007 T3"
"""The number of the move, and what was right."""


def tools(storage: Storage, clock: Clock) -> Tools:
    return Tools(
        opponents=storage.opponents,
        matches=storage.matches,
        advisor=Advisor(lambda: storage.answers, clock, Budget(200)),
        clock=clock,
    )


def play_badly(storage: Storage, clock: Clock) -> str:
    """Enter the match; its id."""
    session = Session.start(storage.matches, MatchSetup(first=Side.ENEMY), tools(storage, clock))
    for line in LINES:
        assert not session.enter(line).refused, line
    return session.match_id
