"""What a player may say during a match, as values.

Cards stand in a command as the player wrote them until they are looked up; then they are ids (``with_names``). A
command that changes the match is stored by its text, so ``parse_command(format_command(x)) == x``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice
from typing import ClassVar, Self

from qb_engine.geometry import Side, Tile


class Pile(StrEnum):
    HAND = "hand"
    DECK = "deck"


class Question(StrEnum):
    WHAT_PASS = "what pass"
    ASK_PASS = "ask pass"
    AGAINST = "against"
    THREAT = "threat"
    ODDS = "odds"
    SCORE = "score"
    BOARD = "board"
    HAND = "hand"
    BRANCHES = "branch"
    LOG = "log"
    REMARK = "remark"
    SUMMARY = "summary"
    HELP = "help"


@dataclass(frozen=True, slots=True)
class Command:
    """Base of everything that can be entered."""

    kind: ClassVar[str] = ""
    """The word under which the match log keeps it; empty for what changes nothing."""

    @property
    def names(self) -> tuple[str, ...]:
        """The cards it names, in order."""
        return ()

    def with_names(self, names: tuple[str, ...]) -> Self:
        """The same with these in place of ``names``."""
        return self


@dataclass(frozen=True, slots=True)
class OneCard(Command):
    card: str

    @property
    def names(self) -> tuple[str, ...]:
        return (self.card,)

    def with_names(self, names: tuple[str, ...]) -> Self:
        return replace(self, card=names[0])


@dataclass(frozen=True, slots=True)
class ManyCards(Command):
    cards: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return self.cards

    def with_names(self, names: tuple[str, ...]) -> Self:
        return replace(self, cards=names)


# What changes the match.


@dataclass(frozen=True, slots=True)
class Play(OneCard):
    kind: ClassVar[str] = "play"
    side: Side
    tile: Tile


@dataclass(frozen=True, slots=True)
class Pass(Command):
    kind: ClassVar[str] = "pass"
    side: Side


@dataclass(frozen=True, slots=True)
class Draw(ManyCards):
    """Cards that came to your hand; ``?`` for one that was not seen."""

    kind: ClassVar[str] = "draw"


@dataclass(frozen=True, slots=True)
class HandIs(ManyCards):
    """Your hand, whole: the opening hand, and later a correction."""

    kind: ClassVar[str] = "hand"


@dataclass(frozen=True, slots=True)
class Exchange(Command):
    """The mulligan: which cards go back, counted from 0; none keeps the hand."""

    kind: ClassVar[str] = "mulligan"
    indices: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ExchangeUnseen(Command):
    """A mulligan that nobody watched: any card of the hand may have gone back."""

    kind: ClassVar[str] = "mulligan"


@dataclass(frozen=True, slots=True)
class Correction(Command):
    """What the screen shows, against what was thought."""

    kind: ClassVar[str] = "correction"


@dataclass(frozen=True, slots=True)
class SetPawns(Correction):
    """An empty tile as the screen shows it; ``owner`` None is nobody's."""

    tile: Tile
    owner: Side | None
    rank: int


@dataclass(frozen=True, slots=True)
class SetCard(OneCard):
    kind: ClassVar[str] = "correction"
    tile: Tile
    side: Side
    power: int | None = None


@dataclass(frozen=True, slots=True)
class SetPower(Correction):
    tile: Tile
    power: int


@dataclass(frozen=True, slots=True)
class SetTurn(Correction):
    side: Side


@dataclass(frozen=True, slots=True)
class SetCount(Correction):
    """How many cards a hidden pile holds."""

    side: Side
    pile: Pile
    count: int


@dataclass(frozen=True, slots=True)
class SetScore(Correction):
    """The points that the game itself shows."""

    you: int
    enemy: int


@dataclass(frozen=True, slots=True)
class SetWaits(Correction):
    """How ready the enemy is to wait in the opening: in so many of a hundred worlds."""

    percent: int


@dataclass(frozen=True, slots=True)
class SetDraws(Correction):
    """What a draw counts: half a win, or nothing because you must win."""

    count: bool


