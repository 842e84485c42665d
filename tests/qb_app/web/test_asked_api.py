"""A move of the player's choice, over HTTP."""

from __future__ import annotations

from typing import Any

import pytest

from tests.qb_app.web.conftest import EXAMPLE, OPENING, Api, events, needs_kernel, read, refused


def streamed(text: str) -> dict[str, Any]:
    name, data = events(text)[-1]
    assert name == "answer", data
    return dict(data)


@needs_kernel
def test_a_position_is_asked_about_a_move(api: Api) -> None:
    plain = read(api.post("/positions/advice", {"position": EXAMPLE, "top": 1}))
    found = read(api.post("/positions/advice", {"position": EXAMPLE, "top": 1, "move": "pass"}))
    assert (plain["asked"], found["asked"]["move"]) == (None, "pass")
    assert found["moves"][:1] == plain["moves"]
    asked = found["moves"][1]
    assert (asked["move"], asked["rank"]) == ("pass", found["asked"]["rank"])
    assert asked["chance"]["sample"] >= found["moves"][0]["chance"]["sample"] / 2, "the later half counts"
    deep = streamed(api.post("/positions/deep", {"position": EXAMPLE, "move": "pass"}).text)
    assert deep["asked"] == found["asked"]
    assert deep["moves"][asked["rank"] - 1] == asked


@needs_kernel
def test_a_match_is_asked_about_a_move(api: Api) -> None:
    match_id = api.begin(*OPENING, deck="starter")
    found = read(api.get(f"/matches/{match_id}/advice?top=1&move=wolf%20b1"))
    assert found["asked"]["name"] == "Grasslands Wolf B1"
    rated = {move["name"]: move for move in found["moves"]}["Grasslands Wolf B1"]
    assert streamed(api.get(f"/matches/{match_id}/deep?move=wolf%20b1").text)["asked"] == found["asked"]
    entered = api.enter(match_id, "ask wolf b1")
    assert entered["answer"] == {"kind": "why", "move": rated}
    assert entered["lines"] == [found["asked"]["sentence"]]
    assert found["asked"]["contrast"]["sentences"] == ["Grasslands Wolf B1 is the best move there is."]


@needs_kernel
def test_a_move_that_is_behind_is_contrasted_with_the_best(api: Api) -> None:
    match_id = api.begin(*OPENING, deck="starter")
    asked = read(api.get(f"/matches/{match_id}/advice?top=1&move=pass"))["asked"]
    figures, *contrast = asked["contrast"]["sentences"]
    assert asked["contrast"]["better"]["name"] in figures
    assert api.enter(match_id, "why not pass")["lines"] == [asked["sentence"], *contrast] != [asked["sentence"]]


@pytest.mark.parametrize("path", ["advice", "deep"])
@pytest.mark.parametrize(
    ("move", "kind", "sentence"),
    [
        ("wolf m3", "refused", "M3 belongs to nobody; Grasslands Wolf needs a tile of its own player; it can go to"),
        ("zu m1", "refused", "Zu is not in your hand"),
        ("zuu zuu", "refused", "tiles are T1-T5"),
        ("keep", "refused", "a move is 'zu m3', '2 m3' or 'pass'"),
        ("", "invalid", "move"),
        ("wolf\x1b m1", "invalid", "characters"),
    ],
)
def test_what_cannot_be_played_is_refused(api: Api, path: str, move: str, kind: str, sentence: str) -> None:
    assert sentence in refused(api.post(f"/positions/{path}", {"position": EXAMPLE, "move": move}), 422, kind)
    match_id = api.begin(*OPENING)
    assert sentence in refused(api.get(f"/matches/{match_id}/{path}", params={"move": move}), 422, kind)


@pytest.mark.parametrize("path", ["advice", "deep"])
def test_a_wrong_moment_is_refused(api: Api, path: str) -> None:
    theirs = EXAMPLE.replace(" Y ", " E ")
    refused(api.post(f"/positions/{path}", {"position": theirs, "move": "wolf m1"}), 409, "not-now")
    match_id = api.begin(OPENING[0])
    told = refused(api.get(f"/matches/{match_id}/{path}?move=wolf%20m1"), 409, "not-now")
    assert "your opening hand comes first" in told
