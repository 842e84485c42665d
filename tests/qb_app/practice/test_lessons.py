"""Lessons: every task can be done, is not done by every move, and its goal is what the rules engine says."""

from __future__ import annotations

from typing import Any

import pytest

from qb_app.errors import InputError
from qb_app.practice.exercise import worded
from qb_app.practice.goals import CONDITIONS, Goal, GoalError, legal_moves, tried
from qb_app.practice.lessons import Lesson, LessonDataError, Task, lessons, read_lessons
from qb_app.practice.sentences import missing
from qb_app.practice.shelf import THEMES, find_lesson, find_theme
from qb_engine.game_state import GameState
from qb_engine.geometry import Side, Tile, long_name
from qb_engine.models import Move

RULES = [lesson for lesson in lessons() if lesson.theme is None]
TASKS = [task for lesson in RULES for task in lesson.tasks]


def test_the_rules_come_in_eight_steps_and_then_a_lesson_for_every_theme() -> None:
    names = ["place", "spread", "ranks", "take", "lanes", "power", "destroy", "replace"]
    assert [lesson.name for lesson in RULES] == names
    assert [lesson.theme for lesson in lessons()[len(RULES) :]] == list(THEMES)
    assert [lesson.number for lesson in lessons()] == list(range(1, len(lessons()) + 1))


def test_every_lesson_is_found_by_a_name_of_its_own() -> None:
    assert [find_lesson(lesson.name) for lesson in lessons()] == list(lessons())
    assert [find_lesson(name).number for name in ("lanes", "tactics-lanes")] == [5, 13]
    assert all(lesson.name == f"tactics-{lesson.theme}" for lesson in lessons()[len(RULES) :])


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.exercise.exercise_id)
def test_a_task_can_be_done_and_not_by_every_placement(task: Task) -> None:
    start = task.exercise.start
    legal = legal_moves(start)
    accepted = set(task.exercise.accepted)
    assert accepted
    assert accepted < set(legal)
    placements = {move for move in legal if not move.is_pass}
    assert accepted == {Move.PASS} or accepted < placements
    for move in legal:  # the conditions say the same as what is accepted
        assert (move in accepted) == (task.goal.missing(tried(start, move)) == ())


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.exercise.exercise_id)
def test_what_a_wrong_move_lacks_is_told_in_a_sentence(task: Task) -> None:
    start = task.exercise.start
    for move in legal_moves(start):
        for condition, value in task.goal.missing(tried(start, move)):
            told = missing(condition, value, long_name)
            assert told.endswith(".")
            assert "{" not in told
            assert "  " not in told


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.name)
def test_texts_are_short_and_name_tiles_in_braces(lesson: Lesson) -> None:
    texts = [lesson.text, *(part for task in lesson.tasks for part in (task.exercise.task, *task.exercise.hints))]
    for text in texts:
        assert "\n" not in text
        named = worded(text, lambda tile: "")
        assert not any(f"{letter}{column}" in named for letter in "TMB" for column in range(1, 6)), text
    assert len(lesson.text) < 500


# What the texts say, on their own boards.


def test_pawns_lie_in_the_first_column_of_each_side() -> None:
    assert "each of you begins with one pawn on every tile of their own column" in lessons()[0].text
    start = RULES[0].tasks[0].exercise.start
    assert [at(start, f"{lane}1") for lane in "TMB"] == [(Side.YOU, 1, False)] * 3
    assert [at(start, f"{lane}5") for lane in "TMB"] == [(Side.ENEMY, 1, False)] * 3


def done(name: str, place: int) -> tuple[GameState, GameState]:
    """A task of that lesson before and after its first right move."""
    exercise = find_lesson(name).tasks[place].exercise
    return exercise.start, exercise.played(exercise.accepted[:1])


def at(state: GameState, tile: str) -> tuple[Side | None, int, bool]:
    """Whose a tile is, its pawns, and whether a card lies there."""
    index = Tile.parse(tile).index
    return state.board.owners[index], state.board.rank(index), state.board.occupants[index] is not None


def test_a_tile_that_is_taken_keeps_its_pawns() -> None:
    before, after = done("take", 0)
    assert (at(before, "M4"), at(after, "M4")) == ((Side.ENEMY, 2, False), (Side.YOU, 2, False))


def test_a_pawn_on_a_card_is_lost_and_a_tile_of_nobody_becomes_yours() -> None:
    before, after = done("spread", 1)
    assert at(before, "T1") == at(after, "T1")
    assert (at(before, "T2"), at(after, "T2")) == ((None, 0, False), (Side.YOU, 1, False))


def test_what_is_destroyed_leaves_its_tile_empty_with_its_pawns_for_a_pawn_to_take() -> None:
    before, after = done("destroy", 1)
    assert (at(before, "T4"), at(after, "T4")) == ((Side.ENEMY, 2, True), (Side.YOU, 2, False))


