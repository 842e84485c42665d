"""The fields that a deck can be measured against, by name: the one reader of what a user calls a field."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from pydantic import TypeAdapter, ValidationError

from gamekit.quoting import quoted
from qb_app.asking.names import fitting, resembling
from qb_app.asking.opponents import choose_opponent, known_of, own_opponent, profile_of
from qb_app.errors import InputError
from qb_app.figures import counted
from qb_app.naming import check_name
from qb_app.storage import AlreadyStoredError, NewEntry, Storage
from qb_app.storage.records import GameInfo
from qb_engine.card_hydrator import CardHydrator, normalised
from qb_engine.deck import deck_faults
from qb_engine.deck_belief import EvidenceBelief
from qb_engine.deck_notation import parse_deck_code
from qb_engine.enemy_observation import EnemyObservationState
from qb_engine.lab.field import MOST_DECKS, Field
from qb_engine.lab.rungs import Cards
from qb_engine.library import library_decks
from qb_engine.opponents import Opponent, archetypes, opponents
from qb_engine.ruleset import Ruleset

LIBRARY, SAVED, OPPONENTS = "library", "saved", "opponents"
KIND = "field"
"""Of what is stored."""
MOST_FIELDS = 100
INFERRED = 12
"""Decks that stand for an opponent whose deck is not known."""
_FIELD = TypeAdapter(Field)


class Fields:
    """Every field that there is, under one rule set; decks that it forbids are left out."""

    def __init__(self, storage: Storage, ruleset: Ruleset, hydrator: CardHydrator) -> None:
        self._storage = storage
        self._ruleset = ruleset
        self._hydrator = hydrator

    def names(self) -> tuple[str, ...]:
        return (LIBRARY, SAVED, OPPONENTS, *_shipped(), *self._stored())

    def choose(self, text: str) -> Field:
        """The field of that name, or of a part of it that only one has."""
        names = {normalised(name): name for name in self.names()}
        wanted = normalised(text)
        found = [wanted] if wanted in names else list(fitting(text, names))
        if len(found) > 1:
            raise InputError(f"{quoted(text)} may mean {' or '.join(names[one] for one in found)}, write more of it")
        if not found:
            close = resembling(text, {name: name for name in names.values()})
            hint = f"did you mean {' or '.join(close)}?" if close else "'qbcoach lab fields' lists them"
            raise InputError(f"there is no field {quoted(text)}, {hint}")
        return self._made(names[found[0]])

    def all(self) -> list[Field]:
        """Those that have decks, in the order of their names' kinds."""
        found = []
        for name in self.names():
            try:
                found.append(self._made(name))
            except InputError:  # nothing is saved, or nobody was met yet
                continue
        return found

    def of_opponent(self, text: str) -> Field:
        """Decks that agree with the cards seen of an opponent, weighed by the belief."""
        title = choose_opponent(text, self._storage.opponents.list(), self._hydrator)
        opponent = profile_of(title, self._storage.opponents, self._hydrator)
        field = self._guessed(title, opponent, INFERRED)
        if field is None:
            raise InputError(
                f"no card of {title} is known, so no deck can be guessed: enter a match, or note cards with "
                "'qbcoach opponents save'"
            )
        return field

    def check_new(self, name: str, *, replace: bool) -> None:
        """Refuse a name that no field can be kept under, before anything is played for it."""
        taken = {normalised(one) for one in (LIBRARY, SAVED, OPPONENTS, *_shipped())}
        if normalised(name) in taken:
            raise InputError(f"{quoted(name)} is the name of a field that is always there; choose another")
        known = self._storage.games.made_with(KIND, normalised(check_name(name)))
        if known is not None and not replace:
            raise AlreadyStoredError(f"there is a field {quoted(name)} already; choose another name or replace it")
        if known is None and len(self._stored()) >= MOST_FIELDS:
            raise InputError(f"{MOST_FIELDS} fields are kept already; forget one with 'qbcoach lab forget'")

    def keep(self, field: Field, *, at: str, replace: bool = False) -> None:
        """Store a field under its name."""
        self.check_new(field.name, replace=replace)
        games, key = self._storage.games, normalised(field.name)
        known, document = games.made_with(KIND, key), _FIELD.dump_python(field, mode="json")
        if known is None:
            known = games.create(KIND, document, at=at, key=key)
            if known.setup == document:
                return
            self.check_new(field.name, replace=replace)  # another writer was faster
        # The latest entry counts, so that the old field stands until the new one is stored.
        games.append(KIND, known.game_id, [NewEntry("replaced", document)], expected=known.version, at=at)

    def kept(self, name: str) -> Field | None:
        """The field that is stored under this name."""
        known = self._storage.games.made_with(KIND, normalised(name))
        return None if known is None else self._latest(known)

    def forget(self, text: str) -> str:
        """Delete a stored field; its name."""
        known = self._storage.games.made_with(KIND, normalised(text))
        if known is None:
            raise InputError(f"no field {quoted(text)} is kept; 'qbcoach lab fields' lists them")
        self._storage.games.delete(KIND, known.game_id)
        return str(known.setup["name"])

    def _made(self, name: str) -> Field:
        if name == LIBRARY:
            return self._legal(name, _library(self._hydrator), "the decks of the library, each as often as the others")
        if name == SAVED:
            decks = [(deck.name, deck.card_ids, 1.0) for deck in self._storage.decks.list()]
            return self._legal(name, decks[:MOST_DECKS], "your own saved decks, each as often as the others")
        if name == OPPONENTS:
            return self._opponents()
        field = _shipped().get(name) or self._stored()[name]
        return self._legal(name, [(deck.name, deck.cards, deck.weight) for deck in field.decks], field.about)

    def _legal(self, name: str, decks: Sequence[tuple[str, Cards, float]], about: str) -> Field:
        kept = [deck for deck in decks if not deck_faults(deck[1], self._ruleset, self._hydrator)]
        if not kept:
            hint = "; 'qbcoach decks save' keeps one" if name == SAVED else ""
            raise InputError(f"the field {quoted(name)} has no deck that is legal under {self._ruleset}{hint}")
        return Field.of(name, kept, about)

    def _opponents(self) -> Field:
        """Everybody of whom cards are known, each with the likeliest deck."""
        own = [(profile.name, own_opponent(profile)) for profile in self._storage.opponents.list()]
        everybody = [*own, *((one.title, one) for one in opponents(self._hydrator))]
        guesses = [guess for one in everybody if (guess := self._guessed(*one, 1)) is not None]
        if not guesses:
            raise InputError("no card of any opponent is known yet")
        decks = [(guess.name, guess.decks[0].cards, 1.0) for guess in guesses[:MOST_DECKS]]
        known = sum(not guess.guessed for guess in guesses)
        about = f"{counted(len(guesses), 'opponent')}, each with the likeliest deck; {known} of them known whole"
        return Field.of(OPPONENTS, decks, about, guessed=known < len(guesses))

    def _guessed(self, name: str, opponent: Opponent, most: int) -> Field | None:
        """By the name that matches know the opponent by; None where no card is known."""
        seen, size = known_of(opponent, self._storage.opponents.seen(name)), self._ruleset.deck_size
        if not seen:
            return None
        if len(seen) == size and not deck_faults(seen, self._ruleset, self._hydrator):
            return Field.of(name, [(name, seen, 1.0)], f"all {size} cards of {name} are known")
        # The cards seen are the evidence; as a profile beside it they would count twice.
        belief = EvidenceBelief(
            self._hydrator, tuple(one for one in archetypes(self._hydrator, None) if one.name != name)
        )
        found = belief.candidates(EnemyObservationState(played_ids=seen[:size]), self._ruleset)
        likely = [
            (deck, weight)
            for deck, weight in zip(found.decks, found.weights, strict=True)
            if not deck_faults(deck, self._ruleset, self._hydrator)
        ]
        decks = [(f"{name}, guess {place}", *one) for place, one in enumerate(likely[:most], 1)]
        about = f"guesses: {counted(len(seen), 'card')} of {size} of {name} seen, the rest filled by the belief"
        return Field.of(name, decks, about, guessed=True) if decks else None

    def _stored(self) -> dict[str, Field]:
        found = {}
        for info in reversed(self._storage.games.games(KIND, limit=MOST_FIELDS)):
            if (field := self._latest(info)) is not None:
                found[field.name] = field
        return found

    def _latest(self, info: GameInfo) -> Field | None:
        """None of a damaged one: it must not hide a list, and may be overwritten."""
        log = self._storage.games.read(KIND, info.game_id).entries if info.version else ()
        try:
            return _FIELD.validate_python(log[-1].payload if log else info.setup)
        except ValidationError:
            return None


def best_known(ruleset: Ruleset, hydrator: CardHydrator) -> Iterator[tuple[str, Cards]]:
    """Decks that come with the product and are strong or played: those of the shipped fields and of the library."""
    decks = [(deck.name, deck.cards) for field in _shipped().values() for deck in field.decks]
    for name, cards in (*decks, *((name, cards) for name, cards, _ in _library(hydrator))):
        if not deck_faults(cards, ruleset, hydrator):
            yield name, cards


def _library(hydrator: CardHydrator) -> list[tuple[str, Cards, float]]:
    return [(deck.name, deck.card_ids, 1.0) for deck in library_decks(hydrator)]


@cache
def _shipped() -> Mapping[str, Field]:
    """The fields of data/fields.json; the data says which command made each."""
    text = resources.files("qb_engine").joinpath("data/fields.json").read_text(encoding="utf-8")
    return {raw["name"]: _read(raw) for raw in json.loads(text)["fields"]}


def _read(raw: Mapping[str, Any]) -> Field:
    decks = [(deck["name"], parse_deck_code(deck["code"]), deck["weight"]) for deck in raw["decks"]]
    return Field.of(raw["name"], decks, raw["about"])
