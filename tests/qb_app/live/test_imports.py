"""Matches from files: what is refused, where in the file, and in which words; nothing of it is stored."""

from __future__ import annotations

import json
import re

import pytest

from qb_app import limits
from qb_app.errors import InputError
from qb_app.live.history import History
from qb_app.live.imports import import_match
from qb_app.live.record import to_jsonl, to_text
from qb_app.live.session import Session
from qb_app.live.setup import MatchSetup
from qb_app.live.times import latest_time, read_time, utc_now
from qb_app.live.tools import Tools
from tests.qb_app.live.material import OPENING
from tests.qb_app.live.stores import MOMENT, entered
from tests.qb_app.storage.model import ModelMatches, ModelOpponents

TOOLS = Tools(clock=lambda: MOMENT)
CARD = 'card {"id": "own1", "name": "Gorgonzola", "rank": 1, "power": 6}'
MATCH = entered(*OPENING, CARD, "note ha", "undo", "redo", "sec m1")
STORE = MATCH._store
assert isinstance(STORE, ModelMatches)
LINES = to_jsonl(STORE, MATCH.match_id)
TEXT = to_text(STORE, MATCH.match_id)
JARGON = re.compile(
    r"None\b|NoneType|subscriptable|Expecting|Extra data|\(char|Value error|int_max_str|recursion|codec|Traceback|Errno"
)


def refusal(content: str | bytes) -> str:
    """The one sentence that refuses this file; nothing of it is stored."""
    store = ModelMatches()
    with pytest.raises(InputError) as caught:
        import_match(store, content if isinstance(content, bytes) else content.encode(), TOOLS)
    assert store.all == {}
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert len(sentence) < 400
    assert not JARGON.search(sentence), sentence
    return sentence


