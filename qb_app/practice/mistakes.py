"""The player's own mistakes as exercises: each that a look back finds to have one clearly best answer.

What was found is kept with the answers of the coach; an exercise that was attempted is kept with its progress, so that
it outlives both those and its game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from qb_app.answers.question import Question
from qb_app.errors import InputError
from qb_app.games.duels.duel import Duel
from qb_app.games.duels.setup import KIND as DUEL
from qb_app.games.duels.setup import DuelSetup
from qb_app.games.moments import course_of_duel
from qb_app.live.session import Session
from qb_app.live.times import latest_time
from qb_app.live.tools import Tools, untracked
from qb_app.practice.exercise import Exercise, ExerciseKind, Origin
from qb_app.practice.hints import hints_of
from qb_app.practice.sentences import duel_place, mistake_place, mistake_task, mistake_title, move_template, templates
from qb_app.review.exercises import exercises_of
from qb_app.review.review import look_back
from qb_app.storage.errors import StorageError
from qb_app.storage.stores import Storage
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep.search import SEARCH_VERSION
from qb_engine.deep.win_chance import deep_engine, judge_version
from qb_engine.errors import QueensBloodError
from qb_engine.geometry import Side
from qb_engine.models import Move
from qb_engine.ruleset import Ruleset
from qb_engine.themes import Theme

if TYPE_CHECKING:
    from qb_app.review.course import Course
    from qb_app.review.exercises import Exercise as Found

_PREFIX = "mistake-"
MOST_GAMES = 100
"""So many matches are looked back on, and so many duels, the newest."""


@dataclass(frozen=True)
class Played:
    """A match or a duel that can be looked back on."""

    game_id: str
    version: int
    place: str
    """How it is called."""
    is_duel: bool
    course: Callable[[], Course]

    @property
    def key(self) -> str:
        """Names what was found in it as it stands, by this search."""
        told = (self.game_id, self.is_duel, self.version, SEARCH_VERSION, judge_version())
        return f"mistakes-{sha256(repr(told).encode()).hexdigest()[:32]}"


def mistake_id(game_id: str, number: int, *, is_duel: bool = False) -> str:
    return f"{_PREFIX}{'duel-' if is_duel else ''}{game_id}-{number}"


def kept_mistake(document: Mapping[str, Any]) -> Exercise:
    """The exercise that a document of ``keep_mistake`` holds."""
    line = ((Move.parse(document["best"]),),)
    themes = tuple(Theme(theme) for theme in document["themes"])
    duel, number = document["duel"], document["number"]
    origin = Origin(document["title"], match_id=document["match"], duel_id=duel, move_number=number)
    made = Exercise(
        exercise_id=mistake_id(duel or document["match"], number, is_duel=duel is not None),
        kind=ExerciseKind.MISTAKE,
        themes=themes,
        position=document["position"],
        lines=line,
        task=document["task"],
        hints=(),
        origin=origin,
        explanation=tuple(document["explanation"]),
        cards=tuple(document["cards"]),
    )
    return _hinted(made)


def _hinted(made: Exercise) -> Exercise:
    return replace(made, hints=hints_of(made.themes, made.lines, made.hydrator))


def keep_mistake(exercise: Exercise) -> dict[str, Any]:
    """All of it that cannot be made again without its match."""
    return {
        "match": exercise.origin.match_id,
        "duel": exercise.origin.duel_id,
        "number": exercise.origin.move_number,
        "title": exercise.origin.title,
        "position": exercise.position,
        "best": str(exercise.lines[0][0]),
        "themes": list(exercise.themes),
        "task": exercise.task,
        "explanation": list(exercise.explanation),
        "cards": list(exercise.cards),
    }


def mistake_of(found: Found, played: Played) -> Exercise:
    """A mistake that a look back has found."""
    question, game_id, number = found.question, played.game_id, found.number
    hydrator, line = question.view.hydrator, ((found.best,),)
    match_id, duel_id = (None, game_id) if played.is_duel else (game_id, None)
    title = mistake_title(played.place, number)
    return Exercise(
        exercise_id=mistake_id(game_id, number, is_duel=played.is_duel),
        kind=ExerciseKind.MISTAKE,
        themes=(found.theme,),
        position=found.position,
        lines=line,
        task=mistake_task(move_template(found.played, hydrator), found.loss),
        hints=hints_of((found.theme,), line, hydrator),
        origin=Origin(title, match_id=match_id, duel_id=duel_id, move_number=number),
        explanation=templates(found.contrast),
        cards=question.cards,
    )


@dataclass(frozen=True)
class Mistakes:
    """Those of all stored matches, and of all duels that are over."""

    storage: Storage
    tools: Tools

    def known(self) -> tuple[Exercise, ...]:
        """Those of games that were looked back on already; takes no search."""
        return tuple(one for played in self._games() for one in self._known(played) or ())

    def find(self) -> tuple[Exercise, ...]:
        """Those of all games; games that were not looked back on yet are, which takes seconds each."""
        games, found = self._games(), list[Exercise]()
        quiet = replace(self, tools=replace(self.tools, track=untracked))
        for place in self.tools.track(range(len(games))):
            found += quiet.find_in(games[place])
        return tuple(found)

    def unsearched(self) -> tuple[Played, ...]:
        """Games that were not looked back on as they stand, the newest matches first, then duels."""
        return tuple(played for played in self._games() if self._known(played) is None)

    def find_in(self, played: Played) -> tuple[Exercise, ...]:
        """Those of one game; it is looked back on unless it was already. Refused where nothing can be searched."""
        deep_engine(CardHydrator.shared(), Ruleset.REBIRTH)
        documents = self.tools.advisor.recall(
            played.key,
            lambda: tuple(map(keep_mistake, self._look_back(played))),
            lambda found: {"mistakes": list(found)},
            lambda document: tuple(document["mistakes"]),
        )
        return tuple(map(kept_mistake, documents))

    def question(self, exercise: Exercise) -> Question:
        """The position as it was asked about in its game, with what was known of the enemy; or by itself alone."""
        origin = exercise.origin
        with suppress(StorageError, QueensBloodError, InputError):  # the game may be gone, or have changed
            course = self._match(origin.match_id) if origin.duel_id is None else self._duel(origin.duel_id)
            question = course.moment(origin.move_number or 0).question
            if question is not None and question.view.key() == exercise.position:
                return question
        return Question.about(exercise.start.observe(Side.YOU), files=False)

    def _games(self) -> tuple[Played, ...]:
        matches = self.storage.matches.matches(limit=MOST_GAMES, until=latest_time(self.tools.clock()))
        duels = self.storage.games.games(DUEL, limit=MOST_GAMES)
        own = [
            Played(info.match_id, info.version, mistake_place(info.title), False, partial(self._match, info.match_id))
            for info in matches
            if info.version and not info.damaged
        ]
        for info in duels:
            with suppress(LookupError, TypeError, ValueError):  # its setup cannot be read
                place = duel_place(DuelSetup.from_json(info.setup).level)
                if info.result is not None:
                    own.append(Played(info.game_id, info.version, place, True, partial(self._duel, info.game_id)))
        return tuple(own)

    def _match(self, match_id: str | None) -> Course:
        assert match_id is not None
        return Session.look(self.storage.matches, match_id, self.tools).questions.course

    def _duel(self, duel_id: str) -> Course:
        stored = self.storage.games.read(DUEL, duel_id)
        duel = Duel(CardHydrator.shared(), DuelSetup.from_json(stored.info.setup), stored.entries)
        return course_of_duel(duel, duel_id)

    def _known(self, played: Played) -> tuple[Exercise, ...] | None:
        with suppress(KeyError, TypeError, ValueError, QueensBloodError):
            document: Mapping[str, Any] | None = self.storage.answers.get(played.key)
            return None if document is None else tuple(map(kept_mistake, document["mistakes"]))
        return None

    def _look_back(self, played: Played) -> tuple[Exercise, ...]:
        """None are found in a game without a move, or that cannot be read any more."""
        try:
            course = played.course()
            course.check_moves()
        except (InputError, QueensBloodError, StorageError):
            return ()
        review = look_back(course, self.tools.advisor, self.tools.track)
        return tuple(mistake_of(one, played) for one in exercises_of(review))
