"""The pictures of ``docs/page.md``, drawn anew: ``python -m tests.page.pictures [NAME...]``.

Every scene is set behind the page first, so that the same page gives the same pictures.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Collection
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Literal
from urllib.parse import quote

import httpx
from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, expect

from bench.browser import running_chromium
from bench.running_coach import running_coach
from tests.page import deck_scenes, game_scenes, home_scenes, scenes
from tests.page.actions import (
    HAND,
    STARTER,
    UNDER_WAY,
    begin_match,
    button,
    glance,
    log_entries,
    look_back,
    menu,
    open_match,
)
from tests.page.conftest import BEEN_HERE, PHONE
from tests.page.home_scenes import at
from tests.page.scenes import JUDGED, Opening, at_match, sheet, spoken

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "pictures"
DESKTOP = ViewportSize(width=1280, height=800)
QUALITY = 84
MOST_BYTES = 120_000
PATIENCE = 60_000

MIDDLE = (
    HAND,
    "keep",
    "security officer m1",
    "e grasslands wolf m5",
    "draw elphadunk",
    "mu b1",
    "e crawler b5",
    "draw magic pot",
    "levrikon m2",
    "e mandragora t5",
    "draw mu",
)
"""A match in which both sides have three cards on the board."""
PLAYED = (*MIDDLE, "mu b2", "e pass", "draw queen bee", "pass")
"""The same to its end."""


@dataclass(frozen=True)
class Picture:
    name: str
    scene: Opening
    phone: bool = False
    theme: Literal["light", "dark"] = "dark"


_advised = spoken(at_match(*MIDDLE, shown="Your move"))
_watched = spoken(at_match(*MIDDLE, "mu b2", shown="The enemy's move"))


def _waiting(page: Page, api: httpx.Client) -> None:
    """Others are over; the one that is gone on with was begun last."""
    for entries in (PLAYED, UNDER_WAY, MIDDLE):
        begin_match(api, *entries, opponent=scenes.OPPONENT)
    at("/", "Your match against")(page, api)


def _listed(page: Page, api: httpx.Client) -> None:
    """A week's matches."""
    others = (
        "Regina, Shinra-8 tournament, round 5 (forced)",
        scenes.OPPONENT,
        "Chadley, Shinra-8 tournament, round 4 (forced)",
    )
    for entries, opponent in zip((PLAYED, UNDER_WAY, PLAYED, MIDDLE), (*others, scenes.OPPONENT), strict=True):
        begin_match(api, *entries, opponent=opponent)
    at("/#/matches", "Your matches")(page, api)


def _weighed(page: Page, api: httpx.Client) -> None:
    """An opening hand of which a card should go back."""
    hand = "hand grasslands wolf, grasslands wolf, magic pot, zu, archdragon"
    open_match(page, begin_match(api, hand, deck="qbCoach: Red XIII rematch", opponent=scenes.OPPONENT)["id"])
    expect(glance(page)).to_have_attribute("aria-busy", "false")


def _measured(page: Page, api: httpx.Client) -> None:
    deck_scenes.measured(page, api)
    page.get_by_text("Against each deck").click()


def _looked_back(page: Page, api: httpx.Client) -> None:
    at_match(*PLAYED, shown="The match is over")(page, api)
    look_back(page)
    scenes.costliest(page)
    while button(page, "The costly move before").is_enabled():
        button(page, "The costly move before").click()


def _revised(page: Page, api: httpx.Client) -> None:
    at_match(*MIDDLE, shown="Your move")(page, api)
    log_entries(page).nth(6).get_by_role("button").click()
    expect(sheet(page)).to_contain_text("Entry 7")


def _painted(page: Page, api: httpx.Client) -> None:
    at_match(*MIDDLE, shown="Your move")(page, api)
    menu(page, "Not as on my screen")
    button(page, "I missed something: paint the board").click()
    expect(sheet(page).get_by_role("group", name="Brush")).to_be_visible()


