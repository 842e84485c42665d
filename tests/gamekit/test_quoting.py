"""What was typed, told again in a refusal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamekit.quoting import LONGEST_QUOTE, escaped, escaped_by, has_controls, quoted, shortened


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


def test_a_form_of_its_own_can_be_given_to_what_is_escaped() -> None:
    assert escaped_by(lambda letter: f"<{ord(letter):x}>", "a\x9b\nb\x07", keep="\n") == "a<9b>\nb<7>"


@pytest.mark.parametrize(("text", "shown"), [("x" * 11, "x" * 11), ("begin" + "x" * 99 + "end", "begi … xend")])
def test_a_long_sentence_of_others_keeps_its_beginning_and_its_end(text: str, shown: str) -> None:
    assert shortened(text, 11) == shown
