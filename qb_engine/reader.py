"""What a person writes, read in one place: tiles, moves, numbers of the hand and exact names.

Nothing is guessed. Who takes less than a whole name hands ``read_decision`` a finder that knows better.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from gamekit.quoting import quoted
from qb_engine.card_hydrator import CardHydrator, known_cards
from qb_engine.errors import HandIndexError, NotationError
from qb_engine.geometry import Tile
from qb_engine.models import Card, CardId, Decision, Move, Mulligan


def split_tile(words: Sequence[str], *, at_end: bool = True) -> tuple[Tile, str] | None:
    """The tile at the end of these words, or at their beginning, and the rest; a tile may take two: ``zu top 1``."""
    for count in (1, 2):
        part, rest = (words[-count:], words[:-count]) if at_end else (words[:count], words[count:])
        tile = Tile.find(" ".join(part))
        if tile is not None:
            return tile, " ".join(rest)
    return None


def read_places(text: str) -> tuple[int, ...]:
    """The cards that a mulligan names, ``2 4`` or ``2, 4``, as indexes in ascending order."""
    places = re.findall(r"[^\s,]+", text)
    if not places or len({*places}) < len(places) or not all(re.fullmatch(r"[1-9][0-9]?", place) for place in places):
        raise NotationError(
            "a mulligan names places in the hand, counted from 1, each once, as in 'mulligan 2 4'; 'keep' keeps all"
        )
    return tuple(sorted(int(place) - 1 for place in places))


def numbered_card(text: str, hand: Sequence[Card], cards: CardHydrator) -> Card | None:
    """The card that this number has in the hand; None for everything else: ``4`` is a number, ``004`` is an id."""
    if cards.has_id(text) or not re.fullmatch(r"[0-9]{1,2}", text):
        return None
    if not 1 <= int(text) <= len(hand):
        numbers = f"its cards are numbered 1 to {len(hand)}" if hand else "it is empty"
        raise HandIndexError(f"there is no card {text} in your hand; {numbers}")
    return hand[int(text) - 1]


def read_decision(text: str, find: Callable[[str], CardId]) -> Decision:
    """Read ``zu m3``, ``pass``, ``keep`` or ``mulligan 2 4``; ``find`` says which card stands before the tile."""
    first, *rest = text.split() or [""]
    match first.casefold():
        case "pass" if not rest:
            return Move.PASS
        case "keep" if not rest:
            return Mulligan()
        case "mulligan":
            return Mulligan(read_places(" ".join(rest)))
        case word if rest and word not in ("pass", "keep"):
            tile, name = split_tile([first, *rest]) or (Tile.parse(rest[-1]), "")
            if name:
                return Move(find(name), tile)
    raise NotationError(f"{quoted(text)} is not a move; write 'Zu M3', '015 M3', 'pass', 'keep' or 'mulligan 2 4'")


def parse_decision(text: str, cards: CardHydrator | None = None, hand: Sequence[Card] | None = None) -> Decision:
    """Read a decision whose card stands by id or whole name, and by its number where a hand is given."""
    known = known_cards(cards)

    def find(name: str) -> CardId:
        return ((hand is not None and numbered_card(name, hand, known)) or known.get(name)).id

    return read_decision(text, find)
