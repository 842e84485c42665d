"""One line of text for a whole game; ``parse_state(format_state(x)) == x`` for everything but the last events.

It reads ``plan round=2 turn=joiner first=creator score=3-0 max=20 time=300 clock=0-12 blocked=- scoring=5,6:3
creator=1:laser/none/none/none/000/0@5,6+m;… joiner=…``, and then what differs from an untouched game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeVar

from fleet_engine.battle import Battle, Ending, LastMove, Terms
from fleet_engine.commands import Action
from fleet_engine.errors import NotationError
from fleet_engine.events import EndReason
from fleet_engine.geometry import Position, Side
from fleet_engine.maps import GameMap
from fleet_engine.notation import (
    NOTHING,
    format_design,
    format_scoring,
    format_tiles,
    join,
    parse_design,
    parse_member,
    parse_number,
    parse_scoring,
    parse_tiles,
    split,
)
from fleet_engine.ruleset import FleetRuleset
from fleet_engine.vessels import Departure, GoneShip, Vessel
from gamekit.quoting import quoted
from gamekit.sides import BySide

BattleT = TypeVar("BattleT", bound=Battle)

_SHIP = re.compile(r"([0-9]+):([^@]+)@([^+]+)(?:\+(?:h([0-9]+))?(?:r([0-9]+))?(m)?(?:c([0-9]+))?)?")
_KEYS = ("round", "turn", "first", "score", "max", "time", "clock", "blocked", "scoring", "creator", "joiner")
_OPTIONAL = ("disabled", "gone", "kills", "last", "over")


def format_state(battle: Battle) -> str:
    terms = battle.terms
    parts = {
        "round": str(battle.round),
        "turn": battle.turn.value,
        "first": terms.first.value,
        "score": f"{battle.scores.first}-{battle.scores.second}",
        "max": str(terms.max_score),
        "time": str(terms.turn_time),
        "clock": f"{battle.started}-{battle.clock}",
        "blocked": format_tiles(battle.map.blocked),
        "scoring": format_scoring(battle.map.scoring),
        "creator": join(map(_format_vessel, battle.fleet(Side.CREATOR))),
        "joiner": join(map(_format_vessel, battle.fleet(Side.JOINER))),
    }
    extras = {
        "disabled": join(map(str, battle.disabled)),
        "gone": join(map(_format_gone, battle.gone.values())),
        "kills": join(f"{ship}:{count}" for ship, count in sorted(battle.kills.items())),
        "last": NOTHING if battle.last_move is None else _format_last(battle.last_move),
        "over": NOTHING if battle.ending is None else f"{battle.ending.winner or 'draw'}:{battle.ending.reason}",
    }
    parts |= {key: text for key, text in extras.items() if text != NOTHING}
    return " ".join([str(terms.ruleset), *(f"{key}={text}" for key, text in parts.items())])


def read_state(text: str, make: Callable[[Terms, GameMap, Iterable[Vessel]], BattleT]) -> BattleT:
    """What ``format_state`` wrote, as a battle of the kind that ``make`` makes."""
    words = text.split()
    options = dict(_option(word) for word in words[1:])
    missing = [key for key in _KEYS if key not in options]
    if not words or missing:
        raise NotationError(f"this is no state of a game, it lacks {', '.join(missing) or 'its ruleset'}")
    unknown = [key for key in options if key not in (*_KEYS, *_OPTIONAL)]
    if unknown:
        raise NotationError(f"a state has no part {quoted(unknown[0])}; parts are {', '.join((*_KEYS, *_OPTIONAL))}")
    terms = Terms(
        FleetRuleset.parse(words[0]),
        parse_member(Side, options["first"], "the first player"),
        parse_number(options["max"], "the maximum score"),
        parse_number(options["time"], "the turn time"),
    )
    ground = GameMap.of(parse_tiles(options["blocked"]), parse_scoring(options["scoring"]))
    battle = make(terms, ground, [_parse_vessel(item, side) for side in Side for item in split(options[side])])
    battle.round = parse_number(options["round"], "the round")
    battle.turn = parse_member(Side, options["turn"], "the side to move")
    battle.scores = BySide(*_pair(options["score"], "the score"))
    battle.started, battle.clock = _pair(options["clock"], "the clock")
    _read_extras(battle, {key: options.get(key, NOTHING) for key in _OPTIONAL})
    return battle


def _read_extras(battle: Battle, texts: dict[str, str]) -> None:
    order = [parse_number(item, "a disabled ship") for item in split(texts["disabled"])]
    if sorted(order) != sorted(battle.disabled):
        raise NotationError(f"disabled={quoted(texts['disabled'])} must name exactly the ships with hull 0")
    battle.disabled = order
    gone = map(_parse_gone, split(texts["gone"]))
    battle.gone = {ship.id: ship for ship in gone}
    counts = (item.partition(":") for item in split(texts["kills"]))
    battle.kills = {parse_number(ship, "a ship"): parse_number(count, "kills") for ship, _, count in counts}
    if texts["last"] != NOTHING:
        battle.last_move = _parse_last(texts["last"])
    if texts["over"] != NOTHING:
        winner, _, reason = texts["over"].partition(":")
        side = None if winner == "draw" else parse_member(Side, winner, "the winner")
        battle.ending = Ending(side, parse_member(EndReason, reason, "the reason of the end"))


def _option(word: str) -> tuple[str, str]:
    key, _, text = word.partition("=")
    return key, text


def _pair(text: str, what: str) -> tuple[int, int]:
    first, _, second = text.partition("-")
    return parse_number(first, what), parse_number(second, what)


def _format_vessel(vessel: Vessel) -> str:
    """The ship and its tile, then behind a plus sign what differs: h hull, r reactor, m moved, c credited ship."""
    marks = "" if vessel.hull == vessel.attributes.hull else f"h{vessel.hull}"
    marks += f"r{vessel.reactor}" if vessel.reactor else ""
    marks += "m" if vessel.moved else ""
    marks += "" if vessel.credit is None else f"c{vessel.credit}"
    return f"{vessel.id}:{format_design(vessel.design)}@{vessel.tile}" + (f"+{marks}" if marks else "")


def _parse_vessel(text: str, side: Side) -> Vessel:
    found = _SHIP.fullmatch(text)
    if found is None:
        raise NotationError(f"{quoted(text)} is no ship in play; write '1:laser/none/none/none/000/0@5,6+h72r1m'")
    number, design, tile, hull, reactor, moved, credit = found.groups()
    return Vessel(
        parse_number(number, "a ship"),
        side,
        parse_design(design),
        Position.parse(tile),
        hull=None if hull is None else parse_number(hull, "the hull"),
        reactor=parse_number(reactor or "0", "the reactor"),
        moved=moved is not None,
        credit=None if credit is None else parse_number(credit, "the ship to be credited"),
    )


def _format_gone(ship: GoneShip) -> str:
    return f"{ship.side}:{ship.departure}:{ship.id}:{format_design(ship.design)}@{ship.tile}"


def _parse_gone(text: str) -> GoneShip:
    side, _, rest = text.partition(":")
    departure, _, ship = rest.partition(":")
    owner = parse_member(Side, side, "the side of a gone ship")
    vessel = _parse_vessel(ship, owner)
    how = parse_member(Departure, departure, "a departure")
    return GoneShip(vessel.id, owner, vessel.design, vessel.tile, how)


def _format_last(move: LastMove) -> str:
    end = NOTHING if move.end is None else str(move.end)
    target = NOTHING if move.target is None else str(move.target)
    return f"{move.ship}:{move.start}:{end}:{move.action}:{target}:{move.time}"


def _parse_last(text: str) -> LastMove:
    parts = text.split(":")
    if len(parts) != 6:
        raise NotationError(f"last={quoted(text)} needs six parts: ship, start, end, action, target and time")
    ship, start, end, action, target, time = parts
    return LastMove(
        parse_number(ship, "a ship"),
        Position.parse(start),
        None if end == NOTHING else Position.parse(end),
        parse_member(Action, action, "an action"),
        None if target == NOTHING else parse_number(target, "a target"),
        parse_number(time, "a time"),
    )
