"""Positions in one line, with what search is taken to have found in them, and what is to be said about their moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from qb_engine.card_hydrator import CardHydrator
from qb_engine.chance import Chance
from qb_engine.coaching import CoachingEngine, Found
from qb_engine.enemy_observation import EnemyObservation, EnemyObservationState
from qb_engine.game_state import GameState
from qb_engine.geometry import TILE_COUNT, PerSide, Side
from qb_engine.models import CardId, Move
from qb_engine.prospect import Prospect
from qb_engine.reader import parse_decision
from qb_engine.reasons.field import Field
from qb_engine.reasons.finding import every_reason
from qb_engine.reasons.kinds import Reason, ReasonKind

HYDRATOR = CardHydrator()
COACH = CoachingEngine.standard(HYDRATOR)
START = "Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1"
BLANK = "-,-,-,-,-"
AHEAD = START.replace("Y1", "Y1[011]", 1)
BEHIND = START.replace("E1", "E1[011]", 1)
GAMES = 64
PLAIN = Prospect(
    games=GAMES,
    won=32,
    drawn=0,
    turns=640,
    margin=0,
    placed=PerSide(300, 300),
    out_first=PerSide(16, 16),
    stuck_enemy=0,
    stuck_you=0,
    lanes_you=(32, 32, 32),
    lanes_enemy=(32, 32, 32),
    kept=(0, 0, 0),
    placed_on=PerSide((20,) * TILE_COUNT, (20,) * TILE_COUNT),
    used=(),
    next=Move.PASS,
    next_games=8,
)
"""Games in which nothing stands out."""


class Told(NamedTuple):
    """What search is taken to have found of a move."""

    move: str
    worth: float
    counts: Mapping[str, Any] | None = None
    """What differs from ``PLAIN``; None where nothing was played out."""


class Case(NamedTuple):
    """Lanes (and, behind them, passes), the move, and the enemy's deck, of which it holds one card."""

    lanes: str
    move: str
    deck: str = "005"
    hand: str = ""
    told: tuple[Told, ...] = ()
    """By worth, best first; without them all moves are compared by the move score."""


def move_of(text: str) -> Move:
    move = parse_decision(text, HYDRATOR)
    assert isinstance(move, Move)
    return move


def position(case: Case) -> GameState:
    """Held are the cards that are played and those named."""
    lanes, *options = case.lanes.split()
    played = dict.fromkeys(move_of(text).card for text in (case.move, *(told.move for told in case.told)))
    held = ",".join(filter(None, (*played, case.hand))) or "-"
    return GameState.parse(f"rebirth {lanes} Y hand={held} ehand=? {' '.join(options)}", HYDRATOR)


def seen(state: GameState, deck: str) -> EnemyObservationState:
    """The enemy's cards on the board were played from its deck too."""
    on_board = [card.card.id for card in state.board.occupants if card and card.side is Side.ENEMY]
    return EnemyObservation.of(state, [*deck.split(), *on_board]).snapshot()


def chance(worth: float, margin: float = 0.0) -> Chance:
    return Chance(worth, 0.0, 1.0 - worth, max(0.0, worth - 0.01), min(1.0, worth + 0.01), 500, False, margin)


def found(told: Told) -> Found:
    prospect = None if told.counts is None else replace(PLAIN, **told.counts)
    return Found(move_of(told.move), chance(told.worth, 20 * told.worth - 10), prospect)


def field_of(case: Case) -> Field:
    state = position(case)
    moves = COACH.rank_moves(state, seen(state, case.deck), [found(told) for told in case.told] or None)
    return Field([move.context for move in moves])


def every(case: Case) -> dict[Move, list[Reason]]:
    """Every reason that holds, for every move."""
    field = field_of(case)
    return {context.move: why for context, why in zip(field.contexts, every_reason(field), strict=True)}


def reasons(case: Case) -> dict[ReasonKind, Reason]:
    """Every reason that holds for the move of the case."""
    return {reason.kind: reason for reason in every(case)[move_of(case.move)]}


Cases = dict[ReasonKind, list[Case]]


def rows(table: Cases) -> list[Any]:
    return [pytest.param(kind, case, id=f"{kind}-{n}") for kind, cases in table.items() for n, case in enumerate(cases)]


def cards(*names: str) -> tuple[CardId, ...]:
    return tuple(HYDRATOR.get(name).id for name in names)
