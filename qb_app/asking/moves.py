"""A decision as a person types it where no question can be put: what is not certain is refused with what it may be."""

from __future__ import annotations

from collections.abc import Sequence

from gamekit.quoting import quoted
from qb_app.asking.names import card_labels, find_card
from qb_app.errors import InputError
from qb_engine import reader
from qb_engine.card_hydrator import CardHydrator
from qb_engine.errors import NotInHandError, UnknownCardError
from qb_engine.geometry import Tile
from qb_engine.models import Card, CardId, Decision, Move

MOST_NAMED = 3
"""Names that a refusal offers."""


def read_decision(text: str, hand: Sequence[Card], hydrator: CardHydrator) -> Decision:
    """Read ``zu m3``, ``2 m3``, ``pass``, ``keep`` or ``mulligan 1 3``."""
    return reader.read_decision(text, lambda name: _card_meant(name, hand, hydrator))


def read_move(text: str, hand: Sequence[Card], hydrator: CardHydrator) -> Move:
    """Read ``zu m3``, ``2 m3`` or ``pass``."""
    decision = read_decision(text, hand, hydrator)
    if not isinstance(decision, Move):
        raise InputError(f"{quoted(text)} is about the opening hand; a move is 'zu m3', '2 m3' or 'pass'")
    return decision


def names_move(text: str) -> bool:
    """Whether the text is meant as a move: it is a pass, or ends with a tile."""
    *_, last = text.split() or [""]
    return text.strip().casefold() in ("pass", "p") or Tile.find(last) is not None


def _card_meant(name: str, hand: Sequence[Card], hydrator: CardHydrator) -> CardId:
    numbered = reader.numbered_card(name, hand, hydrator)
    if numbered is not None:
        return numbered.id
    held = [card.id for card in hand]
    naming = find_card(name, [held], hydrator)
    own = [card_id for card_id in naming.cards if card_id in held]
    if naming.certain and own:
        return own[0]
    if naming.certain:
        raise NotInHandError(f"{hydrator.get(naming.cards[0]).name} is not in your hand; only cards held can be played")
    offered = card_labels((own or naming.cards)[:MOST_NAMED], hydrator)
    if own and not naming.typo:
        raise InputError(f"{quoted(name)} may mean {' or '.join(offered)}; write more of the name, or the number")
    if own:
        raise InputError(f"no card of your hand is called {quoted(name)}, did you mean {' or '.join(offered)}?")
    raise UnknownCardError(name, offered)
