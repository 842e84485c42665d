"""Courses to look back on: games between engines, and the real match whose hands were told."""

from __future__ import annotations

from functools import cache

from gamekit.sides import BySide
from qb_app.answers.advisor import Advisor
from qb_app.asking.choices import Beginner
from qb_app.games.moments import course_of_record
from qb_app.games.playthrough import play_through
from qb_app.games.simulation import Simulation
from qb_app.review.course import Course
from qb_app.review.review import Review, look_back
from qb_engine.deep.search import Budget
from tests.qb_app.live.test_matches_entered import MATCHES, enter

NODES = 400
"""Enough for marks of every kind, and quick."""
TOLD = "redxiii-1"


@cache
def advisor() -> Advisor:
    """One for all: the same positions are asked about again and again, and each is searched once."""
    return Advisor(budget=Budget(NODES))


@cache
def engine_game(seed: int, you: str = "level1", enemy: str = "level3") -> Course:
    beginner = Beginner.ENEMY if seed % 2 else Beginner.YOU
    game = Simulation.set_up("rebirth", BySide("starter", "starter"), BySide(you, enemy), beginner)
    return course_of_record(play_through(game.game, game.play(seed)))


@cache
def real_match(match: str = TOLD) -> Course:
    return enter(MATCHES[match]).session.questions.course


@cache
def reviewed(seed: int) -> Review:
    return look_back(engine_game(seed), advisor())


@cache
def reviewed_match() -> Review:
    return look_back(real_match(), advisor())
