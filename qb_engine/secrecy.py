"""The one gate where secrets are stripped: what a side cannot see is taken out of its view of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamekit.sides import BySide
from qb_engine.deck import Deck
from qb_engine.geometry import Side
from qb_engine.models import HIDDEN, HIDDEN_CARD

if TYPE_CHECKING:
    from qb_engine.game_state import GameState


def strip_secrets(view: GameState, side: Side) -> None:
    """Turn ``view``, a copy of a game, into what that side may know.

    Tokens in the other hand stay, for everyone saw them come. The own deck is known as a set and lies in id order.
    """
    other = side.other
    view.hands[other].cards = sorted(
        (card if card.token else HIDDEN_CARD for card in view.hands[other].cards), key=lambda card: card.id
    )
    rests = {side: sorted(view.decks[side].remaining()), other: [HIDDEN] * len(view.decks[other])}
    view.decks = BySide(Deck(rests[Side.YOU], size=None), Deck(rests[Side.ENEMY], size=None))
    view.seed = None
    view.forget_randomness()
    view.log = [entry.seen_by(side) for entry in view.log]
