"""Opponents over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

import pytest

from qb_app.storage import Storage
from qb_engine.card_hydrator import CardHydrator
from qb_engine.opponents import opponents
from tests.qb_app.web.caller import Caller, calling

AT = "2026-01-02T03:04:05Z"


@pytest.fixture
def api(storage: Storage) -> Iterator[Caller]:
    with calling(storage) as caller:
        yield caller


def test_the_people_of_the_game_are_listed_with_their_places(api: Caller) -> None:
    listed = api.ok("GET", "/opponents")["opponents"]
    people = opponents(CardHydrator())
    assert [one["title"] for one in listed] == [one.title for one in people]
    assert [one["place"] for one in listed] == [one.location for one in people]
    assert not any(one["saved"] for one in listed)
    red = api.ok("GET", f"/opponents/{quote(people[0].title, safe='')}")
    assert red.items() >= listed[0].items()
    assert (red["waits"], red["opening_turns"], red["strength"]) == (0.03, 0, None)
    assert red["waits_text"].startswith("The enemy is taken to wait in 3 % of games")


@pytest.mark.parametrize("name", ["Neighbour", "<img src=x onerror=alert(1)>", "a/b c"])
def test_a_profile_is_kept_changed_and_forgotten(api: Caller, name: str) -> None:
    path = f"/opponents/{quote(name, safe='')}"
    answer = api("PUT", path, {"note": "<b>howls</b>\nat night", "known": ["zu"]})
    assert answer.status_code == 201
    made = answer.json()
    assert (made["title"], made["saved"], made["note"]) == (name, True, "<b>howls</b>\nat night")
    assert (made["known"], made["noted"], made["deck"], made["place"]) == (["015"], ["015"], None, None)
    assert api.ok("GET", path).items() >= made.items()
    changed = api("PUT", path.lower(), {"deck": "starter"})
    assert (changed.status_code, len(changed.json()["deck"]), changed.json()["note"]) == (200, 15, "")
    assert api.ok("GET", "/opponents")["opponents"][0]["title"] == name.lower()
    assert api.ok("PUT", path, {"deck": ["zu", "zu"]})["deck"] == ["015", "015"]
    assert api("DELETE", path).status_code == 204
    assert api.refused(404, "DELETE", path).startswith(f"no opponent '{name}' is saved")


def test_what_matches_showed_is_told(api: Caller) -> None:
    storage = api.storage
    for match_id, result in (("a", "Y 9-3"), ("b", "E 1-9"), ("c", None)):
        storage.matches.create({}, title="", ruleset="rebirth", opponent="Me", at=AT, match_id=match_id)
        storage.matches.set_result(match_id, result)
    storage.opponents.see("Me", "a", ["015", "008"])
    storage.opponents.see("Me", "b", ["015"])
    api.ok("PUT", "/opponents/Me", {"known": ["001"]})
    me = api.ok("GET", "/opponents/me")
    assert (me["known"], me["noted"]) == (["001", "008", "015"], ["001"])
    assert [one["match"] for one in me["seen"]] == ["a", "b"]
    assert me["record"] == {"wins": 1, "draws": 0, "losses": 1}


def test_unknown_and_ambiguous_names_are_not_found(api: Caller) -> None:
    assert "unknown opponent 'Reginna', did you mean Regina" in api.refused(404, "GET", "/opponents/Reginna")
    api.ok("PUT", "/opponents/Neighbour", {})
    assert "did you mean Neighbour?" in api.refused(404, "DELETE", "/opponents/Neighbor")


@pytest.mark.parametrize(
    ("name", "body", "sentence"),
    [
        ("Me", {"known": ["zuu"]}, "did you mean Zu?"),
        ("Me", {"deck": "nonsense"}, "is no deck of the library"),
        ("Me", {"deck": "/etc/passwd"}, "is no deck of the library"),
        ("Me", {"note": "x" * 4001}, "body.note"),
        ("Me", {"note": "bell \x07"}, "body.note"),
        ("Me", {"other": 1}, "body.other"),
        ("a%2F..", {}, "cannot be a name"),
        ("%20", {}, "a name is needed"),
        ("x" * 101, {}, "path.name"),
    ],
)
def test_what_cannot_be_kept_is_refused(api: Caller, name: str, body: object, sentence: str) -> None:
    assert sentence in api.refused(422, "PUT", f"/opponents/{name}", body)
    assert not any(one["saved"] for one in api.ok("GET", "/opponents")["opponents"])
