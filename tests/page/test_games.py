"""Puzzles, games against the levels, and the fleet game."""

import re

import httpx
from playwright.sync_api import Page, expect

from tests.page.actions import STARTER, Document, board, button, hand_card, heading, tile, tile_words, wait_until
from tests.page.conftest import Watch

CHOCO = ("Fat Chocobo", "B1"), ("Posh Chocobo", "B3"), ("Chocobo & Moogle", "B2")


def test_a_puzzle_is_solved(page: Page) -> None:
    page.goto("/#/puzzles")
    page.get_by_role("link", name="2. Go for Choco-Broke").click()
    button(page, "Solve").click()
    expect(page.get_by_text("Exact: 1 order of plays wins, no other does.")).to_be_visible(timeout=60_000)
    expect(page.get_by_text(", ".join(f"{card} {place}" for card, place in CHOCO))).to_be_visible()
    for number, (card, place) in enumerate(CHOCO, start=1):
        button(page, "One step on").click()
        expect(page.get_by_text(f"Step {number} of 3 · ▶ You: {card} {place}")).to_be_visible()
    expect(button(page, "One step on")).to_be_disabled()


def try_card(page: Page, card: str, place: str) -> None:
    hand_card(page, card).click()
    expect(tile(page, place)).to_contain_text("can be played here")
    tile(page, place).click()
    expect(tile(page, place)).to_contain_text(f"your {card}")


def test_a_puzzle_is_tried_by_hand(page: Page) -> None:
    page.goto("/#/puzzles/2")
    for card, place in CHOCO[:2]:
        try_card(page, card, place)
    button(page, "Take back").click()
    expect(tile(page, "B3")).not_to_contain_text("your Posh Chocobo")
    for card, place in CHOCO[1:]:
        try_card(page, card, place)
    expect(page.get_by_text("Solved: you lead.")).to_be_visible()


def test_a_board_is_edited(page: Page, api: httpx.Client, watch: Watch) -> None:
    watch.allowed.append("422")
    page.goto("/#/puzzles/edit")
    expect(tile(page, "M3")).to_contain_text("nobody's")
    tile(page, "M3").click()
    page.get_by_role("combobox", name="Belongs to").select_option("E")
    expect(tile(page, "M3")).to_contain_text("the enemy's, 1 pawn")
    page.get_by_role("combobox", name="Pawns").select_option("3")
    expect(tile(page, "M3")).to_contain_text("the enemy's, 3 pawns")
    page.get_by_role("combobox", name="Card for M3").fill("Levrikon")
    button(page, "Put it here").click()
    expect(tile(page, "M3")).to_contain_text("the enemy's Levrikon, power 2")
    page.get_by_role("combobox", name="Your hand: add a card").fill("Mu")
    page.get_by_role("combobox", name="Your hand: add a card").press("Enter")
    expect(page.get_by_role("button", name="Take out Mu")).to_be_visible()
    text = page.get_by_role("textbox", name="Position as text").input_value()
    read: Document = api.post("/positions", json={"position": text}).raise_for_status().json()
    assert next(one for one in read["board"]["tiles"] if one["tile"] == "MID-3")["card"] == "007"
    assert read["hand"] == ["009"]
    page.get_by_role("textbox", name="Position as text").fill(text + " nonsense")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_text("The board is shown as it was before the mistake.")).to_be_visible()
    expect(tile(page, "M3")).to_contain_text("the enemy's Levrikon")


def begin_duel(page: Page, seed: int) -> None:
    page.goto("/#/play")
    deck = page.get_by_role("combobox", name="Your deck")
    expect(deck).not_to_have_value("")
    page.get_by_role("combobox", name="Level").select_option("1")
    deck.select_option(STARTER)
    page.get_by_role("spinbutton", name="Seed").fill(str(seed))
    button(page, "Begin").click()
    expect(page.get_by_text("Choose the cards to exchange, or keep the hand.")).to_be_visible()
    button(page, "Keep the hand").click()


def play_first_legal(page: Page) -> str:
    """Any card on any tile; returns what was played."""
    for card in page.get_by_role("toolbar", name="Your hand").get_by_role("button").all():
        card.click()
        open_tiles = board(page).get_by_role("button", name=re.compile("can be played here"))
        if open_tiles.count():
            open_tiles.first.click()
            button(page, "Play it").click()
            return card.inner_text()
    raise AssertionError("no card can be played")


def test_a_game_against_a_level(page: Page, api: httpx.Client) -> None:
    begin_duel(page, seed=7)
    asks = page.get_by_text("Choose a card, then a marked tile; or pass.")
    expect(asks).to_be_visible()
    before = tile_words(page)
    play_first_legal(page)
    expect(asks).to_be_visible()
    steps = page.get_by_role("listitem").filter(has_text=re.compile(r"\bplays? "))
    expect(steps).not_to_have_count(0)
    button(page, "Undo").click()
    wait_until(page, lambda: [words.replace(", changed", "") for words in tile_words(page)] == before)
    button(page, "Hint").click()
    advised = page.get_by_role("region").or_(page.locator("section")).filter(has_text="Advice").get_by_role("listitem")
    advised.first.get_by_role("button").click()
    button(page, "Play it").click()
    expect(asks).to_be_visible()
    duel = api.get(f"/duels/{page.url.rpartition('/')[2]}").json()
    assert [step["side"] for step in duel["steps"]][-2:] == ["Y", "E"]
    while not heading(page, "Result").is_visible():
        button(page, "Pass").click()
        button(page, "Yes").click()
        expect(asks.or_(heading(page, "Result"))).to_be_visible()
    with page.expect_download() as coming:
        button(page, "Download the record").click()
    assert coming.value.suggested_filename.startswith("qbcoach-duel-")


