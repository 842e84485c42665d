"""The deck a user means: a name of the library, a deck code, a text file or a list of cards."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from gamekit.quoting import quoted
from qb_app.asking.names import fitting, resembling
from qb_app.errors import InputError
from qb_app.files import read_text
from qb_app.storage.stores import DeckStore
from qb_engine.card_hydrator import CardHydrator, normalised
from qb_engine.deck import deck_faults
from qb_engine.deck_notation import CODE_PREFIX, format_deck_code, parse_deck
from qb_engine.library import library_decks
from qb_engine.models import CardId
from qb_engine.ruleset import Ruleset

OWN_DECK = "own deck"
_LIST = re.compile(r"[,;\n]|^\s*\d+\s*x?\s+\S")


class NamedDeck(NamedTuple):
    """A deck with the name it has in the library, if it has one."""

    name: str | None
    card_ids: tuple[CardId, ...]

    @property
    def title(self) -> str:
        return self.name or OWN_DECK

    @property
    def code(self) -> str:
        return format_deck_code(self.card_ids)


def named(card_ids: tuple[CardId, ...], hydrator: CardHydrator) -> NamedDeck:
    """The deck of these cards under the name that the library has for it."""
    known = {deck.card_ids: deck.name for deck in library_decks(hydrator)}
    ordered = tuple(sorted(card_ids))
    return NamedDeck(known.get(ordered), ordered)


def choose_deck(text: str, hydrator: CardHydrator, saved: DeckStore | None = None, *, files: bool = True) -> NamedDeck:
    """Read what the user wrote; a name may be any part that only one deck, saved or of the library, has.

    Without ``files`` nothing of the disk is looked at: the text may come from somebody who must not read there.
    """
    if text.strip().upper().startswith(CODE_PREFIX) or _LIST.search(text):
        return named(parse_deck(text, hydrator), hydrator)
    if files and Path(text).is_file():
        return named(parse_deck(read_text(Path(text)), hydrator), hydrator)
    own = () if saved is None else tuple(NamedDeck(deck.name, deck.card_ids) for deck in saved.list())
    library = (NamedDeck(deck.name, deck.card_ids) for deck in library_decks(hydrator))
    return _by_name(text, {normalised(deck.title): deck for deck in (*library, *own)})


def choose_legal_deck(
    text: str, ruleset: Ruleset, hydrator: CardHydrator, saved: DeckStore | None = None, *, files: bool = True
) -> NamedDeck:
    """The deck meant, refused with its name and every reason when the rule set forbids it."""
    deck = choose_deck(text, hydrator, saved, files=files)
    faults = deck_faults(deck.card_ids, ruleset, hydrator)
    if faults:
        raise InputError(f"the deck {quoted(text.strip())} is not legal under {ruleset}: {'; '.join(faults)}")
    return deck


def _by_name(text: str, names: dict[str, NamedDeck]) -> NamedDeck:
    wanted = normalised(text)
    if wanted in names:
        return names[wanted]
    found = [names[name] for name in fitting(text, {name: deck.title for name, deck in names.items()})]
    if len(found) == 1:
        return found[0]
    if found:
        raise InputError(f"{quoted(text)} may mean {' or '.join(deck.title for deck in found)}, write more of the name")
    close = resembling(text, {deck.title: deck.title for deck in names.values()})
    hint = f", did you mean {' or '.join(close)}?" if close else ", 'qbcoach decks' lists the names"
    raise InputError(f"{quoted(text)} is no deck of the library, no deck code, no file and no list of cards{hint}")
