"""Duels over HTTP: a person against a level."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gamekit.record import Record, replay
from qb_app.storage import NewEntry, Storage
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep import win_chance
from qb_engine.deep.levels import LEVELS, DeepPlayer
from qb_engine.game import QueensBlood
from qb_engine.geometry import Side, Tile
from qb_engine.library import library_decks
from qb_engine.models import HIDDEN
from tests.qb_app.web.caller import Caller, calling
from tests.qb_app.web.conftest import needs_kernel
from tests.qb_app.web.duel_calls import begin, decide, play_out, without_id

pytestmark = needs_kernel
HYDRATOR = CardHydrator()
SEEDS = range(6)


@pytest.fixture
def api(storage: Storage) -> Iterator[Caller]:
    with calling(storage) as caller:
        yield caller


def test_a_new_duel_waits_for_the_opening_hand(api: Caller) -> None:
    answer = api("POST", "/duels", {"level": 3, "seed": 7, "deck": "starter"})
    duel = answer.json()
    assert answer.status_code == 201
    assert (answer.headers["location"], answer.headers["etag"]) == (f"/api/v1/duels/{duel['id']}", '"0"')
    assert (duel["expects"], duel["level"], duel["level_name"], duel["seed"]) == ("mulligan", 3, "learner", 7)
    assert (duel["first"], duel["to_act"], duel["turn"], duel["steps"]) == ("Y", "Y", 1, [])
    assert duel["deck"] == "Starter Deck (in-game prebuilt 0)"
    assert len(duel["hand"]) == 5
    assert duel["enemy_hand"] == [HIDDEN] * 5
    assert (duel["deck_left"], duel["enemy_deck"], duel["can_undo"], duel["record"]) == (10, 10, False, None)
    assert api.ok("GET", f"/duels/{duel['id']}") == duel


def test_an_enemy_that_begins_has_decided_already(api: Caller) -> None:
    duel = begin(api, first="enemy")
    assert [(step["side"], step["text"][:9]) for step in duel["steps"]] == [("E", "The enemy")]
    assert (duel["version"], duel["can_undo"]) == (1, False)
    duel = decide(api, duel, "keep")
    assert [step["side"] for step in duel["steps"]] == ["E", "Y", "E"]
    assert duel["expects"] == "you"


@pytest.mark.parametrize("first", ["you", "enemy"])
def test_a_whole_duel_ends_with_its_result_and_a_record_that_replays(api: Caller, first: str) -> None:
    for duel in play_out(api, begin(api, first=first), Random(1)):
        assert (duel["record"] is None) == (duel["result"] is None) == (duel["expects"] != "over")
    state = replay(QueensBlood(), Record.parse(duel["record"]))
    score = state.score()
    assert duel["result"].split()[1] == f"{score.total_you}-{score.total_enemy}"
    assert duel["ending"].startswith("The game is over: ")
    assert duel["board"] == duel["steps"][-1]["board"]
    assert [step["number"] for step in duel["steps"]] == list(range(1, len(duel["steps"]) + 1))
    assert api.ok("GET", "/duels")["duels"][0]["result"] == duel["result"]
    for call in ("decisions", "undo", "resign"):
        body = {"text": "pass"} if call == "decisions" else None
        assert "the game is over" in api.refused(409, "POST", f"/duels/{duel['id']}/{call}", body)
    assert "the game is over" in api.refused(409, "GET", f"/duels/{duel['id']}/advice")
    assert api.ok("GET", f"/duels/{duel['id']}/moves")["moves"] == []


def test_decisions_are_typed_as_at_the_terminal(api: Caller) -> None:
    duel = begin(api, deck="some blight")
    assert decide(api, duel, "mulligan 1 3")["steps"][0]["text"] == "You exchange 2 cards."
    duel = begin(api, deck="some blight")
    decide(api, duel, "keep")
    moves = api.ok("GET", f"/duels/{duel['id']}/moves")["moves"]
    card, tile = moves[0]["card"], moves[0]["tile"]
    place = duel["hand"].index(card) + 1
    name = HYDRATOR.get(card).name
    answers = []
    for text in (f"{card} {tile}", f"{place} {tile.lower()}", f"{name.lower()} {tile}"):
        answers.append(decide(api, duel, text)["steps"][2:4])
        api.ok("POST", f"/duels/{duel['id']}/undo")
    assert answers[0] == answers[1] == answers[2]
    assert answers[0][0]["text"] == f"You play {name} on {Tile.parse(tile)}."


@pytest.mark.parametrize(
    ("text", "status", "sentence"),
    [
        ("zz m3", 422, "unknown card 'zz'"),
        ("6 m3", 422, "there is no card 6 in your hand"),
        ("1 z9", 422, "'z9' is not a tile"),
        ("mulligan 1", 409, "has decided on its opening hand already"),
        ("dance", 422, "'dance' is not a move"),
        ("", 422, "body.text"),
        ("x" * 201, 422, "body.text"),
        ("pass\n", 422, "body.text"),
    ],
)
def test_a_refused_decision_changes_nothing(api: Caller, text: str, status: int, sentence: str) -> None:
    duel = decide(api, begin(api), "keep")
    path = f"/duels/{duel['id']}"
    assert sentence in api.refused(status, "POST", f"{path}/decisions", {"text": text})
    assert api.ok("GET", path) == duel


def test_undo_takes_back_the_answer_too_and_brings_no_better_one(api: Caller) -> None:
    duel = decide(api, begin(api), "keep")
    path = f"/duels/{duel['id']}"
    move = api.ok("GET", f"{path}/moves")["moves"][0]["command"]
    after = decide(api, duel, move)
    assert after["can_undo"]
    back = api.ok("POST", f"{path}/undo")
    assert {**back, "version": 0} == {**duel, "version": 0}
    assert back["version"] == after["version"] + 1
    again = decide(api, duel, move)
    assert again["steps"] == after["steps"]
    for _ in range(2):
        duel = api.ok("POST", f"{path}/undo")
    assert (duel["steps"], duel["expects"], duel["can_undo"]) == ([], "mulligan", False)
    assert "there is no decision of yours" in api.refused(422, "POST", f"{path}/undo")


def test_who_resigns_has_lost_and_sees_everything(api: Caller) -> None:
    duel = decide(api, begin(api), "keep")
    path = f"/duels/{duel['id']}"
    over = api.ok("POST", f"{path}/resign")
    assert (over["result"], over["resigned"], over["expects"], over["can_undo"]) == ("E 0-0", True, "over", False)
    assert over["ending"] == "You resigned; it stood 0–0."
    assert Record.parse(over["record"]).result == "*"
    assert api.ok("GET", path) == over
    assert api.ok("GET", "/duels")["duels"][0]["result"] == "E 0-0"
    for call, body in (("resign", None), ("undo", None), ("decisions", {"text": "pass"})):
        assert "the game is over" in api.refused(409, "POST", f"{path}/{call}", body)


def test_a_preview_shows_what_the_move_then_does(api: Caller) -> None:
    duel = decide(api, begin(api), "keep")
    path = f"/duels/{duel['id']}"
    assert api.ok("GET", f"{path}/moves")["version"] == duel["version"]
    for _ in range(3):
        *placements, _ = api.ok("GET", f"{path}/moves")["moves"]  # a pass may be answered by the end of the game
        for move in placements:
            number = len(duel["steps"])
            step = decide(api, duel, move["command"])["steps"][number]
            assert step["board"] == move["board"]
            assert [line for line in step["changes"] if line in move["changes"]] == move["changes"]
            api.ok("POST", f"{path}/undo")
        duel = decide(api, duel, placements[0]["command"])


def test_before_the_opening_hand_is_settled_there_are_no_moves_but_advice(api: Caller) -> None:
    duel = begin(api, deck="some blight")
    path = f"/duels/{duel['id']}"
    assert api.ok("GET", f"{path}/moves")["moves"] == []
    advice = api.ok("GET", f"{path}/advice")
    assert (advice["format"], advice["provisional"], bool(advice["choices"])) == ("qbcoach-mulligan-1", False, True)
    assert advice["exchanged"] == [duel["hand"][place - 1] for place in advice["mulligan"]]
    decide(api, duel, "keep")
    coach = api.ok("GET", f"{path}/advice?top=2")
    assert (coach["format"], len(coach["moves"]), coach["belief"]["kind"]) == ("qbcoach-advice-2", 2, "known deck")
    legal = [move["command"] for move in api.ok("GET", f"{path}/moves")["moves"]]
    assert coach["moves"][0]["move"] in legal


# What a duel is begun with


def test_saved_decks_codes_and_lists_can_be_played(api: Caller) -> None:
    api.ok("PUT", "/decks/My%20deck", {"text": "some blight"})
    code = api.ok("GET", "/decks/My%20deck")["code"]
    lines = api.ok("GET", "/decks/My%20deck")["list"]
    hands = [begin(api, deck=text)["hand"] for text in ("My deck", code, lines)]
    assert hands[0] == hands[1] == hands[2]
    assert begin(api, deck="My deck")["deck"] == "My deck"


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"level": 0, "seed": 1}, "body.level"),
        ({"level": 9, "seed": 1}, "body.level"),
        ({"level": 1}, "body.seed"),
        ({"level": 1, "seed": -1}, "body.seed"),
        ({"level": 1, "seed": 2**53}, "body.seed"),
        ({"level": 1, "seed": "3"}, "body.seed"),
        ({"level": 1, "seed": 1, "first": "nobody"}, "body.first"),
        ({"level": 1, "seed": 1, "deck": "2 Zu"}, "the deck '2 Zu' is not legal under rebirth"),
        ({"level": 1, "seed": 1, "enemy_deck": "nonsense"}, "'nonsense' is no deck of the library"),
        ({"level": 1, "seed": 1, "ruleset": "house"}, "unknown ruleset 'house'"),
        ({"level": 1, "seed": 1, "more": 1}, "body.more"),
    ],
)
def test_what_cannot_be_played_is_refused(api: Caller, body: object, sentence: str) -> None:
    assert sentence in api.refused(422, "POST", "/duels", body)
    assert api.ok("GET", "/duels")["duels"] == []


def test_no_file_is_read_for_a_deck(api: Caller, tmp_path: Path) -> None:
    file = tmp_path / "deck.txt"
    file.write_text("\n".join(library_decks(HYDRATOR)[0].card_ids), encoding="utf-8")
    assert "is no deck" in api.refused(422, "POST", "/duels", {"level": 1, "seed": 1, "deck": str(file)})


def test_without_a_kernel_no_duel_can_be_begun(api: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(win_chance, "kernel_engine", lambda *_: None)
    assert "needs the compiled kernel" in api.refused(501, "POST", "/duels", {"level": 1, "seed": 1})


# Same log, same bytes


def test_equal_duels_have_equal_documents(api: Caller) -> None:
    texts = []
    for _ in range(2):
        duel = begin(api, seed=11, level=2, first="enemy")
        texts.append([without_id(duel), *(without_id(step) for step in play_out(api, duel, Random(5)))])
    assert texts[0] == texts[1]


def test_reading_asks_no_agent(storage: Storage, api: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    *_, duel = play_out(api, begin(api, seed=12), Random(5))
    monkeypatch.setattr(DeepPlayer, "choose", lambda *_: pytest.fail("the agent was asked again"))
    assert api("GET", f"/duels/{duel['id']}").content == api("GET", f"/duels/{duel['id']}").content
    stored = storage.games.read("duel", duel["id"])
    entries = [NewEntry(entry.kind, entry.payload) for entry in stored.entries]
    copy = storage.games.create("duel", stored.info.setup, entries, at="2026-01-02T03:04:05Z").game_id
    assert without_id(api.ok("GET", f"/duels/{copy}")) == without_id(duel)


def test_the_enemy_is_the_level_that_was_chosen(api: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    choose = DeepPlayer.choose

    def listen(self: DeepPlayer, view: Any, rng: Random) -> Any:
        hidden = view.hands[Side.YOU].as_card_ids()
        assert hidden == [HIDDEN] * len(hidden), "the enemy sees only its own cards"
        asked.append(self.budget)
        return choose(self, view, rng)

    monkeypatch.setattr(DeepPlayer, "choose", listen)
    decide(api, decide(api, begin(api, level=4), "keep"), "pass")
    assert asked == [LEVELS[3].budget] * 2


# What the person may not see


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for part in value.values():
            yield from strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from strings(part)
    elif isinstance(value, str):
        yield value


@pytest.mark.parametrize("seed", SEEDS)
def test_no_hidden_card_is_ever_told(api: Caller, seed: int) -> None:
    """With decks that share no card, every card of the enemy that is named anywhere was played before."""
    cards = [card.id for card in HYDRATOR.deck_cards() if not card.legendary]
    mine, theirs = cards[0:16:2][:8], cards[40:56:2][:8]
    decks = [
        ",".join(f"2 {card}" if place else f"1 {card}" for place, card in enumerate(ids)) for ids in (mine, theirs)
    ]
    start = begin(api, seed=seed, deck=decks[0], enemy_deck=decks[1], first="enemy" if seed % 2 else "you")
    secrets = {card: HYDRATOR.get(card).name for card in theirs}
    for duel in play_out(api, start, Random(seed)):
        if duel["expects"] == "over":
            break
        played = {name for name in secrets.values() for step in duel["steps"] if f"plays {name} on" in step["text"]}
        path = f"/duels/{duel['id']}"
        answers = [duel, api.ok("GET", f"{path}/moves"), api.ok("GET", "/duels")]
        for text in strings(answers):
            words = set(text.replace(",", " ").replace("=", " ").replace("[", " ").replace("]", " ").split())
            for card, name in secrets.items():
                assert name in played or name not in text, (name, text)
                assert name in played or card not in words, (card, text)
        assert all(card == HIDDEN or HYDRATOR.get(card).token for card in duel["enemy_hand"])
        assert "seed=" not in duel["position"]
        assert duel["record"] is None
    assert duel["record"] is not None
