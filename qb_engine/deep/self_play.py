"""Games that a network plays against itself, to learn from: the unit of work that ``training.fit`` spreads.

It stands here and not beside the fit because every worker has the engine, and is refused where its sources differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep.win_chance import deep_engine
from qb_engine.models import CardId
from qb_engine.ruleset import Ruleset


class SelfPlay(NamedTuple):
    """A task: one game for each pair of decks. It says all that its result depends on."""

    ruleset: str
    numbers: bytes
    """Of a network that knows the cards of the game and no others."""
    wander: float
    """Share of moves played at random."""
    seed: int
    first: int
    """Number of the first game; seed and number decide all that is left to chance."""
    pairs: Sequence[tuple[Sequence[CardId], Sequence[CardId]]]


def play_examples(task: SelfPlay) -> bytes:
    """What the games show, as ``_kernel.Workshop`` takes it."""
    from qb_engine import _kernel

    engine = deep_engine(CardHydrator.shared(), Ruleset.parse(task.ruleset))
    decks = [(engine.indexes(you), engine.indexes(enemy)) for you, enemy in task.pairs]
    start = engine.board(BoardState(engine.ruleset))
    return _kernel.play_examples(start, task.numbers, decks, task.wander, task.seed, task.first)
