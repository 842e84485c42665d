"""The parts of a match's result, one for each cause."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qb_app.review.skill import Cause, Way

CHANCES = st.floats(0, 1)


@given(CHANCES, st.lists(st.tuples(st.sampled_from(Cause), CHANCES), min_size=1))
def test_the_parts_add_up_whatever_was_found(start: float, steps: list[tuple[Cause, float]]) -> None:
    way = Way()
    way.reach(start)
    for cause, worth in steps:
        way.comes(cause)
        way.reach(worth)
    skill = way.skill
    assert skill is not None
    assert sum(skill.parts.values()) == pytest.approx(steps[-1][1] - start, abs=1e-9)
    assert (skill.start, skill.end) == (start, steps[-1][1])


def test_every_step_counts_for_what_led_to_it() -> None:
    way = Way()
    for cause, worth in ((Cause.UNTOLD, 0.5), (Cause.YOU, 0.4), (Cause.SEARCH, 0.43), (Cause.ENEMY, 0.9)):
        way.comes(cause)
        way.reach(worth)
    way.comes(Cause.SEARCH)
    way.reach(0.89)
    skill = way.skill
    assert skill is not None
    assert skill.parts[Cause.YOU] == pytest.approx(-0.1)
    assert skill.parts[Cause.ENEMY] == pytest.approx(0.47)
    assert skill.searches == 2
    assert skill.moved == pytest.approx(0.02)


def test_one_figure_is_no_way() -> None:
    way = Way()
    assert way.skill is None
    way.reach(0.5)
    assert way.skill is None
    way.comes(Cause.DRAWS)
    way.reach(0.5)
    assert way.shown == (0.5,)
