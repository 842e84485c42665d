"""Cards that a user may add do the same in both engines, also where no card of the game does such a thing."""

from __future__ import annotations

from random import Random

import pytest

from qb_engine.card_hydrator import CardHydrator
from qb_engine.effects import (
    Ability,
    AddLoserScore,
    AddToHand,
    CountedSide,
    Destroy,
    ModifyPower,
    Operation,
    PerCard,
    RaiseRank,
    ScoreBonus,
    SpawnByRank,
    Status,
    Target,
    Trigger,
    refuse_combination,
)
from qb_engine.game_state import GameState
from qb_engine.kernel import door as kernel
from qb_engine.kernel.door import KernelEngine
from qb_engine.models import Card, Mulligan
from tests.amounts import amount
from tests.qb_engine.kernel.games import Twin
from tests.qb_engine.kernel.starts import crowd, random_ruleset, scatter_pawns

pytestmark = pytest.mark.skipif(not kernel.available, reason="the kernel is not built (no compiler, or QBCOACH_PURE)")

AROUND = [(lane, col) for lane in range(-2, 3) for col in range(-2, 3) if (lane, col) != (0, 0)]
NUMBER_OF_CARDS = 24
MOST_IN_HAND = 60
"""Of the kernel; invented cards can give more."""


def random_operation(rng: Random) -> Operation:
    amount = rng.choice((-4, -2, -1, 1, 2, 3))
    names = [f"{number:03d}" for number in rng.choices(range(NUMBER_OF_CARDS), k=3)]
    counted = PerCard(rng.choice(list(Status)), rng.choice(list(CountedSide)))
    choices: list[Operation] = [
        *[ModifyPower(amount), ModifyPower(amount, counted), ModifyPower(abs(amount), per_replaced_power=True)] * 2,
        *(Destroy(), AddToHand((names[0],)), SpawnByRank((names[0], names[1], names[2]))),
        *(RaiseRank(rng.randint(1, 3)), ScoreBonus(abs(amount)), AddLoserScore(counted.side)),
    ]
    return rng.choice(choices)


def random_ability(rng: Random) -> Ability:
    """Any ability that has a meaning in the vocabulary of effects."""
    while True:
        trigger = rng.choice(list(Trigger))
        threshold = rng.randint(2, 8) if trigger is Trigger.ON_POWER_REACHED else None
        ability = Ability(trigger, rng.choice(list(Target)), random_operation(rng), threshold)
        if refuse_combination(ability) is None:
            return ability


def random_card(number: int, rng: Random) -> Card:
    return Card(
        id=f"{number:03d}",
        name=f"Invention {number}",
        rank=rng.choice((1, 1, 2, 3, "replace")),
        power=rng.randint(1, 6),
        legendary=False,
        token=False,
        pawns=tuple(sorted(rng.sample(AROUND, rng.randint(0, 6)))),
        affects=tuple(sorted(rng.sample(AROUND, rng.randint(0, 12)))),
        abilities=tuple(random_ability(rng) for _ in range(rng.choice((0, 1, 1, 1, 2, 2, 3)))),
    )


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(amount(20, 400)))
def test_invented_cards_do_the_same_in_both_engines(seed: int) -> None:
    rng = Random(f"invented/{seed}")
    cards = [random_card(number, rng) for number in range(NUMBER_OF_CARDS)]
    hydrator, ruleset = CardHydrator(cards), random_ruleset(rng)
    ids = [card.id for card in cards]
    state = GameState.start(rng.sample(ids, 15), rng.sample(ids, 15), seed, ruleset=ruleset, hydrator=hydrator)
    for _ in range(2):
        state.play(Mulligan())
    if seed % 2:
        scatter_pawns(state.board, rng)
        crowd(state.board, lambda: rng.choice(cards), rng)
    twin = Twin(state, KernelEngine(hydrator, ruleset))
    for _ in range(60):  # cards that come back to the hand can make a game very long
        assert (twin.disagreement() or twin.disagreement_on_plays()) is None
        if twin.state.to_move is None:
            break
        moves = twin.state.legal_placements(twin.state.side_to_act) or twin.state.legal_moves()
        try:
            twin.play(rng.choice(moves))
        except kernel.LimitError:
            assert max(map(len, twin.state.hands)) > MOST_IN_HAND, "only a hand beyond its tables stops the kernel"
            break
