"""The people who play Queen's Blood in the game: the one reader of data/opponents.json."""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from gamekit.quoting import quoted
from qb_engine.card_hydrator import CardHydrator, normalised
from qb_engine.deck_belief import Archetype
from qb_engine.errors import QueensBloodError
from qb_engine.library import library_decks
from qb_engine.models import CardId

USUAL_PRIOR = 1.0
CHOSEN_PRIOR = 20.0
"""How much likelier the profile of the opponent one sits before is than any other known deck."""


class OpponentError(QueensBloodError):
    """A name that fits no known opponent, or several."""


class Opponent(NamedTuple):
    """One opponent at one place; whoever is met twice has two profiles."""

    name: str
    location: str
    chapter: int | None
    seen: tuple[CardId, ...]
    """Cards this opponent was seen to play, in ascending order, one entry per copy; a part of the deck at most."""
    basis: str
    """Where the cards seen were found, and what is not known of them; empty without cards."""
    notes: str

    @property
    def title(self) -> str:
        """Name and place; it finds exactly this profile again."""
        return f"{self.name}, {self.location}"


def opponents(hydrator: CardHydrator) -> tuple[Opponent, ...]:
    """Every known opponent, in the order of the data."""
    return tuple(_read_opponent(raw, hydrator) for raw in _raw_opponents())


def find_opponent(query: str, hydrator: CardHydrator) -> Opponent:
    """The one opponent whose name is, begins with or holds the text; words of the place tell namesakes apart."""
    everyone = opponents(hydrator)
    wanted = normalised(query)
    tests: tuple[Callable[[Opponent], bool], ...] = (
        lambda one: normalised(one.name) == wanted,
        lambda one: normalised(one.name).startswith(wanted),
        lambda one: wanted in normalised(one.name),
        lambda one: normalised(one.title) == wanted,
        lambda one: all(normalised(word) in normalised(one.title) for word in query.split()),
    )
    for fits in tests:
        found = [one for one in everyone if wanted and fits(one)]
        if len(found) == 1:
            return found[0]
        if found:
            choices = " or ".join(f"'{one.title}'" for one in found)
            raise OpponentError(f"{quoted(query)} may mean {choices}; add a part of the name or the place")
    raise OpponentError(f"unknown opponent {quoted(query)}{_hint(wanted, everyone)}")


def archetypes(hydrator: CardHydrator, opponent: Opponent | None) -> tuple[Archetype, ...]:
    """What an enemy may be playing before anything is seen: known decks and profiles, the chosen one well in front."""
    decks = [Archetype(deck.name, deck.card_ids, USUAL_PRIOR) for deck in library_decks(hydrator)]
    profiles = [
        Archetype(one.title, one.seen, CHOSEN_PRIOR if one == opponent else USUAL_PRIOR)
        for one in opponents(hydrator)
        if one.seen
    ]
    return (*decks, *profiles)


def _hint(wanted: str, everyone: tuple[Opponent, ...]) -> str:
    names = {normalised(one.name): one.name for one in everyone}
    close = [names[name] for name in difflib.get_close_matches(wanted, names, n=3, cutoff=0.6)]
    return f", did you mean {' or '.join(close)}?" if close else "; the name of a place tells who plays there"


def _read_opponent(raw: dict[str, Any], hydrator: CardHydrator) -> Opponent:
    seen = raw["deck_seen"] or {"cards": {}, "basis": ""}
    ids = (hydrator.get(name).id for name, copies in seen["cards"].items() for _ in range(copies))
    return Opponent(
        name=raw["name"],
        location=raw["location"],
        chapter=raw["chapter"],
        seen=tuple(sorted(ids)),
        basis=seen["basis"],
        notes=raw["notes"] or "",
    )


@cache
def _raw_opponents() -> list[dict[str, Any]]:
    text = resources.files("qb_engine").joinpath("data/opponents.json").read_text(encoding="utf-8")
    found: list[dict[str, Any]] = json.loads(text)["opponents"]
    return found
