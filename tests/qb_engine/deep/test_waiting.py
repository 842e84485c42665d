"""Waiting: when it heads the advice, when it stands apart, and that order and figures always agree."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from qb_engine.chance import Chance
from qb_engine.coaching import APART, CoachingEngine
from qb_engine.deck_belief import EqualBelief
from qb_engine.deep import coach as deep_coach
from qb_engine.deep.coach import DeepAnswer, DeepCoach, Look, LookedMove
from qb_engine.deep.search import Budget, DeepSearch, Line, SearchedMove, SearchResult, SearchSettings
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import Move
from qb_engine.temper import Temper
from tests.qb_engine.deep.games import HYDRATOR, needs_kernel, seen

pytestmark = needs_kernel
OPENING = "rebirth Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 Y turn=1 hand=005,007,008,009,011 ehand=?*5"
ENGINE = CoachingEngine.standard(HYDRATOR, belief=EqualBelief(HYDRATOR, limit=3))
BUDGET = Budget(2_000)


def estimate(points: float, reach: float = 0.03, draw: float = 0.0) -> Chance:
    return Chance(points - draw / 2, draw, 1 - points - draw / 2, points - reach, points + reach, 500, False, 0.0)


def analysed(monkeypatch: pytest.MonkeyPatch, text: str, wait: float, placed: float) -> DeepAnswer:
    """The advice where search finds these figures for the pass and for the best placement."""
    state = GameState.parse(text, HYDRATOR)
    figures = {move: estimate(placed - 0.01 * place) for place, move in enumerate(state.legal_placements(Side.YOU))}
    figures[Move.PASS] = estimate(wait)

    def run(self: DeepSearch, worlds: object, budget: Budget, **_: object) -> SearchResult:
        ranked = sorted(figures, key=lambda move: -figures[move].worth)
        moves = tuple(SearchedMove(move, figures[move]) for move in ranked)
        lines = tuple(Line((move.move, Move.parse("008 M5", HYDRATOR)), 0.5) for move in moves)
        return SearchResult(moves, moves[0].chance, 500, lines)

    monkeypatch.setattr(DeepSearch, "run", run)
    monkeypatch.setattr(deep_coach, "solve_ending", lambda worlds: {})
    return DeepCoach(ENGINE).analyse(state, seen(state, None), BUDGET)


def agrees(look: Look) -> bool:
    return all(one.chance.worth >= two.chance.worth for one, two in pairwise(look.moves))


def test_waiting_heads_when_it_leads_by_more_than_its_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = analysed(monkeypatch, OPENING, 0.60, 0.55)
    look, told = answer.look, answer.recommendation
    assert look.waits
    assert look.moves[0].move.is_pass
    assert look.apart is None
    assert told.primary == "Wait: pass, and let the enemy place first."
    placement = told.moves[1].candidate.name
    why, both = told.secondary[:2]
    assert why.startswith(f"Waiting leads the best placement, {placement} with 55 % (52 to 58), by more than")
    assert "Most often the enemy then plays Grasslands Wolf M5." in why
    assert both == "If the enemy waits too, the game ends at once in a draw: 50 %, certain."
    assert agrees(look)


@pytest.mark.parametrize("wait", [0.55, 0.56, 0.579])
def test_waiting_that_is_not_clearly_better_stands_apart(monkeypatch: pytest.MonkeyPatch, wait: float) -> None:
    answer = analysed(monkeypatch, OPENING, wait, 0.55)
    look, told = answer.look, answer.recommendation
    assert not look.waits
    assert all(not move.move.is_pass for move in look.moves)
    assert look.apart is not None
    assert look.chance == look.moves[0].chance
    assert told.apart is not None
    assert told.apart.rank == APART
    assert told.primary == f"Play {told.moves[0].candidate.name}; waiting is not clearly better."
    assert f"Waiting, {round(100 * wait)} % (" in told.secondary[0]
    assert told.candidates == len(told.moves) + 1
    assert agrees(look)


def test_waiting_that_is_worse_has_its_place_like_any_move(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = analysed(monkeypatch, OPENING, 0.535, 0.55)
    assert [move.move.is_pass for move in answer.look.moves].index(True) == 2
    assert answer.look.apart is None
    assert answer.look.waiting_words(str) == ()
    assert agrees(answer.look)


def test_a_pass_after_a_pass_is_no_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = analysed(monkeypatch, OPENING.replace("turn=1", "turn=2 passes=1"), 0.56, 0.55)
    assert answer.look.moves[0].move.is_pass
    assert answer.look.apart is None
    assert answer.recommendation.primary == "Close call, but passing is best."


def test_if_both_wait_the_game_ends_with_the_score_of_now() -> None:
    moves = (LookedMove(Move.PASS, estimate(0.9), (Move.PASS,), None), LookedMove(Move.PASS, estimate(0.5), (), None))
    ahead = Look(moves, moves[0].chance, 1, waiting_margin=3).waiting_words(str)
    assert ahead[1] == "If the enemy waits too, the game ends at once and you win by 3: 100 %, certain."
    behind = Look(moves, moves[0].chance, 1, waiting_margin=-2).waiting_words(str)
    assert behind[1] == "If the enemy waits too, the game ends at once and you lose by 2: 0 %, certain."
    must_win = tuple(LookedMove(one.move, one.chance.valued(0.0), one.line, None) for one in moves)
    drawn = Look(must_win, must_win[0].chance, 1, waiting_margin=0).waiting_words(str)
    assert drawn[1] == "If the enemy waits too, the game ends at once in a draw: 0 %, certain."


def look_of(temper: Temper, draw_worth: float = 0.5) -> Look:
    state = GameState.parse(OPENING, HYDRATOR)
    return DeepCoach(ENGINE, temper=temper, draw_worth=draw_worth).look(state, seen(state, None), BUDGET)


def test_the_search_is_told_what_is_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    really, settings = DeepSearch.run, []

    def run(self: DeepSearch, *told: Any, **watching: Any) -> SearchResult:
        settings.append(self.settings)
        return really(self, *told, **watching)

    monkeypatch.setattr(DeepSearch, "run", run)
    look_of(Temper().told(0.2).slipping(0.3), 0.0)
    assert settings == [SearchSettings(slips=0.3, waits=1.0, enemy_waits=0.2, draw_worth=0.0)]


def test_an_enemy_that_slips_leaves_more_chances() -> None:
    assert look_of(Temper().slipping(0.9)).chance.worth > look_of(Temper()).chance.worth + 0.02


def test_who_never_waits_is_told_of_no_wait() -> None:
    state = GameState.parse(OPENING, HYDRATOR)
    may, never = (DeepCoach(ENGINE, waits=waits).look(state, seen(state, None), BUDGET) for waits in (True, False))
    assert Move.PASS in {each.move for each in may.every}
    assert {each.move for each in never.every} == {*state.legal_placements(Side.YOU)}


@pytest.mark.parametrize("draw_worth", [0.5, 0.0])
@pytest.mark.parametrize("waits", [0.0, 0.5])
def test_order_and_figures_agree_whatever_is_believed(waits: float, draw_worth: float) -> None:
    look = look_of(Temper().told(waits), draw_worth)
    most = max(move.chance.sample for move in look.moves)
    known = [move.chance.worth for move in look.moves if move.chance.sample >= most / 4]
    assert known == sorted(known, reverse=True)
    assert {move.chance.draw_worth for move in look.every} == {draw_worth}
    assert look.chance == look.moves[0].chance
