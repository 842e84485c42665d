"""What was typed, told again in a refusal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamekit.quoting import LONGEST_QUOTE, escaped, has_controls, quoted


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Levrikn", "'Levrikn'"),
        ("\x1b[2Jboo", r"'\x1b[2Jboo'"),
        ("two\nlines", r"'two\nlines'"),
        ("a\u202eb", r"'a\u202eb'"),
        ("half \ud800", r"'half \ud800'"),
        ("チョコボ", "'チョコボ'"),
        ("x" * 61, "'" + "x" * 59 + "…'"),
        (12, "'12'"),
    ],
)
def test_quotes_are_short_and_harmless(text: object, shown: str) -> None:
    assert quoted(text) == shown


@given(st.text())
def test_nothing_escaped_is_obeyed(text: str) -> None:
    assert not has_controls(escaped(text))
    assert has_controls(text) == (escaped(text) != text)


@given(st.text(max_size=500))
def test_a_quote_has_an_end(text: str) -> None:
    assert len(quoted(text)) <= len(r"\U00000000") * LONGEST_QUOTE + 2


def test_what_is_kept_stays() -> None:
    assert escaped("a\n\tb\x07", keep="\n\t") == "a\n\tb\\x07"
