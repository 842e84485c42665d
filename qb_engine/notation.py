"""One line of text for a position; ``parse(format(x)) == x``.

A position reads ``rebirth Y1,-,-,-,E1/Y1,-,E2[015],-,E1/Y1,-,-,-,E1 Y turn=3 hand=005,020 ehand=?*5``: the rule set,
the three lanes, whose turn it is, then what differs from the defaults. docs/notation.md explains every part.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from qb_engine.board_notation import format_board, parse_board
from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator, known_cards
from qb_engine.errors import NotationError
from qb_engine.geometry import PerSide, Side
from qb_engine.models import CardId
from qb_engine.ruleset import Ruleset


class TurnPhase(StrEnum):
    DRAW = "draw"
    """The start-of-turn draw is still to come."""
    PLAY = "play"
    END = "end"
    """The side to act has played or passed; the turn waits to be ended."""


@dataclass(frozen=True, slots=True)
class Position:
    """All that a game state is made of, as a value."""

    board: BoardState
    side_to_act: Side
    turn: int = 1
    passes: int = 0
    phase: TurnPhase = TurnPhase.PLAY
    hands: PerSide[tuple[CardId, ...]] = PerSide((), ())
    decks: PerSide[tuple[CardId, ...]] = PerSide((), ())
    mulligan_open: PerSide[bool] = PerSide(False, False)
    mulligans_applied: PerSide[int] = PerSide(0, 0)
    seed: int | None = None
    deck_seeds: PerSide[str | None] = PerSide(None, None)

    def __post_init__(self) -> None:
        object.__setattr__(self, "side_to_act", Side(self.side_to_act))

    def __repr__(self) -> str:
        return f"parse_position({format_position(self)!r})"


def format_position(position: Position) -> str:
    parts = [str(position.board.ruleset), *format_board(position.board), position.side_to_act.value]
    parts.insert(2, parts.pop())  # the side stands right behind the lanes, board details behind it
    options = {
        "turn": "" if position.turn == 1 else str(position.turn),
        "passes": "" if position.passes == 0 else str(position.passes),
        "phase": "" if position.phase is TurnPhase.PLAY else position.phase.value,
        "hand": _format_cards(position.hands[Side.YOU]),
        "ehand": _format_cards(position.hands[Side.ENEMY]),
        "deck": _format_cards(position.decks[Side.YOU]),
        "edeck": _format_cards(position.decks[Side.ENEMY]),
        "mulligan": "".join(side for side in Side if position.mulligan_open[side]),
        "mulligans": _format_pair(position.mulligans_applied, 0),
        "seed": "" if position.seed is None else str(position.seed),
        "deckseeds": _format_pair(position.deck_seeds, None),
    }
    return " ".join(parts + [f"{key}={value}" for key, value in options.items() if value])


def parse_position(text: str, cards: CardHydrator | None = None) -> Position:
    """Read what ``format_position`` writes; cards may be named by id or by name without spaces."""
    words = text.split()
    if len(words) < 3:
        raise NotationError(f"'{text}' is no position; it needs a rule set, three lanes and the side to act")
    ruleset_text, lanes, side_text, *rest = words
    hydrator = known_cards(cards)
    options = _parse_options(rest)
    board = parse_board(
        lanes,
        {key: options.pop(key) for key in ("next", "designated", "base", "deltas") if key in options},
        Ruleset.parse(ruleset_text),
        hydrator,
    )
    read = _OptionReader(options, hydrator)
    position = Position(
        board=board,
        side_to_act=_parse_side(side_text),
        turn=read.number("turn", 1, low=1),
        passes=read.number("passes", 0, high=2),
        phase=read.phase(),
        hands=PerSide(read.cards("hand"), read.cards("ehand")),
        decks=PerSide(read.cards("deck"), read.cards("edeck")),
        mulligan_open=read.mulligan_open(),
        mulligans_applied=read.mulligans_applied(),
        seed=read.seed(),
        deck_seeds=read.deck_seeds(),
    )
    read.refuse_rest()
    return position


def _format_cards(ids: Sequence[CardId]) -> str:
    runs = [(card_id, len(list(run))) for card_id, run in groupby(ids)]
    return ",".join(card_id if count == 1 else f"{card_id}*{count}" for card_id, count in runs)


def _format_pair(pair: PerSide[object], default: object) -> str:
    if all(value == default for value in pair):
        return ""
    return ",".join("-" if value is None else str(value) for value in pair)


def _parse_side(text: str) -> Side:
    if text.upper() not in tuple(Side):
        raise NotationError(f"'{text}' is no side; write Y (you) or E (enemy)")
    return Side(text.upper())


def _parse_options(words: list[str]) -> dict[str, str]:
    options: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not value:
            raise NotationError(f"'{word}' is not of the form key=value")
        if key in options:
            raise NotationError(f"'{key}' is given twice")
        options[key] = value
    return options


_KNOWN = (
    *("turn", "passes", "phase", "hand", "ehand", "deck", "edeck", "mulligan", "mulligans", "seed", "deckseeds"),
    *("next", "designated", "base", "deltas"),
)


class _OptionReader:
    """Takes options out one by one, so that what is left at the end is unknown."""

    def __init__(self, options: dict[str, str], hydrator: CardHydrator) -> None:
        self.options = options
        self.hydrator = hydrator

    def number(self, key: str, default: int, low: int = 0, high: int = 10_000) -> int:
        text = self.options.pop(key, None)
        if text is None:
            return default
        if not re.fullmatch(r"\d{1,5}", text) or not low <= int(text) <= high:
            raise NotationError(f"{key} must be a whole number from {low} to {high}, not '{text}'")
        return int(text)

    def phase(self) -> TurnPhase:
        text = self.options.pop("phase", TurnPhase.PLAY)
        if text not in tuple(TurnPhase):
            raise NotationError(f"phase must be draw, play or end, not '{text}'")
        return TurnPhase(text)

    def cards(self, key: str) -> tuple[CardId, ...]:
        ids: list[CardId] = []
        for entry in self.options.pop(key, "").split(","):
            if entry in ("", "-"):
                continue
            name, _, count = entry.partition("*")
            if count and not re.fullmatch(r"[1-9]\d?", count):
                raise NotationError(f"'{entry}' in {key}: the number behind * must be 1 to 99")
            ids += [self.hydrator.get(name).id] * int(count or 1)
        return tuple(ids)

    def mulligan_open(self) -> PerSide[bool]:
        text = self.options.pop("mulligan", "")
        if text not in ("", "Y", "E", "YE"):
            raise NotationError(f"mulligan must be Y, E or YE, not '{text}'")
        return PerSide("Y" in text, "E" in text)

    def _pair(self, key: str, read: Callable[[str], object], default: str) -> list[str]:
        text = self.options.pop(key, default)
        values = text.split(",")
        if len(values) != 2 or not all(read(value) for value in values):
            raise NotationError(f"{key} must be a pair such as {default}, not '{text}'")
        return values

    def mulligans_applied(self) -> PerSide[int]:
        you, enemy = self._pair("mulligans", str.isdecimal, "0,0")
        return PerSide(int(you), int(enemy))

    def deck_seeds(self) -> PerSide[str | None]:
        you, enemy = self._pair("deckseeds", bool, "-,-")
        return PerSide(None if you == "-" else you, None if enemy == "-" else enemy)

    def seed(self) -> int | None:
        text = self.options.pop("seed", None)
        if text is None:
            return None
        if not re.fullmatch(r"-?\d{1,4000}", text):
            raise NotationError(f"seed must be a whole number, not '{text}'")
        return int(text)

    def refuse_rest(self) -> None:
        for key in self.options:
            raise NotationError(f"'{key}' is not known in a position; known are {', '.join(_KNOWN)}")
