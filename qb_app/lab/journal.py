"""Runs of the lab in the storage: what was played is kept, so that the same question goes on where it was left."""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Collection
from typing import Any

from qb_app.errors import InputError
from qb_app.storage import ConflictError, NewEntry, StoredGame
from qb_app.storage.records import Document
from qb_app.storage.stores import GameStore

KIND = "lab"
TOGETHER = 16
"""Tasks of a few tenths of a second that are stored at once; a run that ends sooner leaves nothing behind."""
MOST_RUNS = 50
"""So many are kept: those of which something was stored last."""
TASKS, END, ANSWER = "tasks", "end", "answer"


class StoredJournal:
    """The journal of one run; ``key`` says all that its results depend on."""

    def __init__(self, games: GameStore, key: str, question: Document, now: Callable[[], str]) -> None:
        self._games, self._key, self._question, self._now = games, key, question, now
        self._known: dict[int, tuple[str, bytes]] = {}
        self._fresh: list[tuple[int, str, bytes]] = []
        self._version = 0
        self.run_id: str | None = None
        """Of what is stored; None while nothing is."""
        self.end: int | None = None
        """The games after which a search that had a time came to its end."""
        self.answer: Document | None = None
        known = games.made_with(KIND, key)
        if known is not None:
            self._take(games.read(KIND, known.game_id))

    @property
    def begun(self) -> bool:
        """Whether it goes on with what was played before."""
        return bool(self._known)

    def find(self, number: int, digest: str) -> bytes | None:
        known = self._known.get(number)
        return known[1] if known is not None and known[0] == digest else None

    def add(self, number: int, digest: str, result: bytes) -> None:
        self._fresh.append((number, digest, result))
        if len(self._fresh) >= TOGETHER:
            self.flush()

    def create(self, spared: Collection[str] = ()) -> str:
        """Store the question, if it is not there yet; the id of the run.

        Where there are too many runs, old ones make room, but none of those that are spared.
        """
        if self.run_id is None:
            info = self._games.create(KIND, self._question, key=self._key, at=self._now())
            self.run_id, self._version = info.game_id, info.version
            self._prune({self.run_id, *spared})
        return self.run_id

    def flush(self) -> None:
        """Store what was played since the last time."""
        if self._fresh:
            fresh, self._fresh = self._fresh, []
            self._store(TASKS, _packed(fresh))

    def end_after(self, games: int) -> None:
        """Note where a search that had a time came to its end, so that it ends there when it is repeated."""
        if self.end is None:
            self.end = games
            if self.run_id is not None or self._fresh:
                self._store(END, {"games": games})

    def close_with(self, answer: Document) -> None:
        self.flush()
        if self.answer is None:
            self.answer = answer
            self._store(ANSWER, answer, result="finished")

    def _store(self, kind: str, payload: Document, result: str | None = None) -> None:
        run_id = self.create()
        try:
            self._version = self._games.append(
                KIND, run_id, [NewEntry(kind, payload)], result, expected=self._version, at=self._now()
            )
        except ConflictError:
            raise InputError(
                "another program plays the same run just now; wait for it, or ask with another seed"
            ) from None

    def _take(self, stored: StoredGame) -> None:
        self.run_id, self._version = stored.info.game_id, stored.info.version
        for entry in stored.entries:
            if entry.kind == TASKS:
                self._known.update(_unpacked(entry.payload))
            elif entry.kind == END:
                self.end = int(str(entry.payload["games"]))
            elif entry.kind == ANSWER:
                self.answer = entry.payload

    def _prune(self, spared: Collection[str]) -> None:
        runs = self._games.games(KIND, limit=2 * MOST_RUNS)
        for old in sorted(runs, key=lambda info: info.updated_at, reverse=True)[MOST_RUNS:]:
            if old.game_id not in spared:
                self._games.delete(KIND, old.game_id)


def _packed(tasks: list[tuple[int, str, bytes]]) -> Document:
    body = zlib.compress(b"".join(result for _, _, result in tasks), 9)
    return {
        "tasks": [[number, digest, len(result)] for number, digest, result in tasks],
        "results": b64encode(body).decode("ascii"),
    }


def _unpacked(payload: Document) -> dict[int, tuple[str, bytes]]:
    told: Any = payload
    body, begin, found = zlib.decompress(b64decode(told["results"])), 0, {}
    for number, digest, length in told["tasks"]:
        found[number] = (digest, body[begin : begin + length])
        begin += length
    return found
