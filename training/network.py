"""The win-chance network as numpy sees it: forward, loss and fitting by Adam. The kernel runs the same network."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from qb_engine import _kernel

Array = NDArray[np.float64]
RESULTS = 3
MARGIN_WEIGHT = 0.05
"""What a squared error of the margin, in units of the kernel's scale, counts beside the surprise at the result."""
BATCH = 1024
DECAY = 1e-5
FIRST_STEP = 3e-3
LAST_STEP = 1e-5


@dataclass(frozen=True)
class Examples:
    features: Array
    margins: Array

    @property
    def results(self) -> NDArray[np.int64]:
        """0 win, 1 draw, 2 loss."""
        return (1 - np.sign(self.margins)).astype(np.int64)

    def split(self, share: float) -> tuple[Examples, Examples]:
        cut = int(len(self.margins) * share)
        return (
            Examples(self.features[:cut], self.margins[:cut]),
            Examples(self.features[cut:], self.margins[cut:]),
        )


class Network:
    def __init__(self, rng: np.random.Generator) -> None:
        features, hidden, outputs = _kernel.FEATURES, _kernel.HIDDEN_UNITS, _kernel.OUTPUTS
        self.layers: list[Array] = [
            rng.normal(0, features**-0.5, (features, hidden)),
            np.zeros(hidden),
            rng.normal(0, hidden**-0.5, (outputs, hidden)),
            np.zeros(outputs),
        ]

    def forward(self, features: Array) -> tuple[Array, Array, Array]:
        """Hidden units, chances of win, draw and loss, and the margin in units of the kernel's scale."""
        into_hidden, hidden_bias, into_output, output_bias = self.layers
        hidden = np.maximum(features @ into_hidden + hidden_bias, 0)
        output = hidden @ into_output.T + output_bias
        results = np.exp(output[:, :RESULTS] - output[:, :RESULTS].max(axis=1, keepdims=True))
        return hidden, results / results.sum(axis=1, keepdims=True), output[:, RESULTS]

    def surprise(self, examples: Examples) -> float:
        """Mean log loss of the result, in nats."""
        chances = self.forward(examples.features)[1]
        return float(-np.log(chances[np.arange(len(chances)), examples.results]).mean())

    def gradient(self, features: Array, results: NDArray[np.int64], margins: Array) -> list[Array]:
        hidden, chances, margin = self.forward(features)
        at_output = np.column_stack([chances, 2 * MARGIN_WEIGHT * (margin - margins)])
        at_output[np.arange(len(results)), results] -= 1
        at_output /= len(results)
        at_hidden = (at_output @ self.layers[2]) * (hidden > 0)
        return [features.T @ at_hidden, at_hidden.sum(axis=0), at_output.T @ hidden, at_output.sum(axis=0)]

    def fit(self, examples: Examples, epochs: int, rng: np.random.Generator) -> None:
        first = [np.zeros_like(layer) for layer in self.layers]
        second = [np.zeros_like(layer) for layer in self.layers]
        results, margins = examples.results, examples.margins / _kernel.MARGIN_SCALE
        batches = len(results) // BATCH
        for step in range(epochs * batches):
            if step % batches == 0:
                order = rng.permutation(len(results))
            chosen = order[step % batches * BATCH : (step % batches + 1) * BATCH]
            size = FIRST_STEP * (1 - step / (epochs * batches)) + LAST_STEP
            gradients = self.gradient(examples.features[chosen], results[chosen], margins[chosen])
            for i, gradient in enumerate(gradients):
                pull = gradient + DECAY * self.layers[i]
                first[i] = 0.9 * first[i] + 0.1 * pull
                second[i] = 0.999 * second[i] + 0.001 * pull * pull
                slope = first[i] / (1 - 0.9 ** (step + 1))
                self.layers[i] = self.layers[i] - size * slope / (np.sqrt(second[i] / (1 - 0.999 ** (step + 1))) + 1e-8)

    def numbers(self) -> list[float]:
        """All numbers in the kernel's order, rounded so that the file reads the same everywhere."""
        return [round(float(number), 4) for layer in self.layers for number in layer.ravel()]