def _explained(page: Page, api: httpx.Client) -> None:
    _advised(page, api)
    button(page, "Why?").click()
    expect(sheet(page).get_by_role("button").first).to_be_visible()


def _threatened(page: Page, api: httpx.Client) -> None:
    _advised(page, api)
    button(page, "Threats").click()
    expect(sheet(page).get_by_role("listitem").nth(1)).to_be_visible()


def _shared(page: Page, api: httpx.Client) -> None:
    at_match(*PLAYED, shown="The match is over")(page, api)
    menu(page, "Share")
    button(page, "Copy: Link to the whole game").click()
    page.goto(page.get_by_role("textbox", name="What was copied").input_value())
    scenes.costliest(page)


PICTURES = (
    Picture("home", home_scenes.first_visit),
    Picture("home-waiting", _waiting),
    Picture("tour", home_scenes.toured),
    Picture("new-match", at("/#/matches/new", "New match")),
    Picture("exchange", _weighed),
    Picture("match", _advised),
    Picture("match-light", _advised, theme="light"),
    Picture("enemy", _watched),
    Picture("why", _explained),
    Picture("threats", _threatened),
    Picture("phone", _advised, phone=True),
    Picture("phone-enemy", _watched, phone=True),
    Picture("revise", _revised),
    Picture("paint", _painted),
    Picture("back", _looked_back),
    Picture("phone-back", _looked_back, phone=True),
    Picture("play", at("/#/play", "Choose an enemy")),
    Picture("duel", game_scenes.duel),
    Picture("duel-over", game_scenes.duel_over),
    Picture("train", at("/#/train", "Lessons")),
    Picture("exercise", game_scenes.exercise),
    Picture("habits", game_scenes.habits),
    Picture("decks", at(f"/#/decks/{quote(STARTER, safe='')}", "Starter Deck")),
    Picture("measure", _measured),
    Picture("lab", deck_scenes.compared),
    Picture("cards", at("/#/cards", "Cards")),
    Picture("collection", deck_scenes.collected),
    Picture("opponent", at("/#/opponents/Red%20XIII%20rematch", "Red XIII")),
    Picture("puzzle", game_scenes.solved),
    Picture("fleet", game_scenes.fleet_game),
    Picture("matches", _listed),
    Picture("shared", _shared),
)


def draw(browser: Browser, url: str, api: httpx.Client, picture: Picture) -> None:
    context = browser.new_context(
        base_url=url,
        viewport=PHONE if picture.phone else DESKTOP,
        reduced_motion="reduce",
        is_mobile=picture.phone,
        has_touch=picture.phone,
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(BEEN_HERE)
    page = context.new_page()
    page.goto("/")  # fonts that come too late for the first screen are there for the next
    page.evaluate("theme => localStorage.setItem('qbcoach-theme', theme)", picture.theme)
    page.goto("about:blank")
    picture.scene(page, api)
    page.mouse.move(0, 0)
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_load_state("networkidle")
    drawn = Image.open(BytesIO(page.screenshot()))
    context.close()
    file = FOLDER / f"{picture.name}.webp"
    drawn.convert("RGB").save(file, quality=QUALITY, method=6)
    size = file.stat().st_size
    print(f"{file.name:18} {size / 1000:>6.1f} kB", flush=True)
    assert size <= MOST_BYTES, f"{file.name} is larger than {MOST_BYTES} bytes"


def main(names: Collection[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    expect.set_options(timeout=JUDGED)
    with (
        tempfile.TemporaryDirectory() as folder,
        running_coach(Path(folder)) as url,
        httpx.Client(base_url=f"{url}/api/v1", timeout=60) as api,
        running_chromium() as browser,
    ):
        for picture in PICTURES:
            if not names or picture.name in names:
                draw(browser, url, api, picture)
                scenes.forget_matches(api)


if __name__ == "__main__":
    main(sys.argv[1:])
