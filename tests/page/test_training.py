"""Lessons, puzzles to train with, own mistakes, and habits, on a server that nobody has trained with yet."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from bench.running_coach import running_coach
from qb_engine.deep.training_puzzles import select_puzzles
from qb_engine.geometry import Tile
from tests.page.actions import FINISHED, Document, begin_match, button, hand_card, open_tile, tile

GRADE = 1


@pytest.fixture(scope="module")
def coach_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("training")


@pytest.fixture(scope="module")
def coach_url(coach_data: Path) -> Iterator[str]:
    with running_coach(coach_data) as url:
        yield url


def exercise(api: httpx.Client, exercise_id: str) -> Document:
    document: Document = api.get(f"/train/exercises/{exercise_id}").raise_for_status().json()
    return document


def test_a_lesson(page: Page, api: httpx.Client) -> None:
    page.goto("/#/train")
    expect(page.get_by_role("heading", name="Nothing is due")).to_be_visible()
    expect(page.get_by_text("Every answer is kept.")).to_be_visible()
    page.get_by_role("link", name="Begin", exact=True).click()
    expect(page.get_by_role("heading", name="1. Placing a card")).to_be_visible()
    page.get_by_role("link", name="Begin", exact=True).click()
    expect(
        page.get_by_role("heading", name="Place Security Officer in the middle of your column, on M1.")
    ).to_be_visible()
    # A wrong answer is shown on the board, with why it is wrong.
    hand_card(page, "Levrikon").click()
    open_tile(page, "T1").click()
    verdict = page.get_by_role("region", name="What came of it")
    expect(verdict).to_contain_text("Not quite")
    expect(verdict).to_contain_text("Another card is asked for.")
    expect(tile(page, "T1")).to_contain_text("played: Levrikon")
    # A hint, and the right answer by keys.
    page.keyboard.press("h")
    expect(verdict).to_contain_text("Security Officer is the first card of your hand.")
    expect(button(page, "No more hints")).to_be_disabled()
    for key in "1m1":
        page.keyboard.press(key)
    expect(verdict).to_contain_text("Right!")
    expect(tile(page, "M1")).to_contain_text("your Security Officer")
    assert exercise(api, "lesson-place-1")["answers"] == 1
    page.keyboard.press("n")
    expect(page.get_by_role("heading", name=re.compile("^In the bottom lane one tile"))).to_be_visible()
    # The solution is one quiet touch away.
    button(page, "Show the solution").click()
    expect(verdict).to_contain_text("The answer: ")
    expect(tile(page, "B1")).to_contain_text("advised: ")
    # It is kept: whoever leaves finds it again.
    page.goto("/#/train/lessons/place")
    expect(page.get_by_role("link", name="Task 1")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Task 1")).to_contain_text("comes back")


def test_a_puzzle_of_a_grade(page: Page, api: httpx.Client) -> None:
    first, second, *_ = select_puzzles(GRADE, None)
    (right,) = first.solution[:1]
    page.goto("/#/train")
    page.get_by_role("link", name=re.compile(f"^Grade {GRADE}, ")).click()
    expect(page.get_by_role("heading", name=f"Puzzles of grade {GRADE}")).to_be_visible()
    page.get_by_role("link", name="Begin with the first").click()
    expect(page.get_by_text("The enemy holds", exact=True)).to_be_visible()
    verdict = page.get_by_role("region", name="What came of it")
    if right.tile is None:
        button(page, "Pass").click()
    else:
        page.locator(f'[data-place][data-card="{right.card}"]').first.click()
        open_tile(page, str(Tile.parse(str(right.tile)))).click()
    expect(verdict).to_contain_text("Right!")
    expect(verdict).to_contain_text(re.compile(r"Your rating is \d+ now, \+\d+\."))
    assert exercise(api, first.id)["right"] == 1
    button(page, "Next").click()
    expect(page).to_have_url(re.compile(f"/train/{second.id}/grade/{GRADE}$"))
    expect(verdict).not_to_contain_text("Right!")
    button(page, "Pass").click()
    expect(verdict).to_contain_text("Not quite")
    page.goto("/#/train")
    expect(page.get_by_role("region", name="Your rating")).to_contain_text("after 2 puzzles")


def test_habits_and_own_mistakes(page: Page, api: httpx.Client) -> None:
    page.goto("/#/habits")
    expect(page.get_by_role("heading", name="No habits yet")).to_be_visible()
    for opponent in ("Red XIII rematch", "Ned of the north"):
        api.put("/opponents/Ned of the north", json={}).raise_for_status()
        begin_match(api, *FINISHED, opponent=opponent)
    page.goto("/#/train/mistakes")
    button(page, "Look through my games").click()
    expect(page.get_by_text("All done: 2 games looked through.")).to_be_visible(timeout=120_000)
    found = api.get("/train/progress").json()["kinds"]
    mistakes = next(kind["exercises"] for kind in found if kind["kind"] == "mistake")
    if mistakes:
        expect(page.get_by_role("heading", name=f"Found now: {mistakes}")).to_be_visible()
    page.goto("/#/habits")
    expect(
        page.get_by_role("heading", name=re.compile(r"^A decision costs you \d+\.\d % of your chance"))
    ).to_be_visible(timeout=120_000)
    expect(page.get_by_text(re.compile(r"\d+ decisions in 2 games")).first).to_be_visible()
    opponents = page.get_by_role("region", name="By opponent")
    expect(opponents).to_contain_text("Red XIII")
    expect(opponents).to_contain_text("Ned of the north")
    expect(page.get_by_role("img", name=re.compile("^Accuracy, game by game"))).to_be_visible()
    habit = page.get_by_role("link", name="Train this").first
    habit.click()
    expect(page.get_by_role("region", name="The task")).to_be_visible()
