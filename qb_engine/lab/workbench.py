"""The workbench: meetings in, results out, by whatever crew plays them. The only place where the lab plays games.

How meetings are cut into tasks follows from the meetings alone, and every run asks for the same meetings in the same
order: so a journal of finished tasks is enough to go on after a stop, with the same result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Protocol

from gamekit.crew import Alone, Crew
from qb_engine.lab.results import Results
from qb_engine.lab.rungs import Batch, Cards, Meeting, Rung, play_batch
from qb_engine.ruleset import Ruleset

PARTS = 8
"""As many tasks, at least, that many games make."""


class LabCancelledError(Exception):
    """Whoever asked wants no answer any more; what was played is in the journal."""


class Journal(Protocol):
    """Results of finished tasks, by the number of the task in the run and a digest of what it was."""

    def find(self, number: int, digest: str) -> bytes | None: ...

    def add(self, number: int, digest: str, result: bytes) -> None: ...


class NoJournal:
    """Keeps nothing."""

    def find(self, number: int, digest: str) -> bytes | None:
        return None

    def add(self, number: int, digest: str, result: bytes) -> None:
        pass


@dataclass
class Workbench:
    """Plays for one run; ``games`` counts what it has played."""

    ruleset: Ruleset
    seed: int
    crew: Crew = field(default_factory=Alone)
    journal: Journal = field(default_factory=NoJournal)
    watch: Callable[[int], None] = lambda games: None
    """Told the games played so far, after every task."""
    cancelled: Callable[[], bool] = lambda: False
    games: int = 0
    _tasks: int = 0

    def play(self, rung: Rung, meetings: Sequence[Meeting]) -> list[Results]:
        """What the first deck of each meeting got; against itself a deck gets the half."""
        cut = list(_cut(rung, meetings))
        batches = [Batch(rung.name, str(self.ruleset), self.seed, tuple(part for _, part in task)) for task in cut]
        found: list[list[bytes]] = [[] for _ in meetings]
        for task, halves in zip(cut, self._results(batches), strict=True):
            begin = 0
            for place, part in task:
                found[place].append(halves[begin : begin + part.games])
                begin += part.games
        results = [Results(b"".join(parts)) for parts in found]
        return [
            result.mirrored() if sorted(meeting.deck) == sorted(meeting.other) else result
            for meeting, result in zip(meetings, results, strict=True)
        ]

    def against(self, rung: Rung, deck: Cards, others: Sequence[Cards], deals: range) -> list[Results]:
        """One deck against each of these."""
        return self.play(rung, [Meeting(deck, other, deals) for other in others])

    def each_against(
        self, rung: Rung, decks: Sequence[Cards], others: Sequence[Cards], deals: range
    ) -> list[list[Results]]:
        """Each of several decks against each of these."""
        played = iter(self.play(rung, [Meeting(deck, other, deals) for deck in decks for other in others]))
        return [[next(played) for _ in others] for _ in decks]

    def _results(self, batches: Sequence[Batch]) -> Iterator[bytes]:
        """In the order of the tasks; those in the journal are not played again."""
        digests = [_digest(batch) for batch in batches]
        first = self._tasks
        self._tasks += len(batches)
        kept = [self.journal.find(first + place, digest) for place, digest in enumerate(digests)]
        fresh = self.crew.map(play_batch, [batch for batch, known in zip(batches, kept, strict=True) if known is None])
        try:
            for place, known in enumerate(kept):
                if self.cancelled():
                    raise LabCancelledError
                result = next(fresh) if known is None else known
                if known is None:
                    self.journal.add(first + place, digests[place], result)
                self.games += len(result)
                self.watch(self.games)
                yield result
        finally:
            fresh.close()


def _digest(batch: Batch) -> str:
    return sha256(repr(batch).encode()).hexdigest()[:12]


def _cut(rung: Rung, meetings: Sequence[Meeting]) -> Iterator[list[tuple[int, Meeting]]]:
    """Tasks of nearly equal length: parts of meetings, each with the place of its meeting."""
    deals = sum(len(meeting.deals) for meeting in meetings)
    tasks = min(deals, _count(2 * deals, rung.games_a_task))
    done, task = 0, list[tuple[int, Meeting]]()
    for place, meeting in enumerate(meetings):
        rest = meeting.deals
        while rest:
            room = deals * (_number(done, deals, tasks) + 1) // tasks - done
            part, rest = rest[:room], rest[room:]
            task.append((place, meeting._replace(deals=part)))
            done += len(part)
            if len(part) == room:
                yield task
                task = []
    assert not task, "the last task ends with the last deal"


def _count(games: int, games_a_task: int) -> int:
    """Where there are few games tasks are smaller, down to a tenth, so that several workers have something to do."""
    return max(1, -(-games // games_a_task), min(PARTS, 10 * games // games_a_task))


def _number(done: int, deals: int, tasks: int) -> int:
    """The task that the next deal belongs to: the first that ends after it."""
    number = done * tasks // deals
    while deals * (number + 1) // tasks <= done:
        number += 1
    return number
