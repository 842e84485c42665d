"""Whatever the kernel is handed, it answers or refuses: positions no game leads to, numbers out of range, odd cards."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qb_engine.kernel import door as kernel
from qb_engine.kernel.tables import rule_row
from qb_engine.ruleset import Ruleset
from tests.qb_engine.kernel.games import RECORD, engine_for
from tests.qb_engine.kernel.starts import HYDRATOR

pytestmark = pytest.mark.skipif(not kernel.available, reason="the kernel is not built (no compiler, or QBCOACH_PURE)")

ANY_REFUSAL = (ValueError, TypeError)
RANDOM_GAME_BYTES = 12
CARDS = len(HYDRATOR.all())
RULESETS = st.sampled_from([Ruleset.REBIRTH, Ruleset.V2_2_4])
CHANGES = st.sampled_from([0, 0, 1, 5, -1, -3, 30000, -30000])
CARD = st.tuples(st.integers(0, CARDS - 1), st.integers(0, 1), CHANGES, CHANGES, st.integers(0, 15))
PAWNS = st.tuples(st.integers(-1, 1), st.integers(0, 3), st.integers(0, 3), st.integers(-1, 1))
TILES = st.lists(st.tuples(PAWNS, st.one_of(st.none(), CARD)), min_size=15, max_size=15)
DELTAS = st.lists(st.tuples(st.integers(0, 14), st.integers(0, 14), st.integers(-99, 99), st.integers(-99, 99)))
HELD = st.lists(st.one_of(st.integers(0, CARDS - 1), st.just(254)), max_size=60)
TURN = st.tuples(st.integers(0, 1), st.sampled_from([1, 2, 3, 30, 60000]), st.integers(0, 2), st.integers(0, 2))
SPOILT = st.one_of(st.none(), st.tuples(st.integers(0, 14), st.integers(0, 9), st.integers(-(2**40), 2**40)))


def tile_row(index: int, pawns: tuple[int, ...], card: tuple[int, ...] | None) -> list[int]:
    return [*pawns, *(card or (-1, -1, 0, 0, 0)), index if card else 0]


def use(rules: Any, state: Any) -> None:
    """Ask for everything; a refusal, for lack of room or of a legal move, leaves the game as it was."""
    assert len(rules.describe_board(state.board)) == RECORD.size
    over = rules.is_over(state)
    for move in rules.legal_moves(state):
        child = state.clone()
        try:
            rules.play(child, *move)
        except kernel.LimitError:
            assert child.key() == state.key()
    try:
        assert len(rules.random_games(state, 1, 4, True, 2)) == 4 * RANDOM_GAME_BYTES
        assert rules.perft(state, 1) == (1 if over else len(rules.legal_moves(state)))
    except kernel.LimitError:
        return


@given(RULESETS, TILES, DELTAS, st.tuples(HELD, HELD, HELD, HELD), TURN, SPOILT)
def test_positions_no_game_leads_to_are_played_or_refused(
    ruleset: Ruleset, tiles: Any, deltas: Any, held: Any, turn: Any, spoilt: Any
) -> None:
    rules: Any = engine_for(ruleset).kernel
    rows = [tile_row(index, *tile) for index, tile in enumerate(tiles)]
    if spoilt is not None:
        index, field, value = spoilt
        rows[index][field] = value
    laid = [delta for delta in deltas if rows[delta[1]][4] >= 0]
    try:
        board = rules.board(rows, [(0, 0)] * 15, laid, 30)
        state = rules.state(board, held[:2], held[2:], *turn, [False, False], [0, 0])
    except ANY_REFUSAL:
        return
    use(rules, state)


ABILITIES = st.lists(
    st.tuples(
        *(st.integers(0, 12), st.integers(0, 8), st.integers(0, 6), st.integers(-9, 9), st.integers(0, 9)),
        *(st.booleans(), st.lists(st.integers(0, 2), min_size=3, max_size=3), st.integers(0, 2), st.integers(0, 2)),
    ),
    max_size=4,
)
MASKS = st.lists(st.integers(0, 2**15 - 1), min_size=30, max_size=30)
ODD_CARDS = st.lists(st.tuples(st.integers(0, 3), st.integers(1, 99), MASKS, MASKS, ABILITIES), min_size=3, max_size=3)


@given(RULESETS, ODD_CARDS, st.lists(st.integers(-1, 2), min_size=15, max_size=15))
def test_cards_no_schema_would_let_through_do_no_harm(ruleset: Ruleset, cards: Any, lying: list[int]) -> None:
    try:
        rules: Any = type(engine_for(ruleset).kernel)(rule_row(ruleset), [1.0] * 19, cards)
    except ANY_REFUSAL:
        return
    rows = [[index % 2, 3, 3, -1, card, index % 2, 0, 0, 0, index] for index, card in enumerate(lying)]
    board = rules.board(rows, [(0, 0)] * 15, [], 15)
    use(rules, rules.state(board, [[0, 1, 2] * 2] * 2, [[0, 1, 2]] * 2, 0, 3, 0, 1, [False] * 2, [0, 0]))
