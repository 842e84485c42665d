"""What the players of a measurement know of each other's decks."""

from __future__ import annotations

from enum import StrEnum

from gamekit.sides import BySide
from qb_engine import CardHydrator, Side
from qb_engine.deck_belief import DeckBelief, EqualBelief, EvidenceBelief
from qb_engine.models import CardId
from qb_engine.opponents import archetypes

Decks = BySide[tuple[CardId, ...]]


class Knowledge(StrEnum):
    """The decks themselves, or what is believed of them."""

    KNOWN = "known"
    EQUAL = "equal"
    EVIDENCE = "evidence"

    def told(self, decks: Decks) -> dict[Side, tuple[CardId, ...]]:
        """What players are told of the decks: both, or none."""
        return {side: decks[side] for side in Side} if self is Knowledge.KNOWN else {}

    def belief(self, hydrator: CardHydrator) -> DeckBelief:
        """How they guess a deck that they were not told."""
        if self is Knowledge.EVIDENCE:
            return EvidenceBelief(hydrator, archetypes(hydrator, None))
        return EqualBelief(hydrator)
