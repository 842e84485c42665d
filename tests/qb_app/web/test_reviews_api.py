"""Looking back over HTTP: matches, duels, records and positions with moves, as streams."""

from __future__ import annotations

from typing import Any

import pytest

from gamekit.sides import BySide
from qb_app.answers.advisor import Advisor
from qb_app.asking.choices import Beginner
from qb_app.asking.positions import EXAMPLE_POSITION
from qb_app.games.simulation import Simulation
from qb_engine.deep.search import Budget
from tests.qb_app.web.conftest import OPENING, Api, needs_kernel, read, refused
from tests.qb_app.web.test_analysis_api import answer


@pytest.fixture(autouse=True)
def _small_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Advisor, "budget", Budget(300))


def add_up(found: dict[str, Any]) -> bool:
    skill = found["skill"]
    parts = sum(skill[cause] for cause in ("you", "enemy", "draws", "search", "untold"))
    return bool(parts == pytest.approx(skill["end"] - skill["start"], abs=1e-9))


@needs_kernel
def test_a_match_is_looked_back_on(api: Api) -> None:
    match_id = api.begin(*OPENING, "sec m1", "e levrikon m5", "draw mu", "pass", deck="starter")
    found = answer(api.get(f"/matches/{match_id}/summary"))
    assert (found["kind"], found["format"]) == ("summary", "qbcoach-summary-2")
    assert [ply["text"] for ply in found["plies"]] == ["Security Officer M1", "e Levrikon M5", "pass"]
    assert [draw["number"] for draw in found["draws"]] == [3]
    assert (found["moves"], found["over"], found["without_chances"]) == (3, False, None)
    assert [(one["number"], one["side"], one["name"]) for one in found["made"]] == [
        (1, "Y", "Security Officer M1"),
        (2, "E", "Levrikon M5"),
        (3, "Y", "pass"),
    ]
    frames = read(api.get(f"/matches/{match_id}/share"))["frames"]
    places = [*(one["position"] for one in found["made"]), found["position"]]
    boards = read(api.post("/positions/boards", {"positions": places}))["boards"]
    assert boards == [frames[at]["board"] for at in (2, 3, 5, 6)]
    assert len(found["hand"]["hand"]) == 5
    assert add_up(found)
    for ply in found["plies"]:
        if ply["line"]:
            assert ply["line"][0]["name"] == ply["text"]
            assert read(api.post("/positions", {"position": ply["line"][0]["position"]}))
    assert answer(api.get(f"/matches/{match_id}/summary")) == found


def test_a_match_without_moves_is_refused_in_one_sentence(api: Api) -> None:
    response = api.get(f"/matches/{api.begin(*OPENING)}/summary")
    told = "no move was made in this match yet, so there is nothing to look back on"
    assert refused(response, 422, "refused") == told


@needs_kernel
def test_a_duel_tells_of_the_enemys_hand_only_once_it_is_over(api: Api) -> None:
    duel = read(api.post("/duels", {"level": 1, "seed": 3}), 201)
    path = f"/duels/{duel['id']}"
    read(api.post(f"{path}/decisions", {"text": "keep"}))
    read(api.post(f"{path}/decisions", {"text": "pass"}))
    running = answer(api.get(f"{path}/summary"))
    assert (running["over"], running["hand"]["made"]) == (False, "keep")
    assert all("ehand=?*" in one["position"] and "edeck=?*" in one["position"] for one in running["made"])
    for ply in running["plies"]:
        if ply["side"] == "E" and ply["best"] is not None:
            played = ply["text"].removeprefix("e ").rsplit(" ", 1)[0]
            assert ply["best"]["card"] is None or ply["best"]["name"].startswith(played)
    read(api.post(f"{path}/resign"))
    over = answer(api.get(f"{path}/summary"))
    assert (over["over"], over["points"][-1]) == (True, 0.0)
    assert all(ply["mark"] for ply in over["plies"])
    assert add_up(over)


@needs_kernel
def test_a_record_is_looked_back_on_and_one_that_does_not_replay_is_refused(api: Api) -> None:
    game = Simulation.set_up("rebirth", BySide("starter", "starter"), BySide("greedy", "random"), Beginner.YOU)
    text = game.play(4).to_text()
    found = answer(api.post("/records/summary", {"record": text}))
    assert (found["over"], len(found["plies"])) == (True, found["moves"])
    assert add_up(found)
    turned = text.replace("pass", "Zu T5", 1)
    assert turned != text
    refused(api.post("/records/summary", {"record": turned}), 422, "refused")
    refused(api.post("/records/summary", {"record": "nothing"}), 422, "refused")


