"""The lab with fewer games behind every figure, so that a whole question takes moments."""

from __future__ import annotations

from collections.abc import Callable

from qb_app.lab import journal as journals
from qb_app.lab import reading
from qb_engine.lab import building, climbing, field, meta, rungs, swapping

SMALL = (
    (rungs, "_TASK_SECONDS", 0.01),
    (journals, "TOGETHER", 1),
    (reading, "POINTS_DEALS", 70),
    (field, "USUAL_DECKS", 1),
    (climbing, "CLIMBS", 2),
    (climbing, "HEATS", (climbing.Heat(8, 1), climbing.Heat(2, 1))),
    (climbing, "ENOUGH", 1),
    (building, "QUICK_HEATS", ((1, 4), (1, 2))),
    (building, "SEARCHED_DEALS", 1),
    (building, "STRONG_DEALS", 1),
    (building, "PROOF_ROUND", 1),
    (building, "POLISHED", 1),
    (swapping, "HEATS", (swapping.Heat(1, 9), swapping.Heat(1, swapping.BEST))),
    (swapping, "MEASURED", 1),
    (swapping, "WAY_DEALS", 1),
    (meta, "MATRIX_DEALS", 4),
    (meta, "PROOF_DEALS", 20),
    (meta, "TRIED_DEALS", 2),
)


def shrink(assign: Callable[[object, str, object], None]) -> None:
    """Fewer games, in many short tasks that are stored one by one; by ``setattr`` or by that of a test."""
    for module, name, value in SMALL:
        assign(module, name, value)
