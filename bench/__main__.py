"""``python -m bench``: all benchmarks, CPU time on this machine, ratios within this run."""

from __future__ import annotations

import platform

from bench import checks, coach, engine, fleet, kernel, lab, live, search, solver


def main() -> None:
    print(f"Python {platform.python_version()} on {platform.machine()}, CPU time, best of several rounds")
    engine.run()
    kernel.run()
    checks.run()
    coach.run()
    search.run()
    solver.run()
    fleet.run()
    live.run()
    lab.run()


main()
