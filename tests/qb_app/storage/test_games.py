"""Games that are played here and their logs, on SQLite and on PostgreSQL."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from qb_app.storage import (
    AlreadyStoredError,
    ConflictError,
    GameInfo,
    JsonValue,
    NewEntry,
    NoSuchGameError,
    Storage,
    StoredEvent,
    UnfitValueError,
    open_storage,
)
from tests.qb_app.storage.conftest import AT

LATER = "2026-01-02T03:04:06Z"
KEEP = NewEntry("turn", {"side": "Y", "text": "keep"})
PASS = NewEntry("turn", {"side": "E", "text": "pass ✓"})


def new_game(storage: Storage, kind: str = "duel", at: str = AT) -> str:
    return storage.games.create(kind, {}, at=at).game_id


def test_a_game_is_found_again_with_all_that_was_given(storage: Storage, url: str) -> None:
    setup: dict[str, JsonValue] = {"seed": 2**53 - 1, "names": ["<script>", "é✓"]}
    made = storage.games.create("duel", setup, [KEEP, PASS], at=AT, result="E 0-1")
    assert made == GameInfo(made.game_id, "duel", setup, "E 0-1", 2, AT, AT)
    assert re.fullmatch(r"[2-9a-z]{8}", made.game_id)
    with open_storage(url) as again:
        stored = again.games.read("duel", made.game_id)
        assert stored.info == again.games.info("duel", made.game_id) == made
        assert stored.entries == (StoredEvent(1, *KEEP[:2], AT), StoredEvent(2, *PASS[:2], AT))


def test_entries_are_added_together_with_the_result(storage: Storage) -> None:
    game_id = new_game(storage)
    assert storage.games.append("duel", game_id, [KEEP], expected=0, at=AT) == 1
    assert storage.games.append("duel", game_id, [PASS, KEEP], expected=1, at=LATER, result="Y 3-0") == 3
    stored = storage.games.read("duel", game_id)
    assert [entry.seq for entry in stored.entries] == [1, 2, 3]
    assert (stored.info.result, stored.info.updated_at) == ("Y 3-0", LATER)
    storage.games.append("duel", game_id, [NewEntry("undo", {})], expected=3, at=LATER)
    assert storage.games.info("duel", game_id).result is None


@pytest.mark.parametrize("expected", [0, 1, 7])
def test_entries_for_another_version_are_refused_whole(storage: Storage, expected: int) -> None:
    game_id = new_game(storage)
    storage.games.append("duel", game_id, [KEEP, PASS], expected=0, at=AT)
    with pytest.raises(ConflictError, match=r"^duel .* has 2 events, .* read the duel again") as caught:
        storage.games.append("duel", game_id, [PASS, PASS, PASS], expected=expected, at=AT, result="E 0-1")
    assert (caught.value.expected, caught.value.actual) == (expected, 2)
    assert len(storage.games.read("duel", game_id).entries) == 2
    assert storage.games.info("duel", game_id).result is None


def test_the_same_key_again_adds_nothing(storage: Storage) -> None:
    game_id, other_id = new_game(storage), new_game(storage)
    assert not storage.games.has_key("duel", game_id, "a")
    storage.games.append("duel", game_id, [KEEP, PASS], expected=0, at=AT, key="a")
    assert storage.games.has_key("duel", game_id, "a")
    for expected in (0, 2, 5):
        assert storage.games.append("duel", game_id, [KEEP], expected=expected, at=LATER, key="a") == 2
    assert not storage.games.has_key("duel", other_id, "a")
    assert storage.games.append("duel", other_id, [KEEP], expected=0, at=AT, key="a") == 1


def test_a_game_created_again_with_its_key_is_the_same_game(storage: Storage) -> None:
    first = storage.games.create("duel", {"seed": 1}, [KEEP], at=AT, key="a")
    assert storage.games.create("duel", {"seed": 2}, at=LATER, key="a") == first
    assert storage.games.made_with("duel", "a") == first
    assert storage.games.made_with("fleet game", "a") is None
    assert storage.games.create("fleet game", {"seed": 2}, at=LATER, key="a") != first
    assert len(storage.games.games("duel")) == 1


def test_a_game_is_only_found_by_its_own_kind(storage: Storage) -> None:
    known = new_game(storage)
    wrong = known[:-1] + "0"
    for kind, game_id, hint in (("duel", wrong, f", did you mean {known}\\?$"), ("fleet game", known, "$")):
        calls = (
            lambda kind=kind, game_id=game_id: storage.games.info(kind, game_id),
            lambda kind=kind, game_id=game_id: storage.games.read(kind, game_id),
            lambda kind=kind, game_id=game_id: storage.games.append(kind, game_id, [KEEP], expected=0, at=AT),
            lambda kind=kind, game_id=game_id: storage.games.has_key(kind, game_id, "k"),
            lambda kind=kind, game_id=game_id: storage.games.games(kind, after=game_id),
            lambda kind=kind, game_id=game_id: storage.games.delete(kind, game_id),
        )
        for call in calls:
            with pytest.raises(NoSuchGameError, match=f"^there is no {kind} '{game_id}'{hint}"):
                call()
    assert storage.games.info("duel", known).version == 0


def test_an_id_can_be_chosen_once(storage: Storage) -> None:
    storage.games.create("duel", {}, at=AT, game_id="mine")
    with pytest.raises(AlreadyStoredError, match="'mine' already"):
        storage.games.create("fleet game", {}, at=AT, game_id="mine")
    with pytest.raises(UnfitValueError, match="cannot be the id of a duel"):
        storage.games.create("duel", {}, at=AT, game_id="a/b")


def test_the_newest_games_of_a_kind_come_first_page_by_page(storage: Storage) -> None:
    days = (3, 1, 2, 5, 4, 4, 4)
    made = {new_game(storage, at=f"2026-01-0{day}T00:00:00Z") for day in days}
    new_game(storage, "fleet game", at="2026-01-06T00:00:00Z")
    listed: list[GameInfo] = []
    for size in (2, 2, 2, 1, 0):
        page = storage.games.games("duel", limit=2, after=listed[-1].game_id if listed else None)
        assert len(page) == size
        listed += page
    assert [info.created_at[9] for info in listed] == ["5", "4", "4", "4", "3", "2", "1"]
    assert {info.game_id for info in listed} == made
    assert tuple(listed) == storage.games.games("duel")


def test_a_deleted_game_leaves_nothing_behind(storage: Storage) -> None:
    game_id, kept = new_game(storage), new_game(storage)
    for one in (game_id, kept):
        storage.games.append("duel", one, [KEEP], expected=0, at=AT, key="k")
    storage.games.delete("duel", game_id)
    assert [info.game_id for info in storage.games.games("duel")] == [kept]
    storage.games.create("duel", {}, at=AT, game_id=game_id)
    assert storage.games.read("duel", game_id).entries == ()
    assert not storage.games.has_key("duel", game_id, "k")


def test_one_key_makes_one_game_however_many_ask_at_once(storage: Storage) -> None:
    with ThreadPoolExecutor(4) as threads:
        made = list(threads.map(lambda _: storage.games.create("duel", {}, [KEEP], at=AT, key="k"), range(12)))
    assert len({info.game_id for info in made}) == 1
    assert len(storage.games.games("duel")) == 1
