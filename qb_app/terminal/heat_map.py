"""The board with the pressure of the enemy's next move on every tile and lane.

A number, a shade and a colour say the same, so that the map can be read without colour.
"""

from __future__ import annotations

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from qb_app.asking.short_names import TILE_WIDTH
from qb_app.figures import signed
from qb_app.terminal.board import STRIP_WIDTH, BoardView
from qb_engine.board_state import BoardState
from qb_engine.geometry import COLUMNS, LANE_LETTERS, LANE_NAMES, LANES, TILES, Tile
from qb_engine.powers import Powers, powers
from qb_engine.prediction import ThreatMap
from qb_engine.scoring import LaneScore, score_powers

LEVELS = (  # least pressure of a shade, strongest first
    (1.50, "█", "bold white on red"),
    (0.75, "▓", "black on bright_red"),
    (0.25, "▒", "black on yellow"),
    (0.05, "░", "yellow"),
    (float("-inf"), " ", "dim"),
)
_PLACES = 2
_NONE = signed(0, _PLACES)
_LEGEND = "Pressure: what the enemy's next move changes on average, in power and ownership; + is in its favour."


class HeatMap:
    """Draws threat maps over the boards they belong to."""

    def __init__(self, board: BoardView) -> None:
        self._board = board

    def render(self, board: BoardState, threat: ThreatMap) -> RenderableType:
        if self._board.plain:
            return Text("\n".join([*_plain_lines(threat), _LEGEND]))
        return Group(self._drawn(board, threat), _legend())

    def _drawn(self, board: BoardState, threat: ThreatMap) -> Table:
        now = powers(board)
        score = score_powers(board, now.power)
        table = Table(box=box.SQUARE, show_lines=True, padding=(0, 0), header_style="dim")
        table.add_column("", width=3, justify="center")
        for column in range(COLUMNS):
            table.add_column(str(column + 1), width=TILE_WIDTH)
        table.add_column("lane", width=STRIP_WIDTH)
        for lane in range(LANES):
            tiles = [self._tile(board, now, Tile.at(lane, col), threat) for col in range(COLUMNS)]
            strip = _strip(score.lanes[lane], threat.lane_pressure[lane])
            table.add_row(Text(f"\n{LANE_LETTERS[lane]}", style="dim"), *tiles, strip)
        return table

    def _tile(self, board: BoardState, now: Powers, place: Tile, threat: ThreatMap) -> Text:
        shown = self._board.tile(board.tile(*place), now, place)
        return Text.assemble(shown, "\n", _heat(threat.tile_pressure[place.lane, place.col], TILE_WIDTH))


def _heat(pressure: float, width: int) -> Text:
    """One full line: the shade, then the number; nothing where nothing happens."""
    number = signed(pressure, _PLACES)
    if number == _NONE:
        return Text("")
    shade, style = next((shade, style) for least, shade, style in LEVELS if pressure >= least)
    return Text(f"{shade * 3} {number}".ljust(width), style=style)


def _strip(lane: LaneScore, pressure: float) -> Text:
    return Text.assemble(f" {lane.power_you} – {lane.power_enemy}\n\n", _heat(pressure, STRIP_WIDTH))


def _legend() -> Text:
    shown = Text(_LEGEND + "\n", style="dim")
    for (least, shade, style), (above, _, _) in zip(LEVELS[-2::-1], (*LEVELS[-3::-1], (None, "", "")), strict=True):
        span = f"from {least:.2f}" if above is None else f"{least:.2f} to {above:.2f}"
        shown.append_text(Text.assemble((f"{shade * 3}", style), f" {span}   "))
    shown.rstrip()
    return shown


def _plain_lines(threat: ThreatMap) -> list[str]:
    """Lanes, then the tiles where something happens, most pressure first."""
    told = {tile: threat.tile_pressure[tile.lane, tile.col] for tile in TILES}
    touched = [tile for tile in sorted(TILES, key=lambda tile: -told[tile]) if signed(told[tile], _PLACES) != _NONE]
    return [
        "Pressure on lanes:",
        *(f"  {LANE_NAMES[lane]}: {signed(value, _PLACES)}" for lane, value in threat.lane_pressure.items()),
        "Pressure on tiles:",
        *([f"  {tile.long}: {signed(told[tile], _PLACES)}" for tile in touched] or ["  none"]),
    ]
