"""The lab with fewer games behind every figure, so that a whole question takes moments."""

from __future__ import annotations

import pytest

from qb_app.lab import journal as journals
from qb_app.lab import reading
from qb_engine.lab import building, meta, rungs, swapping


def make_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer games behind every figure, in many short tasks that are stored one by one."""
    monkeypatch.setattr(rungs, "_TASK_SECONDS", 0.01)
    monkeypatch.setattr(journals, "TOGETHER", 1)
    monkeypatch.setattr(reading, "POINTS_DEALS", 10)
    monkeypatch.setattr(building, "QUICK_HEATS", ((1, 4), (1, 2)))
    monkeypatch.setattr(building, "SEARCHED_DEALS", 1)
    monkeypatch.setattr(building, "STRONG_DEALS", 1)
    monkeypatch.setattr(building, "PROOF_ROUND", 2)
    monkeypatch.setattr(building, "MOST_PROOF", 4)
    monkeypatch.setattr(swapping, "HEATS", (swapping.Heat(1, 9), swapping.Heat(1, swapping.BEST)))
    monkeypatch.setattr(swapping, "MEASURED", 2)
    monkeypatch.setattr(meta, "MATRIX_DEALS", 4)
    monkeypatch.setattr(meta, "PROOF_DEALS", 20)
    monkeypatch.setattr(meta, "TRIED_DEALS", 2)
