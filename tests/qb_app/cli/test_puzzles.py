"""``qbcoach puzzles`` with puzzles to train with, as a user meets them."""

from __future__ import annotations

import json

import pytest

from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep.sentences import puzzle_draws, puzzle_task
from qb_engine.deep.training_puzzles import TrainingPuzzle, select_puzzles, training_puzzles
from qb_engine.geometry import Side
from qb_engine.kernel import door as kernel
from qb_engine.narration import move_name
from qb_engine.themes import Theme
from tests.qb_app.conftest import Refuse, Run

PUZZLE = select_puzzles(1)[0]
HYDRATOR = CardHydrator.shared()


def with_order(order: int) -> TrainingPuzzle:
    return next(puzzle for puzzle in training_puzzles() if len(puzzle.solution) == order)


def test_the_list_of_the_game_says_that_there_are_more(run: Run) -> None:
    told = " ".join(run("puzzles").stdout.split())
    assert (
        f"{len(training_puzzles())} more are there to train with: --grade 1 to 8 lists them, and --theme room," in told
    )


def test_a_grade_is_listed_the_easiest_first_each_in_a_line(run: Run) -> None:
    *lines, last = run("puzzles", "--grade", "3").stdout.splitlines()
    found = select_puzzles(3)
    assert [line.split()[0] for line in lines] == [puzzle.id for puzzle in found]
    assert all(line.split()[1:3] == ["grade", "3"] for line in lines)
    assert lines[0].endswith(", ".join(found[0].themes))
    assert last == f"{len(found)} puzzles to train with. 'qbcoach puzzles {found[0].id}' shows the first."
    assert max(map(len, lines)) <= 80


def test_grade_and_theme_choose_together_and_the_document_has_the_same(run: Run) -> None:
    rows = json.loads(run("puzzles", "--grade", "5", "--theme", "room", "--json").stdout)["training"]
    assert [row["id"] for row in rows] == [puzzle.id for puzzle in select_puzzles(5, Theme.ROOM)]


def test_a_puzzle_shows_its_task_and_all_cards_but_not_its_solution(run: Run) -> None:
    output = run("puzzles", PUZZLE.id).stdout
    state = PUZZLE.start(HYDRATOR)
    lines = output.splitlines()
    assert lines[0] == f"Puzzle {PUZZLE.id}, grade 1 of 8"
    assert lines[1].startswith("It is your turn. ")
    told = " ".join(output.split())
    for side, title in ((Side.YOU, "Your hand"), (Side.ENEMY, "The enemy's hand")):
        names = ", ".join(HYDRATOR.get(card_id).name for card_id in state.hands[side].as_card_ids())
        assert f"{title}: {names}" in told
    assert move_name(PUZZLE.solution[0], HYDRATOR) not in output
    assert lines[-1] == f"'qbcoach solve {PUZZLE.id}' tells the solution."
    assert "┌" in output
    assert "┌" not in run("puzzles", PUZZLE.id, "--plain").stdout
    assert json.loads(run("puzzles", PUZZLE.id.upper(), "--json").stdout)["position"] == PUZZLE.position


def test_a_pass_of_the_enemy_is_told(run: Run) -> None:
    for passes in (0, 1):
        puzzle = next(one for one in training_puzzles() if one.start(HYDRATOR).passes == passes)
        told = " ".join(run("puzzles", puzzle.id).stdout.split())
        assert ("The enemy has just passed" in told) == (passes == 1)


def test_the_task_says_what_to_find_and_how_many_moves() -> None:
    assert puzzle_task(1, won=True) == "It is your turn. One move wins, whatever the enemy answers; no other does."
    assert puzzle_task(3, won=True).endswith("Then go on: of your first three moves, each is the only one.")
    assert "No move wins; one draws" in puzzle_task(1, won=False)
    passed = puzzle_task(2, won=True, passed=True)
    assert passed.endswith("The enemy has just passed: if you pass too, the game ends.")
    assert "no other does. Then go on: " in passed
    assert puzzle_draws(0, 0).endswith("nobody draws any more.")
    assert "the cards that are still drawn are shown" in puzzle_draws(1, 0)


@pytest.mark.skipif(not kernel.available, reason="the kernel is not built")
@pytest.mark.parametrize("order", [1, 2])
def test_solving_it_begins_with_the_one_right_move(run: Run, order: int) -> None:
    puzzle = with_order(order)
    document = json.loads(run("solve", puzzle.id, "--json").stdout)
    assert document["line"][0]["name"] == move_name(puzzle.solution[0], HYDRATOR)
    assert document["result"] == puzzle.result
    assert document["puzzle"] is False


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("p0",), "there is no training puzzle 'p0'; they are called as in p0"),
        (("three-card",), "there is no training puzzle 'three-card'"),
        (("--theme", "mulligan"), "no training puzzle is about 'mulligan'; choose room, tempo,"),
        (("--grade", "9"), "Invalid value for '--grade': Input should be less than or equal to 8"),
        ((PUZZLE.id, "--grade", "1"), "--grade and --theme choose from the list, and an id names one puzzle"),
    ],
)
def test_what_there_is_not_is_refused_in_one_sentence(
    refuse: Refuse, arguments: tuple[str, ...], sentence: str
) -> None:
    assert refuse("puzzles", *arguments).startswith(sentence)
