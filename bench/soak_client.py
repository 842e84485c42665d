"""A client of the soak: it does all that a page could, in an order of its seed, and knows what was acknowledged."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx

from bench.load import CARDS, line_without_move

POSITION = "rebirth Y1,-,-,-,E1/Y1,-,-,E1,E1[008]/Y1,-,-,-,E1 Y turn=3 hand=001,007,020,008 ehand=?*4"
LONGEST_MATCH = 40
RETRY_SECONDS = 0.1
DEAD_SECONDS = 0.5


@dataclass
class Findings:
    """What all clients saw."""

    seconds: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """Of each answer, by kind of request."""
    refusals: Counter[str] = field(default_factory=Counter)
    """Answers that are no success, by status and type."""
    broken_lines: int = 0
    """Requests without an answer, because the server was killed; each was repeated."""
    faults: list[str] = field(default_factory=list)
    """What must never be."""


class Client:
    """One client; ``servers`` are the addresses that it asks, one after the other."""

    def __init__(
        self,
        number: int,
        seed: int,
        servers: list[str],
        findings: Findings,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._name = f"soak-{number}"
        self._rng = Random(f"soak/{seed}/{number}")
        self._servers = servers
        self._findings = findings
        self._http = httpx.AsyncClient(timeout=120, headers={"QBCoach-Client": self._name}, transport=transport)
        self._sent = 0
        self._match: dict[str, Any] = {}
        self._duel: dict[str, Any] = {}
        self._fleet: dict[str, Any] = {}
        self.entries: dict[str, list[str | None]] = {}
        """Of each match, what was acknowledged; None where only the repetition was."""
        self.versions: dict[str, int] = {}
        """Of each game, the last that was told."""

    async def work(self, ends: asyncio.Event) -> None:
        while not ends.is_set():
            await self.act()

    async def act(self) -> None:
        """One of the things that clients do."""
        actions: list[tuple[Callable[[], Awaitable[None]], int]] = [
            *((self._enter, 12), (self._undo, 1), (self._read, 3), (self._list, 2), (self._move_along, 1)),
            *((self._decks, 1), (self._play_duel, 3), (self._play_fleet, 2)),
            *((self._advice, 2), (self._stream, 2), (self._leave_stream, 1), (self._misbehave, 2)),
        ]
        ways, weights = zip(*actions, strict=True)
        await self._rng.choices(ways, weights)[0]()

    async def compare(self) -> None:
        """Every acknowledged entry stands once, in its order, and nothing else does."""
        for path, entered in self.entries.items():
            text = (await self._must("export", "GET", f"{path}/export?format=jsonl")).text
            stored = [json.loads(line)["payload"]["text"] for line in text.splitlines()[1:]]
            fits = all(told in (None, kept) for told, kept in zip(entered, stored, strict=False))
            if len(stored) != len(entered) or not fits:
                self._findings.faults.append(f"{path}: {len(entered)} entries acknowledged, {len(stored)} stored")
        for path, version in self.versions.items():
            stored_version = (await self._must("read", "GET", path)).json()["version"]
            if stored_version != version:
                self._findings.faults.append(f"{path}: version {version} acknowledged, {stored_version} stored")

    async def close(self) -> None:
        await self._http.aclose()

    async def _enter(self) -> None:
        if not self._match or self._match["version"] >= LONGEST_MATCH:
            self._match = (await self._must("create match", "POST", "/matches", json={})).json()
            self.entries[self._path] = []
        await self._change("enter", f"{self._path}/commands", {"text": await self._next_line()})

    async def _undo(self) -> None:
        if self._match and self._match["can_undo"]:
            await self._change("undo", f"{self._path}/undo", {"times": 1})

    async def _read(self) -> None:
        if self._match:
            for part in ("", "/moves", "/prediction", "/share"):
                await self._ask("read", "GET", self._path + part)

    async def _list(self) -> None:
        page = (await self._must("list", "GET", "/matches?limit=50")).json()
        if page["next"]:
            await self._ask("list", "GET", f"/matches?limit=50&after={page['next']}")

    async def _move_along(self) -> None:
        """A match is taken out, and in again as another one."""
        if self._match and self.entries[self._path]:
            text = (await self._must("export", "GET", f"{self._path}/export?format=jsonl")).text
            await self._ask("import", "POST", "/matches/import", content=text, headers={"Content-Type": "text/plain"})

    async def _decks(self) -> None:
        path = f"/decks/{self._name}"
        await self._must("deck", "PUT", path, json={"cards": [*CARDS, *CARDS, "009"], "replace": True})
        await self._must("deck", "GET", "/decks")
        await self._ask("deck", "DELETE", path)

    async def _play_duel(self) -> None:
        if not self._duel or self._duel["expects"] == "over":
            self._duel = await self._begin("duel", "/duels", {"level": 1, "seed": self._rng.randrange(1_000)})
            return
        path = f"/duels/{self._duel['id']}"
        text = "keep"
        if self._duel["expects"] == "you":
            moves = (await self._must("duel", "GET", f"{path}/moves")).json()["moves"]
            text = self._rng.choice(moves)["command"]
        self._duel = await self._play_on("duel", path, "decisions", text) or self._duel

    async def _play_fleet(self) -> None:
        if not self._fleet or self._fleet["over"] or self._fleet["version"] > LONGEST_MATCH:
            small: dict[str, object] = {"seed": self._rng.randrange(1_000), "max_score": 10, "cost_limit": 300}
            self._fleet = await self._begin("fleet", "/fleet/games", small)
            return
        path = f"/fleet/games/{self._fleet['id']}"
        orders = (await self._must("fleet", "GET", f"{path}/orders")).json()["orders"]
        text = self._rng.choice(orders)["text"] if orders else "timeout"
        self._fleet = await self._play_on("fleet", path, "commands", text) or self._fleet

    async def _advice(self) -> None:
        await self._ask("quick advice", "POST", "/positions/advice", json={"position": POSITION, "quick": True})

    async def _stream(self) -> None:
        wanted = {"position": POSITION, "nodes": self._rng.randrange(20, 200)}
        answer = await self._ask("stream", "POST", "/positions/deep", json=wanted)
        if answer.status_code == 200 and "event: answer" not in answer.text:
            self._findings.faults.append(f"a stream ended without an answer: {answer.text[-200:]}")

    async def _leave_stream(self) -> None:
        """The client goes away while the answer is being made."""
        wanted = {"position": POSITION, "nodes": 100_000 + self._rng.randrange(100_000)}
        try:
            async with self._http.stream("POST", f"{self._server}/api/v1/positions/deep", json=wanted) as told:
                async for _ in told.aiter_lines():
                    break
        except httpx.TransportError:
            self._findings.broken_lines += 1

    async def _misbehave(self) -> None:
        for method, path, sent in (
            ("GET", "/matches/nosuchmatch", {}),
            ("POST", "/matches", {"content": b"{", "headers": {"Content-Type": "application/json"}}),
            ("DELETE", "/health", {}),
            ("POST", "/positions", {"json": {"position": "x" * self._rng.randrange(1, 2_000)}}),
            ("GET", "/health", {"headers": {"Host": "evil.example"}}),
        ):
            answer = await self._ask("bad request", method, path, **sent)
            if answer.status_code < 400:
                self._findings.faults.append(f"{method} {path} was answered with {answer.status_code}")

    @property
    def _path(self) -> str:
        return f"/matches/{self._match['id']}"

    @property
    def _server(self) -> str:
        return self._servers[self._sent % len(self._servers)]

    async def _next_line(self) -> str:
        match self._match["expects"]:
            case "you":
                return await self._any_move("?side=Y", "pass")
            case "enemy":
                return await self._any_move(f"?side=E&card={self._rng.choice(CARDS)}", "e pass")
        return line_without_move(self._match["expects"], self._rng)

    async def _any_move(self, query: str, otherwise: str) -> str:
        found = (await self._must("moves", "GET", f"{self._path}/moves{query}")).json()["moves"]
        placements = [move["command"] for move in found if move["tile"]]
        return str(self._rng.choice(placements or [otherwise]))

    async def _change(self, kind: str, path: str, body: dict[str, object]) -> None:
        """Change the match; what is refused, as a card that cannot be drawn, changes nothing."""
        answer = await self._ask(kind, "POST", path, json=body, headers=self._key())
        if answer.status_code == 200:
            outcome = answer.json()
            self._match = outcome["match"]
            self.entries[self._path].append(outcome["entered"])

    async def _begin(self, kind: str, path: str, body: dict[str, object]) -> dict[str, Any]:
        answer = await self._ask(kind, "POST", path, json=body, headers=self._key())
        game: dict[str, Any] = answer.json() if answer.status_code == 201 else {}
        if game:
            self.versions[f"{path}/{game['id']}"] = game["version"]
        return game

    async def _play_on(self, kind: str, path: str, part: str, text: str) -> dict[str, Any] | None:
        answer = await self._ask(kind, "POST", f"{path}/{part}", json={"text": text}, headers=self._key())
        if answer.status_code != 200:
            return None
        game: dict[str, Any] = answer.json()
        self.versions[path] = game["version"]
        return game

    def _key(self) -> dict[str, str]:
        return {"Idempotency-Key": f"{self._name}-{self._sent}"}

    async def _must(self, kind: str, method: str, path: str, **options: Any) -> httpx.Response:
        """An answer that cannot be refused, unless the server is busy; then it is asked for again."""
        while True:
            answer = await self._ask(kind, method, path, **options)
            if answer.is_success:
                return answer
            if answer.status_code not in (429, 503):
                raise RuntimeError(f"{method} {path}: {answer.status_code} {answer.text}")
            await asyncio.sleep(RETRY_SECONDS)

    async def _ask(self, kind: str, method: str, path: str, **options: Any) -> httpx.Response:
        """An answer, whatever it says; where the line breaks, the same is asked again until there is one."""
        self._sent += 1
        while True:
            began = time.perf_counter()
            try:
                answer = await self._http.request(method, f"{self._server}/api/v1{path}", **options)
            except httpx.TransportError:
                self._findings.broken_lines += 1
                await asyncio.sleep(DEAD_SECONDS)
                continue
            self._findings.seconds[kind].append(time.perf_counter() - began)
            self._judge(f"{method} {path}", answer)
            return answer

    def _judge(self, asked: str, answer: httpx.Response) -> None:
        """Only a desk or a server that is full may be unable to answer, and it says when to come again."""
        if answer.status_code < 400:
            return
        problem = answer.json() if answer.headers.get("content-type") == "application/problem+json" else {}
        kind = str(problem.get("type", "no problem document")).removeprefix("urn:qbcoach:")
        self._findings.refusals[f"{answer.status_code} {kind}"] += 1
        is_busy = answer.status_code == 503 and kind == "too-busy" and "retry-after" in answer.headers
        if not problem or (answer.status_code >= 500 and not is_busy):
            self._findings.faults.append(f"{asked}: {answer.status_code} {answer.text[:300]}")
