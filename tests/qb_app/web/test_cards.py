"""Cards, rule sets and levels over HTTP."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from qb_app.storage import Storage
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep.levels import LEVELS
from qb_engine.ruleset import Ruleset
from tests.qb_app.web.caller import Caller, calling

HYDRATOR = CardHydrator()


@pytest.fixture
def api(storage: Storage) -> Iterator[Caller]:
    with calling(storage) as caller:
        yield caller


def test_all_cards_are_listed_tokens_too(api: Caller) -> None:
    cards = api.ok("GET", "/cards")["cards"]
    assert [card["id"] for card in cards] == [card.id for card in HYDRATOR.all()]
    zu = next(card for card in cards if card["id"] == "015")
    assert (zu["name"], zu["token"], len(zu["pattern"])) == ("Zu", False, 5)


@pytest.mark.parametrize(
    ("query", "name", "found"),
    [
        ("search=grasslands", "Grasslands Wolf", True),
        ("search=grasslands", "Zu", False),
        ("search=zu&rank=2", "Zu", True),
        ("search=zu&rank=3", "Zu", False),
        ("tokens=true", "Mandragora Minion", True),
        ("tokens=false", "Mandragora Minion", False),
        ("tokens=true", "Zu", False),
    ],
)
def test_cards_are_searched_by_name_rank_and_kind(api: Caller, query: str, name: str, found: bool) -> None:
    assert (name in [card["name"] for card in api.ok("GET", f"/cards?{query}")["cards"]]) is found


@pytest.mark.parametrize("name", ["015", "Zu", "zu", "ZU"])
def test_a_card_is_found_by_id_or_name(api: Caller, name: str) -> None:
    assert api.ok("GET", f"/cards/{name}")["id"] == "015"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Grasslands%20Wulf", "unknown card 'Grasslands Wulf', did you mean Grasslands Wolf?"),
        ("%3F", "unknown card '?'; 'qbcoach cards' lists all cards"),
        ("a%2Fb", "unknown card 'a/b'"),
    ],
)
def test_an_unknown_card_is_not_found_with_a_hint(api: Caller, name: str, sentence: str) -> None:
    assert api.refused(404, "GET", f"/cards/{name}").startswith(sentence)


def test_a_name_of_several_cards_is_not_found_but_told(api: Caller) -> None:
    names = [card.name for card in HYDRATOR.all()]
    shared = next(name for name in names if names.count(name) > 1)
    assert "use an id" in api.refused(404, "GET", f"/cards/{shared}")


def test_a_wrong_rank_is_refused(api: Caller) -> None:
    assert "rank" in api.refused(422, "GET", "/cards?rank=7")


@pytest.mark.parametrize("path", ["/cards", "/cards/015", "/rulesets", "/levels", "/puzzles"])
def test_constant_data_are_sent_once(api: Caller, path: str) -> None:
    first = api("GET", path)
    assert first.headers["cache-control"] == "private, max-age=3600"
    tag = first.headers["etag"]
    again = api("GET", path, if_none_match=tag)
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert api("GET", path, if_none_match='"another"').content == first.content


def test_rule_sets_tell_every_field(api: Caller) -> None:
    document = api.ok("GET", "/rulesets")
    assert [one["name"] for one in document["rulesets"]] == ["rebirth", "v2.2.4"]
    assert [one["name"] for one in document["fleet"]] == ["plan", "released"]
    fields = document["rulesets"][0]["fields"]
    assert (fields["deck_size"], fields["max_legendary_copies"], fields["two_face"]) == (15, 1, "once_each")
    for one in document["rulesets"]:
        told = {
            name: {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
            for name, value in one["fields"].items()
        }
        text = ",".join(f"{name}={value}" for name, value in told.items())
        assert str(Ruleset.parse(f"{one['name']}{{{text}}}")) == one["name"]


def test_levels_are_those_of_the_engine(api: Caller) -> None:
    levels = api.ok("GET", "/levels")["levels"]
    assert [(level["number"], level["name"]) for level in levels] == [(one.number, one.name) for one in LEVELS]
    assert levels[-1] == {"number": 8, "name": "champion", "slips": 0.0, "nodes": 40_000}
