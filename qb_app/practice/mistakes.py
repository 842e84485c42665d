"""The player's own mistakes as exercises: each that the look back on a match finds to have one clearly best answer.

What was found is kept with the answers of the coach; an exercise that was attempted is kept with its progress, so that
it outlives both those and its match.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from qb_app.answers.question import Question
from qb_app.errors import InputError
from qb_app.live.session import Session
from qb_app.live.times import latest_time
from qb_app.live.tools import Tools, untracked
from qb_app.practice.exercise import Exercise, ExerciseKind, Origin
from qb_app.practice.hints import hints_of
from qb_app.practice.sentences import braced, mistake_task, mistake_title, move_template
from qb_app.storage.errors import StorageError
from qb_app.storage.records import MatchInfo
from qb_app.storage.stores import MatchStore, Storage
from qb_engine.deep.search import SEARCH_VERSION
from qb_engine.deep.win_chance import judge_version
from qb_engine.errors import QueensBloodError
from qb_engine.geometry import Side
from qb_engine.models import Move
from qb_engine.themes import Theme

if TYPE_CHECKING:
    from qb_app.review.exercises import Exercise as Found

_PREFIX = "mistake-"
MOST_MATCHES = 100
"""So many matches are looked back on, the newest."""


def mistake_id(match_id: str, number: int) -> str:
    return f"{_PREFIX}{match_id}-{number}"


def kept_mistake(document: Mapping[str, Any]) -> Exercise:
    """The exercise that a document of ``keep_mistake`` holds."""
    line = ((Move.parse(document["best"]),),)
    themes = tuple(Theme(theme) for theme in document["themes"])
    origin = Origin(document["title"], match_id=document["match"], move_number=document["number"])
    made = Exercise(
        exercise_id=mistake_id(document["match"], document["number"]),
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
        "number": exercise.origin.move_number,
        "title": exercise.origin.title,
        "position": exercise.position,
        "best": str(exercise.lines[0][0]),
        "themes": list(exercise.themes),
        "task": exercise.task,
        "explanation": list(exercise.explanation),
        "cards": list(exercise.cards),
    }


def mistake_of(found: Found, title: str) -> Exercise:
    """A mistake that a look back has found; ``title`` is that of its match."""
    question = found.question
    hydrator = question.view.hydrator
    line = ((found.best,),)
    return Exercise(
        exercise_id=mistake_id(found.match_id, found.number),
        kind=ExerciseKind.MISTAKE,
        themes=(found.theme,),
        position=found.position,
        lines=line,
        task=mistake_task(move_template(found.played, hydrator), found.loss),
        hints=hints_of((found.theme,), line, hydrator),
        origin=Origin(mistake_title(title, found.number), match_id=found.match_id, move_number=found.number),
        explanation=tuple(braced(sentence) for sentence in found.contrast),
        cards=question.cards,
    )


@dataclass(frozen=True)
class Mistakes:
    """Those of all stored matches."""

    storage: Storage
    tools: Tools

    def known(self) -> tuple[Exercise, ...]:
        """Those of matches that were looked back on already; takes no search."""
        return tuple(one for info in self._matches() for one in self._known(info) or ())

    def find(self) -> tuple[Exercise, ...]:
        """Those of all matches; matches that were not looked back on yet are, which takes seconds each."""
        matches, found = self._matches(), list[Exercise]()
        quiet = replace(self, tools=replace(self.tools, track=untracked))
        for place in self.tools.track(range(len(matches))):
            found += quiet.find_in(matches[place])
        return tuple(found)

    def unsearched(self) -> tuple[MatchInfo, ...]:
        """Matches that were not looked back on as they stand, the newest first."""
        return tuple(info for info in self._matches() if self._known(info) is None)

    def find_in(self, info: MatchInfo) -> tuple[Exercise, ...]:
        """Those of one match; it is looked back on unless it was already."""
        documents = self.tools.advisor.recall(
            _key(info),
            lambda: tuple(map(keep_mistake, _look_back(self.storage.matches, info, self.tools))),
            lambda found: {"mistakes": list(found)},
            lambda document: tuple(document["mistakes"]),
        )
        return tuple(map(kept_mistake, documents))

    def question(self, exercise: Exercise) -> Question:
        """The position as it was asked about in its match, with what was known of the enemy; or by itself alone."""
        with suppress(StorageError, QueensBloodError, InputError):  # the match may be gone, or have changed
            assert exercise.origin.match_id is not None
            session = Session.look(self.storage.matches, exercise.origin.match_id, self.tools)
            moment = session.questions.course.moment(exercise.origin.move_number or 0)
            if moment.question is not None and moment.question.view.key() == exercise.position:
                return moment.question
        return Question.about(exercise.start.observe(Side.YOU), files=False)

    def _matches(self) -> tuple[MatchInfo, ...]:
        found = self.storage.matches.matches(limit=MOST_MATCHES, until=latest_time(self.tools.clock()))
        return tuple(info for info in found if info.version and not info.damaged)

    def _known(self, info: MatchInfo) -> tuple[Exercise, ...] | None:
        with suppress(KeyError, TypeError, ValueError, QueensBloodError):
            document: Mapping[str, Any] | None = self.storage.answers.get(_key(info))
            return None if document is None else tuple(map(kept_mistake, document["mistakes"]))
        return None


def _look_back(matches: MatchStore, info: MatchInfo, tools: Tools) -> tuple[Exercise, ...]:
    """None are found in a match in which nothing can be judged."""
    from qb_app.review.exercises import exercises_of

    with suppress(InputError, QueensBloodError, StorageError):
        session = Session.look(matches, info.match_id, tools)
        return tuple(mistake_of(one, info.title) for one in exercises_of(session.questions.summary().review))
    return ()


def _key(info: MatchInfo) -> str:
    """Names what was found in the match as it stands, by this search."""
    told = (info.match_id, info.version, SEARCH_VERSION, judge_version())
    return f"mistakes-{sha256(repr(told).encode()).hexdigest()[:32]}"
