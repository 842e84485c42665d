"""Cards of your own hand that nobody saw: the match goes on, advice covers the others and says what it supposed."""

from __future__ import annotations

from collections import Counter

import pytest

from qb_app.live.context import Expectation
from qb_app.live.outcome import Advised, Explained, HandAdvised, Supposed
from qb_app.live.session import Session
from qb_app.live.setup import MatchSetup
from qb_app.live.tools import Tools
from qb_engine.geometry import Side
from qb_engine.models import HIDDEN
from tests.qb_app.live.advisors import OnePlyAdvisor
from tests.qb_app.live.material import FIRST_ROUND, OPENING, STARTER, hand
from tests.qb_app.live.stores import MOMENT, entered, new_session

QUICK = Tools(advisor=OnePlyAdvisor(), clock=lambda: MOMENT)


def quick(*lines: str, setup: MatchSetup | None = None) -> Session:
    return entered(*lines, setup=setup, tools=QUICK)


def stands(session: Session) -> Expectation:
    return session.expects


def advised_cards(session: Session) -> set[str | None]:
    answer = session.enter("best").answer
    assert isinstance(answer, Advised)
    return {move.candidate.move.card for move in answer.advice.recommendation.moves}


@pytest.mark.parametrize("line", ["hand sec, ?, ?, ?, ?", "hand sec ?*4", "hand sec, ?*4", "hand ?*2 sec ?*2"])
def test_cards_not_seen_may_be_counted(line: str) -> None:
    session = quick(line)
    assert sorted(hand(session)) == ["Security Officer", *["hidden card"] * 4]
    assert session.expects is Expectation.MULLIGAN


def test_a_draw_that_was_not_seen_does_not_stop_the_advice() -> None:
    session = quick(*FIRST_ROUND, "draw ?")
    assert stands(session) is Expectation.NEW_CARDS
    assert HIDDEN not in advised_cards(session)
    (note,) = session.questions.question.assumed
    assert note.startswith("1 card of your hand is not known: advice covers the cards known")
    assert isinstance(session.enter("why 1").answer, Explained)
    supposed = session.enter("what lev m2").answer
    assert isinstance(supposed, Supposed)
    assert supposed.judged is not None
    session.enter("draw zu")
    assert stands(session) is Expectation.YOUR_MOVE
    assert session.questions.question.assumed == ()


def test_a_known_deck_tells_what_the_unknown_cards_are_among() -> None:
    session = quick("hand sec ?*4", "keep", setup=MatchSetup(deck=STARTER))
    question = session.questions.question
    assert Counter(question.unseen) == Counter(STARTER) - Counter(["001"])
    assert question.assumed[0].endswith("drawn from what your deck can still hold.")
    unlisted = quick("hand sec ?*4", "keep").questions.question
    assert unlisted.unseen == ()
    assert unlisted.assumed[0].endswith("drawn from a usual deck around the cards seen.")


def test_questions_about_other_unseen_cards_are_other_questions() -> None:
    lines = ("hand sec ?*4", "keep")
    with_list, without = (quick(*lines, setup=setup).questions.question for setup in (MatchSetup(deck=STARTER), None))
    assert with_list.view.key() == without.view.key()
    assert with_list.key("look", 9) != without.key("look", 9)


def test_an_opening_hand_partly_seen_gets_advice_on_the_cards_seen() -> None:
    session = quick("hand landworm, sec, ?*3")
    outcome = session.enter("best")
    assert isinstance(outcome.answer, HandAdvised)
    assert outcome.lines[0].startswith("Exchange Landworm (mulligan 1)")
    assert outcome.lines[1].startswith("3 cards of your hand are not known")
    session.enter("mulligan 1 3")
    assert hand(session) == ["hidden card", "Security Officer", *["hidden card"] * 3]
    assert len(session.state.decks[Side.YOU]) == 10
    session.enter("zu, mu")
    assert sorted(hand(session)) == ["Mu", "Security Officer", "Zu", "hidden card", "hidden card"]


def test_a_mulligan_that_nobody_watched_leaves_nothing_known_until_cards_are_named() -> None:
    session = quick(OPENING[0], "mulligan ?", setup=MatchSetup(deck=None))
    assert hand(session) == ["hidden card"] * 5
    refusal = session.enter("best")
    assert refusal.refused
    assert refusal.lines[0].startswith("no card of your hand is known, so there is nothing to advise")
    assert session.enter("mulligan ?").refused, "the opening hand is settled"
    session.enter("draw zu")
    assert advised_cards(session) <= {"015", None}
    assert not session.enter("sec m1").refused, "a card not told can be played and is known then"


def test_nothing_known_of_the_opening_hand_is_a_refusal_that_says_what_to_enter() -> None:
    session = new_session(tools=QUICK)
    for line in ("best", "mulligan 2"):
        outcome = session.enter(line)
        assert outcome.refused
        assert "hand" in outcome.lines[0]
    assert session.enter("keep").changed
    assert session.enter("best").refused


def test_the_log_keeps_an_unwatched_mulligan_and_cards_not_seen() -> None:
    session = quick("hand sec ?*4", "mulligan ?")
    log = session.enter("log").lines
    assert log[0] == "1. hand Security Officer, ?, ?, ?, ?"
    assert log[1] == "2. mulligan ?"
    session.enter("undo")
    assert hand(session)[0] == "Security Officer"


@pytest.mark.parametrize("line", ["hand ?*0", "draw ?*99", "hand sec,, ?"])
def test_no_card_or_far_too_many_are_refused(line: str) -> None:
    assert quick(*FIRST_ROUND).enter(line).refused
