"""The moving picture at the beginning of the README, filmed anew: ``python -m tests.page.movie``.

A real match is entered at a real page: the game of ``packaging/demo.py``, of which both hands are known. What is filmed
is what stands there; only the waiting is cut, and a ring is drawn where the finger is.
"""

from __future__ import annotations

import json
import re
import tempfile
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

import httpx
from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from bench.browser import running_chromium
from bench.running_coach import running_coach
from tests.page.actions import Document, enter, glance, heading, look_back, read_match, settled
from tests.page.conftest import BEEN_HERE

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "docs" / "pictures" / "film.webp"
GAME = ROOT / "page" / "src" / "lib" / "home" / "demo.json"
STAGE = ViewportSize(width=1024, height=640)
SIZE = (800, 500)
QUALITY = 80
MOST_BYTES = 2_000_000
PATIENCE = 60_000
MOVES = 3
"""Moves of yours that are entered by touch; what is like something before follows at once."""
OPPONENT = "Red XIII rematch"

TOUCH, SHORT, STEP, READING = 240, 350, 700, 1600
"""Milliseconds that a picture stays."""
GOLD = (232, 192, 112)


@dataclass
class Film:
    """Pictures of a page, and how long each of them stays."""

    page: Page
    pictures: list[Image.Image] = field(default_factory=list)
    times: list[int] = field(default_factory=list)

    def hold(self, milliseconds: int) -> None:
        self._add(self._picture(), milliseconds)

    def touch(self, target: Locator, milliseconds: int = SHORT) -> None:
        """The finger comes, touches, and leaves what it has done behind."""
        box = target.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        picture = self._picture()
        for radius in (26, 17):
            self._add(_ringed(picture, x, y, radius), TOUCH // 2)
        self.page.touchscreen.tap(x, y)
        self.page.wait_for_timeout(60)
        self.hold(milliseconds)

    @property
    def seconds(self) -> float:
        return sum(self.times) / 1000

    def _picture(self) -> Image.Image:
        return Image.open(BytesIO(self.page.screenshot())).convert("RGB")

    def _add(self, picture: Image.Image, milliseconds: int) -> None:
        self.pictures.append(picture.resize(SIZE, Image.Resampling.LANCZOS))
        self.times.append(milliseconds)

    def save(self) -> None:
        first, *others = self.pictures
        first.save(
            FILE,
            save_all=True,
            append_images=others,
            duration=self.times,
            loop=0,
            quality=QUALITY,
            method=6,
            minimize_size=True,
        )


def _ringed(picture: Image.Image, x: float, y: float, radius: int) -> Image.Image:
    shown = picture.copy()
    draw = ImageDraw.Draw(shown, "RGBA")
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=(*GOLD, 90), outline=(*GOLD, 255), width=4)
    return shown


class Match:
    """The match that is entered: at the page while it is filmed, behind it where that would only repeat itself."""

    def __init__(self, api: httpx.Client, page: Page) -> None:
        made = json.loads(GAME.read_text(encoding="utf-8"))
        game = made["game"]
        self.api, self.page = api, page
        self.theirs = [(step["card"], step["tile"]) for step in made["steps"] if step["side"] == "E" and step["card"]]
        duel = api.post("/duels", json=game).raise_for_status().json()
        self.hand: list[str] = duel["hand"]
        decks = {"deck": game["deck"], "enemy_deck": game["enemy_deck"]}
        self.id: str = api.post("/matches", json={**decks, "opponent": OPPONENT}).raise_for_status().json()["id"]

    def now(self) -> Document:
        return read_match(self.api, self.id)

    def advised(self) -> tuple[str, str] | None:
        """The card and the tile that the coach means; nothing for a pass."""
        answer = self.api.get(f"/matches/{self.id}/advice", params={"top": 1}).raise_for_status().json()
        best = answer["moves"][0]
        return (best["card"], best["tile"]) if best["card"] else None

    def reply(self) -> tuple[str, str] | None:
        """The enemy's next move of the game that can still be made."""
        for move in list(self.theirs):
            self.theirs.remove(move)
            card, tile = move
            moves = self.api.get(f"/matches/{self.id}/moves", params={"side": "E", "card": card, "tile": tile})
            if moves.raise_for_status().json()["moves"]:
                return card, tile
        return None

    def drawn(self) -> str:
        card: str = self.now()["draws"][0]["card"]
        return card

    def go_on(self) -> None:
        """One entry that is not filmed."""
        expects = self.now()["expects"]
        if expects == "draw":
            text = f"draw {self.drawn()}"
        else:
            move = self.advised() if expects == "you" else self.reply()
            text = ("" if expects == "you" else "e ") + (" ".join(move) if move else "pass")
        enter(self.api, self.id, text)


