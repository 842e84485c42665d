"""The shipped training puzzles: enough of every kind, each with exactly one right move, proven by the solver."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from hashlib import sha256
from importlib import resources
from pathlib import Path

import pytest

from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep.puzzles import PuzzleDataError, PuzzleNameError
from qb_engine.deep.solver import move_margins
from qb_engine.deep.training_puzzles import (
    FILE_NAME,
    GRADES,
    Difficulty,
    PuzzleResult,
    TrainingPuzzle,
    find_puzzle_theme,
    find_training_puzzle,
    format_training_puzzles,
    is_training_id,
    puzzle_themes,
    read_training_puzzles,
    select_puzzles,
    training_puzzles,
)
from qb_engine.geometry import Side
from qb_engine.kernel import door as kernel
from qb_engine.models import HIDDEN
from qb_engine.notation import TurnPhase
from qb_engine.themes import Theme

HYDRATOR = CardHydrator()
PUZZLES = training_puzzles()
FILE = resources.files("qb_engine").joinpath(f"data/{FILE_NAME}")
EVERY = 1 if os.environ.get("HYPOTHESIS_PROFILE") == "fuzz" else 30
"""One puzzle of so many is proven; all of them by ``make fuzz``."""
SAMPLE = [one for one in PUZZLES if int.from_bytes(sha256(one.position.encode()).digest()) % EVERY == 0]


def test_there_are_enough_of_every_grade_and_about_every_theme() -> None:
    assert len(PUZZLES) >= 500
    grades = Counter(puzzle.grade for puzzle in PUZZLES)
    themes = Counter(theme for puzzle in PUZZLES for theme in puzzle.themes)
    assert set(grades) == set(GRADES)
    assert min(grades.values()) >= 30
    assert set(themes) == set(Theme) - {Theme.MULLIGAN}
    assert min(themes.values()) >= 20
    assert all(puzzle.themes and len(set(puzzle.themes)) == len(puzzle.themes) for puzzle in PUZZLES)
    drawn = sum(puzzle.result is PuzzleResult.DRAW for puzzle in PUZZLES)
    assert 0 < drawn <= 0.15 * len(PUZZLES)


def test_the_page_tells_how_many_there_are_of_each_grade_and_theme() -> None:
    """After ``make puzzles``, with ``--tag`` or ``--grade`` too, the tables of the page are to be written anew."""
    page = (Path(__file__).parents[3] / "docs/training.md").read_text(encoding="utf-8")
    for grade in GRADES:
        found = select_puzzles(grade)
        orders = sum(len(puzzle.solution) > 1 for puzzle in found)
        assert re.search(rf"^\| {grade} \| [^|]+ \| {len(found)} \| {orders} \|$", page, re.MULTILINE), (grade, orders)
    for theme in puzzle_themes():
        assert f"\n| {theme} | {len(select_puzzles(None, theme))} |\n" in page
    drawn = sum(puzzle.result is PuzzleResult.DRAW for puzzle in PUZZLES)
    assert f"In {drawn} of the {len(PUZZLES)} the right move draws" in page


def test_the_file_is_small_one_puzzle_a_line_and_sorted() -> None:
    text = FILE.read_text(encoding="utf-8")
    assert len(text.encode()) < 400_000
    assert [puzzle.game for puzzle in PUZZLES] == sorted({puzzle.game for puzzle in PUZZLES})
    assert all(puzzle.id == f"p{puzzle.game:04}" for puzzle in PUZZLES)
    assert format_training_puzzles(json.loads(text)["about"], PUZZLES[0].seed, PUZZLES) == text
    assert text.count("\n") == len(PUZZLES) + 4


def test_no_two_boards_differ_in_one_tile_only() -> None:
    seen: set[tuple[str, ...]] = set()
    for puzzle in PUZZLES:
        tiles = puzzle.position.split()[1].replace("/", ",").split(",")
        without_one = {(*tiles[:at], "", *tiles[at + 1 :]) for at in range(len(tiles))}
        assert not seen & without_one, puzzle.id
        seen |= without_one


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: puzzle.id)
def test_it_is_your_turn_in_a_whole_position_with_several_moves(puzzle: TrainingPuzzle) -> None:
    state = puzzle.start(HYDRATOR)
    assert state.key() == puzzle.position
    assert (state.side_to_act, state.phase) == (Side.YOU, TurnPhase.PLAY)
    assert not any(state.mulligan_open)
    for side in Side:
        assert HIDDEN not in (*state.hands[side].as_card_ids(), *state.decks[side].remaining())
    placements = state.legal_placements(Side.YOU)
    assert len(placements) >= 3
    assert len({move.card for move in placements}) > 1
    assert len({move.tile for move in placements}) > 1


@pytest.mark.skipif(not kernel.available, reason="the kernel is not built")
@pytest.mark.slow
@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: puzzle.id)
def test_exactly_one_move_is_right_each_time_it_is_your_turn(puzzle: TrainingPuzzle) -> None:
    state = puzzle.start(HYDRATOR)
    for place, move in enumerate(puzzle.line):
        if place % 2 == 0:
            assert state.side_to_act is Side.YOU
            margins = dict(move_margins(state))
            assert [each for each, margin in margins.items() if puzzle.keeps(margin)] == [move]
            assert (margins[move] > 0) == (puzzle.result is PuzzleResult.WIN)
            assert place > 0 or len(margins) == puzzle.difficulty.moves
        state.play(move)
    assert len(puzzle.line) % 2 == 1
    assert puzzle.solution == puzzle.line[::2]
    assert len(puzzle.solution) == puzzle.difficulty.order


def test_points_and_grade_follow_from_what_was_measured() -> None:
    easy = Difficulty(level=1, plies=1, tempting=0, moves=4, order=1)
    assert (easy.points, easy.grade) == (0.0, 1)
    told = Difficulty(level=4, plies=3, tempting=3, moves=16, order=2)
    assert told.points == pytest.approx(3 + 2 + 2 * 3 / 15 + 2 + 1)
    assert told.grade == 5
    assert Difficulty(level=9, plies=7, tempting=7, moves=8, order=3).grade == 8


def test_puzzles_are_chosen_by_grade_and_theme_the_easiest_first() -> None:
    for grade in GRADES:
        assert {puzzle.grade for puzzle in select_puzzles(grade)} == {grade}
    assert sum(len(select_puzzles(grade)) for grade in GRADES) == len(select_puzzles()) == len(PUZZLES)
    found = select_puzzles(3, Theme.ROOM)
    assert found
    assert all(Theme.ROOM in puzzle.themes and puzzle.grade == 3 for puzzle in found)
    points = [puzzle.difficulty.points for puzzle in found]
    assert points == sorted(points)


def test_a_puzzle_is_found_by_its_id_with_or_without_zeros() -> None:
    puzzle = PUZZLES[0]
    for text in (puzzle.id, puzzle.id.upper(), f" p{puzzle.game} "):
        assert is_training_id(text)
        assert find_training_puzzle(text) is puzzle
    assert not is_training_id("poker")
    assert find_puzzle_theme(" Room") is Theme.ROOM


@pytest.mark.parametrize("text", ["p99999999", "", "q1", "p", "p1x"])
def test_an_id_that_is_none_is_refused_with_where_to_find_one(text: str) -> None:
    with pytest.raises(PuzzleNameError, match=r"there is no training puzzle .* 'qbcoach puzzles --grade 1' lists"):
        find_training_puzzle(text)


@pytest.mark.parametrize("text", ["mulligan", "rooms", ""])
def test_a_theme_without_puzzles_is_refused_with_those_there_are(text: str) -> None:
    with pytest.raises(PuzzleNameError) as refusal:
        find_puzzle_theme(text)
    known = puzzle_themes()
    choice = f"{', '.join(known[:-1])} or {known[-1]}"
    assert str(refusal.value) == f"no training puzzle is about '{text}'; choose {choice}"


def changed(**fields: object) -> str:
    raw = json.loads(FILE.read_text(encoding="utf-8"))["puzzles"][0]
    row = {key: value for key, value in {**raw, "id": "p0001", **fields}.items() if value is not None}
    return json.dumps({"seed": 1, "puzzles": [row]})


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[]", "data of training puzzles is an object with a number 'seed' and a list 'puzzles'"),
        ('{"seed": "1", "puzzles": []}', "data of training puzzles is an object"),
        (changed(id=None), "a training puzzle has no id"),
        (changed(level=None), "training puzzle p0001: the field level is missing"),
        (changed(plies="2"), "training puzzle p0001: level, plies, tempting, moves, game must be numbers"),
        (changed(result="loss"), "training puzzle p0001: 'loss' is not a valid PuzzleResult"),
        (changed(themes=["fun"]), "training puzzle p0001: 'fun' is not a valid Theme"),
        (changed(line=["Zo M2"]), "training puzzle p0001: unknown card 'Zo'"),
    ],
)
def test_wrong_data_is_refused_with_puzzle_and_field(text: str, sentence: str) -> None:
    with pytest.raises(PuzzleDataError) as error:
        read_training_puzzles(text)
    assert str(error.value).startswith(sentence)
