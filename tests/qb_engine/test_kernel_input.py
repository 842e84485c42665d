"""What the kernel refuses, and that no input brings it down."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qb_engine import kernel
from qb_engine.models import Move, Mulligan
from qb_engine.ruleset import Ruleset
from tests.qb_engine.kernel_games import (
    HYDRATOR,
    RECORD,
    Twin,
    decided,
    engine_for,
    random_start,
)

pytestmark = pytest.mark.skipif(not kernel.available, reason="the kernel is not built (no compiler, or QBCOACH_PURE)")

ANY_REFUSAL = (ValueError, TypeError)


def refused(call: Callable[[], object], twin: Twin) -> None:
    """The call raises, and the game stands where it stood."""
    key = twin.packed.key()
    with pytest.raises(ANY_REFUSAL):
        call()
    assert twin.packed.key() == key


@pytest.mark.parametrize("pair", [(166, 0), (255, 0), (254, 0), (0, 15), (0, -1), (2**40, 0), ("001", 0), (None, None)])
def test_a_move_that_is_none_is_refused(pair: tuple[Any, Any]) -> None:
    twin = decided(1)
    refused(lambda: twin.engine.kernel.play(twin.packed, *pair), twin)


@pytest.mark.parametrize("seed", range(8))
def test_exactly_the_legal_moves_can_be_played(seed: int) -> None:
    twin = decided(seed)
    legal = set(twin.engine.kernel.legal_moves(twin.packed))
    for pair in ((card, tile) for card in range(len(HYDRATOR.all())) for tile in range(15)):
        if pair in legal:
            twin.engine.kernel.play(twin.packed.clone(), *pair)
        else:
            refused(lambda pair=pair: twin.engine.kernel.play(twin.packed, *pair), twin)  # type: ignore[misc]


def test_nothing_is_played_after_the_end() -> None:
    twin = decided(2)
    for _ in range(2):
        twin.play(Move.PASS)
    assert twin.engine.kernel.legal_moves(twin.packed) == []
    refused(lambda: twin.engine.kernel.play(twin.packed, -1, -1), twin)


def test_a_turn_that_waits_to_be_ended_has_no_moves() -> None:
    twin = decided(2)
    twin.state.pass_turn(twin.state.side_to_act)
    waiting = Twin(twin.state)
    assert waiting.state.legal_moves() == []
    assert waiting.engine.kernel.legal_moves(waiting.packed) == []
    refused(lambda: waiting.engine.kernel.play(waiting.packed, -1, -1), waiting)


def test_the_opening_hand_comes_first_and_once() -> None:
    twin = Twin(random_start(1))
    refused(lambda: twin.engine.kernel.play(twin.packed, -1, -1), twin)
    twin.play(Mulligan())
    twin.play(Mulligan((0, 1)))
    refused(lambda: twin.engine.kernel.mulligan(twin.packed, 0, [], [], True), twin)


def test_a_hand_that_grows_too_long_leaves_the_game_as_it_was() -> None:
    twin = decided(3)
    twin.state.hands[twin.state.side_to_act.other].cards = [HYDRATOR.all()[0]] * 60
    full = Twin(twin.state)
    refused(lambda: full.engine.kernel.play(full.packed, -1, -1), full)


WRONG: dict[str, Callable[[Any, Any], object]] = {
    "hand too long": lambda k, s: k.state(s.board, [[0] * 61, []], [[], []], 0, 1, 0, 1, [False] * 2, [0, 0]),
    "deck too long": lambda k, s: k.state(s.board, [[], []], [[0] * 61, []], 0, 1, 0, 1, [False] * 2, [0, 0]),
    "one hand": lambda k, s: k.state(s.board, [[]], [[], []], 0, 1, 0, 1, [False] * 2, [0, 0]),
    "side": lambda k, s: k.state(s.board, [[], []], [[], []], 2, 1, 0, 1, [False] * 2, [0, 0]),
    "passes": lambda k, s: k.state(s.board, [[], []], [[], []], 0, 1, 3, 1, [False] * 2, [0, 0]),
    "phase": lambda k, s: k.state(s.board, [[], []], [[], []], 0, 1, 0, 3, [False] * 2, [0, 0]),
    "no threads": lambda k, s: k.random_games(s, 1, 10, True, 0),
    "many threads": lambda k, s: k.random_games(s, 1, 10, True, 65),
    "fewer games than none": lambda k, s: k.random_games(s, 1, -1, True, 1),
    "plays without threads": lambda k, s: k.describe_plays(s.board, 0, [], [], 0),
    "illegal play": lambda k, s: k.describe_plays(s.board, 0, [(0, 4)], [], 1),
    "card held": lambda k, s: k.describe_plays(s.board, 0, [], [166], 1),
    "tiles of no card": lambda k, s: k.legal_tiles(s.board, 0, 166),
    "tiles of no side": lambda k, s: k.legal_tiles(s.board, -1, 0),
    "depth below 0": lambda k, s: k.perft(s, -1),
    "depth 21": lambda k, s: k.perft(s, 21),
    "divide by nothing": lambda k, s: k.divide(s, 0),
    "hand of no side": lambda k, s: s.hand(2),
    "board for state": lambda k, s: k.legal_moves(s.board),
    "few tiles": lambda k, s: k.board(s.board.tiles()[1:], s.board.base(), [], 1),
    "few bases": lambda k, s: k.board(s.board.tiles(), [], [], 1),
    "short tile": lambda k, s: k.board([[0] * 9] * 15, s.board.base(), [], 1),
    "too many cards": lambda k, s: [k.add_card(1, False, False, 1, [0] * 30, [0] * 30, [], []) for _ in range(300)],
    "card without pattern": lambda k, s: k.add_card(1, False, False, 1, [], [], [], []),
    "unknown trigger": lambda k, s: k.add_card(
        1, False, False, 1, [0] * 30, [0] * 30, [(99, 0, 0, 0, 0, 0, [])], [(0, 0)]
    ),
    "few rules": lambda k, s: type(k)([0] * 13, [0.0] * 19),
    "unknown rule": lambda k, s: type(k)([9] * 14, [0.0] * 19),
    "few weights": lambda k, s: type(k)([0] * 14, []),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_input_is_refused(name: str) -> None:
    state = random_start(6)
    own = kernel.KernelEngine(HYDRATOR, state.ruleset)  # one of its own, since a card may be added
    with pytest.raises(ANY_REFUSAL):
        WRONG[name](own.kernel, own.state(state))


FOREIGN = """
from tests.qb_engine.kernel_games import random_start, engine_for
from qb_engine import _kernel
state = random_start(3)
packed = engine_for(state.ruleset).state(state)
small = _kernel.Kernel([0] * 14, [0.0] * 19)
calls = {"legal_moves": (), "is_over": (), "perft": (3,), "divide": (2,), "random_games": (1, 3, True, 1)}
for name, arguments in calls.items():
    try:
        getattr(small, name)(packed, *arguments)
    except (ValueError, TypeError):
        pass
