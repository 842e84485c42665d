"""One line of text for commands, ships, fleets and maps; ``parse(format(x)) == x``. docs/fleet.md explains every part.

Commands read ``3 move 5,7 shoot 12``, ``3 stay pass``, ``concede``, ``concede joiner`` and ``+301 timeout``, where the
number behind the plus sign is the seconds that passed since the command before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import TypeVar

from fleet_engine.commands import Action, Command, Concession, ShipOrder, TimeoutClaim
from fleet_engine.errors import NotationError
from fleet_engine.fleets import Deployed
from fleet_engine.geometry import Position, Side
from fleet_engine.maps import GameMap, ScoringTile
from fleet_engine.ships import Design, Level, Special, Weapon
from gamekit.quoting import quoted
from gamekit.ranges import Range

EnumT = TypeVar("EnumT", bound=StrEnum)

NUMBERS = Range(0, 10**18 - 1)
"""Of ships, points, kills and seconds; no game has more."""
_TRAITS = re.compile(r"([0-2])([0-2])([0-2])")
NOTHING = "-"
"""Stands for an empty list."""


def parse_number(text: str, what: str) -> int:
    number = NUMBERS.find(text)
    if number is None or str(number) != text:  # one way to write a number, so that texts can be compared
        raise NotationError(f"{what} must be {NUMBERS}, not {quoted(text)}")
    return number


def parse_member(kind: type[EnumT], text: str, what: str) -> EnumT:
    if text not in tuple(kind):
        raise NotationError(f"{what} is one of {', '.join(kind)}, not {quoted(text)}")
    return kind(text)


def format_command(command: Command) -> str:
    match command:
        case ShipOrder():
            text = f"{command.ship} {'stay' if command.to is None else f'move {command.to}'} {command.action}"
            if command.target is not None:
                text += f" {command.target}"
        case Concession():
            text = "concede" if command.by is None else f"concede {command.by}"
        case TimeoutClaim():
            text = "timeout"
    return f"+{command.wait} {text}" if command.wait else text


def parse_command(text: str) -> Command:
    """Read what ``format_command`` writes; spaces may be doubled."""
    words = text.split()
    wait = 0
    if words and words[0].startswith("+"):
        wait = parse_number(words.pop(0)[1:], "the seconds behind '+'")
    match words:
        case ["concede"]:
            return Concession(None, wait)
        case ["concede", side]:
            return Concession(parse_member(Side, side, "a side"), wait)
        case ["timeout"]:
            return TimeoutClaim(wait)
        case [ship, "stay", action, *target] if len(target) < 2:
            return _parse_order(ship, None, action, target, wait)
        case [ship, "move", to, action, *target] if len(target) < 2:
            return _parse_order(ship, Position.parse(to), action, target, wait)
    raise NotationError(
        f"{quoted(text)} is no command; write '3 move 5,7 shoot 12', '3 stay pass', 'concede' or '+301 timeout'"
    )


def _parse_order(ship: str, to: Position | None, action: str, target: Sequence[str], wait: int) -> ShipOrder:
    number = parse_number(target[0], "a target") if target else None
    return ShipOrder(parse_number(ship, "a ship"), to, parse_member(Action, action, "an action"), number, wait)


def format_design(design: Design) -> str:
    """``laser/none/light/emp/120/35``: weapon, armor, shields, special, traits (accuracy, hull, speed), kills."""
    traits = f"{design.accuracy}{design.hull}{design.speed}"
    return f"{design.weapon}/{design.armor}/{design.shields}/{design.special}/{traits}/{design.kills}"


def parse_design(text: str) -> Design:
    parts = text.split("/")
    if len(parts) != 6:
        raise NotationError(f"{quoted(text)} is no ship; write six parts as in 'laser/none/light/emp/120/35'")
    traits = _TRAITS.fullmatch(parts[4])
    if traits is None:
        raise NotationError(f"traits are three digits from 0 to 2 as in '120', not {quoted(parts[4])}")
    return Design(
        weapon=parse_member(Weapon, parts[0], "a weapon"),
        armor=parse_member(Level, parts[1], "armor"),
        shields=parse_member(Level, parts[2], "a shield"),
        special=parse_member(Special, parts[3], "a special"),
        accuracy=int(traits[1]),
        hull=int(traits[2]),
        speed=int(traits[3]),
        kills=parse_number(parts[5], "kills"),
    )


def format_fleet(fleet: Iterable[Deployed]) -> str:
    """``1:laser/none/none/none/000/0@5,2;2:…``: numbers, designs and start tiles."""
    return join(f"{ship.id}:{format_design(ship.design)}@{ship.tile}" for ship in fleet)


def parse_fleet(text: str) -> tuple[Deployed, ...]:
    return tuple(_parse_deployed(item) for item in split(text))


def _parse_deployed(text: str) -> Deployed:
    number, _, rest = text.partition(":")
    design, at, tile = rest.partition("@")
    if not at:
        raise NotationError(f"{quoted(text)} is no deployed ship; write '1:laser/none/none/none/000/0@5,2'")
    return Deployed(parse_number(number, "a ship"), parse_design(design), Position.parse(tile))


def format_map(ground: GameMap) -> str:
    """``blocked=5,6;7,2 scoring=5,8:3;4,4:5!``: blocked tiles, and tiles with their points, ``!`` for only once."""
    return f"blocked={format_tiles(ground.blocked)} scoring={format_scoring(ground.scoring)}"


def parse_map(text: str) -> GameMap:
    match [word.partition("=") for word in text.split()]:
        case [("blocked", "=", blocked), ("scoring", "=", scoring)]:
            return GameMap.of(parse_tiles(blocked), parse_scoring(scoring))
    raise NotationError(f"{quoted(text)} is no map; write 'blocked=5,6;7,2 scoring=5,8:3;4,4:5!' with '-' for none")


def format_tiles(tiles: Iterable[Position]) -> str:
    return join(map(str, sorted(tiles)))


def parse_tiles(text: str) -> list[Position]:
    return [Position.parse(item) for item in split(text)]


def format_scoring(tiles: Iterable[ScoringTile]) -> str:
    return join(f"{tile.position}:{tile.points}{'!' if tile.only_once else ''}" for tile in tiles)


def parse_scoring(text: str) -> list[ScoringTile]:
    return [_parse_scoring_tile(item) for item in split(text)]


def _parse_scoring_tile(text: str) -> ScoringTile:
    tile, _, points = text.partition(":")
    only_once = points.endswith("!")
    return ScoringTile(Position.parse(tile), parse_number(points.removesuffix("!"), "points"), only_once)


def join(items: Iterable[str]) -> str:
    return ";".join(items) or NOTHING


def split(text: str) -> list[str]:
    return [] if text == NOTHING else text.split(";")
