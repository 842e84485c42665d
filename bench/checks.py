"""The start-up checks: milliseconds of the quick ones, of all, and of the quick ones as a fresh process has them."""

from __future__ import annotations

import subprocess
import sys

from bench.coach import report
from bench.timing import seconds_per_call
from qb_engine import CardHydrator
from qb_engine.diagnostics import ALL, QUICK, Diagnostics

AIM = 50
"""Milliseconds of the quick ones, with the kernel."""
ROUNDS = 5
FRESH = """
import time
from qb_engine.card_hydrator import CardHydrator
from qb_engine.diagnostics import QUICK, Diagnostics
checks = Diagnostics.standard(CardHydrator(), QUICK)
start = time.process_time()
checks.run()
print(time.process_time() - start)
"""


def fresh() -> float:
    """CPU seconds of the quick checks when nothing has been computed yet; loading modules is not counted."""
    done = subprocess.run([sys.executable, "-c", FRESH], capture_output=True, text=True, check=True)
    return float(done.stdout)


def run() -> None:
    print(f"start-up checks (aim for the quick ones: well under {AIM} ms)")
    quick, every = (seconds_per_call(Diagnostics.standard(CardHydrator(), amount).run) for amount in (QUICK, ALL))
    report("quick, again and again", quick, "")
    report("quick, in a fresh process", min(fresh() for _ in range(ROUNDS)), "the kernel's tables are built too")
    report("all, again and again", every, f"{every / quick:.1f}x the quick ones")


if __name__ == "__main__":
    run()
