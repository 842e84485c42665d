"""The cards a user looks for."""

from __future__ import annotations

from gamekit.quoting import quoted
from qb_app.errors import InputError
from qb_engine.card_hydrator import CardHydrator, normalised
from qb_engine.effect_text import card_sentence
from qb_engine.models import REPLACE, Card

RANKS = ("1", "2", "3", REPLACE)


def find_cards(hydrator: CardHydrator, search: str, rank: str | None, *, tokens: bool) -> list[Card]:
    """Cards whose name or sentence holds the text; tokens only when asked for, and then nothing else."""
    if rank is not None and rank not in RANKS:
        raise InputError(f"{quoted(rank)} is no rank of a card, ranks are {', '.join(RANKS)}")
    wanted = normalised(search)
    return [
        card
        for card in hydrator.all()
        if card.token == tokens
        and rank in (None, str(card.rank))
        and (wanted in normalised(card.name) or wanted in normalised(card_sentence(card, hydrator)))
    ]
