"""What is shown of a match over HTTP: previews of moves, the shared game, files."""

from __future__ import annotations

import pytest

from qb_app import limits
from qb_app.live.record import to_text
from qb_app.storage import Storage
from qb_app.web.routers import PREFIX
from tests.qb_app.web.conftest import OPENING, Api, read, refused

PLAIN = {"content-type": "text/plain; charset=utf-8"}


def test_moves_are_those_of_the_hand_and_the_pass_each_with_its_board(api: Api) -> None:
    match_id = api.begin(*OPENING, deck="starter")
    found = read(api.get(f"/matches/{match_id}/moves"))
    assert (found["side"], found["version"]) == ("Y", 2)
    commands = [move["command"] for move in found["moves"]]
    assert commands[:3] == ["001 TOP-1", "001 MID-1", "001 BOT-1"]
    assert commands[-1] == "pass"
    preview = found["moves"][1]
    entered = api.enter(match_id, preview["command"])
    assert preview["board"] == entered["match"]["board"]
    assert preview["changes"] == entered["changes"]
    assert (preview["card"], preview["tile"]) == ("001", "MID-1")


def test_moves_of_the_enemy_need_a_card_that_it_may_hold(api: Api) -> None:
    match_id = api.begin(*OPENING, "sec m1")
    assert [move["command"] for move in read(api.get(f"/matches/{match_id}/moves?side=E"))["moves"]] == ["e pass"]
    found = read(api.get(f"/matches/{match_id}/moves", params={"side": "E", "card": "Levrikon"}))["moves"]
    assert [move["command"] for move in found] == ["e 007 TOP-5", "e 007 MID-5", "e 007 BOT-5"]
    assert api.enter(match_id, found[1]["command"])["match"]["board"] == found[1]["board"]


def test_moves_that_cannot_be_are_not_listed_or_refused(api: Api) -> None:
    match_id = api.begin(*OPENING)
    assert read(api.get(f"/matches/{match_id}/moves?side=E"))["moves"] == []
    response = api.get(f"/matches/{match_id}/moves", params={"card": "Queen Bee"})
    assert "Queen Bee is not in your hand" in refused(response, 422, "refused")
    response = api.get(f"/matches/{match_id}/moves", params={"card": "Zoo"})
    assert "unknown card 'Zoo'" in refused(response, 422, "refused")
    refused(api.get(f"/matches/{match_id}/moves?side=both"), 422, "invalid")
    api.enter(match_id, "end")
    assert read(api.get(f"/matches/{match_id}/moves"))["moves"] == []


def test_trying_moves_leaves_the_match_as_it_was(api: Api) -> None:
    match_id = api.begin(*OPENING, "sec m1", "e levrikon m5")
    before = read(api.get(f"/matches/{match_id}"))
    api.get(f"/matches/{match_id}/moves")
    assert read(api.get(f"/matches/{match_id}")) == before


def test_a_shared_match_has_every_board_and_the_names_of_its_cards(api: Api) -> None:
    match_id = api.begin(*OPENING, "sec m1", "e levrikon m5")
    shared = read(api.get(f"/matches/{match_id}/share"))
    assert (shared["kind"], len(shared["frames"])) == ("game", 5)
    assert shared["frames"][0]["text"] == "The match begins."
    assert shared["frames"][4]["text"] == "The enemy plays Levrikon on M5."
    assert shared["frames"][4]["board"] == read(api.get(f"/matches/{match_id}"))["board"]
    assert shared["cards"]["007"] == "Levrikon"
    assert "?" not in shared["cards"]
    assert [frame["entry"] for frame in shared["frames"]][2:] == ["keep", "001 MID-1", "e 007 MID-5"]


def test_another_branch_is_read_without_going_there(api: Api) -> None:
    match_id = api.begin(*OPENING, "sec m1")
    for line in ("branch what if", "undo", "pass", "branch main"):
        api.enter(match_id, line)
    before = read(api.get(f"/matches/{match_id}"))
    shared = read(api.get(f"/matches/{match_id}/share", params={"branch": "what-if"}))
    assert [frame["entry"] for frame in shared["frames"]][-1] == "pass"
    main = read(api.get(f"/matches/{match_id}/share", params={"branch": "main"}))
    assert main == read(api.get(f"/matches/{match_id}/share"))
    assert main["frames"][-1]["entry"] == "001 MID-1"
    assert read(api.get(f"/matches/{match_id}")) == before
    response = api.get(f"/matches/{match_id}/share", params={"branch": "nowhere"})
    assert refused(response, 404, "not-found") == "this match has no branch 'nowhere'"


