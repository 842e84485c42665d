"""Where the server is reached: from this machine, from others, and with the token."""

from __future__ import annotations

import socket

import pytest

from qb_app.web import place
from qb_app.web.place import Place, network_address

TOKEN = "correct-horse-battery"


def test_addresses_are_for_the_browser_of_this_machine() -> None:
    assert Place("0.0.0.0", 5).address == "http://127.0.0.1:5/"
    assert Place("::1", 5).address == "http://[::1]:5/"
    assert TOKEN not in repr(Place("h", 5, TOKEN))


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        (Place("127.0.0.1", 5), None),
        (Place("localhost", 5), None),
        (Place("192.168.1.5", 5), "http://192.168.1.5:5/"),
        (Place("2001:db8::5", 5), "http://[2001:db8::5]:5/"),
        (Place("0.0.0.0", 5), "http://192.168.1.9:5/"),
        (Place("::", 5), "http://192.168.1.9:5/"),
        (Place("127.0.0.1", 5, public_name="coach.example.org"), "https://coach.example.org/"),
    ],
)
def test_others_use_the_address_in_the_network(
    monkeypatch: pytest.MonkeyPatch, where: Place, expected: str | None
) -> None:
    monkeypatch.setattr(place, "network_address", lambda: "192.168.1.9")
    assert where.address_for_others == expected


def test_the_token_stands_where_it_is_never_sent() -> None:
    assert Place("h", 5, TOKEN).with_token("http://h:5/") == f"http://h:5/#token={TOKEN}"
    assert Place("h", 5, "a#b%c/d").with_token("http://h:5/") == "http://h:5/#token=a%23b%25c%2Fd"
    assert Place("h", 5).with_token("http://h:5/") == "http://h:5/"


def test_this_machines_address_is_one_that_it_can_listen_at() -> None:
    found = network_address()
    if found is None:
        pytest.skip("this machine has no network")
    family = socket.AF_INET6 if ":" in found else socket.AF_INET
    with socket.socket(family) as listening:
        listening.bind((found, 0))


def test_without_a_network_there_is_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: socket.socket, address: object) -> None:
        raise OSError("network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    assert network_address() is None
    assert Place("0.0.0.0", 5, TOKEN).address_for_others is None
