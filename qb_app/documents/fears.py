"""What the enemy threatens most, as documents."""

from __future__ import annotations

from qb_app.documents.moves import MoveDocument, move_document
from qb_engine.card_hydrator import CardHydrator
from qb_engine.fear import Fear
from qb_engine.wording import odds


class FearDocument(MoveDocument):
    """A reply of the enemy that would cost you something."""

    in_hand: float
    """Probability that the enemy holds it, and so can make it."""
    odds: str
    """The same as a player says it: ``1 in 12``, from a fifth on ``62 %``."""
    margin: int
    """How it would change your margin; what costs you three points is -3."""
    sentence: str
    """What it would cost, with the odds: ``Reno on M4 would take the top lane (1 in 12).``"""


def fear_document(fear: Fear, hydrator: CardHydrator) -> FearDocument:
    return {
        **move_document(fear.move, hydrator),
        "in_hand": fear.in_hand,
        "odds": odds(fear.in_hand),
        "margin": fear.margin,
        "sentence": fear.sentence(hydrator),
    }
