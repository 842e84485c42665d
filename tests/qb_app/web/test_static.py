"""The files of the page: found in their folder, and nowhere else."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from qb_app.api import create_app
from qb_app.storage import Storage
from qb_app.web.settings import ApiSettings
from qb_app.web.static import find_file
from tests.qb_app.web.asgi import Connection
from tests.qb_app.web.conftest import Api, refused


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html><title>qbCoach</title>", encoding="utf-8")
    (page / "assets" / "app-3f2a.js").write_text("export {};\n" * 200, encoding="utf-8")
    (page / "back\\slash.txt").write_text("on some systems this is a file in a folder", encoding="utf-8")
    (page / ".hidden").write_text("hidden", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    (page / "link.txt").symlink_to(tmp_path / "secret.txt")
    return page


@pytest.fixture
def site(folder: Path, storage: Storage) -> Iterator[Api]:
    client = Api(create_app(ApiSettings(static=folder), storage))
    yield client
    client.close()


def test_the_page_is_always_asked_for_anew_and_its_parts_are_kept(site: Api) -> None:
    for path in ("/", "/index.html"):
        page = site.send("GET", path)
        assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
        assert page.headers["cache-control"] == "no-cache"
        assert "qbCoach" in page.text
    script = site.send("GET", "/assets/app-3f2a.js")
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert "javascript" in script.headers["content-type"]
    assert script.headers["content-encoding"] == "gzip"
    assert script.text == "export {};\n" * 200
    assert site.send("HEAD", "/").content == b""
    known = site.send("GET", "/", headers={"if-none-match": page.headers["etag"]})
    assert (known.status_code, known.content) == (304, b"")
    refused(site.send("DELETE", "/index.html"), 405, "method")


TRICKS = (
    *("/../secret.txt", "/..%2fsecret.txt", "/%2e%2e/secret.txt", "/%2e%2e%2fsecret.txt", "/assets/../../secret.txt"),
    *("/..%5csecret.txt", "/assets%5c..%5c..%5csecret.txt", "/%2e%2e%5csecret.txt", "//secret.txt", "/./index.html"),
    *("/link.txt", "/.hidden", "/assets", "/assets/", "/index.html/", "/index.html%00", "/%00", "/" + "a" * 5000),
    *("/back%5cslash.txt", "/C:/Windows/win.ini", "/~root", "/%252e%252e/secret.txt"),
)


@pytest.mark.parametrize("path", TRICKS, ids=lambda path: path[:40])
def test_nothing_else_is_served(site: Api, path: str) -> None:
    async def scene() -> tuple[int, bytes]:
        async with Connection(site.app, "GET", path) as connection:  # a client would tidy the path up
            return (await connection.start())[0], await connection.rest()

    status, body = asyncio.run(scene())
    assert (status, json.loads(body)["type"]) == (404, "urn:qbcoach:not-found")


def test_a_path_is_looked_for_as_it_is_written(folder: Path) -> None:
    assert find_file(folder, "/") == folder.resolve() / "index.html"
    assert find_file(folder, "/assets/app-3f2a.js") is not None
    for path in ("/../secret.txt", "/..\\secret.txt", "/link.txt", "/\0", "//", "/assets/", "/a:b"):
        assert find_file(folder, path) is None


def test_without_a_page_it_says_how_to_build_it(storage: Storage, tmp_path: Path) -> None:
    site = Api(create_app(ApiSettings(static=tmp_path / "nothing"), storage))
    page = site.send("GET", "/")
    assert page.status_code == 404
    assert "make page" in page.text
    assert site.get("/health").status_code == 200
    site.close()
