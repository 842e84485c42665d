"""Finding puzzles: the same bytes whoever plays, nothing but what is proven, and figures that say what they should."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep.solver import move_margins
from qb_engine.deep.training_puzzles import Difficulty, PuzzleResult, TrainingPuzzle, read_training_puzzles
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import Move
from qb_engine.ruleset import Ruleset
from qb_engine.themes import Theme
from training import puzzles
from training.puzzle_games import PuzzleGame, as_puzzle
from training.puzzle_grades import difficulty, own_turns
from training.puzzle_hunt import after, hunt, is_rich

HYDRATOR = CardHydrator.shared()
FEW = ("--seed", "41", "--games", "4")
"""Games with two puzzles among them."""

PASS_WINS = (
    "rebirth Y1[020],Y1[020],Y1,E1[001],E1[007]/Y2[011],-,E1,E2,E3[011]/Y1[008],Y1,-,E1,E1[008]"
    " Y turn=10 hand=001*2,008,009,011 ehand=002,003,007,011 deck=009 edeck=003"
)
ONE_DRAWS = (
    "rebirth Y2[020],Y2,-,E2[004],E1/Y1[008],Y1[001],E1,E2,E2[009]/Y1[007],Y2,-,E1[005],E1[008] Y turn=9 "
    "hand=001,007,008,011,111 ehand=001*2,008,011"
)


def run(output: Path, *more: str) -> tuple[TrainingPuzzle, ...]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sys, "argv", ["puzzles", "--output", str(output), *more])
        patched.setattr(puzzles, "GAMES_A_TASK", 2)
        puzzles.main()
    return read_training_puzzles(output.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What one process finds in a few games."""
    path = tmp_path_factory.mktemp("alone") / "puzzles.json"
    run(path, *FEW, "--processes", "1")
    return path


def found_in(path: Path) -> tuple[TrainingPuzzle, ...]:
    return read_training_puzzles(path.read_text(encoding="utf-8"))


def test_whoever_plays_the_bytes_are_the_same(alone: Path, tmp_path: Path) -> None:
    assert run(tmp_path / "puzzles.json", *FEW, "--processes", "2")
    assert (tmp_path / "puzzles.json").read_bytes() == alone.read_bytes()


def test_games_without_a_puzzle_change_nothing(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="error: no puzzle was found in 1 game, nothing was written"):
        run(tmp_path / "puzzles.json", "--seed", "22", "--games", "1", "--processes", "1")
    assert not (tmp_path / "puzzles.json").exists()


def test_each_comes_from_its_game_and_has_one_right_move(alone: Path) -> None:
    for puzzle in found_in(alone):
        game = PuzzleGame(puzzle.seed, puzzle.game)
        turns = [as_puzzle(state, game.next_draws) for state in game.turns(HYDRATOR, Ruleset.REBIRTH)]
        assert puzzle.position in [GameState.from_position(turn, HYDRATOR).key() for turn in turns]
        for state, move in own_turns(puzzle.start(HYDRATOR), puzzle.line):
            assert [each for each, margin in move_margins(state) if puzzle.keeps(margin)] == [move]
        assert puzzle.difficulty == difficulty(puzzle.start(HYDRATOR), puzzle.line)
        assert puzzle.themes


