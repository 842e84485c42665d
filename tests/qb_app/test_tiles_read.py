"""Every surface takes a tile in every form: what is entered as ``MID-1`` or ``mid 1`` is what ``M1`` would be."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from qb_app.cli.program import app
from qb_app.live.imports import import_match
from qb_app.live.printed_board import read_printed
from qb_app.live.record import to_jsonl, to_text
from qb_app.live.session import Session
from qb_app.live.setup import MatchSetup
from qb_app.live.tools import Tools
from qb_app.storage import Storage, open_storage
from qb_app.terminal.conversation import completions
from qb_engine.board_state import BoardState
from qb_engine.geometry import Tile
from qb_engine.ruleset import Ruleset
from tests.qb_app.conftest import Run
from tests.qb_app.live.advisors import OnePlyAdvisor
from tests.qb_app.live.material import HYDRATOR, OPENING, drawn
from tests.qb_app.live.stores import MOMENT, entered
from tests.qb_app.storage.model import ModelMatches
from tests.qb_app.web.caller import Caller, calling
from tests.qb_app.web.conftest import needs_kernel
from tests.qb_app.web.duel_calls import begin, decide, without_id

FORMS = ("m1", "MID-1", "mid-1", "mid 1", "Middle 1")
START = "rebirth Y1,-,-,-,E1/Y2,-,-,-,E1/Y1,-,-,-,E1 Y turn=3 hand=001,015 ehand=001"
forms = pytest.mark.parametrize("form", FORMS)


# A live match.


@forms
@pytest.mark.parametrize(
    ("before", "line"),
    [
        ((), "sec {}"),
        ((), "1 {}"),
        (("sec t1",), "e levrikon {enemy}"),
        ((), "set {} enemy 2"),
        ((), "set {} empty"),
        ((), "set {} card queen bee enemy 5"),
        (("set m1 card zu you",), "set {} power 5"),
        ((), "what sec {}"),
        ((), "what 1 {}"),
        ((), "lev {}"),
    ],
)
def test_every_line_of_a_live_match(before: tuple[str, ...], line: str, form: str) -> None:
    """``{enemy}`` is the same tile at the enemy's end."""
    tools = Tools(advisor=OnePlyAdvisor(), clock=lambda: MOMENT)
    short, written = (entered(*OPENING, *before, tools=tools) for _ in range(2))
    lines = [line.format(tile, enemy=tile.replace("1", "5")) for tile in ("M1", form)]
    first, second = short.enter(lines[0]), written.enter(lines[1])
    assert not first.refused, first.lines
    assert replace(second, answer=None) == replace(first, answer=None)
    assert (second.answer is None) == (first.answer is None)
    assert written.state.key() == short.state.key()


@pytest.mark.parametrize("line", ["zu t9", "zu top-9", "zu mid-0", "e zu bot-7"])
def test_a_tile_that_is_not_there_is_named_in_the_refusal(line: str) -> None:
    (told,) = entered(*OPENING).enter(line).lines
    assert told.startswith(f"'{line.split()[-1]}' is not a tile")


@pytest.mark.parametrize(
    ("line", "rest"),
    [
        ("levrikon m", "1"),
        ("levrikon mi", "d-1"),
        ("levrikon MID-", "1"),
        ("levrikon mid ", "1"),
        ("e levrikon mid ", "1"),
        ("set mid ", "1"),
        ("levrikon ", "t1"),
    ],
)
def test_a_tile_is_completed_in_the_form_in_which_it_was_begun(line: str, rest: str) -> None:
    assert completions(entered(*OPENING), line)[0] == rest


@forms
def test_a_board_in_words(form: str) -> None:
    board = entered(*OPENING, "sec m1", "e levrikon m5").state.board
    text = drawn(board, HYDRATOR, plain=True)
    assert "MID-1: " in text
    empty = BoardState(Ruleset.REBIRTH)
    assert read_printed(text.replace("MID-1", form), empty, HYDRATOR) == read_printed(text, empty, HYDRATOR) != empty


# Logs.


def old_log() -> tuple[ModelMatches, str]:
    """A match whose entries were stored when tiles were written short, and its id."""
    store = ModelMatches()
    setup = MatchSetup()
    info = store.create(setup.to_json(), title="old", ruleset=str(setup.ruleset), opponent=None, at=MOMENT)
    opening = [("hand", "hand 001, 007, 009, 011, 008"), ("mulligan", "keep"), ("play", "001 M1")]
    later = [("play", "e 007 M5"), ("correction", "set T1 enemy 2"), ("draw", "draw 015")]
    for number, (kind, text) in enumerate(opening + later):
        store.append(info.match_id, kind, {"text": text}, expected=number, at=MOMENT)
    return store, info.match_id


