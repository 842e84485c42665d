"""The catalogue of sentences: every kind and form has an entry, no entry is without use, and sentences are whole."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from string import Formatter

import pytest

import qb_app
import qb_engine
from qb_engine.catalogue import Catalogue, catalogue, count, listed, read_catalogue, say
from qb_engine.changes import CardAt, Pawns, PawnsLaid
from qb_engine.contrast import Answer, Contrast, Harm
from qb_engine.geometry import Side, Tile
from qb_engine.models import Move
from qb_engine.reasons.kinds import Reason, ReasonKind
from qb_engine.reasons.opening import Opening, OpeningKind
from qb_engine.reasons.telling import sentence
from qb_engine.themes import Theme
from tests.qb_engine.reasons.positions import HYDRATOR

K = ReasonKind
M1, T2 = Tile.parse("M1"), Tile.parse("T2")
ZU = Move.parse("015 M3", HYDRATOR)
SMALL = """
numbers = ["no", "one", "two"]
[list]
comma = ", "
last = "{before} and {last}"
[count]
tile = { one = "one tile", other = "{n} tiles" }
[reason]
plain = "Takes {tiles}."
"""
FRAGMENTS = {"reason.it_has", "reason.they_have", "reason.passing"}
"""Words within other sentences."""
OF_ADVICE = {"contrast.against", "contrast.same"}
"""Said by the advice of the app, where its tests hear them."""
Heard = set[tuple[str, str]]


def texts(group: str | None = None) -> Iterator[tuple[str, str, str]]:
    """Key, form and text of every sentence; an entry without forms has the form ``""``."""
    for key, entry in catalogue().entries.items():
        if group is None or key.startswith(f"{group}."):
            forms = {"": entry} if isinstance(entry, str) else entry
            yield from ((key, form, text) for form, text in forms.items())


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Heard:
    """Keys and forms that are said while the test runs."""
    really, found = Catalogue.say, set()

    def heard_say(self: Catalogue, key: str, n: int | None = None, /, **facts: str) -> str:
        plain = isinstance(self.entries[key], str)
        found.add((key, "" if plain else "one" if n == 1 else "other"))
        return really(self, key, n, **facts)

    monkeypatch.setattr(Catalogue, "say", heard_say)
    return found


# Reasons.


def pawns(owner: Side | None) -> PawnsLaid:
    by = CardAt(1, "001", Side.YOU, Tile.parse("T1"))
    return PawnsLaid(M1, by, Pawns(owner, 1, 0), Pawns(Side.YOU, 2, 0))


def filled(kind: ReasonKind) -> Iterator[Reason]:
    """Reasons of that kind with such facts that every form of its sentence is told."""
    one, two = (
        Reason(kind, (), tiles=(M1,), cards=("001",), amount=2),
        Reason(kind, (), (), (M1, T2), (), ("001", "002"), 3),
    )
    parts = (
        *(replace(one, kind=part) for part in (K.DESTROYS, K.SACRIFICES, K.WEAKENS, K.STRENGTHENS, K.SPAWNS)),
        *(replace(two, kind=part) for part in (K.WEAKENS, K.STRENGTHENS)),
    )
    full = Reason(kind, (), (0, 2), (M1, T2), (M1, T2), ("015", "001"), 2, 3, 50, 64, 0.25, ZU, parts)
    if kind is K.OPENS_CARDS:
        yield replace(full, parts=(one, two))
        full = replace(full, parts=())
    yield from (replace(full, amount=number, tiles=tiles) for number in (0, 1, 2, 5) for tiles in ((M1,), (M1, T2)))
    yield from (replace(full, beside=number) for number in (0, 1))
    yield from (replace(full, cards=cards) for cards in (("015",), ("001", "002", "003", "005", "007")))
    yield from (replace(full, games=games) for games in (0, 10, 64))
    if kind in (K.LOCKOUT, K.RUNS_OUT):
        yield from (replace(full, cards=(), probability=chance) for chance in (0.25, 1.0))
    if kind is K.PREPARES:
        yield replace(full, beside=full.amount)
    if kind is K.TIES_LANE:
        yield replace(full, games=None, of=None, beside=None)
    if kind is K.WINS_LANE:
        yield from (replace(full, games=games, beside=None) for games in (0, 10, 50, 64))
        yield replace(full, games=None, of=None, beside=None)
    yield from (replace(full, probability=chance) for chance in (0.0, 1.0))
    yield replace(full, move=Move.PASS)
    for owner in (Side.YOU, None):
        yield replace(full, evidence=(pawns(owner), pawns(owner)))
        yield replace(full, evidence=(pawns(owner),), tiles=(M1,))


@pytest.mark.parametrize("kind", ReasonKind)
def test_every_form_of_a_reason_is_a_whole_sentence(kind: ReasonKind) -> None:
    for reason in filled(kind):
        said = sentence(reason, HYDRATOR)
        assert said[0].isupper() or said[0].isdigit(), said
        assert said.endswith("."), said
        assert not [mark for mark in ("{", "}", "None", "  ", " .", " ,", "..") if mark in said], said


def test_no_sentence_of_a_reason_is_without_use(heard: Heard) -> None:
    for kind in ReasonKind:
        for reason in filled(kind):
            sentence(reason, HYDRATOR)
    told = {(key, form) for group in ("reason", "part", "games", "place", "list") for key, form, _ in texts(group)}
    assert told - heard == set()


# The opening word and the contrast.


def test_no_sentence_of_an_opening_word_is_without_use(heard: Heard) -> None:
    for kind in OpeningKind:
        for chance in (0.4, 1.0):
            said = Opening(kind, 3, 50, 64, 2, 0, (0, 1), chance).sentence
            assert said[0].isupper()
            assert said.endswith(".")
    assert {(key, form) for key, form, _ in texts("opening")} - heard == set()


def contrasts() -> Iterator[Contrast]:
    reason = Reason(K.TAKES_TILES, (), tiles=(M1,), amount=2)
    plain = Contrast(ZU, Move.PASS, 0.1, Theme.ROOM, reason, False, (), None)
    yield from (replace(plain, of_better=True), replace(plain, anyway=(0,)), replace(plain, anyway=(0, 1)))
    for harm in Harm:
        for chance in (0.3, 1.0):
            answer = Answer(ZU, harm, (M1,), (0,), ("001",), chance, 0, 3)
            yield replace(plain, reason=None, answer=answer)


def test_no_sentence_of_a_contrast_is_without_use(heard: Heard) -> None:
    for found in contrasts():
        for said in found.sentences(HYDRATOR):
            assert said[0].isupper() or said[0].isdigit()
            assert said.endswith(".")
            assert not re.search(r"[{}]|None|  ", said)
    assert {(key, form) for key, form, _ in texts("contrast") if key not in OF_ADVICE} - heard == set()


# All entries.


def test_every_entry_is_said_somewhere_and_everything_said_is_there() -> None:
    rooms = [Path(package.__file__ or "").parent for package in (qb_engine, qb_app)]
    code = "\n".join(path.read_text() for room in rooms for path in room.rglob("*.py"))
    groups = "|".join(sorted({key.split(".")[0] for key in catalogue().keys}))
    said = {*re.findall(rf'"((?:{groups})\.[a-z0-9_]+)"', code)}
    said |= {f"count.{noun}" for noun in re.findall(r'count\("([a-z]+)"', code)}
    begun = {*re.findall(rf'f"((?:{groups})\.[a-z0-9_]*)\{{', code), *(key for key in said if key.endswith("_"))}
    begun -= {"count."}
    assert {key for key in catalogue().keys if key not in said and not key.startswith(tuple(begun))} == set()
    assert {key for key in said if key.startswith(("reason.", "contrast.", "opening.", "advice."))} <= catalogue().keys


def test_entries_are_sentences_or_one_for_each_plural_form() -> None:
    for entry in catalogue().entries.values():
        assert isinstance(entry, str) or set(entry) == {"one", "other"}
    for key, _, text in texts():
        assert text.strip() == text or key == "list.comma", key
        assert all(name is None or re.fullmatch(r"[a-z_]+", name) for _, name, _, _ in Formatter().parse(text)), key


@pytest.mark.parametrize("group", ["reason", "opening", "contrast"])
def test_sentences_begin_with_a_capital_or_a_fact_and_end_with_a_full_stop(group: str) -> None:
    for key, _, text in texts(group):
        if key not in FRAGMENTS:
            assert re.match(r"[A-Z{]", text), key
            assert text.endswith((".", "{reason}")), key


# The reader.


def test_numbers_are_words_as_far_as_there_are_words() -> None:
    assert [count("tile", n) for n in (0, 1, 2, 12)] == ["no tiles", "one tile", "two tiles", "twelve tiles"]
    assert count("tile", 13) == "13 tiles"
    assert count("point", 4_000) == "4,000 points"
    assert [catalogue().number(n) for n in (-1, 13)] == ["-1", "13"]


def test_names_are_listed() -> None:
    assert listed(["T1"]) == "T1"
    assert listed(["T1", "T2"]) == "T1 and T2"
    assert listed(["T1", "T2", "T3"]) == "T1, T2 and T3"
    assert listed(["T1", "T2"], either=True) == "T1 or T2"


def test_another_language_is_another_file() -> None:
    small = read_catalogue(SMALL)
    assert small.keys == {"list.comma", "list.last", "count.tile", "reason.plain"}
    assert small.say("reason.plain", tiles="M1") == "Takes M1."
    assert small.count("tile", 2) == "two tiles"
    assert small.count("tile", 3) == "3 tiles"


def test_what_is_not_there_is_named() -> None:
    with pytest.raises(KeyError, match=r"reason\.forgotten"):
        read_catalogue(SMALL).say("reason.forgotten")
    with pytest.raises(KeyError, match="tiles"):
        read_catalogue(SMALL).say("reason.plain")
    with pytest.raises(KeyError, match="numbers"):
        read_catalogue("[reason]\nplain = 'Takes it.'")
    with pytest.raises(KeyError, match=r"reason\.forgotten"):
        say("reason.forgotten")
