"""Habits, printed: tiles are named as on every other screen."""

from __future__ import annotations

import json

import pytest

from qb_app.answers.advisor import Advisor
from qb_engine.deep.search import Budget
from qb_engine.geometry import Tile
from tests.qb_app.conftest import Run
from tests.qb_engine.deep.games import needs_kernel

LOST = ("hand security officer, levrikon, mu, elphadunk, grasslands wolf", "keep", "sec m1", "e levrikon m5", "draw mu")


@needs_kernel
@pytest.mark.parametrize("columns", [60, 80])
def test_tiles_are_named_in_short_but_in_plain_words(run: Run, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setattr(Advisor, "budget", Budget(300))
    monkeypatch.setenv("COLUMNS", str(columns))
    run("live", "--top", "0", "--deck", "starter", *LOST, "pass", "e pass")
    themes = json.loads(run("progress", "--json").stdout)["themes"]
    best = next(theme for theme in themes if theme["name"] == "passing")["examples"][0]["best"]
    card, _, tile = best.rpartition(" ")
    for options, named in (((), f"{card} {Tile.parse(tile)}"), (("--plain",), best)):
        assert f" %; better {named} By " in " ".join(run("progress", *options).stdout.split())
