"""``python -m bench``: all benchmarks, CPU time on this machine, ratios within this run."""

from __future__ import annotations

import platform

from bench import coach, engine, fleet, kernel


def main() -> None:
    print(f"Python {platform.python_version()} on {platform.machine()}, CPU time, best of several rounds")
    engine.run()
    kernel.run()
    coach.run()
    fleet.run()


main()
