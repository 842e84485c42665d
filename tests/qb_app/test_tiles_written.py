"""Documents, logs and plain screens write tiles in full; drawings and sentences beside them may be short."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from qb_app.cli.program import COMMANDS, app, load
from qb_app.live.session import Session
from qb_app.live.setup import MatchSetup
from qb_app.live.tools import Tools
from qb_app.storage import Storage, open_storage
from qb_engine.deep.training_puzzles import training_puzzles
from qb_engine.geometry import TILES
from tests.qb_app.conftest import Run
from tests.qb_app.live.material import OPENING
from tests.qb_app.live.stores import MOMENT
from tests.qb_app.storage.model import ModelMatches
from tests.qb_app.web.caller import Caller, calling
from tests.qb_app.web.conftest import EXAMPLE, events, needs_kernel
from tests.qb_app.web.duel_calls import begin, decide

SHORT = re.compile(r"\b[TMB][1-5]\b")
LONG = re.compile(r"\b(TOP|MID|BOT)-[1-5]\b")
OPEN = "rebirth Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 Y hand=008 ehand=008"
CORRECTED = ("set t1 enemy 2", "set m3 card zu you", "set m3 power 5", "undo", "redo")
ENTRIES = (*OPENING, "sec m1", "e levrikon m5", *CORRECTED)
ASKED = ("best 2", "why 2", "what lev m2", "threat", "odds", "board", "log", "?", "summary")
RAISED = ("set m2 card crystalline crab you", "set t2 you 1", "lev t2")
"""A play that does something worth telling beside the board."""
MATCH = (*ENTRIES, "draw queen bee", *ASKED)
OWN_CARD = {"id": "own1", "name": "B2 Bomber", "rank": 1, "power": 2}

PLAIN = {
    "coach": ("coach", "--example"),
    "coach quick": ("coach", "--example", "--quick"),
    "predict": ("predict", "--example"),
    "simulate": ("simulate", "--seed", "7"),
    "replay": ("replay", "game.txt"),
    "replay step": ("replay", "game.txt", "--step", "5"),
    "solve": ("solve", OPEN),
    "solve puzzle": ("solve", "three-card stud"),
    "puzzles": ("puzzles", training_puzzles()[0].id),
    "train": ("train", training_puzzles()[0].id),
    "live": ("live", "--top", "1", *MATCH),
    "resume": ("resume", "last", "--top", "1", *RAISED, "e cactuar t5", "log"),
    "summary": ("summary",),
    "progress": ("progress",),
    "arena": ("arena", "random", "greedy", "--games", "2", "--processes", "1"),
}
WITHOUT_TILES = ("arena", "progress")
WITH_KERNEL = ("solve", "solve puzzle", "summary", "progress")


def shown(run: Run, name: str, *options: str) -> str:
    """What the command prints, in a folder with a recorded game and a storage with a match."""
    if "game.txt" in PLAIN[name]:
        run("simulate", "--seed", "3", "--record", "game.txt")
    if name in ("resume", "summary", "progress"):
        run("live", "--top", "0", *ENTRIES, "draw queen bee")
    result = run(*PLAIN[name], *options)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


# Plain screens.


def marked(names: Iterator[str]) -> list[Any]:
    return [pytest.param(name, marks=needs_kernel) if name in WITH_KERNEL else name for name in names]


@pytest.mark.parametrize("name", marked(iter(PLAIN)))
def test_a_plain_screen_names_tiles_in_full(run: Run, name: str) -> None:
    page = shown(run, name, "--plain")
    assert [line for line in page.splitlines() if SHORT.search(line)] == []
    assert (LONG.search(page) is None) == (name in WITHOUT_TILES)


@pytest.mark.parametrize("name", ["coach quick", "predict", "simulate", "live"])
def test_so_does_a_terminal_that_is_too_narrow_for_drawings(
    run: Run, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    page = shown(run, name)
    assert [line for line in page.splitlines() if SHORT.search(line)] == []


@needs_kernel
def test_so_does_a_game_that_is_played() -> None:
    typed = "keep\n?\n3 m1\nhint\nboard\nundo\nresign\n"
    runner, arguments = CliRunner(env={"NO_COLOR": "1"}), ["play", "--seed", "3", "--level", "1", "--plain"]
    page = runner.invoke(app, arguments, input=typed, prog_name="qbcoach").stdout
    assert [line for line in page.splitlines() if SHORT.search(line)] == []
    assert "lands on MID-1 (you)" in page


def test_every_command_with_plain_words_was_looked_at() -> None:
    tried = {words[0] for words in PLAIN.values()} | {"play"}
    assert {name for name in COMMANDS if any("--plain" in one.opts for one in load(name).params)} == tried


def test_a_drawing_names_tiles_in_short(run: Run) -> None:
    page = shown(run, "coach quick")
    assert SHORT.search(page)
    assert not LONG.search(page)


def test_a_card_that_is_called_like_a_tile_keeps_its_name(run: Run) -> None:
    entries = (f"card {json.dumps(OWN_CARD)}", "set t1 card b2 bomber you", "log")
    page = run("live", "--plain", "--top", "0", *OPENING, *entries).stdout
    assert "TOP-1: your B2 Bomber, power 2" in page
    assert "4. set TOP-1 card B2 Bomber you" in page


# Logs.


def test_the_log_of_a_match_keeps_and_tells_tiles_in_full() -> None:
    store = ModelMatches()
    session = Session.start(store, MatchSetup(), Tools(clock=lambda: MOMENT))
    for line in ENTRIES:
        session.enter(line)
    kept = [str(event.payload["text"]) for event in store.events(session.match_id)]
    corrections = ["set TOP-1 enemy 2", "set MID-3 card 015 you", "set MID-3 power 5", "undo 1", "redo 1"]
    assert kept[2:] == ["001 MID-1", "e 007 MID-5", *corrections]
    assert session.enter("log").lines[2:4] == ("3. Security Officer MID-1", "4. e Levrikon MID-5")


@pytest.mark.parametrize("style", ["jsonl", "text"])
def test_an_export_writes_tiles_in_full(run: Run, style: str) -> None:
    run("live", "--top", "0", *ENTRIES)
    text = run("export", "--format", style).stdout
    assert LONG.search(text)
    assert not SHORT.search(text)


# Documents.

POSITIONS = ("tile", "source", "move", "command", "entered", "solution", "likeliest", "facts", "tile_pressure", "log")


def positions_in(document: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Every text that stands in a field for positions, keys of such a field too, with the name of the field."""
    if isinstance(document, dict):
        for key, value in document.items():
            yield from [(name, key)] if name == "tile_pressure" else []
            yield from positions_in(value, name if name in ("facts", "log") else key)
    elif isinstance(document, list):
        for one in document:
            yield from positions_in(one, name)
    elif isinstance(document, str) and name in POSITIONS:
        yield name, document


