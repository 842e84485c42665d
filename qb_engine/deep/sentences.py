"""What a training puzzle asks; the sentences stand in the catalogue, under ``puzzle``."""

from __future__ import annotations

from qb_engine.catalogue import catalogue, say


def puzzle_task(order: int, *, won: bool, passed: bool = False) -> str:
    """What is to be found, where the enemy has just passed or not."""
    told = [say("puzzle.wins" if won else "puzzle.draws")]
    if order > 1:
        told.append(say("puzzle.order", moves=catalogue().number(order)))
    if passed:
        told.append(say("puzzle.passed"))
    return " ".join(told)


def puzzle_draws(yours: int, enemies: int) -> str:
    """What is still drawn."""
    return say("puzzle.cards_shown" if yours or enemies else "puzzle.nothing_hidden")
