"""The command language: text to commands and back. Pure; which card a name means is decided elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable

from gamekit.quoting import quoted
from gamekit.ranges import Range
from qb_app.errors import InputError
from qb_app.live import commands as c
from qb_app.live.edits import KINDS as EDITS
from qb_app.live.edits import read_edits, write_edits
from qb_app.live.guide import CARD
from qb_engine.errors import NotationError
from qb_engine.geometry import Side, Tile, TileNaming, long_name
from qb_engine.limits import DECK, HAND, PAWNS, PERCENT, PLACE, SCORE, SHOWN_POWER, STEPS
from qb_engine.models import HIDDEN
from qb_engine.reader import read_places, split_tile

_SIDES = {
    **dict.fromkeys(("you", "y", "me", "my", "mine", "own", "your", "yours"), Side.YOU),
    **dict.fromkeys(("enemy", "e", "opponent", "foe", "his", "her", "its"), Side.ENEMY),
}
_UNSEEN = re.compile(r"(?<!\S)(\?(?:\*[0-9]+)?)(?!\S)")
_LIKE_A_TILE = re.compile(r"(?:[a-z]|top|mid|bot)-?\d", re.IGNORECASE)
_NOBODY = ("empty", "neutral", "nobody", "none")
_DIGITS = re.compile(r"-?[0-9]+")
_COUNTS = {c.Pile.HAND: HAND, c.Pile.DECK: DECK}
_BOARD_STARTS = ("┌", "Top lane:")
BOARD_ENDS = "Total:"
"""How the last line of a printed board begins."""
SIDE_WORDS = {Side.YOU: "you", Side.ENEMY: "enemy"}


def parse_command(text: str) -> c.Command:
    """What the player said; an ``InputError`` tells what would be right."""
    line = text.strip()
    if starts_board(line):
        return c.SetBoard(line)
    if not line:
        raise InputError("nothing was entered; '?' shows what can be")
    try:
        return _read(line)
    except NotationError as error:
        raise InputError(str(error)) from error


def _read(line: str) -> c.Command:
    words = line.split()
    first, rest = words[0].casefold(), words[1:]
    if first not in _EXACT and (split_tile(words) or (rest and _LIKE_A_TILE.fullmatch(words[-1]))):
        return _play(words)
    if first in _SIDES and rest and first not in ("its", "his", "her"):
        return _of_side(_SIDES[first], rest)
    reader = _READERS.get(_SHORT.get(first, first))
    if reader is not None:
        return reader(line[len(words[0]) :].strip())
    if re.fullmatch(r"[0-9]{1,2}|y|yes|n|no", first) and not rest:
        return c.Reply(first)
    return c.Bare(_names(line))


def starts_board(line: str) -> bool:
    """Whether this is the beginning of a board as it is printed, drawn or in words."""
    return line.removeprefix("board").lstrip().startswith(_BOARD_STARTS)


def _play(words: list[str]) -> c.Command:
    theirs = words[0].casefold() in ("e", "enemy")
    tile, card = split_tile(words[theirs:]) or (Tile.parse(words[-1]), "")
    if not card:
        example = f"e mandragora {tile}" if theirs else f"zu {tile}"
        raise InputError(f"a play names a card and a tile, as in '{example.lower()}'")
    return c.Play(card, Side.ENEMY if theirs else Side.YOU, tile)


def _of_side(side: Side, words: list[str]) -> c.Command:
    if len(words) == 1 and words[0].casefold() in ("pass", "p"):
        return c.Pass(side)
    example = "'e pass' or 'e mandragora t4'" if side is Side.ENEMY else "'pass' or 'zu m3'"
    raise InputError(f"{quoted(' '.join(words))} is no move, a move is {example}")


def _names(text: str) -> tuple[str, ...]:
    """The cards named; ``?`` is one not seen, ``?*3`` three of them, and neither needs a comma beside it."""
    names: list[str] = []
    for part in re.split(r"[,;]", text):
        if not part.strip():
            raise InputError("a card name is missing between two commas")
        for piece in filter(None, map(str.strip, _UNSEEN.split(part))):
            unseen, _, copies = piece.partition("*")
            is_unseen = unseen == HIDDEN and (copies or unseen == piece)
            names += [HIDDEN] * _number(copies or "1", HAND, "the number of cards not seen") if is_unseen else [piece]
    if not names:
        raise InputError("no card is named; '?' is one that you do not know, '?*3' are three")
    return tuple(names)


def _draw(text: str) -> c.Command:
    if not text:
        raise InputError("say which card came, as in 'draw levrikon'; 'draw ?' if you did not see it")
    return c.Draw(_names(text))


def _hand(text: str) -> c.Command:
    return c.HandIs(_names(text)) if text else c.Ask(c.Question.HAND)


def _mulligan(text: str) -> c.Command:
    if text == HIDDEN:
        return c.ExchangeUnseen()
    return c.Exchange(read_places(text))


def _about(text: str, word: str) -> tuple[str, Tile] | None:
    """The play that a question is about; None for the pass."""
    if text.casefold() in ("pass", "p"):
        return None
    tile, card = split_tile(text.split()) or (None, "")
    if tile is None or not card:
        raise InputError(f"ask for a play or a pass, as in '{word} zu m3' or '{word} pass'")
    return card, tile


def _what(text: str) -> c.Command:
    play = _about(text, "what")
    return c.Ask(c.Question.WHAT_PASS) if play is None else c.WhatPlay(*play)


def _ask(text: str, word: str = "ask") -> c.Command:
    play = _about(text, word)
    return c.Ask(c.Question.ASK_PASS) if play is None else c.AskPlay(*play)


def _why(text: str) -> c.Command:
    first, _, rest = text.partition(" ")
    if first.casefold() == "not":
        return _ask(rest.strip(), "why not")
    if not text:
        return c.Why()
    found = PLACE.find(text)
    if found is None:
        raise InputError(
            f"'why' takes {PLACE}, as in 'why 2', or nothing, or a move after 'not', as in 'why not zu m3'; "
            f"not {quoted(text)}"
        )
    return c.Why(found)


def _set(text: str) -> c.Command:
    words = text.split()
    match [word.casefold() for word in words]:
        case ["turn", side] if side in _SIDES:
            return c.SetTurn(_SIDES[side])
        case ["score", you, enemy] if _is_number(you) and _is_number(enemy):
            return c.SetScore(_number(you, SCORE, "a score"), _number(enemy, SCORE, "a score"))
        case [side, "waits", *share] if _SIDES.get(side) is Side.ENEMY:
            return c.SetWaits(_percent("".join(share)))
        case ["draws", ("half" | "nothing") as worth]:
            return c.SetDraws(worth == "half")
        case [side, ("hand" | "deck") as pile, count] if side in _SIDES and _is_number(count):
            cards = c.Pile(pile)
            return c.SetCount(_SIDES[side], cards, _number(count, _COUNTS[cards], f"the number of cards in a {pile}"))
    tile, rest = split_tile(words, at_end=False) or (None, "")
    if tile is not None and rest:
        return _set_tile(tile, rest.split())
    raise InputError(
        "write what the screen shows: 'set m3 enemy 2', 'set m3 empty', 'set t1 card zu you', 'set t1 power 5', "
        "'set turn you', 'set enemy hand 4' or 'set score 12 7'; or what the chances stand on: 'set enemy waits 20%', "
        "'set draws nothing'"
    )


def _set_tile(tile: Tile, words: list[str]) -> c.Command:
    here = str(tile).lower()
    match [word.casefold() for word in words]:
        case [nobody] if nobody in _NOBODY:
            return c.SetPawns(tile, None, 0)
        case [side] if side in _SIDES:
            return c.SetPawns(tile, _SIDES[side], 1)
        case [side, rank] if side in _SIDES and _is_number(rank):
            pawns = _number(rank, PAWNS, "the number of pawns", f"'set {here} empty' is none")
            return c.SetPawns(tile, _SIDES[side], pawns)
        case ["power", power] if _is_number(power):
            return c.SetPower(tile, _power(power, here))
        case ["card", *name, side, power] if name and side in _SIDES and _is_number(power):
            return c.SetCard(" ".join(words[1:-2]), tile, _SIDES[side], _power(power, here))
        case ["card", *name, side] if name and side in _SIDES:
            return c.SetCard(" ".join(words[1:-1]), tile, _SIDES[side])
    raise InputError(
        f"write what {tile} shows: 'set {here} enemy 2', 'set {here} empty', 'set {here} card zu you' or "
        f"'set {here} power 5'"
    )


def _is_number(text: str) -> bool:
    return _DIGITS.fullmatch(text) is not None


def _remarks(text: str) -> c.Command:
    if text.casefold() not in ("on", "off"):
        raise InputError("say 'remarks on' to be told of mistakes as they are made, or 'remarks off'")
    return c.SetRemarks(text.casefold() == "on")


def _number(text: str, numbers: Range, what: str, otherwise: str = "") -> int:
    found = numbers.find(text)
    if found is None:
        hint = f"; {otherwise}" if otherwise else ""
        raise InputError(f"{what} is {numbers}, not {quoted(text)}{hint}")
    return found


def _percent(text: str) -> int:
    return _number(text.removesuffix("%"), PERCENT, "the share of games in which the enemy waits", "'20%' is a fifth")


def _power(text: str, here: str) -> int:
    return _number(text, SHOWN_POWER, "the power that a card shows", f"'set {here} enemy 1' takes a card off")


def _note(text: str) -> c.Command:
    if not text:
        raise InputError("a note needs words, as in 'note the enemy keeps its rank 3 cards'")
    return c.Note(" ".join(text.split()))


def _board(text: str) -> c.Command:
    return c.SetBoard(text) if text else c.Ask(c.Question.BOARD)


def _card(text: str) -> c.Command:
    if not text.startswith("{"):
        raise InputError(f"a card is given as JSON: {CARD}")
    return c.AddCard(text)


def _branch(text: str) -> c.Command:
    return c.Branch("-".join(text.casefold().split())) if text else c.Ask(c.Question.BRANCHES)


def _counted(make: Callable[[int], c.Command], word: str, numbers: Range) -> Callable[[str], c.Command]:
    def read(text: str) -> c.Command:
        if not text:
            return make(1) if word != "best" else c.Best()
        found = numbers.find(text)
        if found is None:
            raise InputError(f"'{word}' takes {numbers}, as in '{word} 2', or nothing; not {quoted(text)}")
        return make(found)

    return read


def _alone(word: str, command: c.Command) -> Callable[[str], c.Command]:
    def read(text: str) -> c.Command:
        if text:
            raise InputError(f"'{word}' stands alone; {quoted(text)} means nothing after it")
        return command

    return read


def _edits(word: str) -> Callable[[str], c.Command]:
    return lambda text: read_edits(f"{word} {text}", parse_command)


_READERS: dict[str, Callable[[str], c.Command]] = {
    "pass": _alone("pass", c.Pass(Side.YOU)),
    "keep": _alone("keep", c.Exchange(())),
    "mulligan": _mulligan,
    "draw": _draw,
    "hand": _hand,
    "set": _set,
    "remarks": _remarks,
    "board": _board,
    "card": _card,
    "note": _note,
    "undo": _counted(c.Undo, "undo", STEPS),
    "redo": _counted(c.Redo, "redo", STEPS),
    "branch": _branch,
    "end": _alone("end", c.End()),
    **{word: _edits(word) for word in EDITS},
    "best": _counted(c.Best, "best", PLACE),
    "why": _why,
    "what": _what,
    "ask": _ask,
    "?": _alone("?", c.Ask(c.Question.HELP)),
    **{
        word: _alone(word, c.Ask(c.Question(word)))
        for word in ("against", "threat", "odds", "score", "log", "remark", "summary", "help")
    },
}
WORDS = tuple(_READERS)
"""Every word that begins a command, for completion."""
_SHORT = {"p": "pass", "ep": "ep", "d": "draw", "u": "undo", "r": "redo", "b": "best", "k": "keep", "w": "why"}
_READERS["ep"] = _alone("ep", c.Pass(Side.ENEMY))
_EXACT = frozenset({"set", "what", "ask", "why", "note", "board", "card", "hand", "draw", "branch", "mulligan", *EDITS})
"""Words that are never the beginning of a card's name, even when a tile ends the line."""


