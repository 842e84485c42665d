"""Everything that decides what comes out of a task, so that only those work together who would find the same."""

from __future__ import annotations

import platform
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import gamekit
import qb_engine
from qb_engine.deep.search import SEARCH_VERSION
from qb_engine.deep.win_chance import judge_version
from qb_engine.kernel.words import told
from qb_engine.ruleset import Ruleset

Fingerprint = Mapping[str, str]

_CARDS_FILE = Path(qb_engine.__file__).parent / "data" / "cards.json"
_TABLES = ("WORDS", "RULE_FIELDS", "WEIGHTS", "SEARCH_SETTINGS", "PLAY_RECORD", "GAME_RESULT")
"""What the kernel tells of itself; its bytes differ from compiler to compiler and tell nothing."""


@cache
def fingerprint() -> Fingerprint:
    """Of this process, part by part."""
    return {
        "qbcoach": _version_of("qbcoach"),
        "sources": _digest(*_sources()),
        "cards": _digest(_CARDS_FILE.read_bytes()),
        "judge": judge_version(),
        "search": str(SEARCH_VERSION),
        "rules": " ".join(f"{rules.name}={rules.behaviour}" for rules in (Ruleset.REBIRTH, Ruleset.V2_2_4)),
        "kernel": _digest(*(repr(told(table)).encode() for table in _TABLES)) if told("WORDS") else "none",
        "Python": ".".join(platform.python_version_tuple()[:2]),
        "distributed": _version_of("distributed"),
    }


def difference(worker: str, theirs: Fingerprint, ours: Fingerprint) -> str | None:
    """Why a worker cannot work for us, in one sentence; None if it can."""
    parts = [part for part in {**ours, **theirs} if theirs.get(part) != ours.get(part)]
    if not parts:
        return None
    both = ", ".join(f"{part} {theirs.get(part, 'none')} there, {ours.get(part, 'none')} here" for part in parts)
    return f"the worker {worker} is of another version: {both}; install the same qbCoach on both"


def _sources() -> Iterator[bytes]:
    """Names and texts of what is written in Python; the version alone does not tell one checkout from another."""
    for package in (gamekit, qb_engine):
        folder = Path(next(iter(package.__path__)))
        for path in sorted(folder.rglob("*.py")):
            if not path.name.startswith("test_"):
                yield path.relative_to(folder).as_posix().encode()
                yield path.read_bytes().replace(b"\r\n", b"\n")


def _version_of(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"


def _digest(*pieces: bytes) -> str:
    found = sha256()
    for piece in pieces:
        found.update(sha256(piece).digest())
    return found.hexdigest()[:12]
