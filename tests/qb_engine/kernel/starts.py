"""Where the games of the differential test begin: random rule sets, and decks and boards on which much happens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from enum import Enum
from random import Random

from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.changes import Pawns
from qb_engine.effects import AddLoserScore, Destroy, ModifyPower, RaiseRank, SpawnByRank, Trigger
from qb_engine.game_state import GameState
from qb_engine.geometry import TILE_COUNT, TILES, Side
from qb_engine.models import Card
from qb_engine.projection import ProjectionEngine
from qb_engine.ruleset import Ruleset

HYDRATOR = CardHydrator()
DECK_IDS = [card.id for card in HYDRATOR.deck_cards()]


def _has(card: Card, *operations: type) -> bool:
    return any(isinstance(ability.op, operations) for ability in card.abilities)


def _weakens(card: Card) -> bool:
    return any(isinstance(ability.op, ModifyPower) and ability.op.amount < 0 for ability in card.abilities)


THEMES: tuple[tuple[Callable[[Card], bool], ...], ...] = (
    (lambda card: True,),
    (lambda card: bool(card.first_time), lambda card: card.aura is not None),
    (lambda card: len(card.first_time) > 1, lambda card: _has(card, ModifyPower) and not card.first_time),
    (lambda card: any(a.trigger is Trigger.ON_FIRST_ENFEEBLED for a in card.abilities), _weakens),
    (lambda card: bool(card.on_destroyed) and _has(card, ModifyPower), lambda card: bool(card.death_watchers)),
    (lambda card: bool(card.death_watchers), lambda card: bool(card.on_destroyed), lambda card: _has(card, Destroy)),
    (lambda card: card.replaces, lambda card: bool(card.on_destroyed)),
    (lambda card: card.counting is not None, lambda card: card.aura is not None),
    (lambda card: _has(card, AddLoserScore, RaiseRank, SpawnByRank),),
)
"""What some games are rich in, each kind alike, so that every rule comes into play often."""
EVERYTHING = list(HYDRATOR.all())
POOLS = [[[card for card in EVERYTHING if belongs(card)] for belongs in theme] for theme in THEMES]


def readings(value: object) -> list[object]:
    """Every answer that a field of a rule set can have; none for a plain number or name."""
    if isinstance(value, bool):
        return [False, True]
    return [*type(value)] if isinstance(value, Enum) else []


def random_ruleset(rng: Random) -> Ruleset:
    """A named rule set; more often one whose open fields, all or some, are answered at random."""
    named = rng.choice([Ruleset.REBIRTH, Ruleset.V2_2_4])
    if rng.random() < 0.4:
        return named
    answers: dict[str, object] = {}
    for field in fields(Ruleset):
        choices = readings(getattr(named, field.name))
        if choices and rng.random() < 0.5:
            answers[field.name] = rng.choice(choices)
    return named.varied(**answers)


def random_start(seed: int, ruleset: Ruleset | None = None) -> GameState:
    """A new game of random decks, rich in one theme; in three of four, more cards come into the hands and pawns onto
    the board, in two of four also cards."""
    rng = Random(f"start/{seed}")
    chosen, first = random_ruleset(rng), rng.choice(list(Side))
    pools = rng.choice(POOLS)
    decks = _random_deck(pools, rng), _random_deck(pools, rng)
    state = GameState.start(*decks, seed, ruleset=ruleset or chosen, first=first, hydrator=HYDRATOR)
    kind = rng.choice((0, 1, 2, 2))
    if kind > 0:
        for side in Side:
            state.hands[side].cards += [_random_card(pools, rng) for _ in range(4)]
        scatter_pawns(state.board, rng)
    if kind > 1:
        crowd(state.board, lambda: _random_card(pools, rng), rng)
    return state


def _random_card(pools: list[list[Card]], rng: Random) -> Card:
    """Three times in four of the theme."""
    return rng.choice(rng.choice(pools) if rng.random() < 0.75 else EVERYTHING)


def _random_deck(pools: list[list[Card]], rng: Random) -> list[str]:
    ids: set[str] = set()
    while len(ids) < 15:
        card = _random_card(pools, rng)
        ids.add(rng.choice(DECK_IDS) if card.token else card.id)
    return sorted(ids)


def scatter_pawns(board: BoardState, rng: Random) -> None:
    for index in range(TILE_COUNT):
        if rng.random() < 0.6:
            rank = rng.randint(1, 3)
            board.set_pawns(index, Pawns(Side.YOU, rank, 0) if rng.random() < 0.5 else Pawns(Side.ENEMY, 0, rank))


def crowd(board: BoardState, draw: Callable[[], Card], rng: Random) -> None:
    """Lay cards with their pawns, and with changes of power as if a game had gone before; some are dead by them."""
    for index in rng.sample(range(TILE_COUNT), rng.randint(4, 13)):
        card = draw()
        side = board.owners[index] or rng.choice(list(Side))
        placed = board.place_card(card, side, *TILES[index])
        ProjectionEngine().apply_pawns(board, card, board.card_at(index))
        lasting, own = rng.choice((0, 0, 2, -1, -2, -3)), rng.choice((0, 0, 0, 1))
        fired = sum(1 << number for number in card.first_time if rng.random() < 0.5)
        board.occupants[index] = placed._replace(lasting=lasting, own=own, fired=fired)