def spoilt(line: int, old: str, new: str, text: str = LINES) -> str:
    """The file with something else in one of its lines."""
    lines = text.split("\n")
    assert old in lines[line - 1], (old, lines[line - 1])
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (
            spoilt(4, MOMENT, "not-a-date"),
            "line 4 (event 3): 'at' is 'not-a-date', which is no time such as 2026-01-31T",
        ),
        (
            spoilt(4, MOMENT, "2026-02-30T00:00:00Z"),
            "line 4 (event 3): 'at' is '2026-02-30T00:00:00Z', which is no time",
        ),
        (spoilt(4, MOMENT, "2026-01-01T00:00:00"), "line 4 (event 3): 'at' is '2026-01-01T00:00:00', which is no time"),
        (spoilt(4, MOMENT, "٢026-01-01T00:00:00Z"), "line 4 (event 3): 'at' is "),
        (
            spoilt(4, MOMENT, "0001-01-01T00:00:00+09:00"),
            "line 4 (event 3): 'at' is '0001-01-01T00:00:00+09:00', which",
        ),
        (
            spoilt(4, "2026-01-01", "9999-12-31"),
            "line 4 (event 3): 'at' is '9999-12-31T00:00:00.000+00:00', which is in",
        ),
        (
            spoilt(4, "2026-01-01", "2026-01-03"),
            "line 4 (event 3): 'at' is '2026-01-03T00:00:00.000+00:00', which is in",
        ),
        (
            spoilt(4, "2026-01-01", "1969-12-31"),
            "line 4 (event 3): 'at' is '1969-12-31T00:00:00.000+00:00', which is be",
        ),
        (spoilt(1, MOMENT, "zzz"), "line 1: 'created_at' is 'zzz', which is no time such as 2026-01-31T18:00:00Z"),
        (
            spoilt(1, "2026-", "9999-"),
            "line 1: 'created_at' is '9999-01-01T00:00:00.000+00:00', which is in the future",
        ),
        (spoilt(1, f'"{MOMENT}"', "5"), "line 1: 'created_at' is '5', a time is expected"),
    ],
)
def test_a_time_that_cannot_be_is_refused(content: str, sentence: str) -> None:
    assert refusal(content).startswith(sentence)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (spoilt(1, "unknown", "un\\u001bknown"), r"line 1: 'title' is 'against an un\x1bknown opponent', which holds"),
        (spoilt(1, "unknown", "un\\u202eknown"), "line 1: 'title' is "),
        (spoilt(1, "unknown", "un\\ud800known"), "line 1: 'title' is "),
        (
            spoilt(1, '"opponent": null', '"opponent": "a\\nb"'),
            r"line 1: 'setup.opponent' is 'a\nb', which holds control",
        ),
        (
            spoilt(1, '"cards": []', '"cards": [{"name": "x\\u0007"}]'),
            r"line 1: 'setup.cards.1.name' is 'x\x07', which",
        ),
        (spoilt(1, '"setup": {', '"setup": {"\\u0000": 1, '), r"line 1: 'setup.\x00' is '\x00', which holds control"),
        (spoilt(1, MOMENT, MOMENT + "\\u0000"), "line 1: 'created_at' is "),
        (spoilt(3, '"keep"', '"keep\\u001b"'), r"line 3 (event 2): 'payload.text' is 'keep\x1b', which holds control"),
        (spoilt(5, "note ha", "note ha\\u2028ha"), "line 5 (event 4): 'payload.text' is "),
        (spoilt(5, "note ha", "note ha\\nha"), "line 5 (event 4): 'payload.text' is "),
        (spoilt(5, MOMENT, MOMENT + "\\u001b"), "line 5 (event 4): 'at' is "),
        (spoilt(4, "Gorgonzola", "Gorg\\\\u001b"), r"line 4 (event 3): 'card.name' is 'Gorg\x1b', which holds control"),
        (
            spoilt(5, "[opponent null]", '[opponent "\\u001b"]', TEXT),
            r"line 5: 'opponent' is '\x1b', which holds control",
        ),
        (
            spoilt(13, "note ha", "note \x1b[31m", TEXT),
            r"line 13 (event 4): 'entry' is '4. note \x1b[31m', which holds",
        ),
        (spoilt(12, "Gorgonzola", "Gorg\\u001b", TEXT), r"line 12 (event 3): 'card.name' is 'Gorg\x1b', which holds"),
    ],
)
def test_control_characters_are_refused_wherever_they_stand(content: str, sentence: str) -> None:
    assert refusal(content).startswith(sentence)


