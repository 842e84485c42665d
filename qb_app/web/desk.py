"""The desk where long computations queue: few run at once, clients take turns, and each can be called off."""

from __future__ import annotations

import secrets
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

T = TypeVar("T")
Cancelled = Callable[[], bool]
"""Says whether the work should stop; long work asks often."""


class TooBusyError(Exception):
    """The desk takes no more work at the moment."""


class AnalysisCancelledError(Exception):
    """The work was called off before it gave an answer."""


@dataclass(eq=False, slots=True)
class Ticket:
    """A place at the desk, from taking it to leaving it."""

    client: str
    analysis_id: str = field(default_factory=lambda: secrets.token_urlsafe(12))
    running: bool = False
    _turn: threading.Event = field(default_factory=threading.Event)
    _cancelled: threading.Event = field(default_factory=threading.Event)

    def cancelled(self) -> bool:
        return self._cancelled.is_set()

    def cancel(self) -> None:
        self._cancelled.set()
        self._turn.set()  # who still waits need not

    def start(self) -> None:
        self.running = True
        self._turn.set()

    def wait(self) -> None:
        """Return when it is this ticket's turn; a cancelled one raises."""
        self._turn.wait()
        if self.cancelled():
            raise AnalysisCancelledError


class Load(NamedTuple):
    running: int
    waiting: int
    at_once: int


class AnalysisDesk:
    """At most ``at_once`` run; those who wait are called client by client, so that nobody is starved by a busy one."""

    def __init__(self, at_once: int = 1, waiting: int = 16, per_client: int = 4) -> None:
        self._at_once, self._most_waiting, self._per_client = at_once, waiting, per_client
        self._lock = threading.Lock()
        self._closed = False
        self._tickets: dict[str, Ticket] = {}
        self._queues: dict[str, deque[Ticket]] = {}
        """Who waits, by client; the client at the front is called next and then stands at the end."""

    def run(self, client: str, work: Callable[[Cancelled], T]) -> T:
        """Do the work in its turn, in this thread; it is told through its argument when to stop."""
        return self.serve(self.take(client), work)

    def take(self, client: str) -> Ticket:
        """A place in the queue; who takes one has to ``serve`` or ``leave`` it."""
        with self._lock:
            if self._closed:
                raise TooBusyError("qbCoach is being shut down; start it again and repeat the request")
            own = sum(ticket.client == client for ticket in self._tickets.values())
            if own >= self._per_client:
                raise TooBusyError(f"{own} analyses of yours are not finished yet; wait for one or cancel it")
            free = self._running < self._at_once
            if not free and len(self._tickets) - self._running >= self._most_waiting:
                raise TooBusyError("too many analyses are waiting already; try again in a few seconds")
            ticket = Ticket(client)
            self._tickets[ticket.analysis_id] = ticket
            self._queues.setdefault(client, deque()).append(ticket)
            self._call_next()
        return ticket

    def serve(self, ticket: Ticket, work: Callable[[Cancelled], T]) -> T:
        """Wait for the ticket's turn, do the work, and leave."""
        try:
            ticket.wait()
            return work(ticket.cancelled)
        finally:
            self.leave(ticket)

    def leave(self, ticket: Ticket) -> None:
        """Give the place free; leaving twice does no harm."""
        with self._lock:
            if self._tickets.pop(ticket.analysis_id, None) is None:
                return
            queue = self._queues.get(ticket.client)
            if queue and ticket in queue:
                queue.remove(ticket)
                if not queue:
                    del self._queues[ticket.client]
            self._call_next()

    def cancel(self, analysis_id: str) -> bool:
        """Call an analysis off; False when there is none of that id, because it is finished or never was."""
        with self._lock:
            ticket = self._tickets.get(analysis_id)
        if ticket is None:
            return False
        ticket.cancel()
        return True

    def close(self) -> None:
        """Call everything off, and take no more."""
        with self._lock:
            self._closed = True
            tickets = list(self._tickets.values())
        for ticket in tickets:
            ticket.cancel()

    @property
    def load(self) -> Load:
        with self._lock:
            running = self._running
            return Load(running, len(self._tickets) - running, self._at_once)

    @property
    def _running(self) -> int:
        return sum(ticket.running for ticket in self._tickets.values())

    def _call_next(self) -> None:
        """Start whoever is due; the lock is held."""
        while self._queues and self._running < self._at_once:
            client = next(iter(self._queues))
            queue = self._queues.pop(client)
            ticket = queue.popleft()
            if queue:
                self._queues[client] = queue  # at the end: the others come first
            ticket.start()
