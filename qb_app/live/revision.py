"""A log that is rewritten: every new entry is understood where it stands, and all of them are played again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from gamekit.quoting import quoted
from qb_app import limits
from qb_app.errors import InputError
from qb_app.live import commands as c
from qb_app.live.context import in_context
from qb_app.live.doubt import Lookup
from qb_app.live.game import LiveGame
from qb_app.live.grammar import format_command
from qb_app.live.history import Entry, Step, inverse, steps
from qb_app.live.outcome import Unfit
from qb_app.live.stored_form import stored_form
from qb_app.live.telling import describe
from qb_engine.errors import QueensBloodError, UnknownCardError
from qb_engine.geometry import long_name

if TYPE_CHECKING:
    from qb_app.live.questions import Questions
    from qb_app.live.setup import MatchSetup
    from qb_engine.card_hydrator import CardHydrator


class UnfitError(InputError):
    """An entry would not fit if the log were rewritten so."""

    def __init__(self, unfit: Unfit, edits: Sequence[c.Edit]) -> None:
        self.unfit = unfit
        super().__init__(_sentence(unfit, edits))


class Revision:
    """What a command makes of the entries that stand."""

    def __init__(
        self,
        setup: MatchSetup,
        stands: Sequence[Entry],
        hydrator: CardHydrator,
        ask: Callable[[LiveGame], Questions],
    ) -> None:
        """``hydrator`` has the cards of the match as it stands; ``ask`` tells which cards make sense in a game."""
        self._setup = setup
        self._stands = stands
        self._hydrator = hydrator
        self._ask = ask

    def understood(self, command: c.Revise, lookup: Lookup) -> c.Revise | None:
        """The command as the log keeps it; None where a name is in doubt.

        The first entry that no longer fits then is an ``UnfitError``, and nothing has changed.
        """
        game, edits = LiveGame.replay(self._setup, ()), list[c.Edit]()
        for step in steps(self._stands, command.edits):
            entry = step.old.command if step.edit is None and step.old is not None else None
            if step.edit is not None:
                if step.edit.command is not None:
                    entry = self._understood(step.edit.command, step, game, command, lookup)
                    if entry is None:
                        return None
                edits.append(replace(step.edit, command=entry))
            if entry is not None:
                self._apply(entry, step, game, command)
        return replace(command, edits=tuple(edits))

    def back(self, command: c.Revise, after: Sequence[Entry]) -> str | None:
        """The line that takes the command back, once ``after`` stands.

        None where it would not bring back exactly what stood, because that fits no more, or is too long for a line.
        """
        back = inverse(self._stands, command.edits)
        try:
            stored = Revision(self._setup, after, self._hydrator, self._ask).understood(back, Lookup())
        except (InputError, QueensBloodError):
            return None
        line = format_command(back)
        return line if stored == back and len(line) <= limits.LONGEST_TEXT else None

    def _understood(
        self, written: c.Command, step: Step, game: LiveGame, whole: c.Revise, lookup: Lookup
    ) -> c.Command | None:
        """The entry that is meant at this moment, as a line entered then."""
        try:
            command = in_context(written, game)
            if isinstance(command, c.Play):
                game.check_turn(command.side, command.card)
            found = lookup.named(command, self._ask(game))
            return None if found is None else stored_form(found, game)
        except UnknownCardError:  # told as everywhere, with what resembles it
            raise
        except (QueensBloodError, InputError) as error:
            raise self._unfit(written, step, game, whole, error) from error

    def _apply(self, command: c.Command, step: Step, game: LiveGame, whole: c.Revise) -> None:
        try:
            game.apply(command)
        except (QueensBloodError, InputError) as error:
            raise self._unfit(command, step, game, whole, error) from error

    def _unfit(self, command: c.Command, step: Step, game: LiveGame, whole: c.Revise, error: Exception) -> UnfitError:
        hydrator = self._hydrator if step.edit is None else game.hydrator
        text = describe(command, hydrator, long_name)
        edit = None if step.edit is None else step.edit.kind
        return UnfitError(Unfit(step.number, edit, text, format_command(command), str(error)), whole.edits)


def _sentence(unfit: Unfit, edits: Sequence[c.Edit]) -> str:
    entry = quoted(unfit.text)
    match unfit.edit:
        case c.EditKind.CHANGE:
            return f"{entry} does not fit as entry {unfit.number}: {unfit.reason}"
        case c.EditKind.INSERT:
            return f"{entry} does not fit before entry {unfit.number}: {unfit.reason}"
    first = f"{edits[0].kind} {edits[0].number}{'' if edits[0].command is None else ' …'}"
    return (
        f"entry {unfit.number} {entry} no longer fits then: {unfit.reason}; change or remove it in the same command: "
        f"'{first} then remove {unfit.number}'"
    )
