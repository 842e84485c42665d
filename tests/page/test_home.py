"""The first screen, the tour, the menu and the sounds."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from bench.running_coach import running_coach
from tests.page.actions import STARTER, UNDER_WAY, begin_match, button, enter, heading, match_id, read_match
from tests.page.conftest import DESKTOP, PATIENCE, Watch

COUNT_AUDIO = """(() => {
  window.audioMade = 0;
  window.AudioContext = class extends AudioContext { constructor() { super(); window.audioMade += 1; } };
})()"""
NO_AUDIO = "delete window.AudioContext"


@pytest.fixture(scope="module")
def coach_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of its own: the first screen tells of the latest match, and there is none at first."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def coach_url(coach_data: Path) -> Iterator[str]:
    with running_coach(coach_data) as url:
        yield url


@pytest.fixture(autouse=True)
def without_matches(api: httpx.Client) -> None:
    for row in api.get("/matches").raise_for_status().json()["matches"]:
        api.delete(f"/matches/{row['id']}").raise_for_status()


def doors(page: Page) -> Locator:
    return page.get_by_role("list", name="Where to")


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog")


def tiles(page: Page, label: str) -> list[str]:
    return page.get_by_role("table", name=label).get_by_role("cell").all_inner_texts()


def test_without_a_match_a_game_plays_itself(page: Page) -> None:
    page.clock.install()
    page.goto("/")
    expect(heading(page, "A coach beside your game.")).to_be_visible()
    label = "Board of a game that plays itself"
    told = page.get_by_text(re.compile(r"^Move \d+ of \d+$"))
    expect(told).to_be_visible()
    # Less motion is wanted here: it stands still at a move of yours, and goes on by hand only.
    before, at = tiles(page, label), told.inner_text()
    assert any("advised: " in tile for tile in before)
    button(page, "One move on").click()
    after = tiles(page, label)
    assert after != before
    assert not any("advised: " in tile for tile in after)
    button(page, "One move back").click()
    assert tiles(page, label) == before
    button(page, "Let it play").click()
    page.clock.run_for(20_000)
    expect(told).not_to_have_text(at)
    page.get_by_role("table", name=label).click(position={"x": 40, "y": 40})
    expect(button(page, "Let it play")).to_be_visible()


def test_a_match_begins_in_one_touch_and_then_waits(page: Page, api: httpx.Client) -> None:
    page.goto("/")
    doors(page).get_by_role("button", name="New match").click()
    expect(page).to_have_url(re.compile("#/match/"))
    match = match_id(page)
    assert read_match(api, match)["expects"] == "hand"
    expect(heading(page, "Your opening hand")).to_be_attached()
    page.goto("/#/home")
    expect(heading(page, "Your match is waiting.")).to_be_visible()
    expect(page.get_by_text("The coach waits for your opening hand.")).to_be_visible()
    page.get_by_role("link", name="Go on").click()
    expect(page).to_have_url(re.compile(f"#/match/{match}$"))


def test_the_deck_of_the_last_match_is_taken_again(page: Page, api: httpx.Client) -> None:
    page.goto("/#/matches/new")
    deck = page.get_by_role("combobox", name="Your deck")
    deck.fill("starter")
    expect(page.get_by_role("option", name=STARTER)).to_be_visible()
    deck.press("ArrowDown")
    deck.press("Enter")
    expect(deck).to_have_value(STARTER)
    opponent = page.get_by_role("combobox", name="Opponent")
    opponent.fill("gold saucer xiii")
    page.get_by_role("option", name=re.compile("^Red XIII, The Gold Saucer.*rematch")).click()
    page.get_by_role("radio", name="the enemy begins").check()
    button(page, "Begin").click()
    expect(page).to_have_url(re.compile("#/match/"))
    begun = read_match(api, match_id(page))
    assert (begun["first"], begun["deck_left"]) == ("E", 10)
    assert "Red XIII" in begun["opponent"]
    page.goto("/#/home")
    fresh = doors(page).get_by_role("button", name="New match")
    expect(fresh).to_contain_text(STARTER)
    fresh.click()
    expect(page).to_have_url(re.compile(f"#/match/(?!{begun['id']})"))
    again = read_match(api, match_id(page))
    assert (again["first"], again["deck_left"], again["opponent"]) == ("Y", 10, None)


def test_the_chance_is_told_only_if_the_coach_knows_it(page: Page, api: httpx.Client) -> None:
    match = begin_match(api, *UNDER_WAY, opponent="Red XIII rematch")["id"]
    page.goto("/")
    turn = page.get_by_text(re.compile("^Turn 3"))
    expect(turn).to_have_text("Turn 3. It is your move.")
    with api.stream("GET", f"/matches/{match}/glance") as answer:
        answer.read()
    page.reload()
    expect(turn).to_have_text(re.compile(r"^Turn 3\. Your chance to win is [\d<>]+ %\. It is your move\.$"))


def test_a_match_that_is_over_is_looked_back_on_or_left(page: Page, api: httpx.Client) -> None:
    match = begin_match(api, *UNDER_WAY, "levrikon m2", "e pass", "draw mu", "pass")["id"]
    page.goto("/")
    expect(heading(page, "You won 3–0.")).to_be_visible()
    look = page.get_by_role("link", name="Look back on it")
    expect(look).to_have_attribute("href", f"#/match/{match}")
    button(page, "Leave it").click()
    expect(heading(page, "A coach beside your game.")).to_be_visible()
    button(page, "Bring it back").click()
    expect(look).to_be_visible()
    button(page, "Leave it").click()
    page.reload()
    expect(heading(page, "A coach beside your game.")).to_be_visible()
    expect(page.get_by_role("link", name="Look back: opponent not said")).to_be_visible()
    enter(api, match, "note something happened")
    page.reload()
    expect(look).to_be_visible()


def test_the_tour_is_shown_once_and_called_again(chromium: Browser, coach_url: str) -> None:
    context = chromium.new_context(base_url=coach_url, viewport=DESKTOP, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    watch = Watch(context, coach_url)
    page = context.new_page()
    page.goto("/#/cards")
    expect(button(page, "Menu")).to_be_visible()
    expect(dialog(page)).to_have_count(0)
    page.goto("/#/home")
    expect(dialog(page)).to_contain_text("Two touches for a move")
    button(page, "Skip").click()
    expect(dialog(page)).to_have_count(0)
    page.reload()
    expect(doors(page)).to_be_visible()
    expect(dialog(page)).to_have_count(0)
    button(page, "Menu").click()
    button(page, "Show the tour").click()
    for title in ("Two touches for a move", "One glance is enough", "Touch what is wrong"):
        expect(dialog(page)).to_contain_text(title)
        page.keyboard.press("Enter")  # the way on has the focus
    expect(dialog(page)).to_contain_text("Look back, and get better")
    expect(page.get_by_role("img", name="Step 4 of 4")).to_be_visible()
    dialog(page).get_by_role("button", name="Begin").click()
    expect(dialog(page)).to_have_count(0)
    assert watch.faults == []
    context.close()


def test_the_menu_is_walked_by_keys(page: Page) -> None:
    page.goto("/#/cards")
    button(page, "Menu").focus()
    page.keyboard.press("Enter")
    expect(dialog(page).get_by_role("link", name="Home")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(dialog(page).get_by_role("button", name="Show the tour")).to_be_focused()
    page.keyboard.press("Escape")
    expect(button(page, "Menu")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(heading(page, "Your matches")).to_be_visible()
    expect(dialog(page)).to_have_count(0)


def test_there_is_no_audio_before_it_is_wanted(page: Page, context: BrowserContext) -> None:
    context.add_init_script(COUNT_AUDIO)
    page.goto("/")
    button(page, "Menu").click()
    sound = page.get_by_role("switch", name="Sound")
    sound.check()  # is answered with a knock
    assert page.evaluate("audioMade") == 1
    sound.uncheck()
    sound.check()
    assert page.evaluate("audioMade") == 1
    page.reload()
    expect(doors(page)).to_be_visible()
    assert page.evaluate("audioMade") == 0
    button(page, "Menu").click()
    expect(sound).to_be_checked()
    sound.uncheck()
    assert page.evaluate("audioMade") == 0


def test_sound_is_missed_by_nobody_where_there_is_none(page: Page, context: BrowserContext) -> None:
    context.add_init_script(NO_AUDIO)
    page.goto("/")
    button(page, "Menu").click()
    page.get_by_role("switch", name="Sound").check()
    page.keyboard.press("Escape")
    expect(dialog(page)).to_have_count(0)
