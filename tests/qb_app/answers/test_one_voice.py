"""The same question gets the same figures on every surface, to the last digit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from qb_app.api import create_app
from qb_app.storage import open_storage
from qb_app.web.settings import ApiSettings
from tests.qb_app.conftest import Run
from tests.qb_app.web.conftest import Api, events, read
from tests.qb_engine.deep.games import needs_kernel

pytestmark = needs_kernel
DECK = "starter"
ENTRIES = ("hand security officer, levrikon, mu, elphadunk, grasslands wolf", "keep", "sec m1", "e levrikon m5")
DRAWN = (*ENTRIES, "draw queen bee")


@pytest.fixture
def api(tmp_path: Path) -> Iterator[Api]:
    with open_storage(str(tmp_path / "web.db")) as storage:
        opened = Api(create_app(ApiSettings(), storage))
        yield opened
        opened.close()


def figures(document: dict[str, Any]) -> dict[str, Any]:
    """All that a surface says of the position and of every move."""
    return {
        "chance": document["chance"],
        "nodes": document["nodes"],
        "moves": [(move["move"], move["label"], move["chance"], move["line"]) for move in document["moves"]],
    }


def streamed(api: Api, *request: Any) -> dict[str, Any]:
    response = api.get(*request) if len(request) == 1 else api.post(*request)
    name, data = events(response.text)[-1]
    assert name == "answer", data
    return dict(data)


def live(run: Run, *entries: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in run("live", "--json", "--deck", DECK, *entries).stdout.splitlines()]


def test_every_surface_answers_alike(run: Run, api: Api) -> None:
    asked = live(run, *DRAWN, "best 99")[-1]
    position = asked["match"]["position"]
    expected = figures(asked["answer"])
    assert len(expected["moves"]) > 3

    match_id = api.begin(*DRAWN, deck=DECK)
    command = read(api.post(f"/matches/{match_id}/commands", {"text": "best 99"}))
    answers = {
        "coach": json.loads(run("coach", position, "--top", "99", "--json").stdout),
        "match": read(api.get(f"/matches/{match_id}/advice?top=50")),
        "match, entered": command["answer"],
        "match, streamed": streamed(api, f"/matches/{match_id}/deep"),
        "position": read(api.post("/positions/advice", {"position": position, "top": 50})),
        "position, streamed": streamed(api, "/positions/deep", {"position": position}),
    }
    assert {name: figures(answer) for name, answer in answers.items()} == dict.fromkeys(answers, expected)

    summaries = {
        "live": live(run, *DRAWN, "levrikon m2", "summary")[-1]["answer"],
        "page": streamed(api, f"/matches/{api.begin(*DRAWN, 'levrikon m2', deck=DECK)}/summary"),
    }
    for summary in summaries.values():
        assert summary["plies"][-1]["before"] == expected["chance"]
    assert summaries["live"] == summaries["page"]


def test_a_hint_in_a_duel_is_the_answer_of_the_coach(run: Run, api: Api) -> None:
    duel = read(api.post("/duels", {"level": 1, "seed": 3, "deck": DECK, "enemy_deck": "starter"}), 201)
    duel = read(api.post(f"/duels/{duel['id']}/decisions", {"text": "keep"}))
    hint = read(api.get(f"/duels/{duel['id']}/advice?top=50"))
    enemy = ("--enemy-deck", "starter", "--enemy-waits", "0%")  # the engine's players do not wait
    told = json.loads(run("coach", duel["position"], *enemy, "--top", "99", "--json").stdout)
    assert figures(hint) == figures(told)


def test_what_looks_one_move_ahead_is_alike_too(run: Run, api: Api) -> None:
    match_id = api.begin(*DRAWN, deck=DECK)
    told = read(api.get(f"/matches/{match_id}/advice?top=50&quick=true"))
    asked = json.loads(run("coach", told["position"], "--quick", "--top", "99", "--json").stdout)
    assert asked["moves"] == told["moves"]
