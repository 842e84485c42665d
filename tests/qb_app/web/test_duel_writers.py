"""Who comes second to a game against the engine, who comes again, and who looks for one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

import pytest

from qb_app.storage import GameStore, NewEntry, Storage
from qb_app.web import seated
from qb_app.web.settings import ApiSettings
from tests.qb_app.web.caller import Caller, Meddler, calling
from tests.qb_app.web.conftest import needs_kernel
from tests.qb_app.web.duel_calls import begin, decide

pytestmark = needs_kernel
UNDO = NewEntry("undo", {})


@pytest.fixture
def api(storage: Storage) -> Iterator[Caller]:
    with calling(storage) as caller:
        yield caller


# Who comes second, and who comes again


def test_a_change_meant_for_another_version_is_refused(api: Caller) -> None:
    duel = begin(api)
    path = f"/duels/{duel['id']}"
    duel = decide(api, duel, "keep", if_match='"0"')
    for call, body in (("decisions", {"text": "pass"}), ("undo", None), ("resign", None)):
        sentence = api.refused(412, "POST", f"{path}/{call}", body, if_match='"0"')
        assert sentence.startswith(f"the duel is at version {duel['version']}")
    assert api.ok("GET", path) == duel


def test_who_comes_between_is_not_overwritten(storage: Storage, api: Caller) -> None:
    duel = decide(api, begin(api), "keep")
    meddled = replace(storage, games=cast("GameStore", Meddler(storage.games, UNDO)))
    with calling(meddled) as second:
        sentence = second.refused(409, "POST", f"/duels/{duel['id']}/decisions", {"text": "pass"})
        assert "was changed elsewhere" in sentence
    now = api.ok("GET", f"/duels/{duel['id']}")
    assert (now["expects"], now["version"]) == ("mulligan", duel["version"] + 1)


def test_a_repeated_decision_counts_once_whatever_it_was_meant_for(api: Caller) -> None:
    duel = begin(api)
    first = decide(api, duel, "keep", idempotency_key="k", if_match='"0"')
    assert decide(api, duel, "keep", idempotency_key="k", if_match='"0"') == first
    second = decide(api, duel, "pass", idempotency_key="l")
    assert second["version"] > first["version"]
    assert decide(api, duel, "keep", idempotency_key="k", if_match='"0"') == second
    path = f"/duels/{duel['id']}"
    undone = api.ok("POST", f"{path}/undo", idempotency_key="m")
    assert api.ok("POST", f"{path}/undo", idempotency_key="m") == undone


def test_a_duel_begun_again_with_its_key_is_the_same_duel(api: Caller) -> None:
    made = [api("POST", "/duels", {"level": 1, "seed": 3}, idempotency_key="k") for _ in range(2)]
    assert [answer.status_code for answer in made] == [201, 201]
    assert made[0].json() == made[1].json()
    assert len(api.ok("GET", "/duels")["duels"]) == 1


def test_a_reader_with_the_current_version_gets_nothing_again(api: Caller) -> None:
    duel = begin(api)
    tag = api("GET", f"/duels/{duel['id']}").headers["etag"]
    assert api("GET", f"/duels/{duel['id']}", if_none_match=tag).status_code == 304
    changed = api("POST", f"/duels/{duel['id']}/decisions", {"text": "keep"})
    assert changed.headers["etag"] != tag
    assert api("GET", f"/duels/{duel['id']}", if_none_match=tag).status_code == 200


def test_a_log_has_an_end(api: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    duel = decide(api, begin(api), "keep")
    monkeypatch.setattr(seated, "MOST_ENTRIES", duel["version"])
    assert "begin another" in api.refused(422, "POST", f"/duels/{duel['id']}/decisions", {"text": "pass"})


def test_a_busy_desk_refuses_and_nothing_is_stored(storage: Storage, api: Caller) -> None:
    duel = begin(api)
    with calling(storage, ApiSettings(analyses_per_client=0)) as busy:
        answer = busy("POST", f"/duels/{duel['id']}/decisions", {"text": "keep"})
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
        busy.refused(503, "POST", "/duels", {"level": 1, "seed": 1})
    assert api.ok("GET", f"/duels/{duel['id']}") == duel
    assert len(api.ok("GET", "/duels")["duels"]) == 1


# Lists


def test_duels_are_listed_page_by_page_the_newest_first(api: Caller) -> None:
    made = [begin(api, seed=seed)["id"] for seed in range(5)]
    listed: list[str] = []
    after = ""
    while True:
        page = api.ok("GET", f"/duels?limit=2{after}")
        listed += [row["id"] for row in page["duels"]]
        if page["next"] is None:
            break
        after = f"&after={page['next']}"
    assert sorted(listed) == sorted(made)
    assert listed == [row["id"] for row in api.ok("GET", "/duels")["duels"]]
    row = api.ok("GET", "/duels?limit=1")["duels"][0]
    assert (row["level"], row["ruleset"], row["first"], row["result"], row["version"]) == (1, "rebirth", "Y", None, 0)
    assert api("DELETE", f"/duels/{made[0]}").status_code == 204
    assert len(api.ok("GET", "/duels")["duels"]) == 4


def test_an_unknown_duel_is_not_found_anywhere(api: Caller) -> None:
    known = begin(api)["id"]
    wrong = known[:-1] + "0"
    fleet = api.ok("POST", "/fleet/games", {"seed": 1, "cost_limit": 200})["id"]
    calls = (("GET", ""), ("DELETE", ""), ("GET", "/moves"), ("GET", "/advice"), ("POST", "/undo"), ("POST", "/resign"))
    for method, rest in calls:
        assert f"did you mean {known}?" in api.refused(404, method, f"/duels/{wrong}{rest}")
        assert api.refused(404, method, f"/duels/{fleet}{rest}").startswith(f"there is no duel '{fleet}'")
    assert api.refused(404, "POST", f"/duels/{wrong}/decisions", {"text": "keep"})
    assert api.refused(404, "GET", f"/duels?after={wrong}")
    assert api.refused(422, "GET", "/duels?limit=0")
