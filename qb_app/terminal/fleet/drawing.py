"""The fleet game drawn for a terminal of 80 columns: the grid, the ships, what happened, who was paid.

Sides differ by shape as well as by colour, so that nothing is lost without colours.
"""

from dataclasses import dataclass
from textwrap import wrap

from rich.text import Text

from fleet_engine import events as ev
from fleet_engine.game_state import FleetState
from fleet_engine.geometry import COLUMNS, ROWS, Position, Side
from fleet_engine.maps import scoring_positions
from fleet_engine.notation import format_command
from fleet_engine.ships import Level, Special
from fleet_engine.transcript import Step
from fleet_engine.vessels import Vessel
from gamekit.sides import BySide
from qb_app.games.fleet.words import ending_sentence, told

WIDTH = 80
CELL = 4
STYLES = BySide("bold cyan", "bold yellow")
POINTS_STYLE = "green"
GROUND_STYLE = "dim"


@dataclass(frozen=True)
class Glyphs:
    """The signs of a drawing: ships by side, active and disabled, and blocked ground."""

    active: BySide[str]
    disabled: BySide[str]
    blocked: str
    empty: str
    dot: str
    """Stands between the parts of a headline."""
    dash: str
    """Stands between two scores."""


FANCY = Glyphs(BySide("►", "◄"), BySide("▻", "◅"), "▒", "·", "·", "–")
PLAIN = Glyphs(BySide(">", "<"), BySide(")", "("), "#", ".", "|", "-")


class FleetView:
    """Draws with one set of signs; colours are the console's business."""

    def __init__(self, glyphs: Glyphs = FANCY) -> None:
        self.glyphs = glyphs

    def board(self, state: FleetState) -> Text:
        """Two lines for each row: the ships and the ground, then the hull (or ``r2``: a disabled ship's reactor)."""
        lines = [Text("   " + "".join(f"{col:<{CELL}}" for col in range(COLUMNS)))]
        for row in range(ROWS):
            cells = [self._cell(state, Position(row, col)) for col in range(COLUMNS)]
            for number, label in enumerate((f"{row:>2} ", "   ")):
                line = Text(label)
                for upper_and_lower, style in cells:
                    line.append(f"{upper_and_lower[number]:<{CELL}}", style)
                lines.append(line)
        lines.append(Text(self.legend()))
        for line in lines:
            line.rstrip()
        return Text("\n", no_wrap=True).join(lines)

    def _cell(self, state: FleetState, tile: Position) -> tuple[tuple[str, str], str]:
        points = next((item for item in scoring_positions(state) if item.position == tile), None)
        pays = "" if points is None else f"+{points.points}{'!' if points.only_once else ''}"
        ground = self.glyphs.blocked if tile in state.map.blocked else ""
        vessel = state.grid.get(tile)
        if vessel is not None:
            mark = ("!" if points.only_once else "+") if points else ground
            return (self._name(vessel, with_mark=True), _condition(vessel) + mark), self._style(vessel)
        if pays:
            return (ground + pays, ""), POINTS_STYLE
        return (ground * 3, ground * 3) if ground else (self.glyphs.empty, ""), GROUND_STYLE

    def legend(self) -> str:
        signs = self.glyphs
        return (
            f"{signs.active.first} creator {signs.active.second} joiner"
            f" {signs.disabled.first}{signs.disabled.second} disabled ' has moved"
            f" {signs.blocked * 3} blocked +3 points +5! paid once"
        )

    def _style(self, vessel: Vessel) -> str:
        return STYLES[vessel.side] + (" dim" if vessel.is_disabled else "")

    def _name(self, vessel: Vessel, *, with_mark: bool = False) -> str:
        shape = (self.glyphs.disabled if vessel.is_disabled else self.glyphs.active)[vessel.side]
        name = f"{shape}{vessel.id % 1000}"
        return name + "'" if with_mark and vessel.moved and len(name) < CELL else name

    def ships(self, state: FleetState) -> Text:
        """One line for each ship on the board."""
        text = Text("ship  tile    hull    move range damage  protection  special  \n", style="bold")
        for side in Side:
            for number in sorted(state.fleets[side]):
                vessel = state.vessels[number]
                text.append(f"{self._name(vessel):<6}", self._style(vessel))
                text.append(_ship_line(vessel).rstrip() + "\n")
        text.rstrip()
        return text

    def headline(self, state: FleetState) -> Text:
        dot, dash = self.glyphs.dot, self.glyphs.dash
        text = Text(f"Round {state.round} {dot} ")
        for side in Side:
            text.append(f"{side} {state.scores[side]}", STYLES[side])
            text.append(f" {dash} " if side is Side.CREATOR else f" of {state.terms.max_score}")
        if state.ending is None:
            text.append(f" {dot} {state.turn} to move")
        return text

    def step(self, step: Step) -> Text:
        """A command in one line with what it did, and the summary of the round if it completed one."""
        text = Text(f"{step.number:>3}. ")
        text.append(f"{step.side:<7} ", STYLES[step.side])
        lines = wrap(
            "; ".join([format_command(step.move), *told(step.events)]), WIDTH - len(text), break_long_words=False
        )
        text.append(f"\n{' ' * len(text)}".join(lines))
        for event in step.events:
            if isinstance(event, ev.RoundScored):
                text.append("\n")
                text.append_text(self.round_summary(event))
        return text

    def round_summary(self, scored: ev.RoundScored) -> Text:
        """Who stood where and was paid."""
        text = Text(f"     Round {scored.round} is complete; ", style="bold")
        text.append(f"the score is {self._score(scored.scores)}.")
        for paid in scored.payments:
            once = ", the tile is now empty" if paid.only_once else ""
            text.append("\n       ")
            text.append(f"{paid.side:<7} +{paid.points}", STYLES[paid.side])
            text.append(f"  ship {paid.ship} stood on {paid.position}{once}")
        if not scored.payments:
            text.append("\n       nobody stood on a scoring tile")
        return text

    def _score(self, scores: BySide[int]) -> str:
        return f"{scores.first}{self.glyphs.dash}{scores.second}"

    def ending(self, state: FleetState) -> Text:
        ending = state.ending
        style = "" if ending is None else STYLES[ending.winner] if ending.winner else "bold"
        return Text(ending_sentence(state, self.glyphs.dash), style)


def _condition(vessel: Vessel) -> str:
    return f"r{vessel.reactor}" if vessel.is_disabled else str(vessel.hull)


def _ship_line(vessel: Vessel) -> str:
    figures, design = vessel.attributes, vessel.design
    parts = [f"{level} {name}" for level, name in ((design.armor, "armor"), (design.shields, "shields"))]
    worn = [part for part in parts if not part.startswith(Level.NONE)]
    protection = f"-{figures.reduction}%" if worn else ""
    special = "" if design.special is Special.NONE else design.special.value
    notes = ["disabled" if vessel.is_disabled else "", "moved" if vessel.moved else ""]
    notes.append(f"reactor {vessel.reactor} of 3" if vessel.reactor else "")
    return (
        f"{vessel.tile!s:<6} {vessel.hull:>4}/{figures.hull:<4} {figures.movement:>3} {figures.range:>5}"
        f" {figures.damage:>5}   {protection:<10}  {special:<7}  {', '.join(filter(None, notes))}"
    )
