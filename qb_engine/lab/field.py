"""A field: the decks that a deck has to hold against, with weights, and what is asked of it there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import exp

from qb_engine.lab.rungs import Cards

MOST_DECKS = 40
USUAL_DECKS = 7
"""As many as the library has; numbers of deals are told for a field of that size."""
_SHARPNESS = 8.0
"""Of the mean that stands for the worst while few games are played."""


class Objective(StrEnum):
    MEAN = "mean"
    """The mean over the field by its weights."""
    WORST = "worst"
    """The points against the deck that does best."""
    EQUILIBRIUM = "equilibrium"
    """The mean over the mixture of the field's decks that none of them exploits."""


@dataclass(frozen=True, slots=True)
class FieldDeck:
    name: str
    cards: Cards
    weight: float
    """Part of the field; all weights sum to 1."""


@dataclass(frozen=True, slots=True)
class Field:
    """A named set of decks with weights."""

    name: str
    decks: tuple[FieldDeck, ...]
    about: str = ""
    """Where it comes from, in a sentence."""
    guessed: bool = False
    """Whether the decks are inferred from cards seen and not known."""

    @staticmethod
    def of(name: str, decks: Sequence[tuple[str, Cards, float]], about: str = "", *, guessed: bool = False) -> Field:
        """With weights scaled to sum 1."""
        total = sum(weight for _, _, weight in decks)
        scaled = tuple(FieldDeck(title, cards, weight / total) for title, cards, weight in decks)
        return Field(name, scaled, about, guessed)

    @property
    def cards(self) -> list[Cards]:
        """Its decks, without names and weights."""
        return [deck.cards for deck in self.decks]

    def weighed(self, weights: Sequence[float]) -> Field:
        """The same decks with other weights; those without any are left out."""
        found = [(deck.name, deck.cards, weight) for deck, weight in zip(self.decks, weights, strict=True) if weight]
        return replace(self, decks=Field.of(self.name, found).decks)

    def deals(self, usual: int) -> int:
        """So many deals that a figure rests on about as many games, however many decks there are."""
        return max(1, round(usual * USUAL_DECKS / len(self.decks)))

    def mean(self, shares: Sequence[float]) -> float:
        """Of a share against each deck."""
        return sum(deck.weight * share for deck, share in zip(self.decks, shares, strict=True))


def worth(field: Field, objective: Objective, shares: Sequence[float]) -> float:
    """What a deck with these shares is worth to the search.

    Of few games the smallest share is mostly bad luck, so the worst counts as a mean that leans to the small shares.
    """
    if objective is not Objective.WORST:
        return field.mean(shares)
    leanings = [exp(-_SHARPNESS * share) for share in shares]
    return sum(leaning * share for leaning, share in zip(leanings, shares, strict=True)) / sum(leanings)
