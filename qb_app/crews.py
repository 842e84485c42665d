"""Who does the work of a command: the one reader of ``--processes`` and ``--cluster``.

Dask is loaded only when a cluster is asked for, and stands here untyped, as it is.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from importlib import import_module
from time import monotonic
from typing import Any, Generic, TypeVar

from gamekit.crew import Crew, CrewError, Processes, Spread
from gamekit.quoting import quoted
from qb_app.errors import InputError
from qb_app.fingerprint import Fingerprint, difference, fingerprint

T = TypeVar("T")
R = TypeVar("R")

LOCAL = "local"
_ADDRESS = re.compile(r"(tcp|tls)://([\w.-]+|\[[\da-fA-F:.]+\]):\d{1,5}")
ANSWER_SECONDS = 5.0
"""In which a scheduler has to answer, at first and whenever it was lost."""
WORKER_SECONDS = 5.0
"""In which it must have a worker."""
FAILURES = 1_000
"""Workers that may die over a task, or fail to read it, before a scheduler gives it up; Dask's own number is 3."""
COUNT_SECONDS = 2.0
"""How long a number of workers is taken to hold."""
_LOUD = ("distributed", "distributed.client", "distributed.gc", "tornado.application")
"""Loggers that print what this module says in a sentence."""


@contextmanager
def open_crew(processes: int | None, cluster: str | None) -> Iterator[Crew]:
    """Processes of this machine, one for each core unless told, or the workers of a cluster.

    A cluster is ``local`` or the address of a scheduler; one that cannot be used is refused.
    """
    if cluster is None:
        with Processes(processes or os.cpu_count() or 1) as crew:
            yield crew
        return
    if cluster != LOCAL and not _ADDRESS.fullmatch(cluster):
        raise InputError(
            f"{quoted(cluster)} is no cluster: give the address of a scheduler, as in tcp://127.0.0.1:8786, or 'local'"
        )
    if cluster != LOCAL and processes is not None:
        raise InputError("--processes is about this machine and does not go with the address of a scheduler")
    with _connected(cluster, processes) as client:
        yield DaskCrew(client, cluster)


class _LostError(Exception):
    """The scheduler has given a task up, or has lost it."""


class DaskCrew(Spread):
    """The workers of a Dask scheduler, which may come and go."""

    lost = _LostError

    def __init__(self, client: Any, name: str) -> None:
        self._client = client
        self._name = name
        self._size, self._counted = 1, float("-inf")

    @property
    def size(self) -> int:
        if monotonic() > self._counted + COUNT_SECONDS:
            with suppress(OSError):  # no answer: the next task will tell
                self._size = max(1, sum(self._client.nthreads().values()))
            self._counted = monotonic()
        return self._size

    def give(self, work: Callable[[T], R], task: T) -> _DaskTicket[R]:
        done = partial(_fulfil, fingerprint(), work)
        try:
            # Not pure: the same task again is work again, and no result is shared with another run.
            return _DaskTicket(self._client.submit(done, task, pure=False, retries=FAILURES))
        except _distributed().client.ClosedClientError as error:
            raise _LostError from error

    def mend(self) -> None:
        if self._client.status != "running":
            raise CrewError(f"the scheduler of the cluster {self._name} is gone")


class _DaskTicket(Generic[R]):
    """A future of Dask; what the work raised is a result to Dask, so that it is not tried again."""

    def __init__(self, future: Any) -> None:
        self._future = future

    def result(self) -> R:
        distributed = _distributed()
        try:
            kind, found = self._future.result()
        except (distributed.CancelledError, distributed.KilledWorker) as error:
            raise _LostError(str(error)) from error
        except Exception as error:
            raise CrewError(f"the cluster failed at a task: {type(error).__name__}, {error}") from error
        if kind == "stranger":
            worker, theirs = found
            raise CrewError(difference(worker, theirs, fingerprint()))
        if kind == "raised":
            raise found
        result: R = found
        return result

    def exception(self) -> BaseException | None:
        return _LostError() if self._future.status in ("error", "lost") else None

    def done(self) -> bool:
        return bool(self._future.done())

    def cancelled(self) -> bool:
        return bool(self._future.cancelled())

    def cancel(self) -> None:
        with suppress(OSError, _distributed().client.ClosedClientError):  # gone with its scheduler
            self._future.cancel()


def _fulfil(driver: Fingerprint, work: Callable[[T], R], task: T) -> tuple[str, object]:
    """Do a task on a worker, for a driver that is the same; plain values, which any version can read."""
    if difference("", fingerprint(), driver):
        return "stranger", (_distributed().get_worker().address, fingerprint())
    try:
        return "done", work(task)
    except Exception as error:
        return "raised", error


def _distributed() -> Any:
    try:
        return import_module("distributed")
    except ImportError as error:
        raise InputError("--cluster needs the extra 'cluster': pip install 'qbcoach[cluster]'") from error


@contextmanager
def _connected(cluster: str, processes: int | None) -> Iterator[Any]:
    """A client of workers that are there and the same as this program."""
    distributed = _distributed()
    for name in _LOUD:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    with ExitStack() as stack:
        # Versions are compared by fingerprint instead, with a sentence.
        stack.enter_context(warnings.catch_warnings())
        warnings.simplefilter("ignore", distributed.versions.VersionMismatchWarning)
        address = stack.enter_context(_local(processes)) if cluster == LOCAL else _answering(cluster)
        client = stack.enter_context(distributed.Client(address, timeout=ANSWER_SECONDS, set_as_default=False))
        _check_workers(client, cluster)
        yield client


def _answering(address: str) -> str:
    """The same address, once a scheduler has answered there: a client that gets no answer goes on about it for long."""
    distributed = _distributed()

    async def ask() -> Any:
        arguments = distributed.Security().get_connection_args("client")
        async with distributed.rpc(address, timeout=ANSWER_SECONDS, connection_args=arguments) as scheduler:
            return await scheduler.identity()

    try:
        found = asyncio.run(asyncio.wait_for(ask(), ANSWER_SECONDS + 1))
    except Exception as error:  # whatever stands there instead may say anything
        raise InputError(f"no scheduler of Dask answers at {address}") from error
    if found.get("type") != "Scheduler":
        raise InputError(f"what answers at {address} is no scheduler of Dask")
    return address


@contextmanager
def _local(processes: int | None) -> Iterator[Any]:
    """A scheduler with workers on this machine, silent and without a page of its own."""
    silent = logging.CRITICAL + 1
    count = processes or os.cpu_count() or 1
    with (
        import_module("dask").config.set({"distributed.scheduler.allowed-failures": FAILURES}),
        _distributed().LocalCluster(
            n_workers=count, threads_per_worker=1, memory_limit=0, dashboard_address=None, silence_logs=silent
        ) as cluster,
    ):
        yield cluster


def _check_workers(client: Any, cluster: str) -> None:
    try:
        client.wait_for_workers(1, timeout=WORKER_SECONDS)
    except TimeoutError as error:
        raise InputError(f"the scheduler at {cluster} has no workers: start some with 'dask worker'") from error
    for worker, found in client.run(fingerprint, on_error="return").items():
        if isinstance(found, OSError):
            continue  # it has died since; those that come later are checked with every task
        if isinstance(found, BaseException):
            raise InputError(f"the worker {worker} cannot work for qbCoach: {found}; install the same qbCoach there")
        if (sentence := difference(worker, found, fingerprint())) is not None:
            raise InputError(sentence)
