"""Matches over HTTP: begun, entered, read, listed and forgotten."""

from __future__ import annotations

import pytest

from qb_app import limits
from qb_app.live.session import ENTERED_ALREADY
from qb_app.storage import Storage
from tests.qb_app.web.conftest import OPENING, Api, read, refused

RED_XIII = "Red XIII Shinra-8"


def test_a_new_match_stands_at_its_beginning_and_can_be_read_where_it_says(api: Api) -> None:
    response = api.post("/matches", {"deck": "starter", "opponent": RED_XIII, "first": "enemy"})
    match = read(response, 201)
    assert response.headers["location"] == f"/api/v1/matches/{match['id']}"
    assert response.headers["etag"] == '"0"'
    assert (match["expects"], match["first"], match["to_act"], match["version"]) == ("hand", "E", "E", 0)
    assert (match["hand"], match["enemy_hand"], match["deck_left"]) == (["?"] * 5, ["?"] * 5, 10)
    assert len(match["unseen"]) == 15
    assert match["opponent"].startswith("Red XIII")
    assert api.send("GET", response.headers["location"]).json() == match


@pytest.mark.parametrize(
    ("setup", "sentence"),
    [
        ({"ruleset": "chess"}, "unknown ruleset 'chess'; known are v2.2.4 and rebirth"),
        ({"opponent": "Nobody at all"}, "Nobody at all"),
        ({"deck": "2 Zu"}, "the deck '2 Zu' is not legal under rebirth"),
    ],
)
def test_a_match_that_cannot_be_is_refused_with_the_sentence_of_the_command_line(
    api: Api, setup: dict[str, str], sentence: str
) -> None:
    assert sentence in refused(api.post("/matches", setup), 422, "refused")


def test_a_deck_is_never_read_from_a_file_of_the_server(api: Api, tmp_path: object) -> None:
    path = f"{tmp_path}/secret.txt"
    with open(path, "w", encoding="utf-8") as file:
        file.write("2 Sekret:x:0:0")
    sentence = refused(api.post("/matches", {"deck": path}), 422, "refused")
    assert "is no deck of the library" in sentence
    assert "Sekret" not in sentence


@pytest.mark.parametrize("body", [{"first": "nobody"}, {"colour": "red"}, {"deck": "x" * 4001}, {"deck": "a\0b"}, []])
def test_a_request_that_does_not_fit_names_its_fields(api: Api, body: object) -> None:
    response = api.post("/matches", body)
    refused(response, 422, "invalid")
    assert all(error["field"].startswith("body") for error in response.json()["errors"])


def test_entries_change_the_match_and_tell_what_they_did(api: Api) -> None:
    match_id = api.begin(*OPENING, deck="starter")
    outcome = api.enter(match_id, "sec m1")
    assert outcome["lines"] == ["You play Security Officer on M1."]
    assert outcome["entered"] == "001 MID-1"
    assert outcome["changes"]
    match = outcome["match"]
    assert (match["version"], match["expects"], match["swing"]) == (3, "enemy", [0, 1, 0])
    tile = match["board"]["tiles"][5]
    assert (tile["tile"], tile["owner"], tile["card"], tile["power"], tile["pawns"]) == ("MID-1", "Y", "001", 1, 0)
    assert [entry["command"] for entry in match["log"]] == ["hand 001, 007, 009, 011, 008", "keep", "001 MID-1"]
    assert match["log"][2]["text"] == "Security Officer MID-1"
    assert api.get(f"/matches/{match_id}").json() == match
    assert api.enter(match_id, "e levrikon m5")["match"]["swing"] == [0, -2, 0]


def test_a_refused_line_has_the_sentence_of_the_command_line_and_changes_nothing(api: Api) -> None:
    match_id = api.begin(*OPENING)
    response = api.post(f"/matches/{match_id}/commands", {"text": "e pass"})
    sentence = "it is your turn: enter your own play or 'pass' first; 'set turn enemy' overrides"
    assert refused(response, 422, "refused") == sentence
    assert api.get(f"/matches/{match_id}").json()["version"] == 2


def test_a_doubtful_name_is_a_choice_whose_options_can_be_sent_as_they_are(api: Api) -> None:
    match_id = api.begin("hand z, ?, ?, ?, ?".replace("z", "zu"), "keep", "pass", "e pass")
    outcome = api.enter(match_id, "set turn you")
    assert outcome["match"]["expects"] == "draw"
    asked = api.enter(match_id, "draw z")
    assert asked["entered"] is None
    options = {option["label"]: option["command"] for option in asked["choice"]["options"]}
    assert options["Zemzelett"] == "draw 024"
    assert api.enter(match_id, options["Zemzelett"])["entered"] == "draw 024"