DIGITS = "9" * 5000


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "line 1: this is not a match as 'qbcoach export' writes it: '' is no header"),
        ("\n \n", "line 1: this is not a match as 'qbcoach export' writes it"),
        ("hello", "line 1: this is not a match as 'qbcoach export' writes it: 'hello' is no header; headers read"),
        (b"hello\n\xff", "line 2: this is not text in UTF-8"),
        ("{}", "line 1: 'title' is missing"),
        ("{", "line 1: '{' is no JSON: it breaks off"),
        ("{" * 60_000, "line 1: '{{{"),
        ('{"a":' * 40_000, "line 1: this is nested too deeply"),
        ("[" * 100_000, "line 1: this is not a match as 'qbcoach export' writes it: '[[["),
        ("[deck " + "[" * 90_000 + "]", "line 1: this is nested too deeply"),
        (
            spoilt(1, '"setup": {', '"setup": null, "x": {'),
            "line 1: 'setup' is 'null', the setup of a match is expected",
        ),
        (spoilt(1, '"qbcoach-match-1", "r', '"other", "r'), "line 1: this match was written as 'other', this program"),
        (spoilt(1, '"first": "Y", ', ""), "line 1: the setup of the match lacks first"),
        (spoilt(1, '"first": "Y"', '"first": null'), "line 1: 'first', the side that begins, is Y or E, not 'null'"),
        (spoilt(1, '"rebirth"', "null"), "line 1: 'ruleset' is 'null', a text such as 'rebirth' is expected"),
        (
            spoilt(1, '"rebirth"', f'"rebirth{{deck_size={DIGITS}}}"'),
            "line 1: ruleset field deck_size takes a whole num",
        ),
        (spoilt(1, '"behaviour": 1', f'"behaviour": {DIGITS}'), "line 1: '{"),
        (
            spoilt(1, '"deck": null', '"deck": {"a": 1}'),
            "line 1: 'deck' is '{\"a\": 1}', a list of card ids is expected",
        ),
        (spoilt(1, '"deck": null', '"deck": ["nonsense"]'), "line 1: unknown card 'nonsense'"),
        (spoilt(1, '"enemy_deck": null', '"enemy_deck": ["nonsense"]'), "line 1: unknown card 'nonsense'"),
        (spoilt(1, '"opponent": null', '"opponent": " "'), "line 1: 'opponent' is ' ', a name is expected, or null"),
        (spoilt(1, '"cards": []', '"cards": [null]'), "line 1: 'cards' is '[null]', a list of cards is expected"),
        (
            spoilt(1, '"cards": []', '"cards": [{"id": null}]'),
            "line 1: card ?, field id: must be a non-empty text, not 'n",
        ),
        (spoilt(3, '{"text": "keep"}', "null"), "line 3 (event 2): 'payload' is 'null', the entry is expected"),
        (spoilt(3, '"keep"', "[1]"), "line 3 (event 2): 'text' is '[1]', a text is expected"),
        (spoilt(3, '"keep"', "NaN"), "line 3 (event 2): NaN is no number"),
        (spoilt(3, '"keep"', "1e999"), "line 3 (event 2): '1e999' is too large a number"),
        (spoilt(3, '"keep"', "[" * 40_000), "line 3 (event 2): this is nested too deeply"),
        (spoilt(3, '{"seq"', '"seq"'), 'line 3 (event 2): \'"seq": 2, '),
        (spoilt(3, '{"seq": 2', "5\n{"), "line 3 (event 2): '5' is no object with the field 'payload'"),
        (spoilt(3, '"keep"', '"best"'), "line 3 (event 2): 'best' is no entry of a match"),
        (spoilt(3, '"keep"', '""'), "line 3 (event 2): nothing was entered"),
        (spoilt(3, '"keep"', '"mulligan 9"'), "line 3 (event 2): your hand has 5 cards"),
        (spoilt(3, '"keep"', '"e zu m5"'), "line 3 (event 2): it is your turn"),
        (spoilt(4, '\\"rank\\": 1', f'\\"rank\\": {DIGITS}'), 'line 4 (event 3): \'{"id": "own1"'),
        (spoilt(4, "card {", 'card {\\"a\\": ' + "[" * 5000), "line 4 (event 3): this is nested too deeply"),
        (spoilt(4, '\\"own1\\"', "{"), 'line 4 (event 3): \'{"id": {, '),
        (spoilt(5, "note ha", f"set score {DIGITS} 1"), "line 5 (event 4): a score is a whole number from 0 to 9999"),
        (spoilt(5, "note ha", f"set m3 you {DIGITS}"), "line 5 (event 4): the number of pawns is a whole"),
        (spoilt(5, "note ha", f"undo {DIGITS}"), "line 5 (event 4): 'undo' takes a whole number from 1 to 10000"),
        (
            spoilt(4, "[deck null]", "[deck nul]", TEXT),
            "line 4: 'nul' is no JSON: from character 1 on it cannot be read",
        ),
        (spoilt(8, "[cards []]", "", TEXT), "line 7: the setup of the match lacks cards"),
        (
            spoilt(11, "2. keep", "keep", TEXT),
            "line 11 (event 2): 'keep' is no line of a match; lines read '3. e Zu MID",
        ),
        (spoilt(11, "2. keep", "2. best", TEXT), "line 11 (event 2): 'best' is no entry of a match"),
        (spoilt(11, "2. keep", "2. zuu m3", TEXT), "line 11 (event 2): 'zuu m3' cannot be entered: No card is called"),
        (
            spoilt(14, "MID-1", "MID-4", TEXT),
            "line 14 (event 5): 'Security Officer MID-4' cannot be entered: M4 belongs",
        ),
    ],
    ids=lambda value: str(value)[:40] if isinstance(value, str) else None,
)
def test_a_refusal_names_line_and_event_in_own_words(content: str | bytes, sentence: str) -> None:
    assert refusal(content).startswith(sentence)


