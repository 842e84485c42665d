"""The file of finished games: a tournament that was broken off goes on where it stood."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from gamekit.arena import ArenaLogError, ArenaPlan, FinishedGame, Fixture, intact, log_head, log_line, read_log
from qb_app.errors import InputError
from qb_app.files import read_text
from qb_app.limits import MOST_LOG_BYTES


class ArenaLog:
    """The games finished so far; every further one is written at once, if there is a file."""

    def __init__(self, finished: dict[int, FinishedGame], file: TextIO | None = None) -> None:
        self.finished = finished
        self._file = file

    def add(self, game: FinishedGame) -> None:
        self.finished[game.fixture.number] = game
        if self._file is not None:
            self._file.write(log_line(game))
            self._file.flush()

    def in_order(self, fixtures: Iterable[Fixture], fresh: Iterator[FinishedGame]) -> Iterator[FinishedGame]:
        """The games of these fixtures; those that are not finished yet are taken from ``fresh`` and kept."""
        for fixture in fixtures:
            if fixture.number not in self.finished:
                self.add(next(fresh))
            yield self.finished[fixture.number]


@contextmanager
def open_log(path: Path | None, plan: ArenaPlan) -> Iterator[ArenaLog]:
    """The log in that file, which may be new; only a torn last line is ever taken away."""
    if path is None:
        yield ArenaLog({})
        return
    text = read_text(path, MOST_LOG_BYTES) if path.exists() else ""
    try:
        finished = read_log(text, plan)
    except ArenaLogError as error:
        raise InputError(f"{path} cannot be resumed: {error}") from error
    whole = intact(text)
    with path.open("a", encoding="utf-8", newline="\n") as file:
        file.truncate(len(whole.encode()))
        if not whole:
            file.write(log_head(plan))
        yield ArenaLog(finished, file)
