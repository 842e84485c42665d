"""The screens beside the match: lists of matches, decks, cards and opponents."""

import re

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.page.actions import FINISHED, STARTER, Document, begin_match, button, heading
from tests.page.conftest import Watch

MARKUP = "<img src=x onerror=alert(1)>"


@pytest.fixture
def starter(api: httpx.Client) -> Document:
    report: Document = api.get(f"/decks/{STARTER}").raise_for_status().json()
    return report


def test_matches_are_listed_continued_and_deleted(page: Page, api: httpx.Client) -> None:
    api.put("/opponents/Ned the listed", json={}).raise_for_status()
    begin_match(api, *FINISHED, opponent="Ned the listed")
    page.goto("/")
    row = page.get_by_role("listitem").filter(has_text="Ned the listed")
    row.get_by_role("link", name="Look back: against Ned the listed").click()
    expect(heading(page, "The match is over")).to_be_visible()
    page.go_back()
    row.get_by_role("button", name="Delete").click()
    row.get_by_role("button", name="No").click()
    expect(row).to_be_visible()
    row.get_by_role("button", name="Delete").click()
    row.get_by_role("button", name="Yes").click()
    expect(row).to_have_count(0)
    page.reload()
    expect(heading(page, "Entered so far")).to_be_visible()
    expect(row).to_have_count(0)


def test_an_exported_match_is_imported(page: Page, api: httpx.Client) -> None:
    match = begin_match(api, *FINISHED)
    text = api.get(f"/matches/{match['id']}/export", params={"format": "text"}).text
    page.goto("/")
    page.get_by_text("Import a match").click()
    page.get_by_role("textbox", name="Exported text").fill(text)
    button(page, "Import").click()
    expect(heading(page, "The match is over")).to_be_visible()
    assert match["id"] not in page.url


def test_a_deck_is_built_saved_and_loaded_again(page: Page, starter: Document, api: httpx.Client) -> None:
    page.goto("/#/decks")
    page.get_by_role("link", name="New deck").click()
    expect(heading(page, "0 of 15")).to_be_visible()
    search = page.get_by_role("searchbox", name="Name or text")
    search.fill("levrik")
    expect(page.get_by_text("1 card", exact=True)).to_be_visible()
    for count in (1, 2, 3):
        page.get_by_role("button", name=re.compile("^Add Levrikon")).click()
        expect(heading(page, f"{count} of 15")).to_be_visible()
    expect(page.get_by_text("✗ Not legal under rebirth")).to_be_visible()
    expect(page.get_by_text(re.compile("it holds 3 copies of Levrikon"))).to_be_visible()
    page.get_by_role("button", name="Take out one Levrikon").click()
    expect(heading(page, "2 of 15")).to_be_visible()

    page.get_by_text("Code and list").click()
    page.get_by_role("textbox", name="Load a code or a list").fill(starter["code"])
    button(page, "Load").click()
    expect(heading(page, "15 of 15")).to_be_visible()
    expect(page.get_by_text("✓ Legal under rebirth")).to_be_visible()
    page.get_by_role("textbox", name="Name", exact=True).fill("Built by hand")
    button(page, "Save").click()
    expect(page.get_by_role("heading", name="Built by hand", level=1)).to_be_visible()
    assert sorted(api.get("/decks/Built by hand").json()["cards"]) == sorted(starter["cards"])
    page.reload()
    expect(heading(page, "15 of 15")).to_be_visible()
    button(page, "Delete").click()
    button(page, "Yes").click()
    expect(heading(page, "Decks")).to_be_visible()
    expect(page.get_by_role("link", name="Built by hand")).to_have_count(0)
    assert api.get("/decks/Built by hand").status_code == 404


