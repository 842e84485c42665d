"""How the server is set up: where it listens, who may ask, and how much at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from qb_app.live.limits import MOST_BYTES

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8766
MOST_BODY_BYTES = MOST_BYTES
"""The largest that is sent is a match."""
STATIC_FOLDER = Path(__file__).parent.parent / "static"


@dataclass(frozen=True, slots=True)
class ApiSettings:
    host: str = DEFAULT_HOST
    """The name or address it is bound to; requests for any other but loopback are refused."""
    token: str | None = field(default=None, repr=False)
    """What every request for data must carry; None only on loopback."""
    static: Path = STATIC_FOLDER
    """The built page."""
    most_body_bytes: int = MOST_BODY_BYTES
    analyses_at_once: int = 2
    analyses_waiting: int = 16
    analyses_per_client: int = 4
    """Running and waiting together."""
