"""Who does the work: many tasks spread over processes, and their results in the order of the tasks.

A result depends on its task alone, so it does not matter who does which task, when, or how often it was begun.
"""

from __future__ import annotations

import atexit
import os
import signal
import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Generic, Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)
Lost = type[BaseException] | tuple[type[BaseException], ...]

AHEAD = 4
"""Tasks for each worker that are given out before their turn: nobody waits, and closing early wastes little."""
MOST_LOSSES = 5
"""In a row, without one result between them: then the tasks themselves must be what ends the workers."""


class CrewError(RuntimeError):
    """The work cannot go on, and no single task is to blame; the message is one sentence for the user."""


class Crew(Protocol):
    """One or many who work."""

    @property
    def size(self) -> int:
        """How many tasks are done at once."""

    def map(self, work: Callable[[T], R], tasks: Iterable[T]) -> Generator[R, None, None]:
        """The results in the order of the tasks, which are taken as they are needed, a few for each worker ahead.

        What the work raises comes in the place of its result, and is the end. Closing the generator drops what waits.
        Work, tasks and results must be picklable.
        """


class Alone:
    """Everything in this process, each task when its result is asked for."""

    size = 1

    def map(self, work: Callable[[T], R], tasks: Iterable[T]) -> Generator[R, None, None]:
        yield from map(work, tasks)


class Ticket(Protocol[R_co]):
    """Stands for a result that is to come, as the futures of the standard library and of others do."""

    def result(self) -> R_co: ...
    def exception(self) -> BaseException | None: ...
    def done(self) -> bool: ...
    def cancelled(self) -> bool: ...
    def cancel(self) -> object: ...


@dataclass
class _Errand(Generic[T, R]):
    task: T
    ticket: Ticket[R] | None = None
    """None until it is given out, and again when it was lost."""


class Spread(ABC):
    """A crew elsewhere. Tasks that are lost with a worker are given out again."""

    lost: Lost
    """What a ticket raises when nobody is left who would do its task."""

    @property
    @abstractmethod
    def size(self) -> int:
        """How many tasks are done at once, as far as is known now."""

    @abstractmethod
    def give(self, work: Callable[[T], R], task: T) -> Ticket[R]:
        """Let somebody do the task."""

    @abstractmethod
    def mend(self) -> None:
        """After a loss: be ready for new tasks; whatever was lost with it says so from now on."""

    def map(self, work: Callable[[T], R], tasks: Iterable[T]) -> Generator[R, None, None]:
        left, errands, patience = iter(tasks), deque[_Errand[T, R]](), _Patience()
        try:
            while True:
                errands.extend(_Errand(task) for task in islice(left, max(0, AHEAD * self.size - len(errands))))
                if not errands:
                    return
                try:
                    result = self._first(work, errands)
                except self.lost as error:
                    self.mend()
                    patience.lose(_take_back(errands, self.lost), error)
                    continue
                errands.popleft()
                patience.results += 1
                yield result
        finally:
            for errand in errands:
                if errand.ticket is not None:
                    errand.ticket.cancel()

    def _first(self, work: Callable[[T], R], errands: deque[_Errand[T, R]]) -> R:
        """The result of the first errand, once all of them are given out."""
        for errand in errands:
            if errand.ticket is None:
                errand.ticket = self.give(work, errand.task)
        ticket = errands[0].ticket
        assert ticket is not None
        return ticket.result()


class Processes(Spread):
    """Processes of this machine, begun when they are first needed; they stay until the ``with`` ends."""

    lost = BrokenProcessPool

    def __init__(self, count: int) -> None:
        self.count = count
        self._pool: ProcessPoolExecutor | None = None
        self._line: Connection | None = None
        """The processes hold its other end, and each ends itself when this one is closed."""
        self._lock = threading.Lock()
        self._stopped = False

    def __enter__(self) -> Processes:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    @property
    def size(self) -> int:
        return self.count

    def map(self, work: Callable[[T], R], tasks: Iterable[T]) -> Generator[R, None, None]:
        left = iter(tasks)
        first = tuple(islice(left, 2))
        if self.count == 1 or len(first) < 2:  # for a single task no process is worth its start
            yield from map(work, chain(first, left))
        else:
            yield from super().map(work, chain(first, left))

    def stop(self) -> None:
        """End all processes at once, from any thread: what they do is lost, and who waits for it gets a CrewError."""
        self._stopped = True
        self._hang_up()

    def give(self, work: Callable[[T], R], task: T) -> Ticket[R]:
        if self._pool is None:
            # Fresh processes, because a fork would copy what another thread, such as the progress bar, holds just then.
            fresh = get_context("spawn")
            end, self._line = fresh.Pipe(duplex=False)
            self._pool = ProcessPoolExecutor(self.count, fresh, _begin, (end,))
            if self._stopped:  # since the last look
                self._hang_up()
        return self._pool.submit(work, task)

    def mend(self) -> None:
        if self._stopped:
            raise CrewError("the work was stopped")
        try:
            if self._pool is not None:
                self._pool.submit(_nothing)
        except BrokenProcessPool:  # else another map has mended it already
            self._end()

    def _end(self) -> None:
        if self._pool is not None:
            pool, self._pool = self._pool, None
            pool.shutdown(cancel_futures=True)
            self._hang_up()

    def _hang_up(self) -> None:
        with self._lock:
            line, self._line = self._line, None
        if line is not None:
            line.close()


@dataclass
class _Patience:
    """Whether losses still leave hope."""

    results: int = 0
    """That were handed on."""
    most: int = 0
    """Results there were at the latest loss, those that wait for their turn included."""
    losses: int = 0

    def lose(self, kept: int, error: BaseException) -> None:
        """Refuse to go on when loss follows loss and nothing gets done; ``kept`` results wait for their turn."""
        done = self.results + kept
        self.losses = 1 if done > self.most else self.losses + 1
        self.most = done
        if self.losses > MOST_LOSSES:
            raise CrewError(
                f"workers died {self.losses} times in a row without finishing anything: "
                "they may lack memory, or somebody ends them"
            ) from error


def _take_back(errands: Iterable[_Errand[T, R]], lost: Lost) -> int:
    """Forget the tickets that were lost; how many of the others are done."""
    kept = 0
    for errand in errands:
        if (ticket := errand.ticket) is None or not ticket.done():
            continue
        if ticket.cancelled() or isinstance(ticket.exception(), lost):
            errand.ticket = None
        else:
            kept += 1
    return kept


def _begin(line: Connection) -> None:
    """A process has nothing to save: it ends at once with Ctrl-C, and when the first one hangs up or is killed.

    Its own end is as short: to take apart what its thread still holds would bring complaints.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    atexit.register(os._exit, 0)
    threading.Thread(target=_end_with, args=(line,), daemon=True).start()


def _end_with(line: Connection) -> None:
    with suppress(EOFError, OSError):
        line.recv_bytes()  # nothing is ever sent
    os._exit(1)


def _nothing() -> None:
    """Asked of a pool that may be broken."""
