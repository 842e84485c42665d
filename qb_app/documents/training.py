"""Training as documents: exercises without their answers, lessons, answers, progress."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from typing_extensions import TypedDict

from qb_app.documents.boards import BoardDocument, board_document
from qb_app.practice import sentences
from qb_app.practice.choosing import ThemeStanding, Wish
from qb_app.practice.exercise import Exercise, ExerciseKind, worded
from qb_app.practice.hints import hints_after
from qb_app.practice.lessons import Lesson, lessons
from qb_app.practice.memory import written_time
from qb_app.practice.progress import PlayerRating, Progress
from qb_app.practice.trainer import Practice
from qb_engine.geometry import Side
from qb_engine.models import CardId, Move


class ExerciseRow(TypedDict):
    """An exercise in a list."""

    id: str
    kind: str
    """``lesson``, ``puzzle`` or ``mistake``."""
    title: str
    themes: list[str]
    """The clearest first."""
    grade: int | None
    """How hard a puzzle is, 1 to 8."""
    lesson: int | None
    match: str | None
    duel: str | None
    move: int | None
    """The number of the move in its match or duel."""
    answers: int
    """Those that counted; 0 for one that is new."""
    right: int
    """Of these, right at once."""
    due: str | None
    """When it comes back; None for one that is new."""


class ExerciseDocument(ExerciseRow):
    format: str
    version: int
    """How many answers were stored when this was made."""
    position: str
    board: BoardDocument
    hand: list[CardId]
    task: str
    notes: list[str]
    moves: int
    """So many moves of yours are still asked for."""
    hints: list[str]
    """Those that were asked for."""
    hints_left: int


class NextDocument(TypedDict):
    format: str
    version: int
    exercise: ExerciseDocument | None
    """None when nothing is due and nothing is new."""
    due: int
    new: int
    text: str


class PlayerRatingDocument(TypedDict):
    """The player's strength, from puzzles that were answered for the first time."""

    rating: float
    low: float
    high: float
    """The 95 % interval."""
    puzzles: int
    text: str


class LessonDocument(TypedDict):
    format: str
    number: int
    name: str
    title: str
    text: str
    theme: str | None
    """Of a lesson on tactics."""
    exercises: list[ExerciseRow]
    done: int
    """Exercises that were answered right at once at least one time."""


class LessonsDocument(TypedDict):
    format: str
    version: int
    lessons: list[LessonDocument]


class TrainedThemeDocument(TypedDict):
    theme: str
    title: str
    answers: int
    right: int
    due: int
    new: int


class TrainedKindDocument(TypedDict):
    kind: str
    exercises: int
    due: int
    new: int


class TrainingDocument(TypedDict):
    """How training stands."""

    format: str
    version: int
    rating: PlayerRatingDocument
    due: int
    new: int
    text: str
    themes: list[TrainedThemeDocument]
    kinds: list[TrainedKindDocument]


class ExercisesDocument(TypedDict):
    format: str
    version: int
    exercises: list[ExerciseRow]


def exercise_row(exercise: Exercise, progress: Progress | None) -> ExerciseRow:
    origin = exercise.origin
    return {
        "id": exercise.exercise_id,
        "kind": exercise.kind.value,
        "title": origin.title,
        "themes": [theme.value for theme in exercise.themes],
        "grade": origin.grade,
        "lesson": origin.lesson,
        "match": origin.match_id,
        "duel": origin.duel_id,
        "move": origin.move_number,
        "answers": 0 if progress is None else progress.answers,
        "right": 0 if progress is None else progress.right,
        "due": None if progress is None else written_time(progress.memory.due),
    }


def exercise_document(
    exercise: Exercise, practice: Practice, hints: int = 0, moves: Sequence[Move] = ()
) -> ExerciseDocument:
    """The exercise with so many of its hints, after moves that are on the way; its answer is nowhere in it."""
    state, steps = exercise.after(moves), hints_after(exercise, moves)
    return {
        **exercise_row(exercise, practice.of(exercise)),
        "format": "qbcoach-exercise-1",
        "version": practice.version,
        "position": state.key(),
        "board": board_document(state.board),
        "hand": list(state.hands[Side.YOU].as_card_ids()),
        "task": worded(exercise.task),
        "notes": [worded(note) for note in exercise.notes],
        "moves": exercise.length - len(moves),
        "hints": [worded(hint) for hint in steps[:hints]],
        "hints_left": max(0, len(steps) - hints),
    }


