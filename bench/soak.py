"""A server that is used for long and killed again and again: ``python -m bench.soak --minutes 10``.

Two servers work on one storage. One is never ended, and its memory is watched; the other is killed and started again
every few seconds. Twenty clients ask both, in an order of the seed, and repeat what got no answer with the same key. It
fails on a fault (500), on an unavailable server that does not say when to come again, on an entry that was
acknowledged and is lost or doubled, and on memory that goes on growing after the second minute.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from bench.running_coach import started_coach
from bench.soak_client import Client, Findings

CLIENTS = 20
MINUTES = 10.0
SETTLED_MINUTES = 2.0
"""Then everything that is kept in memory should have found its size."""
MOST_GROWTH = 1.10
KILL_SECONDS = (5.0, 25.0)


class Mortal:
    """A server that is killed, and started again at the same port over the same storage."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._process, self.address = started_coach(data, "--port", "0", log="mortal.log")
        self.kills = 0

    async def live_and_die(self, rng: Random, span: tuple[float, float], ends: asyncio.Event) -> None:
        while not await _waited(ends, rng.uniform(*span)):
            self._process.send_signal(signal.SIGKILL)
            self._process.communicate()
            self.kills += 1
            port = self.address.rpartition(":")[2]
            self._process, _ = await asyncio.to_thread(
                started_coach, self._data, "--port", port, log=f"mortal-{self.kills}.log"
            )

    def end(self) -> None:
        _end(self._process)


async def _waited(ends: asyncio.Event, seconds: float) -> bool:
    """Whether the end came before these seconds were over."""
    try:
        await asyncio.wait_for(ends.wait(), seconds)
    except TimeoutError:
        return False
    return True


def _end(process: subprocess.Popen[str]) -> None:
    process.terminate()
    process.communicate(timeout=30)


def memory_of(process: int) -> float:
    """Megabytes that it holds in memory."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


async def soak(data: Path, minutes: float, seed: int, clients: int) -> tuple[Findings, list[float], int]:
    """What the clients saw; memory at the start, when it should have settled and at the end; how many kills."""
    steady, address = started_coach(data, "--port", "0", log="steady.log")
    mortal = Mortal(data)
    findings, ends = Findings(), asyncio.Event()
    team = [Client(number, seed, [address, mortal.address], findings) for number in range(clients)]
    try:
        memory = [memory_of(steady.pid)]
        work = [asyncio.create_task(client.work(ends)) for client in team]
        span = tuple(min(seconds, 60 * minutes / 4) for seconds in KILL_SECONDS)
        work.append(asyncio.create_task(mortal.live_and_die(Random(f"kills/{seed}"), (span[0], span[1]), ends)))
        settled = min(SETTLED_MINUTES, minutes / 2)
        for part in (settled, minutes - settled):
            await asyncio.wait(work, timeout=60 * part, return_when=asyncio.FIRST_EXCEPTION)
            memory.append(memory_of(steady.pid))
        ends.set()
        await asyncio.gather(*work)
        for client in team:
            await client.compare()
            await client.close()
    finally:
        mortal.end()
        _end(steady)
    return findings, memory, mortal.kills


def report(findings: Findings, memory: list[float], kills: int, clients: int, wall: float) -> None:
    requests = sum(map(len, findings.seconds.values()))
    print(f"soak\n  {clients} clients, {requests:,} requests in {wall / 60:.1f} min, {kills} kills")
    print(f"  {findings.broken_lines:,} requests without an answer while a server was dead, each repeated")
    for kind, seconds in sorted(findings.seconds.items()):
        p95 = sorted(seconds)[int(0.95 * (len(seconds) - 1))]
        p50 = statistics.median(seconds)
        print(f"  {kind:<14} {len(seconds):>7,}   p50 {1000 * p50:>6.0f} ms   p95 {1000 * p95:>6.0f} ms")
    for kind, count in sorted(findings.refusals.items()):
        print(f"  refused: {kind:<24} {count:>7,}")
    start, settled, end = memory
    print(f"  memory: {start:.0f} MB at the start, {settled:.0f} MB settled, {end:.0f} MB at the end")
    print(f"  {len(findings.faults)} faults")
    for fault in findings.faults[:20]:
        print(f"    {fault}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--clients", type=int, default=CLIENTS)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        findings, memory, kills = asyncio.run(soak(data, options.minutes, options.seed, options.clients))
    if options.minutes > 2 * SETTLED_MINUTES and memory[2] > MOST_GROWTH * memory[1]:
        findings.faults.append(
            f"memory grew from {memory[1]:.0f} MB to {memory[2]:.0f} MB after it should have settled"
        )
    report(findings, memory, kills, options.clients, time.monotonic() - began)
    return 1 if findings.faults else 0


if __name__ == "__main__":
    sys.exit(main())
