"""The board as text: three lanes by ``/``, five tiles by ``,``, and what a later turn needs to know of the pawns.

A tile is ``-`` (neutral, no pawns), ``Y1`` (owner and pawns) or ``Y2:1`` (both counters, the owner's first). A card on
it follows in brackets: ``Y1[015]``, ``Y1[E015+2^1!0#7]`` — its owner where that is not the tile's, lasting changes by
others, ``^`` by its own ability, ``!`` the first-time abilities that have fired, ``#`` its number in play.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gamekit.quoting import quoted
from gamekit.ranges import Range
from qb_engine.board_state import MAX_RANK, BoardState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.changes import Pawns
from qb_engine.errors import BoardError, NotationError
from qb_engine.geometry import COLUMNS, LANES, TILE_COUNT, TILE_PATTERN, TILES, Side, Tile
from qb_engine.limits import MOST_DELTAS, NEXT_NUMBER, NUMBER, PAWN_CHANGE, POWER_CHANGE
from qb_engine.models import HIDDEN, CardInPlay
from qb_engine.pawn_delta import PawnDelta
from qb_engine.ruleset import Ruleset

BOARD_OPTIONS = ("next", "designated", "base", "deltas")
_TILE = re.compile(r"(?P<owner>[YEN])(?P<own>[0-9])(?::(?P<other>[0-9]))?(?:\[(?P<card>[^\]]+)\])?")
_CARD = re.compile(
    r"(?P<side>[YE](?=[^+\-^!#]))?(?P<id>[^+^!#]+?)"
    r"(?P<lasting>[+-][0-9]+)?(?:\^(?P<own>-?[0-9]+))?(?:!(?P<fired>[0-9]+))?(?:#(?P<number>[0-9]+))?"
)
_PAWNS = rf"(?P<tile>{TILE_PATTERN})(?P<player>[+-][0-9]+)(?P<enemy>[+-][0-9]+)"
_BASE = re.compile(_PAWNS, re.IGNORECASE)
_DELTA = re.compile(rf"(?P<number>[0-9]+)@{_PAWNS}", re.IGNORECASE)


def format_board(board: BoardState) -> list[str]:
    """The lanes as one word, then what they cannot show as ``key=value`` words."""
    numbers = [occupant.number for occupant in board.occupants if occupant is not None]
    plain = numbers == list(range(1, len(numbers) + 1)) and board.next_number == len(numbers) + 1
    tiles = [_format_tile(board, index, with_number=not plain) for index in range(TILE_COUNT)]
    lanes = (",".join(tiles[lane * COLUMNS : (lane + 1) * COLUMNS]) for lane in range(LANES))
    options = {
        "next": "" if plain else str(board.next_number),
        "designated": ",".join(
            f"{TILES[index]}{side}"
            for index, side in enumerate(board.designated)
            if side is not None and board.rank(index) > 0
        ),
        "base": _format_bases(board),
        "deltas": ",".join(
            f"{delta.number}@{TILES[index]}{delta.player_rank_delta:+d}{delta.enemy_rank_delta:+d}"
            for index in range(TILE_COUNT)
            for delta in board.layer.by_tile[index]
        ),
    }
    return ["/".join(lanes), *(f"{key}={value}" for key, value in options.items() if value)]


def _format_tile(board: BoardState, index: int, with_number: bool) -> str:
    owner, player, enemy = board.pawns(index)
    own, other = (enemy, player) if owner is Side.ENEMY else (player, enemy)
    text = f"{owner or 'N'}{own}" + (f":{other}" if other else "")
    occupant = board.occupants[index]
    if occupant is None:
        return "-" if text == "N0" else text
    return f"{text}[{_format_card(occupant, owner, with_number)}]"


def _format_card(occupant: CardInPlay, tile_owner: Side | None, with_number: bool) -> str:
    fired = "".join(str(bit) for bit in range(len(occupant.card.abilities)) if occupant.fired >> bit & 1)
    return "".join(
        (
            "" if occupant.side is tile_owner else occupant.side.value,
            occupant.card.id,
            f"{occupant.lasting:+d}" if occupant.lasting else "",
            f"^{occupant.own}" if occupant.own else "",
            f"!{fired}" if fired else "",
            f"#{occupant.number}" if with_number else "",
        )
    )


def _format_bases(board: BoardState) -> str:
    """Tiles whose base pawns do not follow from the counters shown and the deltas."""
    if not board.ruleset.undoes_pawns:
        return ""
    return ",".join(
        f"{TILES[index]}{board.layer.base[index][0]:+d}{board.layer.base[index][1]:+d}"
        for index in range(TILE_COUNT)
        if board.layer.total(index) != (board.player_ranks[index], board.enemy_ranks[index])
    )


def read_options(words: Sequence[str], known: Sequence[str]) -> dict[str, str]:
    """The ``key=value`` words behind the lanes; only those known can stand there, each once."""
    options: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not value:
            raise NotationError(f"{quoted(word)} is not of the form key=value; keys are {', '.join(known)}")
        if key not in known:
            raise NotationError(f"{quoted(key)} is not known here; known are {', '.join(known)}")
        if key in options:
            raise NotationError(f"'{key}' is given twice")
        options[key] = value
    return options


def read_number(text: str, numbers: Range, what: str) -> int:
    """The number that is written; ``what`` it is stands in the refusal."""
    number = numbers.find(text)
    if number is None:
        raise NotationError(f"{what} must be {numbers}, not {quoted(text)}")
    return number


def parse_board(lanes: str, options: Mapping[str, str], ruleset: Ruleset, hydrator: CardHydrator) -> BoardState:
    board = BoardState(ruleset)
    rows = [row.split(",") for row in lanes.split("/")]
    if len(rows) != LANES or any(len(row) != COLUMNS for row in rows):
        raise NotationError(
            f"{quoted(lanes)} is no board; write {LANES} lanes by '/', each with {COLUMNS} tiles by ','"
        )
    cards: dict[int, _ParsedCard] = {}
    for index, text in enumerate(tile for row in rows for tile in row):
        pawns, card = _parse_tile(text, TILES[index], hydrator)
        board.owners[index], board.player_ranks[index], board.enemy_ranks[index] = pawns
        if pawns.owner is not None and pawns.rank == 0:
            board.designated[index] = pawns.owner
        if card is not None:
            cards[index] = card
    _place_cards(board, cards, options.get("next"))
    _parse_details(board, options)
    try:
        board.check()
    except BoardError as error:
        raise NotationError(str(error)) from error
    return board


class _ParsedCard(NamedTuple):
    card: CardInPlay
    numbered: bool


def _parse_tile(text: str, tile: Tile, hydrator: CardHydrator) -> tuple[Pawns, _ParsedCard | None]:
    if text == "-":
        return Pawns(None, 0, 0), None
    found = _TILE.fullmatch(text)
    if found is None:
        raise NotationError(f"{tile}: {quoted(text)} is no tile; write '-', 'Y1', 'E2' or 'Y1[015]'")
    owner = None if found["owner"] == "N" else Side(found["owner"])
    own, other = int(found["own"]), int(found["other"] or 0)
    if max(own, other) > MAX_RANK or (owner is None and (own or other)) or other > own:
        raise NotationError(
            f"{tile}: {quoted(text)} cannot be; ranks are 0 to {MAX_RANK}, the owner's first and not smaller"
        )
    pawns = Pawns(owner, other, own) if owner is Side.ENEMY else Pawns(owner, own, other)
    return pawns, _parse_card(found["card"], owner, tile, hydrator) if found["card"] else None


def _parse_card(text: str, tile_owner: Side | None, tile: Tile, hydrator: CardHydrator) -> _ParsedCard:
    found = _CARD.fullmatch(text)
    if found is None:
        raise NotationError(f"{tile}: {quoted(f'[{text}]')} is no card; write '[015]' or '[E015+2]'")
    side_text, name = found["side"] or "", found["id"]
    if not hydrator.has_id(name):  # 'Yuffie' is a name, not a Y in front of one
        side_text, name = "", side_text + name
    side = Side(side_text) if side_text else tile_owner
    card = hydrator.get(name)
    if card.id == HIDDEN:
        raise NotationError(f"{tile}: a hidden card cannot lie on the board; say which card it is")
    if side is None:
        raise NotationError(f"{tile}: {quoted(f'[{text}]')} has no owner; write '[Y{card.id}]' or '[E{card.id}]'")
    fired = sum(1 << int(bit) for bit in set(found["fired"] or ""))
    if fired >> len(card.abilities):
        raise NotationError(f"{tile}: {quoted(f'[{text}]')} marks an ability as fired that {card.name} does not have")
    number = read_number(found["number"] or "0", NUMBER, f"{tile}: the number behind '#'")
    lasting, own = (
        read_number(found[key] or "0", POWER_CHANGE, f"{tile}: a change of power") for key in ("lasting", "own")
    )
    return _ParsedCard(CardInPlay(number, card, side, lasting, own, fired=fired), found["number"] is not None)


def _place_cards(board: BoardState, cards: dict[int, _ParsedCard], next_text: str | None) -> None:
    if len({parsed.numbered for parsed in cards.values()}) > 1:
        raise NotationError("either all cards on the board are numbered with '#', or none")
    for order, (index, parsed) in enumerate(cards.items(), start=1):
        board.occupants[index] = parsed.card if parsed.numbered else parsed.card._replace(number=order)
    numbers = [occupant.number for occupant in board.occupants if occupant is not None]
    if len(set(numbers)) != len(numbers):
        raise NotationError("two cards on the board have the same number behind '#'")
    board.next_number = max(numbers, default=0) + 1
    if next_text is not None:
        given = read_number(next_text, NEXT_NUMBER, "next")
        if given < board.next_number:
            raise NotationError(f"next must be above every card's number, not {given}")
        board.next_number = given


def _parse_details(board: BoardState, options: Mapping[str, str]) -> None:
    for entry in _entries(options, "designated"):
        if entry[-1:] not in tuple(Side):
            raise NotationError(f"designated: {quoted(entry)} is not of the form T2Y")
        board.designated[Tile.parse(entry[:-1]).index] = Side(entry[-1])
    if not board.ruleset.undoes_pawns:
        if "deltas" in options or "base" in options:
            raise NotationError(f"the rule set {board.ruleset} never takes pawns back, so base and deltas mean nothing")
        return
    for entry in _entries(options, "deltas"):
        _read_delta(board, entry)
    for index in range(TILE_COUNT):
        board.layer.rebase(index, board.player_ranks[index], board.enemy_ranks[index])
    for entry in _entries(options, "base"):
        found = _BASE.fullmatch(entry)
        if found is None:
            raise NotationError(f"base: {quoted(entry)} is not of the form M2+1-1")
        board.layer.base[Tile.parse(found["tile"]).index] = _read_pawns(found, "base")
    for base in board.layer.base:  # also where it follows from the deltas
        if not all(pawns in PAWN_CHANGE for pawns in base):
            raise NotationError(f"base: the pawns of a tile are each {PAWN_CHANGE}, not {base[0]} and {base[1]}")
    for index in range(TILE_COUNT):
        board.designate_doubtful_owner(index)


def _read_delta(board: BoardState, entry: str) -> None:
    found = _DELTA.fullmatch(entry)
    number = None if found is None else NUMBER.find(found["number"])
    if found is None or number is None or board.find(number) is None:
        raise NotationError(f"deltas: {quoted(entry)} is not of the form 7@M2+1-1 with the number of a card in play")
    tile = Tile.parse(found["tile"])
    board.layer.by_tile[tile.index] += (PawnDelta(number, *_read_pawns(found, "deltas")),)
    if len(board.layer.by_tile[tile.index]) > MOST_DELTAS:
        raise NotationError(f"deltas: {tile} has more than {MOST_DELTAS}, one of every card in play")


def _read_pawns(found: re.Match[str], key: str) -> tuple[int, int]:
    player, enemy = (read_number(found[side], PAWN_CHANGE, f"{key}: a change of pawns") for side in ("player", "enemy"))
    return player, enemy


def _entries(options: Mapping[str, str], key: str) -> list[str]:
    return [entry for entry in options.get(key, "").split(",") if entry]
