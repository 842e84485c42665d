"""Fitting the judge: small recipes, the same bytes with any threads and after a stop, and slopes that are slopes."""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from qb_engine.card_hydrator import CardHydrator
from qb_engine.deck import deck_faults
from qb_engine.deep.network_file import NETWORK_FILE, NetworkFile, NetworkFileError
from qb_engine.deep.win_chance import network, searcher_with
from qb_engine.kernel.door import KernelEngine
from qb_engine.ruleset import Ruleset
from tests.qb_engine.deep.games import game
from training import fit
from training.decks import deck_pairs, random_deck

HYDRATOR = CardHydrator()
REBIRTH = Ruleset.REBIRTH
GUESSING = 1.0986
"""The surprise of who gives win, draw and loss a third each."""


def test_random_decks_are_legal() -> None:
    for seed in range(40):
        assert deck_faults(random_deck(HYDRATOR, REBIRTH, Random(seed)), REBIRTH, HYDRATOR) == ()


def test_pairs_of_decks_are_the_same_for_the_same_seed() -> None:
    pairs = deck_pairs(30, HYDRATOR, REBIRTH, "a")
    assert pairs == deck_pairs(30, HYDRATOR, REBIRTH, "a")
    assert pairs != deck_pairs(30, HYDRATOR, REBIRTH, "b")
    assert 0 < sum(first == second for first, second in pairs) < 30


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fit, "CHUNK", 100)
    monkeypatch.setattr(fit, "PAIRS", 40)
    monkeypatch.setattr(fit, "BATCH", 128)
    monkeypatch.setattr(fit, "HELD_OUT", 60)
    stages = (fit.Stage(100, 1.0, 3e-3, 3e-3), fit.Stage(100, 0.2, 3e-3, 1e-3))
    monkeypatch.setattr(fit, "RECIPE", stages)


def fitted(output: Path, monkeypatch: pytest.MonkeyPatch, *more: str) -> NetworkFile:
    told = ["fit", "--output", str(output), "--date", "2026-01-02", *more]
    monkeypatch.setattr(sys, "argv", told)
    fit.main()
    return NetworkFile.read(output)


@pytest.mark.usefixtures("small")
def test_a_small_recipe_learns_and_gives_the_same_file_with_any_threads_and_after_a_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = fitted(tmp_path / "one", monkeypatch, "--threads", "1")
    assert one.told["figures"]["surprise_at_results"] < GUESSING, "better than guessing"
    assert one.told["made"] == "2026-01-02"
    assert len(one.numbers) == len(network().numbers)
    fitted(tmp_path / "two", monkeypatch, "--threads", "2")
    assert (tmp_path / "two").read_bytes() == (tmp_path / "one").read_bytes()

    def stopped(self: fit.Fit, games: int) -> dict[str, float]:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(fit.Fit, "figures", stopped)
        with pytest.raises(KeyboardInterrupt):
            fitted(tmp_path / "three", patched, "--threads", "2")
    assert (tmp_path / "three.part").exists()
    fitted(tmp_path / "three", monkeypatch, "--threads", "2")
    assert (tmp_path / "three").read_bytes() == (tmp_path / "one").read_bytes()
    assert not (tmp_path / "three.part").exists()


def test_a_chunk_learns_from_the_first_rate_to_the_last_along_a_cosine() -> None:
    stage = fit.Stage(fit.CHUNK * 4, 0.1, 2e-3, 1e-3)
    found = list(fit.chunks((stage,), 1.0))
    assert [chunk.number for chunk in found] == [0, 1, 2, 3]
    assert (found[0].first_rate, found[-1].last_rate) == (2e-3, 1e-3)
    assert found[1].last_rate == pytest.approx(1.5e-3)
    assert all(before.last_rate == after.first_rate for before, after in pairwise(found))


def test_the_file_tells_how_the_judge_was_made_and_is_small() -> None:
    told = network().told
    assert {"made", "version", "recipe", "figures"} <= set(told)
    assert told["recipe"]["stages"] == [vars(stage) for stage in fit.RECIPE]
    assert NETWORK_FILE.stat().st_size < 2_500_000


@pytest.mark.parametrize("broken", [b"", b"{}\n", b'{"format":"other"}\nx', b"\xff\xfe\n123"])
def test_a_file_that_holds_no_network_is_refused(broken: bytes, tmp_path: Path) -> None:
    path = tmp_path / "judge.qbn"
    path.write_bytes(broken)
    with pytest.raises(NetworkFileError, match=r"judge.qbn is no network of the judge .*'make fit' makes one"):
        NetworkFile.read(path)


def test_a_file_that_is_cut_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "judge.qbn"
    path.write_bytes(NETWORK_FILE.read_bytes()[:-1000])
    with pytest.raises(NetworkFileError):
        NetworkFile.read(path)


def test_the_judge_knows_who_is_ahead_and_moves_are_scored_as_they_turn_out() -> None:
    """The best move by scores, none of them played, is mostly one of the best once they are played."""
    engine = KernelEngine(HYDRATOR, REBIRTH)
    searcher = searcher_with(network(), engine)
    lost = []
    for seed in range(30):
        state = game(seed, seed % 8)
        packed = engine.state(state)
        points = {}
        for pair, _ in searcher.promises(packed):
            after = packed.clone()
            engine.kernel.play(after, *pair)
            win, draw, _, _ = searcher.outlook(after)
            points[pair] = win + draw / 2
        best = max(searcher.promises(packed), key=lambda item: item[1])[0]
        lost.append(max(points.values()) - points[best])
    assert sum(lost) / len(lost) < 0.05
