"""Who asks: the address of a client, behind proxies too, and how much of one address is answered at once."""

from __future__ import annotations

import ipaddress
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from http import HTTPStatus
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from qb_app.web.problems import RETRY_SECONDS, ApiError, problem_answer
from qb_app.web.settings import ApiSettings

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
UNKNOWN = "unknown"
_HOUSEHOLD_BITS = 64
"""Of an IPv6 address: whoever has one has all that begin so."""
_FORWARDED_FOR = re.compile(r'(?:^|;)\s*for="?([^";]*)"?', re.IGNORECASE)

too_many = partial(ApiError, HTTPStatus.TOO_MANY_REQUESTS, "too-many", headers={"Retry-After": str(RETRY_SECONDS)})
full = partial(ApiError, HTTPStatus.SERVICE_UNAVAILABLE, "too-busy")


def read_address(text: str) -> Address | None:
    """The address in one part of a header, with or without a port; None where there is none."""
    host, bracket, _ = text.strip().removeprefix("[").partition("]")
    if not bracket and host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def household(host: str) -> str:
    """What limits are counted by: an IPv4 address, or the part of an IPv6 address that a client cannot choose."""
    address = read_address(host)
    if isinstance(address, IPv6Address):
        return str(ipaddress.ip_network((address, _HOUSEHOLD_BITS), strict=False))
    return str(address) if address else UNKNOWN


def is_trusted(address: Address | None, proxies: Sequence[Network]) -> bool:
    return address is not None and any(address in proxy for proxy in proxies)


def asking_address(peer: str, headers: Headers, proxies: Sequence[Network]) -> str:
    """Who asks: the peer, or for a proxy that is trusted the last address before it that is not.

    A proxy sets one of two headers and hands on what a client made up in the other one. Where they tell different
    addresses, neither is believed, and the proxy itself counts as the one who asks.
    """
    if not is_trusted(read_address(peer), proxies):
        return peer
    told = {_last_untrusted(hops, proxies) for hops in _hops(headers)}
    return (told.pop() if len(told) == 1 else None) or peer


def _hops(headers: Headers) -> Iterator[list[str]]:
    """What each of the two headers tells, if it is there, in the order in which it was added."""
    if forwarded := headers.getlist("x-forwarded-for"):
        yield ",".join(forwarded).split(",")
    if forwarded := headers.getlist("forwarded"):
        parts = ",".join(forwarded).split(",")
        yield [found[1] if (found := _FORWARDED_FOR.search(part)) else "" for part in parts]


def _last_untrusted(hops: Sequence[str], proxies: Sequence[Network]) -> str | None:
    """None where the way back to it is interrupted by something that is no address, or ends before it."""
    for hop in reversed(hops):
        address = read_address(hop)
        if address is None:
            return None
        if not is_trusted(address, proxies):
            return str(address)
    return None


class Clients:
    """Tells the application who asks, and lets nobody ask too much at once."""

    def __init__(self, app: ASGIApp, settings: ApiSettings) -> None:
        self.app = app
        self._proxies = settings.trusted_proxies
        self._limits = settings.connections
        self._under_way: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        peer = scope["client"][0] if scope.get("client") else UNKNOWN
        address = asking_address(peer, Headers(scope=scope), self._proxies)
        if address != peer:
            scope["client"] = (address, 0)
        counted = household(address)
        if refusal := self._refusal(counted):
            await problem_answer(refusal)(scope, receive, send)
            return
        self._under_way[counted] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._under_way[counted] -= 1
            if not self._under_way[counted]:
                del self._under_way[counted]

    def _refusal(self, counted: str) -> ApiError | None:
        if self._under_way[counted] >= self._limits.per_address:
            return too_many(f"{self._limits.per_address} requests of yours are not answered yet; wait for one of them")
        if self._under_way.total() >= self._limits.most:
            return full("too many requests are under way already; try again in a few seconds")
        return None