def format_command(command: c.Command, name: Callable[[str], str] = str, place: TileNaming = long_name) -> str:
    """The text of a command that names cards or changes the match, as a log keeps it.

    ``name`` may turn ids into names, ``place`` says how tiles are named.
    """
    match command:
        case c.WhatPlay(card, tile) | c.AskPlay(card, tile):
            return f"{'ask' if isinstance(command, c.AskPlay) else 'what'} {name(card)} {place(tile)}"
        case c.Play(card, side, tile):
            return f"{'e ' if side is Side.ENEMY else ''}{name(card)} {place(tile)}"
        case c.Pass(side):
            return "e pass" if side is Side.ENEMY else "pass"
        case c.Draw(cards) | c.HandIs(cards):
            return f"{command.kind} {_joined(cards, name)}"
        case c.Exchange(indices):
            return f"mulligan {' '.join(str(index + 1) for index in indices)}" if indices else "keep"
        case c.ExchangeUnseen():
            return "mulligan ?"
        case c.AddCard(json):
            return f"card {json}"
        case c.End():
            return "end"
        case c.Undo(times) | c.Redo(times):
            return f"{command.kind} {times}"
        case c.Note(text) | c.Branch(text):
            return f"{command.kind} {text}"
        case c.Revise():
            return write_edits(command, lambda entry: format_command(entry, name, place))
    return _format_correction(command, name, place)


