"""The fixed players of the fleet game, behind the same interface as those of every game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from fleet_engine.commands import Command
from fleet_engine.errors import NotationError
from fleet_engine.evaluation import position_value, sensible_orders, shortlist
from fleet_engine.game_state import FleetState
from gamekit.agents import Agent, GreedyAgent, RandomAgent, SearchAgent
from gamekit.quoting import quoted

GREEDY_LENGTH: Final = 40
SEARCH_LENGTH: Final = 12
SEARCH_DEPTH: Final = 3
SEARCH_NODES: Final = 1500

Player = Agent[FleetState, Command]


def random_player() -> Player:
    """Evenly among all orders but retreats."""
    return RandomAgent(sensible_orders)


def greedy_player(length: int = GREEDY_LENGTH) -> Player:
    """The best position right after the order."""
    return GreedyAgent(position_value, partial(shortlist, length=length))


def search_player(depth: int = SEARCH_DEPTH, nodes: int = SEARCH_NODES, length: int = SEARCH_LENGTH) -> Player:
    """The best position after both sides' best orders of a shortlist."""
    return SearchAgent(position_value, partial(shortlist, length=length), depth, nodes)


PLAYERS: Final[dict[str, Callable[[], Player]]] = {
    "random": random_player,
    "greedy": greedy_player,
    "search": search_player,
}


def player_named(name: str) -> Player:
    if name not in PLAYERS:
        raise NotationError(f"there is no player {quoted(name)}; known are {', '.join(PLAYERS)}")
    return PLAYERS[name]()
