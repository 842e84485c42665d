"""The pictures of ``docs/page.md``, drawn anew: ``python -m tests.page.pictures``.

Every scene is set behind the page first, so that the same page gives the same pictures.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Literal

import httpx
from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, expect

from bench.browser import running_chromium
from bench.running_coach import running_coach
from tests.page import screens
from tests.page.actions import begin_match as begin
from tests.page.actions import button, heading, open_match, panel

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "pictures"
DESKTOP = ViewportSize(width=1280, height=860)
PHONE = ViewportSize(width=390, height=844)
COLOURS = 128
MOST_BYTES = 120_000
PATIENCE = 60_000

Scene = Callable[[Page, httpx.Client], None]
MIDDLE = (
    "hand security officer, levrikon, queen bee, mu, grasslands wolf",
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


@dataclass(frozen=True)
class Picture:
    name: str
    scene: Scene
    phone: bool = False
    scheme: Literal["light", "dark"] = "light"


def _advised(page: Page, api: httpx.Client) -> None:
    open_match(page, begin(api, *MIDDLE, opponent="Red XIII rematch")["id"])
    expect(panel(page, "Coach").get_by_text(re.compile("^Many moves ahead"))).to_be_visible()
    page.mouse.move(0, 0)


def _threatened(page: Page, api: httpx.Client) -> None:
    _advised(page, api)
    button(page, "Show threats on the board").click()
    expect(heading(page, "Worst replies")).to_be_visible()
    heading(page, "Your move").scroll_into_view_if_needed()
    page.mouse.move(0, 0)


def _built(page: Page, api: httpx.Client) -> None:
    page.goto("/#/decks/Starter%20Deck%20(in-game%20prebuilt%200)")
    expect(page.get_by_text("✓ Legal under rebirth")).to_be_visible()


def _cards(page: Page, api: httpx.Client) -> None:
    page.goto("/#/cards")
    expect(page.get_by_role("link", name=re.compile("Crystalline Crab"))).to_be_visible()


def _shared(page: Page, api: httpx.Client) -> None:
    open_match(page, begin(api, *MIDDLE, "note well played", opponent="Red XIII rematch")["id"])
    button(page, "Share").click()
    button(page, "Copy: Link to the whole game").click()
    page.goto(page.get_by_role("textbox", name="Copy").input_value())
    page.get_by_role("list", name="Moves").get_by_role("button", name=re.compile("Levrikon.*M2")).click()
    page.mouse.move(0, 0)


def _screen(name: str) -> Scene:
    return next(screen.open for screen in screens.SCREENS if screen.name == name)


PICTURES = (
    Picture("match", _advised),
    Picture("match-dark", _threatened, scheme="dark"),
    Picture("match-phone", _advised, phone=True),
    Picture("decks", _built),
    Picture("cards", _cards),
    Picture("puzzle", _screen("puzzle")),
    Picture("duel", _screen("duel")),
    Picture("fleet", _screen("fleet-game")),
    Picture("shared", _shared),
)


def draw(browser: Browser, url: str, api: httpx.Client, picture: Picture) -> None:
    context = browser.new_context(
        base_url=url,
        viewport=PHONE if picture.phone else DESKTOP,
        color_scheme=picture.scheme,
        reduced_motion="reduce",
        is_mobile=picture.phone,
        has_touch=picture.phone,
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    picture.scene(page, api)
    page.evaluate("scrollTo(0, 0)")
    drawn = Image.open(BytesIO(page.screenshot()))
    context.close()
    file = FOLDER / f"{picture.name}.png"
    drawn.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)
    size = file.stat().st_size
    print(f"{file.name:16} {size / 1000:>6.1f} kB")
    assert size <= MOST_BYTES, f"{file.name} is larger than {MOST_BYTES} bytes"


def forget_matches(api: httpx.Client) -> None:
    """What the opponent has shown in one picture is not known in the next."""
    for row in api.get("/matches").raise_for_status().json()["matches"]:
        api.delete(f"/matches/{row['id']}").raise_for_status()


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    expect.set_options(timeout=PATIENCE)
    with (
        tempfile.TemporaryDirectory() as folder,
        running_coach(Path(folder)) as url,
        httpx.Client(base_url=f"{url}/api/v1", timeout=60) as api,
        running_chromium() as browser,
    ):
        for picture in PICTURES:
            draw(browser, url, api, picture)
            forget_matches(api)


if __name__ == "__main__":
    main()