def test_an_old_log_is_read_and_gives_the_same_match() -> None:
    store, match_id = old_log()
    session = Session.resume(store, match_id, Tools(clock=lambda: MOMENT))
    now = entered(*OPENING, "sec MID-1", "e levrikon MID-5", "set TOP-1 enemy 2", "draw zu")
    assert session.state.key() == now.state.key()
    assert [entry.command for entry in session.line] == [entry.command for entry in now.line]
    told = ["3. Security Officer MID-1", "4. e Levrikon MID-5", "5. set TOP-1 enemy 2"]
    assert to_text(store, match_id).splitlines()[-4:-1] == told


@pytest.mark.parametrize("written", [to_jsonl, to_text])
@forms
def test_an_exported_match_is_imported_in_every_form(written: Any, form: str) -> None:
    store, match_id = old_log()
    tools = Tools(clock=lambda: MOMENT)
    text = re.sub(r"\bM1\b|\bMID-1\b", form, written(store, match_id))
    assert form in text
    imported = Session.resume(store, import_match(store, text.encode(), tools), tools)
    assert imported.state.key() == Session.resume(store, match_id, tools).state.key()


# The command line.


@forms
def test_entries_on_the_command_line(run: Run, form: str) -> None:
    for tile in ("M1", form):
        run("live", "--top", "0", *OPENING, f"sec {tile}")
        run("resume", "last", "--top", "0", f"e levrikon {tile.replace('1', '5')}")
    logs = [json.loads(run("resume", row["id"], "--json").stdout)["match"]["log"] for row in rows(run)]
    assert len(logs) == 2
    assert [entry["command"] for entry in logs[0]] == [entry["command"] for entry in logs[1]]
    assert logs[0][-1]["command"] == "e 007 MID-5"


def rows(run: Run) -> list[Any]:
    found: list[Any] = json.loads(run("matches", "--json").stdout)["matches"]
    return found


@needs_kernel
@forms
def test_moves_typed_in_play(form: str, tmp_path: Path) -> None:
    records: list[str] = []
    for tile in ("M1", form):
        file = tmp_path / f"{len(records)}.txt"
        arguments = ["play", "--seed", "3", "--level", "1", "--record", str(file)]
        CliRunner().invoke(app, arguments, input=f"keep\n3 {tile}\nquit\n", prog_name="qbcoach")
        records.append(file.read_text(encoding="utf-8"))
    assert records[1] == records[0]
    assert re.search(r"^3\. \d+ M1$", records[0], re.MULTILINE)


@pytest.mark.parametrize("form", [form for form in FORMS if " " not in form])
@pytest.mark.parametrize("command", [("coach", "--quick"), ("predict",), pytest.param(("solve",), marks=needs_kernel)])
def test_positions_on_the_command_line(run: Run, command: tuple[str, ...], form: str) -> None:
    short, written = (run(*command, f"{START} designated={tile}Y", "--json").stdout for tile in ("M1", form))
    assert "designated=M1Y" in short
    assert written == short


# The interface.


@pytest.fixture
def storage(tmp_path: Path) -> Any:
    with open_storage(str(tmp_path / "web.db")) as opened:
        yield opened


@pytest.fixture
def api(storage: Storage) -> Any:
    with calling(storage) as caller:
        yield caller


@forms
def test_entries_and_questions_over_http(api: Caller, form: str) -> None:
    told = []
    for tile in ("M1", form):
        match_id = api.begin(*OPENING)
        asked = api.enter(match_id, f"what sec {tile}")["answer"]
        played = api.enter(match_id, f"sec {tile}")
        told.append((asked["move"], asked["changes"], played["entered"], played["changes"], played["match"]["board"]))
    assert told[1] == told[0]


@needs_kernel
@forms
def test_decisions_of_a_duel(api: Caller, form: str) -> None:
    duels = []
    for tile in ("M1", form):
        duel = begin(api)
        decide(api, duel, "keep")
        card = next(m["card"] for m in api.ok("GET", f"/duels/{duel['id']}/moves")["moves"] if m["tile"] == "MID-1")
        duels.append(without_id(decide(api, duel, f"{card} {tile}")))
    assert duels[1] == duels[0]


@pytest.mark.parametrize("form", [form for form in FORMS if " " not in form])
def test_positions_over_http(api: Caller, form: str) -> None:
    short, written = (
        api.ok("POST", "/positions", {"position": f"{START} designated={tile}Y"}) for tile in ("M1", form)
    )
    assert written == short


@forms
def test_matches_imported_over_http(api: Caller, form: str) -> None:
    store, match_id = old_log()
    text = to_text(store, match_id).replace("MID-1", form)
    answer = api.send("POST", "/api/v1/matches/import", content=text, headers={"content-type": "text/plain"})
    assert answer.status_code == 201, answer.text
    tile = answer.json()["board"]["tiles"][Tile.parse("M1").index]
    assert (tile["tile"], tile["card"]) == ("MID-1", "001")
