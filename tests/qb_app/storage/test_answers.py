"""Finished answers of the coach, on SQLite and on PostgreSQL."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from qb_app.storage import JsonValue, Storage, answers, open_storage
from tests.qb_app.storage.conftest import AT
from tests.qb_app.storage.test_schema import run

DOCUMENT: dict[str, JsonValue] = {"best": "Zu m3 ✓", "chances": [0.1, 2**53 - 1, None], "deep": {"é": True}}
KEYS = "abcdef"


def kept(storage: Storage) -> str:
    return "".join(key for key in KEYS if storage.answers.get(key) is not None)


def day(number: int) -> str:
    return f"2026-01-{number:02d}T00:00:00Z"


def test_an_answer_is_found_again_by_its_key_alone(storage: Storage, url: str) -> None:
    storage.answers.put("a", DOCUMENT, at=AT)
    with open_storage(url) as again:
        assert again.answers.get("a") == DOCUMENT
        assert again.answers.get("A") is None


def test_an_answer_takes_the_place_of_the_one_before(storage: Storage) -> None:
    storage.answers.put("a", {"depth": 1}, at=day(1))
    storage.answers.put("b", {"depth": 2}, at=day(2))
    storage.answers.put("a", {"depth": 3}, at=day(3))
    assert storage.answers.get("a") == {"depth": 3}
    storage.answers.prune(1)
    assert kept(storage) == "a", "its age is that of the newer answer"


@pytest.mark.parametrize(("keep", "left"), [(0, ""), (1, "c"), (2, "ac"), (3, "acd"), (4, "abcd"), (9, "abcd")])
def test_the_oldest_go_first(storage: Storage, keep: int, left: str) -> None:
    for key, number in zip("abcd", (3, 1, 4, 2), strict=True):
        storage.answers.put(key, DOCUMENT, at=day(number))
    storage.answers.prune(keep)
    assert kept(storage) == left


def test_there_are_never_more_than_a_fixed_number(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "MOST", 3)
    for number, key in enumerate(KEYS, 1):
        storage.answers.put(key, DOCUMENT, at=day(number))
        assert kept(storage) == KEYS[max(number - 3, 0) : number]


@pytest.mark.parametrize("damaged", ["", '{"depth": ', "[1]", "null"])
def test_a_damaged_answer_counts_as_missing(storage: Storage, url: str, damaged: str) -> None:
    for key in "ab":
        storage.answers.put(key, DOCUMENT, at=AT)
    run(url, f"UPDATE answers SET document = '{damaged}' WHERE key = 'a'".replace(":", r"\:"))
    assert kept(storage) == "b"
    storage.answers.put("a", DOCUMENT, at=AT)
    assert kept(storage) == "ab"


def test_many_who_store_and_tidy_at_once_do_not_hurt_each_other(
    storage: Storage, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "MOST", 3)

    def write(writer: int) -> None:
        with open_storage(url) as own:
            for number in range(60):
                own.answers.put(KEYS[number * (writer + 1) % 6], {"writer": writer}, at=day(1 + number % 28))

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(write, range(4)))
    assert 0 < len(kept(storage)) <= 3
