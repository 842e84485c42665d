"""A storage, a clock that is set by hand, and a trainer over both."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from qb_app.practice.memory import written_time
from qb_app.practice.trainer import Trainer
from qb_app.storage import Storage, open_storage

START = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


class Clock:
    """A time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> str:
        return written_time(self.now)

    def wait(self, **time: float) -> None:
        self.now += timedelta(**time)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Storage]:
    with open_storage(str(tmp_path / "practice.db")) as storage:
        yield storage


@pytest.fixture
def trainer(storage: Storage, clock: Clock) -> Trainer:
    return Trainer(storage.practice, clock)
