"""Calls in one line: the document of what must succeed, the sentence of what must be refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import httpx

from qb_app.api import create_app
from qb_app.storage import GameStore, NewEntry, Storage
from qb_app.web.routers import PREFIX
from qb_app.web.settings import ApiSettings
from tests.qb_app.web.conftest import Api, read


class Caller(Api):
    """A client of an application over one storage; paths are those under /api/v1."""

    def __init__(self, storage: Storage, settings: ApiSettings | None = None) -> None:
        super().__init__(create_app(settings or ApiSettings(), storage))
        self.storage = storage

    def __call__(self, method: str, path: str, body: object = None, **headers: str) -> httpx.Response:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        given: dict[str, Any] = {} if body is None else {"json": body}
        return self.send(method, PREFIX + path, headers=sent, **given)

    def ok(self, method: str, path: str, body: object = None, **headers: str) -> Any:
        """The document of a call that must succeed."""
        answer = self(method, path, body, **headers)
        return read(answer, 201 if answer.status_code == 201 else 200)

    def refused(self, status: int, method: str, path: str, body: object = None, **headers: str) -> str:
        """The sentence of a call that must be refused with this status."""
        answer = self(method, path, body, **headers)
        problem = read(answer, status)
        assert answer.headers["content-type"] == "application/problem+json"
        assert problem["status"] == status
        return str(problem["detail"])


@contextmanager
def calling(storage: Storage, settings: ApiSettings | None = None) -> Iterator[Caller]:
    caller = Caller(storage, settings)
    try:
        yield caller
    finally:
        caller.close()


class Meddler:
    """A store of games in which another writer comes first, once, right before an entry is stored."""

    def __init__(self, games: GameStore, entry: NewEntry) -> None:
        self._games = games
        self._entry: NewEntry | None = entry

    def append(self, kind: str, game_id: str, entries: Sequence[NewEntry], **options: Any) -> int:
        if self._entry is not None:
            entry, self._entry = self._entry, None
            expected = options["expected"]
            self._games.append(kind, game_id, [entry], expected=expected, at=options["at"])
        return self._games.append(kind, game_id, entries, **options)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._games, name)
