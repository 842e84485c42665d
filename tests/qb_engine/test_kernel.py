"""The kernel against the Python engine: whole games at every ply, keys, records of plays, and wrong input."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

import pytest

from qb_engine import kernel
from qb_engine.changes import CardDestroyed, Change, TileCaptured
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import Move
from qb_engine.notation import parse_position
from qb_engine.ruleset import Ruleset
from tests.qb_engine import kernel_games
from tests.qb_engine.kernel_games import (
    DECK_IDS,
    HYDRATOR,
    RECORD,
    Game,
    Twin,
    decided,
    expected_record,
    failure,
    play_random_game,
    replay,
    shrink,
)
from tests.qb_engine.kernel_keys import Keys, facts, woven_lines

pytestmark = pytest.mark.skipif(not kernel.available, reason="the kernel is not built (no compiler, or QBCOACH_PURE)")

GAMES = int(os.environ.get("QBCOACH_DIFFERENTIAL_GAMES", "200"))
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
    you, enemy = (GameState.from_position(parse_position(text, HYDRATOR), HYDRATOR) for text in (first, second))
    assert facts(you) != facts(enemy)
    assert Twin(you).packed.key() != Twin(enemy).packed.key()


def tile_set(tiles: list[int]) -> int:
    return sum(1 << index for index in set(tiles))


def record_after(state: GameState, side: Side, move: Move) -> tuple[float, ...]:
    """What the kernel is to say of a play."""
    assert move.card is not None
    assert move.tile is not None
    board = state.board.clone()
    changes: list[Change] = state.effect_engine.resolve_play(board, side, HYDRATOR.get(move.card), move.tile)
    board.recompute_influence_from_deltas()
    fallen = [change.card for change in changes if isinstance(change, CardDestroyed)]
    hand = state.hands[Side.YOU].cards
    record = list(expected_record(board))
    record[25] = tile_set([change.tile.index for change in changes if isinstance(change, TileCaptured)])
    record[26], record[27] = (tile_set([at.tile.index for at in fallen if at.side is who]) for who in Side)
    record[28] = any(state.legality.legal_tiles(board, Side.YOU, card) for card in hand)
    return tuple(record)


@pytest.mark.parametrize("seed", range(25))
def test_the_record_of_every_play_is_that_of_the_python_engine(seed: int) -> None:
    twin = decided(seed)
    engine, state = twin.engine, twin.state
    hand = engine.indexes(state.hands[Side.YOU].as_card_ids())
    for side in Side:
        moves = state.legal_placements(side)
        pairs = [engine.pair(move) for move in moves]
        data = engine.kernel.describe_plays(engine.board(state.board), side.index, pairs, hand, 1)
        assert list(RECORD.iter_unpack(data)) == [record_after(state, side, move) for move in moves]
        assert data == engine.kernel.describe_plays(engine.board(state.board), side.index, pairs, hand, 3)


# Random games.


@pytest.mark.parametrize("ruleset", [Ruleset.REBIRTH, Ruleset.V2_2_4], ids=str)
def test_random_games_depend_on_their_seed_alone(ruleset: Ruleset) -> None:
    twin = Twin(GameState.start(DECK_IDS[:15], DECK_IDS[-15:], 1, ruleset=ruleset, hydrator=HYDRATOR))
    run = twin.engine.kernel.random_games
    before = twin.packed.key()
    games = [run(twin.packed, 5, 200, True, threads) for threads in (1, 2, 3, 64)]
    assert len(set(games)) == 1
    assert run(twin.packed, 5, 50, True, 1) == games[0][: 50 * kernel.GAME_RESULT.size]
    assert run(twin.packed, 6, 200, True, 1) != games[0]
    assert run(twin.packed, 5, 0, True, 4) == b""
    assert twin.packed.key() == before
    results = list(kernel.GAME_RESULT.iter_unpack(games[0]))
    assert all(you >= 0 and enemy >= 0 and 2 <= plies <= 60 for you, enemy, plies in results)
    assert len(set(results)) > 50


def test_a_finished_game_has_only_its_own_result() -> None:
    twin = decided(4)
    for _ in range(2):
        twin.play(Move.PASS)
    score = twin.state.score()
    data = twin.engine.kernel.random_games(twin.packed, 1, 3, True, 1)
    assert list(kernel.GAME_RESULT.iter_unpack(data)) == [(score.total_you, score.total_enemy, 0)] * 3


# What a failure leaves behind.


def test_a_failing_game_is_shrunk_to_the_decision_that_matters_and_can_be_read_back() -> None:
    game = play_random_game(9)
    culprit = game.decisions[7]
    small = shrink(game, lambda tried: culprit in tried.decisions)
    assert small.decisions == (culprit,)
    again = Game.parse(str(small))
    assert (again.start, again.decisions) == (small.start, small.decisions)
    assert replay(again) is None


# Fields that ordinary random games tell apart soon; two_face, death_order, killing_blow_fires and replacement_order
# take hundreds of games or more.
FIELDS = ("capture", "pawns_on_occupied", "pawns_before_abilities", "rank_after_destruction", "ends_on_full_board")


def other_reading(ruleset: Ruleset, name: str) -> Ruleset:
    """The rule set with one field answered otherwise."""
    value = getattr(ruleset, name)
    readings: list[object] = [False, True] if isinstance(value, bool) else [*value.__class__]
    return ruleset.varied(**{name: readings[(readings.index(value) + 1) % len(readings)]})


@pytest.mark.parametrize("name", FIELDS)
def test_a_kernel_with_one_wrong_rule_is_found_out(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    @lru_cache
    def wrong_engine(ruleset: Ruleset) -> kernel.KernelEngine:
        engine = kernel.KernelEngine(HYDRATOR, other_reading(ruleset, name))
        engine.ruleset = ruleset
        return engine

    monkeypatch.setattr(kernel_games, "engine_for", wrong_engine)
    monkeypatch.setattr(kernel_games, "SAVED_GAMES", tmp_path)
    for seed in range(60):
        game = play_random_game(seed)
        if found := replay(game):
            assert f"seed {seed}" in failure(seed, game, found)
            saved = Game.parse((tmp_path / f"seed-{seed}.txt").read_text(encoding="utf-8"))
            assert len(saved.decisions) <= 1
            assert replay(saved) is not None
            return
    pytest.fail(f"no game tells that {name} is wrong")
