"""The board as documents: what a player sees of every tile, the lanes, the points, and what happened there."""

from __future__ import annotations

import re
from dataclasses import asdict, is_dataclass
from enum import Enum
from typing import Any, Literal

from typing_extensions import TypedDict

from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.game_events import Event
from qb_engine.geometry import TILES, Side, Tile
from qb_engine.models import CardId
from qb_engine.narration import narrate
from qb_engine.powers import is_ambiguous, powers
from qb_engine.scoring import MatchScore, score_powers

SideName = Literal["Y", "E"]
LaneName = Literal["TOP", "MID", "BOT"]

SIDES: dict[Side, SideName] = {Side.YOU: "Y", Side.ENEMY: "E"}
LANES: tuple[LaneName, ...] = ("TOP", "MID", "BOT")


class EffectMark(TypedDict):
    """A continuous effect that reaches a tile."""

    source: str
    """The tile from which it comes."""
    card: CardId
    side: SideName


class TileDocument(TypedDict):
    tile: str
    """``TOP-1`` to ``BOT-5``."""
    owner: SideName | None
    """The card's side if a card lies there, else whose the tile is."""
    pawns: int
    """0 under a card, where nobody sees them."""
    card: CardId | None
    power: int | None
    """Of the card, with everything that raises or lowers it."""
    change: int
    """By how much the power differs from the printed one."""
    effects: list[EffectMark]


class LaneDocument(TypedDict):
    lane: LaneName
    you: int
    enemy: int
    winner: SideName | None
    points: int
    """What the winner gets for the lane if the game ends now."""


class ScoreDocument(TypedDict):
    """The points if the game ended now."""

    lanes: list[LaneDocument]
    you: int
    enemy: int
    margin: int
    winner: SideName | None
    """Who leads."""


class BoardDocument(ScoreDocument):
    tiles: list[TileDocument]
    """Fifteen: TOP-1 to TOP-5, MID-1 to MID-5, BOT-1 to BOT-5."""
    ambiguous: bool
    """The counting cards have no unique rest point, so the real game may show other powers."""


class BoardsDocument(TypedDict):
    boards: list[BoardDocument]


class EventDocument(TypedDict):
    kind: str
    of: SideName
    """The side whose turn it belongs to."""
    text: str
    """As a player reads it."""
    facts: dict[str, Any]
    """The fields of an event of that kind."""


def side_name(side: Side | None) -> SideName | None:
    return None if side is None else SIDES[side]


def score_document(score: MatchScore) -> ScoreDocument:
    return {
        "lanes": [
            {
                "lane": LANES[lane.lane_index],
                "you": lane.power_you,
                "enemy": lane.power_enemy,
                "winner": side_name(lane.winner),
                "points": lane.lane_points,
            }
            for lane in score.lanes
        ],
        "you": score.total_you,
        "enemy": score.total_enemy,
        "margin": score.margin,
        "winner": side_name(score.winner),
    }


def board_document(board: BoardState) -> BoardDocument:
    now = powers(board)
    effects = _effects(board)
    tiles: list[TileDocument] = []
    for index, tile in enumerate(TILES):
        occupant = board.occupants[index]
        tiles.append(
            {
                "tile": tile.long,
                "owner": side_name(board.owners[index] if occupant is None else occupant.side),
                "pawns": board.rank(index) if occupant is None else 0,
                "card": None if occupant is None else occupant.card.id,
                "power": None if occupant is None else now.power[index],
                "change": now.change[index],
                "effects": effects[index],
            }
        )
    score = score_document(score_powers(board, now.power))
    return {"tiles": tiles, **score, "ambiguous": is_ambiguous(board)}


def _effects(board: BoardState) -> list[list[EffectMark]]:
    """Per tile, the continuous effects that lie on it."""
    found: list[list[EffectMark]] = [[] for _ in TILES]
    for index, occupant in enumerate(board.occupants):
        if occupant is not None and occupant.card.aura is not None:
            mark: EffectMark = {"source": TILES[index].long, "card": occupant.card.id, "side": SIDES[occupant.side]}
            for reached in occupant.card.affected_tiles(index, occupant.side):
                found[reached].append(mark)
    return found


def event_document(event: Event, side: Side, hydrator: CardHydrator) -> EventDocument:
    return {
        "kind": re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(event).__name__).lower(),
        "of": SIDES[side],
        "text": narrate(event, hydrator),
        "facts": {name: _plain(value) for name, value in event._asdict().items()},
    }


def _plain(value: object) -> object:
    if isinstance(value, Tile):
        return value.long
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: _plain(part) for name, part in value._asdict().items()}
    return [_plain(part) for part in value] if isinstance(value, tuple) else value
