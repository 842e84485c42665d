"""Who asks, behind proxies too, and how much of one address is answered at once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from ipaddress import ip_network

import pytest
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from qb_app.web.clients import Clients, asking_address, household
from qb_app.web.settings import ApiSettings, ConnectionLimits
from tests.qb_app.web.asgi import Connection

PROXIES = (ip_network("10.0.0.1/32"), ip_network("172.18.0.0/16"), ip_network("2001:db8:1::/48"))


@pytest.mark.parametrize(
    ("peer", "headers", "expected"),
    [
        ("192.0.2.9", {}, "192.0.2.9"),
        ("192.0.2.9", {"x-forwarded-for": "198.51.100.1"}, "192.0.2.9"),
        ("10.0.0.1", {}, "10.0.0.1"),
        ("10.0.0.1", {"x-forwarded-for": "198.51.100.1"}, "198.51.100.1"),
        ("10.0.0.1", {"x-forwarded-for": "1.1.1.1, 198.51.100.1"}, "198.51.100.1"),
        ("10.0.0.1", {"x-forwarded-for": "1.1.1.1, 198.51.100.1, 172.18.3.4"}, "198.51.100.1"),
        ("10.0.0.1", {"x-forwarded-for": "198.51.100.1:4711"}, "198.51.100.1"),
        ("::ffff:10.0.0.1", {"x-forwarded-for": "198.51.100.1"}, "198.51.100.1"),
        ("2001:db8:1::5", {"x-forwarded-for": "2001:db8:2::7"}, "2001:db8:2::7"),
        ("10.0.0.1", {"forwarded": "for=198.51.100.1"}, "198.51.100.1"),
        ("10.0.0.1", {"forwarded": 'for=1.1.1.1, proto=http;For="[2001:db8:2::7]:47"'}, "2001:db8:2::7"),
        ("10.0.0.1", {"forwarded": "for=198.51.100.1", "x-forwarded-for": "198.51.100.1"}, "198.51.100.1"),
        # A client can invent the header that its proxy does not set; it gains nothing by it.
        ("10.0.0.1", {"forwarded": "for=1.1.1.1", "x-forwarded-for": "198.51.100.1"}, "10.0.0.1"),
        ("10.0.0.1", {"forwarded": "for=unknown", "x-forwarded-for": "198.51.100.1"}, "10.0.0.1"),
        ("10.0.0.1", {"x-forwarded-for": "198.51.100.1, somebody"}, "10.0.0.1"),
        ("10.0.0.1", {"x-forwarded-for": ""}, "10.0.0.1"),
        ("10.0.0.1", {"x-forwarded-for": "172.18.0.7"}, "10.0.0.1"),
        ("10.0.0.1", {"forwarded": "proto=http"}, "10.0.0.1"),
    ],
)
def test_only_proxies_that_are_named_say_for_whom_they_ask(peer: str, headers: dict[str, str], expected: str) -> None:
    assert asking_address(peer, Headers(headers), PROXIES) == expected


def test_headers_that_come_several_times_are_one_list() -> None:
    raw = [(b"x-forwarded-for", b"1.1.1.1"), (b"x-forwarded-for", b"198.51.100.1")]
    assert asking_address("10.0.0.1", Headers(raw=raw), PROXIES) == "198.51.100.1"


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("192.0.2.9", "192.0.2.9"),
        ("::ffff:192.0.2.9", "192.0.2.9"),
        ("2001:db8:2:3:aaaa::1", "2001:db8:2:3::/64"),
        ("2001:db8:2:3:bbbb::2", "2001:db8:2:3::/64"),
        ("nobody", "unknown"),
    ],
)
def test_limits_are_counted_by_what_a_client_cannot_choose(host: str, expected: str) -> None:
    assert household(host) == expected


Play = Callable[[Callable[..., Connection], AsyncExitStack], Awaitable[None]]


def play(scene: Play, settings: ApiSettings) -> None:
    """A scene with requests that stay under way until their client leaves."""

    async def held(scope: Scope, receive: Receive, send: Send) -> None:
        await PlainTextResponse(scope["client"][0])(scope, receive, send)
        while (await receive())["type"] != "http.disconnect":
            pass

    app = Clients(held, settings)

    def asked(address: str, **headers: str) -> Connection:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        return Connection(app, "GET", "/", sent, client=address)

    async def scened() -> None:
        async with AsyncExitStack() as stack:
            await scene(asked, stack)

    asyncio.run(scened())


def test_too_many_requests_of_one_address_are_refused_and_others_are_not() -> None:
    async def scene(asked: Callable[..., Connection], stack: AsyncExitStack) -> None:
        async def status_of(address: str) -> tuple[int, dict[str, str]]:
            return await (await stack.enter_async_context(asked(address))).start()

        first = await stack.enter_async_context(asked("192.0.2.1"))
        assert (await first.start())[0] == 200
        for _ in range(2):
            assert (await status_of("192.0.2.1"))[0] == 200
        status, headers = await status_of("192.0.2.1")
        assert (status, headers["content-type"]) == (429, "application/problem+json")
        assert int(headers["retry-after"]) > 0
        for _ in range(2):
            assert (await status_of("192.0.2.2"))[0] == 200
        status, headers = await status_of("192.0.2.3")
        assert (status, headers["content-type"]) == (503, "application/problem+json")
        assert int(headers["retry-after"]) > 0
        first.disconnect()
        await first.task
        assert (await status_of("192.0.2.1"))[0] == 200, "one of them is answered"

    play(scene, ApiSettings(connections=ConnectionLimits(per_address=3, most=5)))


def test_behind_a_proxy_each_client_counts_for_itself() -> None:
    async def scene(asked: Callable[..., Connection], stack: AsyncExitStack) -> None:
        for number, expected in (("1", 200), ("1", 200), ("1", 429), ("2", 200)):
            request = asked("10.0.0.1", x_forwarded_for=f"198.51.100.{number}")
            connection = await stack.enter_async_context(request)
            assert (await connection.start())[0] == expected
            if expected == 200:
                assert await connection.body() == f"198.51.100.{number}".encode()

    play(scene, ApiSettings(connections=ConnectionLimits(per_address=2), trusted_proxies=PROXIES))
