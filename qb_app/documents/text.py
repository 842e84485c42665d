"""Documents as text."""

from __future__ import annotations

import json


def to_json(document: object) -> str:
    return json.dumps(document, ensure_ascii=False, indent=2)
