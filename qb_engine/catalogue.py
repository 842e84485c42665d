"""The catalogue of sentences: everything the coach says, by key and facts. A language is one file of data/sentences.

An entry is a sentence, or one sentence for each of the plural forms ``one`` and ``other``, chosen by the fact ``n``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

LANGUAGE = "en"


@dataclass(frozen=True)
class Catalogue:
    """The sentences of one language."""

    entries: Mapping[str, str | Mapping[str, str]]
    """By group and name, as in ``reason.wins_lane``."""
    numbers: tuple[str, ...]
    """The words for 0, 1, 2 and so on, as far as numbers are written as words."""

    def say(self, key: str, n: int | None = None, /, **facts: str) -> str:
        """The sentence of that key with the facts in it; ``n`` is the number that decides between one and several."""
        entry = self.entries[key]
        if isinstance(entry, str):
            return entry.format(n="" if n is None else self.number(n), **facts)
        return entry["one" if n == 1 else "other"].format(n="" if n is None else self.number(n), **facts)

    def number(self, n: int) -> str:
        return self.numbers[n] if 0 <= n < len(self.numbers) else f"{n:,}"

    def count(self, noun: str, n: int) -> str:
        """``three tiles``; the nouns stand in the group ``count``."""
        return self.say(f"count.{noun}", n)

    def listed(self, names: Sequence[str], *, either: bool = False) -> str:
        """``A, B and C``, or ``A, B or C``."""
        *others, last = names
        if not others:
            return last
        return self.say(
            "list.last_or" if either else "list.last", before=self.say("list.comma").join(others), last=last
        )

    @property
    def keys(self) -> frozenset[str]:
        return frozenset(self.entries)


@cache
def catalogue(language: str = LANGUAGE) -> Catalogue:
    text = resources.files("qb_engine").joinpath(f"data/sentences/{language}.toml").read_text(encoding="utf-8")
    return read_catalogue(text)


def read_catalogue(text: str) -> Catalogue:
    raw = tomllib.loads(text)
    numbers = raw.pop("numbers")
    entries = {f"{group}.{name}": entry for group, names in raw.items() for name, entry in names.items()}
    return Catalogue(entries, tuple(numbers))


def say(key: str, n: int | None = None, /, **facts: str) -> str:
    return catalogue().say(key, n, **facts)


def count(noun: str, n: int) -> str:
    return catalogue().count(noun, n)


def listed(names: Sequence[str], *, either: bool = False) -> str:
    return catalogue().listed(names, either=either)
