"""Why not another move: the words of the advice, with the figures of both moves as everywhere else."""

from __future__ import annotations

import pytest

from qb_app.answers.advice import Advice
from qb_app.answers.advisor import Advisor
from qb_engine.deep.search import Budget
from qb_engine.geometry import long_name
from qb_engine.kernel import door
from qb_engine.models import Move
from qb_engine.wording import chance_words
from tests.qb_app.answers.test_advisor import question
from tests.qb_engine.deep.games import needs_kernel

BUDGET = Budget(600)
ENDING = "rebirth Y1[011],-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 Y turn=9 passes=1 hand=001,007 ehand=?*5"


@pytest.fixture(scope="module")
def advice() -> Advice:
    return Advisor().advise(question(), BUDGET)


@needs_kernel
def test_the_figures_of_both_moves_are_those_of_the_advice(advice: Advice) -> None:
    best, *others = advice.recommendation.moves
    for worse in others:
        figures, *told = advice.contrast_words(worse.candidate.move)
        for move in (best, worse):
            chance = chance_words(advice.looked[move.candidate.move].chance)
            assert f"{move.candidate.name} " in figures
            assert chance in figures
            assert chance in advice.standing(move)
        assert tuple(told) == advice.contrast(worse.candidate.move).sentences(advice.question.view.hydrator)
        assert len(told) <= 2


@needs_kernel
def test_any_two_moves_can_be_compared_and_tiles_be_named_in_full(advice: Advice) -> None:
    _, second, third = [move.candidate.move for move in advice.recommendation.moves][:3]
    found = advice.contrast(third, second)
    assert (found.better, found.worse) == (second, third)
    gap = advice.looked[second].chance.worth - advice.looked[third].chance.worth
    assert found.loss == pytest.approx(gap)
    figures = advice.contrast_words(third, second, long_name)[0]
    placed = [move.tile for move in (second, third) if move.tile is not None]
    assert placed
    assert all(tile.long in figures for tile in placed)


@needs_kernel
def test_the_best_move_beside_itself_is_said_to_be_the_best(advice: Advice) -> None:
    best = advice.recommendation.moves[0].candidate
    (said,) = advice.contrast_words(best.move)
    assert said == f"{best.name} is the best move there is."
    assert advice.contrast(best.move).loss == 0.0


@needs_kernel
def test_a_certain_end_is_told_as_certain() -> None:
    advice = Advisor().advise(question(ENDING), BUDGET)
    worse = next(move.candidate.move for move in advice.recommendation.moves if not move.candidate.move.is_pass)
    assert advice.recommendation.moves[0].candidate.move == Move.PASS
    assert "100 %, certain" in advice.contrast_words(worse)[0]


@needs_kernel
def test_a_move_that_is_none_is_not_compared(advice: Advice) -> None:
    with pytest.raises(KeyError):
        advice.contrast(Move.parse("015 T5"))


def test_one_move_ahead_there_are_no_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "available", False)
    advice = Advisor().advise(question())
    assert advice.is_provisional
    for worse in advice.recommendation.moves[1:]:
        told = advice.contrast_words(worse.candidate.move)
        assert told == advice.contrast(worse.candidate.move).sentences(advice.question.view.hydrator)
        assert advice.contrast(worse.candidate.move).answer is None
