"""Games to be entered at the page, step by step as a player sees them: recorded matches, and whole games played out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from qb_engine.card_hydrator import CardHydrator
from qb_engine.deck_notation import format_deck_code
from qb_engine.game_state import GameState
from qb_engine.geometry import Side, Tile
from qb_engine.library import library_decks
from qb_engine.models import Move
from qb_engine.ruleset import Ruleset
from tests.qb_app.live.test_matches_entered import whole

HYDRATOR = CardHydrator.shared()
_DATA = Path(__file__).resolve().parents[1] / "data/matches.json"
_SIDES = {"player": Side.YOU, "enemy": Side.ENEMY}
_UNKNOWN = "?"


@dataclass(frozen=True)
class Play:
    """A card on a tile, or a pass where there is neither."""

    side: Side
    card: str | None = None
    tile: Tile | None = None


@dataclass(frozen=True)
class Drawn:
    card: str
    """``?`` for one that was not seen."""


@dataclass(frozen=True)
class Script:
    """A game as it is to be entered."""

    name: str
    hand: tuple[str, ...]
    """Empty where it was not seen."""
    steps: tuple[Play | Drawn, ...]
    setup: dict[str, Any] = field(default_factory=dict)
    """How the match is begun over HTTP."""


def recorded() -> list[Script]:
    """The matches that players wrote down in front of the real game. A draw is asked for before every own move but the
    first; what was not written down was not seen."""
    matches = json.loads(_DATA.read_text(encoding="utf-8"))["matches"]
    return [Script(one["id"], _hand(one), tuple(_steps(one))) for one in matches]


def _hand(match: dict[str, Any]) -> tuple[str, ...]:
    return tuple(HYDRATOR.get(name).id for name in match.get("opening_hand", ()))


def _steps(match: dict[str, Any]) -> Iterator[Play | Drawn]:
    draws = iter(match.get("draws_in_order", ()))
    turns = 0
    for event in whole(match):
        if event["type"] == "snapshot":
            continue
        side = _SIDES[event["side"]]
        if side is Side.YOU:
            turns += 1
            if turns > 1:
                name = next(draws, _UNKNOWN)
                yield Drawn(name if name == _UNKNOWN else HYDRATOR.get(name).id)
        if event["type"] == "pass":
            yield Play(side)
        else:
            yield Play(side, HYDRATOR.get(event["card"]).id, Tile.parse(event["tile"]))


def played_out(seed: int) -> Script:
    """A whole game between two decks of the library, by random placements; who can place does."""
    rng, decks = Random(seed), library_decks(HYDRATOR)
    yours, theirs = rng.sample(decks, 2)
    first = rng.choice(tuple(Side))
    state = GameState.start(yours.card_ids, theirs.card_ids, seed, ruleset=Ruleset.REBIRTH, first=first)
    for side in Side:
        state.mulligan(side, ())
    hand = state.hands[Side.YOU].as_card_ids()
    steps: list[Play | Drawn] = []
    while not state.is_over:
        side = state.side_to_act
        drawn = state.draw_start_of_turn()
        if drawn is not None and side is Side.YOU:
            steps.append(Drawn(drawn))
        move = rng.choice(state.legal_placements(side) or [Move.PASS])
        steps.append(Play(side, move.card, move.tile))
        if move.is_pass:
            state.pass_turn(side)
        else:
            place, tile = state.placement(side, move)
            state.play_card_from_hand(side, place, tile.lane, tile.col)
        if not state.is_over:
            state.end_turn()
    setup = {"deck": format_deck_code(yours.card_ids), "first": "you" if first is Side.YOU else "enemy"}
    return Script(f"seed {seed}", tuple(hand), tuple(steps), setup)
