"""Puzzles, games against the levels, and the fleet game."""

import re

import httpx
from playwright.sync_api import BrowserContext, Page, expect

from tests.page.actions import (
    STARTER,
    Document,
    board,
    button,
    glance,
    hand_card,
    heading,
    menu,
    open_tile,
    tile,
    tile_words,
    wait_until,
)
from tests.page.conftest import Watch

CHOCO = ("Fat Chocobo", "B1"), ("Posh Chocobo", "B3"), ("Chocobo & Moogle", "B2")
ASKS = re.compile("Your move: touch a card and a tile")
OPEN = re.compile("can be played here")


def test_a_puzzle_is_solved(page: Page) -> None:
    page.goto("/#/puzzles")
    page.get_by_role("link", name="2. Go for Choco-Broke").click()
    solve = button(page, "Solve")
    assert "primary" not in (solve.get_attribute("class") or "")
    solve.click()
    expect(page.get_by_text("Exact: 1 order of plays wins, no other does.")).to_be_visible(timeout=60_000)
    expect(page.get_by_text(", ".join(f"{card} {place}" for card, place in CHOCO))).to_be_visible()
    for number, (card, place) in enumerate(CHOCO, start=1):
        button(page, "One step on").click()
        expect(page.get_by_text(f"Step {number} of 3 · ▶ You: {card} {place}")).to_be_visible()
        expect(tile(page, place)).to_contain_text(f"your {card}")
    expect(button(page, "One step on")).to_be_disabled()


def test_a_puzzle_is_tried_by_hand(page: Page) -> None:
    page.goto("/#/puzzles/2")
    (first, first_place), (second, second_place), (third, third_place) = CHOCO
    hand_card(page, first).click()
    open_tile(page, first_place).click()
    expect(tile(page, first_place)).to_contain_text(f"your {first}")
    expect(button(page, "Take back")).to_be_enabled()  # it is known what can be done next
    tile(page, second_place).click()
    hand_card(page, second).click()
    expect(tile(page, second_place)).to_contain_text(f"your {second}")
    button(page, "Take back").click()
    expect(tile(page, second_place)).not_to_contain_text(f"your {second}")
    for card, place in ((second, second_place), (third, third_place)):
        hand_card(page, card).click()
        open_tile(page, place).click()
        expect(tile(page, place)).to_contain_text(f"your {card}")
    expect(page.get_by_role("status").filter(has_text="Solved: you lead.")).to_be_visible()


def test_a_board_is_edited(page: Page, api: httpx.Client, watch: Watch) -> None:
    watch.allowed.append("422")
    page.goto("/#/puzzles/edit")
    sheet = page.get_by_role("dialog", name="Tile M3")
    expect(tile(page, "M3")).to_contain_text("nobody's")
    tile(page, "M3").click()
    sheet.get_by_role("button", name="the enemy's, 3 pawns").click()
    expect(tile(page, "M3")).to_contain_text("the enemy's, 3 pawns")
    tile(page, "M3").click()
    sheet.get_by_role("searchbox", name="Search a card").fill("levrik")
    sheet.get_by_role("list", name="Cards").get_by_role("button").click()
    expect(sheet).to_be_hidden()
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
    """One touch on a level begins; only the deal is told, so that it is always the same one."""
    page.goto("/#/play")
    page.get_by_text("Decks, who begins, and the deal").click()
    deck = page.get_by_role("combobox", name="Your deck")
    expect(deck).not_to_have_value("")
    deck.select_option(STARTER)
    page.get_by_role("spinbutton", name="Number of the deal").fill(str(seed))
    page.get_by_role("button", name=re.compile("^Beginner")).click()
    expect(page.get_by_text("Touch the cards to exchange, or keep the hand.")).to_be_visible()


def duel_of(page: Page, api: httpx.Client) -> Document:
    duel: Document = api.get(f"/duels/{page.url.rpartition('/')[2]}").raise_for_status().json()
    return duel


def sides(page: Page, api: httpx.Client) -> list[str]:
    """Who moved, in order, without the exchange of cards."""
    return [step["side"] for step in duel_of(page, api)["steps"]][2:]


def words(page: Page) -> list[str]:
    """What stands on the tiles, whatever is marked on them."""
    return [re.sub(", (changed|advised: .*|to be feared: .*)$", "", told) for told in tile_words(page)]


