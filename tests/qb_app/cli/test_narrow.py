"""Help and lists on terminals of every width: flags without types, ids never cut."""

from __future__ import annotations

import json
import re

import pytest

from qb_app.cli.program import COMMANDS, load
from qb_app.storage import OpponentProfile, open_storage
from qb_engine.deck_notation import format_deck_code
from qb_engine.library import library_decks
from tests.qb_app.conftest import Run

PATHS = [
    (name, *inner) for name in COMMANDS for inner in ((), *((one,) for one in getattr(load(name), "commands", ())))
]
LONG_ID = "a-match-with-an-id-of-sixty-four-letters-0123456789-0123456789-x"


@pytest.mark.parametrize("columns", ["40", "120"])
def test_help_shows_flags_without_a_type(run: Run, monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    for path in ((), *PATHS):
        shown = run(*path, "--help").stdout
        assert "--help" in shown or columns == "40"
        assert not re.search(r"bool", shown, re.IGNORECASE), path
    assert "<str>" in run("live", "--help").stdout or columns == "40"


@pytest.fixture
def _stored() -> None:
    with open_storage() as storage:
        for match_id in ("k3v9x2ab", LONG_ID):
            storage.matches.create(
                {},
                title="against somebody with a long name",
                ruleset="rebirth",
                opponent="somebody with a long name",
                at="2026-01-02T03:04:05Z",
                match_id=match_id,
            )
        storage.opponents.save(OpponentProfile("Somebodywithonenamethatislongerthanforty", "", ("001",)))
        storage.decks.save("mine", ("001",) * 2, "rebirth")


@pytest.mark.parametrize("columns", ["40", "80"])
@pytest.mark.usefixtures("_stored")
def test_ids_are_whole_however_narrow_the_terminal(run: Run, monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    matches = run("matches").stdout
    assert "k3v9x2ab" in matches
    assert LONG_ID in matches
    cards = json.loads(run("cards", "--rank", "3", "--json").stdout)["cards"]
    shown = run("cards", "--rank", "3").stdout
    assert [card["id"] for card in cards] == re.findall(r"^(\d{3})\b", shown, re.MULTILINE)
    assert "…" not in shown
    assert re.findall(r"^ +\d +(\d{3})\b", run("deck", "starter").stdout, re.MULTILINE)[:2] == ["001", "004"]
    listed = run("decks").stdout
    assert all(format_deck_code(deck.card_ids) in listed for deck in library_decks())
    foes = "".join(run("opponents").stdout.split())
    assert "Somebodywith" in foes
    assert "islongerthanforty" in foes
    assert "…" not in foes
    puzzles = run("puzzles").stdout
    numbers = [str(puzzle["number"]) for puzzle in json.loads(run("puzzles", "--json").stdout)["puzzles"]]
    assert re.findall(r"^ {2,3}(\d+)  \S", puzzles, re.MULTILINE) == numbers
