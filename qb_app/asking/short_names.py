"""Cards and sides as the drawn board marks them, so that what was drawn can be read back."""

from __future__ import annotations

from qb_engine.card_hydrator import CardHydrator
from qb_engine.geometry import Side
from qb_engine.models import CardId

TILE_WIDTH = 11
NARROW_TILE_WIDTH = 8
TILE_WIDTHS = (TILE_WIDTH, NARROW_TILE_WIDTH)
SIDE_MARKS = {Side.YOU: "▶Y", Side.ENEMY: "◀E"}

_FILLERS = frozenset({"of", "the", "&"})


def short_names(hydrator: CardHydrator, width: int) -> dict[CardId, str]:
    """A name of at most that width for every card; cards of different names never share one."""
    taken: dict[str, str] = {}
    found: dict[CardId, str] = {}
    for card in hydrator.all():
        short = shortened(card.name, width)
        if taken.setdefault(short, card.name) != card.name:
            short = f"{short[: width - len(card.id) - 1]} {card.id}"
        found[card.id] = short
    return found


def shortened(name: str, width: int) -> str:
    """``Security Officer`` as ``Sec.Officer``: the last word says most, so the words before it give way first."""
    if len(name) <= width:
        return name
    words = [word for word in name.split() if word.casefold() not in _FILLERS]
    kept = [len(word) for word in words]
    while len(_joined(words, kept)) > width and max(kept) > 1:
        earlier = range(len(words) - 1)
        longest = max(earlier, key=lambda place: kept[place], default=len(words) - 1)
        kept[longest if kept[longest] > 1 else len(words) - 1] -= 1
    return _joined(words, kept)


def _joined(words: list[str], kept: list[int]) -> str:
    """The first letters of each word, a full stop where letters are missing and a space where none are."""
    parts = [
        word + " " if length == len(word) else word[:length].rstrip(".-") + "."
        for word, length in zip(words, kept, strict=True)
    ]
    return "".join(parts).strip()
