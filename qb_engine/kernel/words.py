"""What the compiled kernel tells of itself, compared by name with what Python has.

Numbers that cross over are places in lists of names: words of enumerations, rule fields, weights, fields of records.
The kernel tells its lists, and whoever uses one here says at import what it expects. So neither side depends on the
other's order, and a kernel that was built from other sources is refused before it is asked anything.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any, TypeVar

from qb_engine.errors import QueensBloodError
from qb_engine.geometry import Side

E = TypeVar("E", bound=Enum)

PURE = "QBCOACH_PURE"
"""Set to 1, this variable makes the engine ignore a kernel that is built, as it makes an install leave it out."""
_NO = ("", "0", "n", "no", "off", "false", "f")

try:
    from qb_engine import _kernel

    built = True
    LimitError: type[QueensBloodError] = _kernel.LimitError
except ImportError:  # built without a compiler
    built = False

    class _NoLimitError(QueensBloodError):
        """Never raised: there are no tables that anything could be too large for."""

    LimitError = _NoLimitError

in_use = built and os.environ.get(PURE, "").lower() in _NO


class KernelDiffersError(QueensBloodError):
    """The kernel was built from other sources than the Python beside it."""


def told(table: str) -> Any:
    """A table of the kernel's names; empty without a kernel, and where the kernel is too old to have it."""
    return getattr(_kernel, table, {}) if in_use else {}


def agree(what: str, module: str, ours: Iterable[str], header: str, theirs: Iterable[str]) -> None:
    """Refuse a kernel whose names are not ours; of mappings, what stands under a name counts too."""
    found = {f"{module.replace('.', '/')}.py": _entries(ours), f"kernel/{header} as built": _entries(theirs)}
    if in_use and (different := set.symmetric_difference(*found.values())):
        word = min(different)
        has, lacks = sorted(found, key=lambda file: word not in found[file])
        raise KernelDiffersError(
            f"the compiled kernel does not fit: {has} has the {what} '{word}', {lacks} has not; "
            f"run scripts/setup to build it anew, or set {PURE}=1 to go without it"
        )


def _entries(names: Iterable[str]) -> set[str]:
    return {f"{name}: {value}" for name, value in names.items()} if isinstance(names, Mapping) else {*names}


def members(enum: type[E], header: str) -> tuple[E, ...]:
    """The members of an enumeration in the order of the kernel's words for them."""
    words: tuple[str, ...] = told("WORDS").get(enum.__name__, ())
    agree(enum.__name__, enum.__module__, map(str.lower, enum.__members__), header, map(str.lower, words))
    return tuple(enum[word.upper()] for word in words)


def numbered(names: Iterable[str]) -> dict[str, int]:
    """For names whose order counts too."""
    return {name: place for place, name in enumerate(names)}


SIDES = {-1: None, **dict(enumerate(Side))}
"""The side that a number means. Sides also stand in rows, so that their order is the same everywhere."""
agree("side", Side.__module__, numbered(Side.__members__), "geometry.hpp", numbered(told("WORDS").get("Side", ())))