def test_a_choice_in_the_middle_of_a_hand_keeps_what_was_written(api: Api) -> None:
    match_id = api.begin()
    asked = api.enter(match_id, "hand levrikon, z, mu, elphadunk, grassl")
    command = asked["choice"]["options"][0]["command"]
    assert command == "hand 007, 015, mu, elphadunk, grassl"
    assert api.enter(match_id, command)["match"]["hand"] == ["007", "015", "009", "011", "008"]


def test_questions_are_answered_and_change_nothing(api: Api) -> None:
    match_id = api.begin(*OPENING)
    assert api.enter(match_id, "score")["lines"] == ["If the match ended now: a draw, 0–0."]
    supposed = api.enter(match_id, "what sec m1")["answer"]
    assert (supposed["kind"], supposed["move"], supposed["name"]) == ("what", "001 MID-1", "Security Officer M1")
    assert api.get(f"/matches/{match_id}").json()["version"] == 2


def test_the_same_key_counts_once_whatever_happened_since(api: Api) -> None:
    match_id = api.begin(*OPENING)
    first = api.enter(match_id, "sec m1", **{"Idempotency-Key": "one", "If-Match": '"2"'})
    again = api.enter(match_id, "sec m1", **{"Idempotency-Key": "one", "If-Match": '"2"'})
    assert again["lines"] == [ENTERED_ALREADY]
    assert again["match"] == first["match"]
    undone = read(api.post(f"/matches/{match_id}/undo", headers={"Idempotency-Key": "two"}))
    assert undone["match"]["version"] == 4
    twice = read(api.post(f"/matches/{match_id}/undo", headers={"Idempotency-Key": "two"}))
    assert twice["match"]["version"] == 4


@pytest.mark.parametrize("key", ["", "x" * 101, "with space"])
def test_a_key_must_be_short_and_plain(api: Api, key: str) -> None:
    response = api.post("/matches/abcd/commands", {"text": "keep"}, headers={"Idempotency-Key": key})
    refused(response, 422, "invalid")


def test_a_reader_with_the_current_version_gets_no_body(api: Api) -> None:
    match_id = api.begin(*OPENING)
    for tag in ('"2"', 'W/"2"', '"1", "2"', "*"):
        response = api.get(f"/matches/{match_id}", headers={"If-None-Match": tag})
        assert (response.status_code, response.content, response.headers["etag"]) == (304, b"", '"2"')
    assert api.get(f"/matches/{match_id}", headers={"If-None-Match": '"1"'}).status_code == 200


def test_a_writer_with_an_old_version_is_refused(api: Api) -> None:
    match_id = api.begin(*OPENING)
    for path, body in (
        ("commands", {"text": "sec m1"}),
        ("undo", {"times": 1}),
        ("redo", {}),
        ("branch", {"name": "dream"}),
    ):
        response = api.post(f"/matches/{match_id}/{path}", body, headers={"If-Match": '"1"'})
        assert "is at version 2" in refused(response, 412, "stale")
    assert api.enter(match_id, "sec m1", **{"If-Match": '"2"'})["match"]["version"] == 3


def test_undo_redo_and_branches(api: Api) -> None:
    match_id = api.begin(*OPENING, "sec m1")
    undone = read(api.post(f"/matches/{match_id}/undo", {"times": 2}))["match"]
    assert (len(undone["log"]), undone["can_redo"], undone["expects"]) == (1, True, "mulligan")
    done = read(api.post(f"/matches/{match_id}/redo", {"times": 2}))["match"]
    assert (len(done["log"]), done["can_redo"], done["expects"]) == (3, False, "enemy")
    branched = read(api.post(f"/matches/{match_id}/branch", {"name": "What If"}))["match"]
    assert branched["branches"] == [
        {"name": "main", "entries": 3, "current": False},
        {"name": "what-if", "entries": 3, "current": True},
    ]
    undone = read(api.post(f"/matches/{match_id}/undo", {"times": 400}))
    assert undone["lines"][-1] == "There were only 3 entries to undo."
    assert undone["match"]["log"] == []
    response = api.post(f"/matches/{match_id}/undo", {"times": 1})
    assert refused(response, 422, "refused") == "there is nothing to undo"
    refused(api.post(f"/matches/{match_id}/branch", {"name": "  "}), 422, "invalid")
    refused(api.post(f"/matches/{match_id}/undo", {"times": 100_000}), 422, "invalid")


