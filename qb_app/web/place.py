"""Where a server listens, and how it is reached from this machine and from others."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass, field
from urllib.parse import quote

_ANYWHERE = ("0.0.0.0", "::")
_ELSEWHERE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses kept for examples, which no machine has."""


@dataclass(frozen=True, slots=True)
class Place:
    host: str
    port: int
    token: str | None = field(default=None, repr=False)
    public_name: str | None = None

    @property
    def address(self) -> str:
        """For the browser of this machine."""
        return _address("127.0.0.1" if self.host in _ANYWHERE else self.host, self.port)

    @property
    def address_for_others(self) -> str | None:
        """For the browser of another machine; None where it is not known, or only this machine reaches the server."""
        if self.public_name is not None:
            return f"https://{self.public_name}/"
        if is_loopback(self.host):
            return None
        host = network_address() if self.host in _ANYWHERE else self.host
        return host and _address(host, self.port)

    def with_token(self, address: str) -> str:
        """The address for one who is to come in: the part behind ``#`` is for the page and is never sent."""
        return address if self.token is None else f"{address}#token={quote(self.token, safe='')}"


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach it."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def network_address() -> str | None:
    """This machine's address in its network; nothing is sent to find it."""
    for family, elsewhere in _ELSEWHERE:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as asking:
                asking.connect((elsewhere, 9))  # only chooses the way that a packet would go
                return str(asking.getsockname()[0])
        except OSError:
            continue
    return None


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