def test_a_replaced_card_is_destroyed_and_no_tile_is_needed() -> None:
    before, after = done("replace", 0)
    replacing = [move for move in legal_moves(before) if not move.is_pass]
    assert {move.card for move in replacing} == {"052"}, "nothing else can be placed"
    assert sum(card is not None for card in before.board.occupants) == sum(
        card is not None for card in after.board.occupants
    )
    raised = done("replace", 1)
    assert raised[0].score().lanes[1].power_you + 3 - 1 + 3 == raised[1].score().lanes[1].power_you


def test_two_passes_end_the_game_and_an_equal_lane_gives_nothing() -> None:
    before, after = done("lanes", 1)
    assert (before.is_over, after.is_over) == (False, True)
    top = after.score().lanes[0]
    assert (top.power_you, top.power_enemy, top.lane_points) == (5, 5, 0)


# Conditions: where each must hold, and where it must not.

AT_START = "rebirth Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 Y hand=001,007,008 ehand=?*5"
MIDDLE = (
    "rebirth Y1[008],Y2,Y1,E1[001],E1[008]/Y1[001],Y2,Y1,E2,E1[007]/Y1,Y1,-,E1,E1 Y turn=5"
    " hand=008,013,014,020,052 ehand=?*4"
)
LEADING = "rebirth Y1[008],-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 Y turn=5 passes=1 hand=001 ehand=?*4"
CASES: list[tuple[str, Any, str, str, str]] = [
    ("card", "001", AT_START, "001 M1", "008 M1"),
    ("on", "M1", AT_START, "001 M1", "001 T1"),
    ("yours", ["M2"], AT_START, "008 M1", "008 T1"),
    ("yours", ["M4"], MIDDLE, "008 M3", "008 M2"),
    ("rank", {"T1": 2}, AT_START, "008 M1", "007 M1"),
    ("leads", "TOP", MIDDLE, "014 T2", "014 M2"),
    ("margin", 1, MIDDLE, "014 M2", "008 B1"),
    ("wins", True, LEADING, "pass", "001 M1"),
    ("power_at_least", {"M1": 3}, MIDDLE, "013 B1", "008 B1"),
    ("power_at_most", {"T4": 1}, MIDDLE, "008 B1", "020 T3"),
    ("destroyed", ["T4"], MIDDLE, "020 T3", "020 M3"),
    ("replaced", "M1", MIDDLE, "052 M1", "052 T1"),
]


def holds(name: str, value: object, position: str, move: str) -> bool:
    return CONDITIONS[name](tried(GameState.parse(position), Move.parse(move)), value)


def test_every_condition_has_a_case() -> None:
    assert {case[0] for case in CASES} == set(CONDITIONS)


@pytest.mark.parametrize(("name", "value", "position", "does", "does_not"), CASES)
def test_a_condition_holds_where_it_must_and_nowhere_else(
    name: str, value: Any, position: str, does: str, does_not: str
) -> None:
    assert holds(name, value, position, does)
    assert not holds(name, value, position, does_not)


def test_what_was_yours_before_does_not_become_yours() -> None:
    assert not holds("yours", ["M2"], MIDDLE, "008 B1")


# Data


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('title = "Placing a card"', "", "lesson 'place': its title is missing"),
        ('goal = { card = "001", on = "M1" }', 'goal = { flies = "M1" }', r"\['flies'\] is none of them: card, on"),
        ('goal = { card = "001", on = "M1" }', "", "none is none of them"),
        ('goal = { card = "001", on = "M1" }', 'goal = { on = "M5" }', "'place', task 1 cannot be done"),
    ],
)
def test_lessons_that_cannot_be_are_refused(old: str, new: str, sentence: str) -> None:
    from importlib import resources

    text = resources.files("qb_app.practice").joinpath("data/lessons.toml").read_text(encoding="utf-8")
    assert old in text
    with pytest.raises((LessonDataError, GoalError), match=sentence):
        read_lessons(text.replace(old, new, 1))


def test_lessons_and_themes_are_found_by_what_is_typed() -> None:
    assert find_lesson("3").name == find_lesson(" Ranks ").name == "ranks"
    assert find_theme("Tempo") is THEMES[1]
    with pytest.raises(InputError, match="there is no lesson 'cake'; lessons are numbered 1 to 14"):
        find_lesson("cake")
    with pytest.raises(InputError, match=r"there is no theme 'mulligan'; themes are room, tempo, .* or passing"):
        find_theme("mulligan")


def test_a_goal_accepts_what_meets_all_its_conditions() -> None:
    state = GameState.parse(AT_START)
    assert [str(move) for move in Goal.read({"yours": ["M2"]}).accepted(state)] == ["001 M1", "007 M1", "008 M1"]
    assert [str(move) for move in Goal.read({"yours": ["M2"], "card": "008"}).accepted(state)] == ["008 M1"]
