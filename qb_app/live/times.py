"""Times as the storage keeps them, so that the order of their text is their own, and those that a file may say."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from gamekit.quoting import quoted
from qb_app.errors import InputError

ALLOWANCE = timedelta(days=1)
"""Clocks differ; a time that is further ahead than this was never seen on one."""
_FIRST = datetime(1970, 1, 1, tzinfo=UTC)
_FORM = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?(Z|[+-][0-9]{2}:[0-9]{2})")
_EXAMPLE = "2026-01-31T18:00:00Z"


def utc_now() -> str:
    return _written(datetime.now(UTC))


def latest_time(now: str) -> str:
    """The last moment that can have been by now."""
    return _written(_read(now) + ALLOWANCE)


def read_time(text: str, now: str) -> str:
    """A time that something can have happened at by now, as ``utc_now`` writes it."""
    try:
        time = _read(text)
        written = _written(time)
    except (ValueError, OverflowError):
        raise InputError(f"is {quoted(text)}, which is no time such as {_EXAMPLE}") from None
    if time < _FIRST:
        raise InputError(f"is {quoted(text)}, which is before 1970; write a time such as {_EXAMPLE}")
    if written > latest_time(now):
        raise InputError(f"is {quoted(text)}, which is in the future; by the clock of this machine it is {now}")
    return written


def _read(text: str) -> datetime:
    if not _FORM.fullmatch(text):
        raise ValueError(text)
    return datetime.fromisoformat(text)


def _written(time: datetime) -> str:
    return time.astimezone(UTC).isoformat(timespec="milliseconds")
