"""The command language: what can be written, and that it reads back as it was written."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qb_app.errors import InputError
from qb_app.live import commands as c
from qb_app.live.grammar import WORDS, format_command, parse_command
from qb_engine.geometry import TILES, Side, Tile

M3, T1, T4 = Tile.parse("M3"), Tile.parse("T1"), Tile.parse("T4")


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("zu m3", c.Play("zu", Side.YOU, M3)),
        ("queen bee M3", c.Play("queen bee", Side.YOU, M3)),
        ("e mandragora t4", c.Play("mandragora", Side.ENEMY, T4)),
        ("E Grasslands Wolf T4", c.Play("Grasslands Wolf", Side.ENEMY, T4)),
        ("zu MID-3", c.Play("zu", Side.YOU, M3)),
        ("e gr wo top 4", c.Play("gr wo", Side.ENEMY, T4)),
        ("4 m3", c.Play("4", Side.YOU, M3)),
        ("what 4 top 1", c.WhatPlay("4", T1)),
        ("set mid 3 enemy 2", c.SetPawns(M3, Side.ENEMY, 2)),
        ("set TOP-1 card zu you", c.SetCard("zu", T1, Side.YOU)),
        ("pass", c.Pass(Side.YOU)),
        ("p", c.Pass(Side.YOU)),
        ("e pass", c.Pass(Side.ENEMY)),
        ("enemy pass", c.Pass(Side.ENEMY)),
        ("ep", c.Pass(Side.ENEMY)),
        ("draw levrikon", c.Draw(("levrikon",))),
        ("d queen bee, ?", c.Draw(("queen bee", "?"))),
        ("hand a, b b, c", c.HandIs(("a", "b b", "c"))),
        ("mulligan 4 2", c.Exchange((1, 3))),
        ("keep", c.Exchange(())),
        ("undo", c.Undo(1)),
        ("u 3", c.Undo(3)),
        ("redo", c.Redo(1)),
        ("best", c.Best(3)),
        ("best 5", c.Best(5)),
        ("why 2", c.Why(2)),
        ("threat", c.Ask(c.Question.THREAT)),
        ("odds", c.Ask(c.Question.ODDS)),
        ("what zu m3", c.WhatPlay("zu", M3)),
        ("what pass", c.Ask(c.Question.WHAT_PASS)),
        ("ask zu m3", c.AskPlay("zu", M3)),
        ("Ask 4 top 1", c.AskPlay("4", T1)),
        ("ask pass", c.Ask(c.Question.ASK_PASS)),
        ("why not queen bee mid-3", c.AskPlay("queen bee", M3)),
        ("why not pass", c.Ask(c.Question.ASK_PASS)),
        ("why", c.Why(1)),
        ("set m3 enemy 2", c.SetPawns(M3, Side.ENEMY, 2)),
        ("set m3 you", c.SetPawns(M3, Side.YOU, 1)),
        ("set m3 empty", c.SetPawns(M3, None, 0)),
        ("set t1 card zu you", c.SetCard("zu", T1, Side.YOU)),
        ("set t1 card queen bee enemy 5", c.SetCard("queen bee", T1, Side.ENEMY, 5)),
        ("set t1 power 5", c.SetPower(T1, 5)),
        ("set turn enemy", c.SetTurn(Side.ENEMY)),
        ("set enemy hand 4", c.SetCount(Side.ENEMY, c.Pile.HAND, 4)),
        ("set score 12 7", c.SetScore(12, 7)),
        ("set enemy waits 20%", c.SetWaits(20)),
        ("set opponent waits 5 %", c.SetWaits(5)),
        ("set draws nothing", c.SetDraws(False)),
        ("set draws half", c.SetDraws(True)),
        ("against", c.Ask(c.Question.AGAINST)),
        ("note  keeps   m3", c.Note("keeps m3")),
        ("score", c.Ask(c.Question.SCORE)),
        ("end", c.End()),
        ("branch what if", c.Branch("what-if")),
        ("branch", c.Ask(c.Question.BRANCHES)),
        ("board", c.Ask(c.Question.BOARD)),
        ("?", c.Ask(c.Question.HELP)),
        ("2", c.Reply("2")),
        ("y", c.Reply("y")),
        ("levrikon", c.Bare(("levrikon",))),
        ('card {"id": "x1", "name": "X"}', c.AddCard('{"id": "x1", "name": "X"}')),
    ],
)
def test_what_can_be_said(text: str, command: c.Command) -> None:
    assert parse_command(text) == command


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "'?' shows"),
        ("e t4", "'e mandragora t4'"),
        ("e top 4", "'e mandragora t4'"),
        ("m3", "'zu m3'"),
        ("zu z9", "tiles are T1-T5"),
        ("mulligan 2 2", "each once"),
        ("e mandragora", "'e pass' or 'e mandragora t4'"),
        ("draw", "'draw levrikon'"),
        ("hand zu,,mu", "missing between two commas"),
        ("mulligan", "'keep'"),
        ("mulligan zu", "'mulligan 2 4'"),
        ("mulligan 0", "counted from 1"),
        ("set m3", "'set m3 enemy 2'"),
        ("set m3 blue", "'set m3 empty'"),
        ("set", "'set turn you'"),
        ("set enemy waits 101%", "is a whole number from 0 to 100, not '101'"),
        ("set enemy waits", "is a whole number from 0 to 100"),
        ("set you waits 5%", "'set enemy waits 20%'"),
        ("set draws win", "'set draws nothing'"),
        ("what zu", "'what zu m3'"),
        ("why two", "'why 2'"),
        ("why zu m3", "'why not zu m3'"),
        ("why not zu", "'why not zu m3' or 'why not pass'"),
        ("ask zu", "'ask zu m3' or 'ask pass'"),
        ("ask", "'ask zu m3' or 'ask pass'"),
        ("undo 0", "'undo 2'"),
        ("pass now", "stands alone"),
        ("card zu", "JSON"),
        ("note", "needs words"),
        ("set enemy hand 500", "a whole number from 0 to 60"),
    ],
)
def test_what_cannot_be_said_is_answered_with_what_can(text: str, told: str) -> None:
    with pytest.raises(InputError) as error:
        parse_command(text)
    assert told in str(error.value)
    assert "\n" not in str(error.value)


NAMES = st.sampled_from(["015", "001", "?", "own1"])
CARDS = st.sampled_from(["015", "001", "own1"])
SIDES = st.sampled_from(list(Side))
PLACES = st.sampled_from(TILES)
NUMBERS = st.integers(1, 99)
CHANGES = st.one_of(
    st.builds(c.Play, CARDS, SIDES, PLACES),
    st.builds(c.Pass, SIDES),
    st.builds(c.Draw, st.lists(NAMES, min_size=1).map(tuple)),
    st.builds(c.HandIs, st.lists(NAMES, min_size=1).map(tuple)),
    st.builds(c.Exchange, st.sets(st.integers(0, 9)).map(lambda places: tuple(sorted(places)))),
    st.builds(c.SetPawns, PLACES, SIDES, st.integers(1, 3)),
    st.builds(c.SetPawns, PLACES, st.none(), st.just(0)),
    st.builds(c.SetCard, CARDS, PLACES, SIDES, st.none() | NUMBERS),
    st.builds(c.SetPower, PLACES, NUMBERS),
    st.builds(c.SetTurn, SIDES),
    st.builds(c.SetCount, SIDES, st.sampled_from(list(c.Pile)), st.integers(0, 60)),
    st.builds(c.SetScore, st.integers(0, 200), st.integers(0, 200)),
    st.builds(c.SetWaits, st.integers(0, 100)),
    st.builds(c.SetDraws, st.booleans()),
    st.builds(c.Note, st.from_regex(r"[a-z0-9]+( [a-z0-9,']+)*", fullmatch=True)),
    st.builds(c.Branch, st.from_regex(r"[a-z][a-z0-9-]*", fullmatch=True)),
    st.builds(c.Undo, NUMBERS),
    st.builds(c.Redo, NUMBERS),
    st.just(c.End()),
    st.just(c.SetBoard("Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1")),
    st.just(c.AddCard('{"id": "own1", "name": "New"}')),
)


@given(CHANGES)
def test_every_change_reads_back_as_it_was_written(command: c.Command) -> None:
    assert parse_command(format_command(command)) == command
    assert command.kind


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused_in_a_sentence(text: str) -> None:
    with suppress(InputError):
        parse_command(text)


def test_no_command_word_is_the_name_of_a_card() -> None:
    from qb_engine.card_hydrator import CardHydrator, normalised

    names = {normalised(card.name) for card in CardHydrator().all()}
    assert not names & set(WORDS)
