"""A board as this program prints it, read back: the drawing of any width, or the plain words.

A drawing shows what a player can see. What it does not show (pawns under cards, how a power came about) stays as it is
wherever the drawing agrees with the board; so pasting a board back onto its own position changes nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gamekit.quoting import quoted
from qb_app.asking.short_names import SIDE_MARKS, TILE_WIDTHS, short_names
from qb_app.errors import InputError
from qb_app.live.corrections import pawns_of, place_card, set_power
from qb_engine.board_state import MAX_RANK, BoardState
from qb_engine.card_hydrator import CardHydrator, normalised
from qb_engine.geometry import COLUMNS, LANE_LETTERS, TILE_PATTERN, TILES, Side, Tile
from qb_engine.models import Card
from qb_engine.powers import powers

_MARKS = {mark: side for side, mark in SIDE_MARKS.items()}
_STANDING = re.compile(rf"(?P<mark>{'|'.join(_MARKS)})\s+(?:(?P<pawns>[●○]+)|(?P<power>[0-9]{{1,3}})[▲▼]?)\s*★?")
_PLAIN_TILE = re.compile(rf"(?P<tile>{TILE_PATTERN}):\s*(?P<words>.+)", re.IGNORECASE)
_PLAIN_PAWNS = re.compile(r"(?P<owner>yours|the enemy's), (?P<rank>[0-9]) pawns?(?:, under an effect)?")
_PLAIN_CARD = re.compile(
    r"(?P<owner>your|the enemy's) (?P<name>.+), power (?P<power>[0-9]{1,3})(?:, raised|, lowered)?"
    r"(?:, under an effect)?"
)
_SWEEPS = 8


@dataclass(frozen=True, slots=True)
class Sight:
    """What one tile shows."""

    owner: Side | None = None
    rank: int = 0
    cards: tuple[Card, ...] = ()
    """Cards of the name that is written there; empty without a card."""
    power: int = 0


def read_printed(text: str, board: BoardState, hydrator: CardHydrator) -> BoardState:
    """The board with everything overruled that the printed one shows otherwise."""
    lines = [line.strip() for line in text.removeprefix("board").strip().splitlines()]
    drawn = [line for line in lines if line.startswith("│")]
    sights = _read_drawn(drawn, hydrator) if drawn else _read_plain(lines, hydrator)
    return _overrule(board, sights)


def _read_drawn(lines: list[str], hydrator: CardHydrator) -> list[Sight]:
    rows = [line.strip("│").split("│") for line in lines]
    lanes = [number for number, row in enumerate(rows) if number and row[0].strip() in tuple(LANE_LETTERS)]
    letters = "".join(rows[number][0].strip() for number in lanes)
    if letters != LANE_LETTERS or any(len(row) < COLUMNS + 1 for row in rows):
        raise InputError("this drawing is not whole; paste all of it, from its upper edge to the line of the total")
    names = _drawn_names(hydrator)
    return [
        _drawn_tile(rows[number - 1][col + 1].strip(), rows[number][col + 1].strip(), names)
        for number in lanes
        for col in range(COLUMNS)
    ]


def _drawn_names(hydrator: CardHydrator) -> dict[str, tuple[Card, ...]]:
    """Every name as it stands on a tile of any width."""
    found: dict[str, tuple[Card, ...]] = {}
    for width in TILE_WIDTHS:
        for card_id, short in short_names(hydrator, width).items():
            card = hydrator.get(card_id)
            if card not in found.get(short, ()):
                found[short] = (*found.get(short, ()), card)
    return found


def _drawn_tile(name: str, standing: str, names: dict[str, tuple[Card, ...]]) -> Sight:
    if standing.rstrip("★ ") == "·" and not name:
        return Sight()
    shown = _STANDING.fullmatch(standing)
    if shown is None or bool(name) != bool(shown["power"]):
        raise InputError(f"{quoted(f'{name} {standing}')} is no tile as it is drawn; paste the drawing unchanged")
    side = _MARKS[shown["mark"]]
    if not name:
        return Sight(side, shown["pawns"].count("●"))
    if name not in names:
        raise InputError(f"{quoted(name)} is no card as it is drawn on a tile; paste the drawing unchanged")
    return Sight(side, cards=names[name], power=int(shown["power"]))


def _read_plain(lines: list[str], hydrator: CardHydrator) -> list[Sight]:
    sights = [Sight()] * len(TILES)
    for line in lines:
        found = _PLAIN_TILE.fullmatch(line)
        if found is not None:
            sights[Tile.parse(found["tile"]).index] = _plain_tile(found["words"], hydrator)
    return sights


def _plain_tile(words: str, hydrator: CardHydrator) -> Sight:
    if words == "under an effect":
        return Sight()
    pawns, card = _PLAIN_PAWNS.fullmatch(words), _PLAIN_CARD.fullmatch(words)
    if pawns is not None:
        return Sight(_plain_side(pawns["owner"]), min(int(pawns["rank"]), MAX_RANK))
    if card is None:
        raise InputError(f"{quoted(words)} is no tile as the board is told in words; paste the lines unchanged")
    named = tuple(one for one in hydrator.all() if normalised(one.name) == normalised(card["name"]))
    if not named:
        hydrator.get(card["name"])  # raises with the names that are close
    return Sight(_plain_side(card["owner"]), cards=named, power=int(card["power"]))


def _plain_side(owner: str) -> Side:
    return Side.YOU if owner.startswith("your") else Side.ENEMY


def _overrule(board: BoardState, sights: list[Sight]) -> BoardState:
    now, result = powers(board).power, board.clone()
    for index, sight in enumerate(sights):
        if sight.cards:
            _lay(result, index, sight)
        elif board.occupants[index] is not None or (board.owners[index], board.rank(index)) != (
            sight.owner,
            sight.rank,
        ):
            if board.occupants[index] is not None:
                result.take_card_off(index)
            result.designated[index] = None
            result.set_pawns(index, pawns_of(sight.owner, sight.rank))
            result.designate_owner(index, sight.owner if sight.rank == 0 else None)
    if any(sight.cards and sight.power != now[index] for index, sight in enumerate(sights)) or result != board:
        _match_powers(result, sights)
    return result


def _lay(board: BoardState, index: int, sight: Sight) -> None:
    lies = board.occupants[index]
    if lies is not None and lies.card in sight.cards and lies.side is sight.owner:
        return
    assert sight.owner is not None, "a card that is drawn has an owner"
    alike = [card for card in sight.cards if card.power == sight.power] or list(sight.cards)
    place_card(board, index, alike[0], sight.owner, None)


def _match_powers(board: BoardState, sights: list[Sight]) -> None:
    """Let every card show its power; cards that count others make it a matter of several rounds."""
    for _ in range(_SWEEPS):
        now = powers(board).power
        wrong = [i for i, sight in enumerate(sights) if sight.cards and sight.power != now[i]]
        if not wrong:
            return
        for index in wrong:
            set_power(board, index, sights[index].power)
