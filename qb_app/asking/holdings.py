"""The cards a user says to own: a list of them, or all of some booster packs, of some ranks, or of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from gamekit.quoting import quoted
from qb_app.asking.cards import find_cards
from qb_app.errors import InputError
from qb_app.figures import counted
from qb_app.limits import LONGEST_COLLECTION, MOST_COPIES
from qb_engine.booster_packs import find_pack
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deck_notation import parse_deck
from qb_engine.models import HIDDEN, Card, CardId
from qb_engine.ruleset import Ruleset


@dataclass(frozen=True)
class Addition:
    """What a change of a collection comes to."""

    changed: dict[CardId, int]
    """Copies to be noted, of the cards whose number is another one now."""
    cards: int
    """Copies that come in."""
    kept: int
    """Kinds that were asked for and are there already."""

    @property
    def sentence(self) -> str:
        """``12 cards of 6 kinds added, 3 kinds were there already``."""
        there = f"{counted(self.kept, 'kind')} {'was' if self.kept == 1 else 'were'} there already"
        if not self.changed:
            return f"no card added, {there}"
        added = f"{counted(self.cards, 'card')} of {counted(len(self.changed), 'kind')} added"
        return f"{added}, {there}" if self.kept else added


def listed_copies(text: str, hydrator: CardHydrator) -> dict[CardId, int]:
    """The copies that a list or a deck code tells; each number is to stand in place of the one noted."""
    if len(text) > LONGEST_COLLECTION:
        raise InputError(
            f"{quoted(text)} is too long for a list of owned cards: it has {LONGEST_COLLECTION:,} characters at most"
        )
    copies = Counter(parse_deck(text, hydrator))
    check_owned(copies, hydrator)
    for card_id, number in copies.items():
        if number > MOST_COPIES:
            name = hydrator.get(card_id).name
            raise InputError(f"this list has {number} copies of {name}; a collection holds {MOST_COPIES} at most")
    return dict(copies)


def check_owned(card_ids: Iterable[CardId], hydrator: CardHydrator) -> None:
    """Refuse what nobody can own: cards that do not exist, and hidden ones."""
    wanted = list(card_ids)
    if HIDDEN in wanted:
        raise InputError("a hidden card cannot be owned; name the card")
    hydrator.check_ids(wanted)


def playable_copies(
    hydrator: CardHydrator, *, packs: Iterable[str] = (), ranks: Iterable[str] = (), everything: bool = False
) -> dict[CardId, int]:
    """Every card meant, in as many copies as a deck of the game may hold."""
    cards = [hydrator.get(card_id) for name in packs for card_id in find_pack(name, hydrator).card_ids]
    cards += [card for rank in ranks for card in find_cards(hydrator, "", rank, tokens=False)]
    cards += hydrator.deck_cards() if everything else ()
    return {card.id: _most_in_a_deck(card) for card in cards}


def addition(copies: Mapping[CardId, int], owned: Mapping[CardId, int]) -> Addition:
    """Raise what is owned to these copies; what is owned in more stays so."""
    changed = {card_id: number for card_id, number in sorted(copies.items()) if number > owned.get(card_id, 0)}
    cards = sum(number - owned.get(card_id, 0) for card_id, number in changed.items())
    return Addition(changed, cards, len(copies) - len(changed))


def _most_in_a_deck(card: Card) -> int:
    rules = Ruleset.REBIRTH
    return rules.max_legendary_copies if card.legendary else rules.max_copies
