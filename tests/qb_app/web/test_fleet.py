"""The fleet game over HTTP: people and agents in any seats, and records shown again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, cast

import pytest

from fleet_engine.agents import greedy_player
from fleet_engine.commands import ShipOrder
from fleet_engine.game import FleetGame, setup_of
from fleet_engine.notation import format_command
from fleet_engine.ruleset import FleetRuleset
from fleet_engine.transcript import start_of, steps_of
from fleet_engine.view import event_dict, plain, to_dict
from gamekit.agents import GreedyAgent, RandomAgent
from gamekit.match import play_match
from gamekit.record import Record, replay
from gamekit.sides import BySide
from qb_app.storage import GameStore, NewEntry, Storage
from qb_app.web import fleet
from qb_app.web.settings import ApiSettings
from tests.qb_app.web.caller import Caller, Meddler, calling

SMALL = {"max_score": 10, "cost_limit": 300}


@pytest.fixture
def api(storage: Storage) -> Iterator[Caller]:
    with calling(storage) as caller:
        yield caller


def begin(api: Caller, **options: object) -> Any:
    return api.ok("POST", "/fleet/games", {"seed": 3, **SMALL, **options})


def path_of(game: Any) -> str:
    return f"/fleet/games/{game['id']}"


def order(api: Caller, game: Any, text: str, **headers: str) -> Any:
    return api.ok("POST", f"{path_of(game)}/commands", {"text": text}, **headers)


def orders(api: Caller, game: Any, query: str = "") -> Any:
    return api.ok("GET", f"{path_of(game)}/orders{query}")["orders"]


def play_out(api: Caller, game: Any, rng: Random) -> Any:
    """The game after its end, or after sixty entries, with any orders of its persons."""
    while not game["over"] and game["version"] < 60:
        legal = [one["text"] for one in orders(api, game)]
        game = order(api, game, rng.choice(legal or ["timeout"]))
    return game


def test_a_new_game_waits_for_its_person(api: Caller) -> None:
    answer = api("POST", "/fleet/games", {"seed": 3, **SMALL})
    game = answer.json()
    assert answer.status_code == 201
    assert (answer.headers["location"], answer.headers["etag"]) == (f"/api/v1{path_of(game)}", '"0"')
    assert (game["creator"], game["joiner"], game["your_side"], game["to_move"]) == (
        "person",
        "greedy",
        "creator",
        "creator",
    )
    assert (game["ruleset"], game["over"], game["ending"], game["can_undo"], game["log"]) == (
        "plan",
        False,
        None,
        False,
        [],
    )
    frame = game["frame"]
    assert (frame["number"], frame["round"], frame["text"], frame["max_score"]) == (0, 1, "", 10)
    assert frame["scoring"] == game["map"]["scoring"]
    assert (game["map"]["rows"], game["map"]["columns"]) == (11, 17)
    assert {ship["side"] for ship in frame["ships"]} == {"creator", "joiner"}
    assert api.ok("GET", path_of(game)) == game


def test_an_order_is_answered_until_the_person_is_to_move_again(api: Caller) -> None:
    game = begin(api)
    game = order(api, game, "1")
    assert game["log"][0] == "creator: 1 stay pass"
    assert [line.partition(":")[0] for line in game["log"]] == ["creator", "joiner"]
    assert (game["to_move"], game["version"], game["frame"]["number"]) == ("creator", 2, 2)
    assert [frame["side"] for frame in game["recent"]] == ["creator", "joiner"]
    assert game["recent"][-1] == game["frame"]
    move = game["recent"][0]["move"]
    assert (move["ship"], move["start"], move["end"], move["action"]) == (1, move["start"], move["start"], "pass")
    assert next(ship for ship in game["frame"]["ships"] if ship["id"] == 1)["moved"]


def test_agents_that_begin_have_moved_already(api: Caller) -> None:
    game = begin(api, creator="random", joiner="person")
    assert (game["your_side"], game["to_move"], len(game["log"]), game["can_undo"]) == ("joiner", "joiner", 1, False)
    assert "you play the joiner and can give up for nobody else" in api.refused(
        422, "POST", f"{path_of(game)}/commands", {"text": "concede creator"}
    )
    over = order(api, game, "concede")
    assert over["ending"].startswith("The creator wins, the joiner gave up")


def test_two_persons_take_turns_and_each_can_give_up(api: Caller) -> None:
    game = begin(api, joiner="person")
    game = order(api, game, orders(api, game)[0]["text"])
    assert (game["to_move"], game["your_side"], len(game["log"])) == ("joiner", "joiner", 1)
    over = order(api, game, "concede creator")
    assert (over["over"], over["your_side"], over["to_move"]) == (True, None, None)
    assert over["ending"].startswith("The joiner wins, the creator gave up")
    assert over["recent"][-1]["move"] is None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("sing", "'sing' is no command"),
        ("99", "there is no ship 99 in this game"),
        ("2", "ship 2 belongs to the joiner"),
        ("1 move 99,99 pass", "99,99 is"),
        ("concede joiner", "you play the creator and can give up for nobody else"),
        ("", "body.text"),
        ("1\n", "body.text"),
    ],
)
def test_a_refused_order_changes_nothing(api: Caller, text: str, sentence: str) -> None:
    game = begin(api)
    assert sentence in api.refused(422, "POST", f"{path_of(game)}/commands", {"text": text})
    assert api.ok("GET", path_of(game)) == game


def test_undo_goes_back_to_before_the_last_order_of_a_person(api: Caller) -> None:
    start = begin(api)
    first = order(api, start, "1")
    second = order(api, first, orders(api, first)[0]["text"])
    back = api.ok("POST", f"{path_of(start)}/undo")
    assert {**back, "version": 0} == {**first, "version": 0}
    assert back["version"] == second["version"] + 1
    assert order(api, start, second["log"][2].partition(": ")[2].partition(";")[0])["log"] == second["log"]
    for _ in range(2):
        back = api.ok("POST", f"{path_of(start)}/undo")
    assert {**back, "version": 0} == start
    assert "there is no order of yours" in api.refused(422, "POST", f"{path_of(start)}/undo")


def test_agents_are_watched_order_by_order(api: Caller) -> None:
    game = begin(api, creator="greedy", joiner="random")
    assert (game["log"], game["your_side"], game["recent"]) == ([], None, [])
    game = api.ok("POST", f"{path_of(game)}/advance", {"orders": 3})
    assert (len(game["log"]), game["version"], game["frame"]["number"]) == (3, 3, 3)
    assert "is played by an agent" in api.refused(409, "POST", f"{path_of(game)}/commands", {"text": "1"})
    assert "there is no order of yours" in api.refused(422, "POST", f"{path_of(game)}/undo")
    while not game["over"]:
        game = api.ok("POST", f"{path_of(game)}/advance", {"orders": 50})
    assert game["frame"]["to_move"] is None
    assert "the game is over" in api.refused(409, "POST", f"{path_of(game)}/advance", {"orders": 1})
    assert api.ok("GET", "/fleet/games")["games"][0]["result"] is not None


def test_a_person_is_not_played_for(api: Caller) -> None:
    game = begin(api)
    sentence = api.refused(409, "POST", f"{path_of(game)}/advance", {"orders": 5})
    assert sentence == "the creator is played by a person and is to move; give an order"
    for count in (0, 51, "2"):
        assert api.refused(422, "POST", f"{path_of(game)}/advance", {"orders": count})


def test_watched_agents_rest_when_their_time_is_up(api: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fleet, "MOST_SECONDS", -1.0)
    game = begin(api, creator="random", joiner="random")
    assert len(api.ok("POST", f"{path_of(game)}/advance", {"orders": 50})["log"]) == 1


# Orders


def test_orders_are_those_that_the_rules_allow(api: Caller) -> None:
    game = begin(api)
    state = FleetGame().start(setup_of(max_score=10, cost_limit=300), 3)
    legal = [one for one in state.legal_moves() if isinstance(one, ShipOrder)]
    listed = orders(api, game)
    assert [one["text"] for one in listed] == [format_command(one) for one in legal]
    mine = orders(api, game, "?ship=1")
    assert mine == [one for one in listed if one["ship"] == 1]
    tiles = [json.dumps(one["to"]) for one in mine]
    grouped = [tile for number, tile in enumerate(tiles) if number == 0 or tiles[number - 1] != tile]
    assert len(grouped) - len(set(grouped)) <= 1, "by tile; only the retreat stands apart"
    assert orders(api, game, "?ship=99") == []


# Replays


def finished(ruleset: str = "plan", seed: int = 4) -> Record:
    setup = setup_of(FleetRuleset.parse(ruleset), max_score=10, cost_limit=300)
    return play_match(FleetGame(), setup, seed, BySide(greedy_player(), greedy_player()))


@pytest.mark.parametrize("ruleset", ["plan", "released"])
def test_a_record_is_shown_as_its_transcript_tells_it(api: Caller, ruleset: str) -> None:
    record = finished(ruleset)
    shown = api.ok("POST", "/fleet/replays", {"record": record.to_text()})
    steps = list(steps_of(record))
    assert (shown["result"], shown["record"]) == (record.result, record.to_text())
    assert shown["ending"].endswith("rounds.")
    assert [frame["number"] for frame in shown["frames"]] == list(range(len(steps) + 1))
    hits = 0
    for frame, step in zip(shown["frames"][1:], steps, strict=True):
        events = [event_dict(event) for event in step.events]
        for hit in (event for event in events if event["event"] == "ShipHit"):
            assert f"ship {hit['ship']} loses {hit['loss']}, hull {hit['hull']}" in frame["events"]
            hits += 1
        assert (frame["text"], frame["side"], frame["scores"]) == (
            format_command(step.move),
            step.side.value,
            plain(step.state.scores),
        )
        paid = [one for event in events if event["event"] == "RoundScored" for one in event["payments"]]
        assert [(one["ship"], one["points"], one["side"]) for one in frame["payments"]] == [
            (one["ship"], one["points"], one["side"]) for one in paid
        ]
    assert hits > 1
    start, final = to_dict(start_of(record)), to_dict(steps[-1].state)
    for frame, state in ((shown["frames"][0], start), (shown["frames"][-1], final)):
        assert [(ship["id"], [ship["row"], ship["col"]], ship["hull"], ship["reactor"]) for ship in frame["ships"]] == [
            (ship["id"], ship["position"], ship["hull"], ship["reactor"]) for ship in state["ships"]
        ]
        assert frame["scoring"] == state["scoring"]
    assert shown["map"]["blocked"] == start["blocked"]


def test_a_game_is_replayed_from_its_log_as_from_its_record(api: Caller) -> None:
    game = play_out(api, begin(api, seed=5), Random(2))
    answer = api("GET", f"{path_of(game)}/record")
    assert answer.headers["content-type"].startswith("text/plain")
    record = Record.parse(answer.text)
    assert len(record.moves) == len(game["log"])
    state = replay(FleetGame(), record)
    assert (state.round, {"creator": state.scores.first, "joiner": state.scores.second}) == (
        game["frame"]["round"],
        game["frame"]["scores"],
    )
    shown = api.ok("GET", f"{path_of(game)}/replay")
    assert shown == api.ok("POST", "/fleet/replays", {"record": answer.text})
    assert shown["frames"][-1] == game["frame"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("1. ", "1. dance "), "cannot be played"),
        (('[Game "fleet"]', '[Game "chess"]'), "the record is of game 'chess'"),
        (('[Result "', '[Result "x'), "the moves lead to the result"),
        (("[Seed", "[Luck"), "line"),
        (('"cost_limit" "300"', '"cost_limit" "2001"'), "no game may allow more than 2000"),
    ],
)
def test_broken_records_are_refused_as_on_the_command_line(api: Caller, change: tuple[str, str], sentence: str) -> None:
    text = finished().to_text().replace(*change, 1)
    assert sentence in api.refused(422, "POST", "/fleet/replays", {"record": text})


def test_the_length_of_a_record_is_bounded(api: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    record = finished()
    monkeypatch.setattr(fleet, "MOST_REPLAYED", len(record.moves) - 1)
    assert "orders; at most" in api.refused(422, "POST", "/fleet/replays", {"record": record.to_text()})
    assert "body.record" in api.refused(422, "POST", "/fleet/replays", {"record": "x" * 200_001})


# Who comes second, and who comes again


def test_a_change_meant_for_another_version_is_refused(api: Caller) -> None:
    game = begin(api)
    game = order(api, game, "1", if_match='"0"')
    for call, body in (("commands", {"text": "3"}), ("advance", {"orders": 1}), ("undo", None)):
        assert api.refused(412, "POST", f"{path_of(game)}/{call}", body, if_match='"0"').startswith(
            "the fleet game is at version 2"
        )
    assert api.ok("GET", path_of(game)) == game


def test_who_comes_between_is_not_overwritten(storage: Storage, api: Caller) -> None:
    game = order(api, begin(api), "1")
    meddled = replace(storage, games=cast("GameStore", Meddler(storage.games, NewEntry("undo", {}))))
    with calling(meddled) as second:
        text = orders(api, game)[0]["text"]
        assert "changed elsewhere" in second.refused(409, "POST", f"{path_of(game)}/commands", {"text": text})
    assert api.ok("GET", path_of(game))["log"] == []


def test_a_repeated_order_counts_once(api: Caller) -> None:
    game = begin(api)
    first = order(api, game, "1", idempotency_key="k", if_match='"0"')
    assert order(api, game, "1", idempotency_key="k", if_match='"0"') == first
    made = [api.ok("POST", "/fleet/games", {"seed": 1, **SMALL}, idempotency_key="k")["id"] for _ in range(2)]
    assert made[0] == made[1] != game["id"]


def test_games_are_listed_page_by_page_and_forgotten(api: Caller) -> None:
    made = [begin(api, seed=seed)["id"] for seed in range(4)]
    first = api.ok("GET", "/fleet/games?limit=2")
    rest = api.ok("GET", f"/fleet/games?limit=2&after={first['next']}")
    assert (len(first["games"]), len(rest["games"]), rest["next"]) == (2, 2, None)
    assert sorted(row["id"] for row in first["games"] + rest["games"]) == sorted(made)
    row = first["games"][0]
    assert (row["ruleset"], row["creator"], row["joiner"], row["max_score"], row["result"]) == (
        "plan",
        "person",
        "greedy",
        10,
        None,
    )
    assert api("GET", f"/fleet/games/{made[0]}", if_none_match='"0"').status_code == 304
    assert api("DELETE", f"/fleet/games/{made[0]}").status_code == 204
    assert api.refused(404, "GET", f"/fleet/games/{made[0]}").startswith(f"there is no fleet game '{made[0]}'")
    for rest_of_path in ("/orders", "/replay", "/record"):
        assert api.refused(404, "GET", f"/fleet/games/{made[0]}{rest_of_path}")


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({}, "body.seed"),
        ({"seed": 1, "ruleset": "house"}, "unknown ruleset 'house'; known are plan and released"),
        ({"seed": 1, "creator": "lucky"}, "body.creator"),
        ({"seed": 1, "cost_limit": 10}, "the creator has no ship"),
        ({"seed": 1, "cost_limit": 2001}, "body.cost_limit"),
        ({"seed": 1, "max_score": 0}, "body.max_score"),
        ({"seed": 2**53}, "body.seed"),
    ],
)
def test_what_cannot_be_played_is_refused(api: Caller, body: object, sentence: str) -> None:
    assert sentence in api.refused(422, "POST", "/fleet/games", body)
    assert api.ok("GET", "/fleet/games")["games"] == []


def test_a_busy_desk_refuses_and_nothing_is_stored(storage: Storage, api: Caller) -> None:
    game = begin(api)
    with calling(storage, ApiSettings(analyses_per_client=0)) as busy:
        busy.refused(503, "POST", f"{path_of(game)}/commands", {"text": "1"})
    assert api.ok("GET", path_of(game)) == game


# Same log, same bytes


def test_equal_games_have_equal_documents(api: Caller) -> None:
    games = [play_out(api, begin(api, seed=9, joiner="random"), Random(4)) for _ in range(2)]
    assert json.dumps({**games[0], "id": ""}) == json.dumps({**games[1], "id": ""})


def test_reading_asks_no_agent(api: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    game = order(api, begin(api), "1")
    for kind in (GreedyAgent, RandomAgent):
        monkeypatch.setattr(kind, "choose", lambda *_: pytest.fail("the agent was asked again"))
    assert api.ok("GET", path_of(game)) == game
    assert len(api.ok("GET", f"{path_of(game)}/replay")["frames"]) == 3
