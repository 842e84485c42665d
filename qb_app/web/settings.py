"""How the server is set up: where it listens, who may ask, and how much at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from time import monotonic

from qb_app.limits import MOST_TEXT_BYTES

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8766
STATIC_FOLDER = Path(__file__).parent.parent / "static"


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """How long a client may keep the server waiting, in seconds, and how many connections and requests there may be."""

    head_seconds: float = 10
    """From connecting, or from the first byte of a further request, to the end of its head."""
    body_seconds: float = 30
    """From the end of the head to the end of the body."""
    idle_seconds: int = 5
    """Between two requests on one connection."""
    stall_seconds: float = 30
    """While an answer waits to be taken and nothing of it is."""
    most: int = 200
    per_address: int = 64
    """A page with several tabs and streams needs about twenty."""


@dataclass(frozen=True, slots=True)
class ApiSettings:
    host: str = DEFAULT_HOST
    """The name or address it is bound to; requests for any other but loopback are refused."""
    public_name: str | None = None
    """The name by which a proxy in front of it is called, in lower case."""
    trusted_proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    """Who is believed when it says for whom it asks."""
    token: str | None = field(default=None, repr=False)
    """What every request for data must carry; None only on loopback."""
    static: Path = STATIC_FOLDER
    """The built page."""
    most_body_bytes: int = MOST_TEXT_BYTES
    connections: ConnectionLimits = ConnectionLimits()
    analyses_at_once: int = 2
    analyses_waiting: int = 16
    analyses_per_client: int = 4
    """Running and waiting together."""
    jobs_waiting: int = 16
    """Of the deck lab; one more runs."""
    job_processes: int | None = None
    """That play for it; None for one on each core."""
    clock: Callable[[], float] = monotonic
    """Seconds from any moment on; how long a guesser of tokens has to wait is counted by it."""
