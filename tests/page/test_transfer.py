"""How much the page transfers to somebody who looks at it for the first time; how fast it is, ``bench.page`` tells."""

from pathlib import Path

import httpx
from playwright.sync_api import Browser

from bench.page import HOME, TABLE
from bench.page_load import BYTES_GOAL, Load, cold_load
from bench.page_visit import begin_match
from bench.running_coach import running_coach

FONTS, SCRIPTS = 2, 5


def check(load: Load) -> None:
    """It is little, and the page was there: what was counted is more than the answer that something is missing."""
    names = list(load.files)
    assert sum(name.endswith(".woff2") for name in names) == FONTS
    assert sum(name.endswith(".js") for name in names) > SCRIPTS
    largest = sorted(load.files.items(), key=lambda item: -item[1])[:10]
    assert load.bytes <= BYTES_GOAL, largest


def test_home_and_a_match_transfer_little(chromium: Browser, tmp_path: Path) -> None:
    with running_coach(tmp_path) as url, httpx.Client(base_url=url, timeout=60) as api:
        check(cold_load(chromium, url, "/", HOME, first=True))
        match = begin_match(api, "your move")
        api.get(f"/api/v1/matches/{match}/advice").raise_for_status()  # of a long search every step would be told
        check(cold_load(chromium, url, "/", HOME))
        check(cold_load(chromium, url, f"/#/match/{match}", TABLE))