def test_pages_of_matches_hold_each_one_once(api: Api) -> None:
    made = [api.begin(opponent=RED_XIII) if number % 2 else api.begin() for number in range(5)]
    seen, after = [], None
    while True:
        page = read(api.get("/matches", params={"limit": 2} | ({"after": after} if after else {})))
        seen += [row["id"] for row in page["matches"]]
        after = page["next"]
        if after is None:
            break
        assert len(page["matches"]) == 2
    assert seen == sorted(made, key=made.index, reverse=True)
    title = read(api.get(f"/matches/{made[1]}"))["opponent"]
    found = read(api.get("/matches", params={"opponent": title}))
    assert [row["id"] for row in found["matches"]] == [made[3], made[1]]
    assert found["next"] is None
    refused(api.get("/matches", params={"after": "nowhere1"}), 404, "not-found")
    refused(api.get("/matches", params={"limit": 101}), 422, "invalid")


def test_a_match_that_is_forgotten_is_not_found(api: Api) -> None:
    match_id = api.begin()
    assert api.delete(f"/matches/{match_id}").status_code == 204
    for path in ("", "/moves", "/advice", "/deep", "/prediction", "/summary", "/share", "/export"):
        assert "there is no match" in refused(api.get(f"/matches/{match_id}{path}"), 404, "not-found")
    refused(api.delete(f"/matches/{match_id}"), 404, "not-found")
    refused(api.post(f"/matches/{match_id}/commands", {"text": "keep"}), 404, "not-found")
    refused(api.get("/matches/..%2f..%2fetc"), 404, "not-found")


def test_reading_a_match_writes_nothing(api: Api, storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    match_id = api.begin(*OPENING, "sec m1", "e levrikon m5", "end", opponent=RED_XIII)
    storage.matches.set_result(match_id, None)  # as if the writer had been stopped before it could keep the result
    for store, method in ((storage.opponents, "see"), (storage.matches, "set_result"), (storage.matches, "append")):
        monkeypatch.setattr(store, method, lambda *_, **__: pytest.fail("something was written"))
    for path in ("", "/moves", "/share", "/export"):
        assert api.get(f"/matches/{match_id}{path}").status_code == 200


def test_a_match_has_an_end(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    match_id = api.begin(*OPENING)
    monkeypatch.setattr(limits, "MOST_EVENTS", 2)
    response = api.post(f"/matches/{match_id}/commands", {"text": "note more"})
    assert "entries at most" in refused(response, 422, "refused")


def test_cards_of_one_match_stand_in_its_document(api: Api) -> None:
    match_id = api.begin('card {"id": "own1", "name": "New Card", "rank": 1, "power": 2}')
    match = read(api.get(f"/matches/{match_id}"))
    assert [card["name"] for card in match["cards"]] == ["New Card"]
    assert read(api.get(f"/matches/{api.begin()}"))["cards"] == []
    half = 'card {"id": "own2", "name": "Half \\ud800", "rank": 1, "power": 2}'
    response = api.post(f"/matches/{match_id}/commands", {"text": half})
    assert "cannot be shown" in refused(response, 422, "refused")


def test_a_match_with_an_entry_that_no_longer_fits_is_read_and_put_right(api: Api, storage: Storage) -> None:
    match_id = api.begin(*OPENING)
    assert read(api.get(f"/matches/{match_id}"))["remark"] is None
    text = "board rebirth Y2:1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 Y hand=001"
    storage.matches.append(match_id, "correction", {"text": text}, expected=2, at="2026-01-01T00:00:00.000+00:00")
    match = read(api.get(f"/matches/{match_id}"))
    assert match["remark"].startswith("entry 3 'board rebirth Y2:1")
    assert match["remark"].endswith("'undo' takes it back")
    assert (len(match["log"]), match["can_undo"], match["expects"]) == (3, True, "you")
    for path in ("moves", "share", "export", "export?format=jsonl"):
        assert api.get(f"/matches/{match_id}/{path}").status_code == 200
    response = api.post(f"/matches/{match_id}/commands", {"text": "sec m1"})
    assert refused(response, 422, "refused") == match["remark"]
    undone = read(api.post(f"/matches/{match_id}/undo", {"times": 1}))["match"]
    assert (undone["remark"], len(undone["log"])) == (None, 2)
    assert api.enter(match_id, "sec m1")["entered"] == "001 MID-1"


@pytest.mark.parametrize(
    "text",
    [
        "board Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 foo",
        "board Y1,-,-,-,E1/Y1,-,E1[015+32767],-,E1/Y1,-,-,-,E1",
        f"set score {'9' * 3900} 1",
        f"set enemy hand {'9' * 3900}",
    ],
)
def test_a_line_beyond_what_can_be_is_refused(api: Api, text: str) -> None:
    match_id = api.begin(*OPENING)
    refused(api.post(f"/matches/{match_id}/commands", {"text": text}), 422, "refused")
    assert read(api.get(f"/matches/{match_id}"))["version"] == 2
