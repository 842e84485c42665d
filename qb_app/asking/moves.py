"""What a person types as a decision: cards by hand number or by any part of the name that only one of them has."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from qb_app.asking.short_names import TILE_WIDTH, shortened
from qb_app.errors import InputError
from qb_engine.card_hydrator import CardHydrator, normalised
from qb_engine.errors import UnknownCardError
from qb_engine.geometry import Tile
from qb_engine.models import Card, Decision, Move, Mulligan


def read_decision(text: str, hand: Sequence[Card], hydrator: CardHydrator) -> Decision:
    """Read ``zu m3``, ``2 m3``, ``pass``, ``keep`` or ``mulligan 1 3``."""
    words = text.split()
    match [word.casefold() for word in words]:
        case ["pass"]:
            return Move.PASS
        case ["keep"]:
            return Mulligan()
        case ["mulligan", *numbers]:
            return _read_mulligan(numbers, len(hand))
        case [_, _, *_]:
            return Move(find_card(" ".join(words[:-1]), hand, hydrator).id, Tile.parse(words[-1]))
    raise InputError(f"'{text}' is no move; write a card and a tile as in 'zu m3' or '2 m3', or 'pass'")


def _read_mulligan(numbers: list[str], size: int) -> Mulligan:
    places = {str(place): place - 1 for place in range(1, size + 1)}
    if not numbers or len(set(numbers)) < len(numbers) or not places.keys() >= set(numbers):
        raise InputError(
            f"a mulligan names cards by their numbers 1 to {size}, each once, as in 'mulligan 1 3'; 'keep' keeps all"
        )
    return Mulligan(tuple(sorted(places[number] for number in numbers)))


def find_card(text: str, hand: Sequence[Card], hydrator: CardHydrator) -> Card:
    """The card of the hand that is meant; what fits none or several is refused with what would."""
    if text.isdecimal() and len(text) < len(hand[0].id if hand else text):
        if not 1 <= int(text) <= len(hand):
            raise InputError(f"there is no card {text} in your hand; its cards are numbered 1 to {len(hand)}")
        return hand[int(text) - 1]
    wanted, names = normalised(text), {card.id: (card, _names(card)) for card in hand}
    for fits in (str.__eq__, str.startswith, str.__contains__):
        found = [card for card, known in names.values() if wanted and any(fits(name, wanted) for name in known)]
        if len(found) == 1:
            return found[0]
        if found:
            choices = " or ".join(card.name for card in found)
            raise InputError(f"'{text}' may mean {choices}; write more of the name, or the number")
    raise InputError(_refusal(text, hand, hydrator))


def _names(card: Card) -> tuple[str, ...]:
    """By id, by name, and by the short name on the drawn board."""
    return normalised(card.id), normalised(card.name), normalised(shortened(card.name, TILE_WIDTH))


def _refusal(text: str, hand: Sequence[Card], hydrator: CardHydrator) -> str:
    held = {normalised(card.name): card.name for card in hand}
    close = difflib.get_close_matches(normalised(text), held, n=2, cutoff=0.6)
    if close:
        return f"no card of your hand is called '{text}', did you mean {' or '.join(held[name] for name in close)}?"
    try:
        return f"{hydrator.get(text).name} is not in your hand; only cards held can be played"
    except UnknownCardError as error:
        return str(error) if error.close_names else f"no card of your hand is called '{text}'"