def check(documents: list[Any], *expected: str) -> None:
    """No position in them is short; those fields have some in full."""
    found = [pair for document in documents for pair in positions_in(document)]
    assert [pair for pair in found if SHORT.search(pair[1])] == []
    assert {name for name, text in found if LONG.search(text)} >= set(expected)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("coach", ("tile", "move", "facts")),
        ("predict", ("tile", "move", "likeliest", "tile_pressure")),
        ("simulate", ("move", "facts")),
        ("replay", ("move", "facts")),
        ("replay step", ("move", "facts")),
        pytest.param("solve", ("tile", "move"), marks=needs_kernel),
        pytest.param("solve puzzle", ("tile", "move"), marks=needs_kernel),
    ],
)
def test_documents_of_commands(run: Run, name: str, expected: tuple[str, ...]) -> None:
    check([json.loads(shown(run, name, "--json"))], *expected)


def test_documents_of_a_live_match(run: Run) -> None:
    lines = shown(run, "live", "--json").splitlines()
    check([json.loads(line) for line in lines], "tile", "move", "entered", "facts", "log")


def test_the_puzzles_tell_their_solutions(run: Run) -> None:
    check([json.loads(run("puzzles", "--json").stdout)], "tile", "solution")


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Storage]:
    with open_storage(str(tmp_path / "web.db")) as opened:
        yield opened


@pytest.fixture
def api(storage: Storage) -> Iterator[Caller]:
    with calling(storage) as caller:
        yield caller


def test_documents_of_a_match_over_http(api: Caller) -> None:
    match_id = api.begin(*OPENING, deck="starter")
    path = f"/matches/{match_id}"
    lines = ("what sec m1", "lev m1", "e crystalline crab m5", "draw queen bee")
    documents = [api.enter(match_id, line) for line in lines]
    asked = ("", "/moves", "/moves?side=E&card=Levrikon", "/prediction", "/advice?quick=true", "/share")
    documents += [api.ok("GET", path + part) for part in asked]
    check(documents, "tile", "source", "move", "command", "entered", "facts", "tile_pressure", "log")


def test_documents_of_positions_over_http(api: Caller) -> None:
    asked = {"position": EXAMPLE}
    documents = [api.ok("POST", f"/positions{part}", asked) for part in ("", "/prediction", "/advice?quick=true")]
    check([*documents, api.ok("GET", "/puzzles")], "tile", "move", "likeliest", "tile_pressure", "solution")
    assert [tile["tile"] for tile in documents[0]["board"]["tiles"]] == [tile.long for tile in TILES]


@needs_kernel
def test_documents_of_searches_over_http(api: Caller) -> None:
    match_id = api.begin(*OPENING, "sec m1", "e levrikon m5", "draw zu", "lev m2")
    deep = api.post("/positions/deep", {"position": EXAMPLE, "nodes": 64})
    streamed = [api.get(f"/matches/{match_id}/summary"), deep]
    documents: list[Any] = [data for answer in streamed for _, data in events(answer.text)]
    documents.append(api.ok("POST", "/positions/solve", {"position": OPEN}))
    check(documents, "tile", "move")


@needs_kernel
def test_documents_of_a_duel_over_http(api: Caller) -> None:
    duel = begin(api)
    decide(api, duel, "keep")
    path = f"/duels/{duel['id']}"
    documents = [api.ok("GET", f"{path}/moves"), api.ok("GET", f"{path}/advice?quick=true")]
    documents.append(decide(api, duel, documents[0]["moves"][0]["command"]))
    check(documents, "tile", "move", "command", "facts")
