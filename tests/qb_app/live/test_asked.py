"""``ask`` in a match: any move of yours, searched as closely as the best."""

from __future__ import annotations

import pytest

from qb_app.live.outcome import Explained, Outcome
from qb_app.live.session import Session
from qb_engine.models import Move
from tests.qb_app.live.material import FIRST_ROUND, OPENING
from tests.qb_app.live.stores import entered
from tests.qb_engine.deep.games import needs_kernel

READY = (*FIRST_ROUND, "draw zu")


def explained(outcome: Outcome) -> Explained:
    assert not outcome.refused, outcome.lines
    assert isinstance(outcome.answer, Explained)
    return outcome.answer


def weakest(session: Session) -> Explained:
    number = len(session.questions.advice.recommendation.moves)
    return explained(session.enter(f"why {number}"))


@needs_kernel
def test_a_move_is_searched_more_closely_when_it_is_asked_about() -> None:
    session = entered(*READY)
    version, last = session.version, weakest(session)
    name, move = last.move.candidate.name, last.move.candidate.move
    outcome = session.enter(f"ask {name}")
    found = explained(outcome)
    assert found.move.candidate.move == move
    assert found.advice.looked[move].chance.sample > last.advice.looked[move].chance.sample
    best = found.advice.recommendation.moves[0].candidate
    said, *contrast = outcome.lines
    assert said == found.advice.asked_words()
    assert contrast, "what tells it from the best"
    assert outcome.lines[0].startswith(f"Asked about: {name} is number {found.move.rank} of ")
    assert f"behind {best.name}" in outcome.lines[0]
    assert explained(session.enter(f"why not {name}")).move == found.move
    assert session.version == version
    assert session.questions.advice.looked[move] == last.advice.looked[move], "the match's own advice stays as it was"


def test_the_pass_can_be_asked_about_too() -> None:
    session = entered(*READY)
    assert explained(session.enter("ask pass")).move.candidate.move == Move.PASS


def test_a_number_and_a_doubtful_name_are_read_as_in_a_play() -> None:
    session = entered(*READY)
    assert explained(session.enter("ask 1 m2")).move.candidate.move.card is not None
    choice = session.enter("ask elphadnk t1").choice
    assert choice is not None
    assert choice.commands[0].startswith("ask ")
    assert explained(session.enter(choice.commands[0])).move.candidate.name == "Elphadunk T1"


@pytest.mark.parametrize(
    ("lines", "text", "sentence"),
    [
        (READY, "ask lev m4", "Levrikon needs a tile of its own player; it can go to T1, M2, B1"),
        (READY, "ask cactuar m2", "Cactuar is not in your hand; only cards held can be played"),
        (FIRST_ROUND, "ask lev m2", "tell your draw first"),
        ((*OPENING, "sec m1"), "ask lev m2", "it is the enemy's turn"),
        (OPENING[:1], "ask lev m1", "your opening hand comes first"),
        ((*OPENING, "pass", "e pass"), "ask lev m1", "the game is over"),
    ],
)
def test_what_cannot_be_played_is_refused(lines: tuple[str, ...], text: str, sentence: str) -> None:
    outcome = entered(*lines).enter(text)
    assert outcome.refused
    assert sentence in outcome.lines[0]
