"""A match as the page shows it, and what comes of one entry."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from qb_app.documents.answers import AnswerDocument, DrawOdds, answer_document, draw_documents
from qb_app.documents.boards import SIDES, BoardDocument, EventDocument, SideName, board_document, event_document
from qb_app.documents.cards import CardDocument, card_document
from qb_app.live.commands import EditKind
from qb_app.live.game import LiveGame
from qb_app.live.grammar import format_command
from qb_app.live.history import Entry, History
from qb_app.live.outcome import Choice, Outcome, Unfit
from qb_app.live.session import Session
from qb_app.live.setup import MatchSetup
from qb_app.live.telling import describe, headline
from qb_app.storage.records import MatchInfo
from qb_engine.card_hydrator import CardHydrator
from qb_engine.geometry import Side, long_name
from qb_engine.models import HIDDEN, CardId

Expects = Literal["hand", "mulligan", "new cards", "draw", "you", "enemy", "over"]


class EntryDocument(TypedDict):
    """One entry that stands."""

    number: int
    text: str
    """In words, with the names of cards."""
    command: str
    """As the log keeps it; it can be entered again."""
    at: str
    kind: str


class BranchDocument(TypedDict):
    name: str
    entries: int
    current: bool


class MatchDocument(TypedDict):
    id: str
    title: str
    ruleset: str
    opponent: str | None
    first: SideName
    version: int
    """Events in the log, undone ones too; also the ETag."""
    branch: str
    branches: list[BranchDocument]
    expects: Expects
    """What should be entered next; anything else that makes sense is taken as well."""
    hint: str
    remark: str | None
    """Which entry no longer fits, why, and how to take it back: the match stands before it. None as a rule."""
    turn: int
    to_act: SideName
    position: str
    board: BoardDocument
    swing: list[int]
    """By lane: what the last move changed in your lead."""
    hand: list[CardId]
    """``?`` is a card not told."""
    enemy_hand: list[CardId]
    """``?`` is a hidden card; tokens are known."""
    enemy_deck: int
    """How many cards are left in it."""
    deck_left: int
    unseen: list[CardId]
    """Cards of your deck that you have not seen yet, for the draw; empty when the deck was not told."""
    draws: list[DrawOdds]
    enemy_likely: list[CardId]
    """Cards that the enemy may play, to be offered first: tokens it holds, what is left of its known deck, or what it
    has shown in this match, in others, and in its profile. Each once, the likeliest in its hand first."""
    enemy_played: list[CardId]
    log: list[EntryDocument]
    can_undo: bool
    can_redo: bool
    result: str | None
    """``Y 12-7``, ``E 3-9`` or ``draw 5-5``; None while the match is running."""
    screen_score: list[int] | None
    """The points that the game itself showed, if they were entered."""
    cards: list[CardDocument]
    """Cards that only this match has."""


class MatchRow(TypedDict):
    id: str
    title: str
    ruleset: str
    opponent: str | None
    result: str | None
    version: int
    created_at: str
    updated_at: str
    damaged: bool
    """Something of it cannot be read any more; it can be listed and forgotten, but not opened."""


class MatchPage(TypedDict):
    matches: list[MatchRow]
    """The newest first."""
    next: str | None
    """What to send as ``after`` for the next page; None on the last one."""


class ChoiceOption(TypedDict):
    label: str
    command: str
    """Entering it answers the question."""


class ChoiceDocument(TypedDict):
    question: str
    options: list[ChoiceOption]


class MisfitDocument(TypedDict):
    """The first entry that would no longer fit if the log were rewritten so, for you to edit it in the same command."""

    number: int
    """In the log as it stands; of an edit the number that it names."""
    edit: Literal["change", "insert"] | None
    """It stands in the command itself, so it is that edit which does not fit; None for an entry of the log."""
    text: str
    """In words, with the names of cards."""
    command: str
    """As the log keeps it; it can be entered again."""
    reason: str


class OutcomeDocument(TypedDict):
    """What came of one entry."""

    lines: list[str]
    """What to tell the player, one sentence each."""
    refused: bool
    """Nothing has changed; ``lines`` says why, and what would be right."""
    entered: str | None
    """The command as the log keeps it; None when nothing changed."""
    changes: list[EventDocument]
    inverse: str | None
    """After entries were changed, inserted or removed: the line that takes exactly this back. None after all else, and
    where what stood before would not fit."""
    misfit: MisfitDocument | None
    """The entry because of which such a line was refused; over HTTP it stands in the problem."""
    choice: ChoiceDocument | None
    """A question that must be answered first; nothing was entered."""
    answer: AnswerDocument | None
    """The answer to a question; ``kind`` says which."""
    match: MatchDocument


class ShareFrame(TypedDict):
    text: str
    entry: str | None
    """As the log keeps it, so that it can be entered again; None at the start."""
    position: str
    board: BoardDocument


class SharedDocument(TypedDict):
    kind: Literal["position", "game"]
    title: str
    cards: dict[CardId, str]
    """Names of all cards that the frames show."""
    frames: list[ShareFrame]
    """The board at the start, then after every entry."""


def match_document(session: Session, standard: CardHydrator) -> MatchDocument:
    """``standard`` holds the cards that every match has."""
    game, history, state = session.game, session.history, session.state
    shown = game.screen_score
    return {
        "id": session.match_id,
        "title": session.setup.title,
        "ruleset": str(session.setup.ruleset),
        "opponent": session.setup.opponent,
        "first": SIDES[session.setup.first],
        "version": session.version,
        "branch": history.branch,
        "branches": _branches(history),
        "expects": session.expects.value,
        "hint": session.expects.hint,
        "remark": None if session.misfit is None else session.misfit.sentence,
        "turn": state.turn,
        "to_act": SIDES[state.side_to_act],
        "position": state.key(),
        "board": board_document(state.board),
        "swing": _swing(game),
        "hand": state.hands[Side.YOU].as_card_ids(),
        "enemy_hand": state.hands[Side.ENEMY].as_card_ids(),
        "enemy_deck": len(state.decks[Side.ENEMY]),
        "deck_left": len(state.decks[Side.YOU]),
        "unseen": sorted(game.unseen) if game.deck_is_listed else [],
        "draws": draw_documents(session.questions.draws),
        "enemy_likely": session.questions.enemy_likely,
        "enemy_played": game.enemy_played,
        "log": [_entry(number, entry, game.hydrator) for number, entry in enumerate(session.line, 1)],
        "can_undo": bool(history.line.stands),
        "can_redo": bool(history.line.undone),
        "result": session.result,
        "screen_score": None if shown is None else list(shown),
        "cards": [
            card_document(card, game.hydrator)
            for card in (game.hydrator.all() if game.cards else ())
            if not standard.has_id(card.id)
        ],
    }


def _branches(history: History) -> list[BranchDocument]:
    return [
        {"name": name, "entries": len(line.stands), "current": name == history.branch}
        for name, line in history.lines.items()
    ]


def _swing(game: LiveGame) -> list[int]:
    before = game.before_move
    if before is None:
        return [0, 0, 0]
    now = game.state.score()
    return [
        (lane.power_you - lane.power_enemy) - (old.power_you - old.power_enemy)
        for lane, old in zip(now.lanes, before.lanes, strict=True)
    ]


def _entry(number: int, entry: Entry, hydrator: CardHydrator) -> EntryDocument:
    return {
        "number": number,
        "text": describe(entry.command, hydrator, long_name),
        "command": format_command(entry.command),
        "at": entry.at,
        "kind": entry.command.kind,
    }


def match_row(info: MatchInfo) -> MatchRow:
    return {
        "id": info.match_id,
        "title": info.title,
        "ruleset": info.ruleset,
        "opponent": info.opponent,
        "result": info.result,
        "version": info.version,
        "created_at": info.created_at,
        "updated_at": info.updated_at,
        "damaged": info.damaged,
    }


def outcome_document(session: Session, outcome: Outcome, standard: CardHydrator) -> OutcomeDocument:
    hydrator, side = session.game.hydrator, session.state.side_to_act.other
    return {
        "lines": list(outcome.lines),
        "refused": outcome.refused,
        "entered": outcome.entered,
        "changes": [event_document(change, side, hydrator) for change in outcome.changes],
        "inverse": outcome.inverse,
        "misfit": None if outcome.unfit is None else misfit_document(outcome.unfit),
        "choice": None if outcome.choice is None else _choice(outcome.choice),
        "answer": None if outcome.answer is None else answer_document(outcome.answer),
        "match": match_document(session, standard),
    }


def _choice(choice: Choice) -> ChoiceDocument:
    return {
        "question": choice.question,
        "options": [
            {"label": label, "command": command} for label, command in zip(choice.labels, choice.commands, strict=True)
        ],
    }


_EDITS: dict[EditKind, Literal["change", "insert"]] = {EditKind.CHANGE: "change", EditKind.INSERT: "insert"}


def misfit_document(unfit: Unfit) -> MisfitDocument:
    return {
        "number": unfit.number,
        "edit": None if unfit.edit is None else _EDITS[unfit.edit],
        "text": unfit.text,
        "command": unfit.command,
        "reason": unfit.reason,
    }


def share_document(setup: MatchSetup, entries: tuple[Entry, ...]) -> SharedDocument:
    """The whole game, entry by entry."""
    game = LiveGame.replay(setup, ())
    frames: list[ShareFrame] = [_frame("The match begins.", None, game)]
    seen: set[CardId] = set()
    for entry in entries:
        game.apply(entry.command)
        frames.append(_frame(headline(entry.command, game.hydrator), format_command(entry.command), game))
        seen |= set(game.state.hands[Side.YOU].as_card_ids()) | set(game.state.hands[Side.ENEMY].as_card_ids())
        seen |= {occupant.card.id for occupant in game.state.board.occupants if occupant is not None}
    names = {card: game.hydrator.get(card).name for card in sorted(seen - {HIDDEN})}
    return {"kind": "game", "title": setup.title, "cards": names, "frames": frames}


def _frame(text: str, entry: str | None, game: LiveGame) -> ShareFrame:
    return {"text": text, "entry": entry, "position": game.state.key(), "board": board_document(game.state.board)}
