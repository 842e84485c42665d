"""A word at the moment of a mistake: on the last move of a course, by the marks and figures of the look back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from qb_app.review.course import OPENING_HAND, Course, Drawn, Moment
from qb_app.review.judging import Reviewed, judge_enemy, judge_own
from qb_app.review.sentences import enemy_mistake, own_mistake
from qb_engine.geometry import Side, TileNaming
from qb_engine.narration import move_name

if TYPE_CHECKING:
    from qb_app.answers.advisor import Advisor


@dataclass(frozen=True)
class Remark:
    """A costly move, and what is to be said of it."""

    ply: Reviewed
    lines: tuple[str, ...]


def remark_on(course: Course, advisor: Advisor, place: TileNaming = str) -> Remark | None:
    """On your move right after it, on the enemy's once you can answer it; None where nothing is worth a word."""
    last = course.events[-1] if course.events else None
    if isinstance(last, Moment) and last.side is Side.YOU and last.number != OPENING_HAND:
        return _on_yours(course, last, advisor, place)
    made = course.events[-2] if isinstance(last, Drawn) and len(course.events) > 1 else last
    if isinstance(made, Moment) and made.side is Side.ENEMY:
        return _on_theirs(course, made, advisor, place)
    return None


def _on_yours(course: Course, moment: Moment, advisor: Advisor, place: TileNaming) -> Remark | None:
    if moment.question is None or not advisor.searches(moment.question):
        return None
    ply = judge_own(moment, moment.question, advisor)
    if ply is None or not ply.worth_a_word or ply.best is None or ply.mark is None or ply.loss is None:
        return None
    played, better = (move_name(move, course.hydrator, place) for move in (ply.move, ply.best))
    told = own_mistake(played, ply.mark.value, ply.loss, better, ply.before.worth)
    return Remark(ply, (told, *ply.contrast(place)))


def _on_theirs(course: Course, moment: Moment, advisor: Advisor, place: TileNaming) -> Remark | None:
    now = course.now
    if moment.question is None or now is None or not advisor.searches(now) or not _can_answer(course):
        return None
    look = advisor.look(moment.question)
    ply = judge_enemy(moment, look, look.chance, advisor)
    if not ply.worth_a_word or ply.mark is None or ply.loss is None:
        return None
    best = advisor.advise(now).recommendation.moves[0]
    played, answer = (move_name(move, course.hydrator, place) for move in (ply.move, best.candidate.move))
    told = enemy_mistake(played, ply.mark.value, ply.loss, answer)
    return Remark(ply, (told, *best.lines[:1]))


def _can_answer(course: Course) -> bool:
    """Whether it is your move, with the draw told."""
    from qb_engine.notation import TurnPhase

    assert course.now is not None
    view = course.now.view
    return view.side_to_act is Side.YOU and view.phase is TurnPhase.PLAY
