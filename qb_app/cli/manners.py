"""What stored matches show of how an opponent plays, for commands that are given a name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from qb_app.cli.sessions import open_keeping, tools
from qb_app.live.late_storage import LateStorage
from qb_app.storage import open_storage
from qb_engine.card_hydrator import CardHydrator
from qb_engine.temper import Strength, Temper

if TYPE_CHECKING:
    from qb_app.live.habits import Habits
    from qb_app.storage.stores import Storage


@contextmanager
def opened_habits() -> Iterator[tuple[Storage, Habits]]:
    """The storage for one who only reads; what is found of its matches is kept where that is possible."""
    from qb_app.live.habits import Habits

    with open_storage(reading=True) as storage, LateStorage(open_keeping) as keeping:
        yield storage, Habits(tools(storage, lambda: keeping.get().answers))


def known_temper(opponent: str | None, waits: float | None) -> Temper:
    """How the enemy plays: by the opponent's matches if one is named, with the readiness to wait that was told."""
    temper = Temper()
    if opponent is not None:
        with opened_habits() as (storage, habits):
            temper = habits.temper(_title(opponent, storage))
    return temper if waits is None else temper.told(waits)


def known_strength(opponent: str) -> tuple[str, Strength]:
    """The title of the opponent, and how strong it is; refused while too few of its turns are known."""
    with opened_habits() as (storage, habits):
        title = _title(opponent, storage)
        return title, habits.strength(title)


def _title(opponent: str, storage: Storage) -> str:
    from qb_app.asking.opponents import choose_opponent

    return choose_opponent(opponent, storage.opponents.list(), CardHydrator.shared())
