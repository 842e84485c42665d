"""An ASGI application driven by hand, message by message, as a server drives it."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Any, Self
from urllib.parse import unquote

from starlette.types import ASGIApp, Message

PATIENCE = 20


class Connection:
    """One request; what is sent back can be looked at while it goes on."""

    def __init__(
        self,
        app: ASGIApp,
        method: str,
        path: str,
        headers: dict[str, str] | None = None,
        body: tuple[bytes, ...] = (),
        client: str = "127.0.0.1",
    ) -> None:
        self._app = app
        path, _, query = path.partition("?")
        given = {"host": "127.0.0.1:8766", **(headers or {})}
        self._scope: dict[str, Any] = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [(name.lower().encode(), value.encode()) for name, value in given.items()],
            "client": (client, 5000),
            "server": ("127.0.0.1", 8766),
        }
        self._incoming: asyncio.Queue[Message] = asyncio.Queue()
        chunks = body or (b"",)
        for number, chunk in enumerate(chunks, 1):
            self._incoming.put_nowait({"type": "http.request", "body": chunk, "more_body": number < len(chunks)})
        self._sent: asyncio.Queue[Message] = asyncio.Queue()
        self._is_whole = False

    async def __aenter__(self) -> Self:
        self.task = asyncio.ensure_future(self._app(self._scope, self._incoming.get, self._sent.put))
        return self

    async def __aexit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.disconnect()
        await asyncio.wait_for(self.task, PATIENCE)

    def disconnect(self) -> None:
        self._incoming.put_nowait({"type": "http.disconnect"})

    async def start(self) -> tuple[int, dict[str, str]]:
        """Status and headers."""
        message = await asyncio.wait_for(self._sent.get(), PATIENCE)
        return message["status"], {name.decode(): value.decode() for name, value in message["headers"]}

    async def body(self) -> bytes | None:
        """The next part of the body; None at its end."""
        if self._is_whole:
            return None
        message = await asyncio.wait_for(self._sent.get(), PATIENCE)
        self._is_whole = not message.get("more_body", False)
        found: bytes = message.get("body", b"")
        return found or (None if self._is_whole else b"")

    async def rest(self) -> bytes:
        parts = []
        while (part := await self.body()) is not None:
            parts.append(part)
        return b"".join(parts)
