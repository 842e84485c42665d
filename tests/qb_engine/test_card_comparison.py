"""Cards compared with rows of the card data: no field of any card can differ unnoticed."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from qb_engine.card_comparison import difference
from qb_engine.card_hydrator import CardHydrator, card_data
from qb_engine.card_schema import parse_card
from qb_engine.models import Card

CHANGES: dict[str, Callable[[Card], Any]] = {
    "name": lambda card: card.name + "!",
    "rank": lambda card: 1 if card.rank == 2 else 2,
    "power": lambda card: card.power + 1,
    "legendary": lambda card: not card.legendary,
    "token": lambda card: not card.token,
    "pawns": lambda card: card.pawns[1:] or ((2, 2),),
    "affects": lambda card: card.affects[1:] or ((2, 2),),
    "abilities": lambda card: card.abilities[1:] or CardHydrator()["009"].abilities * 2,
}


@pytest.mark.parametrize("field", CHANGES)
def test_no_field_of_any_card_can_be_changed_unnoticed(field: str) -> None:
    rows = {row["id"]: row for row in json.loads(card_data())}
    for card in CardHydrator():
        changed = replace(card, **{field: CHANGES[field](card)})
        told = {"abilities": "effect"}.get(field, field)
        assert str(difference(changed, rows[card.id])).startswith(f"field {told}"), card
        assert difference(card, rows[card.id]) is None


def test_a_row_may_leave_out_what_is_empty_and_order_a_pattern_freely() -> None:
    row = {"id": "x1", "name": "X", "rank": "replace", "power": 2, "pawns": [[1, 0], [0, 1]]}
    assert difference(parse_card(row), row) is None
    assert difference(parse_card(row), {**row, "token": True}) == "field token: is false, the card data say true"
