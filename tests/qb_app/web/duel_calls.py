"""How tests begin and play a game against the engine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from tests.qb_app.web.caller import Caller
from tests.qb_app.web.conftest import needs_kernel

pytestmark = needs_kernel


def begin(api: Caller, **options: object) -> Any:
    return api.ok("POST", "/duels", {"level": 1, "seed": 3, **options})


def decide(api: Caller, duel: Any, text: str, **headers: str) -> Any:
    return api.ok("POST", f"/duels/{duel['id']}/decisions", {"text": text}, **headers)


def play_out(api: Caller, duel: Any, rng: Random) -> Iterator[Any]:
    """The duel after each decision of a person who keeps the hand and then plays anything, to the end."""
    while duel["expects"] != "over":
        text = "keep"
        if duel["expects"] == "you":
            moves = api.ok("GET", f"/duels/{duel['id']}/moves")["moves"]
            text = rng.choice(moves[:-1] or moves)["command"]
        duel = decide(api, duel, text)
        yield duel


def without_id(document: Any) -> str:
    return json.dumps({**document, "id": ""})
