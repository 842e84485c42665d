"""The setup that docs/api.md shows: a proxy with a name of its own in front of a server on loopback."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from qb_app.storage import Storage
from qb_app.web.guesses import FREE
from qb_app.web.settings import ApiSettings
from tests.qb_app.web.proxy import proxied
from tests.qb_app.web.serving import Answer, ask, served
from tests.qb_app.web.test_serve import TOKEN, serving

NAME = "coach.example.org"


class Front(NamedTuple):
    proxy: int
    server: int

    def ask(self, address: str = "127.0.0.2", *, token: str = TOKEN, **headers: str) -> Answer:
        """Through the proxy, as the page of the coach does it."""
        sent = {"host": NAME, "origin": f"https://{NAME}", "authorization": f"Bearer {token}", **headers}
        return ask(self.proxy, address=address, **sent)


@pytest.fixture(scope="module")
def front() -> Iterator[Front]:
    arguments = ("--public-name", NAME.upper(), "--trusted-proxy", "127.0.0.1")
    with serving(*arguments, QBCOACH_TOKEN=TOKEN) as (_, port), proxied(port) as proxy:
        yield Front(proxy, port)


def test_the_proxys_name_and_its_page_are_let_in(front: Front) -> None:
    assert front.ask().status == 200
    assert front.ask(host=f"{NAME}:8443", origin=f"https://{NAME}:8443").status == 200
    assert ask(front.proxy, "/", host=NAME).status == 200, "the page itself"


def test_other_names_and_pages_are_not(front: Front) -> None:
    for headers in ({"host": "evil.example"}, {"host": f"x.{NAME}"}, {"origin": "https://evil.example"}):
        answer = front.ask(**headers)
        assert (answer.status, answer.kind) == (403, "foreign")


def test_without_the_token_nobody_comes_in(front: Front) -> None:
    assert ask(front.proxy, host=NAME).status == 401


def test_who_guesses_behind_the_proxy_waits_alone(front: Front) -> None:
    for number in range(100):
        invented = {"x_forwarded_for": f"203.0.113.{number}"}
        answer = front.ask("127.0.0.3", token=f"wrong-{number}", **invented)
        if answer.status == 429:
            break
    assert (answer.status, answer.kind) == (429, "too-many-guesses")
    assert number >= FREE
    assert front.ask("127.0.0.4").status == 200


def test_who_goes_around_the_proxy_is_not_believed(front: Front) -> None:
    assert first_refusal(front.server, "127.0.0.5").status == 429


def test_where_no_proxy_is_named_nobody_is_believed(storage: Storage) -> None:
    with served(storage, ApiSettings(token=TOKEN)) as port:
        assert first_refusal(port, "127.0.0.1").status == 429


def first_refusal(port: int, address: str) -> Answer:
    """The answer to many guesses, each in the name of another, as soon as one has to wait."""
    for number in range(100):
        headers = {"x_forwarded_for": f"203.0.113.{number}", "authorization": f"Bearer wrong-{number}"}
        answer = ask(port, address=address, **headers)
        if answer.status == 429:
            break
    return answer
