"""Which cards of an opening hand to exchange, in words."""

from __future__ import annotations

from collections.abc import Sequence

from qb_engine.models import Card


def mulligan_words(cards: Sequence[tuple[int, Card]]) -> str:
    """Which cards to exchange, each given with its place in hand."""
    if not cards:
        return "Keep this hand: every card can be placed in the first turns."
    named = ", ".join(card.name for _, card in cards)
    numbers = " ".join(str(number) for number, _ in cards)
    return f"Exchange {named} (mulligan {numbers})."
