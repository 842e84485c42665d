"""How things stand at a glance, over HTTP: on the enemy's turn, while a draw is due, and on your own."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from typing import Any

import pytest

from qb_app.answers.advisor import Advisor
from qb_app.api import create_app
from qb_app.storage import Storage
from qb_app.web.routers import PREFIX
from qb_app.web.settings import ApiSettings
from qb_engine.deep.coach import DeepCoach
from qb_engine.deep.search import Budget
from qb_engine.kernel import door as kernel
from tests.qb_app.web.asgi import PATIENCE, Connection
from tests.qb_app.web.conftest import OPENING, Api, events, needs_kernel, read, refused
from tests.qb_app.web.test_analysis_api import answer

ENEMY_TURN = (*OPENING, "sec m1")
YOUR_DRAW = (*ENEMY_TURN, "e levrikon m5")
YOUR_TURN = (*YOUR_DRAW, "draw queen bee")
WATCHING = (ENEMY_TURN, YOUR_DRAW, YOUR_TURN)


@pytest.fixture
def api(storage: Storage) -> Any:
    """With a search that takes a moment only."""
    app = create_app(ApiSettings(), storage)
    app.state.service = replace(app.state.service, advisor=Advisor(lambda: storage.answers, lambda: "", Budget(300)))
    client = Api(app)
    yield client
    client.close()


def glance(api: Api, match_id: str) -> dict[str, Any]:
    found = answer(api.get(f"/matches/{match_id}/glance"))
    assert (found.pop("kind"), found["format"]) == ("glance", "qbcoach-glance-1")
    return found


@needs_kernel
@pytest.mark.parametrize(("lines", "expects"), [*zip(WATCHING, ("enemy", "draw", "you"), strict=True)])
def test_the_page_is_never_silent(api: Api, lines: tuple[str, ...], expects: str) -> None:
    match_id = api.begin(*lines, deck="starter")
    found = glance(api, match_id)
    assert found["expects"] == expects == read(api.get(f"/matches/{match_id}"))["expects"]
    assert 0 < found["chance"]["points"] < 1
    assert found["against"].startswith("Chances hold against an enemy")
    assert found["sentence"] == found["fears"][0]["sentence"]
    assert 1 <= len(found["fears"]) <= 3


@pytest.mark.parametrize("lines", WATCHING)
def test_what_the_enemy_may_do_is_told_as_in_the_prediction(api: Api, lines: tuple[str, ...]) -> None:
    match_id = api.begin(*lines, opponent="Red XIII Shinra-8")
    found, prediction = glance(api, match_id), read(api.get(f"/matches/{match_id}/prediction"))
    for name in ("lane_pressure", "tile_pressure", "holds", "belief", "position", "notes"):
        assert found[name] == prediction[name]
    replies = {reply["move"]: reply for reply in prediction["replies"]}
    for fear in found["fears"]:
        reply = replies[fear["move"]]
        assert fear["in_hand"] == reply["in_hand"]
        assert fear["margin"] == reply["score"]["margin"] - prediction["score"]["margin"]
        assert fear["sentence"].endswith((f"(in its hand: {fear['odds']}).", "; it holds the card."))


@needs_kernel
@pytest.mark.parametrize("enemy_first", [False, True])
def test_the_chance_is_the_one_that_the_look_back_tells_of_the_same_position(api: Api, enemy_first: bool) -> None:
    first = "enemy" if enemy_first else "you"
    own, other = ("sec m1", "draw queen bee", "wolf t1"), ("e levrikon m5", "e queen bee t5")
    moves = (other[0], own[0], other[1], *own[1:]) if enemy_first else (own[0], other[0], *own[1:], other[1])
    match_id = api.begin(*OPENING, deck="starter", first=first)
    enemys, drawn = [], []
    for line in moves:
        chance = glance(api, match_id)["chance"]
        enemys += [chance] * line.startswith("e ")
        drawn += [chance] * line.startswith("draw ")
        api.enter(match_id, line)
    summary = answer(api.get(f"/matches/{match_id}/summary"))
    assert [ply["before"] for ply in summary["plies"] if ply["side"] == "E"] == enemys
    assert [draw["before"] for draw in summary["draws"]] == drawn
    assert (len(enemys), len(drawn)) == (2, 1)


def test_a_move_that_is_rated_tells_what_is_to_be_feared_after_it(api: Api) -> None:
    match_id = api.begin(*OPENING)  # nobody draws before its second turn, so the enemy's hand stays as it is
    moves = read(api.get(f"/matches/{match_id}/advice?quick=true&top=100"))["moves"]
    fears = [move["fear"] for move in moves]
    assert any(fear for fear in fears)
    for move in moves[:4]:
        api.enter(match_id, move["move"])
        now, fear = glance(api, match_id), move["fear"]
        assert (now["fears"][:1] or [None])[0] == fear
        api.enter(match_id, "undo")


def test_without_a_kernel_there_is_no_chance_and_all_else(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    match_id = api.begin(*ENEMY_TURN)
    with_kernel = glance(api, match_id)
    monkeypatch.setattr(kernel, "available", False)
    found = glance(api, match_id)
    assert (found["chance"], found["against"]) == (None, None)
    assert found["fears"] == with_kernel["fears"]
    assert found["sentence"] == with_kernel["sentence"]


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ((), "the opening hand comes first"),
        (OPENING[:1], "the opening hand comes first"),
        ((*OPENING, "pass", "e pass"), "the game is over; nothing is left to hope or to fear"),
        ((*ENEMY_TURN, "set e hand 0", "e pass", "pass"), "the game is over"),
    ],
)
def test_a_moment_at_which_nothing_stands_is_refused(api: Api, lines: tuple[str, ...], sentence: str) -> None:
    match_id = api.begin(*lines)
    assert sentence in refused(api.get(f"/matches/{match_id}/glance"), 409, "not-now")


def test_a_match_that_is_not_there_has_no_glance(api: Api) -> None:
    refused(api.get("/matches/none/glance"), 404, "not-found")


def test_an_enemy_that_can_place_nothing_is_told_so(api: Api) -> None:
    match_id = api.begin(*ENEMY_TURN, "set e hand 0")
    found = glance(api, match_id)
    assert found["fears"] == []
    assert found["sentence"] == "The enemy cannot hurt you: no card that it may hold can be placed."


def test_after_your_pass_the_enemys_own_pass_is_to_be_feared(api: Api) -> None:
    match_id = api.begin(*YOUR_TURN, "levrikon t1", "e archdragon m4", "draw ?", "pass")
    found = glance(api, match_id)
    assert found["sentence"] == "If the enemy passes too, the game ends and you lose by 3."
    assert (found["fears"][0]["move"], found["fears"][0]["odds"], found["fears"][0]["margin"]) == ("pass", "100 %", 0)
    api.enter(match_id, "e wolf t5")
    assert "passes too" not in glance(api, match_id)["sentence"]
    match_id = api.begin(*ENEMY_TURN, "set b5 card archdragon enemy", "e pass")
    assert "passes too" not in glance(api, match_id)["sentence"], "it is you who would end the game"


@needs_kernel
def test_a_count_that_cannot_be_is_told_with_the_way_out(api: Api) -> None:
    match_id = api.begin(*ENEMY_TURN, "set enemy hand 44")
    told = events(api.get(f"/matches/{match_id}/glance").text)
    assert told[-1][0] == "problem"
    assert "check its hand ('set enemy hand 5'" in told[-1][1]["detail"]


@needs_kernel
def test_what_was_looked_at_before_comes_at_once(api: Api) -> None:
    match_id = api.begin(*ENEMY_TURN)
    first, again = (events(api.get(f"/matches/{match_id}/glance").text) for _ in range(2))
    assert [name for name, _ in again] == ["started", "answer"]
    assert again[-1] == first[-1]
    assert [data["total"] for name, data in first if name == "progress" and data["done"]][:1] == [300]


@needs_kernel
@pytest.mark.parametrize("way", ["cancel", "leave"])
def test_a_glance_can_be_called_off(storage: Storage, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    begun, stopped = threading.Event(), threading.Event()
    really = DeepCoach.look

    def slowly(*arguments: Any, **options: Any) -> Any:
        begun.set()
        while not options["cancelled"]():
            pass
        stopped.set()
        return really(*arguments, **options)

    monkeypatch.setattr(DeepCoach, "look", slowly)
    app = create_app(ApiSettings(), storage)
    client = Api(app)
    path = f"{PREFIX}/matches/{client.begin(*ENEMY_TURN)}/glance"

    async def scene() -> None:
        async with Connection(app, "GET", path) as connection:
            assert (await connection.start())[0] == 200
            first = await connection.body()
            assert await asyncio.to_thread(begun.wait, PATIENCE)
            if way == "cancel":
                started = events((first or b"").decode())[0][1]["analysis"]
                async with Connection(app, "DELETE", f"{PREFIX}/analyses/{started}") as cancelling:
                    assert (await cancelling.start())[0] == 204
                assert events((await connection.rest()).decode())[-1] == ("cancelled", {})
        assert await asyncio.to_thread(stopped.wait, PATIENCE)

    asyncio.run(scene())
    client.close()
