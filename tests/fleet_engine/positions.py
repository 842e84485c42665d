"""Small games for tests, told in few words."""

from fleet_engine.battle import Terms
from fleet_engine.commands import Action
from fleet_engine.events import Event
from fleet_engine.game_state import FleetState
from fleet_engine.geometry import Position, Side
from fleet_engine.maps import GameMap, ScoringTile
from fleet_engine.ruleset import FleetRuleset
from fleet_engine.ships import Design, Special
from fleet_engine.vessels import Vessel

PLAN, RELEASED = FleetRuleset.PLAN, FleetRuleset.RELEASED
BOTH = (PLAN, RELEASED)
C, J = Side.CREATOR, Side.JOINER
LASER = Design()
EMP, REPAIR, FLAK = (Design(special=special) for special in (Special.EMP, Special.REPAIR, Special.FLAK))


def at(text: str) -> Position:
    return Position.parse(text)


def tile(text: str, points: int, *, once: bool = False) -> ScoringTile:
    return ScoringTile(at(text), points, once)


def ship(
    number: int, side: Side, where: str, design: Design = LASER, *, hull: int | None = None, reactor: int = 0
) -> Vessel:
    return Vessel(number, side, design, at(where), hull=hull, reactor=reactor)


def game(
    *ships: Vessel,
    ruleset: FleetRuleset = PLAN,
    scoring: tuple[ScoringTile, ...] = (),
    blocked: tuple[str, ...] = (),
    max_score: int = 100,
    first: Side = C,
) -> FleetState:
    ground = GameMap.of(map(at, blocked), scoring)
    return FleetState(Terms(ruleset, first, max_score), ground, ships)


def duel(ruleset: FleetRuleset = PLAN, *, scoring: tuple[ScoringTile, ...] = (), max_score: int = 100) -> FleetState:
    """One plain ship on each side, far from each other: 1 on 5,4 and 2 on 5,14."""
    return game(ship(1, C, "5,4"), ship(2, J, "5,14"), ruleset=ruleset, scoring=scoring, max_score=max_score)


def go(state: FleetState, number: int, to: str = "", action: str = "pass", target: int | None = None) -> list[Event]:
    """The player to move orders a ship; without a tile it stays."""
    return state.order(state.turn, number, at(to) if to else None, Action(action), target)


def scores(state: FleetState) -> tuple[int, int]:
    return state.scores.first, state.scores.second
