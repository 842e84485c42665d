"""A board as it is printed can be pasted back and gives the same position."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qb_app.live.printed_board import read_printed
from qb_engine.board_state import BoardState
from qb_engine.ruleset import Ruleset
from tests.qb_app.live.material import OPENING, drawn, printed
from tests.qb_app.live.stores import entered, new_session
from tests.qb_engine.strategies import HYDRATOR, boards

STYLES = ((False, False), (False, True), (True, False))
"""(plain, narrow)"""


@given(boards(), st.sampled_from(STYLES))
def test_pasted_onto_its_own_position_nothing_changes(board: BoardState, style: tuple[bool, bool]) -> None:
    plain, narrow = style
    assert read_printed(drawn(board, HYDRATOR, plain=plain, narrow=narrow), board, HYDRATOR) == board


@given(boards(rulesets=st.just(Ruleset.REBIRTH)), st.sampled_from(STYLES))
def test_pasted_into_a_new_match_it_looks_the_same(board: BoardState, style: tuple[bool, bool]) -> None:
    plain, narrow = style
    text = drawn(board, HYDRATOR, plain=plain, narrow=narrow)
    found = read_printed(text, BoardState(Ruleset.REBIRTH), HYDRATOR)
    again = drawn(found, HYDRATOR, plain=plain, narrow=narrow)
    if "rest point" not in text:  # counting cards without a rest point cannot be told from the outside
        assert again == text


def test_a_pasted_board_is_a_correction_that_can_be_undone() -> None:
    session = entered(*OPENING, "sec m1")
    other = new_session()
    before = other.state.key()
    outcome = other.enter(printed(session))
    assert outcome.changed
    assert other.state.board.occupants[5] is not None
    assert printed(other) == printed(session)
    other.enter("undo")
    assert other.state.key() == before


def test_the_position_line_restores_everything() -> None:
    session = entered(*OPENING, "sec m1", "e levrikon m5")
    other = new_session()
    assert not other.enter(f"board {session.state.key()}").refused
    assert other.state.key() == session.state.key()


@pytest.mark.parametrize("text", ["┌──┐\n│ T │\nTotal: you 0", "board nonsense", "Top lane: x\n  T1: a big cheese"])
def test_half_a_board_is_refused_and_changes_nothing(text: str) -> None:
    session = new_session()
    before = session.state.key()
    assert session.enter(text).refused
    assert (session.state.key(), session.version) == (before, 0)