def test_a_game_is_resigned(page: Page) -> None:
    begin_duel(page, seed=8)
    button(page, "Resign").click()
    button(page, "Yes").click()
    expect(heading(page, "Result")).to_be_visible()
    button(page, "Another game").click()
    expect(page.get_by_role("link", name=re.compile("Level 1.*seed 8"))).to_be_visible()


def test_a_fleet_game_is_watched(page: Page, api: httpx.Client) -> None:
    page.goto("/#/fleet")
    page.get_by_role("combobox", name="What").select_option(label="Watch two players of the coach")
    page.get_by_role("combobox", name="Creator").select_option("random")
    page.get_by_role("combobox", name="Joiner").select_option("random")
    page.get_by_role("spinbutton", name="Seed").fill("3")
    button(page, "Begin").click()
    page.get_by_role("combobox", name="Speed").select_option(label="fast")
    button(page, "One order").click()
    expect(heading(page, "What happened")).to_be_visible()
    game = page.url.rpartition("/")[2]
    button(page, "Play on").click()
    expect(page.get_by_text("Round 2")).to_be_visible(timeout=60_000)
    button(page, "Pause").click()
    expect(button(page, "One order")).to_be_enabled()
    assert api.get(f"/fleet/games/{game}").json()["frame"]["round"] >= 2


def test_an_order_in_the_fleet_game(page: Page, api: httpx.Client) -> None:
    game = api.post("/fleet/games", json={"seed": 3, "creator": "person", "joiner": "random"}).json()
    order = api.get(f"/fleet/games/{game['id']}/orders").json()["orders"][0]
    row, column = order["to"]
    page.goto(f"/#/fleet/{game['id']}")
    page.get_by_role("combobox", name="Ship").select_option(str(order["ship"]))
    reached = page.get_by_role("button", name=re.compile(f"^{row},{column}.*can be reached"))
    reached.click()
    expect(page.get_by_role("combobox", name="Destination")).to_have_value(f"{row},{column}")
    button(page, "No action").click()
    expect(page.get_by_text(order["text"], exact=True)).to_be_visible()
    button(page, "Confirm").click()
    expect(button(page, "Undo")).to_be_enabled()
    after = api.get(f"/fleet/games/{game['id']}").json()
    assert after["version"] > game["version"]
    ship = next(one for one in after["frame"]["ships"] if one["id"] == order["ship"])
    assert [ship["row"], ship["col"]] == order["to"]
    button(page, "Undo").click()
    expect(page.get_by_role("combobox", name="Ship")).to_be_enabled()
    undone = api.get(f"/fleet/games/{game['id']}").json()
    assert undone["frame"]["ships"] == game["frame"]["ships"]


def test_a_fleet_game_is_replayed(page: Page, api: httpx.Client) -> None:
    game = api.post("/fleet/games", json={"seed": 3, "creator": "random", "joiner": "random"}).json()
    last = api.post(f"/fleet/games/{game['id']}/advance", json={"orders": 10}).json()["frame"]["number"]
    frames = api.get(f"/fleet/games/{game['id']}/replay").json()["frames"]
    page.goto(f"/#/fleet/{game['id']}")
    button(page, "Replay from the start").click()
    slider = page.get_by_role("slider", name="Step")
    for step in (4, last, 0):
        slider.fill(str(step))
        expect(page.get_by_text(f"Step {step} of {last}")).to_be_visible()
        for ship in frames[step]["ships"]:
            place = page.get_by_role("gridcell").filter(has_text=re.compile(f"^.*{ship['row']},{ship['col']}, ship"))
            expect(place.first).to_contain_text(f"hull {ship['hull']} of {ship['max_hull']}")
    button(page, "Back to the game").click()
    expect(button(page, "One order")).to_be_visible()


def test_a_record_of_a_fleet_game_is_shown(page: Page, api: httpx.Client) -> None:
    game = api.post("/fleet/games", json={"seed": 5, "creator": "random", "joiner": "random"}).json()
    api.post(f"/fleet/games/{game['id']}/advance", json={"orders": 3}).raise_for_status()
    record = api.get(f"/fleet/games/{game['id']}/record").text
    page.goto("/#/fleet")
    page.get_by_role("textbox", name="Record as text").fill(record)
    button(page, "Show").click()
    button(page, "To the end").click()
    expect(page.get_by_text(re.compile("^Step 3 of 3$"))).to_be_visible()
