"""What can be said about a move, as values: the kinds of reasons, and one reason with what proves it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from qb_engine.changes import Change
from qb_engine.geometry import Tile
from qb_engine.models import CardId, Move
from qb_engine.prospect import Prospect
from qb_engine.scoring import LaneScore


class ReasonKind(StrEnum):
    # How the game stands with the move.
    ENDS_WON = "ends_won"
    ENDS_LOST = "ends_lost"
    ENDS_DRAWN = "ends_drawn"
    IS_WON = "is_won"
    IS_LOST = "is_lost"
    # Cards of the hand.
    OPENS_CARDS = "opens_cards"
    STRANDS_CARDS = "strands_cards"
    KEEPS_CARD = "keeps_card"
    ADDS_CARD = "adds_card"
    LOCKOUT = "lockout"
    # Room.
    TAKES_LAST_TILES = "takes_last_tiles"
    TAKES_TILES = "takes_tiles"
    KEEPS_ENEMY_NARROW = "keeps_enemy_narrow"
    CONCEDES_TILES = "concedes_tiles"
    STUCK_ENEMY = "stuck_enemy"
    CEDES_TILES = "cedes_tiles"
    GAINS_TILES = "gains_tiles"
    RENEWS_TILES = "renews_tiles"
    FREES_TILE = "frees_tile"
    BIDES = "bides"
    USES_LAST_TILE = "uses_last_tile"
    NARROWS_YOU = "narrows_you"
    OUTLASTS = "outlasts"
    OUTLASTS_LESS = "outlasts_less"
    RUNS_OUT = "runs_out"
    LASTS_LONGER = "lasts_longer"
    OPENS_RANK_3 = "opens_rank_3"
    OPENS_RANK_2 = "opens_rank_2"
    WASTES_PAWNS = "wastes_pawns"
    # What cards do to one another.
    CHAIN = "chain"
    PREPARES = "prepares"
    PROMISES = "promises"
    DESTROYS = "destroys"
    SACRIFICES = "sacrifices"
    WEAKENS = "weakens"
    STRENGTHENS = "strengthens"
    ARRIVES = "arrives"
    SPAWNS = "spawns"
    WASTES_ABILITY = "wastes_ability"
    # What the enemy does next.
    TAKE_BACK = "take_back"
    HOLDS_LANES = "holds_lanes"
    THREATENS_CARDS = "threatens_cards"
    CLOSES_LANE = "closes_lane"
    # Lanes.
    TURNS_SCORE = "turns_score"
    LANE_LASTS = "lane_lasts"
    LANE_FADES = "lane_fades"
    WINS_LANE = "wins_lane"
    TIES_LANE = "ties_lane"
    LOSES_LANE = "loses_lane"
    SECURES_LANE = "secures_lane"
    WASTES_POWER = "wastes_power"
    # Passing.
    PASS_LEADS = "pass_leads"
    PASS_SPARES = "pass_spares"
    PASS_TRAILS = "pass_trails"
    GIVES_TURN = "gives_turn"


K = ReasonKind
WARNINGS = frozenset(
    {
        K.ENDS_LOST,
        K.IS_LOST,
        K.STRANDS_CARDS,
        K.LOCKOUT,
        K.CONCEDES_TILES,
        K.CEDES_TILES,
        K.USES_LAST_TILE,
        K.NARROWS_YOU,
        K.OUTLASTS_LESS,
        K.RUNS_OUT,
        K.LANE_FADES,
        K.WASTES_PAWNS,
        K.SACRIFICES,
        K.WASTES_ABILITY,
        K.TAKE_BACK,
        K.THREATENS_CARDS,
        K.LOSES_LANE,
        K.WASTES_POWER,
        K.PASS_TRAILS,
        K.GIVES_TURN,
    }
)
BEHIND = frozenset({K.HOLDS_LANES, K.CLOSES_LANE, K.LANE_FADES})
"""What stands behind a reason and is said first only where nothing else is to be said."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing to say about a move, and what proves it. Which facts are filled in depends on the kind."""

    kind: ReasonKind
    evidence: tuple[Change | LaneScore | Prospect, ...]
    lanes: tuple[int, ...] = ()
    tiles: tuple[Tile, ...] = ()
    others: tuple[Tile, ...] = ()
    """Further tiles that the sentence names beside those."""
    cards: tuple[CardId, ...] = ()
    amount: int = 0
    beside: int | None = None
    """A second number that the sentence sets beside the amount."""
    games: int | None = None
    """In so many of the games that may follow."""
    of: int | None = None
    """How many games were tried."""
    probability: float | None = None
    move: Move | None = None
    parts: tuple[Reason, ...] = ()
    """What the sentence is put together from."""
    weight: float = 0.0
    """Points of chance that it accounts for, of 100, against the moves that it was compared with; a guess that orders
    reasons and is not told."""

    @property
    def is_warning(self) -> bool:
        return self.kind in WARNINGS

    def weighing(self, weight: float) -> Reason:
        return replace(self, weight=weight)

    @property
    def lane(self) -> int | None:
        return self.lanes[0] if self.lanes else None

    @property
    def tile(self) -> Tile | None:
        return self.tiles[0] if self.tiles else None

    @property
    def card(self) -> CardId | None:
        return self.cards[0] if self.cards else None