def test_a_game_against_a_level(page: Page, api: httpx.Client) -> None:
    begin_duel(page, seed=7)
    button(page, "Hint").click()
    expect(glance(page)).to_contain_text(re.compile("Exchange|Keep"))
    page.get_by_role("button", name=re.compile("Keep the hand|Exchange .* cards?$")).click()
    asks = page.get_by_text(ASKS)
    expect(asks).to_be_visible()
    before = words(page)
    # Two touches, and it is played; taken back from the toast.
    hand_card(page, "Security Officer").or_(hand_card(page, "Grasslands Wolf")).first.click()
    board(page).get_by_role("button", name=OPEN).first.click()
    expect(asks).to_be_visible()
    assert sides(page, api) == ["Y", "E"]
    page.get_by_role("status").get_by_role("button", name="Undo").click()
    wait_until(page, lambda: words(page) == before)
    # The coach's move, named in the same words as in a match, drawn on the board, and played.
    button(page, "Hint").click()
    expect(board(page).get_by_role("button", name=re.compile("advised: "))).to_have_count(1)
    glance(page).get_by_role("button", name="Play it").click()
    expect(asks).to_be_visible()
    assert sides(page, api) == ["Y", "E"]
    # A pass is one touch, too; the game goes to its end.
    end = page.get_by_role("heading", name=re.compile("^(You won|You lost|A draw)$"))
    while not end.is_visible():
        button(page, "Pass").click()
        expect(asks.or_(end)).to_be_visible()
    with page.expect_download() as coming:
        button(page, "Download the record").click()
    assert coming.value.suggested_filename.startswith("qbcoach-duel-")
    first = duel_of(page, api)
    button(page, "Rematch").click()
    expect(button(page, "Keep the hand")).to_be_visible()
    again = duel_of(page, api)
    same = ("level", "deck", "enemy_deck_name", "ruleset")
    assert [again[name] for name in same] == [first[name] for name in same]
    assert (first["first"], again["first"]) == ("Y", "E")
    assert again["seed"] != first["seed"]


def test_a_game_by_keys(page: Page, api: httpx.Client) -> None:
    begin_duel(page, seed=7)
    page.get_by_role("button", name="Keep the hand").press("Enter")
    asks = page.get_by_text(ASKS)
    expect(asks).to_be_visible()
    # A card by its number, a tile by its name.
    places = [place for place in "12345" if playable(page, place)]
    page.keyboard.press(places[0])
    target = board(page).get_by_role("button", name=OPEN).first
    place = (target.get_attribute("data-tile") or "").lower()
    page.keyboard.press(place[0])
    page.keyboard.press(place[-1])
    expect(asks).to_be_visible()
    assert sides(page, api) == ["Y", "E"]
    page.keyboard.press("u")
    expect(button(page, "Undo")).to_be_enabled()
    wait_until(page, lambda: sides(page, api) == [])
    # A card, one step back, and a pass.
    page.keyboard.press(places[0])
    expect(open_tile(page, place)).to_be_visible()
    page.keyboard.press("Escape")
    expect(board(page).get_by_role("button", name=OPEN)).to_have_count(0)
    page.keyboard.press("p")
    expect(page.get_by_text(re.compile("^The enemy .* Your move: touch"))).to_be_visible()
    # While a sheet is open, or with Control, a letter plays nothing.
    page.keyboard.press("Control+u")
    button(page, "Menu").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("u")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("h")
    expect(board(page).get_by_role("button", name=re.compile("advised: "))).to_have_count(1)
    assert sides(page, api) == ["Y", "E"]


def playable(page: Page, place: str) -> bool:
    """Whether the card of that number can be played; it is put back."""
    page.keyboard.press(place)
    found = board(page).get_by_role("button", name=OPEN).count() > 0
    page.keyboard.press("Escape")
    return found


def test_who_wants_to_be_asked_is_asked(page: Page, context: BrowserContext, api: httpx.Client) -> None:
    context.add_init_script("localStorage.setItem('qbcoach-confirms', 'yes')")
    begin_duel(page, seed=7)
    button(page, "Keep the hand").click()
    for card in page.get_by_role("toolbar", name="Your hand").get_by_role("button").all():
        card.click()
        if board(page).get_by_role("button", name=OPEN).count():
            break
    board(page).get_by_role("button", name=OPEN).first.click()
    expect(button(page, "Choose again")).to_be_visible()
    assert sides(page, api) == []
    button(page, "Play it").click()
    expect(page.get_by_text(ASKS)).to_be_visible()
    assert sides(page, api) == ["Y", "E"]


def test_a_game_is_resigned_and_looked_back_on(page: Page) -> None:
    begin_duel(page, seed=8)
    button(page, "Keep the hand").click()
    button(page, "Pass").click()
    expect(page.get_by_text(ASKS)).to_be_visible()
    menu(page, "Resign")
    page.get_by_role("dialog", name="Give the game up?").get_by_role("button", name="Resign").click()
    expect(heading(page, "You lost")).to_be_visible()
    button(page, "Look back").click()
    button(page, "Back to the result").click()
    page.get_by_role("link", name="Other level").click()
    played = page.get_by_role("region", name="Played")
    expect(played.get_by_role("link", name=re.compile("^Beginner lost"))).not_to_have_count(0)
    expect(button(page, "Rematch against Beginner")).to_be_visible()


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
