"""What a player means by a few letters: the one place where names are guessed, and the one policy.

An exact name, or the only name that begins so, is taken. Several are a choice. What only resembles a name is never
taken without a question, however close it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from qb_engine.card_hydrator import CardHydrator, normalised
from qb_engine.errors import UnknownCardError
from qb_engine.models import HIDDEN, Card, CardId

LIKENESS = 70
"""Least resemblance, of 100, of a name that is offered for a typo."""
MOST_OFFERED = 9
"""A single digit answers."""

Key = TypeVar("Key")
Circles = Sequence[Sequence[CardId]]
"""The cards that make sense here, likeliest circle first; the rest of the game follows by itself."""


@dataclass(frozen=True, slots=True)
class Naming:
    """The cards that a text may mean; ``certain`` when it is one and needs no question."""

    query: str
    cards: tuple[CardId, ...]
    certain: bool
    typo: bool = False
    """None of them is named so or begins so."""


def find_card(query: str, circles: Circles, hydrator: CardHydrator) -> Naming:
    """What the text means where those cards make sense; nothing that resembles it raises."""
    if query == HIDDEN or hydrator.has_id(query):
        return Naming(query, (query,), certain=True)
    wanted = normalised(query)
    rings = _rings(circles, hydrator)
    exact = [card for card in hydrator.all() if normalised(card.name) == wanted] if wanted else []
    for ring in rings:
        ids = [card.id for card in ring if card in exact] if exact else fitting(query, _names(ring))
        if ids:
            return Naming(query, tuple(ids[:MOST_OFFERED]), certain=len(ids) == 1)
    # What makes sense here comes first, then what resembles most.
    near = [card_id for ring in rings for card_id in resembling(query, _names(ring))]
    if not near:
        raise UnknownCardError(query, ())
    return Naming(query, tuple(near[:MOST_OFFERED]), certain=False, typo=True)


def _names(cards: Sequence[Card]) -> dict[CardId, str]:
    return {card.id: card.name for card in cards}


def _rings(circles: Circles, hydrator: CardHydrator) -> list[list[Card]]:
    """Each circle without what stood in an earlier one; all other cards at the end."""
    seen = {HIDDEN}
    rings = []
    for circle in (*circles, [card.id for card in hydrator.deck_cards()], [card.id for card in hydrator.all()]):
        ring = [hydrator.get(card_id) for card_id in dict.fromkeys(circle) if card_id not in seen]
        seen.update(card.id for card in ring)
        rings.append(ring)
    return rings


def fitting(query: str, names: Mapping[Key, str]) -> list[Key]:
    """Those whose name fits in the strictest way in which any does: its beginning, its words, its initials."""
    tests: tuple[Callable[[str, str], bool], ...] = (_begins, _begins_words, _has_initials)
    found = ([key for key, name in names.items() if fits(query, name)] for fits in tests)
    return next(filter(None, found), [])


def resembling(query: str, names: Mapping[Key, str]) -> list[Key]:
    """Those for whose name the text may be a typo, likeliest first."""
    from rapidfuzz import fuzz, process  # only for typos, which are rare

    if not normalised(query):
        return []
    plain = {key: name.casefold() for key, name in names.items()}
    near = process.extract(query.casefold(), plain, scorer=fuzz.WRatio, score_cutoff=LIKENESS, limit=None)
    return [key for _, _, key in near]


def _begins(query: str, name: str) -> bool:
    wanted = normalised(query)
    return bool(wanted) and normalised(name).startswith(wanted)


def _begins_words(query: str, name: str) -> bool:
    """``gr wo``, ``wolf`` and ``sec.off`` for names with such words in this order."""
    parts = [normalised(part) for part in query.replace(".", " ").replace("-", " ").split()]
    words = iter([normalised(word) for word in name.replace("-", " ").split()])
    return bool(parts) and all(part and any(word.startswith(part) for word in words) for part in parts)


def _has_initials(query: str, name: str) -> bool:
    initials = "".join(normalised(word)[:1] for word in name.replace("-", " ").split())
    return len(initials) > 1 and normalised(query) == initials


def card_labels(ids: Sequence[CardId], hydrator: CardHydrator) -> tuple[str, ...]:
    """Names to choose from; namesakes are told apart by id and power."""
    cards = [hydrator.get(card_id) for card_id in ids]
    names = [card.name for card in cards]
    return tuple(
        card.name if names.count(card.name) == 1 else f"{card.name} ({card.id}, power {card.power})" for card in cards
    )
