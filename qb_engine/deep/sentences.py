"""What a training puzzle asks, in sentences."""

from __future__ import annotations

NUMBERS = {2: "two", 3: "three"}


def puzzle_task(order: int, *, won: bool, passed: bool = False) -> str:
    """What is to be found, where the enemy has just passed or not."""
    if won:
        task = "It is your turn. One move wins, whatever the enemy answers; no other does."
    else:
        task = "It is your turn. No move wins; one draws, whatever the enemy answers, and every other loses."
    if passed:
        task += " The enemy has just passed: pass too, and the game ends."
    if order > 1:
        task += f" Then go on: of your first {NUMBERS.get(order, str(order))} moves, each is the only one."
    return task


def puzzle_draws(yours: int, enemies: int) -> str:
    """What is still drawn."""
    if not yours and not enemies:
        return "Nothing is hidden, and nobody draws any more."
    return "Nothing is hidden: the cards that are still drawn are shown, and after them nobody draws any more."
