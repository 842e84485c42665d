"""Fitting the judge: small recipes, the same bytes whoever plays and after a stop, and files that hold no network."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import nullcontext
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest

from gamekit.crew import Alone, CrewError
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deck import deck_faults
from qb_engine.deep.network_file import NETWORK_FILE, NetworkFile, NetworkFileError
from qb_engine.deep.win_chance import network, searcher_with
from qb_engine.kernel.door import KernelEngine
from qb_engine.ruleset import Ruleset
from tests.qb_engine.deep.games import game
from training import fit
from training.decks import deck_pairs, random_deck

T = TypeVar("T")
R = TypeVar("R")
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


def make_small(patched: pytest.MonkeyPatch) -> None:
    """Two chunks of four tasks each, the last of which is smaller."""
    stages = (fit.Stage(100, 1.0, 3e-3, 3e-3), fit.Stage(100, 0.2, 3e-3, 1e-3))
    sizes = {"RECIPE": stages, "CHUNK": 100, "PAIRS": 40, "GAMES_A_TASK": 30, "BATCH": 128, "HELD_OUT": 60}
    for name, value in sizes.items():
        patched.setattr(fit, name, value)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    make_small(monkeypatch)


class Leaving(Alone):
    """Goes home in the middle of the second chunk."""

    done = 0

    def map(self, work: Callable[[T], R], tasks: Iterable[T]) -> Generator[R, None, None]:
        for result in super().map(work, tasks):
            if self.done == 6:
                raise CrewError("nobody is left")
            self.done += 1
            yield result


def fitted(output: Path, monkeypatch: pytest.MonkeyPatch, *more: str) -> NetworkFile:
    told = ["fit", "--output", str(output), "--date", "2026-01-02", *more]
    monkeypatch.setattr(sys, "argv", told)
    fit.main()
    return NetworkFile.read(output)


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a small recipe gives that one process plays and one thread learns."""
    with pytest.MonkeyPatch.context() as patched:
        make_small(patched)
        path = tmp_path_factory.mktemp("alone") / "judge.qbn"
        fitted(path, patched, "--processes", "1", "--learning-threads", "1")
    return path


def test_a_small_recipe_learns(alone: Path) -> None:
    made = NetworkFile.read(alone)
    assert made.told["figures"]["surprise_at_results"] < GUESSING, "better than guessing"
    assert made.told["made"] == "2026-01-02"
    assert len(made.numbers) == len(network().numbers)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    "workers", [("--processes", "2", "--learning-threads", "2"), ("--processes", "2", "--cluster", "local")]
)
def test_whoever_plays_the_file_is_the_same(
    workers: tuple[str, ...], alone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fitted(tmp_path / "judge.qbn", monkeypatch, *workers)
    assert (tmp_path / "judge.qbn").read_bytes() == alone.read_bytes()


@pytest.mark.usefixtures("small")
def test_however_the_games_are_cut_into_tasks_the_file_is_the_same(
    alone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fit, "GAMES_A_TASK", 1_000)
    fitted(tmp_path / "judge.qbn", monkeypatch)
    assert (tmp_path / "judge.qbn").read_bytes() == alone.read_bytes()


@pytest.mark.usefixtures("small")
def test_a_fit_that_was_stopped_goes_on_where_it_was(
    alone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    output, part = tmp_path / "judge.qbn", tmp_path / "judge.qbn.part"
    with monkeypatch.context() as patched:
        patched.setattr(fit, "open_crew", lambda *_: nullcontext(Leaving()))
        with pytest.raises(SystemExit, match="nobody is left; the same command goes on after the last chunk"):
            fitted(output, patched)
    assert part.exists()
    fitted(output, monkeypatch, "--processes", "1")
    assert "goes on after chunk 1 of 2" in capsys.readouterr().out
    assert output.read_bytes() == alone.read_bytes()
    assert not part.exists()


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("told", "refusal"),
    [
        (("--processes", "0"), "--processes is a number from 1 to 256, not 0"),
        (("--cluster", "here"), "'here' is no cluster: give the address of a scheduler"),
        (("--card-dropout", "2"), "--card-dropout is a share, from 0 to 1, not 2"),
    ],
)
def test_options_that_cannot_be_are_refused(
    told: tuple[str, ...],
    refusal: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as ended:
        fitted(tmp_path / "judge.qbn", monkeypatch, *told)
    assert ended.value.code == 2
    assert refusal in capsys.readouterr().err


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
