"""The desk: few at once, clients in turn, everything can be called off. Events decide, never the clock."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from qb_app.web.desk import AnalysisCancelledError, AnalysisDesk, Cancelled, Load, TooBusyError

PATIENCE = 20
"""Seconds after which a test that hangs gives up; no test waits so long when all is well."""


class Job:
    """Work in a thread that ends when it is told to."""

    def __init__(self, desk: AnalysisDesk, client: str, done: list[str], name: str) -> None:
        self.begun, self.may_end = threading.Event(), threading.Event()
        self.error: Exception | None = None
        self.ticket = desk.take(client)

        def work(cancelled: Cancelled) -> None:
            self.begun.set()
            assert self.may_end.wait(PATIENCE)
            done.append(name)

        def run() -> None:
            try:
                desk.serve(self.ticket, work)
            except Exception as error:
                self.error = error

        self.thread = threading.Thread(target=run, daemon=True)
        self.thread.start()

    def end(self) -> None:
        self.may_end.set()
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()


def test_work_is_done_and_its_answer_returned() -> None:
    desk = AnalysisDesk()
    assert desk.run("a", lambda cancelled: (cancelled(), 7)) == (False, 7)
    assert desk.load == Load(0, 0, 1)


def test_work_that_fails_leaves_its_place() -> None:
    desk = AnalysisDesk(at_once=1)
    with pytest.raises(ZeroDivisionError):
        desk.run("a", lambda _: 1 // 0)
    assert desk.run("a", lambda _: "next") == "next"


def test_clients_take_turns_whoever_asked_most() -> None:
    desk, done = AnalysisDesk(at_once=1, waiting=10, per_client=5), list[str]()
    jobs = [Job(desk, client, done, name) for client, name in (("a", "a1"), ("a", "a2"), ("a", "a3"), ("b", "b1"))]
    late = Job(desk, "c", done, "c1")
    assert desk.load == Load(1, 4, 1)
    for job in (jobs[0], jobs[1], jobs[3], late, jobs[2]):
        assert job.begun.wait(PATIENCE)
        assert desk.load.running == 1
        job.end()
    assert done == ["a1", "a2", "b1", "c1", "a3"]
    assert desk.load == Load(0, 0, 1)


def test_as_many_run_at_once_as_are_allowed() -> None:
    desk, done = AnalysisDesk(at_once=2, waiting=10, per_client=5), list[str]()
    first, second, third = (Job(desk, "a", done, name) for name in ("1", "2", "3"))
    assert first.begun.wait(PATIENCE)
    assert second.begun.wait(PATIENCE)
    assert not third.ticket.running
    second.end()
    assert third.begun.wait(PATIENCE)
    first.end()
    third.end()
    assert done == ["2", "1", "3"]


def test_one_client_cannot_fill_the_desk_and_all_together_cannot_overfill_it() -> None:
    desk = AnalysisDesk(at_once=1, waiting=2, per_client=2)
    held = [desk.take("a"), desk.take("a")]
    with pytest.raises(TooBusyError, match="2 analyses of yours"):
        desk.take("a")
    held.append(desk.take("b"))
    with pytest.raises(TooBusyError, match="too many analyses are waiting"):
        desk.take("c")
    desk.leave(held[0])
    held.append(desk.take("c"))
    assert desk.load == Load(1, 2, 1)


def test_who_waits_can_be_called_off_and_the_next_one_comes() -> None:
    desk, done = AnalysisDesk(at_once=1, waiting=5, per_client=5), list[str]()
    first, second, third = (Job(desk, "a", done, name) for name in ("1", "2", "3"))
    assert desk.cancel(second.ticket.analysis_id)
    second.thread.join(PATIENCE)
    assert isinstance(second.error, AnalysisCancelledError)
    first.end()
    assert third.begun.wait(PATIENCE)
    third.end()
    assert done == ["1", "3"]
    assert not desk.cancel(second.ticket.analysis_id)


def stops_when_told(begun: threading.Event) -> Callable[[Cancelled], str]:
    def work(cancelled: Cancelled) -> str:
        begun.set()
        while not cancelled():
            threading.Event().wait(0.001)
        return "stopped"

    return work


def test_who_runs_is_told_to_stop() -> None:
    desk, begun, answers = AnalysisDesk(), threading.Event(), list[str]()
    ticket = desk.take("a")
    thread = threading.Thread(target=lambda: answers.append(desk.serve(ticket, stops_when_told(begun))), daemon=True)
    thread.start()
    assert begun.wait(PATIENCE)
    assert desk.cancel(ticket.analysis_id)
    thread.join(PATIENCE)
    assert answers == ["stopped"]


def test_closing_calls_everything_off_and_takes_no_more() -> None:
    desk = AnalysisDesk(at_once=1, waiting=5, per_client=5)
    running, waiting = desk.take("a"), desk.take("a")
    desk.close()
    assert running.cancelled()
    with pytest.raises(AnalysisCancelledError):
        desk.serve(waiting, lambda _: None)
    with pytest.raises(TooBusyError, match="being shut down"):
        desk.take("b")


def test_leaving_twice_does_no_harm() -> None:
    desk = AnalysisDesk(at_once=1)
    ticket = desk.take("a")
    desk.leave(ticket)
    other = desk.take("b")
    desk.leave(ticket)
    assert other.running
    assert desk.load == Load(1, 0, 1)
