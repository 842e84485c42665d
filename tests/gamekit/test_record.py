from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamekit.protocol import Outcome
from gamekit.record import SEEDS, VERSIONS, Record, RecordError, replay, result_text
from gamekit.sides import BySide
from tests.gamekit.toy_game import Seat, ToyGame

# Seed 5 deals North 2, 3, 4 and South 1, 1, 3.
RECORD = Record("toy", 1, (("hand", "3"), ("heap", "7")), 5, ("take 4", "take 3"), "N 4-3")
TEXT = """\
[Game "toy"]
[Version "1"]
[Setup "hand" "3"]
[Setup "heap" "7"]
[Seed "5"]
[Result "N 4-3"]

1. take 4
2. take 3
"""

records = st.builds(
    Record,
    game=st.text(),
    version=st.integers(VERSIONS.low, VERSIONS.high),
    setup=st.dictionaries(st.text(), st.text(), max_size=4).map(lambda setup: tuple(setup.items())),
    seed=st.integers(SEEDS.low, SEEDS.high),
    moves=st.lists(st.text() | st.text('\\"\n\r nr.1')).map(tuple),
    result=st.text(),
)


@given(records)
def test_every_record_reads_back_as_itself(record: Record) -> None:
    text = record.to_text()
    assert Record.parse(text) == record
    assert Record.parse(text).to_text() == text


@given(records)
def test_a_record_survives_windows_line_ends(record: Record) -> None:
    assert Record.parse(record.to_text().replace("\n", "\r\n")) == record


@given(st.text() | st.lists(st.sampled_from([*TEXT.split("\n"), "[", "3. x"])).map("\n".join))
def test_any_text_is_read_or_refused_with_a_line(text: str) -> None:
    refusal = ""
    try:
        record = Record.parse(text)
    except RecordError as error:
        refusal = str(error)
    assert refusal.startswith("line ") or Record.parse(record.to_text()) == record


def test_the_text_form() -> None:
    assert RECORD.to_text() == TEXT
    assert Record.parse(TEXT) == RECORD


def test_special_characters_are_escaped() -> None:
    assert '[Game "a\\\\b\\"c\\nd\\re"]' in replace(RECORD, game='a\\b"c\nd\re').to_text()


def test_a_setup_key_stands_only_once() -> None:
    with pytest.raises(RecordError, match="only once"):
        replace(RECORD, setup=(("a", "1"), ("a", "2")))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('[Game "toy"]', "Game toy", r'line 1: expected \[Game "..."\]'),
        ('[Game "toy"]', '[Game "t\\oy"]', "line 1: expected"),
        ('[Seed "5"]', '[Sead "5"]', "line 5: expected"),
        ('[Seed "5"]', '[Seed "five"]', "line 5: Seed must be a whole number from .*, not 'five'"),
        ('[Version "1"]', '[Version "01"]', "line 2: Version must be a whole number"),
        ('[Seed "5"]', '[Game "toy"]', "line 5: 'Game' was given before"),
        ('"heap"', '"hand"', "line 4: 'hand' was given before"),
        ('[Result "N 4-3"]\n', "", r'line 6: the header \[Result "..."\] is missing'),
        ("2. take 3", "3. take 3", "line 9: expected move 2 as \"2. text\", not '3. take 3'"),
        ("1. take 4", "take 4", "line 8: expected move 1"),
        ("1. take 4", "1. take \\4", "line 8: expected move 1"),
        ("1. take 4\n", "1. take 4\n\n", "line 9: expected move 2"),
    ],
)
def test_malformed_text_is_refused_with_its_line(old: str, new: str, message: str) -> None:
    assert old in TEXT
    with pytest.raises(RecordError, match=message):
        Record.parse(TEXT.replace(old, new))


def test_result_text() -> None:
    assert result_text(Outcome(BySide(23, 11), Seat.NORTH)) == "N 23-11"
    assert result_text(Outcome(BySide(2, 9), Seat.SOUTH)) == "S 2-9"
    assert result_text(Outcome(BySide(7, 7), None)) == "draw 7-7"
    assert result_text(None) == "*"


def test_replay_reaches_the_recorded_end() -> None:
    state = replay(ToyGame(), RECORD)
    assert state.outcome() == Outcome(BySide(4, 3), Seat.NORTH)


def test_a_running_game_replays_too() -> None:
    state = replay(ToyGame(), replace(RECORD, moves=("take 4",), result="*"))
    assert state.to_move is Seat.SOUTH


def test_the_move_that_fails_is_named() -> None:
    with pytest.raises(RecordError, match="move 2 'take 4' cannot be played"):
        replay(ToyGame(), replace(RECORD, moves=("take 4", "take 4")))


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (replace(RECORD, game="chess"), "the record is of game 'chess' version 1, this is 'toy' version 1"),
        (replace(RECORD, version=2), "of game 'toy' version 2, this is 'toy' version 1"),
        (replace(RECORD, setup=(("heap", "many"),)), "the recorded setup cannot be started: .*many"),
        (replace(RECORD, moves=("take 4", "take 2")), "move 2 'take 2' cannot be played: card 2"),
        (replace(RECORD, moves=("grab",)), "move 1 'grab' cannot be played: a move is"),
        (replace(RECORD, moves=(*RECORD.moves, "pass")), "move 3 'pass' cannot be played"),
        (replace(RECORD, result="S 4-3"), "lead to the result 'N 4-3', the record says 'S 4-3'"),
    ],
)
def test_a_record_that_does_not_fit_is_refused(record: Record, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        replay(ToyGame(), record)
