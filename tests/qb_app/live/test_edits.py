"""Edits of a log as they are written: what can be said, that it reads back, and how it is completed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qb_app.errors import InputError
from qb_app.live import commands as c
from qb_app.live.grammar import format_command, parse_command
from qb_app.live.guide import HELP
from qb_app.terminal.conversation import completions
from tests.qb_app.live.material import OPENING
from tests.qb_app.live.stores import entered
from tests.qb_app.live.test_grammar import CHANGES

IN_QUOTES = 'change 3 "note say ""go"" then remove 7" then remove 4'


@pytest.mark.parametrize(
    ("text", "edits"),
    [
        ("change 5 e wolf m4", "change 5 e wolf MID-4"),
        ("insert 5 e pass", "insert 5 e pass"),
        ("remove 5", "remove 5"),
        ("REMOVE 5 THEN Change 2 keep", "change 2 keep then remove 5"),
        (
            "remove 7 then change 5 wolf m4 then insert 9 draw mu",
            "change 5 wolf MID-4 then remove 7 then insert 9 draw mu",
        ),
        (
            "change 5 pass then insert 5 note b then insert 5 note a",
            "insert 5 note b then insert 5 note a then change 5 pass",
        ),
        (IN_QUOTES, IN_QUOTES),
        ('insert 1 "keep"', "insert 1 keep"),
        ("insert 1 note wait then then remove 3", "insert 1 note wait then then remove 3"),
        ('insert 3 note say "hi"', 'insert 3 note say "hi"'),
        ("insert 3 board Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 then remove 3",) * 2,
    ],
)
def test_edits_stand_in_the_order_of_the_log(text: str, edits: str) -> None:
    command = parse_command(text)
    assert isinstance(command, c.Revise)
    assert format_command(command) == edits
    assert parse_command(edits) == command


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("change", "say which entry of the log"),
        ("remove x", "'remove' takes the number of an entry, a whole number from 1 to 10000, not 'x'"),
        ("remove 0", "a whole number from 1 to 10000, not '0'"),
        ("change 5", "say what is to stand there: write 'change 5 e wolf m4'"),
        ("insert 5 ", "say what is to stand there"),
        ("remove 5 6", "'remove 5' stands alone; '6' means nothing after it"),
        ("remove 3 then", "'remove 3' stands alone"),
        ("change 5 best", "'best' is no entry that stands in a log"),
        ("change 5 undo", "'undo' is no entry that stands in a log"),
        ("change 5 redo 2", "'redo 2' is no entry that stands in a log"),
        ("insert 5 branch try", "'branch try' is no entry that stands in a log"),
        ("change 5 change\t6 pass", "is no entry that stands in a log"),
        ("change 5 mu", "'mu' is no entry that stands in a log; write it in full, as in 'draw mu'"),
        ("change 5 2", "'2' is no entry that stands in a log"),
        ('change 5 "keep" now', "'now' means nothing behind an entry in quotes"),
        ("change 5 set m3 blue", "'set m3 enemy 2'"),
        ("remove 1 then " * 1100 + "remove 1", "one step takes 1,000 edits at most"),
    ],
)
def test_edits_that_cannot_be_read_are_answered_with_what_can(text: str, told: str) -> None:
    with pytest.raises(InputError) as error:
        parse_command(text)
    assert told in str(error.value)
    assert "\n" not in str(error.value)


TRICKY = st.sampled_from(
    ["a then remove 7", "then change 3 pass", 'say "x" then insert 4 keep', '"quoted"', "wait then", "then", 'a "" b']
)
INNER = st.one_of(CHANGES, TRICKY.map(c.Note)).filter(lambda one: not isinstance(one, c.Undo | c.Redo | c.Branch))
EDITS = st.one_of(
    st.builds(c.Edit, st.sampled_from([c.EditKind.CHANGE, c.EditKind.INSERT]), st.integers(1, 999), INNER),
    st.builds(c.Edit, st.just(c.EditKind.REMOVE), st.integers(1, 999)),
)


@given(st.lists(EDITS, min_size=1, max_size=4).map(c.Revise.of))
def test_every_revision_reads_back_as_it_was_written(command: c.Revise) -> None:
    assert parse_command(format_command(command)) == command
    assert command.with_names(command.names) == command


@pytest.mark.parametrize(
    ("line", "rest"),
    [
        ("cha", "nge"),
        ("change 3 el", "phadunk"),
        ("insert 3 elphadunk t", "1"),
        ("change 3 sec m1 then insert 4 dr", "aw"),
    ],
)
def test_entries_within_edits_are_completed(line: str, rest: str) -> None:
    assert rest in completions(entered(*OPENING), line)


@pytest.mark.parametrize("line", ["change ", "change 3", "remove 3 ", "remove 3 then chan"])
def test_where_no_entry_is_begun_nothing_is_completed(line: str) -> None:
    assert completions(entered(*OPENING), line) == []


def test_the_help_tells_of_it() -> None:
    assert [command for command, _ in HELP if command.startswith(("change", "remove"))]
