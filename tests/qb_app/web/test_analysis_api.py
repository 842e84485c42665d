"""What is thought of a match or a position, over HTTP."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from qb_app.web import analysis
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep.coach import DeepCoach
from qb_engine.deep.win_chance import DeepSearchUnavailableError
from qb_engine.geometry import TILES, Side, Tile
from qb_engine.kernel import door as kernel
from tests.qb_app.web.conftest import EXAMPLE, OPENING, Api, events, needs_kernel, read, refused


def answer(response: httpx.Response) -> dict[str, Any]:
    """The answer of a stream, which begins with its start and ends with the answer."""
    assert response.status_code == 200, response.text
    assert response.headers["content-type"].startswith("text/event-stream")
    told = events(response.text)
    assert told[0][0] == "started"
    assert {name for name, _ in told[1:-1]} <= {"progress"}
    assert all(0 <= data["share"] <= 1 for name, data in told if name == "progress")
    name, data = told[-1]
    assert name == "answer", data
    return dict(data)


def test_advice_comes_best_first_and_as_many_as_asked(api: Api) -> None:
    match_id = api.begin(*OPENING, deck="starter")
    found = read(api.get(f"/matches/{match_id}/advice?top=2&quick=true"))
    assert [move["rank"] for move in found["moves"]] == [1, 2]
    assert (found["provisional"], found["moves"][0]["chance"]) == (True, None)
    assert found["candidates"] > 2
    refused(api.get(f"/matches/{match_id}/advice?top=0"), 422, "invalid")
    refused(api.get(f"/matches/{match_id}/advice?top=101"), 422, "invalid")


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ((), "no card of your hand is known"),
        ((*OPENING, "sec m1"), "it is the enemy's turn"),
        ((*OPENING, "sec m1", "e pass"), "tell your draw first"),
        ((*OPENING, "end", "undo", "pass", "e pass"), "the game is over"),
    ],
)
def test_advice_is_refused_when_it_is_not_due(api: Api, lines: tuple[str, ...], sentence: str) -> None:
    match_id = api.begin(*lines)
    assert sentence in refused(api.get(f"/matches/{match_id}/advice"), 409, "not-now")


def test_prediction_stands_on_the_same_belief_as_advice(api: Api) -> None:
    match_id = api.begin(*OPENING, opponent="Red XIII Shinra-8")
    advice, prediction = (read(api.get(f"/matches/{match_id}/{path}")) for path in ("advice", "prediction"))
    assert prediction["belief"] == advice["belief"]
    assert (prediction["position"], prediction["score"]) == (advice["position"], advice["score"])
    assert sum(reply["weight"] for reply in prediction["replies"]) == pytest.approx(1)


def test_a_match_that_is_over_has_no_prediction(api: Api) -> None:
    match_id = api.begin(*OPENING, "pass", "e pass")
    refused(api.get(f"/matches/{match_id}/prediction"), 409, "not-now")


@needs_kernel
def test_the_opening_hand_gets_mulligan_advice(api: Api) -> None:
    match_id = api.begin(OPENING[0], deck="starter")
    found = answer(api.get(f"/matches/{match_id}/deep"))
    assert found.pop("kind") == "mulligan"
    assert [] in [choice["mulligan"] for choice in found["choices"]]
    assert read(api.get(f"/matches/{match_id}/advice")) == found


@needs_kernel
def test_the_same_question_is_searched_once(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    really_look = DeepCoach.look

    def counted(*arguments: Any, **options: Any) -> Any:
        asked.append(arguments)
        return really_look(*arguments, **options)

    monkeypatch.setattr(DeepCoach, "look", counted)
    match_id = api.begin(*OPENING, deck="starter")
    path = f"/matches/{match_id}/deep?nodes="
    first, second = answer(api.get(f"{path}1000")), answer(api.get(f"{path}1000"))
    assert first == second
    assert len(asked) == 1
    answer(api.get(f"{path}1001"))
    answer(api.get(f"/matches/{api.begin(*OPENING, deck='starter', enemy_deck='starter')}/deep?nodes=1000"))
    assert len(asked) == 3
    answer(api.get(f"/matches/{match_id}/deep?seconds=0.1"))
    answer(api.get(f"/matches/{match_id}/deep?seconds=0.1"))
    assert len(asked) == 5


@needs_kernel
def test_deep_advice_tells_of_as_many_moves_as_are_wanted(api: Api) -> None:
    path = f"/matches/{api.begin(*OPENING, deck='starter')}/deep?nodes=1000"
    whole, best = answer(api.get(path)), answer(api.get(f"{path}&top=2"))
    assert len(whole["moves"]) == whole["candidates"] > 2
    assert best.pop("moves") == whole.pop("moves")[:2]
    assert best == whole
    position = {"position": EXAMPLE, "nodes": 1000, "top": 3}
    assert len(answer(api.post("/positions/deep", position))["moves"]) == 3


@pytest.mark.parametrize(
    "query",
    ["nodes=0", "nodes=10000001", "seconds=0", "seconds=601", "seconds=nan", "nodes=x", "top=0", "top=101"],
)
def test_budgets_are_bounded(api: Api, query: str) -> None:
    refused(api.get(f"/matches/{api.begin(*OPENING)}/deep?{query}"), 422, "invalid")


def test_a_search_has_one_budget(api: Api) -> None:
    response = api.get(f"/matches/{api.begin(*OPENING)}/deep?nodes=5&seconds=1")
    assert refused(response, 422, "refused") == "a search has one budget: give a time or a number of nodes, not both"


def test_deep_advice_is_refused_before_the_stream_begins(api: Api) -> None:
    if kernel.available:
        match_id = api.begin(*OPENING, "sec m1")
        assert "enemy's turn" in refused(api.get(f"/matches/{match_id}/deep"), 409, "not-now")
    response = api.get(f"/matches/{api.begin()}/deep")
    assert "no card of your hand is known" in refused(response, 409, "not-now")


def test_without_a_kernel_deep_search_says_what_the_command_line_says(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel, "available", False)
    response = api.get(f"/matches/{api.begin(*OPENING)}/deep")
    assert "deep search needs the compiled kernel" in refused(response, 501, "no-kernel")
    response = api.post("/positions/solve", {"position": EXAMPLE.replace("?*4", "008")})
    assert "deep search needs the compiled kernel" in refused(response, 501, "no-kernel")
    assert read(api.get("/health"))["kernel"] is False


@needs_kernel
def test_the_look_back_has_a_chance_for_every_move(api: Api) -> None:
    match_id = api.begin(*OPENING, "sec m1", "e levrikon m5", deck="starter")
    response = api.get(f"/matches/{match_id}/summary")
    found = answer(response)
    assert found["kind"] == "summary"
    assert [ply["text"] for ply in found["plies"]] == ["Security Officer M1", "e Levrikon M5"]
    assert (found["moves"], found["over"], found["without_chances"]) == (2, False, None)


def test_an_analysis_that_is_not_there_cannot_be_cancelled(api: Api) -> None:
    refused(api.delete("/analyses/never-was"), 404, "not-found")


def test_positions_are_read_as_a_board(api: Api) -> None:
    found = read(api.post("/positions", {"position": EXAMPLE}))
    assert (found["position"], found["to_act"], found["turn"]) == (EXAMPLE, "Y", 3)
    assert (found["hand"], found["enemy_hand"]) == (["001", "007", "020", "008"], ["?"] * 4)
    assert (found["over"], found["result"]) == (False, None)
    wolf = next(tile for tile in found["board"]["tiles"] if tile["card"])
    assert (wolf["tile"], wolf["owner"], wolf["power"], wolf["change"]) == ("MID-5", "E", 2, 0)
    assert found["board"]["lanes"][1] == {"lane": "MID", "you": 0, "enemy": 2, "winner": "E", "points": 2}
    over = read(api.post("/positions", {"position": EXAMPLE.replace("turn=3", "turn=3 passes=2")}))
    assert (over["over"], over["result"]) == (True, "E 0-2")


def test_an_effect_is_marked_on_every_tile_that_it_reaches(api: Api) -> None:
    witch = CardHydrator().get("Emerald Witch")
    raised = f"rebirth Y1,-,-,-,E1/Y1[{witch.id}],-,Y1[008],-,E1/Y1,-,-,-,E1 Y turn=3 hand=001 ehand=?*4"
    tiles = {tile["tile"]: tile for tile in read(api.post("/positions", {"position": raised}))["board"]["tiles"]}
    marked = {name for name, tile in tiles.items() if tile["effects"]}
    assert marked == {TILES[index].long for index in witch.affected_tiles(Tile.parse("M1").index, Side.YOU)}
    assert len(marked) > 2
    assert tiles["MID-3"]["effects"] == [{"source": "MID-1", "card": witch.id, "side": "Y"}]
    assert (tiles["MID-3"]["power"], tiles["MID-3"]["change"]) == (4, 2)


def test_advice_on_a_position_does_not_see_the_enemys_cards(api: Api) -> None:
    asked = {"top": 1, "quick": True}
    hidden = read(api.post("/positions/advice", {**asked, "position": EXAMPLE}))
    shown = read(api.post("/positions/advice", {**asked, "position": EXAMPLE.replace("?*4", "015*4")}))
    assert hidden == shown
    prediction = read(api.post("/positions/prediction", {"position": EXAMPLE, "opponent": "Red XIII Shinra-8"}))
    assert prediction["belief"]["kind"] == "evidence"


@pytest.mark.parametrize("path", ["", "/advice", "/prediction", "/deep", "/solve"])
def test_a_text_that_is_no_position_is_refused(api: Api, path: str) -> None:
    refused(api.post(f"/positions{path}", {"position": "rebirth nonsense"}), 422, "refused")
    refused(api.post(f"/positions{path}", {"position": "x" * 4001}), 422, "invalid")
    refused(api.post(f"/positions{path}", {}), 422, "invalid")


def test_what_a_pass_tells_can_be_left_out(api: Api) -> None:
    passed = {"position": EXAMPLE.replace("turn=3", "turn=3 passes=1"), "enemy_deck": "starter"}
    told = [read(api.post("/positions/prediction", {**passed, "ignore_pass": ignored})) for ignored in (False, True)]
    asked_before = read(api.post("/positions/prediction", {"position": EXAMPLE, "enemy_deck": "starter"}))
    assert told[1]["holds"] == asked_before["holds"] != told[0]["holds"]
    assert "a pass of the enemy tells nothing" in told[1]["belief"]["text"]


def test_options_that_contradict_each_other_are_refused(api: Api) -> None:
    body = {"position": EXAMPLE, "enemy_deck": "starter", "belief": "equal"}
    assert "leaves nothing to guess" in refused(api.post("/positions/advice", body), 422, "refused")


@needs_kernel
def test_a_position_is_solved_exactly(api: Api) -> None:
    text = "rebirth Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 Y turn=3 hand=008 ehand=008"
    found = read(api.post("/positions/solve", {"position": text}))
    assert (found["exact"], found["puzzle"], found["solvable"]) == (True, False, None)
    assert (found["margin"], found["result"], found["order_count"]) == (0, "draw", 0)
    assert found["line"][-1]["board"] == found["board"]
    assert [step["side"] for step in found["line"][:2]] == ["Y", "E"]


@needs_kernel
def test_a_puzzle_is_solved_by_all_its_orders(api: Api) -> None:
    text = "rebirth Y1,-,-,-,E1[008]/Y1,-,-,-,E1/Y1,-,-,-,E1 Y turn=3 hand=008,015"
    found = read(api.post("/positions/solve", {"position": text, "puzzle": True}))
    assert (found["puzzle"], found["solvable"], found["margin"], found["result"]) == (True, True, None, None)
    assert found["order_count"] == len(found["orders"]) > 0
    assert [step["move"] for step in found["line"]] == [move["move"] for move in found["orders"][0]]
    assert found["board"]["winner"] == "Y"


@needs_kernel
def test_what_cannot_be_solved_is_said(api: Api) -> None:
    assert "not all of" in refused(api.post("/positions/solve", {"position": EXAMPLE}), 422, "refused")
    body = {"position": EXAMPLE.replace("?*4", "008,015,001,007"), "positions": 1}
    assert "not solved within 1 positions" in refused(api.post("/positions/solve", body), 422, "refused")
    refused(api.post("/positions/solve", {"position": EXAMPLE, "positions": 10**9}), 422, "invalid")


def test_the_errors_of_the_engine_have_their_status() -> None:
    from qb_app.web.problems import problem_of

    assert problem_of(DeepSearchUnavailableError("x"))["status"] == 501
    assert problem_of(ZeroDivisionError("secret"))["detail"].startswith("something went wrong")
    assert json.dumps(problem_of(ValueError("\ud800"))).isascii()
    assert analysis.router.tags == ["analysis"]


UNSEEN = "rebirth Y1,-,-,-,E1/Y1,-,-,E1,E1[008]/Y1,-,-,-,E1 Y turn=3 hand={} deck=?*10 ehand=?*4"
UNSEEN_OPENING = "rebirth Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 Y mulligan=Y hand={} deck=?*10 ehand=?*5 edeck=?*10"


@needs_kernel
def test_cards_of_your_own_hand_that_are_not_known_are_supposed_and_told(api: Api) -> None:
    position = {"position": UNSEEN.format("001,?*3")}
    found = [read(api.post("/positions/advice", {**position, "quick": quick})) for quick in (True, False)]
    found.append(answer(api.post("/positions/deep", {**position, "nodes": 500})))
    for advice in found:
        assert {move["card"] for move in advice["moves"]} <= {"001", None}
        assert advice["notes"][0].startswith("3 cards of your hand are not known")
    assert read(api.post("/positions/prediction", position))["replies"]
    opening = read(api.post("/positions/advice", {"position": UNSEEN_OPENING.format("044,?*4")}))
    assert {tuple(choice["mulligan"]) for choice in opening["choices"]} == {(), (1,)}
    assert opening["notes"][0].startswith("4 cards of your hand are not known")


@needs_kernel
@pytest.mark.parametrize("text", [UNSEEN, UNSEEN_OPENING])
@pytest.mark.parametrize("path", ["advice", "deep"])
def test_a_hand_of_which_nothing_is_known_is_refused(api: Api, text: str, path: str) -> None:
    response = api.post(f"/positions/{path}", {"position": text.format("?*4")})
    assert "name at least one" in refused(response, 422, "refused")


@needs_kernel
def test_a_match_is_advised_on_with_a_card_that_was_not_seen(api: Api) -> None:
    match_id = api.begin(*OPENING, "sec m1", "e pass", "draw ?")
    assert read(api.get(f"/matches/{match_id}"))["expects"] == "new cards"
    advice = read(api.get(f"/matches/{match_id}/advice?quick=true"))
    assert advice["notes"][0].startswith("1 card of your hand is not known")
    assert "?" not in {move["card"] for move in advice["moves"]}
