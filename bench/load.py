"""Many players at once: ``python -m bench.load``.

Fifty clients enter matches of their own over loopback, each waiting for an answer before its next entry, while two deep
analyses run without a break. At the end every acknowledged entry must be in its match, once, in order.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx

from bench.running_coach import running_coach

CLIENTS = 50
ENTRIES = 20
ANALYSES = 2
HAND = "hand queen bee, archdragon, mu, crawler, zu"
CARDS = ("001", "005", "007", "008", "012", "019", "020")
DEEP_NODES = 400_000


def line_without_move(expects: str, rng: Random) -> str:
    """What can be entered where a match waits for something else than a move."""
    match expects:
        case "hand":
            return HAND
        case "mulligan":
            return "keep"
        case "draw" | "new cards":
            return f"draw {rng.choice(CARDS)}"
    return f"note {rng.random()}"


@dataclass
class Load:
    """What the clients saw."""

    seconds: list[float] = field(default_factory=list)
    """Of each entry, from sending to the answer."""
    entered: dict[str, list[str]] = field(default_factory=dict)
    """What was acknowledged, for each match."""
    errors: list[str] = field(default_factory=list)
    analyses: int = 0


class Player:
    """One client with a match of its own."""

    def __init__(self, client: httpx.AsyncClient, number: int, load: Load) -> None:
        self._client = client
        self._number = number
        self._load = load
        self._rng = Random(f"load/{number}")
        self._path = ""
        self._match: dict[str, Any] = {}

    async def play(self, entries: int) -> None:
        headers = {"QBCoach-Client": f"player-{self._number}"}
        created = await self._client.post("/api/v1/matches", json={}, headers=headers)
        self._match = created.raise_for_status().json()
        self._path = f"/api/v1/matches/{self._match['id']}"
        self._load.entered[self._path] = []
        for number in range(entries):
            await self._enter(await self._next(), number)

    async def _next(self) -> str:
        match self._match["expects"]:
            case "you":
                return await self._move({"side": "Y"})
            case "enemy":
                return await self._move({"side": "E", "card": self._rng.choice(CARDS)})
        return line_without_move(self._match["expects"], self._rng)

    async def _move(self, query: dict[str, str]) -> str:
        answer = await self._client.get(f"{self._path}/moves", params=query)
        placements = [move["command"] for move in answer.raise_for_status().json()["moves"] if move["tile"]]
        return str(self._rng.choice(placements or ["pass" if query["side"] == "Y" else "e pass"]))

    async def _enter(self, text: str, number: int) -> None:
        start = time.perf_counter()
        answer = await self._client.post(
            f"{self._path}/commands", json={"text": text}, headers={"Idempotency-Key": f"{self._number}-{number}"}
        )
        self._load.seconds.append(time.perf_counter() - start)
        if answer.status_code != 200:
            self._load.errors.append(f"{text}: {answer.status_code} {answer.text}")
            return
        outcome = answer.json()
        self._match = outcome["match"]
        self._load.entered[self._path].append(outcome["entered"])


async def analyse(client: httpx.AsyncClient, number: int, load: Load, stop: asyncio.Event) -> None:
    """One deep analysis after another until the players are done."""
    headers = {"QBCoach-Client": f"analyst-{number}"}
    created = (await client.post("/api/v1/matches", json={}, headers=headers)).raise_for_status().json()
    path = f"/api/v1/matches/{created['id']}"
    for text in (HAND, "keep"):
        (await client.post(f"{path}/commands", json={"text": text})).raise_for_status()
    nodes = DEEP_NODES + number
    while not stop.is_set():
        nodes += ANALYSES  # another budget each time, so that nothing is answered from memory
        async with client.stream("GET", f"{path}/deep", params={"nodes": nodes}, headers=headers) as stream:
            told = [line async for line in stream.aiter_lines() if line.startswith("event:")]
        if told[-1] != "event: answer":
            load.errors.append(f"a deep analysis ended with '{told[-1]}'")
        load.analyses += 1


async def run_clients(url: str, clients: int, entries: int) -> tuple[Load, float]:
    load, stop = Load(), asyncio.Event()
    limits = httpx.Limits(max_connections=clients + ANALYSES + 1)
    async with httpx.AsyncClient(base_url=url, timeout=120, limits=limits) as client:
        analysts = [asyncio.create_task(analyse(client, number, load, stop)) for number in range(ANALYSES)]
        start = time.perf_counter()
        await asyncio.gather(*(Player(client, number, load).play(entries) for number in range(clients)))
        wall = time.perf_counter() - start
        stop.set()
        await asyncio.gather(*analysts)
        await _compare(client, load)
    return load, wall


async def _compare(client: httpx.AsyncClient, load: Load) -> None:
    """Every acknowledged entry stands in its match, in order, and nothing else does."""
    for path, entered in load.entered.items():
        log = (await client.get(path)).raise_for_status().json()["log"]
        if [entry["command"] for entry in log] != entered:
            load.errors.append(f"{path} holds {len(log)} entries, {len(entered)} were acknowledged")


def report(load: Load, wall: float, clients: int) -> None:
    ordered = sorted(load.seconds)
    p95 = ordered[int(0.95 * (len(ordered) - 1))]
    kept = sum(map(len, load.entered.values()))
    print(f"load\n  {clients} clients, {len(ordered)} entries in {wall:.1f} s beside {load.analyses} deep analyses")
    print(f"  an entry: median {1000 * statistics.median(ordered):.0f} ms, p95 {1000 * p95:.0f} ms")
    print(f"  {len(load.errors)} errors; {kept} entries acknowledged, all of them in their matches: {not load.errors}")
    for error in load.errors[:5]:
        print(f"    {error}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=CLIENTS)
    parser.add_argument("--entries", type=int, default=ENTRIES)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, running_coach(Path(folder)) as url:
        load, wall = asyncio.run(run_clients(url, options.clients, options.entries))
    report(load, wall, options.clients)
    return 1 if load.errors else 0


if __name__ == "__main__":
    raise SystemExit(main())
