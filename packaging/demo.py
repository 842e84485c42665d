"""Makes the game that plays itself on the first screen of the page: ``python packaging/demo.py``.

It is a real one: against a level of the engine, with your moves as the coach advised them and what it said of each. The
same program makes the same game, so the file changes only when the coach does.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import httpx

from qb_app.api import create_app
from qb_app.storage import open_storage
from qb_app.web.settings import ApiSettings

Document = dict[str, Any]

FILE = Path(__file__).resolve().parents[1] / "page" / "src" / "lib" / "home" / "demo.json"
GAME = {"level": 4, "deck": "qbCoach: Red XIII rematch", "enemy_deck": "trevor-tan03 default deck", "seed": 9}
MOST_BYTES = 12_000
NOTHING_OF_THE_MOVE = ("is_won", "is_lost")
"""Kinds of reasons that tell how the game stands, and nothing of the move."""
_TOTALS = ("you", "enemy", "margin", "winner")
_SHOWN = {
    "card_placed": (),
    "token_spawned": (),
    "pawns_laid": (),
    "tile_captured": (),
    "pawns_undone": (),
    "power_changed": ("before", "after"),
    "card_destroyed": (),
}
"""Kinds of changes that can be seen on the board, and what has to be known of each besides its tile."""


def main() -> None:
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(to_text(asyncio.run(play())), encoding="utf-8")
    size = FILE.stat().st_size
    print(f"{FILE.name} {size / 1000:.1f} kB")
    if size > MOST_BYTES:
        sys.exit(f"{FILE.name} is larger than {MOST_BYTES} bytes")


def to_text(demo: Document) -> str:
    return json.dumps(demo, ensure_ascii=False, separators=(",", ":")) + "\n"


async def play(known: Sequence[str] = ()) -> Document:
    """The whole game. Your first moves may be ``known`` already: of those the coach is not asked again."""
    told: list[Document] = []
    with tempfile.TemporaryDirectory() as folder:
        storage = open_storage(f"{folder}/demo.db")
        transport = httpx.ASGITransport(app=create_app(ApiSettings(), storage))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8766/api/v1") as api:
            duel = await _post(api, "/duels", GAME)
            start = duel["board"]
            duel = await _post(api, f"/duels/{duel['id']}/decisions", {"text": "keep"})
            while duel["expects"] == "you":
                number = len(told)
                told.append({"move": known[number]} if number < len(known) else await _advice(api, duel["id"]))
                duel = await _post(api, f"/duels/{duel['id']}/decisions", {"text": told[-1]["move"]})
        storage.close()
    return _document(start, duel, told)


async def _post(api: httpx.AsyncClient, path: str, body: Document) -> Document:
    answer = await api.post(path, json=body)
    answer.raise_for_status()
    document: Document = answer.json()
    return document


async def _advice(api: httpx.AsyncClient, duel: str) -> Document:
    """The move that the coach would play, your chance with it, and the first thing that it says of it."""
    answer = await api.get(f"/duels/{duel}/advice", params={"top": 1}, timeout=120)
    best: Document = answer.raise_for_status().json()["moves"][0]
    reasons = sorted(best["reasons"], key=lambda reason: reason["kind"] in NOTHING_OF_THE_MOVE)
    says = reasons[0]["sentence"] if reasons else ""
    return {"move": best["move"], "chance": best["chance"]["text"].split(" (")[0].split(",")[0], "says": says}


def _document(start: Document, duel: Document, told: Iterable[Document]) -> Document:
    words = iter(told)
    board, steps = start, []
    for step in duel["steps"]:
        kinds = {change["kind"] for change in step["changes"]}
        if not kinds & {"card_placed", "passed"}:
            continue  # the opening hands
        placed: Document = next(
            (change["facts"]["card"] for change in step["changes"] if change["kind"] == "card_placed"), {}
        )
        steps.append(
            {
                "side": step["side"],
                "card": placed.get("card"),
                "tile": placed.get("tile"),
                **(next(words) if step["side"] == "Y" else {}),
                "changes": [_change(change) for change in step["changes"] if change["kind"] in _SHOWN],
                "board": _difference(board, step["board"]),
            }
        )
        board = step["board"]
    return {"game": GAME, "start": start, "telling": _telling(steps), "result": duel["result"], "steps": steps}


def _change(change: Document) -> Document:
    facts = change["facts"]
    tile = facts.get("tile") or facts["card"]["tile"]
    return {"kind": change["kind"], "facts": {"tile": tile, **{name: facts[name] for name in _SHOWN[change["kind"]]}}}


def _difference(before: Document, after: Document) -> Document:
    """What a board has that the one before had not."""
    return {
        "tiles": [new for old, new in zip(before["tiles"], after["tiles"], strict=True) if new != old],
        "lanes": [new for old, new in zip(before["lanes"], after["lanes"], strict=True) if new != old],
        **{name: after[name] for name in _TOTALS},
    }


def _telling(steps: Sequence[Document]) -> int:
    """The move that shows most by itself: the first of yours that destroys a card, else your last."""
    yours = [number for number, step in enumerate(steps) if step["side"] == "Y" and step["card"]]
    breaks = (number for number in yours if any(one["kind"] == "card_destroyed" for one in steps[number]["changes"]))
    return next(breaks, yours[-1])


if __name__ == "__main__":
    main()
