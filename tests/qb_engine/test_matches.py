"""Real matches, written down by players in front of the real game, and a puzzle of it with its known result."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.changes import CardDestroyed, Pawns
from qb_engine.effect_engine import EffectEngine
from qb_engine.geometry import COLUMNS, LANE_NAMES, TILE_COUNT, TILES, Side, Tile
from qb_engine.legality import LegalityChecker, Refusal, RefusalKind
from qb_engine.models import Card
from qb_engine.ruleset import Ruleset
from qb_engine.scoring import compute_match_score

HYDRATOR = CardHydrator()
ENGINE = EffectEngine(HYDRATOR)
SIDES = {"player": Side.YOU, "enemy": Side.ENEMY}
MATCHES: dict[str, dict[str, Any]] = {
    match["id"]: match
    for match in json.loads((Path(__file__).parent.parent / "data/matches.json").read_text(encoding="utf-8"))["matches"]
}


def shown(board: BoardState) -> list[list[str]]:
    """The board as the snapshots write it: the card's name, or owner and pawns of an empty tile."""
    tiles = [
        card.card.name if card else f"{board.owners[index] or 'N'}{board.rank(index)}"
        for index, card in enumerate(board.occupants)
    ]
    return [tiles[start : start + COLUMNS] for start in range(0, TILE_COUNT, COLUMNS)]