def test_the_pool_is_filtered(page: Page, api: httpx.Client) -> None:
    cards = api.get("/cards").json()["cards"]
    page.goto("/#/decks/+")
    page.get_by_role("combobox", name="Rank").select_option("3")
    wanted = [card for card in cards if card["rank"] == 3 and not card["token"]]
    expect(page.get_by_text(f"{len(wanted)} cards", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Add "))).to_have_count(len(wanted))
    page.get_by_role("combobox", name="Kind").select_option("legendary")
    legends = [card for card in wanted if card["legendary"]]
    expect(page.get_by_role("button", name=re.compile("^Add "))).to_have_count(len(legends))


def test_a_deck_with_markup_for_a_name_is_text(page: Page, starter: Document, api: httpx.Client) -> None:
    page.goto("/#/decks/+")
    page.get_by_text("Code and list").click()
    page.get_by_role("textbox", name="Load a code or a list").fill("2 Levrikon, 1 Mu")
    button(page, "Load").click()
    expect(heading(page, "3 of 15")).to_be_visible()
    page.get_by_role("textbox", name="Name", exact=True).fill(MARKUP)
    button(page, "Save").click()
    expect(page.get_by_role("heading", name=MARKUP, level=1)).to_be_visible()
    page.get_by_role("link", name="All decks").click()
    expect(page.get_by_role("link", name=MARKUP)).to_be_visible()
    expect(page.locator("main img")).to_have_count(0)
    page.goto("/")
    expect(page.get_by_role("option", name=MARKUP)).not_to_have_count(0)
    assert api.get("/decks").json()["saved"]
    page.goto("/#/decks")
    page.get_by_role("link", name=MARKUP).click()
    button(page, "Delete").click()
    button(page, "Yes").click()
    expect(heading(page, "Your decks")).to_be_visible()


def test_a_deck_begins_a_match(page: Page, starter: Document) -> None:
    page.goto("/#/decks")
    page.get_by_role("link", name=starter["name"]).click()
    page.get_by_role("link", name="New match with this deck").click()
    expect(page.get_by_role("combobox", name="Your deck")).to_have_value(starter["name"])


def test_cards_are_found_and_their_copies_kept(page: Page, api: httpx.Client) -> None:
    page.goto("/#/cards")
    expect(page.get_by_text(re.compile(r"^(\d+) of \1 cards$"))).to_be_visible()
    page.get_by_role("searchbox", name="Name or text").fill("crystalline crab")
    expect(page.get_by_text(re.compile("^1 of "))).to_be_visible()
    page.get_by_role("link", name=re.compile("Crystalline Crab")).click()
    expect(page.get_by_role("heading", name="Crystalline Crab", level=1)).to_be_visible()
    page.get_by_role("spinbutton", name="Copies you own").fill("2")
    button(page, "Save").click()
    expect(page.get_by_text("Saved: 2.")).to_be_visible()
    owned = api.get("/collection").json()["cards"]
    assert any(copies == 2 for copies in owned.values())
    page.get_by_role("link", name="All cards").click()
    page.get_by_role("checkbox", name="Only owned").check()
    expect(page.get_by_text(re.compile("^1 of "))).to_be_visible()
    button(page, "Clear filters").click()
    expect(page.get_by_text(re.compile(r"^(\d+) of \1 cards$"))).to_be_visible()


def test_an_unknown_card_says_so(page: Page) -> None:
    page.goto("/#/cards/999")
    expect(page.get_by_text("There is no such card.")).to_be_visible()


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
    expect(page.get_by_role("list", name="Known cards").get_by_role("listitem")).to_have_text(["Mu"])
    assert api.get("/opponents/Bob of the bridge").json()["note"] == f"likes crabs {MARKUP}"
    page.get_by_role("link", name="New match against").click()
    expect(page.get_by_role("combobox", name="Opponent")).to_have_value("Bob of the bridge")
    page.goto("/#/opponents/Bob%20of%20the%20bridge")
    button(page, "Delete").click()
    button(page, "Yes").click()
    expect(heading(page, "Opponents")).to_be_visible()
    expect(page.get_by_role("link", name="Bob of the bridge")).to_have_count(0)


def test_opponents_are_searched(page: Page) -> None:
    page.goto("/#/opponents")
    page.get_by_role("searchbox", name="Search").fill("red xiii")
    expect(page.get_by_role("main").get_by_role("link", name=re.compile("^(?!Red XIII)"))).to_have_count(0)
    page.get_by_role("main").get_by_role("link", name=re.compile("Red XIII")).first.click()
    expect(page.get_by_role("heading", name=re.compile("Red XIII"), level=1)).to_be_visible()


def test_a_screen_that_is_not_there_says_so(page: Page, watch: Watch) -> None:
    watch.allowed.append("404")
    page.goto("/#/nowhere")
    expect(page.get_by_text("There is no such screen.")).to_be_visible()
    page.goto("/#/match/nosuch00")
    expect(page.get_by_role("alert")).to_be_visible()


@pytest.mark.parametrize("choice", ["Light", "Dark"])
def test_the_theme_is_chosen_and_remembered(page: Page, choice: str) -> None:
    page.goto("/")
    page.get_by_role("combobox", name="Theme").select_option(label=choice)
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.reload()
    expect(page.get_by_role("combobox", name="Theme")).to_have_value(choice.lower())
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == ground
    red = int(re.findall(r"\d+", ground)[0])
    assert (red < 128) == (choice == "Dark")
