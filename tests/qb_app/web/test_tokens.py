"""Tokens: what is too easy to guess is refused, and a good one is made on demand."""

from __future__ import annotations

import string
from pathlib import Path
from random import Random

import pytest

from qb_app.errors import InputError
from qb_app.web.tokens import TOKEN_VARIABLE, needed_token, new_token, read_token
from tests.qb_app.conftest import Refuse


@pytest.mark.parametrize(
    ("token", "why"),
    [
        ("short", "it needs 16 letters, digits and signs or more, without spaces"),
        ("with a space in its middle", "without spaces"),
        ("aaaaaaaaaaaaaaaa", "it needs 8 different characters or more"),
        ("abababababababab", "it needs 8 different characters or more"),
        ("1111222233334444", "it needs 8 different characters or more"),
        ("k3v9x2abk3v9x2ab", "it repeats itself"),
        ("k3v9x2abk3v9x2abk3v9", "it repeats itself"),
        ("abcdefghijklmnop", "in a row in the alphabet or on a keyboard"),
        ("0123456789abcdef", "in a row in the alphabet or on a keyboard"),
        ("qwertyuiopasdfgh", "in a row in the alphabet or on a keyboard"),
        ("QWERTZUIOP987654", "in a row in the alphabet or on a keyboard"),
        ("zyxwvutsrqponmlk", "in a row in the alphabet or on a keyboard"),
    ],
)
def test_what_is_easy_to_guess_is_refused(monkeypatch: pytest.MonkeyPatch, token: str, why: str) -> None:
    monkeypatch.setenv(TOKEN_VARIABLE, token)
    with pytest.raises(InputError, match="the token is not safe") as told:
        read_token(None)
    assert why in str(told.value)
    assert "'qbcoach serve --new-token' makes a safe one" in str(told.value)
    assert token not in str(told.value)


def test_a_weak_one_is_refused_by_the_command(refuse: Refuse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(TOKEN_VARIABLE, "a" * 16)
    assert "it needs 8 different characters" in refuse("serve", "--host", "0.0.0.0", "--port", "0")


@pytest.mark.parametrize("token", ["correct-horse-battery", "a-secret-of-forty-letters-that-is-all-ours"])
def test_words_of_ones_own_are_taken(monkeypatch: pytest.MonkeyPatch, token: str) -> None:
    monkeypatch.setenv(TOKEN_VARIABLE, f" {token}\n")
    assert read_token(None) == token


def test_what_is_drawn_by_lot_is_never_called_weak(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(1)
    for letters in (string.ascii_letters + string.digits + "-_", "0123456789abcdef"):
        for _ in range(500):
            token = "".join(rng.choices(letters, k=32))
            monkeypatch.setenv(TOKEN_VARIABLE, token)
            assert read_token(None) == token


def test_a_new_one_is_new_safe_and_kept_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "token"
    token = new_token(file)
    assert read_token(file) == token
    assert file.stat().st_mode & 0o777 == 0o600
    with pytest.raises(InputError, match="exists already: leave --new-token out to use the token in it"):
        new_token(file)
    assert read_token(file) == token
    assert len({token, new_token(None), new_token(None)}) == 3


def test_whoever_can_be_reached_needs_one() -> None:
    assert needed_token(None, "127.0.0.1", proxied=False) is None
    assert needed_token("given", "0.0.0.0", proxied=True) == "given"
    with pytest.raises(InputError, match=r"at '192\.168\.1\.5' others can reach this server, so it needs a token"):
        needed_token(None, "192.168.1.5", proxied=False)
    with pytest.raises(InputError, match="through a proxy others can reach this server, so it needs a token"):
        needed_token(None, "127.0.0.1", proxied=True)


@pytest.mark.parametrize(
    "arguments", [("--public-name", "coach.example.org"), ("--trusted-proxy", "127.0.0.1"), ("--host", "0.0.0.0")]
)
def test_the_command_asks_for_one(refuse: Refuse, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, str]) -> None:
    monkeypatch.delenv(TOKEN_VARIABLE, raising=False)
    assert "so it needs a token: --new-token makes one" in refuse("serve", "--port", "0", *arguments)


@pytest.mark.parametrize(
    "name", ["https://coach.example.org", "coach.example.org:8443", "a b", "", "-x", "x" * 300, "ü"]
)
def test_a_name_is_given_alone(refuse: Refuse, name: str) -> None:
    told = refuse("serve", "--public-name", name)
    assert "is no name of a server" in told
    assert len(told) < 250


@pytest.mark.parametrize("address", ["proxy.example.org", "1.2.3", "", "10.0.0.0/99", "\x1b[31m"])
def test_a_proxy_is_an_address(refuse: Refuse, address: str) -> None:
    told = refuse("serve", "--trusted-proxy", address)
    assert "is no address of a proxy: give one as in 192.168.1.2" in told
    assert "\x1b" not in told