def next_document(practice: Practice, wish: Wish, exercise: Exercise | None) -> NextDocument:
    due, new = len(practice.due(wish)), len(practice.new(wish))
    told = sentences.nothing_left() if exercise is None else sentences.due_words(due, new)
    return {
        "format": "qbcoach-next-exercise-1",
        "version": practice.version,
        "exercise": None if exercise is None else exercise_document(exercise, practice),
        "due": due,
        "new": new,
        "text": told,
    }


def rating_document(player: PlayerRating) -> PlayerRatingDocument:
    rating, reach = player.standing.rating, player.standing.reach
    return {
        "rating": rating,
        "low": rating - reach,
        "high": rating + reach,
        "puzzles": player.exercises,
        "text": sentences.rating_words(rating, reach, player.exercises),
    }


def lessons_document(practice: Practice) -> LessonsDocument:
    return {
        "format": "qbcoach-lessons-1",
        "version": practice.version,
        "lessons": [lesson_document(one, practice) for one in lessons()],
    }


def lesson_document(lesson: Lesson, practice: Practice) -> LessonDocument:
    rows = exercise_rows(practice.shelf.tasks_of(lesson), practice)
    return {
        "format": "qbcoach-lesson-1",
        "number": lesson.number,
        "name": lesson.name,
        "title": lesson.title,
        "text": worded(lesson.text),
        "theme": None if lesson.theme is None else lesson.theme.value,
        "exercises": rows,
        "done": sum(row["right"] > 0 for row in rows),
    }


def exercise_rows(exercises: Iterable[Exercise], practice: Practice) -> list[ExerciseRow]:
    return [exercise_row(one, practice.of(one)) for one in exercises]


def exercises_document(exercises: Iterable[Exercise], practice: Practice) -> ExercisesDocument:
    return {
        "format": "qbcoach-exercises-1",
        "version": practice.version,
        "exercises": exercise_rows(exercises, practice),
    }


def training_document(practice: Practice) -> TrainingDocument:
    due, new = len(practice.due()), len(practice.new())
    return {
        "format": "qbcoach-training-1",
        "version": practice.version,
        "rating": rating_document(practice.player),
        "due": due,
        "new": new,
        "text": sentences.due_words(due, new),
        "themes": [_theme(one, practice) for one in practice.themes],
        "kinds": [_kind(kind, practice) for kind in ExerciseKind],
    }


def _theme(standing: ThemeStanding, practice: Practice) -> TrainedThemeDocument:
    wish = Wish(standing.theme)
    return {
        "theme": standing.theme.value,
        "title": sentences.theme_name(standing.theme),
        "answers": standing.answers,
        "right": standing.right,
        "due": len(practice.due(wish)),
        "new": len(practice.new(wish)),
    }


def _kind(kind: ExerciseKind, practice: Practice) -> TrainedKindDocument:
    wish = Wish(kinds=(kind,))
    return {
        "kind": kind.value,
        "exercises": len(practice.wanted(wish)),
        "due": len(practice.due(wish)),
        "new": len(practice.new(wish)),
    }


class MistakesDocument(TypedDict):
    """What one more look back has found."""

    format: str
    game: str | None
    """The match or duel that was looked back on; None where none was left."""
    exercises: list[ExerciseRow]
    games_left: int
    """Matches and duels that were not looked back on yet."""


def mistakes_document(
    game_id: str | None, found: Iterable[Exercise], left: int, practice: Practice
) -> MistakesDocument:
    return {
        "format": "qbcoach-mistakes-1",
        "game": game_id,
        "exercises": exercise_rows(found, practice),
        "games_left": left,
    }
