"""The soak can tell what is wrong: entries that are lost or doubled, faults, and a busy server that does not say so."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import httpx
import pytest

from bench.soak import memory_of
from bench.soak_client import Client, Findings
from qb_app.api import create_app
from qb_app.storage import open_storage
from qb_app.web.settings import ApiSettings
from tests.qb_app.web.conftest import needs_kernel

SERVER = "http://127.0.0.1:8766"


@needs_kernel
def test_a_good_server_passes_and_lost_and_doubled_entries_do_not(tmp_path: Path) -> None:
    findings = Findings()

    async def scene(app: httpx.ASGITransport) -> None:
        client = Client(1, 1, [SERVER], findings, app)
        while not (len(client.entries) and len(client.versions) > 1 and findings.refusals):
            await client.act()
        await client.compare()
        assert findings.faults == []
        path, entered = next(iter(client.entries.items()))
        entered.append("one that was acknowledged")
        await client.compare()
        assert findings.faults.pop() == f"{path}: {len(entered)} entries acknowledged, {len(entered) - 1} stored"
        entered[-2:] = []
        await client.compare()
        assert findings.faults.pop() == f"{path}: {len(entered)} entries acknowledged, {len(entered) + 1} stored"
        entered.append("another than was acknowledged")
        await client.compare()
        assert findings.faults.pop() == f"{path}: {len(entered)} entries acknowledged, {len(entered)} stored"
        entered[-1] = None
        game = next(iter(client.versions))
        client.versions[game] += 1
        await client.compare()
        assert findings.faults.pop().startswith(f"{game}: version ")
        assert findings.faults == []
        await client.close()

    with open_storage(str(tmp_path / "soak.db")) as storage:
        asyncio.run(scene(httpx.ASGITransport(create_app(ApiSettings(), storage))))
    assert {"enter", "bad request"} <= set(findings.seconds)


@pytest.mark.parametrize(
    ("status", "kind", "headers", "is_fault"),
    [
        (500, "fault", {}, True),
        (503, "storage", {"Retry-After": "2"}, True),
        (503, "too-busy", {}, True),
        (503, "too-busy", {"Retry-After": "2"}, False),
        (409, "not-now", {}, False),
        (400, None, {}, True),
    ],
)
def test_only_a_busy_server_that_says_when_to_come_again_may_be_unavailable(
    status: int, kind: str | None, headers: dict[str, str], is_fault: bool
) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        if kind is None:
            return httpx.Response(status, text="Invalid HTTP request received.")
        told = {"content-type": "application/problem+json", **headers}
        return httpx.Response(status, json={"type": f"urn:qbcoach:{kind}"}, headers=told)

    findings = Findings()

    async def scene() -> None:
        client = Client(1, 1, [SERVER], findings, httpx.MockTransport(answer))
        await client._ask("read", "GET", "/health")
        await client.close()

    asyncio.run(scene())
    assert bool(findings.faults) is is_fault


def test_memory_is_measured() -> None:
    assert 1 < memory_of(os.getpid()) < 10_000
