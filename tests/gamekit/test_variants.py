"""Rule sets are written as a name and what differs from it, and read back."""

from dataclasses import dataclass, replace
from enum import StrEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamekit.variants import NUMBERS, VariantError, format_variant, parse_variant


class Speed(StrEnum):
    SLOW = "slow"
    FAST = "fast"


@dataclass(frozen=True)
class Rules:
    name: str
    rounds: int
    draws: bool
    speed: Speed


NAMED = {rules.name: rules for rules in (Rules("short", 3, False, Speed.FAST), Rules("long", 9, True, Speed.SLOW))}


@given(
    st.sampled_from(["short", "long"]), st.integers(NUMBERS.low, NUMBERS.high), st.booleans(), st.sampled_from(Speed)
)
def test_what_is_written_is_read_back(name: str, rounds: int, draws: bool, speed: Speed) -> None:
    rules = replace(NAMED[name], rounds=rounds, draws=draws, speed=speed)
    assert parse_variant(format_variant(rules, NAMED), NAMED) == rules


def test_only_what_differs_is_written() -> None:
    assert format_variant(NAMED["short"], NAMED) == "short"
    assert format_variant(replace(NAMED["short"], draws=True, rounds=4), NAMED) == "short{rounds=4,draws=yes}"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("tiny", "known are short and long"),
        ("short{", "closing brace"),
        ("short{draws=yes", "closing brace"),
        ("short{luck=yes}", "fields are rounds, draws, speed"),
        ("short{name=long}", "no field 'name'"),
        ("short{draws=1}", "takes yes or no, not '1'"),
        ("short{speed=warp}", "takes slow or fast, not 'warp'"),
        ("short{rounds=many}", "a whole number from 0 to 60, not 'many'"),
        ("short{draws=yes,draws=no}", "given twice"),
    ],
)
def test_a_malformed_text_is_refused_with_what_would_be_right(text: str, reason: str) -> None:
    with pytest.raises(VariantError, match=reason):
        parse_variant(text, NAMED)