def _format_correction(command: c.Command, name: Callable[[str], str], place: TileNaming) -> str:
    match command:
        case c.SetPawns(tile, owner, rank):
            return f"set {place(tile)} {SIDE_WORDS[owner]} {rank}" if owner else f"set {place(tile)} empty"
        case c.SetCard(card, tile, side, power):
            shown = "" if power is None else f" {power}"
            return f"set {place(tile)} card {name(card)} {SIDE_WORDS[side]}{shown}"
        case c.SetPower(tile, power):
            return f"set {place(tile)} power {power}"
        case c.SetTurn(side):
            return f"set turn {SIDE_WORDS[side]}"
        case c.SetCount(side, pile, count):
            return f"set {SIDE_WORDS[side]} {pile} {count}"
        case c.SetScore(you, enemy):
            return f"set score {you} {enemy}"
        case c.SetWaits(percent):
            return f"set enemy waits {percent}%"
        case c.SetDraws(count):
            return f"set draws {'half' if count else 'nothing'}"
        case c.SetRemarks(on):
            return f"remarks {'on' if on else 'off'}"
        case c.SetBoard(text):
            return f"board {text}"
        case c.Unreadable(text):
            return text
    raise TypeError(f"{type(command).__name__} changes nothing and has no text")


def _joined(cards: tuple[str, ...], name: Callable[[str], str]) -> str:
    return ", ".join(card if card == HIDDEN else name(card) for card in cards)
