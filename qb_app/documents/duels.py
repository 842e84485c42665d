"""A duel as its person sees it: nothing here comes from what is hidden."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from qb_app.documents.boards import (
    SIDES,
    BoardDocument,
    EventDocument,
    SideName,
    board_document,
    event_document,
)
from qb_app.documents.moves import MovesDocument, PreviewDocument, move_text, preview_document
from qb_app.games.duels.duel import Duel
from qb_app.games.duels.setup import DuelSetup
from qb_app.games.playthrough import Step
from qb_app.storage.records import GameInfo
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep.levels import LEVELS
from qb_engine.game_events import CardDrawn
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import CardId, Move
from qb_engine.narration import decision_words


class DuelStep(TypedDict):
    number: int
    turn: int
    side: SideName
    text: str
    """What was decided, as a sentence."""
    changes: list[EventDocument]
    """The draw before it and everything it did."""
    board: BoardDocument
    """After it."""


class DuelDocument(TypedDict):
    id: str
    level: int
    level_name: str
    seed: int
    ruleset: str
    deck: str
    """The name of your deck."""
    enemy_deck_name: str
    version: int
    """Entries in the log, those taken back too; also the ETag."""
    first: SideName
    turn: int
    to_act: SideName
    expects: Literal["mulligan", "you", "over"]
    position: str
    """Your view; hidden cards are ``?``."""
    board: BoardDocument
    hand: list[CardId]
    drawn: CardId | None
    """The card of your hand that came at the start of this turn."""
    enemy_hand: list[CardId]
    """``?`` is a hidden card; tokens are known."""
    deck_left: int
    enemy_deck: int
    """How many cards the enemy has left to draw."""
    steps: list[DuelStep]
    can_undo: bool
    result: str | None
    """``Y 23-11``, ``E 3-9`` or ``draw 5-5``: winner, your points, the enemy's; None while the duel is running."""
    ending: str | None
    """The end as a sentence."""
    resigned: bool
    record: str | None
    """The whole game with all cards, for 'qbcoach replay'; only once it is over."""


class DuelRow(TypedDict):
    id: str
    level: int
    seed: int
    ruleset: str
    deck: str
    enemy_deck_name: str
    first: SideName
    result: str | None
    version: int
    created_at: str
    updated_at: str


class DuelPage(TypedDict):
    duels: list[DuelRow]
    """The newest first."""
    next: str | None
    """What to send as ``after`` for the next page; None on the last one."""


def duel_document(info: GameInfo, duel: Duel) -> DuelDocument:
    setup, view = duel.setup, duel.seen
    over = duel.to_move is None
    return {
        "id": info.game_id,
        "level": setup.level,
        "level_name": LEVELS[setup.level - 1].name,
        "seed": setup.seed,
        "ruleset": str(view.ruleset),
        "deck": setup.deck_names[Side.YOU],
        "enemy_deck_name": setup.deck_names[Side.ENEMY],
        "version": info.version,
        "first": SIDES[view.first],
        "turn": view.turn,
        "to_act": SIDES[view.side_to_act],
        "expects": "over" if over else "mulligan" if view.mulligan_open[Side.YOU] else "you",
        "position": view.key(),
        "board": board_document(view.board),
        "hand": view.hands[Side.YOU].as_card_ids(),
        "drawn": None if over else _drawn(view),
        "enemy_hand": view.hands[Side.ENEMY].as_card_ids(),
        "deck_left": len(view.decks[Side.YOU]),
        "enemy_deck": len(view.decks[Side.ENEMY]),
        "steps": [_step(step, view.hydrator) for step in duel.steps],
        "can_undo": duel.can_undo,
        "result": duel.result,
        "ending": duel.ending if over else None,
        "resigned": duel.resigned,
        "record": duel.record.to_text() if over else None,
    }


def duel_row(info: GameInfo) -> DuelRow:
    setup = DuelSetup.from_json(info.setup)
    return {
        "id": info.game_id,
        "level": setup.level,
        "seed": setup.seed,
        "ruleset": setup.rules["ruleset"],
        "deck": setup.deck_names[Side.YOU],
        "enemy_deck_name": setup.deck_names[Side.ENEMY],
        "first": SIDES[Side(setup.rules["first"])],
        "result": info.result,
        "version": info.version,
        "created_at": info.created_at,
        "updated_at": info.updated_at,
    }


def duel_moves(version: int, duel: Duel) -> MovesDocument:
    """Every placement and the pass, tried on the person's own view; none while no move is due."""
    view = duel.seen
    due = duel.to_move is Side.YOU and not view.mulligan_open[Side.YOU]
    moves = [_preview(view, move) for move in view.legal_moves() if isinstance(move, Move)] if due else []
    return {"side": "Y", "version": version, "moves": moves}


def _preview(view: GameState, move: Move) -> PreviewDocument:
    tried = view.clone()
    changes = tried.play(move)
    return preview_document(move, move_text(move), changes, tried.board, Side.YOU, view.hydrator)


def _drawn(view: GameState) -> CardId | None:
    last = view.log[-1] if view.log else None  # a duel that begins in the middle has no log at first
    return last.event.card if last and last.side is Side.YOU and isinstance(last.event, CardDrawn) else None


def _step(step: Step, hydrator: CardHydrator) -> DuelStep:
    return {
        "number": step.number,
        "turn": step.turn,
        "side": SIDES[step.side],
        "text": decision_words(step.side, step.move, hydrator),
        "changes": [event_document(entry.seen_by(Side.YOU).event, entry.side, hydrator) for entry in step.entries],
        "board": board_document(step.state.board),
    }
