"""The board drawn for a terminal, or told in plain lines for a screen reader.

It shows what a player can see: no ranks under cards, a star only where a continuous effect lies. Whose a tile or card
is shows in a shape and a letter as well as in the colour.
"""

from __future__ import annotations

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from qb_app.asking.short_names import NARROW_TILE_WIDTH, SIDE_MARKS, TILE_WIDTH, short_names
from qb_app.figures import counted
from qb_engine.board_state import MAX_RANK, BoardState, TileState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.geometry import COLUMNS, LANE_LETTERS, LANES, Side, Tile
from qb_engine.models import CardInPlay
from qb_engine.powers import Powers, is_ambiguous, powers
from qb_engine.scoring import LaneScore, MatchScore, score_powers

STRIP_WIDTH = 13
BOARD_WIDTH = 3 + COLUMNS * TILE_WIDTH + STRIP_WIDTH + 8
NARROW_STRIP_WIDTH = 7
NARROW_BOARD_WIDTH = 3 + COLUMNS * NARROW_TILE_WIDTH + NARROW_STRIP_WIDTH + 8

STAR = "★"
SIDE_STYLES = {Side.YOU: "bold cyan", Side.ENEMY: "bold magenta"}
LANES_IN_WORDS = ("Top", "Middle", "Bottom")
_AMBIGUOUS = "Note: the counting cards have no unique rest point here; the real game may show other powers."


class BoardView:
    """Shows boards with the cards of one hydrator; ``narrow`` draws them small."""

    def __init__(self, hydrator: CardHydrator, *, plain: bool = False, narrow: bool = False) -> None:
        self.plain = plain
        self.narrow = narrow
        self._tile_width = NARROW_TILE_WIDTH if narrow else TILE_WIDTH
        self._names = short_names(hydrator, self._tile_width)

    def render(self, board: BoardState) -> RenderableType:
        """The whole board with lane scores and total, as a drawing or as plain lines."""
        now = powers(board)
        score = score_powers(board, now.power)
        if self.plain:
            shown: RenderableType = Text("\n".join([*_plain_lanes(board, now, score), _total(score).plain]))
        else:
            shown = Group(self._drawn(board, now, score), _total(score))
        return Group(shown, Text(_AMBIGUOUS, style="yellow")) if is_ambiguous(board) else shown

    def _drawn(self, board: BoardState, now: Powers, score: MatchScore) -> Table:
        table = Table(box=box.SQUARE, show_lines=True, padding=(0, 0), header_style="dim")
        table.add_column("", width=3, justify="center")
        for column in range(COLUMNS):
            table.add_column(str(column + 1), width=self._tile_width)
        if self.narrow:
            table.add_column("Y – E", width=NARROW_STRIP_WIDTH, justify="center")
        else:
            table.add_column("you – enemy", width=STRIP_WIDTH, justify="center")
        for lane in range(LANES):
            tiles = (self.tile(board.tile(lane, col), now, Tile.at(lane, col)) for col in range(COLUMNS))
            strip = _strip(score.lanes[lane], narrow=self.narrow)
            table.add_row(Text(f"\n{LANE_LETTERS[lane]}", style="dim"), *tiles, strip)
        return table

    def tile(self, tile: TileState, now: Powers, place: Tile) -> Text:
        """Two lines: the name of the card, then whose it is, power or pawns, and the star."""
        owner = tile.owner if tile.occupant is None else tile.occupant.side
        style = SIDE_STYLES[owner] if owner else "dim"
        name = self._names.get(tile.occupant.card.id, "?") if tile.occupant else ""
        if tile.occupant:
            standing = f"{SIDE_MARKS[tile.occupant.side]} {now.power[place.index]}{_arrow(now.change[place.index])}"
        elif owner:
            standing = f"{SIDE_MARKS[owner]} {'●' * tile.visible_rank}{'○' * (MAX_RANK - tile.visible_rank)}"
        else:
            standing = "·"
        star = STAR if tile.effect_sources else ""
        return Text.assemble((f"{name}\n{standing:{self._tile_width - 1}}", style), (star, "bold yellow"))


def _arrow(change: int) -> str:
    if change == 0:
        return ""
    return "▲" if change > 0 else "▼"


def _strip(lane: LaneScore, *, narrow: bool) -> Text:
    powers_line = f"{lane.power_you} – {lane.power_enemy}\n"
    if lane.winner is None:
        return Text.assemble(powers_line, ("even", "dim"))
    points = str(lane.lane_points) if narrow else counted(lane.lane_points, "point")
    return Text.assemble(powers_line, (f"{SIDE_MARKS[lane.winner]} {points}", SIDE_STYLES[lane.winner]))


def _total(score: MatchScore) -> Text:
    points = f"Total: you {score.total_you}, enemy {score.total_enemy}"
    if score.winner is None:
        return Text(f"{points}; even")
    leads = "you lead" if score.winner is Side.YOU else "the enemy leads"
    return Text.assemble(f"{points}; ", (f"{leads} by {abs(score.margin)}", SIDE_STYLES[score.winner]))


def _plain_lanes(board: BoardState, now: Powers, score: MatchScore) -> list[str]:
    """Each lane with its tiles; tiles of nobody with nothing on them are left out."""
    lines = []
    for lane in score.lanes:
        lines.append(f"{LANES_IN_WORDS[lane.lane_index]} lane: {_lane_words(lane)}")
        for col in range(COLUMNS):
            place = Tile.at(lane.lane_index, col)
            words = _tile_words(board.tile(*place), now, place)
            lines += [f"  {place.long}: {words}"] if words else []
    return lines


def _lane_words(lane: LaneScore) -> str:
    standing = f"you {lane.power_you}, enemy {lane.power_enemy}"
    if lane.winner is None:
        return f"{standing}; even"
    leads = "you lead" if lane.winner is Side.YOU else "the enemy leads"
    return f"{standing}; {leads} for {counted(lane.lane_points, 'point')}"


def _tile_words(tile: TileState, now: Powers, place: Tile) -> str:
    parts = []
    if tile.occupant:
        parts += _card_words(tile.occupant, now, place)
    elif tile.owner:
        owner = "yours" if tile.owner is Side.YOU else "the enemy's"
        parts.append(f"{owner}, {counted(tile.visible_rank, 'pawn')}")
    if tile.effect_sources:
        parts.append("under an effect")
    return ", ".join(parts)


def _card_words(occupant: CardInPlay, now: Powers, place: Tile) -> list[str]:
    owner = "your" if occupant.side is Side.YOU else "the enemy's"
    change = now.change[place.index]
    raised = [] if change == 0 else ["raised" if change > 0 else "lowered"]
    return [f"{owner} {occupant.card.name}", f"power {now.power[place.index]}", *raised]
