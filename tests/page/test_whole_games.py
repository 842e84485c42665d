"""The recorded matches and twenty whole games entered at the page, by touch and by keys, and what that takes.

The recorded ones are entered both ways, of the others each half in one.
"""

from __future__ import annotations

from statistics import median

import httpx
import pytest
from playwright.sync_api import Browser, Page

from qb_engine.geometry import Side
from tests.page.actions import log_texts, open_match, read_match, without_advice
from tests.page.conftest import DESKTOP, PATIENCE, PHONE, Watch
from tests.page.entering import Counts, Enters, Finger, Keys, enter
from tests.page.games_to_enter import HYDRATOR, Drawn, Play, Script, played_out, recorded

GAMES = 20
PARTS = 2
"""Shares of the games; the tests run side by side."""
TOUCHED = [*recorded(), *map(played_out, range(0, GAMES, 2))]
TYPED = [*recorded(), *map(played_out, range(1, GAMES, 2))]


def expected_log(script: Script) -> list[str]:
    """What the match has to know in the end."""
    hand = ", ".join(HYDRATOR.get(card).name for card in script.hand)
    return [*([f"hand {hand}", "keep"] if hand else ["mulligan ?"]), *map(_text, script.steps)]


def _text(step: Play | Drawn) -> str:
    if isinstance(step, Drawn):
        return f"draw {step.card if step.card == '?' else HYDRATOR.get(step.card).name}"
    words = "pass" if step.tile is None else f"{HYDRATOR.get(step.card or '').name} {step.tile.long}"
    return words if step.side is Side.YOU else f"e {words}"


def enter_all(page: Page, api: httpx.Client, player: Enters, scripts: list[Script]) -> Counts:
    counts = Counts()
    for script in scripts:
        match = api.post("/matches", json=script.setup).raise_for_status().json()["id"]
        open_match(page, match)
        enter(page, player, script, counts)
        log = log_texts(api, match)
        assert log == expected_log(script), script.name
        assert read_match(api, match)["version"] == len(log), "every entry was made once, and nothing taken back"
    return counts


@pytest.mark.parametrize("part", range(PARTS))
def test_by_touch(chromium: Browser, coach_url: str, api: httpx.Client, part: int) -> None:
    context = chromium.new_context(
        base_url=coach_url, viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE)
    without_advice(context)
    watching = Watch(context, coach_url)
    page = context.new_page()
    counts = enter_all(page, api, Finger(page), TOUCHED[part::PARTS])
    context.close()
    assert watching.faults == []
    print(f"touches: {_told(counts)}")
    assert median(counts.moves) <= 2
    assert median(counts.draws) <= 1
    assert max(counts.passes, default=1) <= 1


@pytest.mark.parametrize("part", range(PARTS))
def test_by_keys(chromium: Browser, coach_url: str, api: httpx.Client, part: int) -> None:
    context = chromium.new_context(base_url=coach_url, viewport=DESKTOP, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    without_advice(context)
    watching = Watch(context, coach_url)
    page = context.new_page()
    counts = enter_all(page, api, Keys(page), TYPED[part::PARTS])
    context.close()
    assert watching.faults == []
    print(f"keys: {_told(counts)}")
    assert median(counts.moves) <= 5


def _told(counts: Counts) -> str:
    """How many of each were entered, and what most of them took."""
    parts = {"moves": counts.moves, "passes": counts.passes, "draws": counts.draws}
    return "; ".join(
        f"{len(found)} {name}, median {median(found):g}, most {max(found)}" for name, found in parts.items() if found
    )
