"""A small question for the lab: few cards, one enemy, few games a figure, so that a build takes moments.

Run as a program it asks the question with one process and prints the answer; ``slowly`` leaves time to kill it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from time import sleep

from gamekit.crew import Alone, Crew
from qb_app.documents.lab import lab_document
from qb_app.documents.text import to_json
from qb_app.lab.reading import LabReader, Wishes
from qb_app.lab.runs import BuildRun, LabRun, open_journal, play_run
from qb_app.storage import Storage, open_storage
from qb_engine.card_hydrator import CardHydrator
from qb_engine.lab.rungs import Rung
from qb_engine.library import library_decks
from tests.qb_app.lab.small import shrink

NOW = "2026-01-31T18:00:00.000+00:00"
OTHERS = ("Zu", "Titan", "Chimera", "Yuffie", "Cid")
GAMES = 1_000


def fill(storage: Storage) -> None:
    """Own the cards of the starter deck and five others."""
    hydrator = CardHydrator.shared()
    owned = dict.fromkeys(library_decks()[0].card_ids, 2)
    storage.collection.set_many({**owned, **{hydrator.get(name).id: 1 for name in OTHERS}})


def small_build(storage: Storage, seed: int = 0) -> BuildRun:
    wishes = Wishes(owned=True, deck="trevor", before="starter", games=GAMES)
    run = LabReader(storage, "rebirth", seed).build(wishes)
    return replace(run, question=replace(run.question, stronger=Rung.parse("deep:5")))


def played(
    run: LabRun, storage: Storage, crew: Crew | None = None, cancelled: Callable[[], bool] = lambda: False
) -> str:
    """The answer as it is printed."""
    journal = open_journal(run, storage, lambda: NOW)
    return to_json(lab_document(run, play_run(run, crew or Alone(), journal, lambda _: None, lambda: 0.0, cancelled)))


def _dawdle() -> bool:
    sleep(0.02)
    return False


if __name__ == "__main__":
    shrink(setattr)
    with open_storage() as opened:
        print(played(small_build(opened), opened, cancelled=_dawdle if sys.argv[1:] == ["slowly"] else lambda: False))