def test_what_is_shared_can_be_looked_back_on_entry_by_entry(api: Api) -> None:
    match_id = api.begin(*OPENING, "sec m1", "e levrikon m5", "draw mu", deck="starter")
    frames = read(api.get(f"/matches/{match_id}/share"))["frames"]
    copy = api.begin(f"board {frames[0]['position']}", *(frame["entry"] for frame in frames[1:]))
    assert read(api.get(f"/matches/{copy}"))["board"] == frames[-1]["board"]


@pytest.mark.parametrize("style", ["text", "jsonl"])
def test_an_exported_match_comes_back_as_it_was(api: Api, style: str) -> None:
    match_id = api.begin(*OPENING, "sec m1", "e levrikon m5", deck="starter")
    exported = api.get(f"/matches/{match_id}/export", params={"format": style})
    assert exported.headers["content-type"] == "text/plain; charset=utf-8"
    response = api.send("POST", f"{PREFIX}/matches/import", content=exported.content, headers=PLAIN)
    copy = read(response, 201)
    assert response.headers["location"] == f"/api/v1/matches/{copy['id']}"
    original = read(api.get(f"/matches/{match_id}"))
    assert copy["id"] != match_id
    assert [entry["command"] for entry in copy["log"]] == [entry["command"] for entry in original["log"]]
    assert copy["position"] == original["position"]


def test_export_is_what_the_command_line_writes(api: Api, storage: Storage) -> None:
    match_id = api.begin(*OPENING)
    assert api.get(f"/matches/{match_id}/export").text == to_text(storage.matches, match_id)
    refused(api.get(f"/matches/{match_id}/export?format=xml"), 422, "invalid")


BROKEN = (
    "",
    "hello",
    "[]",
    "{}",
    "{",
    '{"title": "x", "created_at": "x"}',
    '{"title": "x", "created_at": "x", "setup": []}',
    '{"title": 5, "created_at": "x", "setup": {}}',
    '{"title": "x", "created_at": "x", "setup": {"format": "qbcoach-match-1"}}',
    '{"title": "x", "created_at": "x", "setup": {"format": "qbcoach-match-1", "ruleset": 5}}',
    '{"title": "\\ud800", "created_at": "x", "setup": {}}',
    '[format "qbcoach-match-1"]\n[ruleset 5]',
    "[" * 100_000,
)


@pytest.mark.parametrize("text", BROKEN, ids=lambda text: text[:60])
def test_what_is_no_match_is_refused_and_leaves_nothing(api: Api, text: str) -> None:
    refused(api.send("POST", f"{PREFIX}/matches/import", content=text.encode(), headers=PLAIN), 422, "refused")
    assert read(api.get("/matches"))["matches"] == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"deck": null', '"deck": [["001"]]'),
        ('"deck": null', '"deck": ["nonsense"]'),
        ('"opponent": null', '"opponent": 5'),
        ('"opponent": null', '"opponent": "\\ud800"'),
        ('"first": "Y"', '"first": "X"'),
        ('"first": "Y"', '"first": ["Y"]'),
        ('"behaviour": ', '"behaviour": 1'),
        ('{"text": "keep"}', '{"text": "mulligan 9"}'),
        ('{"text": "keep"}', '{"text": "best"}'),
        ('{"text": "keep"}', "[]"),
        ('{"text": "keep"}', '{"text": 5}'),
        ('{"text": "keep"}', '{"text": "undo 50000"}'),
        ('{"text": "keep"}', '{"text": "note \\ud800"}'),
    ],
)
def test_a_spoilt_file_is_refused_and_leaves_nothing(api: Api, old: str, new: str) -> None:
    text = api.get(f"/matches/{api.begin(*OPENING)}/export?format=jsonl").text
    assert old in text
    response = api.send("POST", f"{PREFIX}/matches/import", content=text.replace(old, new, 1).encode(), headers=PLAIN)
    refused(response, 422, "refused")
    assert len(read(api.get("/matches"))["matches"]) == 1


def test_an_import_is_text_and_not_endless(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    response = api.post("/matches/import", {"no": "text"})
    assert "text/plain" in refused(response, 415, "media-type")
    refused(api.send("POST", f"{PREFIX}/matches/import", content=b"\xff", headers=PLAIN), 422, "refused")
    text = api.get(f"/matches/{api.begin(*OPENING)}/export").text
    monkeypatch.setattr(limits, "MOST_EVENTS", 1)
    response = api.send("POST", f"{PREFIX}/matches/import", content=text.encode(), headers=PLAIN)
    assert refused(response, 422, "refused") == "line 11 (event 2): a match takes 1 entries at most"
