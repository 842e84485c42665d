"""Every refusal of the engine. Each message is one sentence: what, why, and what would be right."""

from __future__ import annotations

from gamekit.quoting import quoted


class QueensBloodError(ValueError):
    """Base of everything the engine refuses; nothing has changed when it is raised."""


class CardDataError(QueensBloodError):
    """Card data breaks the schema; the message names the card and the field."""


class UnknownCardError(QueensBloodError):
    """No card of that id or name; ``close_names`` holds the nearest known names, best first."""

    def __init__(self, query: str, close_names: tuple[str, ...]) -> None:
        self.query = query
        self.close_names = close_names
        hint = f", did you mean {' or '.join(close_names)}?" if close_names else "; 'qbcoach cards' lists all cards"
        super().__init__(f"unknown card {quoted(query)}{hint}")


class AmbiguousCardError(QueensBloodError):
    """Several cards bear that name (tokens that come in three sizes do); only an id tells them apart."""

    def __init__(self, name: str, ids: tuple[str, ...]) -> None:
        self.ids = ids
        super().__init__(f"{quoted(name)} is the name of {len(ids)} cards, use an id: {', '.join(ids)}")


class OffBoardError(QueensBloodError):
    """A tile outside the 3x5 board was named."""


class BoardError(QueensBloodError):
    """A tile stands as the rules never leave one; the message names the tile."""


class BeliefError(QueensBloodError):
    """What is said to be believed of the enemy's hand is no belief."""


class NotationError(QueensBloodError):
    """A text is not in the notation; the message quotes the part that is wrong."""


class DeckError(QueensBloodError):
    """A deck breaks the rules of its ruleset; ``reasons`` holds every breach, not only the first."""

    def __init__(self, reasons: tuple[str, ...], deck: str = "this deck") -> None:
        self.reasons = reasons
        super().__init__(f"{deck} is not legal: " + "; ".join(reasons))


class HandIndexError(QueensBloodError):
    """A hand index names no card of the hand."""


class NotInHandError(QueensBloodError):
    """The card to be played is not in that hand."""


class UnknownHandError(QueensBloodError):
    """Advice was asked for on a hand of which no card is known."""


class IllegalMoveError(QueensBloodError):
    """The rules forbid the placement; the message carries the reason."""


class TurnOrderError(QueensBloodError):
    """The action does not belong to this side or this phase of the turn."""


class MulliganError(QueensBloodError):
    """A mulligan that comes too late, twice, or names wrong cards."""


class GameOverError(QueensBloodError):
    """The game has ended; nothing more can be done in it."""
