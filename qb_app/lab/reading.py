"""Questions of the lab as a user writes them: decks, fields and wishes, read and refused in one place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gamekit.quoting import quoted
from qb_app.asking.decks import NamedDeck, choose_legal_deck
from qb_app.errors import InputError
from qb_app.figures import counted
from qb_app.lab.fields import LIBRARY, Fields, best_known
from qb_app.lab.runs import BuildRun, DeckRun, MatrixRun, MetaRun
from qb_app.limits import MOST_LAB_GAMES, MOST_LAB_SECONDS
from qb_app.storage import Storage
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deck import deck_faults
from qb_engine.deep.win_chance import deep_engine
from qb_engine.lab.building import BuildQuestion
from qb_engine.lab.field import MOST_DECKS, Field, Objective
from qb_engine.lab.matrix import NamedCards
from qb_engine.lab.pool import CardPool
from qb_engine.lab.rungs import QUICK, Rung
from qb_engine.ruleset import Ruleset

BUILD_GAMES = 200_000
META_ROUNDS, META_GAMES = 6, 120_000
MATRIX_GAMES = {True: 400, False: 40}
"""Of two decks, by the quick player and by one that searches."""
POINTS_DEALS = 200
"""Of a deck against each deck of a field of the usual size: less than a second."""

_TIME = re.compile(r"(\d{1,6}(?:\.\d{1,3})?)\s*([smh])?")
_UNITS = {None: 1.0, "s": 1.0, "m": 60.0, "h": 3600.0}


@dataclass(frozen=True)
class Wishes:
    """What a deck to be built is for, and from which cards."""

    owned: bool = False
    against: str | None = None
    opponent: str | None = None
    deck: str | None = None
    objective: Objective = Objective.MEAN
    keep: Sequence[str] = ()
    without: Sequence[str] = ()
    before: str | None = None
    games: int | None = None
    seconds: float | None = None
    player: str = QUICK.name


class LabReader:
    """Reads questions under one rule set; without ``files`` nothing of the disk is looked at."""

    def __init__(self, storage: Storage, ruleset: str, seed: int, *, files: bool = True) -> None:
        self._storage, self._seed, self._files = storage, seed, files
        self._hydrator = CardHydrator.shared()
        self._rules = Ruleset.parse(ruleset)
        self.fields = Fields(storage, self._rules, self._hydrator)
        deep_engine(self._hydrator, self._rules)  # refuses at once where the kernel is missing

    def matrix(self, decks: Sequence[str], against: str | None, player: str, games: int | None) -> MatrixRun:
        """Every deck against every other, or each against a field."""
        rows = _distinct([self._deck(text) for text in decks])
        field = None if against is None else self.fields.choose(against)
        if field is None and len(rows) < 2:
            raise InputError("one deck has nobody to meet: name another one, or a field")
        if len(rows) > MOST_DECKS:
            raise InputError(f"{len(rows)} decks are too many for a matrix: it has {MOST_DECKS} at most")
        rung = Rung.parse(player)
        wanted = games or MATRIX_GAMES[rung.nodes is None]
        run = MatrixRun(str(self._rules), self._seed, rung.name, rows, field, _deals(wanted))
        if run.games > MOST_LAB_GAMES:
            raise InputError(f"{run.games:,} games are too many: a run has {MOST_LAB_GAMES:,} at most")
        return run

    def deck(
        self, text: str, against: str | None, *, owned: bool = False, swaps: bool = True, games: int | None = None
    ) -> DeckRun:
        """Points of a deck against a field, and its best changes."""
        deck, field = self._deck(text), self.fields.choose(against or LIBRARY)
        pool = self._pool(owned) if swaps else None
        deals = field.deals(POINTS_DEALS) if games is None else _deals(games)
        return DeckRun(str(self._rules), self._seed, QUICK.name, deck, field, deals, pool)

    def build(self, wishes: Wishes) -> BuildRun:
        if wishes.games is not None and wishes.seconds is not None:
            raise InputError("a search has a number of games or a time, not both")
        field = self._wanted_field(wishes)
        keep, without = ([self._hydrator.get(name).id for name in names] for names in (wishes.keep, wishes.without))
        pool = self._pool(wishes.owned, keep, without)
        before = None if wishes.before is None else self._deck(wishes.before)
        question = BuildQuestion(
            field, wishes.objective, pool, self._starts(pool, before), before, Rung.parse(wishes.player)
        )
        games = wishes.games or (None if wishes.seconds else BUILD_GAMES)
        return BuildRun(str(self._rules), self._seed, question, games, wishes.seconds)

    def meta(self, rounds: int = META_ROUNDS, games: int = META_GAMES, against: str | None = None) -> MetaRun:
        """From the decks of a field on, with all cards."""
        starts = tuple(NamedCards(deck.name, deck.cards) for deck in self.fields.choose(against or LIBRARY).decks)
        if len(starts) + rounds > MOST_DECKS:
            raise InputError(
                f"{counted(len(starts), 'deck')} and {counted(rounds, 'round')} are too many: a field has"
                f" {MOST_DECKS} decks at most"
            )
        return MetaRun(str(self._rules), self._seed, QUICK.name, self._pool(owned=False), starts, rounds, games)

    def _wanted_field(self, wishes: Wishes) -> Field:
        named = [one for one in (wishes.against, wishes.opponent, wishes.deck) if one is not None]
        if len(named) > 1:
            raise InputError("a deck is built against one of these: a field, an opponent, or a deck")
        if wishes.opponent is not None:
            return self.fields.of_opponent(wishes.opponent)
        if wishes.deck is not None:
            enemy = self._deck(wishes.deck)
            return Field.of(enemy.name, [(enemy.name, enemy.cards, 1.0)])
        return self.fields.choose(wishes.against or LIBRARY)

    def _pool(self, owned: bool, keep: Sequence[str] = (), without: Sequence[str] = ()) -> CardPool:
        cards = self._storage.collection.owned() if owned else None
        return CardPool.of(self._hydrator, self._rules, owned=cards, keep=keep, without=without)

    def _starts(self, pool: CardPool, before: NamedCards | None) -> tuple[NamedCards, ...]:
        """The deck before, saved decks, and the best known ones: all that the pool allows, each once."""
        saved = [NamedCards(deck.name, tuple(sorted(deck.card_ids))) for deck in self._storage.decks.list()]
        known = [NamedCards(name, cards) for name, cards in best_known(self._rules, self._hydrator)]
        found: dict[tuple[str, ...], NamedCards] = {}
        for deck in (*([before] if before else ()), *saved, *known):
            if pool.allows(deck.cards) and not deck_faults(deck.cards, self._rules, self._hydrator):
                found.setdefault(tuple(sorted(deck.cards)), deck)
        return tuple(found.values())

    def _deck(self, text: str) -> NamedCards:
        deck = choose_legal_deck(text, self._rules, self._hydrator, self._storage.decks, files=self._files)
        return NamedCards(_title(deck), tuple(sorted(deck.card_ids)))


def read_seconds(text: str) -> float:
    """A time such as 60s, 5m or 2h."""
    found = _TIME.fullmatch(text.strip())
    seconds = float(found[1]) * _UNITS[found[2]] if found else 0.0
    if not 0 < seconds <= MOST_LAB_SECONDS:
        raise InputError(f"{quoted(text)} is no time to search: write 60s, 5m or 2h")
    return seconds


def _title(deck: NamedDeck) -> str:
    return deck.name or deck.code


def _deals(games: int) -> int:
    """Deals for so many games: each is played in both seats."""
    if games % 2:
        raise InputError(f"{games} games cannot be played: every deal is played in both seats, give an even number")
    return games // 2


def _distinct(decks: Sequence[NamedCards]) -> tuple[NamedCards, ...]:
    names = [deck.name for deck in decks]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"the deck {name} is named twice")
    return tuple(decks)
