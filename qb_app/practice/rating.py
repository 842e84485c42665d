"""How strong the player is, and how hard an exercise, on one scale (Glicko-2).

Not the Elo of the arena: that one fits all games of a tournament at once, while here each answer counts as it comes,
with an interval that narrows answer by answer and widens while nobody trains.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from gamekit.glicko import CENTRE, Game, Standing, rated
from qb_app.practice.memory import Outcome

GRADES = 8
POINTS_A_GRADE = 200.0
GRADE_DEVIATION = 120.0
"""A grade comes from what an engine needs; people may find it easier or harder."""
BEGINNER = Standing(rating=1200.0)
"""Where a player starts: low, since the first puzzles should be such that can be solved, and not at all sure."""
PERIOD = timedelta(days=30)
"""Of the paper: in it a rating becomes less sure by itself."""
SHARES = {Outcome.RIGHT: 1.0, Outcome.HINTED: 0.5, Outcome.WRONG: 0.0}
"""A hint is worth half the answer."""


def graded(grade: int) -> Standing:
    """How hard an exercise of that grade is taken to be: grades lie evenly around the centre."""
    return Standing(CENTRE + POINTS_A_GRADE * (grade - (GRADES + 1) / 2), GRADE_DEVIATION)


def met(player: Standing, exercise: Standing, outcome: Outcome, rest: timedelta) -> tuple[Standing, Standing]:
    """Both after an answer, ``rest`` after the player's answer before."""
    share = SHARES[outcome]
    periods = max(rest, timedelta()) / PERIOD
    return (
        rated(player, [Game(exercise, share)], periods=periods),
        rated(exercise, [Game(player, 1 - share)], periods=0),
    )


def rest_between(before: datetime | None, now: datetime) -> timedelta:
    return timedelta() if before is None else now - before
