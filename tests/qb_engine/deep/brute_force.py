"""Slow and plain answers to compare the solver with: every line, every world, every plan, by the Python engine."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations, product
from random import Random

from qb_engine.card_hydrator import CardHydrator
from qb_engine.changes import Pawns
from qb_engine.deep.worlds import BeliefWorlds
from qb_engine.game import sensible_moves
from qb_engine.game_state import GameState
from qb_engine.geometry import PerSide, Side
from qb_engine.hand_belief import HandPool
from qb_engine.models import CardId, Decision, Move
from qb_engine.ruleset import Ruleset
from tests.amounts import amount

HYDRATOR = CardHydrator()
Cards = tuple[CardId, ...]
DECK_IDS = [card.id for card in HYDRATOR.deck_cards()]
EASY_IDS = [card.id for card in HYDRATOR.all() if card.rank in (1, "replace")]
"""Cards that fit in many places: with them endings have more to decide."""


ENDINGS = int(os.environ.get("QBCOACH_SOLVER_ENDINGS", amount(60, 500)))
"""Endings without secrets that are compared; a fifth as many with hidden cards, two fifths as many puzzles."""


def chunks(number: int) -> list[range]:
    """The seeds of so many comparisons, ten tests of them."""
    size = max(1, number // 10)
    return [range(start, min(start + size, number)) for start in range(0, number, size)]


def seeds_of(seeds: range) -> str:
    return f"{seeds[0]}-{seeds[-1]}"


def position_state(text: str) -> GameState:
    return GameState.parse(text, HYDRATOR)


class TooManyError(Exception):
    """Brute force would take too long here."""


class Patience:
    """How many positions brute force may still look at."""

    def __init__(self, positions: int) -> None:
        self.left = positions

    def take(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise TooManyError


# Random material.


def late_position(rng: Random, empty: int, *, you_to_act: bool = False) -> GameState:
    """A random game of random decks, played until so few tiles are empty."""
    ruleset = rng.choice([Ruleset.REBIRTH, Ruleset.V2_2_4])
    while True:
        decks = rng.sample(DECK_IDS, 15), rng.sample(DECK_IDS, 15)
        first = rng.choice(list(Side))
        state = GameState.start(*decks, rng.randrange(10**6), ruleset=ruleset, first=first, hydrator=HYDRATOR)
        while not state.is_over and (
            sum(occupant is None for occupant in state.board.occupants) > empty
            or (you_to_act and state.side_to_act is Side.ENEMY)
        ):
            state.play(rng.choice(sensible_moves(state)))
        if not state.is_over:
            return state


def dealt(
    state: GameState, hands: Sequence[Sequence[CardId]], decks: Sequence[Sequence[CardId]], passes: int = 0
) -> GameState:
    """The same board with these cards in hands and decks."""
    position = replace(
        state.position(),
        hands=PerSide(tuple(hands[0]), tuple(hands[1])),
        decks=PerSide(tuple(decks[0]), tuple(decks[1])),
        passes=passes,
        seed=None,
        deck_seeds=PerSide(None, None),
    )
    return GameState.from_position(position, HYDRATOR)


def with_pawns(state: GameState, rng: Random) -> GameState:
    """The same position with pawns of either side on most empty tiles, so that there is more to decide."""
    for index, occupant in enumerate(state.board.occupants):
        if occupant is None and rng.random() < 0.7:
            rank = rng.randint(1, 2)
            state.board.set_pawns(index, rng.choice([Pawns(Side.YOU, rank, 0), Pawns(Side.ENEMY, 0, rank)]))
    return state


def some_cards(rng: Random, most: int, least: int = 0) -> list[CardId]:
    return [rng.choice(rng.choice([DECK_IDS, EASY_IDS])) for _ in range(rng.randint(least, most))]


def small_ending(rng: Random) -> GameState:
    """An ending with nothing hidden."""
    state = late_position(rng, rng.randint(1, 7))
    hands = [some_cards(rng, 3, 1) for _ in Side]
    decks = [some_cards(rng, 1) for _ in Side]
    return dealt(state, hands, decks, passes=rng.choice([0, 0, 0, 1]))


def hidden_ending(rng: Random) -> BeliefWorlds:
    """A small ending on YOUR turn as YOU see it, with one or two candidates for what the enemy has."""
    state = with_pawns(late_position(rng, rng.randint(2, 5), you_to_act=True), rng)
    hands = [some_cards(rng, 2, 1), some_cards(rng, 2, 1)]
    decks = [some_cards(rng, 2), some_cards(rng, 1)]
    state = dealt(state, hands, decks, passes=rng.choice([0, 0, 1]))
    view = state.observe(Side.YOU)
    known = tuple(card.id for card in view.hands[Side.ENEMY].cards if card.token)
    held = [card_id for card_id in hands[1] if card_id not in known]
    unseen = [*held, *decks[1], *some_cards(rng, 1)]
    pools = [HandPool(1.0, known, tuple(sorted(unseen)), len(held))]
    if rng.random() < 0.4:
        other = [rng.choice([card_id, rng.choice(DECK_IDS)]) for card_id in unseen]
        pools.append(HandPool(0.5, known, tuple(sorted(other)), len(held)))
    if rng.random() < 0.4:
        never_held = frozenset(rng.sample(unseen, 1))
        pools += [pool for pool in (pools[0].without(never_held),) if pool]
    return BeliefWorlds(view, tuple(pools), view)


def small_puzzle(rng: Random) -> GameState:
    """A board and a hand, YOU alone to play; now and then the board is beaten before the first play."""
    state = late_position(rng, rng.randint(4, 10), you_to_act=True)
    while state.score().margin > 0 and rng.random() < 0.9:
        state = late_position(rng, rng.randint(4, 10), you_to_act=True)
    return dealt(state, [some_cards(rng, 4, 1), some_cards(rng, 1)], [some_cards(rng, 1), some_cards(rng, 1)])


# Nothing hidden.


def after(state: GameState, move: Decision) -> GameState:
    played = state.clone()
    played.play(move)
    return played


def best_margin(state: GameState, patience: Patience) -> int:
    """Plain minimax over the final margin of YOU."""
    patience.take()
    if state.is_over:
        return state.score().margin
    margins = [best_margin(after(state, move), patience) for move in state.legal_moves()]
    return max(margins) if state.side_to_act is Side.YOU else min(margins)


def winning_orders(state: GameState, patience: Patience) -> list[tuple[Move, ...]]:
    """Every order of YOUR plays against an enemy who only passes, each up to the play that takes the lead."""
    patience.take()
    if state.score().margin > 0:
        return [()]
    found: list[tuple[Move, ...]] = []
    for move in state.legal_placements(Side.YOU) if not state.is_over else []:
        played = after(state, move)
        if not played.is_over:
            played.play(Move.PASS)
        found += [(move, *rest) for rest in winning_orders(played, patience)]
    return found


# Hidden cards.


@dataclass(frozen=True)
class World:
    """One way in which the hidden cards may lie, and how likely it is."""

    state: GameState
    weight: float


def all_worlds(worlds: BeliefWorlds) -> list[World]:
    """Every order of everything unseen, copies counted apart; weights sum to 1."""
    view, found = worlds.view, []
    total = sum(pool.weight for pool in worlds.pools)
    own_orders = list(permutations(view.decks[Side.YOU].remaining()))
    size = len(view.decks[Side.ENEMY])
    for pool in worlds.pools:
        orders = list(hands_and_decks(pool))
        weight = pool.weight / total / len(orders) / len(own_orders)
        for (hand, deck), own in product(orders, own_orders):
            hands = (view.hands[Side.YOU].as_card_ids(), hand)
            found.append(World(dealt(view, hands, (own, deck[:size]), view.passes), weight))
    return merged(found)


def hands_and_decks(pool: HandPool) -> Iterator[tuple[Cards, Cards]]:
    """Every hand that the pool allows with every order of the deck behind it, all equally likely."""
    for places in combinations(range(len(pool.rest)), pool.unknown):
        hand = tuple(pool.rest[place] for place in places)
        left = (card_id for place, card_id in enumerate(pool.rest) if place not in places)
        for deck in permutations((*left, *pool.in_deck)):
            yield (*pool.known, *hand), deck


def merged(worlds: Iterable[World]) -> list[World]:
    """Worlds that are the same, as one."""
    found: dict[str, World] = {}
    for world in worlds:
        key = dealt(world.state, [sorted(hand.as_card_ids()) for hand in world.state.hands], _decks(world.state)).key()
        known = found.get(key)
        found[key] = World(world.state, world.weight + (known.weight if known else 0.0))
    return list(found.values())


def _decks(state: GameState) -> list[tuple[CardId, ...]]:
    return [deck.remaining() for deck in state.decks]


Group = dict[int, GameState]
"""Worlds, by number, that look the same to YOU."""
Results = tuple[tuple[int, float], ...]
"""What one plan of YOURS brings in each of some worlds: (world, points)."""


def all_plans(group: Group, patience: Patience) -> set[Results]:
    """What each plan of YOURS brings against an enemy who sees everything; a plan knows only what YOU have seen."""
    for _ in group:
        patience.take()
    table = next(iter(group.values()))
    if table.is_over:
        margin = table.score().margin
        return {tuple((world, (margin > 0) + (margin == 0) / 2) for world in sorted(group))}
    if table.side_to_act is Side.YOU:
        return _own_plans(group, patience)
    return _enemy_answers(group, patience)


def _own_plans(group: Group, patience: Patience) -> set[Results]:
    by_hand: dict[tuple[CardId, ...], Group] = {}
    for world, state in group.items():
        by_hand.setdefault(tuple(sorted(state.hands[Side.YOU].as_card_ids())), {})[world] = state
    choices = []
    for alike in by_hand.values():
        moves = next(iter(alike.values())).legal_moves()
        choices.append(set().union(*(all_plans(_played(alike, move), patience) for move in moves)))
    return {tuple(sorted(sum(chosen, ()))) for chosen in _each_way(choices)}


def _enemy_answers(group: Group, patience: Patience) -> set[Results]:
    """YOU have a plan for every move of the enemy's, and in every world it plays the one that hurts most."""
    by_move: dict[str, tuple[Decision, Group]] = {}
    for world, state in group.items():
        for move in state.legal_moves():
            by_move.setdefault(str(move), (move, {}))[1][world] = state
    choices = [all_plans(_played(able, move), patience) for move, able in by_move.values()]
    found = set()
    for chosen in _each_way(choices):
        worst: dict[int, float] = {}
        for world, points in sum(chosen, ()):
            worst[world] = min(points, worst.get(world, 1.0))
        found.add(tuple(sorted(worst.items())))
    return found


def _played(group: Group, move: Decision) -> Group:
    return {world: after(state, move) for world, state in group.items()}


MOST_PLANS = 3_000


def _each_way(choices: list[set[Results]]) -> Iterable[tuple[Results, ...]]:
    ways = 1
    for choice in choices:
        ways *= len(choice)
    if ways > MOST_PLANS:
        raise TooManyError
    return product(*choices)
