"""Who plays the games of the lab: three rungs of play behind one interface, and the unit of work that is spread.

Every deal is played twice, begun once by either side. Decks are shuffled as they lie, so a card that takes another's
place in a deck comes when the other would have come.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from random import Random
from typing import NamedTuple

from gamekit.quoting import quoted
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep.levels import DeepPlayer
from qb_engine.deep.quick_games import quick_games
from qb_engine.deep.search import STANDARD_NODES, Budget
from qb_engine.errors import QueensBloodError
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import CardId
from qb_engine.ruleset import Ruleset

Cards = tuple[CardId, ...]
"""A deck with its cards in their places."""
MOST_NODES = 1_000_000
RUNGS = "quick, deep:NODES (deep:500) and full:NODES (full:20000)"
_SEARCHING = re.compile(r"(deep|full):([1-9]\d{0,6})")
_DEALS_OF_A_SEED = 2**20
_TASK_SECONDS = 0.3
_QUICK_GAMES_A_SECOND = 8_000
_SEARCH_SECONDS = 0.012
_NODE_SECONDS = 45e-6
_OPENING_SECONDS = 0.5
"""What a game costs, roughly: only the size of tasks follows from it, never a result."""


class UnknownRungError(QueensBloodError):
    """No rung has that name."""


@dataclass(frozen=True, slots=True)
class Rung:
    """How both seats play: ``Rung.parse("deep:500")``."""

    name: str
    nodes: int | None = None
    """Of a search; the quick player has none."""
    tries_hands: bool = False
    """Whether opening hands are exchanged by trying them; else by a simple rule, and by the quick player never."""

    @staticmethod
    def parse(text: str) -> Rung:
        name = text.strip().lower()
        if name == "quick":
            return Rung(name)
        if name == "full":
            name = f"full:{STANDARD_NODES}"
        found = _SEARCHING.fullmatch(name)
        if found is None or int(found[2]) > MOST_NODES:
            raise UnknownRungError(f"{quoted(text)} plays no games in the lab, there are {RUNGS}")
        return Rung(name, int(found[2]), found[1] == "full")

    @property
    def about(self) -> str:
        if self.nodes is None:
            return "the quick player, one move ahead, opening hands kept"
        hands = "opening hands tried" if self.tries_hands else "the simple mulligan"
        return f"deep search, {self.nodes:,} nodes a move, {hands}"

    @property
    def games_a_task(self) -> int:
        """So many that a task takes a few tenths of a second."""
        if self.nodes is None:
            return round(_TASK_SECONDS * _QUICK_GAMES_A_SECOND)
        seconds = _SEARCH_SECONDS + self.nodes * _NODE_SECONDS + self.tries_hands * _OPENING_SECONDS
        return max(1, round(_TASK_SECONDS / seconds))


QUICK = Rung.parse("quick")


class Meeting(NamedTuple):
    """Two decks on a row of deals."""

    deck: Cards
    other: Cards
    deals: range

    @property
    def games(self) -> int:
        return 2 * len(self.deals)


class Batch(NamedTuple):
    """A task: meetings that are played one after the other. It says all that its results depend on."""

    rung: str
    ruleset: str
    seed: int
    meetings: tuple[Meeting, ...]


def play_batch(batch: Batch) -> bytes:
    """Half points of the first-named deck in every game: meeting by meeting, deal by deal, begun by it and by the
    other."""
    rung, rules = Rung.parse(batch.rung), Ruleset.parse(batch.ruleset)
    if rung.nodes is None:
        return b"".join(_quick(rules, batch.seed, deals, meetings) for deals, meetings in _by_deals(batch.meetings))
    return bytes(
        _searched(rung, rules, batch.seed, meeting, deal, first)
        for meeting in batch.meetings
        for deal in meeting.deals
        for first in Side
    )


def _by_deals(meetings: tuple[Meeting, ...]) -> Iterator[tuple[range, list[Meeting]]]:
    """Neighbours with the same deals, which the kernel plays in one call."""
    for deals, same in groupby(meetings, key=lambda meeting: meeting.deals):
        yield deals, list(same)


def _quick(rules: Ruleset, seed: int, deals: range, meetings: list[Meeting]) -> bytes:
    games = quick_games([meeting[:2] for meeting in meetings], deals, seed=seed, ruleset=rules)
    return bytes(round(2 * game.points) for game in games)


def _searched(rung: Rung, rules: Ruleset, seed: int, meeting: Meeting, deal: int, first: Side) -> int:
    """One game; both players are told both decks."""
    hydrator = CardHydrator.shared()
    assert rung.nodes is not None
    known = {Side.YOU: meeting.deck, Side.ENEMY: meeting.other}
    player = DeepPlayer(hydrator, Budget(rung.nodes), tries_hands=rung.tries_hands, known_decks=known)
    number = seed * _DEALS_OF_A_SEED + deal
    state = GameState.start(meeting.deck, meeting.other, number, ruleset=rules, first=first, hydrator=hydrator)
    no_chance = Random(number)  # a player that never slips does not ask it
    while (side := state.to_move) is not None:
        state.play(player.choose(state.observe(side), no_chance))
    margin = state.score().margin
    return 1 + (margin > 0) - (margin < 0)