@needs_kernel
def test_a_position_with_moves_is_looked_back_on_and_stored_nowhere(api: Api) -> None:
    match_id = api.begin(*OPENING, "sec m1", "e levrikon m5", deck="starter")
    position = read(api.get(f"/matches/{match_id}"))["position"]
    lines = ["draw mu", "levrikon m2", "e pass"]
    found = answer(api.post("/positions/summary", {"position": position, "lines": lines}))
    assert [ply["text"] for ply in found["plies"]] == ["Levrikon M2", "e pass"]
    assert add_up(found)
    assert len(read(api.get("/matches"))["matches"]) == 1
    response = api.post("/positions/summary", {"position": position, "lines": ["draw mu", "levrikon t5"]})
    assert refused(response, 422, "refused").startswith("'levrikon t5' cannot be: ")
    refused(api.post("/positions/summary", {"position": position, "lines": ["draw mu"]}), 422, "refused")
    for question in ("best", "board", "ask pass"):
        said = refused(api.post("/positions/summary", {"position": position, "lines": [question]}), 422, "refused")
        assert "is a question and no entry" in said
    refused(api.post("/positions/summary", {"position": position, "lines": ["pass"] * 201}), 422, "invalid")


def test_boards_of_many_positions_come_together_in_their_order(api: Api) -> None:
    starts = [EXAMPLE_POSITION, EXAMPLE_POSITION.replace("Y1[020]", "-", 1)]
    boards = read(api.post("/positions/boards", {"positions": starts}))["boards"]
    assert boards == [read(api.post("/positions", {"position": one}))["board"] for one in starts]
    assert read(api.post("/positions/boards", {"positions": []})) == {"boards": []}
    said = refused(api.post("/positions/boards", {"positions": [starts[0], "rebirth nothing"]}), 422, "refused")
    assert "nothing" in said
    refused(api.post("/positions/boards", {"positions": starts * 51}), 422, "invalid")


@needs_kernel
def test_a_remark_is_a_question_of_its_own(api: Api) -> None:
    match_id = api.begin(*OPENING, "sec m1", "e levrikon m5", "draw mu", deck="starter")
    assert read(api.get(f"/matches/{match_id}/remark")) == {"wanted": True, "lines": [], "ply": None}
    api.enter(match_id, "pass")
    found = read(api.get(f"/matches/{match_id}/remark"))
    assert found["lines"][0].startswith("Pass was a")
    assert (found["ply"]["text"], found["ply"]["number"]) == ("pass", 3)
    assert found["ply"]["best"]["name"] in found["lines"][0]
    assert api.enter(match_id, "remark")["lines"] == found["lines"]
    api.enter(match_id, "remarks off")
    assert read(api.get(f"/matches/{match_id}/remark"))["wanted"] is False


@needs_kernel
def test_a_match_and_a_duel_are_played_on_from_a_move(api: Api) -> None:
    match_id = api.begin(*OPENING, "sec m1", "e levrikon m5", "draw mu", "pass", deck="starter")
    body = {"number": 3, "level": 2, "seed": 4}
    response = api.post(f"/matches/{match_id}/again", body)
    duel = read(response, 201)
    assert response.headers["location"] == f"/api/v1/duels/{duel['id']}"
    assert (duel["level"], duel["turn"], duel["expects"], duel["drawn"]) == (2, 3, "you", None)
    assert len(duel["hand"]) == 5
    refused(api.post(f"/duels/{duel['id']}/again", body), 422, "refused")
    moved = read(api.post(f"/duels/{duel['id']}/decisions", {"text": "pass"}))
    assert moved["steps"]
    second = read(api.post(f"/duels/{duel['id']}/again", {"number": 1, "level": 5, "seed": 1}), 201)
    assert second["position"] == duel["position"]
    refused(api.post(f"/matches/{match_id}/again", body | {"number": 9}), 422, "refused")
    assert len(read(api.get("/duels"))["duels"]) == 2
