"""The files of the page. They hold no data, so they need no token."""

from __future__ import annotations

from http import HTTPStatus
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from qb_app.web.etags import matches_etag
from qb_app.web.guard import is_api
from qb_app.web.problems import ApiError, not_found, problem_answer

INDEX = "index.html"
NOT_BUILT = "The page is not built yet: 'make page' builds it. The interface at /api/v1 works without it.\n"
_HASHED = "assets"
"""Files in this folder have their content in their name and never change."""


class PageFiles:
    """Serves what lies in one folder; everything under /api goes on to the application."""

    def __init__(self, app: ASGIApp, folder: Path) -> None:
        self.app = app
        self._folder = folder

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or is_api(scope):
            await self.app(scope, receive, send)
            return
        await self._answer(scope)(scope, receive, send)

    def _answer(self, scope: Scope) -> Response:
        if scope["method"] not in ("GET", "HEAD"):
            told = f"{scope['method']} is not possible here"
            return problem_answer(ApiError(HTTPStatus.METHOD_NOT_ALLOWED, "method", told, {"Allow": "GET, HEAD"}))
        path: str = scope["path"]
        if path == "/" and not (self._folder / INDEX).is_file():
            return PlainTextResponse(NOT_BUILT, 404)
        found = find_file(self._folder, path)
        if found is None:
            return problem_answer(not_found("there is no such file"))
        hashed = found.parent.name == _HASHED
        caching = "public, max-age=31536000, immutable" if hashed else "no-cache"
        answer = FileResponse(found, headers={"Cache-Control": caching}, stat_result=found.stat())
        tag = answer.headers["etag"]
        if matches_etag(Headers(scope=scope).get("if-none-match"), tag.strip('"')):
            return Response(status_code=304, headers={"ETag": tag, "Cache-Control": caching})
        return answer


def find_file(folder: Path, path: str) -> Path | None:
    """The file that a path of a request names; None when it names none in this folder."""
    parts = path.removeprefix("/").split("/") if path != "/" else [INDEX]
    if any(part in ("", ".", "..") or part.startswith(".") or set(part) & set("\\:\0") for part in parts):
        return None
    try:
        found = folder.joinpath(*parts).resolve()
        inside = found.is_relative_to(folder.resolve())
        return found if inside and found.is_file() else None
    except (OSError, ValueError):  # a name too long for the system, or with characters it does not take
        return None
