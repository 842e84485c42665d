"""``qbcoach train``: lessons, puzzles and mistakes line by line, through a pipe as at a keyboard."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from qb_app.cli.program import app
from qb_app.practice.lessons import lessons
from qb_app.practice.puzzles import plays_alone, puzzle_exercises
from qb_app.storage import open_storage
from qb_engine.card_hydrator import CardHydrator
from qb_engine.kernel import door as kernel
from tests.qb_app.conftest import Refuse, Run
from tests.qb_app.practice.conftest import Clock
from tests.qb_app.practice.own_match import play_badly

needs_kernel = pytest.mark.skipif(not kernel.available, reason="the kernel is not built")
HYDRATOR = CardHydrator.shared()


def train(*typed: str, options: tuple[str, ...] = ()) -> Result:
    runner = CliRunner(env={"NO_COLOR": "1", "COLUMNS": "80"})
    return runner.invoke(app, ["train", *options], input="".join(f"{line}\n" for line in typed), prog_name="qbcoach")


def stored() -> list[dict[str, Any]]:
    with open_storage(reading=True) as storage:
        return [dict(one.document) for one in storage.practice.attempts()]


def test_a_lesson_is_done_line_by_line() -> None:
    done = train("levrikon m1", "hint", "sec m1", "queen b1", options=("--lesson", "1"))
    assert done.exit_code == 0
    told = " ".join(done.stdout.split())
    for part in (
        "Lesson 1: Placing a card",
        "Place Security Officer in the middle of your column, on M1.",
        "Levrikon M1 is not it. Another card is asked for.",
        "It comes back in ten minutes.",
        "Security Officer is the first card of your hand.",
        "Right, after one hint.",
        "That was lesson 1. The next one is 'Pawns spread': 'qbcoach train --lesson 2'.",
    ):
        assert part in told, part
    assert [one["verdict"] for one in stored()] == ["wrong", "right", "right"]


def test_every_lesson_can_be_done_by_pipe() -> None:
    for lesson in lessons():
        if lesson.theme is not None:
            continue
        lines = []
        for task in lesson.tasks:
            move = task.exercise.accepted[0]
            lines.append("pass" if move.card is None else f"{move.card} {move.tile}")
        done = train(*lines, options=("--lesson", lesson.name))
        assert done.exit_code == 0
        assert f"That was lesson {lesson.number}." in done.stdout
    assert {one["verdict"] for one in stored()} == {"right"}


def test_an_order_is_played_move_by_move_on_the_board() -> None:
    board = next(one for one in puzzle_exercises() if plays_alone(one))
    done = train("fleetwing b3", "hint", "hint", "zu t1", "quetz m2", options=(board.exercise_id,))
    told = " ".join(done.stdout.split())
    assert board.origin.title in told
    assert " ".join(board.notes[0].split()) in told
    assert "Right so far. The enemy answers: pass. It takes two more moves." in told
    assert "Right so far. The enemy answers: pass. It takes one more move." in told
    assert "The card to place is Zu." in told  # the hints are about the second move by now
    assert "Right, after two hints." in told
    assert "'qbcoach train' goes on." in told


@needs_kernel
def test_a_wrong_move_is_refuted_on_the_board_and_may_be_tried_again() -> None:
    done = train("pass", "hint", "show", options=("--puzzles", "--theme", "tempo"))
    told = " ".join(done.stdout.split())
    assert "Pass is not it. The enemy answers" in told
    assert "with best play" in told
    assert "Your rating: " in told
    assert "Try again; 'hint' helps, 'show' tells the answer, 'skip' goes on." in told
    assert "The answer: " in told
    first = stored()[0]
    assert (first["verdict"], first["counted"]) == ("wrong", True)
    assert told.count("It comes back in ten minutes.") == 1


def test_what_cannot_be_read_is_refused_and_ends_with_its_exit_code() -> None:
    done = train("zu", "dragon m1", "security officer m5", "quit", options=("--lesson", "1"))
    assert done.exit_code == 2
    assert done.stdout.count("No: ") == 3
    assert "M5 belongs to the other player" in done.stdout
    assert "You left the training; every answer is kept." in done.stdout
    assert stored() == []


def test_hints_end_and_help_is_there() -> None:
    done = train("?", "hint", "hint", "board", "", options=("--lesson", "1"))
    assert done.exit_code == 0
    assert "one step more of help" in done.stdout
    assert "There are no more hints; 'show' tells the answer." in done.stdout
    assert done.stdout.count("Place Security Officer in the middle") == 2


def test_plain_words_name_tiles_in_full() -> None:
    done = train("levrikon m1", options=("--lesson", "1", "--plain"))
    assert "on MID-1." in done.stdout
    assert "Levrikon MID-1 is not it." in done.stdout
    assert "│" not in done.stdout


@needs_kernel
def test_own_mistakes_are_found_and_trained() -> None:
    with open_storage() as storage:
        match_id = play_badly(storage, Clock())
    done = train("pass", "hint", "hint", "lev t3", options=("--mistakes",))
    told = " ".join(done.stdout.split())
    assert "Your match against an unknown opponent, move 2" in told
    assert "You passed here, which gave away" in told
    assert "Pass is not it. Your chance to win is 0 %, certain then" in told
    assert "Right, after two hints." in told
    assert "Ends the game now, and you lose by 1." in told
    listed = json.loads(train(options=("--mistakes", "--list", "--json")).stdout)
    assert [(row["match"], row["move"], row["answers"]) for row in listed["exercises"]] == [(match_id, 2, 1)]


def test_without_mistakes_that_is_said() -> None:
    done = train(options=("--mistakes",))
    assert done.exit_code == 0
    assert "No mistakes with one clearly best answer were found" in " ".join(done.stdout.split())


def test_lists_show_what_there_is_and_how_it_stands(run: Run) -> None:
    train("sec m1", options=("--lesson", "1"))
    overview = run("train", "--list").stdout
    assert "Placing a card" in overview
    assert "Threats" in overview
    assert all(lesson.name in overview for lesson in lessons())
    assert "own mistakes" in overview
    lesson = run("train", "--lesson", "1", "--list").stdout
    assert "comes back" in lesson
    assert "new" in lesson
    puzzles = run("train", "--puzzles", "--theme", "lanes", "--list").stdout
    assert all(one.exercise_id in puzzles for one in puzzle_exercises() if "lanes" in one.themes)


def test_the_ids_that_a_refusal_names_are_there(run: Run, refuse: Refuse) -> None:
    told = refuse("train", "zzz")
    named = re.findall(r"lesson-[a-z]+-\d|p\d{4}", told)
    assert len(named) == 2
    assert all(json.loads(run("train", one, "--json").stdout)["id"] == one for one in named)
    *_, options = told.partition("'qbcoach train --list' with ")
    listing = {option: run("train", "--list", *option.split()).stdout for option in ("--lesson 1", "--puzzles")}
    assert all(option.split()[0] in options for option in listing)
    assert all(one in listing[option] for one, option in zip(named, listing, strict=True))


def test_lists_are_documents_too(run: Run) -> None:
    overview = json.loads(run("train", "--json").stdout)
    assert (overview["version"], overview["due"], overview["rating"]["puzzles"]) == (0, 0, 0)
    assert {row["theme"] for row in overview["themes"]} == {
        *("room", "tempo", "combination", "threat", "lanes", "passing")
    }
    lesson = json.loads(run("train", "--lesson", "spread", "--list", "--json").stdout)
    assert [row["id"] for row in lesson["exercises"]] == ["lesson-spread-1", "lesson-spread-2"]
    assert lesson["done"] == 0
    tactics = json.loads(run("train", "--lesson", "tactics-lanes", "--list", "--json").stdout)
    assert (tactics["number"], tactics["name"], tactics["theme"]) == (13, "tactics-lanes", "lanes")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--lesson", "15"), "there is no lesson '15'; lessons are numbered 1 to 14"),
        (("--theme", "mulligan"), "there is no theme 'mulligan'; themes are room, tempo, combination, threat"),
        (("--puzzles", "--mistakes"), "choose one of them"),
        (("--lesson", "1", "--puzzles"), "choose one of them"),
        (("board-1", "--theme", "room"), "choose one of them"),
        (("p9999",), "there is no exercise 'p9999', did you mean p"),
        (
            ("cake",),
            "there is no exercise 'cake'; ids look like lesson-place-1 or p0006, and 'qbcoach train --list' with ",
        ),
    ],
)
def test_what_there_is_not_is_refused_in_one_sentence(options: tuple[str, ...], sentence: str, refuse: Refuse) -> None:
    assert sentence in refuse("train", *options)
