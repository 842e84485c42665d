"""The solver against brute force: positions with nothing hidden, puzzles, and refusals."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest

from qb_engine.deep.solver import HiddenCardsError, TooLargeError, move_margins, solve, solve_puzzle
from qb_engine.errors import GameOverError, QueensBloodError, TurnOrderError
from qb_engine.game_state import GameState
from qb_engine.kernel import door as kernel
from qb_engine.models import Move
from tests.qb_engine.deep.brute_force import (
    ENDINGS,
    Patience,
    TooManyError,
    after,
    best_margin,
    chunks,
    position_state,
    seeds_of,
    small_ending,
    small_puzzle,
    winning_orders,
)

pytestmark = pytest.mark.skipif(not kernel.available, reason="the kernel is not built (no compiler, or QBCOACH_PURE)")

# Nothing hidden.


def solved_ending(seed: int) -> tuple[GameState, int]:
    """The first random ending of this seed that brute force can do, and its final margin."""
    for attempt in count():
        state = small_ending(Random(f"ending/{seed}/{attempt}"))
        try:
            return state, best_margin(state, Patience(700))
        except TooManyError:
            continue
    raise AssertionError


@pytest.mark.slow
@pytest.mark.parametrize("seeds", chunks(ENDINGS), ids=seeds_of)
def test_solutions_equal_brute_force_and_their_lines_lead_there(seeds: range) -> None:
    for seed in seeds:
        state, margin = solved_ending(seed)
        solution = solve(state)
        assert solution.margin == margin, state.key()
        for move in solution.line:
            state.play(move)
            assert best_margin(state, Patience(700)) == margin, "every move of the line keeps the margin"
        assert state.is_over


@pytest.mark.slow
@pytest.mark.parametrize("seeds", chunks(ENDINGS // 5), ids=seeds_of)
def test_the_margin_after_every_move_is_that_of_brute_force(seeds: range) -> None:
    for seed in seeds:
        state, _ = solved_ending(seed)
        found = dict(move_margins(state))
        assert list(found) == state.legal_moves()
        assert found == {move: best_margin(after(state, move), Patience(2_000)) for move in found}, state.key()


def test_moves_are_solved_as_they_are_asked_for() -> None:
    state = position_state(f"{OPEN} hand=001,007,008,009,010 ehand=001,007,008,011,012 deck=002 edeck=016")
    margins = move_margins(state, positions=1)
    with pytest.raises(TooLargeError, match="not solved within 1 positions"):
        next(margins)


def test_the_draw_and_the_handing_over_that_are_due_are_made_first() -> None:
    state = small_ending(Random("due"))
    state.passes = 0
    expected = solve(after(state, Move.PASS))
    state.pass_turn(state.side_to_act)
    assert "phase=end" in state.key()
    assert solve(state) == expected
    state.end_turn()
    assert "phase=draw" in state.key()
    before = state.key()
    assert solve(state) == expected
    assert state.key() == before, "the position given is not changed"


# Puzzles.


def enumerated_puzzle(seed: int) -> tuple[GameState, list[tuple[Move, ...]]]:
    for attempt in count():
        state = small_puzzle(Random(f"puzzle/{seed}/{attempt}"))
        try:
            return state, winning_orders(state, Patience(700))
        except TooManyError:
            continue
    raise AssertionError


@pytest.mark.slow
@pytest.mark.parametrize("seeds", chunks(ENDINGS * 2 // 5), ids=seeds_of)
def test_winning_orders_are_all_orders_that_win(seeds: range) -> None:
    for seed in seeds:
        state, orders = enumerated_puzzle(seed)
        assert list(solve_puzzle(state)) == orders, state.key()


def test_random_puzzles_are_of_both_kinds() -> None:
    found = [bool(enumerated_puzzle(seed)[1]) for seed in range(10)]
    assert {True, False} == set(found), "some can be won, some are proved to be lost"


def test_a_board_that_is_beaten_already_needs_no_play_and_one_without_moves_has_no_order() -> None:
    assert solve_puzzle(position_state("rebirth Y1[001],-,-,-,-/-,-,-,-,-/-,-,-,-,- Y")) == ((),)
    assert solve_puzzle(position_state("rebirth -,-,-,-,E1[001]/-,-,-,-,-/-,-,-,-,- Y hand=001")) == ()


# Refusals.

OPEN = "rebirth Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 Y"


@pytest.mark.parametrize(
    ("text", "error", "sentence"),
    [
        (f"{OPEN} hand=001 ehand=?*2", HiddenCardsError, "not all of the enemy's cards are known, and there is no"),
        (f"{OPEN} hand=001,?", HiddenCardsError, "not all of your cards are known"),
        (f"{OPEN} hand=001 edeck=?", HiddenCardsError, "not all of the enemy's cards are known"),
        (f"{OPEN} hand=001 passes=2", GameOverError, "the game is over; there is nothing left to solve"),
        (f"{OPEN} hand=001 mulligan=Y", TurnOrderError, "the opening hands come first: keep them or mulligan"),
        (f"{OPEN} passes=2 phase=end", GameOverError, "the game is over"),
    ],
)
def test_positions_that_cannot_be_solved_are_refused_in_one_sentence(
    text: str, error: type[QueensBloodError], sentence: str
) -> None:
    with pytest.raises(error) as refusal:
        solve(position_state(text))
    assert str(refusal.value).startswith(sentence)


@pytest.mark.parametrize(
    ("text", "error", "sentence"),
    [
        (f"{OPEN} hand=?", HiddenCardsError, "not all of your cards are known, and a puzzle cannot be solved"),
        (f"{OPEN[:-1]}E hand=001", TurnOrderError, "a puzzle is played by you alone, so it must be your turn"),
        (f"{OPEN} hand=001 passes=2", GameOverError, "the game is over"),
    ],
)
def test_puzzles_that_cannot_be_solved_are_refused_in_one_sentence(
    text: str, error: type[QueensBloodError], sentence: str
) -> None:
    with pytest.raises(error) as refusal:
        solve_puzzle(position_state(text))
    assert str(refusal.value).startswith(sentence)


def test_the_enemys_hidden_cards_do_not_matter_in_a_puzzle() -> None:
    text = "rebirth Y1,-,-,-,-/-,-,-,-,-/-,-,-,-,- Y hand=001"
    assert solve_puzzle(position_state(f"{text} ehand=?*3 edeck=?")) == solve_puzzle(position_state(text)) != ()


def test_what_takes_too_long_says_so_and_how_to_allow_more() -> None:
    state = position_state(f"{OPEN} hand=001,007,008 ehand=001,007,008")
    with pytest.raises(TooLargeError, match=r"^not solved within 100 positions; allow more with --positions$"):
        solve(state, positions=100)
    with pytest.raises(TooLargeError, match=r"^not solved within 2 positions and 10,000 winning orders"):
        solve_puzzle(position_state(f"{OPEN[:-4]}E1[011] Y hand=001,007,008"), positions=2)
