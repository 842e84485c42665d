"""Whatever is typed, the session answers with an outcome, the prompt goes on, and the store replays to the same."""

from __future__ import annotations

import json
from io import StringIO
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from gamekit.quoting import has_controls
from qb_app.answers.advisor import Advisor
from qb_app.documents.matches import outcome_document
from qb_app.live.context import Expectation
from qb_app.live.outcome import Outcome
from qb_app.live.session import Session
from qb_app.live.setup import MatchSetup
from qb_app.live.tools import Tools
from qb_app.terminal.conversation import ScreenShow
from qb_app.terminal.match import Screen
from qb_engine.deep.search import Budget
from qb_engine.geometry import TILES, Side
from qb_engine.ruleset import Ruleset
from tests.qb_app.live.lines import any_line, is_dear
from tests.qb_app.live.material import HYDRATOR, OPENING, STARTER
from tests.qb_app.live.stores import MOMENT
from tests.qb_app.live.test_properties import told
from tests.qb_app.storage.model import ModelMatches

LINES = 670
"""For one seed; the default run has 30 seeds, so 20,000 lines."""
A_MATCH = 10
ASKED = 17
"""Lines for one seed after which everything is asked for; 500 in the default run."""
QUESTIONS = ("best", "why 2", "threat", "odds", "what pass", "what 1 m1", "summary", "log", "score", "board")


def new_match(rng: Random) -> Session:
    setup = MatchSetup(
        ruleset=rng.choice((Ruleset.REBIRTH, Ruleset.V2_2_4)),
        deck=rng.choice((None, STARTER)),
        enemy_deck=rng.choice((None, STARTER)),
        first=rng.choice(list(Side)),
    )
    return Session.start(ModelMatches(), setup, Tools(clock=lambda: MOMENT, advisor=Advisor(budget=Budget(nodes=4))))


def next_line(session: Session, rng: Random) -> str:
    """Any line, but often enough one that fits, so that matches go on."""
    if rng.random() < 0.8:
        return any_line(rng)
    state = session.state
    match session.expects:
        case Expectation.OPENING_HAND:
            return OPENING[0]
        case Expectation.MULLIGAN:
            return rng.choice(("keep", "mulligan 1 3"))
        case Expectation.DRAW | Expectation.NEW_CARDS:
            return f"draw {rng.choice(STARTER)}"
        case Expectation.NOTHING:
            return rng.choice(("undo", "set turn you"))
    card = rng.choice(STARTER if state.side_to_act is Side.ENEMY else state.hands[Side.YOU].as_card_ids() or ["?"])
    tiles = [tile for tile in TILES if state.board.owners[tile.index] is state.side_to_act] or TILES
    return f"{'e ' if state.side_to_act is Side.ENEMY else ''}{card} {rng.choice(tiles)}"


def cheap_line(session: Session, rng: Random) -> str:
    while is_dear(line := next_line(session, rng)):
        pass
    return line


def drawn(session: Session, outcome: Outcome, *, plain: bool, top: int) -> str:
    page = StringIO()
    show = ScreenShow(Screen(Console(file=page, width=80, color_system=None), plain=plain), top=top)
    show.outcome(session, outcome)
    if not (outcome.changed or outcome.answer):
        show.begin(session)
    return page.getvalue()


def check_outcome(line: str, outcome: Outcome) -> None:
    assert outcome.lines or outcome.answer is not None or line.strip() in ("log", "LOG"), line
    if outcome.refused:
        assert len(outcome.lines) == 1, line
        assert len(outcome.lines[0]) < 400, (line, outcome.lines)
        assert not has_controls(outcome.lines[0]), line


def check_replay(session: Session) -> None:
    again = Session.resume(session._store, session.match_id)
    assert told(again.game) == told(session.game)
    assert again.version == session.version
    assert again.misfit is None


@given(st.integers(0, 2**32))
def test_whatever_is_typed_gets_an_outcome(seed: int) -> None:
    rng = Random(seed)
    session = new_match(rng)
    for number in range(LINES):
        line = cheap_line(session, rng)
        outcome = session.enter(line)
        check_outcome(line, outcome)
        if number % 50 == 0:
            assert drawn(session, outcome, plain=rng.random() < 0.5, top=0)
            assert json.dumps(outcome_document(session, outcome, HYDRATOR))
        if session.version > A_MATCH or number == LINES - 1:
            check_replay(session)
            session = new_match(rng)


@given(st.integers(0, 2**32))
def test_whatever_is_typed_everything_can_be_asked_after_it(seed: int) -> None:
    rng = Random(seed)
    session = new_match(rng)
    for line in OPENING:
        session.enter(line)
    for _ in range(ASKED):
        line = next_line(session, rng)
        outcome = session.enter(line)
        check_outcome(line, outcome)
        assert drawn(session, outcome, plain=rng.random() < 0.5, top=3)
        question = rng.choice(QUESTIONS)
        answer = session.enter(question)
        check_outcome(question, answer)
        assert drawn(session, answer, plain=rng.random() < 0.5, top=0)
        assert json.dumps(outcome_document(session, answer, HYDRATOR))
    check_replay(session)
