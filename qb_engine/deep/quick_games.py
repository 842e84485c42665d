"""Games in bulk: the quick player, which looks one move ahead with all cards open, on both sides of many deals."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep.win_chance import deep_engine, searcher
from qb_engine.geometry import Side
from qb_engine.models import CardId
from qb_engine.ruleset import Ruleset

_RESULT = struct.Struct("3i")


class QuickGame(NamedTuple):
    """How one game ended."""

    pair: int
    """Place of the two decks among those that were given."""
    deal: int
    starter: Side
    total_you: int
    total_enemy: int
    plies: int

    @property
    def points(self) -> float:
        """Of YOU: 1 for a win, a half for a draw."""
        return 0.5 + ((self.total_you > self.total_enemy) - (self.total_you < self.total_enemy)) / 2


def quick_games(
    pairs: Iterable[tuple[Sequence[CardId], Sequence[CardId]]],
    deals: range,
    *,
    seed: int,
    hydrator: CardHydrator | None = None,
    ruleset: Ruleset = Ruleset.REBIRTH,
    threads: int = 1,
) -> list[QuickGame]:
    """Every pair of decks, YOURS and the enemy's, in each of these deals, once begun by you and once by the enemy.

    A deal with the same number has the same shuffles for all pairs: a card that takes another's place in a deck comes
    when the other would have come. Nobody exchanges cards of the opening hand, and nobody waits. The result depends on
    decks, deals and seed alone.
    """
    engine = deep_engine(hydrator or CardHydrator.shared(), ruleset)
    decks = [(engine.indexes(you), engine.indexes(enemy)) for you, enemy in pairs]
    start = engine.board(BoardState(ruleset))
    raw = searcher(engine).quick_games(start, decks, seed, deals.start, len(deals), threads)
    places = [(pair, deal, side) for pair in range(len(decks)) for deal in deals for side in Side]
    return [QuickGame(*place, *row) for place, row in zip(places, _RESULT.iter_unpack(raw), strict=True)]
