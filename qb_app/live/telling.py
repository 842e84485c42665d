"""What is told of a change: one short sentence that names what was understood, then what it did."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from gamekit.quoting import quoted
from qb_app.live import commands as c
from qb_app.live.grammar import format_command
from qb_app.live.history import History, Line, Step, steps
from qb_engine.changes import AbilityFired, CardPlaced, Change, PawnsLaid, PawnsLost
from qb_engine.effects import Trigger
from qb_engine.models import HIDDEN, Move
from qb_engine.narration import decision_words, narrate, result_words

if TYPE_CHECKING:
    from qb_app.live.game import LiveGame
    from qb_engine.card_hydrator import CardHydrator
    from qb_engine.geometry import TileNaming

_MOST_TOLD = 9
"""Entries that are named when more are taken back at once."""


def tell(
    command: c.Command, before: History, after: History, game: LiveGame, changes: Sequence[Change], place: TileNaming
) -> tuple[str, ...]:
    """``place`` says how tiles are named."""
    hydrator = game.hydrator
    match command:
        case c.Undo():
            lines = [_moved("Undone", before.line, after.line, hydrator, place)]
        case c.Redo():
            lines = [_moved("Done again", after.line, before.line, hydrator, place)]
        case c.Branch(name):
            known = "Back in" if name in before.lines else "New"
            lines = [f"{known} branch {quoted(name)}; 'branch {before.branch}' goes back."]
        case c.Revise(edits):
            lines = [_revised(step, hydrator, place) for step in steps(before.line.stands, edits) if step.edit]
        case _:
            lines = [headline(command, hydrator, place)]
    lines += [narrate(change, hydrator, place) + "." for change in changes if not _is_plain_to_see(change)]
    if (game.state.is_over and isinstance(command, c.Pass)) or isinstance(command, c.End):
        lines.append(f"The match is over: {result_words(game.state.score())}.")
    return tuple(lines)


def headline(command: c.Command, hydrator: CardHydrator, place: TileNaming = str) -> str:
    """What was entered, as a sentence."""
    match command:
        case c.Play(card, side, tile):
            return decision_words(side, Move(card, tile), hydrator, place)
        case c.Pass(side):
            return decision_words(side, Move.PASS, hydrator)
        case c.Draw(cards):
            return f"Drawn: {named(cards, hydrator)}."
        case c.HandIs(cards):
            return f"Your hand: {named(cards, hydrator)}."
        case c.ExchangeUnseen():
            return "Cards may have been exchanged, and nobody saw which; 'draw a, b' names those you hold."
        case c.Exchange(indices):
            return f"{len(indices)} exchanged; tell the new ones." if indices else "The hand is kept."
        case c.Note():
            return "Noted."
        case c.End():
            return "The match is closed."
        case c.SetWaits() | c.SetDraws() | c.SetRemarks():
            return _supposed(command)
        case c.SetBoard():
            return "Corrected: the whole board."
        case c.AddCard():
            return "The card is known in this match."
    return f"Corrected: {describe(command, hydrator, place).removeprefix('set ')}."


def _supposed(command: c.SetWaits | c.SetDraws | c.SetRemarks) -> str:
    """What chances stand on from now on, and whether mistakes are told."""
    if isinstance(command, c.SetRemarks):
        return f"Mistakes are told {'as they are made' if command.on else 'only when you ask'}."
    if isinstance(command, c.SetWaits):
        return f"The enemy is taken to wait in {command.percent} % of games."
    return f"A draw counts {'half a win' if command.count else 'as nothing: you must win'}."


def named(cards: Sequence[str], hydrator: CardHydrator) -> str:
    return ", ".join("a card not told" if card == HIDDEN else hydrator.get(card).name for card in cards) or "no card"


def describe(command: c.Command, hydrator: CardHydrator, place: TileNaming = str) -> str:
    """The command as a player would write it, with names."""
    if isinstance(command, c.AddCard):
        return "card {…}"
    return format_command(command, namer(hydrator), place)


def namer(hydrator: CardHydrator) -> Callable[[str], str]:
    """Ids to names; a name that several cards bear stays an id, and so does a card that is not known any more."""

    def name(card_id: str) -> str:
        if not hydrator.has_id(card_id):
            return card_id
        card = hydrator.get(card_id)
        return card.name if sum(one.name == card.name for one in hydrator.all()) == 1 else card_id

    return name


def _revised(step: Step, hydrator: CardHydrator, place: TileNaming) -> str:
    """What was done to one entry of the log."""
    command = None if step.edit is None else step.edit.command
    was = None if step.old is None else describe(step.old.command, hydrator, place)
    now = None if command is None else describe(command, hydrator, place)
    if was is None:
        return f"Inserted before entry {step.number}: {now}."
    return f"Entry {step.number} {f'removed: {was}' if now is None else f'changed: {now} instead of {was}'}."


def _moved(title: str, longer: Line, shorter: Line, hydrator: CardHydrator, place: TileNaming) -> str:
    gone = longer.stands[len(shorter.stands) :]
    told = [describe(entry.command, hydrator, place) for entry in gone[:_MOST_TOLD]]
    more = [f"and {len(gone) - _MOST_TOLD} more"] if len(gone) > _MOST_TOLD else []
    return f"{title}: {'; '.join([*told, *more])}."


def _is_plain_to_see(change: Change) -> bool:
    """What the headline or the board tells already."""
    if isinstance(change, AbilityFired):
        return change.trigger is Trigger.ON_PLAY
    return isinstance(change, CardPlaced | PawnsLaid | PawnsLost)
