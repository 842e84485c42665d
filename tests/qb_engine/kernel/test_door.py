"""The kernel against the Python engine: whole games at every ply, keys, records of plays, and wrong input."""

from __future__ import annotations

import os

import pytest

from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.kernel import door as kernel
from qb_engine.models import Move
from qb_engine.ruleset import Ruleset
from tests.qb_engine.kernel.games import (
    RECORD,
    Twin,
    decided,
    expected_record_after,
    failure,
    play_random_game,
    replay,
)
from tests.qb_engine.kernel.keys import Keys, facts, woven_lines
from tests.qb_engine.kernel.starts import DECK_IDS, HYDRATOR

pytestmark = pytest.mark.skipif(not kernel.available, reason="the kernel is not built (no compiler, or QBCOACH_PURE)")

GAMES = int(os.environ.get("QBCOACH_DIFFERENTIAL_GAMES", "100"))
FIRST_SEED = int(os.environ.get("QBCOACH_DIFFERENTIAL_SEED", "0"))
CHUNK = max(10, GAMES // 500)
SEEDS = range(FIRST_SEED, FIRST_SEED + GAMES)


# The two engines agree.


@pytest.mark.parametrize(
    "seeds", [SEEDS[i : i + CHUNK] for i in range(0, GAMES, CHUNK)], ids=lambda s: f"{s[0]}-{s[-1]}"
)
def test_both_engines_play_the_same_games(seeds: range) -> None:
    keys = Keys()
    for seed in seeds:
        game = play_random_game(seed)
        found = replay(game, keys.disagreement)
        if found is not None:
            pytest.fail(failure(seed, game, found))


@pytest.mark.parametrize("seeds", [range(8), range(8, 16), range(54, 62)], ids=lambda s: f"{s[0]}-{s[-1]}")
def test_keys_are_equal_exactly_where_positions_are(seeds: range) -> None:
    keys = Keys()
    for line in (line for seed in seeds for line in woven_lines(seed)):
        assert replay(line, keys.disagreement) is None
    assert keys.met_again > 20


def test_keys_tell_the_order_of_pawns_on_a_contested_tile() -> None:
    """Without the card on B1 the tile M2 is tied, and its owner is who came first."""
    text = "v2.2.4 Y1,-,-,-,E1/Y1[015#{}],Y2:1,E1[015#{}],-,E1/Y1[015#3],-,-,-,E1 Y next=4 deltas={} turn=5"
    first = text.format(1, 2, "1@M2+1+0,2@M2+0+1,3@M2+1+0")
    second = text.format(2, 1, "1@M2+0+1,2@M2+1+0,3@M2+1+0")
    you, enemy = (GameState.parse(text, HYDRATOR) for text in (first, second))
    assert facts(you) != facts(enemy)
    assert Twin(you).packed.key() != Twin(enemy).packed.key()


@pytest.mark.parametrize("seed", range(25))
def test_the_record_of_every_play_is_that_of_the_python_engine(seed: int) -> None:
    twin = decided(seed)
    engine, state = twin.engine, twin.state
    hand = engine.indexes(state.hands[Side.YOU].as_card_ids())
    for side in Side:
        moves = state.legal_placements(side)
        pairs = [engine.pair(move) for move in moves]
        data = engine.kernel.describe_plays(engine.board(state.board), side.index, pairs, hand, 1)
        assert list(RECORD.iter_unpack(data)) == [expected_record_after(state, side, move) for move in moves]
        assert data == engine.kernel.describe_plays(engine.board(state.board), side.index, pairs, hand, 3)


def test_the_draw_can_be_made_before_the_move() -> None:
    state = decided(7).state
    state.pass_turn(state.side_to_act)
    state.end_turn()
    twin = Twin(state)
    drawn = twin.state.draw_start_of_turn()
    assert drawn is not None
    assert twin.engine.card_id(twin.engine.kernel.draw(twin.packed)) == drawn
    assert twin.disagreement() is None


# Random games.

GAME_RESULT_BYTES = 12


@pytest.mark.parametrize("ruleset", [Ruleset.REBIRTH, Ruleset.V2_2_4], ids=str)
def test_random_games_depend_on_their_seed_alone(ruleset: Ruleset) -> None:
    twin = Twin(GameState.start(DECK_IDS[:15], DECK_IDS[-15:], 1, ruleset=ruleset, hydrator=HYDRATOR))
    run = twin.engine.kernel.random_games
    before = twin.packed.key()
    games = [run(twin.packed, 5, 200, True, threads) for threads in (1, 2, 3, 64)]
    assert len(set(games)) == 1
    assert run(twin.packed, 5, 50, True, 1) == games[0][: 50 * GAME_RESULT_BYTES]
    assert run(twin.packed, 6, 200, True, 1) != games[0]
    assert run(twin.packed, 5, 0, True, 4) == b""
    assert twin.packed.key() == before
    results = twin.engine.random_games(twin.packed, 5, 200)
    assert all(you >= 0 and enemy >= 0 and 2 <= plies <= 60 for you, enemy, plies in results)
    assert len(set(results)) > 50


def test_a_finished_game_has_only_its_own_result() -> None:
    twin = decided(4)
    for _ in range(2):
        twin.play(Move.PASS)
    score = twin.state.score()
    assert twin.engine.random_games(twin.packed, 1, 3) == [(score.total_you, score.total_enemy, 0)] * 3
