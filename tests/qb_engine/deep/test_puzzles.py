"""The puzzles of the game, as far as their boards are known."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import pytest

from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep.puzzles import (
    Puzzle,
    PuzzleBoard,
    PuzzleDataError,
    PuzzleNameError,
    find_puzzle,
    puzzles,
    read_puzzles,
)
from qb_engine.deep.solver import solve_puzzle
from qb_engine.game_state import GameState
from qb_engine.geometry import LANES, Side
from qb_engine.kernel import door as kernel
from qb_engine.models import Move

HYDRATOR = CardHydrator()
PUZZLES = puzzles(HYDRATOR)
PLAYABLE = [puzzle for puzzle in PUZZLES if puzzle.board is not None]
TEXT = resources.files("qb_engine").joinpath("data/puzzles.json").read_text(encoding="utf-8")
NEEDS_KERNEL = pytest.mark.skipif(not kernel.available, reason="the kernel is not built")


def board_of(puzzle: Puzzle) -> PuzzleBoard:
    assert puzzle.board is not None
    return puzzle.board


def test_two_of_the_22_puzzles_can_be_played() -> None:
    assert len(PUZZLES) == 22
    assert [puzzle.title for puzzle in PLAYABLE] == ["Three-Card Stud", "Go for Choco-Broke"]
    assert all(puzzle.hint for puzzle in PUZZLES)


@pytest.mark.parametrize("puzzle", PLAYABLE, ids=lambda puzzle: puzzle.title)
def test_the_known_solution_is_legal_and_ends_with_the_known_score(puzzle: Puzzle) -> None:
    board = board_of(puzzle)
    state = GameState.from_position(board.position, HYDRATOR)
    assert state.score().margin <= 0
    for move in board.solution:
        state.play(move)
        state.play(Move.PASS)
    score = state.score()
    assert (score.total_you, score.total_enemy) == board.score
    assert score.winner is Side.YOU


@NEEDS_KERNEL
@pytest.mark.parametrize("puzzle", PLAYABLE, ids=lambda puzzle: puzzle.title)
def test_the_known_solution_is_the_one_winning_order_of_the_rebuilt_board(puzzle: Puzzle) -> None:
    board = board_of(puzzle)
    assert solve_puzzle(GameState.from_position(board.position, HYDRATOR)) == (board.solution,)


@pytest.mark.parametrize("puzzle", PLAYABLE, ids=lambda puzzle: puzzle.title)
def test_the_rebuilt_board_keeps_to_the_facts(puzzle: Puzzle) -> None:
    facts: dict[str, Any] = next(raw for raw in json.loads(TEXT)["puzzles"] if raw["title"] == puzzle.title)
    board = board_of(puzzle)
    state = GameState.from_position(board.position, HYDRATOR)
    powers = [lane.power_enemy for lane in state.score().lanes]
    assert powers == [facts["enemy_lane_power_start"][lane] for lane in ("top", "mid", "bot")]
    assert len(powers) == LANES
    held = [HYDRATOR.get(card_id).name for card_id in board.position.hands[Side.YOU]]
    assert held == facts["player_cards"]
    for tile in facts["initial_board"]["known_player_tiles"]:
        lane, col = "TMB".index(tile["tile"][0]), int(tile["tile"][1]) - 1
        standing = state.board.tile(lane, col)
        assert (standing.owner, standing.visible_rank) == (Side.YOU, tile["pawns"])
    assert board.reconstructed


def test_a_puzzle_is_found_by_number_and_by_any_part_of_its_title_that_no_other_has() -> None:
    assert find_puzzle("2", HYDRATOR).title == "Go for Choco-Broke"
    assert find_puzzle("three card", HYDRATOR).number == 1
    assert find_puzzle("broke", HYDRATOR).number == 2


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("sudoku", "there is no puzzle 'sudoku'; 'qbcoach puzzles' lists them"),
        ("", "there is no puzzle ''"),
        ("collector", "'collector' may mean 'Collector's Card: Cloud' or "),
    ],
)
def test_a_name_that_fits_none_or_several_is_refused(query: str, sentence: str) -> None:
    with pytest.raises(PuzzleNameError) as error:
        find_puzzle(query, HYDRATOR)
    assert str(error.value).startswith(sentence)


def changed(**fields: object) -> str:
    raw = json.loads(TEXT)["puzzles"][0]
    return json.dumps({"puzzles": [{key: value for key, value in {**raw, **fields}.items() if value is not None}]})


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[]", "puzzle data is an object whose field 'puzzles' lists objects"),
        (changed(title=None), "a puzzle without a title, field title: a text is needed"),
        (changed(game_no="one"), "puzzle 'Three-Card Stud', field game_no: 'one' is no number"),
        (changed(reconstructed=None), "puzzle 'Three-Card Stud', field reconstructed: a text is needed"),
        (changed(solution=None), "puzzle 'Three-Card Stud', field solution: a puzzle with a position lists its plays"),
        (changed(expected={}), "puzzle 'Three-Card Stud', field expected: final_score needs the points"),
        (changed(position="rebirth"), "puzzle 'Three-Card Stud': 'rebirth' is no position"),
        (changed(solution=[{"card": "Zo", "tile": "M2"}]), "puzzle 'Three-Card Stud': unknown card 'Zo'"),
        (changed(solution=[{"card": "Zu"}]), "puzzle 'Three-Card Stud', field tile: a text is needed"),
    ],
)
def test_wrong_data_is_refused_with_puzzle_and_field(text: str, sentence: str) -> None:
    with pytest.raises(PuzzleDataError) as error:
        read_puzzles(text, HYDRATOR)
    assert str(error.value).startswith(sentence)
