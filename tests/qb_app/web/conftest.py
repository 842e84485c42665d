"""How tests talk to the interface: in this process, without a socket."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from qb_app.api import create_app
from qb_app.storage import Storage, open_storage
from qb_app.web.routers import PREFIX
from qb_app.web.settings import ApiSettings
from qb_engine.kernel import door as kernel

HOST = "http://127.0.0.1:8766"
EXAMPLE = "rebirth Y1,-,-,-,E1/Y1,-,-,E1,E1[008]/Y1,-,-,-,E1 Y turn=3 hand=001,007,020,008 ehand=?*4"
OPENING = ("hand security officer, levrikon, mu, elphadunk, grasslands wolf", "keep")
needs_kernel = pytest.mark.skipif(not kernel.available, reason="the kernel is not built (no compiler, or QBCOACH_PURE)")


class Api:
    """A client of one application; paths are those under /api/v1 unless they are asked for as they are."""

    def __init__(self, app: FastAPI, host: str = HOST) -> None:
        self.app = app
        self._loop = asyncio.new_event_loop()
        transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
        self._client = httpx.AsyncClient(transport=transport, base_url=host)

    def send(self, method: str, path: str, **options: Any) -> httpx.Response:
        return self._loop.run_until_complete(self._client.request(method, path, **options))

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self.send("GET", PREFIX + path, **options)

    def post(self, path: str, body: object = None, **options: Any) -> httpx.Response:
        return self.send("POST", PREFIX + path, json={} if body is None else body, **options)

    def put(self, path: str, body: object, **options: Any) -> httpx.Response:
        return self.send("PUT", PREFIX + path, json=body, **options)

    def delete(self, path: str, **options: Any) -> httpx.Response:
        return self.send("DELETE", PREFIX + path, **options)

    def begin(self, *lines: str, **setup: str) -> str:
        """A match with these entries; its id."""
        match_id = str(read(self.post("/matches", setup), 201)["id"])
        for line in lines:
            self.enter(match_id, line)
        return match_id

    def enter(self, match_id: str, text: str, **headers: str) -> Any:
        return read(self.post(f"/matches/{match_id}/commands", {"text": text}, headers=headers))

    def close(self) -> None:
        self._loop.run_until_complete(self._client.aclose())
        self._loop.close()


def read(response: httpx.Response, status: int = 200) -> Any:
    """The document of an answer that must have this status."""
    assert response.status_code == status, response.text
    return response.json()


def refused(response: httpx.Response, status: int, kind: str) -> str:
    """The sentence of a problem that must be of this kind."""
    problem = read(response, status)
    assert response.headers["content-type"] == "application/problem+json"
    assert (problem["type"], problem["status"]) == (f"urn:qbcoach:{kind}", status)
    return str(problem["detail"])


def events(text: str) -> list[tuple[str, Any]]:
    """Name and data of every event of a stream; comments are left out."""
    found = []
    for block in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if fields:
            found.append((fields["event"], json.loads(fields["data"])))
    return found


@pytest.fixture(scope="session")
def new_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database in which nothing is stored yet; copying it is quicker than making its tables again."""
    path = tmp_path_factory.mktemp("database") / "new.db"
    open_storage(str(path)).close()
    return path


@pytest.fixture
def storage(new_database: Path, tmp_path: Path) -> Iterator[Storage]:
    with open_storage(str(shutil.copy(new_database, tmp_path / "web.db"))) as opened:
        yield opened


@pytest.fixture
def api(storage: Storage) -> Iterator[Api]:
    client = Api(create_app(ApiSettings(), storage))
    yield client
    client.close()
