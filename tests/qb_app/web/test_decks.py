"""Decks and the collection over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from qb_app.storage import Storage
from qb_engine.card_hydrator import CardHydrator
from qb_engine.library import library_decks
from tests.qb_app.web.caller import Caller, calling

STARTER = library_decks(CardHydrator())[0]


@pytest.fixture
def api(storage: Storage) -> Iterator[Caller]:
    with calling(storage) as caller:
        yield caller


def path_of(name: str) -> str:
    return f"/decks/{quote(name, safe='')}"


def test_a_deck_is_saved_listed_read_and_forgotten(api: Caller) -> None:
    answer = api("PUT", "/decks/Mine", {"cards": list(STARTER.card_ids)})
    assert answer.status_code == 201
    report = answer.json()
    assert (report["name"], report["legal"], report["reasons"], report["ruleset"]) == ("Mine", True, [], "rebirth")
    assert api.ok("GET", "/decks/%20mINE%20") == report
    listed = api.ok("GET", "/decks")
    assert listed["saved"] == [report]
    assert [deck["name"] for deck in listed["library"]] == [deck.name for deck in library_decks(CardHydrator())]
    assert api("DELETE", "/decks/Mine").status_code == 204
    assert api.ok("GET", "/decks")["saved"] == []
    assert api.refused(404, "DELETE", "/decks/Mine") == "no deck 'Mine' is saved; 'qbcoach decks' lists what there is"


def test_a_name_is_overwritten_only_when_asked(api: Caller) -> None:
    api.ok("PUT", "/decks/Mine", {"text": "starter"})
    assert "saved already" in api.refused(409, "PUT", "/decks/mine", {"text": "2 Zu"})
    assert api.ok("GET", "/decks/Mine")["legal"]
    answer = api("PUT", "/decks/mine", {"text": "2 Zu", "replace": True})
    assert (answer.status_code, answer.json()["cards"]) == (200, ["015", "015"])
    assert api("PUT", "/decks/other", {"text": "2 Zu", "replace": True}).status_code == 201


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "a/b", "50 % & more?", "Ünïcode ✓", '"quoted"', "#1", "a\\b", "check", "/x/"]
)
def test_any_words_can_be_a_name(api: Caller, name: str) -> None:
    answer = api("PUT", path_of(name), {"text": "starter"})
    assert (answer.status_code, answer.json()["name"]) == (201, name)
    assert answer.headers["content-type"] == "application/json"
    assert api.ok("GET", path_of(name))["name"] == name
    assert [deck["name"] for deck in api.ok("GET", "/decks")["saved"]] == [name]
    assert api("DELETE", path_of(name)).status_code == 204


@pytest.mark.parametrize("name", ["%0A", "a%00b", "x" * 101, "", "%20", "a%7Fb"])
def test_what_is_no_name_is_refused(api: Caller, name: str) -> None:
    assert api.refused(422, "PUT", f"/decks/{name}", {"text": "starter"})
    assert api.ok("GET", "/decks")["saved"] == []


def test_dots_that_a_browser_takes_for_a_way_up_are_no_name(api: Caller) -> None:
    assert "cannot be a name" in api.refused(422, "PUT", "/decks/a%2F..%2Fb", {"text": "starter"})


def test_an_unknown_deck_is_not_found_with_hints_from_both_lists(api: Caller) -> None:
    api.ok("PUT", "/decks/Blossom", {"text": "starter"})
    assert "did you mean Blossom" in api.refused(404, "GET", "/decks/Blosom")
    assert f"did you mean {STARTER.name}" in api.refused(404, "GET", path_of(STARTER.name.replace("0", "9")))
    assert api.ok("GET", path_of(STARTER.name.upper()))["cards"] == list(STARTER.card_ids)


def test_a_deck_being_built_is_judged_with_every_reason(api: Caller) -> None:
    report = api.ok("POST", "/decks/check", {"cards": ["zu", "015", "015", "146"]})
    assert report["reasons"] == [
        "it has 4 cards, not 15",
        "it holds 3 copies of Zu, the limit for a card is 2",
        "Mandragora Minion is a token and cannot be put in a deck",
    ]
    assert (report["legal"], report["list"]) == (False, "3 Zu\n1 Mandragora Minion")
    assert report["code"].startswith("QB1-")
    assert api.ok("POST", "/decks/check", {"cards": []})["reasons"] == ["it has 0 cards, not 15"]
    legal = api.ok("POST", "/decks/check", {"cards": list(reversed(STARTER.card_ids))})
    assert (legal["legal"], legal["name"]) == (True, STARTER.name)
    assert api.ok("POST", "/decks/check", {"text": legal["code"]}) == legal
    assert api.ok("POST", "/decks/check", {"text": legal["list"]}) == legal


def test_rules_decide_what_is_legal(api: Caller) -> None:
    cards = [card for card in dict.fromkeys(STARTER.card_ids) for _ in range(3)][:15]
    assert not api.ok("POST", "/decks/check", {"cards": cards})["legal"]
    assert api.ok("POST", "/decks/check", {"cards": cards, "ruleset": "v2.2.4"})["legal"]
    api.ok("PUT", "/decks/Three", {"cards": cards, "ruleset": "v2.2.4"})
    assert api.ok("GET", "/decks")["saved"][0]["legal"]
    assert not api.ok("GET", "/decks?ruleset=rebirth")["saved"][0]["legal"]


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({}, "a deck is given as cards or as text"),
        ({"cards": [], "text": "starter"}, "a deck is given as cards or as text"),
        ({"cards": ["zuu"]}, "unknown card 'zuu', did you mean Zu?"),
        ({"cards": ["?"]}, "a hidden card cannot stand in a list"),
        ({"cards": ["015"] * 101}, "body.cards"),
        ({"cards": ["015"], "more": 1}, "body.more"),
        ({"text": "nonsense"}, "'nonsense' is no deck of the library"),
        ({"text": "/etc/passwd"}, "'/etc/passwd' is no deck of the library"),
        ({"text": "x" * 2001}, "body.text"),
        ({"cards": ["015"], "ruleset": "house"}, "unknown ruleset 'house'"),
    ],
)
def test_what_is_no_deck_is_refused(api: Caller, body: object, sentence: str) -> None:
    assert sentence in api.refused(422, "POST", "/decks/check", body)
    assert sentence in api.refused(422, "PUT", "/decks/Mine", body)
    assert api.ok("GET", "/decks")["saved"] == []


def test_no_file_is_read_for_a_deck(api: Caller, tmp_path: Path) -> None:
    file = tmp_path / "deck.txt"
    file.write_text("2 Zu", encoding="utf-8")
    assert "is no deck" in api.refused(422, "POST", "/decks/check", {"text": str(file)})


# The collection


def test_owned_cards_are_counted(api: Caller) -> None:
    assert api.ok("GET", "/collection") == {"cards": {}}
    assert api.ok("PUT", "/collection/zu", {"copies": 2}) == {"card": "015", "copies": 2}
    api.ok("PUT", "/collection/008", {"copies": 1})
    assert api.ok("GET", "/collection") == {"cards": {"008": 1, "015": 2}}
    api.ok("PUT", "/collection/015", {"copies": 0})
    assert api.ok("GET", "/collection") == {"cards": {"008": 1}}


@pytest.mark.parametrize("copies", [-1, 100, 1.5, "2", None])
def test_a_wrong_number_of_copies_is_refused(api: Caller, copies: object) -> None:
    assert "copies" in api.refused(422, "PUT", "/collection/015", {"copies": copies})
    assert api.ok("GET", "/collection") == {"cards": {}}


def test_an_unknown_card_cannot_be_owned(api: Caller) -> None:
    assert "did you mean Zu?" in api.refused(404, "PUT", "/collection/zuu", {"copies": 1})
    assert "unknown card" in api.refused(404, "PUT", "/collection/%3F", {"copies": 1})
