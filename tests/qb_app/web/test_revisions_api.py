"""The log of a match rewritten over HTTP: a refusal names the entry to edit, and what is done names its way back."""

from __future__ import annotations

from tests.qb_app.web.conftest import OPENING, Api, read, refused

PLAYED = (*OPENING, "sec m1", "e levrikon m5", "draw zu", "lev m2", "e wolf m4")


def log(api: Api, match_id: str) -> list[str]:
    return [entry["command"] for entry in read(api.get(f"/matches/{match_id}"))["log"]]


def test_a_log_is_rewritten_and_back(api: Api) -> None:
    match_id = api.begin(*PLAYED)
    before = read(api.get(f"/matches/{match_id}"))
    outcome = api.enter(match_id, "change 6 lev t1 then remove 7 then insert 8 e pass")
    assert outcome["entered"] == "change 6 007 TOP-1 then remove 7 then insert 8 e pass"
    assert outcome["match"]["log"][5]["text"] == "Levrikon TOP-1"
    assert [entry["number"] for entry in outcome["match"]["log"]] == list(range(1, 8))
    assert outcome["misfit"] is None
    back = api.enter(match_id, outcome["inverse"])["match"]
    changing = ("version",)
    assert {key: back[key] for key in back if key not in changing} == {
        key: before[key] if key != "log" else back["log"] for key in before if key not in changing
    }
    assert [(one["command"], one["text"]) for one in back["log"]] == [
        (one["command"], one["text"]) for one in before["log"]
    ]


def test_what_no_longer_fits_is_told_so_that_it_can_be_edited(api: Api) -> None:
    match_id = api.begin(*PLAYED)
    before = read(api.get(f"/matches/{match_id}"))
    response = api.post(f"/matches/{match_id}/commands", {"text": "change 4 e queen bee t5"})
    sentence, misfit = refused(response, 422, "refused"), response.json()["misfit"]
    assert sentence.startswith("entry 7 'e Grasslands Wolf MID-4' no longer fits then: M4 belongs to nobody; ")
    assert misfit == {
        "number": 7,
        "edit": None,
        "text": before["log"][6]["text"],
        "command": before["log"][6]["command"],
        "reason": misfit["reason"],
    }
    assert misfit["reason"] in sentence
    assert read(api.get(f"/matches/{match_id}")) == before
    both = f"change 4 e queen bee t5 then change {misfit['number']} {misfit['command'].replace('MID-4', 'MID-5')}"
    assert log(api, match_id)[6] == "e 008 MID-4"
    api.enter(match_id, both)
    assert log(api, match_id)[6] == "e 008 MID-5"


def test_an_edit_that_does_not_fit_says_which(api: Api) -> None:
    match_id = api.begin(*PLAYED)
    response = api.post(f"/matches/{match_id}/commands", {"text": "remove 7 then insert 4 zu m2"})
    refused(response, 422, "refused")
    misfit = response.json()["misfit"]
    assert (misfit["number"], misfit["edit"], misfit["text"]) == (4, "insert", "zu MID-2")


def test_other_refusals_name_no_entry(api: Api) -> None:
    match_id = api.begin(*PLAYED)
    for text in ("change 99 pass", "zu m3", "change 4 e xxqqzz m5", "change 4"):
        response = api.post(f"/matches/{match_id}/commands", {"text": text})
        refused(response, 422, "refused") if response.status_code == 422 else refused(response, 409, "not-now")
        assert "misfit" not in response.json()


def test_a_doubtful_name_is_a_choice_of_whole_lines(api: Api) -> None:
    match_id = api.begin(*PLAYED)
    choice = api.enter(match_id, "change 4 e lev t5 then remove 7")["choice"]
    assert [option["command"] for option in choice["options"]] == [
        "change 4 e 007 TOP-5 then remove 7",
        "change 4 e 102 TOP-5 then remove 7",
    ]
    assert api.enter(match_id, choice["options"][0]["command"])["entered"] == choice["options"][0]["command"]


def test_a_repeated_revision_counts_once(api: Api) -> None:
    match_id = api.begin(*PLAYED)
    for _ in range(2):
        api.enter(match_id, "insert 1 note a", **{"Idempotency-Key": "k1"})
    assert len(log(api, match_id)) == len(PLAYED) + 1


def test_a_revision_meant_for_another_version_is_refused(api: Api) -> None:
    match_id = api.begin(*PLAYED)
    response = api.post(f"/matches/{match_id}/commands", {"text": "remove 7"}, headers={"If-Match": '"3"'})
    refused(response, 412, "stale")
    assert len(log(api, match_id)) == len(PLAYED)
