"""The look back on a course: every move with its mark, the turning points, and skill apart from luck."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from qb_app.review.course import OPENING_HAND, Break, Course, Drawn, Event, Moment
from qb_app.review.judging import Reviewed, ReviewedHand, judge_enemy, judge_hand, judge_own
from qb_app.review.marks import TURNING, Mark, accuracy_of, in_percents, luck_of
from qb_app.review.sentences import no_chances
from qb_app.review.skill import Cause, Skill, Way
from qb_engine.geometry import Side

if TYPE_CHECKING:
    from qb_app.answers.advisor import Advisor
    from qb_app.answers.question import Question
    from qb_engine.chance import Chance
    from qb_engine.deep.coach import Look

MOST_TURNING_POINTS = 3

Track = Callable[[Sequence[int]], Iterable[int]]


@dataclass(frozen=True)
class ReviewedDraw:
    """A draw of yours with what it did to your chance."""

    event: Drawn
    before: Chance
    after: Chance

    @property
    def number(self) -> int:
        return self.event.number

    @property
    def swing(self) -> float:
        return self.after.worth - self.before.worth

    @property
    def mark(self) -> Mark | None:
        return luck_of(self.swing)


@dataclass(frozen=True)
class Review:
    course: Course
    plies: tuple[Reviewed, ...]
    """The moves around which chances are known; empty where there are none."""
    draws: tuple[ReviewedDraw, ...]
    hand: ReviewedHand | None
    skill: Skill | None
    """None where there are fewer than two figures."""
    points: tuple[float, ...]
    """Your chance, figure by figure, from the first position to the end."""
    without_chances: str | None = None
    """Why moves are not judged, in a sentence."""

    @property
    def turning_points(self) -> tuple[Reviewed | ReviewedDraw, ...]:
        """The greatest swings of moves and draws, in the order of the match."""
        swings: list[Reviewed | ReviewedDraw] = [*self.plies, *self.draws]
        turned = [one for one in swings if in_percents(abs(one.swing)) >= TURNING]
        turned.sort(key=lambda one: -abs(one.swing))
        return tuple(sorted(turned[:MOST_TURNING_POINTS], key=_in_order))

    @property
    def unjudged(self) -> tuple[int, ...]:
        """The numbers of moves around which no chances are known: your hand was not told."""
        judged = {ply.number for ply in self.plies}
        return tuple(number for number in range(1, self.course.moves + 1) if number not in judged)

    def of(self, side: Side) -> tuple[Reviewed, ...]:
        return tuple(ply for ply in self.plies if ply.side is side)

    def choices(self, side: Side) -> tuple[Reviewed, ...]:
        """The moves that were a choice, and of which it is known what they gave away."""
        return tuple(ply for ply in self.of(side) if ply.loss is not None and ply.mark is not Mark.FORCED)

    def accuracy(self, side: Side) -> float | None:
        """0 to 100 over the moves that were a choice."""
        return accuracy_of([ply.loss for ply in self.choices(side) if ply.loss is not None])


def _in_order(one: Reviewed | ReviewedDraw) -> tuple[int, bool]:
    """A draw stands before the move that was made with it."""
    return one.number, isinstance(one, Reviewed)


def look_back(course: Course, advisor: Advisor, track: Track = iter) -> Review:
    """Go through the course once more; ``track`` hands out its events one by one, and may call it off."""
    from qb_engine.kernel.door import LimitError

    course.check_moves()
    looking = _Looking(course, advisor)
    try:
        for place in track(range(len(course.events))):
            looking.pass_by(course.events[place])
        looking.end()
    except (_NoChancesError, LimitError):  # or some line of play goes beyond the kernel's tables
        return Review(course, (), (), None, None, (), no_chances())
    return Review(
        course,
        tuple(looking.plies),
        tuple(looking.draws),
        looking.hand,
        looking.way.skill,
        looking.way.shown,
    )


class _NoChancesError(Exception):
    """There is no kernel that can hold these cards."""


@dataclass
class _Looking:
    """Where the look back stands: a move of the enemy and a draw are told once the next figure is known."""

    course: Course
    advisor: Advisor
    way: Way = field(default_factory=Way)
    plies: list[Reviewed] = field(default_factory=list)
    draws: list[ReviewedDraw] = field(default_factory=list)
    hand: ReviewedHand | None = None
    _enemy: tuple[Moment, Look] | None = None
    _drawn: tuple[Drawn, Chance] | None = None

    def pass_by(self, event: Event) -> None:
        match event:
            case Moment(number=number, side=Side.YOU, question=question) if question is not None:
                if number == OPENING_HAND:
                    self.hand = judge_hand(event, question, self.advisor)
                else:
                    self._own(event, question)
            case Moment(side=Side.ENEMY, question=question) if question is not None:
                look = self._look(question)
                self._reach(look.chance)
                self.way.comes(Cause.ENEMY)
                self._enemy = event, look
            case Drawn(question=question, cards=(_, *_)) if question is not None:
                chance = self._look(question).chance
                self._reach(chance)
                self.way.comes(Cause.DRAWS)
                self._drawn = event, chance
            case Drawn(question=question) | Break(question=question) if question is not None:
                self._reach(self._look(question).chance)
                self._lose_sight()
            case _:
                self._lose_sight()

    def end(self) -> None:
        """The last figure: of the result, or of the position as it stands."""
        course = self.course
        if course.result is not None:
            self._reach(course.result)
        elif course.now is not None:
            self._reach(self._look(course.now).chance)

    def _own(self, moment: Moment, question: Question) -> None:
        self._check(question)
        found = judge_own(moment, question, self.advisor)
        if found is None:
            self._lose_sight()
            return
        self._reach(found.before)
        self.way.comes(Cause.YOU)
        self.way.reach(found.after.worth)
        self.way.comes(Cause.SEARCH)
        self.plies.append(found)

    def _reach(self, chance: Chance) -> None:
        self.way.reach(chance.worth)
        if self._enemy is not None:
            self.plies.append(judge_enemy(*self._enemy, chance, self.advisor))
        if self._drawn is not None:
            self.draws.append(ReviewedDraw(*self._drawn, chance))
        self._enemy = self._drawn = None

    def _lose_sight(self) -> None:
        self.way.comes(Cause.UNTOLD)
        self._enemy = self._drawn = None

    def _look(self, question: Question) -> Look:
        self._check(question)
        return self.advisor.look(question)

    def _check(self, question: Question) -> None:
        if not self.advisor.searches(question):
            raise _NoChancesError
