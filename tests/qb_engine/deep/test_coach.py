"""The deep coach's answer: consistent figures, reasons, lines that can be played, and exact where it says so."""

from __future__ import annotations

import pytest

from qb_engine.chance import Chance
from qb_engine.coaching import CoachingEngine, Label
from qb_engine.deck_belief import EqualBelief
from qb_engine.deep.coach import DeepAnswer, DeepCoach, Look
from qb_engine.deep.search import Budget
from qb_engine.errors import TurnOrderError
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import Move
from qb_engine.notation import TurnPhase
from tests.qb_engine.deep.games import HYDRATOR, game, needs_kernel, seen
from tests.qb_engine.test_secrecy import plain, with_other_secrets

pytestmark = needs_kernel
COACH = DeepCoach(CoachingEngine.standard(HYDRATOR, belief=EqualBelief(HYDRATOR, limit=3)))
BUDGET = Budget(2_000)


def analyse(seed: int, turns: int) -> DeepAnswer:
    state = game(seed, turns)
    return COACH.analyse(state, seen(state, seed), BUDGET)


@pytest.mark.parametrize("turns", [0, 4, 8])
def test_the_answer_is_whole_and_does_not_contradict_itself(turns: int) -> None:
    state = game(9, turns)
    answer = COACH.analyse(state, seen(state, 9), BUDGET)
    look = answer.look
    assert {move.move for move in look.every} == {*state.legal_placements(Side.YOU), Move.PASS}
    assert look.chance == look.moves[0].chance
    assert [move.candidate.move for move in answer.recommendation.moves] == [move.move for move in look.moves]
    for move in look.moves:
        assert move.line[0] == move.move
        assert move.chance.low <= move.chance.points <= move.chance.high
        if move.reply is not None:
            assert move.reply.move == move.line[1]
            assert 0 < move.reply.share <= 1


def test_hidden_cards_changed_and_no_byte_of_the_answer_changes() -> None:
    state = game(3, 5)
    here = repr(plain(COACH.analyse(state, seen(state, None), BUDGET)))
    for salt in (1, 2):
        other = with_other_secrets(state, salt)
        assert repr(plain(COACH.analyse(other, seen(other, None), BUDGET))) == here


def test_the_game_is_left_as_it_was() -> None:
    state = game(6, 5)
    before = state.key()
    COACH.analyse(state, seen(state, 6), BUDGET)
    assert state.key() == before


def test_within_noise_is_said_when_no_move_can_be_told_from_the_best() -> None:
    for look in [analyse(seed, turns).look for seed in range(6) for turns in (1, 9, 11)]:
        others = [move.chance.high for move in look.moves[1:]]
        assert look.within_noise == (bool(others) and min(others) >= look.moves[0].chance.low)
        assert look.close == (bool(others) and others[0] >= look.moves[0].chance.low)


def test_a_finished_game_has_an_exact_chance() -> None:
    state = game(5, 60)
    while not state.is_over:
        state.play(Move.PASS)
    chance = COACH.chance(state, seen(state, None))
    margin = state.score().margin
    assert chance.exact
    assert chance.margin == margin
    assert chance.points == (1.0 if margin > 0 else 0.5 if margin == 0 else 0.0)


def test_the_chance_of_a_position_is_that_of_its_best_move() -> None:
    state = game(8, 4)
    observation = seen(state, 8)
    assert COACH.chance(state, observation, BUDGET) == COACH.analyse(state, observation, BUDGET).look.chance


def test_before_your_draw_the_chance_is_an_average_over_what_you_may_draw() -> None:
    state = game(8, 4)
    card = state.player_hand.cards.pop()
    state.lay_deck(Side.YOU, [*state.player_deck.remaining(), card.id])
    state.phase = TurnPhase.DRAW
    chance = COACH.chance(state, seen(state, 8), BUDGET)
    assert chance.sample == BUDGET.nodes
    assert not chance.exact
    with pytest.raises(TurnOrderError, match="your draw of this turn comes first"):
        COACH.analyse(state, seen(state, 8), BUDGET)


@pytest.mark.parametrize("turns", [0, 5, 9])
def test_the_recommendation_follows_the_chances(turns: int) -> None:
    state = game(4, turns)
    answer = COACH.analyse(state, seen(state, 4), BUDGET)
    look, told = answer.look, answer.recommendation
    assert [move.rank for move in told.moves] == list(range(1, len(look.moves) + 1))
    assert told.moves[0].label is Label.BEST
    for quick, deep in zip(told.moves[1:], look.moves[1:], strict=True):
        lost = look.chance.points - deep.chance.points
        expected = Label.CLOSE if lost <= 0.02 else Label.PLAYABLE if lost <= 0.10 else Label.WEAK
        assert quick.label is expected
    name = told.moves[0].candidate.name
    assert told.primary.startswith(("Play", "Pass", "Close call", "You can only")) or name in told.primary


def pass_chance(text: str) -> tuple[Chance, Look]:
    state = GameState.parse(text, HYDRATOR)
    look = COACH.analyse(state, seen(state, None), BUDGET, asked=Move.PASS).look
    return next(move.chance for move in look.moves if move.move.is_pass), look


def test_an_early_pass_reckons_with_an_enemy_who_ends_the_game_by_passing_too() -> None:
    behind = "rebirth Y2,-,-,-,E2/Y1[001],Y1,-,E1,E1[008]/Y2,-,-,-,E1 Y turn=3 hand=005,007,008,009,011 ehand=?*4"
    chance, look = pass_chance(behind)
    assert chance.points < 0.1
    assert look.moves[-1].move.is_pass


def test_an_early_pass_that_wins_at_once_is_the_best_move() -> None:
    ahead = "rebirth Y1,-,-,-,E1/Y1,Y1[011],-,-,E1/Y1,-,-,-,E1 Y turn=3 passes=1 hand=005,007,008,009 ehand=?*4"
    chance, look = pass_chance(ahead)
    assert look.moves[0].move.is_pass
    assert chance.points == pytest.approx(1.0, abs=1e-5)
