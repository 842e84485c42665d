"""Wrong tokens: guessing is slowed, the rightful user is not shut out for long, and nothing grows without end."""

from __future__ import annotations

import asyncio

import pytest

from qb_app.api import create_app
from qb_app.storage import Storage
from qb_app.web.guesses import FORGOTTEN_SECONDS, FREE, LONGEST_SECONDS, Guesses
from qb_app.web.settings import ApiSettings
from tests.qb_app.web.asgi import Connection

TOKEN = "correct-horse-battery"


class Clock:
    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


class Door:
    """A server with a token, asked from any address at any time."""

    def __init__(self, storage: Storage) -> None:
        self.clock = Clock()
        self._app = create_app(ApiSettings(host="0.0.0.0", token=TOKEN, clock=self.clock), storage)

    def __call__(self, token: str | None, address: str = "192.0.2.1") -> tuple[int, int]:
        """Status, and the seconds to wait; 0 where nothing is said of them."""
        headers = {} if token is None else {"authorization": f"Bearer {token}"}

        async def asked() -> tuple[int, int]:
            async with Connection(self._app, "GET", "/api/v1/health", headers, client=address) as connection:
                status, found = await connection.start()
                await connection.rest()
                if status == 429:
                    assert found["content-type"] == "application/problem+json"
                    assert found["www-authenticate"] == "Bearer"
                return status, int(found.get("retry-after", "0"))

        return asyncio.run(asked())

    def guess(self, times: int, address: str = "192.0.2.1") -> None:
        for number in range(times):
            assert self(f"wrong-{self.clock.now}-{number}", address) == (401, 0)


@pytest.fixture
def door(storage: Storage) -> Door:
    return Door(storage)


def test_after_some_wrong_tokens_one_has_to_wait_longer_each_time(door: Door) -> None:
    door.guess(FREE)
    waits = []
    for _ in range(8):
        status, seconds = door("another-wrong-one")
        assert status == 429
        waits.append(seconds)
        door.clock.now += seconds
        door.guess(1)
    assert waits == [1, 2, 4, 8, 16, 30, 30, 30]
    assert waits[-1] == LONGEST_SECONDS


def test_the_right_token_waits_too_but_never_for_long(door: Door) -> None:
    door.guess(FREE)
    assert door(TOKEN)[0] == 429, "else guessing would go on while one waits"
    door.clock.now += 1
    assert door(TOKEN)[0] == 200
    door.guess(FREE - 1)
    assert door(TOKEN)[0] == 200, "it counts from the beginning again"


def test_guesses_while_waiting_do_not_make_it_longer(door: Door) -> None:
    door.guess(FREE)
    for number in range(50):
        assert door(f"guess-{number}") == (429, 1)
    door.clock.now += 1
    assert door(TOKEN)[0] == 200


def test_others_do_not_suffer(door: Door) -> None:
    door.guess(FREE)
    assert door("one-more")[0] == 429
    assert door(TOKEN, "192.0.2.2")[0] == 200
    assert door("wrong", "192.0.2.2")[0] == 401
    assert door("one-more", "2001:db8::1")[0] == 401


def test_one_who_has_many_addresses_of_one_network_is_one(door: Door) -> None:
    for number in range(FREE):
        door.guess(1, f"2001:db8::{number + 1}")
        door.clock.now += 0.001
    assert door("one-more", "2001:db8::ffff")[0] == 429


def test_no_token_and_the_same_wrong_one_again_are_no_guesses(door: Door) -> None:
    for _ in range(3 * FREE):
        assert door(None)[0] == 401
        assert door("of-yesterday")[0] == 401
    assert door(TOKEN)[0] == 200
    door.guess(FREE)
    assert door(None) == (401, 0), "a page that is opened asks for its token"


def test_what_is_long_past_is_forgotten(door: Door) -> None:
    door.guess(FREE - 1)
    door.clock.now += FORGOTTEN_SECONDS + 1
    door.guess(FREE - 1)
    assert door(TOKEN)[0] == 200


def test_only_so_many_addresses_are_remembered() -> None:
    guesses = Guesses(Clock(), most=3)
    for number in range(FREE):
        guesses.wrong("first", str(number))
    for address in ("a", "b"):
        guesses.wrong(address, "wrong")
    assert guesses.seconds_to_wait("first") == 1
    guesses.wrong("c", "wrong")
    assert guesses.seconds_to_wait("first") == 0
    assert len(guesses) == 3
