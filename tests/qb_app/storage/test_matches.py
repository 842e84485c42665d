"""Matches and their logs, on SQLite and on PostgreSQL."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from qb_app.storage import (
    AlreadyStoredError,
    ConflictError,
    MatchInfo,
    NewEntry,
    NoSuchMatchError,
    Sighting,
    Storage,
    StorageError,
    StoredEvent,
    open_storage,
)
from tests.qb_app.storage.conftest import AT, NewMatch

LATER = "2026-01-02T03:04:06Z"
SETUP = {"deck": ["001", "002"], "first": "Y", "seed": None, "nested": {"é✓": [1.5, True]}}


def create(storage: Storage, title: str = "a match", at: str = AT, opponent: str | None = None) -> MatchInfo:
    return storage.matches.create({}, title=title, ruleset="rebirth", opponent=opponent, at=at)


def test_a_match_is_found_again_with_all_that_was_given(storage: Storage, url: str) -> None:
    made = storage.matches.create(SETUP, title="Final", ruleset="v2.2.4", opponent="Red XIII", at=AT)
    assert made == MatchInfo(made.match_id, "Final", "v2.2.4", "Red XIII", None, 0, AT, AT)
    assert re.fullmatch(r"[2-9a-z]{8}", made.match_id)
    with open_storage(url) as again:
        assert again.matches.info(made.match_id) == made
        assert again.matches.setup(made.match_id) == SETUP
        assert again.matches.events(made.match_id) == ()


def test_events_come_back_in_order_as_they_were_given(storage: Storage, new_match: NewMatch, url: str) -> None:
    match_id = new_match(storage)
    first = storage.matches.append(match_id, "play", {"card": "zü", "tile": "m3"}, expected=0, at=AT)
    second = storage.matches.append(match_id, "undo", {}, expected=1, at=LATER)
    assert first == StoredEvent(1, "play", {"card": "zü", "tile": "m3"}, AT)
    with open_storage(url) as again:
        assert again.matches.events(match_id) == (first, second)
        assert again.matches.events(match_id, after=1) == (second,)
        assert again.matches.events(match_id, after=2) == ()
        assert again.matches.info(match_id).version == 2
        assert again.matches.info(match_id).updated_at == LATER


@pytest.mark.parametrize("expected", [0, 2, 7])
def test_an_entry_for_another_version_is_refused(storage: Storage, new_match: NewMatch, expected: int) -> None:
    match_id = new_match(storage)
    storage.matches.append(match_id, "play", {}, expected=0, at=AT)
    with pytest.raises(ConflictError, match=r"has 1 event, .* after \d events; read the match again") as caught:
        storage.matches.append(match_id, "pass", {}, expected=expected, at=AT)
    assert (caught.value.expected, caught.value.actual) == (expected, 1)
    assert [event.kind for event in storage.matches.events(match_id)] == ["play"]


def test_the_same_key_again_adds_nothing(storage: Storage, new_match: NewMatch) -> None:
    match_id, other_id = new_match(storage), new_match(storage)
    first = storage.matches.append(match_id, "play", {"n": 1}, expected=0, at=AT, key="a")
    storage.matches.append(match_id, "play", {"n": 2}, expected=1, at=AT, key="b")
    for expected in (0, 1, 2):
        assert storage.matches.append(match_id, "play", {"n": 1}, expected=expected, at=LATER, key="a") == first
    assert storage.matches.info(match_id).version == 2
    assert [storage.matches.has_key(match_id, key) for key in ("a", "b", "c")] == [True, True, False]
    assert not storage.matches.has_key(other_id, "a")
    assert storage.matches.append(other_id, "play", {"n": 9}, expected=0, at=AT, key="a").payload == {"n": 9}


@pytest.mark.parametrize("payload", [{"n": float("nan")}, {"n": {1, 2}}])
def test_what_json_cannot_say_is_refused(storage: Storage, new_match: NewMatch, payload: dict[str, object]) -> None:
    match_id = new_match(storage)
    with pytest.raises((TypeError, ValueError)):
        storage.matches.append(match_id, "play", payload, expected=0, at=AT)  # type: ignore[arg-type]  # on purpose
    assert storage.matches.events(match_id) == ()


@pytest.mark.parametrize("text", ["nul \0", "half a letter \ud83d"])
def test_text_that_no_database_can_hold_is_refused(storage: Storage, text: str) -> None:
    with pytest.raises(StorageError, match="cannot be stored"):
        create(storage, text)
    assert storage.matches.matches() == ()


def test_an_unknown_match_is_refused_everywhere_with_close_ids(storage: Storage) -> None:
    known = create(storage).match_id
    wrong = known[:-1] + "0"
    calls = (
        lambda: storage.matches.info(wrong),
        lambda: storage.matches.setup(wrong),
        lambda: storage.matches.events(wrong),
        lambda: storage.matches.append(wrong, "play", {}, expected=0, at=AT),
        lambda: storage.matches.has_key(wrong, "k"),
        lambda: storage.matches.set_result(wrong, None),
        lambda: storage.matches.matches(after=wrong),
        lambda: storage.matches.delete(wrong),
        lambda: storage.opponents.see("someone", wrong, ["001"]),
    )
    for call in calls:
        with pytest.raises(NoSuchMatchError, match=f"no match '{wrong}', did you mean {known}"):
            call()


def test_an_id_can_be_chosen_once(storage: Storage) -> None:
    storage.matches.create({}, title="", ruleset="rebirth", opponent=None, at=AT, match_id="my_Match-1")
    with pytest.raises(AlreadyStoredError, match="'my_Match-1' already"):
        storage.matches.create({}, title="", ruleset="rebirth", opponent=None, at=AT, match_id="my_Match-1")
    with pytest.raises(StorageError, match="cannot be the id"):
        storage.matches.create({}, title="", ruleset="rebirth", opponent=None, at=AT, match_id="a/b")


def test_the_newest_matches_come_first_page_by_page(storage: Storage) -> None:
    days = (3, 1, 2, 5, 4, 4, 4)
    made = [create(storage, f"{day}", f"2026-01-0{day}T00:00:00Z") for day in days]
    listed: list[MatchInfo] = []
    for size in (2, 2, 2, 1, 0):
        page = storage.matches.matches(limit=2, after=listed[-1].match_id if listed else None)
        assert len(page) == size
        listed += page
    assert [one.title for one in listed] == ["5", "4", "4", "4", "3", "2", "1"]
    assert {one.match_id for one in listed} == {one.match_id for one in made}
    assert tuple(listed) == storage.matches.matches()


def test_matches_of_an_opponent_are_found_whatever_the_case(storage: Storage) -> None:
    create(storage, "yes", opponent="Red XIII")
    create(storage, "no", opponent="Regina")
    create(storage, "nobody")
    assert [one.title for one in storage.matches.matches(opponent=" red  xiii")] == ["yes"]
    assert len(storage.matches.matches()) == 3


def test_a_result_is_set_and_taken_back(storage: Storage, new_match: NewMatch) -> None:
    match_id = new_match(storage)
    storage.matches.set_result(match_id, "Y 12-7")
    assert storage.matches.info(match_id).result == "Y 12-7"
    with pytest.raises(ValueError, match="'draw …', not 'won'"):
        storage.matches.set_result(match_id, "won")
    storage.matches.set_result(match_id, None)
    assert storage.matches.info(match_id).result is None


def test_a_deleted_match_leaves_nothing_behind(storage: Storage, new_match: NewMatch) -> None:
    match_id, kept = new_match(storage), new_match(storage)
    for one in (match_id, kept):
        storage.matches.append(one, "play", {}, expected=0, at=AT, key="k")
        storage.opponents.see("Regina", one, ["001"])
    storage.matches.delete(match_id)
    assert [one.match_id for one in storage.matches.matches()] == [kept]
    assert [sighting.match_id for sighting in storage.opponents.seen("Regina")] == [kept]
    storage.matches.create({}, title="", ruleset="rebirth", opponent=None, at=AT, match_id=match_id)
    assert storage.matches.events(match_id) == ()


def test_one_storage_serves_several_threads(storage: Storage, new_match: NewMatch) -> None:
    match_id = new_match(storage)

    def write(writer: int) -> None:
        for number in range(20):
            while True:
                expected = storage.matches.info(match_id).version
                try:
                    storage.matches.append(match_id, "play", {"is": [writer, number]}, expected=expected, at=AT)
                except ConflictError:
                    continue
                break

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(write, range(4)))
    stored = storage.matches.events(match_id)
    assert [event.seq for event in stored] == list(range(1, 81))
    assert sorted(str(event.payload["is"]) for event in stored) == sorted(
        str([writer, number]) for writer in range(4) for number in range(20)
    )


def test_a_match_is_made_with_all_that_belongs_to_it(storage: Storage, url: str) -> None:
    first, second = NewEntry("play", {"is": 1}, LATER, "k"), NewEntry("pass", {})
    made = storage.matches.create(
        SETUP,
        [first, second],
        title="Final",
        ruleset="r",
        opponent="Regina",
        at=AT,
        result="Y 3-1",
        seen=["007", "001"],
    )
    assert (made.version, made.result, made.created_at, made.updated_at) == (2, "Y 3-1", AT, AT)
    with open_storage(url) as again:
        assert again.matches.info(made.match_id) == made
        assert again.matches.events(made.match_id) == (
            StoredEvent(1, "play", {"is": 1}, LATER),
            StoredEvent(2, "pass", {}, AT),
        )
        assert again.matches.has_key(made.match_id, "k")
        assert again.opponents.seen("regina") == (Sighting(made.match_id, ("007", "001")),)
    with pytest.raises(ValueError, match="'draw …', not 'won'"):
        storage.matches.create({}, title="", ruleset="", opponent=None, at=AT, result="won")
    assert len(storage.matches.matches()) == 1


def test_a_key_makes_one_match(storage: Storage) -> None:
    made = storage.matches.create({}, title="first", ruleset="", opponent=None, at=AT, key="k")
    assert storage.matches.create(SETUP, title="second", ruleset="", opponent=None, at=LATER, key="k") == made
    assert storage.matches.made_with("k") == made
    assert storage.matches.made_with("l") is None
    storage.matches.delete(made.match_id)
    assert storage.matches.made_with("k") is None
