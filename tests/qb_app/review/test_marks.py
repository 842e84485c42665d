"""Marks by one table, and what stands beside it: forced, only moves, luck, accuracy."""

from __future__ import annotations

import pytest

from qb_app.review.marks import JUDGEMENTS, Mark, accuracy_of, is_costly, judged, luck_of, mark_of


@pytest.mark.parametrize(
    ("loss", "mark"),
    [
        (0.0, "good"),
        (0.094, "good"),
        (0.096, "inaccuracy"),
        (0.10, "inaccuracy"),
        (0.197, "mistake"),
        (0.3, "blunder"),
        (1.0, "blunder"),
    ],
)
def test_moves_are_judged_by_one_table_as_they_are_shown(loss: float, mark: str) -> None:
    """A loss that is shown as 20 % is a mistake."""
    assert judged(loss) == mark
    assert is_costly(loss) is (mark != "good")
    assert [least for least, _ in JUDGEMENTS] == sorted((least for least, _ in JUDGEMENTS), reverse=True)


@pytest.mark.parametrize(
    ("played", "best", "others", "mark"),
    [
        (0.5, 0.5, [], Mark.FORCED),
        (0.6, 0.6, [0.39, 0.1], Mark.ONLY),
        (0.6, 0.6, [0.403], Mark.ONLY),
        (0.6, 0.6, [0.41], Mark.BEST),
        (0.596, 0.604, [0.604], Mark.BEST),
        (0.59, 0.60, [0.60], Mark.GOOD),
        (0.40, 0.55, [0.55], Mark.INACCURACY),
        (0.1, 0.55, [0.55, 0.0], Mark.BLUNDER),
    ],
)
def test_a_mark_looks_at_all_moves(played: float, best: float, others: list[float], mark: Mark) -> None:
    assert mark_of(best - played, played, best, others) is mark


@pytest.mark.parametrize(("swing", "mark"), [(0.096, "lucky"), (-0.1, "unlucky"), (0.094, None), (-0.09, None)])
def test_a_draw_is_luck_from_ten_points_on(swing: float, mark: str | None) -> None:
    assert luck_of(swing) == mark


def test_accuracy_goes_from_nothing_lost_to_blunders_alone() -> None:
    assert accuracy_of([0.0, 0.0]) == 100
    assert accuracy_of([0.3, 0.9]) == 0
    assert accuracy_of([0.0, 0.15]) == pytest.approx(75)
    assert accuracy_of([]) is None
