"""The choice of what is new: the weakest theme, own mistakes, what is near the player; always the same."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from gamekit.glicko import Standing
from qb_app.practice.choosing import ThemeStanding, choose, due_exercises, theme_standings
from qb_app.practice.exercise import Exercise, ExerciseKind, Origin
from qb_app.practice.memory import Outcome, remembered
from qb_app.practice.progress import Progress
from qb_app.practice.rating import graded
from qb_engine.themes import Theme
from tests.qb_app.practice.conftest import START

EVEN = tuple(ThemeStanding(theme, 0, 0) for theme in (Theme.ROOM, Theme.TEMPO))


def exercise(name: str, theme: Theme = Theme.ROOM, grade: int | None = None, *, mistake: bool = False) -> Exercise:
    kind = ExerciseKind.MISTAKE if mistake else ExerciseKind.PUZZLE
    return Exercise(name, kind, (theme,), "", (), "", (), Origin(name, grade))


def chosen(
    exercises: Sequence[Exercise], rating: float, themes: Sequence[ThemeStanding] = EVEN, seed: str = "0"
) -> str:
    found = choose(exercises, {}, Standing(rating), themes, START, seed)
    return "" if found is None else found.exercise_id


def test_the_puzzle_nearest_to_the_player_comes_first() -> None:
    puzzles = [exercise(f"p{grade}", grade=grade) for grade in range(1, 9)]
    for grade in range(1, 9):
        assert chosen(puzzles, graded(grade).rating + 10) == f"p{grade}"


def test_the_weakest_theme_comes_first() -> None:
    puzzles = [exercise("room", Theme.ROOM, 4), exercise("tempo", Theme.TEMPO, 8)]
    weak_tempo = (ThemeStanding(Theme.ROOM, 3, 4), ThemeStanding(Theme.TEMPO, 1, 4))
    assert chosen(puzzles, graded(4).rating, weak_tempo) == "tempo"
    weak_room = (ThemeStanding(Theme.ROOM, 0, 1), ThemeStanding(Theme.TEMPO, 0, 0))
    assert chosen(puzzles, graded(4).rating, weak_room) == "room"


def test_an_own_mistake_comes_before_a_puzzle_of_its_theme() -> None:
    puzzles = [exercise("p", Theme.ROOM, 4), exercise("own", Theme.ROOM, mistake=True)]
    assert chosen(puzzles, graded(4).rating) == "own"
    elsewhere = (ThemeStanding(Theme.ROOM, 0, 4), ThemeStanding(Theme.TEMPO, 4, 4))
    assert chosen([exercise("p", Theme.ROOM, 4), exercise("own", Theme.TEMPO, mistake=True)], 1500, elsewhere) == "p"


def test_seeds_decide_between_what_is_as_good_and_nothing_else_does() -> None:
    puzzles = [exercise(f"p{place}", grade=4) for place in range(20)]
    found = [chosen(puzzles, 1500, seed=str(seed)) for seed in range(40)]
    assert len(set(found)) > 5
    assert found == [chosen(list(reversed(puzzles)), 1500, seed=str(seed)) for seed in range(40)]


def test_nothing_is_chosen_where_there_is_nothing() -> None:
    assert chosen([], 1500) == ""


@given(
    st.lists(st.tuples(st.sampled_from(list(Outcome)), st.integers(0, 40)), min_size=1, max_size=6), st.integers(0, 90)
)
def test_only_what_is_due_comes_back_and_the_most_forgotten_first(
    answers: list[tuple[Outcome, int]], days: int
) -> None:
    from datetime import timedelta

    from qb_app.practice.memory import retention

    now = START + timedelta(days=days)
    exercises = [exercise(f"p{place}", grade=1) for place in range(len(answers))]
    progress = {
        one.exercise_id: Progress(remembered(None, outcome, START - timedelta(days=ago)), answers=1)
        for one, (outcome, ago) in zip(exercises, answers, strict=True)
    }
    due = due_exercises(exercises, progress, now)
    assert {one.exercise_id for one in due} == {key for key, one in progress.items() if one.memory.due <= now}
    left = [retention(progress[one.exercise_id].memory, now) for one in due]
    assert left == sorted(left)
    if due:
        assert choose(exercises, progress, Standing(), EVEN, now, "0") == due[0]


def test_themes_are_counted_by_the_clearest_of_each_exercise() -> None:
    known = {"a": exercise("a", Theme.ROOM), "b": exercise("b", Theme.TEMPO), "c": exercise("c", Theme.ROOM)}
    memory = remembered(None, Outcome.RIGHT, START)
    progress = {"a": Progress(memory, 1, 2), "c": Progress(memory, 2, 2), "gone": Progress(memory, 5, 5)}
    room, tempo = theme_standings(known, progress, (Theme.ROOM, Theme.TEMPO))
    assert (room.right, room.answers, tempo.answers) == (3, 4, 0)
    assert (room.share, tempo.share) == (4 / 6, 0.5)
