"""Links that hold a whole game, and boards as pictures and text."""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from urllib.parse import quote
from xml.etree import ElementTree

import httpx
import pytest
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Download, Page, Route, expect

from tests.page.actions import (
    UNDER_WAY,
    Document,
    begin_match,
    board,
    button,
    menu,
    open_match,
    shown_tile,
    tile_words,
    without_advice,
)
from tests.page.conftest import DESKTOP, PATIENCE, Watch

BROKEN = "This link is damaged or incomplete; ask for it again."
IMAGE = "<img src=x onerror=\"document.title = 'taken over'\">"
SCRIPT = "<script>document.title = 'taken over'</script>"


class Receiver:
    """Somebody else's browser, for which the server answers no question."""

    def __init__(self, context: BrowserContext, home: str) -> None:
        self.page = context.new_page()
        self.watch = Watch(context, home)
        self.asked: list[str] = []
        context.route("**/api/**", self._abort)

    def _abort(self, route: Route) -> None:
        self.asked.append(route.request.url)
        route.abort()

    def open(self, link: str) -> Page:
        self.page.goto(link)
        return self.page


@pytest.fixture
def receiver(chromium: Browser, coach_url: str) -> Iterator[Receiver]:
    context = chromium.new_context(viewport=DESKTOP, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    receiver = Receiver(context, coach_url)
    yield receiver
    context.close()
    assert receiver.asked == []
    assert receiver.watch.faults == []


@pytest.fixture
def match(api: httpx.Client) -> Document:
    """A match with a correction in it, so that there are pawns, cards, a raised power and effects to be shared."""
    api.put(f"/opponents/{quote(IMAGE)}", json={"note": "calls itself so"}).raise_for_status()
    corrections = ("set m2 card crystalline crab you", "set m2 power 5", f"note {SCRIPT}")
    return begin_match(api, *UNDER_WAY, *corrections, opponent=IMAGE)


@pytest.fixture
def sender(page: Page, context: BrowserContext, match: Document) -> Page:
    """The match with the sheet open from which it is shared."""
    without_advice(context)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_match(page, match["id"])
    menu(page, "Share")
    return page


def copied(page: Page, what: str) -> str:
    button(page, f"Copy: {what}").click()
    expect(page.get_by_role("status").filter(has_text=f"Copied: {what}.")).to_be_visible()
    text: str = page.evaluate("navigator.clipboard.readText()")
    return text


def seen(page: Page) -> list[str]:
    """What is told of the tiles, of a board to be played on or only looked at, but not that one has just changed."""
    words = tile_words(page) or page.get_by_role("cell", name=re.compile("^[TMB][1-5]:")).all_inner_texts()
    return [told.splitlines()[0].replace(", changed", "") for told in words]


def test_a_link_to_a_position_needs_no_server(sender: Page, receiver: Receiver, match: Document) -> None:
    shown = receiver.open(copied(sender, "Link to this position"))
    expect(shown.get_by_role("table", name="A shared position")).to_be_visible()
    assert seen(shown) == seen(sender)
    expect(shown.get_by_role("textbox", name="Position as text")).to_have_value(match["position"])
    expect(shown_tile(shown, "M2")).to_contain_text("M2: your Crystalline Crab, power 5, raised")
    expect(shown.get_by_text("Your hand: Levrikon, Queen Bee, Mu, Grasslands Wolf, Elphadunk")).to_be_visible()


def test_a_link_to_a_game_shows_every_move(
    sender: Page, receiver: Receiver, match: Document, api: httpx.Client
) -> None:
    frames = api.get(f"/matches/{match['id']}/share").json()["frames"]
    shown = receiver.open(copied(sender, "Link to the whole game"))
    moves = shown.get_by_role("list", name="Moves")
    names = ("Opening hand", "you: Security Officer on M1", "the enemy: Grasslands Wolf on M5", "The end")
    for place, name in enumerate(names):
        expect(moves.get_by_role("button").nth(place)).to_have_accessible_name(re.compile(rf"{name}\s*$"))
    expect(moves.get_by_role("button")).to_have_count(len(names))
    for told in (frame["text"] for frame in frames if (frame["entry"] or "").startswith("set ")):
        expect(moves).to_contain_text(told)
    position = shown.get_by_role("textbox", name="Position as text")
    expect(position).to_have_value(frames[-1]["position"])
    assert seen(shown) == seen(sender)
    button(shown, "To the start").click()
    # One stands before each decision: on the hand, on the first move, on the second.
    for frame, label in zip(frames[1:4], ("at the start", "before move 1", "before move 2"), strict=True):
        expect(shown.get_by_role("table", name=f"Board {label}")).to_be_visible()
        expect(position).to_have_value(frame["position"])
        for one in frame["board"]["tiles"]:
            if one["power"] is not None:
                expect(shown_tile(shown, one["tile"])).to_contain_text(f"power {one['power']}")
        button(shown, "One move on").click()
    expect(position).to_have_value(frames[-1]["position"])
    moves.get_by_role("button", name="Grasslands Wolf").click()
    expect(position).to_have_value(frames[3]["position"])


def test_a_shared_game_plays_by_itself_and_stops_at_its_end(sender: Page, receiver: Receiver) -> None:
    shown = receiver.open(copied(sender, "Link to the whole game"))
    expect(button(shown, "To the end")).to_be_disabled()
    button(shown, "Let it play").click()  # at its end it begins anew
    expect(shown.get_by_text("2 of 2", exact=True)).to_be_visible()
    button(shown, "Pause").click()
    expect(shown.get_by_text("2 of 2", exact=True)).to_be_visible()
    button(shown, "To the end").click()
    button(shown, "One move back").click()
    button(shown, "Let it play").click()
    expect(button(shown, "To the end")).to_be_disabled()
    expect(button(shown, "Let it play")).to_be_visible()


@pytest.mark.parametrize("harm", ["cut", "changed", "nonsense"])
def test_a_broken_link_is_one_sentence(sender: Page, receiver: Receiver, harm: str) -> None:
    link = copied(sender, "Link to this position")
    middle = len(link) // 2
    other = "A" if link[middle] != "A" else "B"
    broken = {
        "cut": link[:-20],
        "changed": link[:middle] + other + link[middle + 1 :],
        "nonsense": re.sub("share/.*", "share/%00..%ff", link),
    }[harm]
    shown = receiver.open(broken)
    expect(shown.get_by_role("alert")).to_have_text(BROKEN)
    expect(board(shown).or_(shown.get_by_role("table"))).to_have_count(0)


def test_markup_in_a_shared_game_is_text(sender: Page, receiver: Receiver) -> None:
    shown = receiver.open(copied(sender, "Link to the whole game"))
    expect(shown.get_by_role("heading", name=IMAGE)).to_be_visible()
    expect(shown.get_by_role("list", name="Moves")).not_to_contain_text(SCRIPT)  # remarks of one's own stay at home
    expect(shown).to_have_title("qbCoach")
    expect(shown.locator("main img, main script")).to_have_count(0)


def test_a_shared_position_becomes_a_match(sender: Page, context: BrowserContext, match: Document) -> None:
    link = copied(sender, "Link to this position")
    mine = context.new_page()
    mine.goto(link)
    button(mine, "Go on with this position").click()
    expect(mine.get_by_role("grid", name="Board of the match")).to_be_visible()
    assert match["id"] not in mine.url
    assert seen(mine) == seen(sender)


def downloaded(page: Page, what: str) -> tuple[str, bytes]:
    with page.expect_download() as coming:
        button(page, f"Download: {what}").click()
    download: Download = coming.value
    return download.suggested_filename, Path(download.path()).read_bytes()


def test_the_picture_as_svg(sender: Page) -> None:
    name, data = downloaded(sender, "Picture (SVG)")
    assert name == "qbcoach.svg"
    root = ElementTree.fromstring(data)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "Wolf" in " ".join(filter(None, texts))
    assert not list(root.iter("{http://www.w3.org/2000/svg}script"))
    assert copied(sender, "Picture (SVG)").encode() == data


def test_the_picture_as_png(sender: Page) -> None:
    name, data = downloaded(sender, "Picture (PNG)")
    assert name == "qbcoach.png"
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    with Image.open(BytesIO(data)) as picture:
        assert picture.width > 1000
        assert picture.height > 500
        colours = picture.convert("RGB").getcolors(1 << 20)
    assert colours is not None
    assert len(colours) > 50, "nearly nothing is drawn"


def test_texts_are_copied_and_saved(sender: Page, match: Document, api: httpx.Client) -> None:
    assert copied(sender, "Position as text") == match["position"]
    assert downloaded(sender, "Position as text")[1].decode() == match["position"]
    game = api.get(f"/matches/{match['id']}/export", params={"format": "text"}).text
    assert copied(sender, "Game as text") == game
    assert downloaded(sender, "Game as text") == ("qbcoach-game.txt", game.encode())
