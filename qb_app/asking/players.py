"""Players by name: the one reader of what a user calls a player."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from gamekit.agents import Agent
from gamekit.quoting import quoted
from qb_app.asking.budgets import choose_budget
from qb_app.asking.choices import PLAYER_NAMES
from qb_app.errors import InputError
from qb_app.figures import share
from qb_engine.card_hydrator import CardHydrator
from qb_engine.coach_player import CoachPlayer
from qb_engine.deep.levels import LEVELS, DeepPlayer, Level
from qb_engine.deep.search import Budget
from qb_engine.deep.seer import MOST_PLIES, SeerPlayer
from qb_engine.deep.sighted import Sight, SightedPlayer
from qb_engine.deep.win_chance import deep_engine
from qb_engine.game import greedy_player, random_player
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import CardId, Decision
from qb_engine.ruleset import Ruleset

KnownDecks = Mapping[Side, tuple[CardId, ...]]

_SIMPLE = {
    "random": "any placement at random",
    "greedy": "the best score right after the move",
    "coach": "the first move of the one-ply coach",
}
_DEEP = re.compile(r"deep:(?:(?P<nodes>[1-9]\d{0,8})|(?P<time>\d[^:]*[a-z]))(?::(?P<sight>hand|all))?")
_SEER = re.compile(r"seer:(?P<plies>\d{1,4})")
_SIGHTS = {Sight.HAND: "the enemy's hand", Sight.ALL: "the enemy's hand and the order of both decks"}


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who can be asked to play: ``parse_player("deep:5000")``."""

    name: str
    about: str
    level: Level | None = None
    """The level or the budget of a player that searches; None for both in the others."""
    budget: Budget | None = None
    sight: Sight | None = None
    """What a player that searches sees beyond its view."""
    plies: int | None = None
    """How far a seer looks ahead."""

    def __str__(self) -> str:
        return self.name

    @property
    def needs_kernel(self) -> bool:
        return self.level is not None or self.budget is not None or self.plies is not None

    @property
    def predicts(self) -> bool:
        """Whether it plays without the kernel too, only slower."""
        return self.name == "coach"

    def check(self, hydrator: CardHydrator, ruleset: Ruleset) -> None:
        """Refuse a player that cannot play here."""
        if self.needs_kernel:
            deep_engine(hydrator, ruleset)

    def agent(self, hydrator: CardHydrator, known_decks: KnownDecks) -> Agent[GameState, Decision]:
        """The player at the table, told these decks."""
        if self.level is not None:
            return DeepPlayer.of_level(self.level, hydrator, known_decks)
        if self.plies is not None:
            return SeerPlayer(hydrator, self.plies, self.name)
        if self.budget is not None and self.sight is not None:
            return SightedPlayer(hydrator, self.budget, known_decks=known_decks, name=self.name, sight=self.sight)
        if self.budget is not None:
            return DeepPlayer(hydrator, self.budget, known_decks=known_decks, name=self.name)
        if self.name == "coach":
            return CoachPlayer(hydrator, known_decks=known_decks)
        return greedy_player() if self.name == "greedy" else random_player()


def parse_player(text: str) -> Player:
    """The player meant; an unknown name is refused with those that there are."""
    name = text.strip().lower()
    if name in _SIMPLE:
        return Player(name, _SIMPLE[name])
    levels = {f"level{level.number}": level for level in LEVELS}
    if name in levels:
        return Player(name, _about_level(levels[name]), level=levels[name])
    if found := _DEEP.fullmatch(name):
        nodes = found["nodes"]
        budget = choose_budget(found["time"], int(nodes) if nodes else None) or Budget()
        sight = Sight(found["sight"]) if found["sight"] else None
        seen = f", sees {_SIGHTS[sight]}" if sight else ""
        return Player(name, f"deep search, {_about_budget(budget)}{seen}", budget=budget, sight=sight)
    if found := _SEER.fullmatch(name):
        return _seer(name, int(found["plies"]))
    raise InputError(f"{quoted(text)} is no player, there are {PLAYER_NAMES}")


def _seer(name: str, plies: int) -> Player:
    if not 1 <= plies <= MOST_PLIES:
        raise InputError(f"a seer looks 1 to {MOST_PLIES} plies ahead, not {plies}")
    ahead = "1 ply" if plies == 1 else f"{plies} plies"
    return Player(name, f"sees all cards, {ahead} ahead by points and tiles", plies=plies)


def _about_level(level: Level) -> str:
    return f"{level.name}: deep search, {_about_budget(level.budget)}, {share(level.slips)} of moves at random"


def _about_budget(budget: Budget) -> str:
    return f"{budget.nodes} nodes a move" if budget.nodes is not None else f"{budget.seconds:g} s a move"
