"""Who may come in: the gate before every request, and the headers behind every answer.

All of it is plain ASGI, so that streams pass through untouched.
"""

from __future__ import annotations

import hmac
import ipaddress
import logging
from functools import partial
from http import HTTPStatus
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gamekit.quoting import quoted
from qb_app.web.problems import ApiError, problem_answer
from qb_app.web.settings import ApiSettings

API = "/api"
_access = logging.getLogger("qbcoach.access")
_faults = logging.getLogger("qbcoach.web")

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
SECURITY_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


foreign = partial(ApiError, HTTPStatus.FORBIDDEN, "foreign")
"""The request comes from another site, or was meant for another server."""


def is_api(scope: Scope) -> bool:
    path: str = scope["path"]
    return path == API or path.startswith(f"{API}/")


class Gate:
    """Lets in what is meant for this server and, for data, comes from its own page and knows the token."""

    def __init__(self, app: ASGIApp, settings: ApiSettings) -> None:
        self.app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            try:
                self._check(scope)
            except ApiError as error:
                await problem_answer(error)(scope, receive, send)
                return
        await self.app(scope, receive, send)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_own_host(host):
            # A name that anybody can point here: a page of theirs would count as ours.
            raise foreign(f"this server is not called {quoted(host)}; use its address, as in http://127.0.0.1:8766")
        if is_api(scope):
            self._check_origin(headers, host)
            self._check_token(headers)

    def _is_own_host(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        return name in ("localhost", self._settings.host.lower()) or _is_address(name)

    @staticmethod
    def _check_origin(headers: Headers, host: str) -> None:
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in (f"http://{host}".lower(), f"https://{host}".lower()):
            raise foreign("this page is served from elsewhere and may not talk to qbCoach")
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            raise foreign("another site sent this request, and may not talk to qbCoach")

    def _check_token(self, headers: Headers) -> None:
        token = self._settings.token
        if token is None:
            return
        scheme, _, given = headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not hmac.compare_digest(given.strip().encode(), token.encode()):
            told = "this server wants a token: send 'Authorization: Bearer …' with what QBCOACH_TOKEN or its file holds"
            raise ApiError(HTTPStatus.UNAUTHORIZED, "token", told, {"WWW-Authenticate": "Bearer"})


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class BodyLimit:
    """Refuses what is too large, as soon as that is known: by its length, or when so much has come."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self.app = app
        self._most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        length = Headers(scope=scope).get("content-length", "")
        if length.isdecimal() and int(length) > self._most:
            error = ApiError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too-large", self._told)
            await problem_answer(error)(scope, receive, send)
            return
        taken = 0

        async def counted() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > self._most:
                raise HTTPException(413, self._told)
            return message

        await self.app(scope, counted, send)

    @property
    def _told(self) -> str:
        return f"a request may have {self._most:,} bytes at most"


class Answers:
    """Security headers on every answer, faults told neutrally, and one line in the log for each request."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status = 0

        async def headed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        try:
            await self.app(scope, receive, headed)
        except Exception as error:
            _faults.error("%s %s failed", scope["method"], _path(scope), exc_info=error)
            if not status:
                await problem_answer(error)(scope, receive, headed)
        finally:
            _access.info("%s %s %s", scope["method"], _path(scope), status or "-")


def _path(scope: Scope) -> str:
    """As it was sent, without the query: nothing in it can look like another line of the log."""
    raw: bytes = scope.get("raw_path") or scope["path"].encode()
    return raw.partition(b"?")[0].decode("ascii", "backslashreplace")
