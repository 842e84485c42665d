"""One line of text for a position; ``parse(format(x)) == x``.

A position reads ``rebirth Y1,-,-,-,E1/Y1,-,E2[015],-,E1/Y1,-,-,-,E1 Y turn=3 hand=005,020 ehand=?*5``: the rule set,
the three lanes, whose turn it is, then what differs from the defaults. docs/notation.md explains every part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import TypeVar

from gamekit.quoting import quoted
from gamekit.ranges import Range
from qb_engine import limits
from qb_engine.board_notation import BOARD_OPTIONS, format_board, parse_board, read_number, read_options
from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator, known_cards
from qb_engine.errors import NotationError
from qb_engine.geometry import PerSide, Side
from qb_engine.models import CardId
from qb_engine.ruleset import Ruleset

Default = TypeVar("Default", int, None)


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
        raise NotationError(f"{quoted(text)} is no position; it needs a rule set, three lanes and the side to act")
    ruleset_text, lanes, side_text, *rest = words
    hydrator = known_cards(cards)
    options = read_options(rest, _KNOWN)
    read = _OptionReader(options, hydrator)
    return Position(
        board=parse_board(lanes, options, Ruleset.parse(ruleset_text), hydrator),
        side_to_act=_parse_side(side_text),
        turn=read.number("turn", limits.TURN, 1),
        passes=read.number("passes", limits.PASSES, 0),
        phase=read.phase(),
        hands=PerSide(read.cards("hand", limits.HAND), read.cards("ehand", limits.HAND)),
        decks=PerSide(read.cards("deck", limits.DECK), read.cards("edeck", limits.DECK)),
        mulligan_open=read.mulligan_open(),
        mulligans_applied=read.mulligans_applied(),
        seed=read.number("seed", limits.SEED, None),
        deck_seeds=read.deck_seeds(),
    )


def _format_cards(ids: Sequence[CardId]) -> str:
    runs = [(card_id, len(list(run))) for card_id, run in groupby(ids)]
    return ",".join(card_id if count == 1 else f"{card_id}*{count}" for card_id, count in runs)


def _format_pair(pair: PerSide[object], default: object) -> str:
    if all(value == default for value in pair):
        return ""
    return ",".join("-" if value is None else str(value) for value in pair)


def _parse_side(text: str) -> Side:
    if text.upper() not in tuple(Side):
        raise NotationError(f"{quoted(text)} is no side; write Y (you) or E (enemy)")
    return Side(text.upper())


_KNOWN = (
    *("turn", "passes", "phase", "hand", "ehand", "deck", "edeck", "mulligan", "mulligans", "seed", "deckseeds"),
    *BOARD_OPTIONS,
)


class _OptionReader:
    """What the options say, or what holds without them."""

    def __init__(self, options: Mapping[str, str], hydrator: CardHydrator) -> None:
        self.options = options
        self.hydrator = hydrator

    def number(self, key: str, numbers: Range, default: Default) -> int | Default:
        text = self.options.get(key)
        return default if text is None else read_number(text, numbers, key)

    def phase(self) -> TurnPhase:
        text = self.options.get("phase", TurnPhase.PLAY)
        if text not in tuple(TurnPhase):
            raise NotationError(f"phase must be draw, play or end, not {quoted(text)}")
        return TurnPhase(text)

    def cards(self, key: str, counts: Range) -> tuple[CardId, ...]:
        ids: list[CardId] = []
        for entry in self.options.get(key, "").split(","):
            if entry in ("", "-"):
                continue
            name, _, count = entry.partition("*")
            ids += [self.hydrator.get(name).id] * read_number(
                count or "1", limits.COPIES, f"{key}: the number behind *"
            )
            if len(ids) not in counts:
                raise NotationError(f"{key} holds more than {counts.high} cards, which is the most")
        return tuple(ids)

    def mulligan_open(self) -> PerSide[bool]:
        text = self.options.get("mulligan", "")
        if text not in ("", "Y", "E", "YE"):
            raise NotationError(f"mulligan must be Y, E or YE, not {quoted(text)}")
        return PerSide("Y" in text, "E" in text)

    def _pair(self, key: str, default: str) -> tuple[str, str]:
        text = self.options.get(key, default)
        you, comma, enemy = text.partition(",")
        if not (you and comma and enemy) or "," in enemy:
            raise NotationError(f"{key} must be a pair such as {default}, not {quoted(text)}")
        return you, enemy

    def mulligans_applied(self) -> PerSide[int]:
        you, enemy = (read_number(one, limits.MULLIGANS, "mulligans") for one in self._pair("mulligans", "0,0"))
        return PerSide(you, enemy)

    def deck_seeds(self) -> PerSide[str | None]:
        you, enemy = self._pair("deckseeds", "-,-")
        return PerSide(None if you == "-" else you, None if enemy == "-" else enemy)
