"""Which cards the names in a command mean, and the question where that is not certain."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from gamekit.quoting import quoted
from qb_app.asking.names import Naming, card_labels, find_card
from qb_app.live import commands as c
from qb_app.live.context import circles
from qb_app.live.grammar import format_command
from qb_app.live.outcome import Choice
from qb_engine.models import CardId

if TYPE_CHECKING:
    from qb_app.live.questions import Questions
    from qb_engine.card_hydrator import CardHydrator

AnyCommand = TypeVar("AnyCommand", bound=c.Command)


@dataclass(frozen=True, slots=True)
class Doubt:
    """A command that waits for the player to say which card is meant."""

    command: c.Command
    chosen: tuple[CardId, ...]
    naming: Naming
    hydrator: CardHydrator

    def with_card(self, card_id: CardId) -> c.Command:
        """The command with that card where the question stands; what comes after it stays as it was written."""
        rest = self.command.names[len(self.chosen) + 1 :]
        return self.command.with_names((*self.chosen, card_id, *rest))

    @property
    def choice(self) -> Choice:
        """The question."""
        naming = self.naming
        labels = card_labels(naming.cards, self.hydrator)
        commands = tuple(format_command(self.with_card(card_id)) for card_id in naming.cards)
        if not naming.typo:
            return Choice(f"Several cards fit {quoted(naming.query)}. Which is it?", labels, commands)
        asked = f"Is it {labels[0]}? (y or n" if len(labels) == 1 else "Which is it? (a number or n"
        other = "or 'card {…}' with the JSON of a card that is not in the data)"
        return Choice(f"No card is called {quoted(naming.query)}. {asked}, {other}", labels, commands)


@dataclass(slots=True)
class Lookup:
    """Finds the cards of one line, name by name, up to the first doubt; ``chosen`` answers those before it."""

    chosen: tuple[CardId, ...] = ()
    found: list[CardId] = field(default_factory=list)
    doubtful: tuple[Naming, CardHydrator] | None = None

    def named(self, command: AnyCommand, questions: Questions) -> AnyCommand | None:
        """The command with the cards that its names mean at this moment; None where one of them is in doubt."""
        first, hydrator = len(self.found), questions.game.hydrator
        for name in command.names:
            place = len(self.found)
            if place < len(self.chosen):
                self.found.append(self.chosen[place])
                continue
            naming = find_card(name, circles(command, questions), hydrator)
            if not naming.certain:
                self.doubtful = naming, hydrator
                return None
            self.found.append(naming.cards[0])
        return command.with_names(tuple(self.found[first:]))

    def doubt(self, command: c.Command) -> Doubt:
        """The question about the whole line."""
        assert self.doubtful is not None, "a name was in doubt"
        return Doubt(command, tuple(self.found), *self.doubtful)
