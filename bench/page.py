"""How fast the page is and how much of it there is: ``python -m bench.page``.

A real Chromium with an empty cache looks at screens from a real server on this machine, at a desk and on a phone:
how soon they are seen and what they transfer, how soon a move is shown and how long its tasks take, and whether
anything moves while the coach thinks.
"""

from __future__ import annotations

import gzip
import tempfile
from pathlib import Path

import httpx
from playwright.sync_api import Browser

from bench.browser import running_chromium
from bench.page_load import ROUNDS, cold_load, report_loads
from bench.page_moves import report_moves, report_tasks
from bench.page_shift import report_shifts, watch_shifts
from bench.page_visit import DEVICES, STATES, begin_match
from bench.running_coach import running_coach

MOVES = 5
ONE_REQUEST = httpx.Limits(max_keepalive_connections=0)
"""A measurement lasts longer than the server keeps a silent connection."""
HOME = "main .home"
TABLE = 'section.glance[aria-busy="false"]'
"""The coach has spoken; its answer is transferred too."""
STATIC = Path(__file__).resolve().parents[1] / "qb_app" / "static"


def load(browser: Browser, url: str, name: str, address: str, shown: str, *, first: bool = False) -> None:
    report_loads(name, [cold_load(browser, url, address, shown, first=first) for _ in range(ROUNDS)])


def report_files() -> None:
    for kind in ("js", "css"):
        files = [path.read_bytes() for path in (STATIC / "assets").glob(f"*.{kind}")]
        size, packed = sum(map(len, files)), sum(len(gzip.compress(data)) for data in files)
        print(f"  all {kind:<3} {size / 1000:>7.1f} kB in {len(files)} files, {packed / 1000:.1f} kB packed")


def shift(browser: Browser, url: str, api: httpx.Client) -> None:
    print("  layout shift")
    for state in STATES:
        for device in DEVICES:
            report_shifts(state, device, watch_shifts(browser, url, device, begin_match(api, state)))


def run() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        running_coach(Path(folder)) as url,
        httpx.Client(base_url=url, timeout=60, limits=ONE_REQUEST) as api,
        running_chromium() as browser,
    ):
        print("page")
        load(browser, url, "home, the very first visit", "/", HOME, first=True)
        match = begin_match(api, "your move")
        load(browser, url, "home, with a running match", "/", HOME)
        load(browser, url, "match", f"/#/match/{match}", TABLE)
        report_files()
        report_moves(browser, url, api, DEVICES, MOVES)
        report_tasks(browser, url, api, DEVICES)
        shift(browser, url, api)


if __name__ == "__main__":
    run()
