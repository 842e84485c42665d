"""What comes of a move in whole games that begin with it, each in a world of its own."""

from __future__ import annotations

from dataclasses import dataclass

from qb_engine.geometry import PerSide
from qb_engine.models import CardId, Move


@dataclass(frozen=True, slots=True)
class Prospect:
    """Counts over so many games. The same position gives every move the same worlds, so two moves can be compared."""

    games: int
    won: int
    drawn: int
    turns: int
    """Moves that followed, passes too."""
    margin: int
    """Sum of the final margins, yours minus the enemy's."""
    placed: PerSide[int]
    """Cards that were placed after the move."""
    out_first: PerSide[int]
    """Games in which that side was the first that could place nothing."""
    stuck_enemy: int
    """Games in which the enemy could place nothing at once."""
    stuck_you: int
    """Games in which you could place nothing on your next turn."""
    lanes_you: tuple[int, ...]
    """Games in which you led at the end, by lane."""
    lanes_enemy: tuple[int, ...]
    kept: tuple[int, ...]
    """Games in which you led from the move to the end, by lane."""
    placed_on: PerSide[tuple[int, ...]]
    """Cards that were placed after the move, by tile."""
    used: tuple[tuple[CardId, int], ...]
    """Of every card of the hand, in how many games it was placed; this move does not count."""
    next: Move | None
    """Your next move in more games than any other; None where the move ends the game."""
    next_games: int

    @property
    def over(self) -> bool:
        """Whether the move ended the game in each of them."""
        return self.games > 0 and not self.turns
