"""Games between players that search, and what stood at every decision in them."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from bench.deals import mixed_deal
from bench.knowledge import Decks, Knowledge
from gamekit.agents import Agent, shown_to
from gamekit.sides import BySide
from qb_engine import CardHydrator, GameState, QueensBlood, Ruleset, Side
from qb_engine.deck_notation import format_deck_code
from qb_engine.deep.levels import DeepPlayer
from qb_engine.deep.search import Budget
from qb_engine.enemy_observation import EnemyObservation, EnemyObservationState
from qb_engine.game import setup_of
from qb_engine.mirror import mirrored_state
from qb_engine.models import CardId, Decision

Seats = BySide[Agent[GameState, Decision]]


class PlayedGame(NamedTuple):
    decks: Decks
    states: list[GameState]
    """The game at every decision about a card, all cards open; opening hands are settled."""
    margin: int
    """At the end, of YOU."""


def deep_seats(nodes: int, hydrator: CardHydrator, decks: Decks, knowledge: Knowledge) -> Seats:
    """The same deep player in both seats."""
    belief, told = knowledge.belief(hydrator), knowledge.told(decks)
    player = DeepPlayer(hydrator, Budget(nodes), tries_hands=False, belief=belief, known_decks=told)
    return BySide(player, player)


def play_game(seed: int, seats: Seats, hydrator: CardHydrator) -> PlayedGame:
    """The game of a mixed deal; all that chance decides comes from its seed."""
    decks = mixed_deal(seed, hydrator)
    setup = setup_of(Ruleset.REBIRTH, format_deck_code(decks.first), format_deck_code(decks.second))
    state = QueensBlood(hydrator).start(setup, seed)
    states = play_on(state, seats, seed)
    return PlayedGame(decks, states, state.score().margin)


def play_on(state: GameState, seats: Seats, seed: int) -> list[GameState]:
    """Play the game to its end; returns what stood at every decision about a card."""
    rngs = BySide(Random(f"{seed}/0"), Random(f"{seed}/1"))
    states = []
    while (side := state.to_move) is not None:
        if not any(state.mulligan_open):
            states.append(state.clone())
        state.play(seats[side].choose(shown_to(seats[side], state, side), rngs[side]))
    return states


def own_view(
    state: GameState, side: Side, enemy_deck: tuple[CardId, ...] | None
) -> tuple[GameState, EnemyObservationState]:
    """What that side can see, as if it sat in YOUR seat, and what it has seen of the other."""
    view = state.observe(side)
    seen = EnemyObservation.of(view, enemy_deck, enemy=side.other).snapshot()
    return view if side is Side.YOU else mirrored_state(view), seen
