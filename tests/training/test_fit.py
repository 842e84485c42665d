"""Fitting the win-chance network: small recipes, the same numbers twice, and the kernel runs what numpy fitted."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest

from qb_engine.card_hydrator import CardHydrator
from qb_engine.deck import deck_faults
from qb_engine.deep.win_chance import network_numbers
from qb_engine.kernel.door import KernelEngine
from qb_engine.ruleset import Ruleset
from tests.qb_engine.deep.games import game
from training import fit
from training.decks import deck_pairs, random_deck
from training.network import RESULTS, Examples, Network

HYDRATOR = CardHydrator()
REBIRTH = Ruleset.REBIRTH


def test_random_decks_are_legal() -> None:
    for seed in range(40):
        assert deck_faults(random_deck(HYDRATOR, REBIRTH, Random(seed)), REBIRTH, HYDRATOR) == ()


def test_pairs_of_decks_are_the_same_for_the_same_seed() -> None:
    pairs = deck_pairs(30, HYDRATOR, REBIRTH, "a")
    assert pairs == deck_pairs(30, HYDRATOR, REBIRTH, "a")
    assert pairs != deck_pairs(30, HYDRATOR, REBIRTH, "b")
    assert 0 < sum(first == second for first, second in pairs) < 30


def test_a_small_recipe_learns_and_gives_the_same_file_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fit, "PAIRS", 40)
    monkeypatch.setattr(fit, "RECIPE", (fit.Round(300, 1.0, 3), fit.Round(300, 0.2, 3)))
    written = []
    for threads in ("1", "2"):
        output = tmp_path / f"{threads}.json"
        monkeypatch.setattr(sys, "argv", ["fit", "--output", str(output), "--threads", threads])
        fit.main()
        written.append(output.read_bytes())
    assert written[0] == written[1]
    assert len(json.loads(written[0])["numbers"]) == len(network_numbers())
    held_out = [float(line.split()[-3]) for line in capsys.readouterr().out.splitlines() if "held out" in line]
    assert all(loss < np.log(RESULTS) for loss in held_out), "better than guessing"


def test_the_gradient_is_that_of_the_loss() -> None:
    rng = np.random.default_rng(1)
    network = Network(rng)
    network.layers[3] += 0.1
    features, margins = rng.normal(size=(8, network.layers[0].shape[0])), rng.normal(size=8) * 3
    examples = Examples(features, margins)

    def loss() -> float:
        from training.network import MARGIN_WEIGHT

        _, chances, margin = network.forward(features)
        surprise = -np.log(chances[np.arange(8), examples.results]).mean()
        return float(surprise + MARGIN_WEIGHT * ((margin - margins) ** 2).mean())

    gradients = network.gradient(features, examples.results, margins)
    for layer, gradient in zip(network.layers, gradients, strict=True):
        place = tuple(0 for _ in layer.shape)
        before = layer[place]
        layer[place] = before + 1e-5
        above = loss()
        layer[place] = before - 1e-5
        below = loss()
        layer[place] = before
        assert gradient[place] == pytest.approx((above - below) / 2e-5, abs=1e-4)


def test_the_kernel_runs_the_network_that_numpy_knows() -> None:
    from qb_engine import _kernel
    from qb_engine.deep.win_chance import searcher

    engine = KernelEngine(HYDRATOR, REBIRTH)
    network = Network(np.random.default_rng(0))
    numbers = iter(network_numbers())
    network.layers = [
        np.array([next(numbers) for _ in range(layer.size)]).reshape(layer.shape) for layer in network.layers
    ]
    for seed in range(12):
        state = engine.state(game(seed, seed))
        features = np.frombuffer(searcher(engine).features(state), dtype=np.float32).astype(np.float64)
        _, chances, margin = network.forward(features[None, :])
        assert searcher(engine).outlook(state) == pytest.approx(
            (*chances[0], margin[0] * _kernel.MARGIN_SCALE), abs=1e-4
        )
