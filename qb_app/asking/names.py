"""Which card a player means by a few letters.

An exact name, or the only name that begins so, is taken. Several are a choice. What only resembles a name is never
taken without a question, however close it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from qb_engine.card_hydrator import CardHydrator, normalised
from qb_engine.errors import UnknownCardError
from qb_engine.models import HIDDEN, Card, CardId

LIKENESS = 70
"""Least resemblance, of 100, of a name that is offered for a typo."""
MOST_OFFERED = 9
"""A single digit answers."""

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
        fitting = [card for card in ring if card in exact] if exact else _first(ring, query)
        if fitting:
            ids = tuple(card.id for card in fitting)[:MOST_OFFERED]
            return Naming(query, ids, certain=len(ids) == 1)
    return _resembling(query, rings, hydrator)


def _rings(circles: Circles, hydrator: CardHydrator) -> list[list[Card]]:
    """Each circle without what stood in an earlier one; all other cards at the end."""
    seen = {HIDDEN}
    rings = []
    for circle in (*circles, [card.id for card in hydrator.deck_cards()], [card.id for card in hydrator.all()]):
        ring = [hydrator.get(card_id) for card_id in dict.fromkeys(circle) if card_id not in seen]
        seen.update(card.id for card in ring)
        rings.append(ring)
    return rings


def _first(ring: Iterable[Card], query: str) -> list[Card]:
    """The cards that fit in the strictest way in which any does."""
    tests: tuple[Callable[[str, str], bool], ...] = (_begins, _begins_words, _has_initials)
    cards = list(ring)
    for fits in tests:
        found = [card for card in cards if fits(query, card.name)]
        if found:
            return found
    return []


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


def _resembling(query: str, rings: Sequence[Sequence[Card]], hydrator: CardHydrator) -> Naming:
    from rapidfuzz import fuzz, process  # only for typos, which are rare

    names = {card.id: card.name.casefold() for ring in rings for card in ring}
    near = process.extract(query.casefold(), names, scorer=fuzz.WRatio, score_cutoff=LIKENESS, limit=None)
    circle = {card.id: place for place, ring in enumerate(rings) for card in ring}
    # What makes sense here comes first, then what resembles most.
    best = sorted(near, key=lambda found: (circle[found[2]], -found[1]))[:MOST_OFFERED]
    if not best or not normalised(query):
        raise UnknownCardError(query, hydrator.close_names(query))
    return Naming(query, tuple(card_id for _, _, card_id in best), certain=False, typo=True)


def card_labels(ids: Sequence[CardId], hydrator: CardHydrator) -> tuple[str, ...]:
    """Names to choose from; namesakes are told apart by id and power."""
    cards = [hydrator.get(card_id) for card_id in ids]
    names = [card.name for card in cards]
    return tuple(
        card.name if names.count(card.name) == 1 else f"{card.name} ({card.id}, power {card.power})" for card in cards
    )
