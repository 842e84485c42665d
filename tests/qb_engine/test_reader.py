"""The one grammar of moves: every reader of tiles, moves and numbers of the hand stands on it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qb_engine.card_hydrator import CardHydrator
from qb_engine.errors import HandIndexError, NotationError, UnknownCardError
from qb_engine.geometry import LANE_NAMES, TILES, Tile
from qb_engine.models import Card, Decision, Move, Mulligan
from qb_engine.narration import move_name
from qb_engine.reader import numbered_card, parse_decision, read_places, split_tile

CARDS = CardHydrator.shared()
NAMED = [card for card in CARDS.all() if sum(other.name == card.name for other in CARDS.all()) == 1]


@pytest.mark.parametrize("tile", TILES)
def test_a_tile_is_read_in_its_short_and_its_long_form(tile: Tile) -> None:
    lane, column = LANE_NAMES[tile.lane], tile.col + 1
    forms = [str(tile), f"{lane}-{column}", f"{lane} {column}", f"{lane}{column}"]
    assert {Tile.parse(text) for form in forms for text in (form, form.lower(), form.title(), f" {form} ")} == {tile}


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
