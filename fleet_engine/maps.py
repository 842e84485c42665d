"""Maps: blocked, scoring and only-once tiles, as values; presets; and what a game shows of its map.

A map cannot be changed, only replaced, and a game alone holds its own. So nobody but the game can claim a tile.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, Protocol

from fleet_engine.errors import MapNotFoundError, SettingsError
from fleet_engine.geometry import Position, require_on_grid

MOST_POINTS: Final = 255
NO_MAP: Final = 0


class ScoringTile(NamedTuple):
    position: Position
    points: int
    only_once: bool = False
    """Emptied when it pays for the first time."""


@dataclass(frozen=True, slots=True)
class GameMap:
    """The ground of one game. ``scoring`` is row-major and keeps emptied tiles, with 0 points."""

    blocked: frozenset[Position] = frozenset()
    scoring: tuple[ScoringTile, ...] = ()

    @staticmethod
    def of(blocked: Iterable[Position] = (), scoring: Iterable[ScoringTile] = ()) -> GameMap:
        """A map of these tiles, whatever their order; of several entries for one tile the last counts."""
        return GameMap().with_blocked(blocked).with_scoring(scoring)

    def with_blocked(self, tiles: Iterable[Position]) -> GameMap:
        return replace(self, blocked=self.blocked.union(map(require_on_grid, tiles)))

    def with_scoring(self, tiles: Iterable[ScoringTile]) -> GameMap:
        merged = {tile.position: tile for tile in self.scoring}
        for tile in tiles:
            require_on_grid(tile.position)
            if not 0 <= tile.points <= MOST_POINTS:
                raise SettingsError(f"tile {tile.position} pays 0 to {MOST_POINTS} points, not {tile.points}")
            merged[tile.position] = tile
        return replace(self, scoring=tuple(merged[position] for position in sorted(merged)))

    def with_points(self, position: Position, points: int) -> GameMap:
        """The same map with other points on one tile, whose only-once flag stays as it is."""
        only_once = any(tile.only_once for tile in self.scoring if tile.position == position)
        return self.with_scoring([ScoringTile(position, points, only_once)])

    def with_preset(self, preset: GameMap, *, scoring_only: bool = False) -> GameMap:
        """This map and the preset's tiles; nothing is cleared, and preset tiles of 0 points are no scoring tiles."""
        paying = [tile for tile in preset.scoring if tile.points]
        return self.with_scoring(paying).with_blocked(() if scoring_only else preset.blocked)

    def points_at(self, position: Position) -> int:
        require_on_grid(position)
        return sum(tile.points for tile in self.scoring if tile.position == position)

    def paying(self) -> tuple[ScoringTile, ...]:
        """The tiles that still have points, row-major."""
        return tuple(tile for tile in self.scoring if tile.points)

    def claimed(self, position: Position) -> tuple[int, GameMap]:
        """What the tile pays, and the map after it has paid: only-once tiles are left with 0 points."""
        points = self.points_at(position)
        emptied = any(tile.only_once for tile in self.scoring if tile.position == position) and points
        return points, self.with_points(position, 0) if emptied else self


class MapState(NamedTuple):
    """The combined view of a map; both lists are row-major."""

    blocked: tuple[Position, ...]
    scoring: tuple[ScoringTile, ...]


class HasMap(Protocol):
    @property
    def map(self) -> GameMap: ...


def scoring_positions(game: HasMap) -> tuple[ScoringTile, ...]:
    """The game's scoring tiles that still pay, row-major, and nothing else of its map."""
    return game.map.paying()


def map_state(game: HasMap) -> MapState:
    """The game's blocked tiles, and the tiles that still pay."""
    return MapState(tuple(sorted(game.map.blocked)), scoring_positions(game))


class Atlas:
    """Preset maps, numbered from 1; number 0 stands for no map."""

    def __init__(self) -> None:
        self._presets: dict[int, GameMap] = {}

    def create(self, preset: GameMap) -> int:
        number = len(self._presets) + 1
        self._presets[number] = preset
        return number

    def update(
        self,
        number: int,
        *,
        blocked: Iterable[Position] | None = None,
        scoring: Iterable[ScoringTile] | None = None,
    ) -> None:
        """Replace the parts that are given."""
        old = self.preset(number)
        made = GameMap.of(old.blocked if blocked is None else blocked, old.scoring if scoring is None else scoring)
        self._presets[number] = made

    def preset(self, number: int) -> GameMap:
        if number not in self._presets:
            raise MapNotFoundError(f"there is no preset map {number}; presets are {self._known()}")
        return self._presets[number]

    def map_for(self, number: int) -> GameMap:
        """A fresh map for a game: the preset of that number, or bare ground for 0."""
        return GameMap() if number == NO_MAP else GameMap().with_preset(self.preset(number))

    def exists(self, number: int) -> bool:
        return number in self._presets

    def __len__(self) -> int:
        return len(self._presets)

    def _known(self) -> str:
        return f"numbered 1 to {len(self)}" if self._presets else "none so far, use 0 for no map"
