"""Documents as text."""

from __future__ import annotations

import json

from gamekit.quoting import escaped_by


def to_json(document: object, *, indent: int | None = 2) -> str:
    """Readable in every language; what a terminal would obey stands there as ``\\u009b``."""
    return safe_json(json.dumps(document, ensure_ascii=False, indent=indent))


def safe_json(text: str) -> str:
    """The same JSON, with every control character in its strings written out."""
    return escaped_by(lambda letter: json.dumps(letter)[1:-1], text, keep="\n")