def test_themes_and_grades_are_found_anew_without_touching_anything_else(alone: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "puzzles.json"
    right = alone.read_text(encoding="utf-8")
    level = f'"level":{found_in(alone)[0].difficulty.level}'
    wrong.write_text(right.replace('"themes":["', '"themes":["mulligan","').replace(level, '"level":9'))
    assert run(wrong, "--tag")[0].difficulty.level == 9
    assert [puzzle.themes for puzzle in found_in(wrong)] == [puzzle.themes for puzzle in found_in(alone)]
    run(wrong, "--grade")
    assert wrong.read_text(encoding="utf-8") == right


@pytest.mark.parametrize(
    ("told", "refusal"),
    [
        (("--games", "0"), "--games is a number from 1, not 0"),
        (("--processes", "0"), "--processes is a number from 1 to 256, not 0"),
        (("--cluster", "here"), "'here' is no cluster: give the address of a scheduler"),
        (("--tag", "--grade"), "not allowed with argument"),
        (("--tag", "--output", "gone/puzzles.json"), "gone/puzzles.json cannot be read"),
    ],
)
def test_options_that_cannot_be_are_refused(
    told: tuple[str, ...], refusal: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        run(tmp_path / "puzzles.json", *told)
    assert ended.value.code == 2
    assert refusal in capsys.readouterr().err


def test_a_waiting_move_is_a_puzzle_and_its_figures_are_those_of_the_position() -> None:
    state = GameState.parse(PASS_WINS, HYDRATOR)
    found = hunt(state)
    assert found is not None
    assert found.line[0] == Move.PASS
    assert found.won
    measured = difficulty(state, found.line)
    scores = {move: after(state, move).score().margin for move, _ in move_margins(state)}
    assert measured.moves == len(scores)
    assert measured.order == len(found.line[::2])
    better = sum(score > scores[Move.PASS] for score in scores.values())
    assert better <= measured.tempting <= sum(score >= scores[Move.PASS] for score in scores.values()) - 1


def test_where_only_a_draw_is_to_be_had_the_enemy_never_replies_with_a_mistake() -> None:
    state = GameState.parse(ONE_DRAWS, HYDRATOR)
    found = hunt(state)
    assert found is not None
    assert not found.won
    for move in found.line:
        assert dict(move_margins(state))[move] == 0
        state = after(state, move)


@pytest.mark.parametrize(
    "text",
    [
        "rebirth Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 Y hand=001,007,020 ehand=008",  # the opening
        "rebirth Y1[001]*,-,-,-,-/-,-,-,-,-/-,-,-,-,- Y hand=001".replace("*", ""),  # nothing to choose from
    ],
)
def test_positions_with_nothing_to_think_of_are_no_puzzles(text: str) -> None:
    state = GameState.parse(text, HYDRATOR)
    assert not is_rich(state)
    assert hunt(state) is None


def test_a_position_keeps_what_matters_and_nothing_of_how_it_came_about() -> None:
    state = next(iter(PuzzleGame(1, 1).turns(HYDRATOR, Ruleset.REBIRTH)))
    kept = GameState.from_position(as_puzzle(state, 1), HYDRATOR)
    assert [len(kept.decks[side]) for side in Side] == [1, 1]
    assert kept.decks[Side.YOU].remaining() == state.decks[Side.YOU].remaining()[:1]
    assert kept.score() == state.score()
    assert sorted(kept.hands[Side.ENEMY].as_card_ids()) == sorted(state.hands[Side.ENEMY].as_card_ids())
    for word in ("seed", "#", "next=", "mulligan"):
        assert word not in kept.key()


def puzzle(number: int, lane: str, **more: object) -> TrainingPuzzle:
    position = f"rebirth {lane}/-,-,-,-,-/-,-,-,-,- Y hand=001"
    easy = Difficulty(1, 1, 0, 4, 1)
    made = TrainingPuzzle(f"p{number:04}", position, (Move.PASS,), PuzzleResult.WIN, easy, (Theme.ROOM,), 1, number)
    return replace(made, **more)  # type: ignore[arg-type]  # fields by name


def test_of_nearly_equal_boards_the_first_is_kept() -> None:
    first, twin = puzzle(1, "Y1[001],Y1,-,E1,E1"), puzzle(2, "Y1[002],Y1,-,E1,E1")
    other = puzzle(3, "Y1[002],Y2,-,E1,E1")
    assert puzzles.selected([first, twin, other]) == [first, other]


def test_of_a_grade_only_so_many_are_kept_and_few_of_them_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles, "MOST_OF_A_GRADE", 10)
    monkeypatch.setattr(puzzles, "MOST_DRAWS", 2)
    lanes = [f"Y{a},Y{b},Y{c},-,-" for a in (1, 2, 3) for b in (1, 2, 3) for c in (1, 2, 3)]
    monkeypatch.setattr(puzzles, "MOST_ALIKE", 14)
    won = [puzzle(number, lane) for number, lane in enumerate(lanes)]
    assert puzzles.selected(won) == won[:10]
    drawn = [replace(one, result=PuzzleResult.DRAW) for one in won]
    assert len(puzzles.selected(drawn)) == 2
    hard = [replace(one, difficulty=Difficulty(9, 7, 7, 8, 3)) for one in won[10:]]
    assert puzzles.selected([*won[:10], *hard]) == [*won[:10], *hard[:10]]