class Replay:
    """A recorded match played again; a move that is illegal is noted and left out."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.board = BoardState(ruleset)
        self.refusals: list[Refusal] = []
        self.destroyed: list[tuple[str, str]] = []

    def play(self, event: dict[str, Any]) -> None:
        side, card, tile = SIDES[event["side"]], HYDRATOR.get(event["card"]), Tile.parse(event["tile"])
        refusal = LegalityChecker().check(self.board, side, card, tile.lane, tile.col)
        if refusal is not None:
            self.refusals.append(refusal)
            return
        for change in ENGINE.resolve_play(self.board, side, card, tile):
            if isinstance(change, CardDestroyed):
                self.destroyed.append((HYDRATOR.get(change.card.card).name, str(change.card.tile)))


@pytest.mark.parametrize("match", MATCHES)
def test_under_rebirth_every_move_is_legal_and_every_snapshot_is_equal(match: str) -> None:
    replay = Replay(Ruleset.REBIRTH)
    for event in MATCHES[match]["events"]:
        if event["type"] == "play":
            replay.play(event)
        elif event["type"] == "snapshot":
            assert shown(replay.board) == event["empty_tiles_and_cards"]
    assert replay.refusals == []


def test_the_data_holds_four_matches_and_their_snapshots() -> None:
    snapshots = {
        name: [event["type"] for event in match["events"]].count("snapshot") for name, match in MATCHES.items()
    }
    assert snapshots == {"redxiii-1": 3, "regina-1": 0, "regina-4": 0, "regina-8": 1}


def test_the_archdragon_of_the_first_match_sets_off_the_recorded_chain() -> None:
    """Its -3 destroys Flametrooper at M3, whose own -3 destroys Capparwire at M4."""
    replay = Replay(Ruleset.REBIRTH)
    for event in MATCHES["redxiii-1"]["events"]:
        if event["type"] == "play":
            replay.play(event)
    assert replay.destroyed == [("Flametrooper", "M3"), ("Capparwire", "M4")]


@dataclass(frozen=True)
class Difference:
    """Where v2.2.4 first shows something else than the real game: which event, which tiles, real and v2.2.4."""

    event: int
    play: str
    tiles: dict[str, tuple[str, str]]


def first_difference(events: list[dict[str, Any]]) -> Difference | None:
    real, specified = Replay(Ruleset.REBIRTH), Replay(Ruleset.V2_2_4)
    for number, event in enumerate(events, 1):
        if event["type"] != "play":
            continue
        real.play(event)
        specified.play(event)
        differing = {
            str(tile): (shown(real.board)[tile.lane][tile.col], shown(specified.board)[tile.lane][tile.col])
            for tile in TILES
        }
        differing = {name: both for name, both in differing.items() if both[0] != both[1]}
        if differing or ENGINE.effective_powers(real.board) != ENGINE.effective_powers(specified.board):
            return Difference(number, f"{event['side']}: {event['card']} {event['tile']}", differing)
    return None


def test_under_v2_2_4_the_first_match_differs_as_soon_as_a_card_is_destroyed() -> None:
    """Flametrooper and Capparwire take their pawns with them; in the real game the pawns stay."""
    assert first_difference(MATCHES["redxiii-1"]["events"]) == Difference(
        event=10,
        play="player: Archdragon M2",
        tiles={"T3": ("E1", "N0"), "T4": ("E2", "N0"), "B3": ("E1", "N0"), "B4": ("E3", "E1")},
    )


def test_under_v2_2_4_the_next_move_of_the_first_match_would_be_illegal() -> None:
    replay = Replay(Ruleset.V2_2_4)
    snapshots = []
    for event in MATCHES["redxiii-1"]["events"]:
        if event["type"] == "play":
            replay.play(event)
        elif event["type"] == "snapshot":
            snapshots.append(shown(replay.board) == event["empty_tiles_and_cards"])
    assert replay.refusals == [Refusal(RefusalKind.NEUTRAL, "Mandragora", "T3")]
    assert snapshots == [True, False, False]


@pytest.mark.parametrize("match", [name for name in MATCHES if name != "redxiii-1"])
def test_under_v2_2_4_no_difference_shows_in_the_matches_without_a_destroyed_card(match: str) -> None:
    assert first_difference(MATCHES[match]["events"]) is None


def puzzle(title: str) -> dict[str, Any]:
    text = resources.files("qb_engine").joinpath("data/puzzles.json").read_text(encoding="utf-8")
    found: dict[str, Any] = next(puzzle for puzzle in json.loads(text)["puzzles"] if puzzle["title"] == title)
    return found


def plain_card(power: int) -> Card:
    """A card of that power that does nothing but lie there."""
    return next(card for card in HYDRATOR.deck_cards() if card.power == power and not card.abilities)


def test_three_card_stud_ends_5_to_4() -> None:
    """The enemy's cards and their columns are not known, only their power in each lane.

    So plain cards of that power, without abilities, stand in for them. They lie in column 5, which no pawn of the
    solution reaches, and they are laid, not played, so that they bring no pawns of their own.
    """
    given = puzzle("Three-Card Stud")
    board = BoardState(Ruleset.REBIRTH)
    for index in range(TILE_COUNT):
        board.set_pawns(index, Pawns(None, 0, 0))
    for tile in given["initial_board"]["known_player_tiles"]:
        board.set_pawns(Tile.parse(tile["tile"]).index, Pawns(Side.YOU, tile["pawns"], 0))
    for lane, name in enumerate(LANE_NAMES):
        power = given["enemy_lane_power_start"][name.lower()]
        board.set_pawns(Tile.at(lane, COLUMNS - 1).index, Pawns(Side.ENEMY, 0, 1))
        board.place_card(plain_card(power), Side.ENEMY, lane, COLUMNS - 1)
    for step in given["solution"]:
        card, tile = HYDRATOR.get(step["card"]), Tile.parse(step["tile"])
        assert LegalityChecker().check(board, Side.YOU, card, tile.lane, tile.col) is None
        ENGINE.resolve_play(board, Side.YOU, card, tile)
    score = compute_match_score(board, ENGINE)
    assert {name.lower(): score.lanes[lane].power_you for lane, name in enumerate(LANE_NAMES)} == given["expected"][
        "player_lane_power"
    ]
    assert {"player": score.total_you, "enemy": score.total_enemy} == given["expected"]["final_score"]
    assert (score.total_you, score.total_enemy) == (5, 4)
