"""Decks, the deck lab, cards, the collection and opponents."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote

import httpx
import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.page.actions import FINISHED, STARTER, Document, begin_match, button, heading, wait_until
from tests.page.looks import faults

MARKUP = "<img src=x onerror=alert(1)>"
LONG_NAME = "Red XIII, The Gold Saucer (rematch)"
SMALLEST = ViewportSize(width=320, height=640)
_AXE = """async (theme) => {
  document.documentElement.dataset.theme = theme;
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  return violations.map((one) => `${theme}: ${one.id}: ${one.nodes.map((node) => node.target.join(" ")).join("; ")}`);
}"""


@pytest.fixture
def starter(api: httpx.Client) -> Document:
    report: Document = api.get(f"/decks/{STARTER}").raise_for_status().json()
    return report


@pytest.fixture
def collection(api: httpx.Client) -> Iterator[httpx.Client]:
    """An empty collection, before and after."""
    api.delete("/collection").raise_for_status()
    yield api
    api.delete("/collection").raise_for_status()


@pytest.fixture
def busy_lab(api: httpx.Client) -> Iterator[None]:
    """A lab that works on something long, so that whatever is asked has to wait."""
    question = {"kind": "build", "games": 5_000_000, "seed": 77}
    job = api.post("/lab/jobs", json=question).raise_for_status().json()["id"]
    yield
    api.delete(f"/lab/jobs/{job}")


def owned(api: httpx.Client) -> dict[str, int]:
    cards: dict[str, int] = api.get("/collection").json()["cards"]
    return cards


def region(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name, exact=True)


def pool(page: Page) -> Locator:
    return page.get_by_role("list", name="Card pool")


def deck_address(name: str) -> str:
    return f"/#/decks/{quote(name, safe='')}"


def what_axe_finds(page: Page, axe_source: str) -> list[str]:
    """In both themes, as the page stands."""
    page.evaluate(axe_source)
    return [fault for theme in ("dark", "light") for fault in page.evaluate(_AXE, theme)]


def what_does_not_fit(page: Page) -> list[str]:
    """On the smallest phone."""
    size = page.viewport_size
    found = faults(page, **SMALLEST)
    if size:
        page.set_viewport_size(size)
    return found


def test_a_deck_is_built_saved_renamed_and_deleted(page: Page, starter: Document, api: httpx.Client) -> None:
    page.goto("/#/decks")
    button(page, "New deck").click()
    page.get_by_role("dialog").get_by_role("link", name="Empty").click()
    expect(heading(page, "0 of 15")).to_be_visible()
    page.get_by_role("searchbox", name="Name or text").fill("levrik")
    expect(page.get_by_text("1 card", exact=True)).to_be_visible()
    for count in (1, 2, 3):
        pool(page).get_by_role("button", name=re.compile("^Add Levrikon")).click()
        expect(heading(page, f"{count} of 15")).to_be_visible()
    expect(page.get_by_text("✗ Not legal under rebirth")).to_be_visible()
    expect(page.get_by_text(re.compile("it holds 3 copies of Levrikon"))).to_be_visible()
    expect(page.get_by_text("it has 3 cards, not 15")).to_be_visible()
    button(page, "Take out one Levrikon").click()
    page.reload()
    expect(heading(page, "2 of 15")).to_be_visible()

    page.get_by_text("Code and list").click()
    page.get_by_role("textbox", name="Load a code or a list").fill(starter["code"])
    button(page, "Load").click()
    expect(heading(page, "15 of 15")).to_be_visible()
    expect(page.get_by_text("✓ Legal under rebirth")).to_be_visible()
    name = page.get_by_role("textbox", name="Name", exact=True)
    name.fill("Built by hand")
    button(page, "Save").click()
    expect(page.get_by_role("heading", name="Built by hand", level=1)).to_be_visible()
    assert sorted(api.get("/decks/Built by hand").json()["cards"]) == sorted(starter["cards"])
    name.fill("Built with care")
    button(page, "Rename").click()
    expect(page.get_by_role("heading", name="Built with care", level=1)).to_be_visible()
    assert api.get("/decks/Built by hand").status_code == 404
    page.reload()
    expect(heading(page, "15 of 15")).to_be_visible()
    button(page, "Delete").click()
    button(page, "Yes").click()
    expect(heading(page, "Decks")).to_be_visible()
    expect(page.get_by_role("link", name="Built with care")).to_have_count(0)
    assert api.get("/decks/Built with care").status_code == 404


def test_the_pool_is_filtered_and_every_text_is_read(phone: Page, api: httpx.Client) -> None:
    cards = api.get("/cards").json()["cards"]
    phone.goto("/#/decks/+")
    phone.get_by_role("combobox", name="Rank").select_option("3")
    wanted = [card for card in cards if card["rank"] == 3 and not card["token"]]
    expect(phone.get_by_text(f"{len(wanted)} cards", exact=True)).to_be_visible()
    expect(phone.get_by_role("button", name=re.compile("^Add "))).to_have_count(len(wanted))
    button(phone, "Filters").tap()
    phone.get_by_role("combobox", name="Kind").select_option("legendary")
    legends = [card for card in wanted if card["legendary"]]
    expect(phone.get_by_role("button", name=re.compile("^Add "))).to_have_count(len(legends))
    button(phone, f"{legends[0]['name']}: what it does").tap()
    sheet = phone.get_by_role("dialog", name=legends[0]["name"])
    expect(sheet.get_by_text(legends[0]["sentence"])).to_be_visible()
    button(phone, "Add").tap()
    button(phone, "Close").tap()
    button(phone, "Deck 1/15").tap()
    expect(heading(phone, "1 of 15")).to_be_visible()


def test_a_deck_with_markup_for_a_name_is_text(page: Page, api: httpx.Client) -> None:
    page.goto(f"/#/decks/+{quote('2 Levrikon, 1 Mu')}")
    expect(heading(page, "3 of 15")).to_be_visible()
    page.get_by_role("textbox", name="Name", exact=True).fill(MARKUP)
    button(page, "Save").click()
    expect(page.get_by_role("heading", name=MARKUP, level=1)).to_be_visible()
    page.get_by_role("link", name="All decks").click()
    expect(page.get_by_role("link", name=MARKUP)).to_be_visible()
    expect(page.locator("main img")).to_have_count(0)
    page.goto("/#/matches/new")
    page.get_by_role("combobox", name="Your deck").click()
    expect(page.get_by_role("option", name=MARKUP)).to_be_visible()
    assert api.get("/decks").json()["saved"]
    api.delete(f"/decks/{quote(MARKUP, safe='')}").raise_for_status()


def test_a_deck_begins_a_match(page: Page, starter: Document) -> None:
    page.goto("/#/decks")
    page.get_by_role("link", name=starter["name"]).click()
    page.get_by_role("link", name="New match with this deck").click()
    expect(page.get_by_role("combobox", name="Your deck")).to_have_value(starter["name"])


def test_a_deck_is_measured_and_again_after_a_change(page: Page, api: httpx.Client, axe_source: str) -> None:
    points = api.post("/lab/points", json={"deck": STARTER}).json()["points"]
    figure = f"{round(100 * points['share'])} %"
    low, high = (round(100 * end) for end in points["interval"])
    page.goto(deck_address(STARTER))
    button(page, "Measure").first.click()
    measured = region(page, "How good is it?")
    expect(measured.get_by_text("Not measured yet.")).to_be_visible()
    measured.get_by_role("button", name="Measure", exact=True).click()
    expect(measured.get_by_text(figure, exact=True)).to_be_visible()
    told = f"very likely between {low} and {high} %, by {points['games']:,} games"
    expect(measured.get_by_text(told)).to_be_visible()
    button(page, "Take out one Queen Bee").click()
    expect(measured.get_by_text(re.compile("^Before your last change"))).to_be_visible()
    expect(button(page, "Measure again")).to_be_disabled()
    button(page, "Cards").click()
    page.get_by_role("searchbox", name="Name or text").fill("quetzal")
    button(page, "Add Quetzalcoatl").click()
    button(page, "Measure").first.click()
    button(page, "Measure again").click()
    expect(measured.get_by_text(f"{figure} before")).to_be_visible()
    measured.get_by_text("Against each deck").click()
    expect(measured.get_by_role("listitem")).to_have_count(7)
    assert what_axe_finds(page, axe_source) == []
    assert what_does_not_fit(page) == []


def test_the_best_swaps_are_asked_for_stopped_and_found_again(
    page: Page, starter: Document, collection: httpx.Client, busy_lab: None
) -> None:
    """As few cards as there may be keep the job small; while another one runs it surely waits."""
    collection.post("/collection", json={"list": f"{starter['list']}\n2 Zu"}).raise_for_status()
    page.goto(deck_address(STARTER))
    button(page, "Measure").first.click()
    swaps = region(page, "The five best swaps")
    swaps.get_by_role("checkbox", name="Only with cards I own").check()
    button(page, "Find the five best swaps").click()
    expect(swaps.get_by_text("You may leave; it goes on, and you find it here.")).to_be_visible()
    expect(swaps.get_by_role("progressbar")).to_be_visible()
    stop = swaps.get_by_role("button", name=re.compile("^Stop: "))
    stop.click()
    expect(swaps.get_by_text("stopped", exact=True).last).to_be_visible()

    for job in collection.get("/lab/jobs").json()["jobs"]:
        collection.post(f"/lab/jobs/{job['id']}/cancel")
    page.goto("/#/decks")
    page.goto(deck_address(STARTER))
    button(page, "Measure").first.click()
    swaps.get_by_role("checkbox", name="Only with cards I own").check()
    swaps.get_by_role("button", name=re.compile("^Go on: ")).click()
    found = swaps.get_by_role("list", name="The five best swaps")
    expect(found.get_by_role("listitem")).not_to_have_count(0, timeout=120_000)
    expect(found.get_by_role("listitem").first).to_contain_text("Zu")
    first = found.get_by_role("button", name=re.compile("^Make this swap")).first
    out, into = re.findall(r": (.+) out, (.+) in$", first.get_attribute("aria-label") or "")[0]
    first.click()
    table = page.get_by_role("list", name="Cards of the deck")
    expect(table.get_by_role("button", name=f"1 {into}: what it does")).to_be_visible()
    expect(swaps.get_by_text(re.compile("^Found for the deck before"))).to_be_visible()
    button(page, "Undo").click()
    expect(
        table.get_by_role("button", name=f"{starter['list'][starter['list'].index(out) - 2]} {out}: ")
    ).to_be_visible()
    expect(table.get_by_role("button", name=re.compile("Zu: "))).to_have_count(0)


def test_the_lab_answers_a_question(phone: Page, api: httpx.Client, axe_source: str) -> None:
    """Two decks compared on a phone: the table is the one thing that scrolls sideways, by keys too."""
    phone.goto("/#/lab")
    phone.get_by_role("link", name="Which deck is better?").tap()
    ask = button(phone, "Ask")
    expect(ask).to_be_disabled()
    for name in (STARTER, "trevor-tan03 default deck"):
        phone.get_by_role("checkbox", name=name).check()
    assert what_does_not_fit(phone) == []
    ask.tap()
    table = region(phone, "Decks against each other")
    expect(table.get_by_role("rowheader")).to_have_count(2, timeout=120_000)
    table.focus()
    phone.keyboard.press("ArrowRight")
    wait_until(phone, lambda: bool(table.evaluate("table => table.scrollLeft > 0")))
    table.evaluate("table => (table.scrollLeft = table.scrollWidth)")
    expect(table.get_by_role("rowheader").first).to_be_in_viewport(ratio=1)
    assert what_axe_finds(phone, axe_source) == []
    assert what_does_not_fit(phone) == []
    phone.get_by_role("link", name="The whole lab").tap()
    row = region(phone, "Your questions").get_by_role("listitem").filter(has_text="2 decks against each other")
    expect(row.get_by_text(re.compile("^finished"))).to_be_visible()
    assert what_axe_finds(phone, axe_source) == []
    row.get_by_role("button", name=re.compile("^Delete")).tap()
    button(phone, "Yes").tap()
    expect(row).to_have_count(0)


def test_what_holds_is_kept_as_a_field(page: Page, api: httpx.Client) -> None:
    api.put("/decks/Alone", json={"text": STARTER}).raise_for_status()
    question = {"kind": "meta", "games": 50, "rounds": 1, "against": "saved"}
    job = api.post("/lab/jobs", json=question).raise_for_status().json()["id"]
    page.goto(f"/#/lab/{job}")
    page.get_by_role("textbox", name="Name").fill("What held")
    button(page, "Keep it").click()
    expect(page.get_by_text("Kept as What held.")).to_be_visible()
    button(page, "Keep it").click()
    page.get_by_role("link", name="The whole lab").click()
    fields = region(page, "Fields")
    fields.get_by_text("What held").click()
    button(page, "Forget it").click()
    button(page, "Yes").click()
    expect(fields.get_by_text("What held")).to_have_count(0)
    assert "What held" not in [field["name"] for field in api.get("/lab/fields").json()["fields"]]
    api.delete(f"/lab/jobs/{job}")
    api.delete("/decks/Alone").raise_for_status()


def test_cards_are_found_and_their_copies_kept(page: Page, collection: httpx.Client) -> None:
    page.goto("/#/cards")
    expect(page.get_by_text(re.compile(r"^(\d+) of \1 cards$"))).to_be_visible()
    page.get_by_role("searchbox", name="Name or text").fill("crystalline crab")
    expect(page.get_by_text(re.compile("^1 of "))).to_be_visible()
    page.get_by_role("link", name="Crystalline Crab").click()
    facts = page.get_by_role("complementary", name="Crystalline Crab")
    expect(facts.get_by_text("While this card is on the board")).to_be_visible()
    expect(page.get_by_text(re.compile("^1 of "))).to_be_visible()  # what was searched for stays
    button(page, "One more Crystalline Crab").click()
    button(page, "One more Crystalline Crab").click()
    wait_until(page, lambda: list(owned(collection).values()) == [2])
    page.get_by_role("searchbox", name="Name or text").fill("")
    page.get_by_role("combobox", name="Owned").select_option("mine")
    expect(page.get_by_text(re.compile("^1 of "))).to_be_visible()
    button(page, "Clear filters").click()
    expect(page.get_by_text(re.compile(r"^(\d+) of \1 cards$"))).to_be_visible()
    packs = collection.get("/booster-packs").json()["packs"]
    page.goto(f"/#/cards/{packs[0]['cards'][0]}")
    expect(page.get_by_role("complementary").get_by_text(packs[0]["name"])).to_be_visible()
    page.goto("/#/cards/999")
    expect(page.get_by_text("There is no such card.")).to_be_visible()


def test_the_collection_is_filled_by_touch_by_packs_and_by_a_list(
    phone: Page, collection: httpx.Client, axe_source: str
) -> None:
    phone.goto("/#/cards/mine")
    mu = phone.get_by_role("button", name=re.compile(r"^Mu: \d of 2"))
    for copies in (1, 2, 0, 1):
        mu.tap()
        expect(phone.get_by_role("button", name=f"Mu: {copies} of 2")).to_be_visible()
    button(phone, "Undo").tap()
    expect(phone.get_by_role("button", name="Mu: 0 of 2")).to_be_visible()
    mu.tap()
    wait_until(phone, lambda: owned(collection) == {"009": 1})
    expect(phone.get_by_text("1 of 145 cards, 1 copy")).to_be_visible()

    phone.get_by_text("Fill it fast").tap()
    phone.get_by_role("button", name=re.compile("^Ruffians")).tap()
    expect(phone.get_by_text("Ruffians: 8 copies added.")).to_be_visible()
    assert sum(owned(collection).values()) == 9
    button(phone, "Undo").tap()
    expect(phone.get_by_text("As before.")).to_be_visible()
    assert owned(collection) == {"009": 1}
    assert what_does_not_fit(phone) == []
    phone.get_by_text("A list or a deck code").tap()
    phone.get_by_role("textbox", name="One card in each line").fill("2 Mu\n1 Zu")
    button(phone, "Take it over").tap()
    expect(phone.get_by_text("2 of 145 cards, 3 copies")).to_be_visible()
    phone.get_by_role("searchbox", name="Name or text").fill("mu")
    assert what_axe_finds(phone, axe_source) == []
    button(phone, "Forget all my cards").tap()
    button(phone, "Yes").tap()
    expect(phone.get_by_text("0 of 145 cards, 0 copies")).to_be_visible()
    button(phone, "Undo").tap()
    expect(phone.get_by_text("2 of 145 cards, 3 copies")).to_be_visible()
    assert owned(collection) == {"009": 2, "015": 1}


def test_an_opponent_is_written_changed_and_deleted(page: Page, api: httpx.Client) -> None:
    page.goto("/#/opponents")
    button(page, "New profile").click()
    page.get_by_role("textbox", name="Name", exact=True).fill("Bob of the bridge")
    add = page.get_by_role("combobox", name="Cards it plays: add a card")
    add.fill("crystalline")
    add.press("Enter")
    expect(page.get_by_role("button", name="Take out Crystalline Crab")).to_be_visible()
    page.get_by_role("textbox", name="Note").fill(f"likes crabs {MARKUP}")
    button(page, "Save").click()
    expect(page.get_by_role("heading", name="Bob of the bridge", level=1)).to_be_visible()
    expect(page.get_by_text(f"likes crabs {MARKUP}")).to_be_visible()
    button(page, "Edit").click()
    page.get_by_role("button", name="Take out Crystalline Crab").click()
    add.fill("Mu")
    button(page, "Add").click()
    button(page, "Save").click()
    known = page.get_by_role("list", name="Known cards").get_by_role("listitem")
    expect(known).to_have_count(1)
    expect(known.get_by_role("button", name="Mu: what it does")).to_be_visible()
    assert api.get("/opponents/Bob of the bridge").json()["note"] == f"likes crabs {MARKUP}"
    page.get_by_role("link", name="New match against").click()
    expect(page.get_by_role("combobox", name="Opponent")).to_have_value("Bob of the bridge")
    page.goto("/#/opponents/Bob%20of%20the%20bridge")
    button(page, "Delete").click()
    button(page, "Yes").click()
    expect(heading(page, "Opponents")).to_be_visible()
    expect(page.get_by_role("link", name="Bob of the bridge")).to_have_count(0)


def test_an_opponent_with_a_long_name_and_many_cards_looks_right(
    page: Page, api: httpx.Client, axe_source: str
) -> None:
    ids = [card["id"] for card in api.get("/cards").json()["cards"] if not card["token"]]
    page.goto("/#/opponents")
    page.get_by_role("searchbox", name="Search").fill("red xiii")
    expect(page.get_by_role("main").get_by_role("link", name=re.compile("^(?!Red XIII)"))).to_have_count(0)
    api.put(f"/opponents/{quote(LONG_NAME)}", json={"known": ids[:30], "note": "unbroken" * 20}).raise_for_status()
    for _ in range(2):
        begin_match(api, *FINISHED, opponent=LONG_NAME)
    page.reload()
    link = page.get_by_role("main").get_by_role("link", name=LONG_NAME)
    assert what_does_not_fit(page) == []
    link.first.click()
    expect(page.get_by_role("heading", name=LONG_NAME, level=1)).to_be_visible()
    known = page.get_by_role("list", name="Known cards").get_by_role("listitem")
    expect(known).to_have_count(30)
    expect(known.first).to_contain_text("Grasslands Wolf")
    expect(known.first).to_contain_text("seen 2 of 2")
    # A word longer than any line has to be broken, and nothing else may be amiss with it.
    assert [fault for fault in what_does_not_fit(page) if 'broken inside a word: "unbroken' not in fault] == []
    assert what_axe_finds(page, axe_source) == []
    api.delete(f"/opponents/{quote(LONG_NAME)}").raise_for_status()
