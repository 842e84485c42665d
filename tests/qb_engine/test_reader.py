"""The one grammar of moves: every reader of tiles, moves and numbers of the hand stands on it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamekit.match import play_match
from gamekit.record import Record, replay
from gamekit.sides import BySide
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep.puzzles import read_puzzles
from qb_engine.errors import HandIndexError, NotationError, UnknownCardError
from qb_engine.game import QueensBlood, random_player, setup_of
from qb_engine.game_state import GameState
from qb_engine.geometry import LANE_NAMES, TILES, Tile, long_name
from qb_engine.library import library_decks
from qb_engine.models import Card, Decision, Move, Mulligan
from qb_engine.narration import move_name
from qb_engine.notation import format_position, parse_position
from qb_engine.reader import numbered_card, parse_decision, read_places, split_tile
from qb_engine.ruleset import Ruleset

CARDS = CardHydrator.shared()
START = "Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1"
MID_1 = ("M1", "m1", "MID-1", "mid-1", "mid 1", "MID 1", "Middle-1", "m 1")
NAMED = [card for card in CARDS.all() if sum(other.name == card.name for other in CARDS.all()) == 1]


@pytest.mark.parametrize("tile", TILES)
def test_a_tile_is_read_in_its_short_and_its_long_form(tile: Tile) -> None:
    lane, column = LANE_NAMES[tile.lane], tile.col + 1
    forms = [str(tile), f"{lane}-{column}", f"{lane} {column}", f"{lane}{column}"]
    assert {Tile.parse(text) for form in forms for text in (form, form.lower(), form.title(), f" {form} ")} == {tile}


@pytest.mark.parametrize("tile", TILES)
def test_a_tile_is_written_short_and_long(tile: Tile) -> None:
    assert (str(tile), tile.long) == ("TMB"[tile.lane] + str(tile.col + 1), f"{LANE_NAMES[tile.lane]}-{tile.col + 1}")
    assert long_name(tile) == tile.long


@pytest.mark.parametrize("form", MID_1)
def test_moves_are_read_in_every_form(form: str) -> None:
    assert Move.parse(f"Zu {form}") == parse_decision(f"015 {form}") == Move("015", Tile(1, 0))
    played, short = (GameState.parse(f"rebirth {START} Y turn=3 hand=001") for _ in range(2))
    assert played.play(f"Security Officer {form}") == short.play("Security Officer M1")
    assert played == short


@pytest.mark.parametrize("form", [str.upper, str.lower, lambda name: name.replace("-", " ").title()])
def test_records_are_read_in_every_form(form: Callable[[str], str]) -> None:
    game, (you, enemy) = QueensBlood(CARDS), (",".join(deck.card_ids) for deck in library_decks(CARDS)[:2])
    short = play_match(game, setup_of(Ruleset.REBIRTH, you, enemy), 5, BySide(random_player(), random_player()))
    moves = [game.parse_move(move) for move in short.moves]
    written = [f"{m.card} {form(m.tile.long)}" if isinstance(m, Move) and m.tile else str(m) for m in moves]
    assert written != list(short.moves)
    record = Record.parse(replace(short, moves=tuple(written)).to_text())
    assert replay(game, record) == replay(game, short)


@pytest.mark.parametrize("form", [form for form in MID_1 if " " not in form])
def test_what_a_position_says_of_tiles_is_read_in_every_form(form: str) -> None:
    """Spaces part the words of a position, so that no tile has one there."""
    lanes = "Y1[015#7],-,-,-,E1/Y2:1,-,-,-,E1/Y1,-,-,-,E1"
    short, written = (
        parse_position(f"v2.2.4 {lanes} Y next=8 designated={tile}Y base={tile}+1+0 deltas=7@{tile}+1+1 turn=3")
        for tile in ("M1", form)
    )
    assert written == short
    assert "deltas=7@M1+1+1" in format_position(short)
    assert parse_position(format_position(written)) == written


@pytest.mark.parametrize("form", MID_1)
def test_puzzles_tell_their_solution_in_any_form(form: str) -> None:
    puzzle = {
        "game_no": "1",
        "title": "One",
        "group": "Few",
        "hint_in_own_words": "Play it.",
        "reconstructed": "no",
        "position": f"rebirth {START} Y hand=001",
        "solution": [{"card": "001", "tile": form}],
        "expected": {"final_score": {"player": 1, "enemy": 0}},
    }
    (found,) = read_puzzles(json.dumps({"puzzles": [puzzle]}), CARDS)
    assert found.board is not None
    assert found.board.solution == (Move("001", Tile(1, 0)),)


@pytest.mark.parametrize("text", ["", "T0", "T6", "TOP", "1", "X1", "TOP--1", "TO 1", "T1 T2", "M 12", "MID-3-"])
def test_anything_else_is_no_tile(text: str) -> None:
    assert Tile.find(text) is None
    with pytest.raises(NotationError, match="is not a tile"):
        Tile.parse(text)


@pytest.mark.parametrize(
    ("text", "tile", "rest"),
    [
        ("zu m3", "M3", "zu"),
        ("zu top 1", "T1", "zu"),
        ("gr wo TOP-1", "T1", "gr wo"),
        ("m3", "M3", ""),
        ("4 b 1", "B1", "4"),
    ],
)
def test_a_tile_ends_a_play(text: str, tile: str, rest: str) -> None:
    assert split_tile(text.split()) == (Tile.parse(tile), rest)


def test_a_tile_may_begin_a_line_and_may_be_missing() -> None:
    assert split_tile(["top", "1", "enemy", "2"], at_end=False) == (Tile.parse("T1"), "enemy 2")
    assert split_tile(["zu", "t9"]) is None
    assert split_tile([]) is None


def test_numbers_count_the_hand_and_ids_stay_ids() -> None:
    hand = [CARDS.get(name) for name in ("Zu", "Mu", "Zu", "Levrikon")]
    assert numbered_card("4", hand, CARDS) is CARDS.get("Levrikon")
    assert numbered_card("04", hand, CARDS) is CARDS.get("Levrikon")
    assert numbered_card("004", hand, CARDS) is None, "the id of a card"
    assert numbered_card("zu", hand, CARDS) is None
    with pytest.raises(HandIndexError, match="numbered 1 to 4"):
        numbered_card("5", hand, CARDS)


def test_an_id_is_never_taken_for_a_number() -> None:
    own = CardHydrator()
    card = own.add_json('{"id": "4", "name": "Four", "rank": 1, "power": 1}')
    assert numbered_card("4", [CARDS.get("Zu")] * 5, own) is None
    assert parse_decision("4 M3", own, hand=[CARDS.get("Zu")] * 5) == Move(card.id, Tile.parse("M3"))


def test_numbers_mean_nothing_without_a_hand() -> None:
    with pytest.raises(UnknownCardError):
        parse_decision("4 M3")


@pytest.mark.parametrize(("text", "places"), [("2 4", (1, 3)), ("4, 2", (1, 3)), ("1", (0,))])
def test_places_of_a_mulligan(text: str, places: tuple[int, ...]) -> None:
    assert read_places(text) == places


@pytest.mark.parametrize("text", ["", "0", "2 2", "zu", "1 x", "100"])
def test_wrong_places_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match="'mulligan 2 4'; 'keep' keeps all"):
        read_places(text)


PLAYS = st.builds(Move, st.sampled_from(CARDS.all()).map(lambda card: card.id), st.sampled_from(TILES))
DECISIONS: st.SearchStrategy[Decision] = st.one_of(
    PLAYS, st.just(Move.PASS), st.sets(st.integers(0, 9)).map(lambda places: Mulligan(tuple(sorted(places))))
)


@given(DECISIONS)
def test_what_is_written_reads_back(decision: Decision) -> None:
    assert parse_decision(str(decision)) == decision
    assert parse_decision(str(decision).upper()) == decision
    if isinstance(decision, Move):
        assert Move.parse(str(decision)) == decision


@given(st.sampled_from(NAMED), st.sampled_from(TILES))
def test_a_move_with_its_name_reads_back(card: Card, tile: Tile) -> None:
    move = Move(card.id, tile)
    assert Move.parse(move_name(move, CARDS)) == move
    assert Move.parse(f"{card.name.lower()} {LANE_NAMES[tile.lane]}-{tile.col + 1}") == move


@pytest.mark.parametrize("text", ["keep", "mulligan 2 4"])
def test_what_belongs_to_the_opening_hand_is_no_move(text: str) -> None:
    with pytest.raises(NotationError, match="opening hand"):
        Move.parse(text)


@given(st.text(max_size=20))
def test_no_text_breaks_the_reader(text: str) -> None:
    hand = [CARDS.get("Zu")]
    try:
        decision = parse_decision(text, hand=hand)
    except (NotationError, UnknownCardError, HandIndexError):
        return
    assert parse_decision(str(decision)) == decision
