"""Look backs measured: seconds a move, the second look, and how far a further search moves a figure.

Run: python -m bench.review [--games 10]
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from statistics import fmean
from time import perf_counter

from gamekit.sides import BySide
from qb_app.answers.advisor import Advisor
from qb_app.asking.choices import Beginner
from qb_app.games.moments import course_of_record
from qb_app.games.playthrough import play_through
from qb_app.games.simulation import Simulation
from qb_app.review.course import Course
from qb_app.review.review import Review, look_back
from qb_app.review.skill import Cause
from qb_engine.geometry import Side

PAIRS = (("level3", "level5"), ("level5", "level8"))
DECKS = BySide("starter", "starter")


def engine_games(games: int) -> Iterator[tuple[str, Course]]:
    """Games between levels, each pair on the same seeds, the beginner in turn."""
    for you, enemy in PAIRS:
        for seed in range(games // len(PAIRS)):
            beginner = Beginner.ENEMY if seed % 2 else Beginner.YOU
            game = Simulation.set_up("rebirth", DECKS, BySide(you, enemy), beginner)
            yield f"{you} against {enemy}, seed {seed}", course_of_record(play_through(game.game, game.play(seed)))


def real_matches() -> Iterator[tuple[str, Course]]:
    """The recorded matches against the game; only one tells the hands, so that its moves can be judged."""
    from tests.qb_app.live.test_matches_entered import MATCHES, enter

    for name in MATCHES:
        yield name, enter(MATCHES[name]).session.questions.course


def measure(name: str, course: Course) -> Review:
    advisor, began = Advisor(), perf_counter()
    review = look_back(course, advisor)
    first, began = perf_counter() - began, perf_counter()
    look_back(course, advisor)
    skill = review.skill
    figures = None
    if skill is not None:
        parts = {cause.value: round(part, 4) for cause, part in skill.parts.items()}
        figures = {**parts, "searches": skill.searches, "moved": round(skill.moved, 4)}
    row = {
        "course": name,
        "moves": course.moves,
        "seconds": round(first, 2),
        "again": round(perf_counter() - began, 2),
        "accuracy": [review.accuracy(side) for side in Side],
        "parts": figures,
    }
    print(json.dumps(row), flush=True)
    return review


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    options = parser.parse_args()
    reviews = [measure(*one) for one in (*real_matches(), *engine_games(options.games))]
    skills = [review.skill for review in reviews if review.skill is not None and review.skill.searches]
    searches = sum(skill.searches for skill in skills)
    moved = sum(skill.moved * skill.searches for skill in skills) / searches
    drift = sum(skill.parts[Cause.SEARCH] for skill in skills) / searches
    told = f"{100 * moved:.2f} points a move either way, {100 * drift:+.2f} on average"
    print(f"further search, {searches} of them: {told}")
    print(f"moves a course: {fmean(review.course.moves for review in reviews):.1f}")


if __name__ == "__main__":
    main()