"""


def test_a_game_of_another_kernel_does_no_harm() -> None:
    done = subprocess.run([sys.executable, "-c", FOREIGN], env={**os.environ, "PYTHONPATH": os.getcwd()}, check=False)
    assert done.returncode == 0


def mostly(low: int, high: int) -> st.SearchStrategy[int]:
    return st.integers(0, 40).flatmap(lambda n: st.integers(low, high) if n else st.integers(-(2**33), 2**33))


ROWS = st.tuples(mostly(-1, 1), mostly(0, 3), mostly(0, 3), mostly(-1, 1), mostly(-1, 165), mostly(0, 1)).flatmap(
    lambda row: st.tuples(*map(st.just, row), mostly(-9, 9), mostly(-9, 9), mostly(0, 3), mostly(0, 20))
)
HELD = st.lists(st.one_of(mostly(0, 165), st.just(254)), max_size=12)


@given(
    st.sampled_from([Ruleset.REBIRTH, Ruleset.V2_2_4]),
    st.lists(ROWS, min_size=15, max_size=15),
    st.lists(st.tuples(mostly(0, 14), mostly(0, 14), mostly(-3, 3), mostly(-3, 3)), max_size=9),
    st.tuples(HELD, HELD, HELD, HELD),
    st.tuples(mostly(0, 1), mostly(1, 30), mostly(0, 2), mostly(0, 2)),
)
def test_garbage_is_refused_or_played_but_never_crashes(
    ruleset: Ruleset, rows: Any, deltas: Any, held: Any, turn: tuple[int, int, int, int]
) -> None:
    rules = engine_for(ruleset).kernel
    try:
        board = rules.board(rows, [(0, 0)] * 15, deltas, 30)
        state = rules.state(board, held[:2], held[2:], *turn, [False, False], [0, 0])
    except ANY_REFUSAL:
        return
    assert len(rules.describe_board(board)) == RECORD.size
    assert len(rules.random_games(state, 1, 4, True, 2)) == 4 * kernel.GAME_RESULT.size
    moves = rules.legal_moves(state)
    assert rules.perft(state, 1) == len(moves) or rules.is_over(state)
    for move in moves:
        child = state.clone()
        rules.play(child, *move)
        assert isinstance(child.key(), int)
