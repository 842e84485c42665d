"""Where a card differs from its row of the card data: the card is written as JSON again and compared field by field."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from qb_engine.effects import Operation, operation_name
from qb_engine.models import Card


def difference(card: Card, row: Mapping[str, Any]) -> str | None:
    """The first field in which the card is not what the row says, in words."""
    patterns = {field: sorted(row.get(field, [])) for field in ("pawns", "affects")}  # their order is free
    has, says = _written(card), {**row, **patterns}
    return None if has == says else _difference("", has, says)


def _written(card: Card) -> dict[str, Any]:
    row: dict[str, Any] = _plain(card)
    abilities = row.pop("abilities")
    row["effect"] = {"abilities": abilities} if abilities else None
    return row


def _plain(value: Any) -> Any:
    """The value as JSON has it."""
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    fields = {field: _plain(getattr(value, field)) for field in value.__dataclass_fields__}
    return {"type": operation_name(value), **fields} if isinstance(value, Operation) else fields


def _difference(field: str, has: Any, says: Any) -> str | None:
    if isinstance(has, dict) and isinstance(says, dict):
        keys = [key for key in {**says, **has} if key in says or has[key]]  # a row may leave out what is empty
        parts = [(f"{field}.{key}", has.get(key), says.get(key)) for key in keys]
    elif _comparable_one_by_one(has, says):
        parts = [(f"{field}[{number}]", *pair) for number, pair in enumerate(zip(has, says, strict=True))]
    elif has == says:
        return None
    else:
        return f"field {field.lstrip('.')}: is {json.dumps(has)}, the card data say {json.dumps(says)}"
    return next(filter(None, (_difference(*part) for part in parts)), None)


def _comparable_one_by_one(has: Any, says: Any) -> bool:
    """Whether these are lists of as many objects; a pattern is shown whole."""
    both = isinstance(has, list) and isinstance(says, list)
    return both and len(has) == len(says) and all(isinstance(item, dict) for item in (*has, *says))
