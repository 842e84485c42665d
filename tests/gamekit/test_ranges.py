"""Numbers read within their range, however they are written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamekit.ranges import Range

FEW = Range(-5, 60)


@given(st.integers(-200, 200), st.sampled_from(["", "0", "0" * 5000]))
def test_a_number_is_found_where_it_is_one_of_these(number: int, zeros: str) -> None:
    sign, digits = ("-", str(-number)) if number < 0 else ("", str(number))
    assert FEW.find(f"{sign}{zeros}{digits}") == (number if -5 <= number <= 60 else None)
    assert (number in FEW) == (-5 <= number <= 60)


@pytest.mark.parametrize("text", ["", "-", "+", "x", "1x", " 1", "1 ", "1\n", "٣", "²", "1_0", "1.0", "--1", "½"])
def test_nothing_else_is_a_number(text: str) -> None:
    assert FEW.find(text) is None


@pytest.mark.parametrize("text", ["9" * 20, "9" * 5000, "-" + "9" * 5000, "0" * 100_000 + "x"])
def test_no_number_is_made_of_thousands_of_digits(text: str) -> None:
    assert Range(-(2**63), 2**63 - 1).find(text) is None


def test_a_range_says_what_would_be_right() -> None:
    assert str(FEW) == "a whole number from -5 to 60"
    assert FEW.find("+7") == 7
