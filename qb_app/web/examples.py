"""Examples for the description of the interface, made from schemas, so that none can be out of date."""

from __future__ import annotations

from typing import Any

from qb_app.asking.positions import EXAMPLE_POSITION

_BY_NAME: dict[str, Any] = {
    "id": "k3v9x2ab",
    "card": "008",
    "tile": "MID-3",
    "source": "MID-2",
    "position": EXAMPLE_POSITION,
    "ruleset": "rebirth",
    "opponent": "Red XIII Shinra-8",
    "title": "against Red XIII Shinra-8",
    "command": "008 MID-3",
    "move": "008 MID-3",
    "name": "Grasslands Wolf",
    "text": "Grasslands Wolf MID-3",
    "at": "2026-01-01T12:00:00.000+00:00",
    "created_at": "2026-01-01T12:00:00.000+00:00",
    "updated_at": "2026-01-01T12:00:00.000+00:00",
    "branch": "main",
    "version": 3,
    "result": "Y 12-7",
    "format": "qbcoach-1",
}
_IN_LISTS: dict[str, Any] = {
    **dict.fromkeys(("hand", "cards", "unseen", "deck", "known", "enemy_likely", "enemy_played"), "008"),
    "enemy_hand": "?",
    "lines": "You play Grasslands Wolf on M3.",
    "changes": "Grasslands Wolf is placed on M3",
}
_DEEPEST = 12


def example_of(schema: dict[str, Any], document: dict[str, Any], name: str = "", depth: int = 0) -> Any:
    """A value that fits the schema; known names get values that mean something."""
    if "$ref" in schema:
        target = schema["$ref"].rpartition("/")[2]
        return example_of(document["components"]["schemas"][target], document, name, depth)
    for key in ("example", "const", "default"):
        if schema.get(key) is not None:
            return schema[key]
    if schema.get("examples"):
        return schema["examples"][0]
    if "enum" in schema:
        return schema["enum"][0]
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return None if depth > _DEEPEST else example_of(schema[key][0], document, name, depth + 1)
    return _plain(schema, document, name, depth)


def _plain(schema: dict[str, Any], document: dict[str, Any], name: str, depth: int) -> Any:
    match schema.get("type"):
        case "object":
            extra = schema.get("additionalProperties")
            if isinstance(extra, dict) and not schema.get("properties"):
                return {"008": example_of(extra, document, "", depth + 1)}
            properties = schema.get("properties", {})
            return {key: example_of(part, document, key, depth + 1) for key, part in properties.items()}
        case "array":
            return _list(schema, document, name, depth)
        case "string":
            known = _BY_NAME.get(name)
            return known if isinstance(known, str) else "…"
        case "integer":
            known = _BY_NAME.get(name)
            return known if isinstance(known, int) else max(1, int(schema.get("minimum", 1)))
        case "number":
            return 0.5
        case "boolean":
            return False
        case "null":
            return None
    return {}


def _list(schema: dict[str, Any], document: dict[str, Any], name: str, depth: int) -> list[Any]:
    items = schema.get("items", {})
    if depth > _DEEPEST:
        return []
    if items.get("type") == "string" and name in _IN_LISTS:
        return [_IN_LISTS[name]]
    prefix = schema.get("prefixItems")
    if prefix is not None:
        return [example_of(part, document, name, depth + 1) for part in prefix]
    return [example_of(items, document, name, depth + 1)]
