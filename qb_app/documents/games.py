"""The JSON that ``--json`` prints. Keys stand in the order given here; a change of meaning raises ``format``.

Sides are ``Y`` (you) and ``E`` (enemy), cards are named by id, tiles as ``MID-3``, positions in the notation.
"""

from __future__ import annotations

from typing import Any

from typing_extensions import TypedDict

from gamekit.sides import BySide
from qb_app.asking.decks import NamedDeck
from qb_app.documents.boards import SIDES, EventDocument, ScoreDocument, SideName, event_document, score_document
from qb_app.documents.decks import DeckDocument, deck_document
from qb_app.documents.moves import move_text
from qb_app.documents.tallies import SampledTally, sampled_tally
from qb_app.games.playthrough import Playthrough, Step
from qb_app.games.simulation import Series, Simulation
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import CardId
from qb_engine.powers import is_ambiguous


class PlayerDocument(TypedDict):
    agent: str | None
    deck: DeckDocument


class StepDocument(TypedDict):
    number: int
    turn: int
    side: SideName
    move: str
    """In the notation: ``015 MID-3``, ``pass``, ``keep`` or ``mulligan 1 3``."""
    hand: list[CardId]
    events: list[EventDocument]
    position: str
    score: ScoreDocument
    ambiguous: bool
    """The counting cards have no unique rest point, so the real game may show other powers."""


class GameDocument(TypedDict):
    format: str
    ruleset: str
    behaviour: int
    seed: int
    first: str
    players: dict[str, PlayerDocument]
    start: str
    opening: list[EventDocument]
    steps: list[StepDocument]
    score: ScoreDocument
    result: str
    """The winner (or ``draw``) and the points, ``Y 23-11``; ``*`` while the game is running."""
    record: str


class SeriesDocument(SampledTally):
    """The games counted from your side."""

    format: str
    ruleset: str
    behaviour: int
    first: str
    players: dict[str, PlayerDocument]
    mean_margin: float
    mean_plies: float
    results: list[dict[str, Any]]
    """Per game: ``seed``, ``result``, ``margin``, ``plies``."""


def game_document(game: Playthrough) -> GameDocument:
    start = game.start
    return {
        "format": "qbcoach-game-1",
        "ruleset": str(start.ruleset),
        "behaviour": start.ruleset.behaviour,
        "seed": game.record.seed,
        "first": start.first.value,
        "players": _players(game.agents, game.decks),
        "start": start.key(),
        "opening": [event_document(entry.event, entry.side, start.hydrator) for entry in start.log],
        "steps": [step_document(step) for step in game.steps],
        "score": score_document(game.last.score()),
        "result": game.record.result,
        "record": game.record.to_text(),
    }


def step_document(step: Step) -> StepDocument:
    state: GameState = step.state
    return {
        "number": step.number,
        "turn": step.turn,
        "side": SIDES[step.side],
        "move": move_text(step.move),
        "hand": list(step.hand),
        "events": [event_document(entry.event, entry.side, state.hydrator) for entry in step.entries],
        "position": state.key(),
        "score": score_document(state.score()),
        "ambiguous": is_ambiguous(state.board),
    }


def series_document(simulation: Simulation, series: Series) -> SeriesDocument:
    return {
        "format": "qbcoach-series-1",
        "ruleset": str(simulation.ruleset),
        "behaviour": simulation.ruleset.behaviour,
        "first": simulation.first.value,
        "players": _players(simulation.agents.map(str), simulation.decks),
        **sampled_tally(series.result),
        "mean_margin": series.mean_margin,
        "mean_plies": series.mean_plies,
        "results": [
            {"seed": game.record.seed, "result": game.record.result, "margin": game.margin, "plies": game.plies}
            for game in series.games
        ],
    }


def _players(agents: BySide[str | None], decks: BySide[NamedDeck]) -> dict[str, PlayerDocument]:
    return {side.value: {"agent": agents[side], "deck": deck_document(decks[side])} for side in Side}
