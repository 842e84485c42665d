"""The deck lab over HTTP: fields, the points of a deck at once, and what is refused of every question."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest

from qb_app.lab.fields import KIND as FIELD
from qb_app.lab.fields import Fields
from qb_app.lab.journal import KIND
from qb_app.limits import MOST_LAB_NODES
from qb_app.storage import Storage, open_storage
from qb_app.web.desk import AnalysisDesk
from qb_engine.card_hydrator import CardHydrator
from qb_engine.kernel import door
from qb_engine.lab.field import Field
from qb_engine.library import library_decks
from qb_engine.ruleset import Ruleset
from tests.qb_app.conftest import Run
from tests.qb_app.web.caller import Caller
from tests.qb_app.web.conftest import needs_kernel
from tests.qb_app.web.lab_calls import JOBS, MATRIX, META, answered, ask, stored_meta

pytestmark = needs_kernel
LIBRARY = library_decks()


def save_two(storage: Storage) -> None:
    for deck in LIBRARY[:2]:
        storage.decks.save(deck.name, deck.card_ids, "rebirth")


def fields_of(storage: Storage) -> Fields:
    return Fields(storage, Ruleset.REBIRTH, CardHydrator.shared())


# Fields


def test_fields_are_those_of_the_command_line(api: Caller, run: Run) -> None:
    assert api.ok("GET", "/lab/fields") == json.loads(run("lab", "fields", "--json").stdout)
    names = [field["name"] for field in api.ok("GET", "/lab/fields")["fields"]]
    assert names[0] == "library"
    assert "saved" not in names, "nothing is saved yet"
    save_two(api.storage)
    (saved,) = [field for field in api.ok("GET", "/lab/fields")["fields"] if field["name"] == "saved"]
    assert [deck["weight"] for deck in saved["decks"]] == [0.5, 0.5]
    assert "unknown ruleset 'house'" in api.refused(422, "GET", "/lab/fields?ruleset=house")


def test_what_a_meta_job_has_found_is_kept_as_the_command_line_keeps_it(api: Caller, run: Run) -> None:
    save_two(api.storage)
    job = answered(api, META)
    answer = api("PUT", "/lab/fields/mine", {"job": job["id"]})
    assert answer.status_code == 201
    kept = answer.json()
    assert kept["about"] == "the mixture of 1 round of 200 games, seed 0"
    found = [(deck["code"], deck["weight"]) for deck in job["answer"]["decks"] if deck["weight"]]
    assert [(deck["code"], deck["weight"]) for deck in kept["decks"]] == found
    assert kept in api.ok("GET", "/lab/fields")["fields"]
    with open_storage() as own:
        save_two(own)
        run("lab", "meta", "--rounds", "1", "--games", "200", "--against", "saved", "--save", "mine")
        assert fields_of(own).kept("mine") == fields_of(api.storage).kept("mine")


def test_another_field_of_a_name_is_in_the_way_unless_it_is_to_be_replaced(api: Caller) -> None:
    job = stored_meta(api.storage)
    fields = fields_of(api.storage)
    fields.keep(Field.of("mine", [("a", LIBRARY[0].card_ids, 1.0)]), at="2026-01-01")
    told = api.refused(409, "PUT", "/lab/fields/mine", {"job": job})
    assert told == "there is a field 'mine' already; choose another name or replace it"
    assert len(fields.choose("mine").decks) == 1
    answer = api("PUT", "/lab/fields/Mine", {"job": job, "replace": True})
    assert (answer.status_code, answer.json()["name"]) == (200, "Mine")
    assert api("PUT", "/lab/fields/Mine", {"job": job}).status_code == 200, "the same field is not in the way"
    assert api("PUT", "/lab/fields/mINE", {"job": job}).json()["name"] == "mINE"
    assert len(api.storage.games.games(FIELD)) == 1


def test_only_the_answer_of_a_meta_job_is_a_field(api: Caller) -> None:
    save_two(api.storage)
    put = ("PUT", "/lab/fields/mine")
    assert "there is no job 'k3v9x2ab'" in api.refused(404, *put, {"job": "k3v9x2ab"})
    matrix = answered(api, MATRIX)["id"]
    assert "is no meta job, so it has found no mixture" in api.refused(422, *put, {"job": matrix})
    job = ask(api, META)
    api.ok("POST", f"{JOBS}/{job}/cancel")
    told = api.refused(422, "PUT", "/lab/fields/mine", {"job": job})
    assert told == f"the job '{job}' has no answer yet; wait for it, or resume it if it was stopped"
    assert api.storage.games.games(FIELD) == ()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("library", "'library' is the name of a field that is always there; choose another"),
        ("saved", "'saved' is the name of a field that is always there; choose another"),
        ("a/../b", "cannot be a name"),
        ("a\0b", "characters that cannot stand there"),
    ],
)
def test_some_names_are_none_for_a_field(api: Caller, name: str, sentence: str) -> None:
    job = stored_meta(api.storage)
    told = api.refused(422, "PUT", f"/lab/fields/{quote(name, safe='')}", {"job": job, "replace": True})
    assert sentence in told
    assert api.storage.games.games(FIELD) == ()


def test_a_field_is_forgotten(api: Caller) -> None:
    fields_of(api.storage).keep(Field.of("a/b c", [("a", LIBRARY[0].card_ids, 1.0)]), at="2026-01-01")
    assert api("DELETE", "/lab/fields/A%2FB%20c").status_code == 204
    assert fields_of(api.storage).kept("a/b c") is None
    told = api.refused(404, "DELETE", "/lab/fields/library")
    assert told == "no field 'library' is kept; those that come with qbCoach cannot be forgotten"


# The points of a deck


def test_points_are_those_of_the_command_line_and_nothing_is_stored(api: Caller, run: Run) -> None:
    found = api.ok("POST", "/lab/points", {"deck": "starter", "against": "lib", "seed": 5})
    asked = ("lab", "deck", "starter", "--against", "library", "--no-swaps", "--seed", "5", "--json")
    assert found == json.loads(run(*asked, "--processes", "1").stdout)
    assert (found["swaps"], found["points"]["games"]) == (None, 20 * len(LIBRARY))
    assert api.storage.games.games(KIND) == ()


def test_points_wait_for_their_turn_at_the_desk(api: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    desk: AnalysisDesk = api.app.state.service.desk
    tickets = [desk.take("me") for _ in range(4)]
    told = api.refused(503, "POST", "/lab/points", {"deck": "starter"}, QBCoach_Client="me")
    assert told == "4 analyses of yours are not finished yet; wait for one or cancel it"
    for ticket in tickets:
        desk.leave(ticket)
    monkeypatch.setattr("qb_app.web.desk.Ticket.cancelled", lambda ticket: True)
    monkeypatch.setattr("qb_app.web.desk.Ticket.wait", lambda ticket: None)
    assert api.refused(503, "POST", "/lab/points", {"deck": "starter"}) == "the analysis was cancelled"


# Refusals


def question(kind: str, **parts: object) -> dict[str, Any]:
    return {"kind": kind, **parts}


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (question("matrix", decks=["starter", "2 zu"]), "the deck '2 zu' is not legal under rebirth"),
        (question("matrix", decks=["starter", "nonsense"]), "'nonsense' is no deck of the library"),
        (question("matrix", decks=["starter", "/etc/passwd"]), "'/etc/passwd' is no deck of the library"),
        (question("matrix", decks=["starter"]), "one deck has nobody to meet: name another one, or a field"),
        (question("matrix", decks=["starter", "starter"]), "is named twice"),
        (question("matrix", decks=["starter", "trevor"], games=3), "give an even number"),
        (question("matrix", decks=["starter", "trevor"], games=10**7), "30,000,000 games are too many: a job of this"),
        (question("matrix", decks=["starter", "trevor"], player="strong"), "'strong' plays no games in the lab"),
        (
            question("matrix", decks=["starter", "trevor"], player=f"deep:{MOST_LAB_NODES + 1}"),
            "20,001 nodes a move are too many: a job of this server is stopped between two games",
        ),
        (question("matrix", decks=["starter"] * 41), "body.matrix.decks"),
        (question("deck", deck="starter", against="libary"), "there is no field 'libary', did you mean library?"),
        (question("deck", deck="starter", against="saved"), "the field 'saved' has no deck that is legal"),
        (question("deck", deck="starter", owned=True), "0 cards that you own may be in a deck, and a deck has 15"),
        (question("deck", deck="starter", ruleset="house"), "unknown ruleset 'house'"),
        (question("build", owned=True), "0 cards that you own may be in a deck"),
        (question("build", deck="starter", against="library"), "one of these: a field, an opponent, or a deck"),
        (question("build", opponent="Ned"), "no card of Ned, Kalm is known"),
        (question("build", keep=["Zu"], without=["Zu"]), "1 Zu cannot be kept: no copy may be in the deck"),
        (question("build", keep=["Levrikn"]), "unknown card 'Levrikn', did you mean"),
        (question("build", games=10, seconds=1), "a search has a number of games or a time, not both"),
        (question("build", games=0), "body.build.games"),
        (question("build", seconds=3601), "body.build.seconds"),
        (question("build", objective="glory"), "body.build.objective"),
        (
            question("meta", rounds=11, games=10**6),
            "11,000,000 games are too many: a job of this server has 10,000,000",
        ),
        (question("meta", rounds=34), "body.meta.rounds"),
        (question("meta", player="quick"), "body.meta.player"),
        (question("deck", deck="starter", seed=-1), "body.deck.seed"),
        (question("guess"), "body: its 'kind' should say what is asked for"),
        ({}, "body: its 'kind' should say what is asked for"),
    ],
)
def test_what_cannot_be_asked_gets_one_sentence_and_stores_nothing(api: Caller, asked: object, sentence: str) -> None:
    told = api.refused(422, "POST", JOBS, asked)
    assert sentence in told
    assert "\n" not in told
    assert api.storage.games.games(KIND) == ()
    assert api.ok("GET", JOBS) == {"jobs": []}


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"deck": "2 zu"}, "the deck '2 zu' is not legal under rebirth"),
        ({"deck": "starter", "against": "libary"}, "there is no field 'libary', did you mean library?"),
        ({"deck": "starter", "swaps": True}, "body.swaps"),
        ({"deck": ""}, "body.deck"),
    ],
)
def test_what_is_no_deck_or_field_has_no_points(api: Caller, asked: object, sentence: str) -> None:
    assert sentence in api.refused(422, "POST", "/lab/points", asked)


def test_without_the_kernel_nothing_is_asked_or_stored(api: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    job = answered(api, MATRIX)["id"]
    stopped = ask(api, {**MATRIX, "seed": 1})
    api.ok("POST", f"{JOBS}/{stopped}/cancel")
    monkeypatch.setattr(door, "available", False)
    monkeypatch.setattr("qb_engine.deep.win_chance.kernel_engine", lambda *_: None)
    for path, body in (
        ("/lab/points", {"deck": "starter"}),
        (JOBS, {**MATRIX, "seed": 2}),
        (f"{JOBS}/{stopped}/resume", None),
    ):
        assert "needs the compiled kernel" in api.refused(501, "POST", path, body)
    assert len(api.ok("GET", JOBS)["jobs"]) == 2
    assert api.ok("GET", f"{JOBS}/{job}")["answer"], "what was found before is there"
