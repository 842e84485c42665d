"""The token that lets in: where it comes from, and what is too easy to guess."""

from __future__ import annotations

import os
import re
import secrets
from itertools import pairwise
from pathlib import Path

from gamekit.quoting import quoted
from qb_app.errors import InputError
from qb_app.files import read_text
from qb_app.web.place import is_loopback

TOKEN_VARIABLE = "QBCOACH_TOKEN"
SHORTEST_TOKEN = 16
MOST_TOKEN_BYTES = 4_096
FEWEST_CHARACTERS = 8
"""Different ones."""
_NEW_TOKEN_BYTES = 24
_TOKEN = re.compile(r"[!-~]+")
_ROWS = ("abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "qwertzuiop", "asdfghjkl", "zxcvbnm", "yxcvbnm")
_STEPS = frozenset(pair for row in _ROWS for way in (row, row[::-1]) for pair in pairwise(way))
"""Letters and digits that follow one another in the alphabet or on a keyboard."""


def read_token(file: Path | None) -> str | None:
    """The token that is set, if one is."""
    token = (os.environ.get(TOKEN_VARIABLE, "") if file is None else read_text(file, MOST_TOKEN_BYTES)).strip()
    if not token:
        return None
    if weakness := _weakness(token):
        raise InputError(
            f"the token is not safe: {weakness}; 'qbcoach serve --new-token' makes a safe one and shows it"
        )
    return token


def needed_token(token: str | None, host: str, *, proxied: bool) -> str | None:
    """The token, which a server that others can reach must have; behind a proxy they can, wherever it listens."""
    if token is None and (proxied or not is_loopback(host)):
        way = "through a proxy" if proxied else f"at {quoted(host)}"
        raise InputError(
            f"{way} others can reach this server, so it needs a token: --new-token makes one and shows it, or put at "
            f"least {SHORTEST_TOKEN} characters into {TOKEN_VARIABLE} or into a file for --token-file"
        )
    return token


def new_token(file: Path | None) -> str:
    """A token that nobody guesses; kept in the file, if one is named, for its owner alone to read."""
    token = secrets.token_urlsafe(_NEW_TOKEN_BYTES)
    if file is not None:
        try:
            kept = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            raise InputError(
                f"{quoted(file)} exists already: leave --new-token out to use the token in it, or name another file"
            ) from None
        with os.fdopen(kept, "w", encoding="utf-8") as opened:
            opened.write(f"{token}\n")
    return token


def _weakness(token: str) -> str | None:
    """What makes it easy to guess."""
    if len(token) < SHORTEST_TOKEN or not _TOKEN.fullmatch(token):
        return f"it needs {SHORTEST_TOKEN} letters, digits and signs or more, without spaces"
    if len(set(token)) < FEWEST_CHARACTERS:
        return f"it needs {FEWEST_CHARACTERS} different characters or more"
    length = len(token)
    if any(token[:-period] == token[period:] for period in range(1, length // 2 + 1)):
        return "it repeats itself"
    pairs = list(pairwise(token.lower()))
    if 2 * sum(pair in _STEPS or pair[0] == pair[1] for pair in pairs) > len(pairs):
        return "most of it stands in a row in the alphabet or on a keyboard"
    return None