@dataclass(frozen=True, slots=True)
class SetRemarks(Correction):
    """Whether the coach speaks up at a mistake."""

    on: bool


@dataclass(frozen=True, slots=True)
class SetBoard(Correction):
    """A whole board: in the notation of positions, or as this program prints it."""

    text: str


@dataclass(frozen=True, slots=True)
class AddCard(Command):
    """A card that the data does not have, as JSON; it stays with this match."""

    kind: ClassVar[str] = "card"
    json: str


@dataclass(frozen=True, slots=True)
class Note(Command):
    kind: ClassVar[str] = "note"
    text: str


@dataclass(frozen=True, slots=True)
class End(Command):
    """The match is over on the screen, whatever the rules say."""

    kind: ClassVar[str] = "end"


@dataclass(frozen=True, slots=True)
class Undo(Command):
    kind: ClassVar[str] = "undo"
    times: int = 1


@dataclass(frozen=True, slots=True)
class Redo(Command):
    kind: ClassVar[str] = "redo"
    times: int = 1


@dataclass(frozen=True, slots=True)
class Branch(Command):
    """Go on in the branch of that name, which begins here if there is none yet."""

    kind: ClassVar[str] = "branch"
    name: str


class EditKind(StrEnum):
    CHANGE = "change"
    INSERT = "insert"
    REMOVE = "remove"


@dataclass(frozen=True, slots=True)
class Edit:
    """One entry of the log that is to say something else, to go, or to come in before the one of that number."""

    kind: EditKind
    number: int
    """Of the log as it stands before, counted from 1; what is inserted one past the last is appended."""
    command: Command | None = None
    """What it says then; None for one that goes."""

    @property
    def names(self) -> tuple[str, ...]:
        return () if self.command is None else self.command.names


@dataclass(frozen=True, slots=True)
class Revise(Command):
    """Entries of the log changed, inserted and removed in one step; ``of`` brings edits into the order of the log."""

    kind: ClassVar[str] = "revision"
    edits: tuple[Edit, ...]

    @staticmethod
    def of(edits: Iterable[Edit]) -> Revise:
        return Revise(tuple(sorted(edits, key=lambda edit: (edit.number, edit.kind is not EditKind.INSERT))))

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for edit in self.edits for name in edit.names)

    def with_names(self, names: tuple[str, ...]) -> Self:
        left, edits = iter(names), []
        for edit in self.edits:
            own = tuple(islice(left, len(edit.names)))
            edits.append(replace(edit, command=edit.command and edit.command.with_names(own)))
        return replace(self, edits=tuple(edits))


@dataclass(frozen=True, slots=True)
class Unreadable(Command):
    """An entry of an older log that is no command today. It keeps its place, so that 'undo' finds what it means."""

    kind: ClassVar[str] = "unreadable"
    text: str
    reason: str


KINDS = frozenset(
    command.kind
    for command in (Play, Pass, Draw, HandIs, Exchange, SetPawns, AddCard, Note, End, Undo, Redo, Branch, Revise)
)
"""Everything that a match log can hold; all corrections are of one kind."""


# Questions: they change nothing.


@dataclass(frozen=True, slots=True)
class Best(Command):
    top: int = 3


@dataclass(frozen=True, slots=True)
class Why(Command):
    number: int = 1


@dataclass(frozen=True, slots=True)
class WhatPlay(OneCard):
    """What would this play do?"""

    tile: Tile


@dataclass(frozen=True, slots=True)
class AskPlay(OneCard):
    """How good is this play, searched as closely as the best?"""

    tile: Tile


@dataclass(frozen=True, slots=True)
class Ask(Command):
    """A question that needs no more than its name."""

    question: Question


QUESTIONS = (Best, Why, WhatPlay, AskPlay, Ask)


# Words that mean something only where they are said.


@dataclass(frozen=True, slots=True)
class Reply(Command):
    """A number, ``y`` or ``n``: the answer to a choice."""

    text: str


@dataclass(frozen=True, slots=True)
class Bare(ManyCards):
    """Names without a tile: the cards that are asked for at this moment."""
