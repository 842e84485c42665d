"""Why a move, and why not another, as documents."""

from __future__ import annotations

from typing_extensions import TypedDict

from qb_app.answers.advice import Advice
from qb_app.documents.boards import LANES, LaneName
from qb_app.documents.moves import MoveDocument, move_document
from qb_engine.card_hydrator import CardHydrator
from qb_engine.models import CardId, Move
from qb_engine.reasons.kinds import Reason
from qb_engine.themes import theme_of


class ReasonFacts(TypedDict):
    """Which are filled in depends on the kind; docs/reasons.md tells of each."""

    lanes: list[LaneName]
    tiles: list[str]
    others: list[str]
    """Further tiles that the sentence names beside those."""
    cards: list[CardId]
    amount: int
    beside: int | None
    """A second number, beside the amount."""
    games: int | None
    """In so many of the games that may follow, of as many as ``of`` says."""
    of: int | None
    probability: float | None
    move: str | None
    """The move that does better, in the notation."""


class ReasonDocument(TypedDict):
    kind: str
    theme: str
    warning: bool
    facts: ReasonFacts
    sentence: str


class ContrastDocument(TypedDict):
    """Two moves beside one another: what stands differently, and what the enemy answers to the worse one."""

    better: MoveDocument
    worse: MoveDocument
    loss: float
    """Of the chance, of 1."""
    theme: str
    sentences: list[str]
    """The figures of both first."""


def reason_document(reason: Reason, sentence: str, hydrator: CardHydrator) -> ReasonDocument:
    return {
        "kind": reason.kind.value,
        "theme": theme_of(reason.kind).value,
        "warning": reason.is_warning,
        "facts": {
            "lanes": [LANES[lane] for lane in reason.lanes],
            "tiles": [tile.long for tile in reason.tiles],
            "others": [tile.long for tile in reason.others],
            "cards": list(reason.cards),
            "amount": reason.amount,
            "beside": reason.beside,
            "games": reason.games,
            "of": reason.of,
            "probability": reason.probability,
            "move": None if reason.move is None else move_document(reason.move, hydrator)["move"],
        },
        "sentence": sentence,
    }


def contrast_document(advice: Advice, worse: Move) -> ContrastDocument:
    """The best move beside another of the advice."""
    found, hydrator = advice.contrast(worse), advice.question.view.hydrator
    return {
        "better": move_document(found.better, hydrator),
        "worse": move_document(found.worse, hydrator),
        "loss": found.loss,
        "theme": found.theme.value,
        "sentences": list(advice.contrast_words(worse)),
    }
