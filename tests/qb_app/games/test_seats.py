"""Seated games: what their logs make of them, in both games alike."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fleet_engine.game import setup_of
from gamekit.agents import GreedyAgent
from gamekit.sides import BySide
from qb_app.asking.decks import choose_legal_deck
from qb_app.asking.players import parse_player
from qb_app.errors import InputError
from qb_app.games.duels.duel import Duel
from qb_app.games.duels.setup import DuelSetup
from qb_app.games.fleet.setup import FleetSetup
from qb_app.games.fleet.table import FleetTable
from qb_app.games.seats import OutOfTurnError, SeatedGame
from qb_app.storage import NewEntry, Storage, StoredEvent, UnknownEntryError, open_storage
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep.levels import LEVELS, DeepPlayer
from qb_engine.geometry import Side
from qb_engine.ruleset import Ruleset
from tests.qb_app.web.caller import Caller, calling
from tests.qb_app.web.conftest import needs_kernel

STORED = json.loads((Path(__file__).parent / "stored_games.json").read_text(encoding="utf-8"))
AT = "2026-01-02T03:04:05Z"
PATHS = {"duel": "/duels", "fleet game": "/fleet/games"}
Game = SeatedGame[Any, Any, Any]


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Storage]:
    with open_storage(str(tmp_path / "games.db")) as opened:
        yield opened


@pytest.fixture
def api(storage: Storage) -> Iterator[Caller]:
    with calling(storage) as caller:
        yield caller


def duel(log: Iterable[StoredEvent] = ()) -> Duel:
    hydrator, rules = CardHydrator(), Ruleset.parse("rebirth")
    decks = BySide("starter", "some blight").map(lambda text: choose_legal_deck(text, rules, hydrator))
    return Duel(hydrator, DuelSetup.of(rules, decks, Side.ENEMY, 7, LEVELS[0]), log)


def fleet(log: Iterable[StoredEvent] = ()) -> FleetTable:
    rules = setup_of(max_score=10, cost_limit=300)
    return FleetTable(FleetSetup(rules, 7, BySide("greedy", "person")), log)


def test_who_sees_all_cards_does_not_sit_with_persons(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("seer:2", "deep:50:hand", "deep:50:all"):
        agent = parse_player(name).agent(CardHydrator(), {})
        monkeypatch.setattr(DuelSetup, "enemy", lambda *_, agent=agent: agent)
        with pytest.raises(InputError, match=f"{name} sees all cards: it is there to measure with"):
            duel()


GAMES = pytest.mark.parametrize("begin", [pytest.param(duel, marks=needs_kernel), fleet])


def log_of(game: Game) -> list[StoredEvent]:
    return [StoredEvent(seq, entry.kind, entry.payload, AT) for seq, entry in enumerate(game.added, 1)]


def play(game: Game, rng: Random, turns: int) -> None:
    """Any decisions of the person, now and then taken back, and what the agent answers."""
    while game.to_move is not None and len(game.added) < turns:
        if game.agent_to_move is not None:
            game.answer()
        elif game.can_undo and rng.random() < 0.2:
            game.undo()
        else:
            moves = [game.game.format_move(move) for move in game.state.legal_moves()]
            game.decide(rng.choice([text for text in moves if "concede" not in text and "retreat" not in text]))


@GAMES
def test_what_is_added_to_the_log_makes_the_same_game(begin: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    played = [begin() for _ in range(4)]
    for seed, game in enumerate(played):
        play(game, Random(seed), 25)
    assert any(entry.kind == "undo" for game in played for entry in game.added)
    for agent in (DeepPlayer, GreedyAgent):
        monkeypatch.setattr(agent, "choose", lambda *_: pytest.fail("the agent was asked again"))
    for game in played:
        again = begin(log_of(game))
        assert (again.record, again.result, again.to_move) == (game.record, game.result, game.to_move)
        assert (again.state.key(), again.can_undo, again.added) == (game.state.key(), game.can_undo, [])


def test_an_agent_has_the_same_luck_again_after_undo() -> None:
    rules = setup_of(max_score=10, cost_limit=300)
    game = FleetTable(FleetSetup(rules, 7, BySide("person", "random")))
    answers = []
    for _ in range(3):
        game.decide(game.game.format_move(game.state.legal_moves()[0]))
        answers.append(game.answer().move)
        game.undo()
    assert len(set(answers)) == 1
    assert game.steps == []


@GAMES
def test_nobody_decides_for_an_agent_and_nothing_is_added(begin: Any) -> None:
    game = begin()
    with pytest.raises(OutOfTurnError, match=r"wait for its answer|is played by an agent"):
        game.decide("pass")
    assert game.added == []


@needs_kernel
def test_who_resigned_has_no_turn_left() -> None:
    game = duel()
    play(game, Random(2), 6)
    game.resign()
    again = duel(log_of(game))
    assert (again.resigned, again.to_move, again.can_undo) == (True, None, False)
    assert again.result is not None
    assert again.result.startswith("E ")
    for change in (again.undo, again.resign, lambda: again.decide("pass")):
        with pytest.raises(OutOfTurnError, match="the game is over"):
            change()


@pytest.mark.parametrize(("begin", "kind"), [(duel, "rematch"), (fleet, "rematch"), (fleet, "resign"), (duel, "")])
def test_an_entry_of_an_unknown_kind_is_no_resignation(begin: Any, kind: str) -> None:
    with pytest.raises(UnknownEntryError, match=f"entry 1 of this log is of the kind '{kind}'"):
        begin([StoredEvent(1, kind, {}, AT)])


def store(storage: Storage, game: Any, *more: NewEntry) -> str:
    """The id of a game with this log; more entries come after it."""
    entries = [*(NewEntry(*entry) for entry in game["entries"]), *more]
    return storage.games.create(game["kind"], game["setup"], entries, at=AT, result=game["result"]).game_id


@pytest.mark.parametrize("game", STORED, ids=lambda game: f"{game['kind']} {game['result']}")
def test_a_game_stored_before_reads_the_same(storage: Storage, api: Caller, game: Any) -> None:
    path = f"{PATHS[game['kind']]}/{store(storage, game)}"
    document = api.ok("GET", path)
    if game["kind"] == "fleet game":
        document["record"] = api("GET", f"{path}/record").text
    assert {key: document[key] for key in game["told"]} == game["told"]


@pytest.mark.parametrize("game", STORED, ids=lambda game: f"{game['kind']} {game['result']}")
def test_a_log_that_is_not_understood_is_refused_and_left_as_it_is(storage: Storage, api: Caller, game: Any) -> None:
    kind, listed = game["kind"], PATHS[game["kind"]]
    game_id = store(storage, {**game, "result": None}, NewEntry("rematch", {"seed": 8}))
    before = storage.games.read(kind, game_id)
    decide = ("/decisions", {"text": "pass"}) if kind == "duel" else ("/commands", {"text": "concede"})
    calls: tuple[tuple[str, str, object], ...] = (("GET", "", None), ("POST", "/undo", None), ("POST", *decide))
    for method, rest, body in calls:
        answer = api(method, f"{listed}/{game_id}{rest}", body)
        assert (answer.status_code, answer.json()["type"]) == (422, "urn:qbcoach:refused")
        assert f"entry {len(before.entries)} of this log is of the kind 'rematch'" in answer.json()["detail"]
    assert storage.games.read(kind, game_id) == before
    rows = next(iter(api.ok("GET", listed).values()))
    assert [row["id"] for row in rows] == [game_id]
    assert api("DELETE", f"{listed}/{game_id}").status_code == 204
