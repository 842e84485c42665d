"""When exercises come back: the same for the same answers and times, later for better answers, at nine in ten."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qb_app.practice.memory import (
    AGAIN_AFTER,
    RETENTION,
    Memory,
    Outcome,
    read_time,
    remembered,
    retention,
    written_time,
)

START = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
DAY = timedelta(days=1)
outcomes = st.sampled_from(list(Outcome))
rests = st.floats(0.0, 400.0).map(lambda days: timedelta(days=days))
histories = st.lists(st.tuples(outcomes, rests), max_size=8)


def after(history: list[tuple[Outcome, timedelta]]) -> tuple[Memory | None, datetime]:
    memory, now = None, START
    for outcome, rest in history:
        memory, now = remembered(memory, outcome, now), now + rest
    return memory, now


@given(histories)
def test_the_same_answers_at_the_same_times_give_the_same_days(history: list[tuple[Outcome, timedelta]]) -> None:
    assert after(history) == after(history)


@given(histories, rests)
def test_a_better_answer_never_comes_back_sooner(history: list[tuple[Outcome, timedelta]], rest: timedelta) -> None:
    memory, now = after(history)
    wrong, hinted, right = (remembered(memory, outcome, now + rest) for outcome in reversed(Outcome))
    assert now + rest < wrong.due <= hinted.due <= right.due
    assert wrong.stability <= hinted.stability <= right.stability


@given(histories.filter(bool), rests, rests)
def test_what_is_known_is_forgotten_with_time(
    history: list[tuple[Outcome, timedelta]], first: timedelta, more: timedelta
) -> None:
    memory, now = after(history)
    assert memory is not None
    sooner, later = retention(memory, now + first), retention(memory, now + first + more)
    assert 0 < later <= sooner <= 1


@given(histories)
def test_times_are_shifted_with_the_history(history: list[tuple[Outcome, timedelta]]) -> None:
    """Nothing depends on the day on which it is asked."""
    memory, now = None, START + 1000 * DAY
    for outcome, rest in history:
        memory, now = remembered(memory, outcome, now), now + rest
    expected, _ = after(history)
    if memory is not None and expected is not None:
        assert memory.due - expected.due == 1000 * DAY
        assert memory.stability == expected.stability


def test_it_comes_back_when_the_chance_to_know_it_has_fallen_to_nine_in_ten() -> None:
    memory = remembered(None, Outcome.RIGHT, START)
    for _ in range(3):
        assert retention(memory, memory.due) == pytest.approx(RETENTION, abs=0.01)
        memory = remembered(memory, Outcome.RIGHT, memory.due)


def test_intervals_grow_as_it_is_known_and_a_miss_comes_back_at_once() -> None:
    memory, gaps = remembered(None, Outcome.HINTED, START), list[timedelta]()
    for _ in range(4):
        memory = remembered(memory, Outcome.RIGHT, memory.due)
        gaps.append(memory.due - memory.seen)
    assert gaps == sorted(gaps)
    assert gaps[0] < gaps[-1]
    missed = remembered(memory, Outcome.WRONG, memory.due)
    assert missed.due - missed.seen == AGAIN_AFTER
    assert remembered(None, Outcome.WRONG, START).due == START + AGAIN_AFTER


def test_what_is_right_at_first_sight_comes_back_later_than_what_had_to_be_learned() -> None:
    known, learned = remembered(None, Outcome.RIGHT, START), remembered(None, Outcome.WRONG, START)
    learned = remembered(learned, Outcome.RIGHT, learned.due)
    assert known.due > learned.due + DAY


def test_times_are_kept_to_the_millisecond() -> None:
    text = "2026-01-02T03:04:05.678+00:00"
    assert written_time(read_time(text)) == text
    assert read_time("2026-01-02T04:04:05.678+01:00") == read_time(text)