def test_what_was_undone_must_have_been_possible_too() -> None:
    undone = LINES.replace('"note ha"', '"zu b5"').replace('"redo 1"', '"note instead"')
    assert refusal(undone).startswith("line 5 (event 4): ")


def test_the_limit_is_counted_in_events(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_EVENTS", 3)
    assert refusal(LINES) == "line 5 (event 4): a match takes 3 entries at most"
    assert refusal(TEXT) == "line 13 (event 4): a match takes 3 entries at most"


def test_times_are_kept_in_the_form_of_the_clock() -> None:
    store = ModelMatches()
    zoned = LINES.replace(MOMENT, "2025-12-31T20:30:00.5-05:00", 2)
    match_id = import_match(store, zoned.encode(), TOOLS)
    assert store.info(match_id).created_at == "2026-01-01T01:30:00.500+00:00"
    events = store.events(match_id)
    assert [events[0].at, events[1].at] == ["2026-01-01T01:30:00.500+00:00", MOMENT]
    assert read_time(utc_now(), utc_now()) <= utc_now()
    assert latest_time(MOMENT) == read_time("2026-01-02T00:00:00Z", MOMENT) == "2026-01-02T00:00:00.000+00:00"


@pytest.mark.parametrize(
    "wrapped", [lambda text: "\ufeff" + text, lambda text: text.replace("\n", "\r\n"), "\n\n{}".format]
)
@pytest.mark.parametrize("text", [LINES, TEXT], ids=["lines", "text"])
def test_marks_and_ends_of_lines_of_other_systems_are_no_matter(text: str, wrapped: object) -> None:
    store = ModelMatches()
    assert callable(wrapped)
    match_id = import_match(store, wrapped(text).encode(), TOOLS)
    assert Session.resume(store, match_id, TOOLS).state.key() == MATCH.state.key()


@pytest.mark.parametrize("form", [to_jsonl, to_text])
def test_a_card_that_was_entered_in_several_lines_comes_along(form: object) -> None:
    session = entered(*OPENING, json.dumps(json.loads(CARD[5:]), indent=2).join(("card ", "")))
    assert isinstance(session._store, ModelMatches)
    text = (to_jsonl if form is to_jsonl else to_text)(session._store, session.match_id)
    store = ModelMatches()
    again = Session.resume(store, import_match(store, text.encode(), TOOLS), TOOLS)
    assert again.game.hydrator.get("Gorgonzola").power == 6


def test_result_and_cards_seen_are_those_of_the_match_and_not_of_a_branch() -> None:
    lines = (*OPENING, "sec m1", "e levrikon m5", "end", "branch try", "undo", "draw zu", "pass", "e mandragora t5")
    played = entered(*lines, setup=MatchSetup(opponent="Regina"))
    assert isinstance(played._store, ModelMatches)
    store = ModelMatches()
    opponents = ModelOpponents(store)
    text = to_jsonl(played._store, played.match_id)
    match_id = import_match(store, text.encode(), Tools(opponents=opponents, clock=lambda: MOMENT))
    assert store.info(match_id).result == "E 0-2"
    assert [sighting.card_ids for sighting in opponents.seen("Regina")] == [("007",)]
    assert History.of(store.events(match_id)).branch == "try"
    assert to_jsonl(store, match_id) == text


def test_a_key_that_was_used_before_imports_nothing() -> None:
    store = ModelMatches()
    first = import_match(store, LINES.encode(), TOOLS, key="k")
    assert import_match(store, TEXT.encode(), TOOLS, key="k") == first
    assert len(store.all) == 1
