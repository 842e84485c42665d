"""The screen overrules the coach, under every rule set, and the match goes on from there."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qb_app.live.setup import MatchSetup
from qb_engine.board_state import BoardState
from qb_engine.geometry import TILE_COUNT, Side, Tile
from qb_engine.notation import format_position, parse_position
from qb_engine.powers import powers
from qb_engine.ruleset import Ruleset
from tests.qb_app.live.material import FIRST_ROUND, HYDRATOR, card_on
from tests.qb_app.live.stores import entered, new_session
from tests.qb_engine.strategies import boards


@pytest.mark.parametrize("ruleset", [Ruleset.REBIRTH, Ruleset.V2_2_4])
def test_a_card_taken_off_leaves_every_other_tile_as_it_is_shown(ruleset: Ruleset) -> None:
    session = entered("security officer m1", "e levrikon m5", "grasslands wolf m2", setup=MatchSetup(ruleset=ruleset))
    before = [session.state.board.pawns(index) for index in range(TILE_COUNT)]
    session.enter("set m1 empty")
    after = [session.state.board.pawns(index) for index in range(TILE_COUNT)]
    changed = [index for index in range(TILE_COUNT) if before[index] != after[index]]
    assert changed == [Tile.parse("M1").index]
    position = session.state.position()
    assert format_position(parse_position(format_position(position), HYDRATOR)) == format_position(position)
    session.state.board.recompute_influence_from_deltas()
    assert [session.state.board.pawns(index) for index in range(TILE_COUNT)] == after


@given(boards(), st.integers(0, TILE_COUNT - 1))
def test_taking_a_card_off_changes_no_pawn_on_any_board(board: BoardState, index: int) -> None:
    if board.occupants[index] is None:
        return
    before = [board.pawns(other) for other in range(TILE_COUNT)]
    board.take_card_off(index)
    assert board.occupants[index] is None
    board.recompute_influence_from_deltas()
    assert [board.pawns(other) for other in range(TILE_COUNT)] == before


def test_a_card_can_be_set_with_the_power_that_it_shows() -> None:
    session = entered(*FIRST_ROUND, "set t3 card zu enemy 9")
    index = Tile.parse("T3").index
    assert powers(session.state.board).power[index] == 9
    assert session.state.board.owners[index] is Side.ENEMY
    session.enter("set t3 card mu you")
    assert card_on(session, "T3") == "Mu"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("set m3 power 5", "no card lies on M3"),
        ("set m1 power 0", "takes a card off"),
        ("set m1 card ? you", "say which card"),
        ("set turn enemy", "already"),
        ("set my hand 4", "'hand zu, mu, ?'"),
        ("board v2.2.4 Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 Y", "the match is played under rebirth"),
    ],
)
def test_what_cannot_be_on_any_screen_is_refused(line: str, told: str) -> None:
    session = entered(*FIRST_ROUND, "draw zu", "lev m2")
    outcome = session.enter(line)
    assert outcome.refused
    assert told in outcome.lines[0]


def test_counts_of_hidden_cards_can_be_set() -> None:
    session = new_session()
    for line in ("set enemy hand 3", "set enemy deck 7", "set my deck 4"):
        assert not session.enter(line).refused
    state = session.state
    assert (len(state.hands[Side.ENEMY]), len(state.decks[Side.ENEMY]), len(state.decks[Side.YOU])) == (3, 7, 4)
