"""Who is let in, what is too much, and what stands on every answer."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator

import pytest

from qb_app.api import create_app
from qb_app.storage import Storage
from qb_app.web.guard import CONTENT_SECURITY_POLICY
from qb_app.web.routers import PREFIX
from qb_app.web.settings import ApiSettings
from qb_engine.card_hydrator import CardHydrator
from tests.qb_app.web.asgi import Connection
from tests.qb_app.web.conftest import HOST, Api, read, refused

TOKEN = "correct-horse-battery"


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1:8766", "127.0.0.1", "localhost:8766", "LOCALHOST:9", "[::1]:8766", "192.168.1.5:8766", "127.0.0.2"],
)
def test_this_machine_and_addresses_are_let_in(api: Api, host: str) -> None:
    read(api.get("/health", headers={"host": host}))


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "evil.example:8766", "localhost.evil.example", "127.0.0.1.evil.example", "", "[::1", "a@b"),
        *("127.0.0.1@evil.example", "evil.example#127.0.0.1"),
    ],
)
def test_a_name_that_anybody_can_point_here_is_refused(api: Api, host: str) -> None:
    refused(api.get("/health", headers={"host": host}), 403, "foreign")
    assert api.send("GET", "/", headers={"host": host}).status_code == 403


def test_the_name_it_is_bound_to_is_let_in(storage: Storage) -> None:
    api = Api(create_app(ApiSettings(host="qb.example", token=TOKEN), storage))
    headers = {"host": "QB.example:8766", "authorization": f"Bearer {TOKEN}"}
    read(api.get("/health", headers=headers))
    api.close()


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:3000", "http://localhost:8766", "file://", ""]
)
def test_a_page_from_elsewhere_is_refused(api: Api, origin: str) -> None:
    for send in (api.get("/health", headers={"origin": origin}), api.post("/matches", headers={"origin": origin})):
        refused(send, 403, "foreign")
    assert read(api.get("/matches"))["matches"] == []


def test_the_own_page_is_let_in(api: Api) -> None:
    read(api.get("/health", headers={"origin": HOST, "sec-fetch-site": "same-origin"}))
    read(api.get("/health", headers={"sec-fetch-site": "none"}))


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_what_a_browser_says_comes_from_another_site_is_refused(api: Api, site: str) -> None:
    refused(api.get("/health", headers={"sec-fetch-site": site}), 403, "foreign")
    assert api.send("GET", "/", headers={"sec-fetch-site": site}).status_code != 403, "a link may lead to the page"


@pytest.fixture
def guarded(storage: Storage) -> Iterator[Api]:
    client = Api(create_app(ApiSettings(host="0.0.0.0", token=TOKEN), storage), "http://192.168.1.5:8766")
    yield client
    client.close()


@pytest.mark.parametrize(
    "sent", ["", "Bearer", "Bearer wrong", f"Basic {TOKEN}", TOKEN, f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}"]
)
def test_without_the_token_nothing_is_told(guarded: Api, sent: str) -> None:
    headers = {"authorization": sent} if sent else {}
    for path in ("/health", "/openapi.json", "/matches", "/nowhere"):
        response = guarded.get(path, headers=headers)
        sentence = refused(response, 401, "token")
        assert response.headers["www-authenticate"] == "Bearer"
        assert TOKEN not in sentence
    assert guarded.send("GET", "/").status_code != 401, "the page itself needs no token"


def test_the_token_lets_in(guarded: Api) -> None:
    read(guarded.get("/health", headers={"authorization": f"Bearer {TOKEN}"}))
    read(guarded.get("/health", headers={"authorization": f"bearer  {TOKEN} "}))


def test_the_token_is_not_shown_by_the_settings() -> None:
    assert TOKEN not in repr(ApiSettings(token=TOKEN))


@pytest.mark.parametrize("path", ["/", "/api/v1/health", "/api/v1/nowhere", "/nothing.js", "/api", "/api/v1/matches/x"])
def test_every_answer_has_the_headers(api: Api, path: str) -> None:
    headers = api.send("GET", path).headers
    assert headers["content-security-policy"] == CONTENT_SECURITY_POLICY
    assert "default-src 'none'" in CONTENT_SECURITY_POLICY
    assert "unsafe" not in CONTENT_SECURITY_POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cache-control"]
    assert "access-control-allow-origin" not in headers


def test_a_fault_tells_nothing_of_itself_and_is_logged(
    api: Api, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr("qb_app.web.matches.match_row", fail)
    api.begin()
    response = api.get("/matches")
    assert "secret" not in refused(response, 500, "fault") + response.text
    assert response.headers["content-security-policy"] == CONTENT_SECURITY_POLICY
    assert any(record.exc_info and "ZeroDivisionError" in str(record.exc_info[0]) for record in caplog.records)


def test_the_log_has_method_path_and_status_and_nothing_else(api: Api, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "qbcoach.access")
    api.get("/cards?search=secret", headers={"authorization": "Bearer secret"})
    api.get("/matches/a%0aGET%20b")
    lines = [record.getMessage() for record in caplog.records if record.name == "qbcoach.access"]
    assert lines == [f"GET {PREFIX}/cards 200", f"GET {PREFIX}/matches/a%0aGET%20b 422"]


@pytest.mark.parametrize("path", ["/matches", "/matches/import", "/positions", "/decks/check"])
def test_a_body_that_is_too_large_is_refused_by_its_length(api: Api, path: str) -> None:
    sentence = refused(api.post(path, {"text": "x" * 300_000}), 413, "too-large")
    assert sentence == "a request may have 262,144 bytes at most"


def test_a_body_without_a_length_is_counted(storage: Storage) -> None:
    app = create_app(ApiSettings(most_body_bytes=1_000), storage)

    async def status_of(path: str, kind: str, *chunks: bytes) -> tuple[int, object]:
        headers = {"content-type": kind, "transfer-encoding": "chunked"}
        async with Connection(app, "POST", PREFIX + path, headers, chunks) as connection:
            status, _ = await connection.start()
            return status, json.loads(await connection.rest())

    async def scene() -> None:
        endless = (b'{"deck": "',) + (b"x" * 400,) * 5
        for path, kind in (("/matches", "application/json"), ("/matches/import", "text/plain")):
            status, problem = await status_of(path, kind, *endless)
            assert status == 413
            assert isinstance(problem, dict)
            assert problem["type"] == "urn:qbcoach:too-large"
        assert (await status_of("/matches", "application/json", b'{"first"', b': "you"}'))[0] == 201

    asyncio.run(scene())


def test_large_answers_are_packed_for_who_takes_that(api: Api) -> None:
    packed = api.get("/openapi.json", headers={"accept-encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in api.get("/health", headers={"accept-encoding": "gzip"}).headers
    assert "content-encoding" not in api.get("/openapi.json", headers={"accept-encoding": "identity"}).headers


def test_unknown_paths_and_methods_are_problems(api: Api) -> None:
    refused(api.get("/nowhere"), 404, "not-found")
    refused(api.send("GET", "/api"), 404, "not-found")
    refused(api.post("/health"), 405, "method")
    for body in (b"{", b"\xff"):
        headers = {"content-type": "application/json"}
        refused(api.send("POST", f"{PREFIX}/matches", content=body, headers=headers), 422, "invalid")
    refused(api.send("POST", "/"), 405, "method")


def test_the_servers_cards_are_never_added_to(api: Api) -> None:
    api.begin('card {"id": "own1", "name": "New Card", "rank": 1, "power": 2}')
    assert len(api.app.state.service.hydrator) == len(CardHydrator())