def filmed(page: Page, api: httpx.Client) -> Film:
    film, match = Film(page), Match(api, page)
    page.goto(f"/#/match/{match.id}")
    _opening(film, match)
    _move(film, match)
    _reply(film, match)
    _draw(film, match)
    for _ in range(MOVES - 1):
        _move(film, match)
        while match.now()["expects"] != "you":
            match.go_on()
    while match.now()["expects"] != "over":
        match.go_on()
    _end(film)
    return film


def _face(page: Page, card: str) -> Locator:
    return page.locator(f".faces [data-card='{card}']").first


def _opening(film: Film, match: Match) -> None:
    page = film.page
    expect(heading(page, "Your opening hand")).to_be_visible()
    film.hold(STEP)
    for card in match.hand:
        film.touch(_face(page, card), TOUCH)
    expect(heading(page, "Keep or exchange")).to_be_visible()
    advised = glance(page).locator("button.primary")
    expect(advised).to_be_enabled()
    film.hold(READING)
    film.touch(advised, STEP)
    while match.now()["expects"] == "new cards":
        film.touch(_face(page, match.drawn()), STEP)


def _move(film: Film, match: Match) -> None:
    """Your move, as the coach means it: a look, a card, a tile."""
    page, move = film.page, match.advised()
    settled(page)
    film.hold(READING)
    if move is None:
        film.touch(page.locator(".buttons .pass"), STEP)
        return
    film.touch(page.locator(f".hand [data-card='{move[0]}']").first)
    film.touch(page.locator(f"[data-tile='{move[1]}']"), STEP)


def _reply(film: Film, match: Match) -> None:
    page, move = film.page, match.reply()
    assert move is not None
    expect(heading(page, "The enemy's move")).to_be_visible()
    expect(_face(page, move[0])).to_be_visible()
    film.hold(STEP)
    film.touch(_face(page, move[0]))
    film.touch(page.locator(f"[data-tile='{move[1]}']"), STEP)


def _draw(film: Film, match: Match) -> None:
    expect(heading(film.page, "Your draw")).to_be_visible()
    film.hold(SHORT)
    film.touch(_face(film.page, match.drawn()), SHORT)


def _end(film: Film) -> None:
    page = film.page
    page.reload()
    look_back(page)
    expect(page.get_by_role("slider", name=re.compile("^Your chance"))).to_be_visible(timeout=120_000)
    film.hold(2 * READING)


def main() -> None:
    expect.set_options(timeout=PATIENCE)
    with (
        tempfile.TemporaryDirectory() as folder,
        running_coach(Path(folder)) as url,
        httpx.Client(base_url=f"{url}/api/v1", timeout=60) as api,
        running_chromium() as browser,
    ):
        film = filmed(_page(browser, url), api)
    film.save()
    size = FILE.stat().st_size
    print(f"{FILE.name} {size / 1000:.0f} kB, {len(film.pictures)} pictures, {film.seconds:.1f} s")
    assert size <= MOST_BYTES, f"{FILE.name} is larger than {MOST_BYTES} bytes"


def _page(browser: Browser, url: str) -> Page:
    context = browser.new_context(base_url=url, viewport=STAGE, has_touch=True, reduced_motion="reduce")
    context.add_init_script(BEEN_HERE)
    context.set_default_timeout(PATIENCE)
    return context.new_page()


if __name__ == "__main__":
    main()
