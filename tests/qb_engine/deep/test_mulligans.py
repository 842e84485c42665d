"""Mulligan advice: every different choice once, gains measured in the same deals."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from qb_engine.deep.mulligans import HEATS, MulliganChoice, advise_mulligan, best_mulligan
from qb_engine.deep.worlds import BeliefWorlds
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.errors import TurnOrderError
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.ruleset import Ruleset
from tests.amounts import amount
from tests.qb_engine.deep.games import DECKS, HYDRATOR, PREDICTION, game, needs_kernel, worlds
from tests.qb_engine.test_secrecy import with_other_secrets

pytestmark = needs_kernel


def opening(seed: int) -> GameState:
    rng = Random(seed)
    decks = rng.choice(DECKS), rng.choice(DECKS)
    return GameState.start(*decks, seed, ruleset=Ruleset.REBIRTH, hydrator=HYDRATOR)


def advise(state: GameState, deals: int = 60) -> tuple[MulliganChoice, ...]:
    seen = EnemyObservation.of(state, None).snapshot()
    return advise_mulligan(BeliefWorlds.of(state, seen, PREDICTION), deals=deals)


@pytest.mark.parametrize("seed", range(3))
def test_every_different_choice_is_there_once(seed: int) -> None:
    state = opening(seed)
    choices = advise(state)
    ways = 1
    for copies in Counter(state.hands[Side.YOU].as_card_ids()).values():
        ways *= copies + 1
    assert len(choices) == len({choice.exchanged for choice in choices}) == ways
    hand = state.hands[Side.YOU].as_card_ids()
    for choice in choices:
        assert tuple(sorted(hand[index] for index in choice.mulligan.indices)) == choice.exchanged
        assert choice.win + choice.draw + choice.loss == pytest.approx(1.0)
        assert choice.gain_low <= choice.gain <= choice.gain_high
        assert choice.deals == 60
    points = [round(choice.points, 9) for choice in choices]
    assert points == sorted(points, reverse=True)


def test_keeping_the_hand_gains_nothing_and_the_others_are_measured_against_it() -> None:
    choices = advise(opening(4))
    (kept,) = (choice for choice in choices if not choice.exchanged)
    assert (kept.gain, kept.gain_low, kept.gain_high) == (0.0, 0.0, 0.0)
    for choice in choices:
        assert choice.gain == pytest.approx(choice.points - kept.points)


def hand_that_cannot_be_placed() -> GameState:
    dear = [card.id for card in HYDRATOR.deck_cards() if card.rank == 3][:5]
    cheap = [card.id for card in HYDRATOR.deck_cards() if card.rank == 1][:10]
    state = GameState.start(cheap + dear, DECKS[0], 1, ruleset=Ruleset.REBIRTH, hydrator=HYDRATOR)
    everything = [*state.hands[Side.YOU].as_card_ids(), *state.decks[Side.YOU].remaining()]
    state.hands[Side.YOU].sync_from_ids(dear)
    state.lay_deck(Side.YOU, sorted(Counter(everything) - Counter(dear)))
    return state


def test_a_hand_that_cannot_be_placed_is_exchanged() -> None:
    best = advise(hand_that_cannot_be_placed(), deals=100)[0]
    assert best.exchanged
    assert best.gain_low > 0.1


def test_the_same_view_gets_the_same_advice() -> None:
    state = opening(6)
    assert advise(state) == advise(state) == advise(with_other_secrets(state, 3))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(amount(2, 8)))
def test_the_best_choice_is_found_in_heats(seed: int) -> None:
    """It wins the last heat over all its deals, which only the best of the heats before have played."""
    state = hand_that_cannot_be_placed() if seed == 0 else opening(seed)
    best = best_mulligan(BeliefWorlds.of(state, EnemyObservation.of(state, None).snapshot(), PREDICTION))
    finals = [advise(state, deals=deals.stop) for deals, _ in HEATS]
    assert best in [choice.mulligan for choice in finals[0][: HEATS[0][1]]]
    (_, before), (_, finalists) = HEATS[0], HEATS[1]
    seconds = [choice for choice in finals[1] if choice.mulligan in [one.mulligan for one in finals[0][:before]]]
    last = [one.mulligan for one in seconds[:finalists]]
    assert best == next(choice.mulligan for choice in finals[2] if choice.mulligan in last)


def test_after_the_decision_there_is_no_advice() -> None:
    state = game(1, 0)
    with pytest.raises(TurnOrderError, match="decided on your opening hand already"):
        advise_mulligan(worlds(state, 1))
