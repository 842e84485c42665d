"""The judge's loss: what a position costs, means over games, and the stored sample."""

from __future__ import annotations

import gzip
from math import log, sqrt
from pathlib import Path

import pytest

from bench.judge_loss import loss_of, mean_by_game
from bench.phases import Phase
from bench.sample import SAMPLE_FILE, Sampled, read_sample, sample_game, write_sample
from qb_engine import CardHydrator, GameState, Ruleset
from qb_engine.deep.win_chance import deep_engine, searcher
from tests.qb_engine.deep.games import needs_kernel

HYDRATOR = CardHydrator.shared()
MIDDLE = "rebirth Y2,-,-,-,E2/Y1[001],Y1,-,E1,E1[008]/Y2,-,-,-,E1 Y turn=3 hand=005,007,008 ehand=001,004 deck=011"


@needs_kernel
@pytest.mark.parametrize("margin", [4, 0, -2])
def test_a_position_costs_what_its_result_was_not_given(margin: int) -> None:
    engine = deep_engine(HYDRATOR, Ruleset.REBIRTH)
    state = GameState.parse(MIDDLE, HYDRATOR)
    win, draw, loss, _ = searcher(engine).outlook(engine.state(state))
    found = loss_of(Sampled(1, margin, state), searcher(engine), engine)
    assert found.phase is Phase.OPENING
    assert found.result == pytest.approx(-log(win if margin > 0 else draw if margin == 0 else loss))
    points = win + draw / 2
    costs = {4: -log(points), 0: -(log(points) + log(1 - points)) / 2, -2: -log(1 - points)}
    assert found.points == pytest.approx(costs[margin])


def test_positions_of_one_game_count_as_one_in_the_error() -> None:
    apart = mean_by_game([(1, 0.0), (2, 0.0), (3, 1.0), (4, 1.0)])
    together = mean_by_game([(1, 0.0), (1, 0.0), (3, 1.0), (3, 1.0)])
    assert apart.mean == together.mean == 0.5
    assert apart.error == pytest.approx(0.25)
    assert together.error == pytest.approx(0.25 * sqrt(2))


def test_a_sample_is_read_as_it_was_written_and_gives_the_same_bytes(tmp_path: Path) -> None:
    lines = [f"7 -3 {MIDDLE}", f"8 0 {MIDDLE}"]
    first, second = tmp_path / "first.gz", tmp_path / "second.gz"
    write_sample(first, lines)
    write_sample(second, lines)
    assert first.read_bytes() == second.read_bytes()
    state = GameState.parse(MIDDLE, HYDRATOR)
    assert read_sample(first) == [Sampled(7, -3, state), Sampled(8, 0, state)]


@needs_kernel
def test_three_positions_of_a_game_are_kept_all_cards_open() -> None:
    lines = sample_game(5, nodes=10)
    assert lines == sample_game(5, nodes=10)
    assert len(lines) == 3
    assert all("?" not in line and "seed" not in line for line in lines)
    turns = [GameState.parse(line.split(" ", 2)[2], HYDRATOR).turn for line in lines]
    assert turns == sorted(set(turns))


def test_the_stored_sample_has_three_positions_of_two_thousand_games() -> None:
    lines = gzip.decompress(SAMPLE_FILE.read_bytes()).decode().splitlines()
    games = [int(line.split()[0]) for line in lines]
    assert sorted(set(games)) == list(range(3_000_000, 3_002_000))
    assert len(lines) == 6_000
