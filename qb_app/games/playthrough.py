"""A recorded game step by step: each decision with what led to it and what it did."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gamekit.record import Record, replay, result_text
from gamekit.sides import BySide
from qb_app.asking.decks import NamedDeck, named
from qb_engine.deck_notation import parse_deck
from qb_engine.game import QueensBlood
from qb_engine.game_events import LogEntry
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import CardId, Decision

AGENT_KEYS = BySide("agent_you", "agent_enemy")
"""Keys of a record's setup that say who played; the rules do not look at them."""
DECK_KEYS = BySide("you", "enemy")


@dataclass(frozen=True)
class Step:
    """One decision of a game."""

    number: int
    """As in the record, counted from 1."""
    turn: int
    side: Side
    move: Decision
    hand: tuple[CardId, ...]
    """What the side held when it decided."""
    entries: tuple[LogEntry, ...]
    """The draw before the decision, and everything the decision did."""
    state: GameState
    """The game after it; the next side has drawn."""
    drawn: tuple[LogEntry, ...] = ()
    """That draw of the next side, which its own step tells."""


@dataclass(frozen=True)
class Playthrough:
    """A whole game."""

    record: Record
    start: GameState
    steps: tuple[Step, ...]

    @property
    def last(self) -> GameState:
        return self.steps[-1].state if self.steps else self.start

    @property
    def decks(self) -> BySide[NamedDeck]:
        setup, hydrator = dict(self.record.setup), self.start.hydrator
        return DECK_KEYS.map(lambda key: named(parse_deck(setup[key], hydrator), hydrator))

    @property
    def agents(self) -> BySide[str | None]:
        return AGENT_KEYS.map(dict(self.record.setup).get)


def play_through(game: QueensBlood, record: Record) -> Playthrough:
    """Play a record again; one that does not play and end as recorded raises a RecordError."""
    replay(game, record)
    start = replay(game, replace(record, moves=(), result=result_text(None)))
    steps: list[Step] = []
    for text in record.moves:
        steps.append(take_step(start, steps[-1] if steps else None, game.parse_move(text)))
    return Playthrough(record, start, tuple(steps))


def take_step(start: GameState, last: Step | None, move: Decision) -> Step:
    """The decision played after the last step, or as the first; neither state is changed, a refusal raises."""
    before, number, drawn = (last.state, last.number + 1, last.drawn) if last else (start, 1, ())
    side = before.to_move
    after = before.clone()
    after.play(move)
    assert side is not None  # nothing can be played after the end
    hand = tuple(before.hands[side].as_card_ids())
    new = after.log[len(before.log) :]
    own = [entry for entry in new if entry.turn == before.turn]
    following = tuple(entry for entry in new if entry.turn != before.turn)
    return Step(number, before.turn, side, move, hand, (*drawn, *own), after, following)
