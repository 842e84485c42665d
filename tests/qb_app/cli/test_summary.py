"""Options of ``qbcoach summary`` that say nothing here are refused, and nothing that was asked for is left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from qb_app.asking.positions import EXAMPLE_POSITION
from tests.qb_app.conftest import Refuse, Run
from tests.qb_engine.deep.games import needs_kernel

ONE_ONLY = "a match, --record and --position are different things to look back on; choose one of them"
OF_A_POSITION = "--move, --opponent and --enemy-deck go with --position; give one, or leave them out"
OF_PLAYING_ON = "--level and --seed are for playing on; name a move with --again, or leave them out"
NO_LOOK_BACK = "--again plays on and does not look back; leave it out, or --json and --plot"
POSITION = ("--position", EXAMPLE_POSITION, "--move", "pass")
RECORD = ("--record", "game.txt")
SOURCES = {"latest": (), "match": ("last",), "record": RECORD, "position": POSITION}


@pytest.fixture
def record(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    assert run("simulate", "--seed", "3", *RECORD).exit_code == 0
    return tmp_path / "game.txt"


@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)
@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--level", "3"), OF_PLAYING_ON),
        (("--seed", "0"), OF_PLAYING_ON),
        (("--force",), "--force lets --plot overwrite a file; name the file with --plot, or leave --force out"),
        (("--again", "1", "--json"), NO_LOOK_BACK),
        (("--again", "1", "--plot", "x.svg"), NO_LOOK_BACK),
    ],
)
def test_what_has_no_meaning_is_refused(
    refuse: Refuse, record: Path, source: tuple[str, ...], options: tuple[str, ...], sentence: str
) -> None:
    assert refuse("summary", *source, *options) == sentence
    assert not (record.parent / "x.svg").exists()


@pytest.mark.parametrize("source", ["latest", "match", "record"])
@pytest.mark.parametrize("options", [("--move", "pass"), ("--opponent", "Bob"), ("--enemy-deck", "starter")])
def test_what_is_known_of_a_match_or_a_record_is_not_told_again(
    refuse: Refuse, record: Path, source: str, options: tuple[str, ...]
) -> None:
    assert refuse("summary", *SOURCES[source], *options) == OF_A_POSITION


@pytest.mark.parametrize(
    "sources",
    [
        ("last", *RECORD),
        ("abc", *RECORD),
        ("last", *POSITION),
        (*RECORD, *POSITION),
        ("last", *RECORD, *POSITION),
    ],
)
def test_one_look_back_is_on_one_thing(refuse: Refuse, record: Path, sources: tuple[str, ...]) -> None:
    assert refuse("summary", *sources) == ONE_ONLY


@needs_kernel
def test_what_belongs_together_is_taken(run: Run, record: Path) -> None:
    (record.parent / "x.svg").write_text("old", encoding="utf-8")
    for arguments in (
        RECORD,
        (*RECORD, "--plot", "x.svg", "--force", "--json"),
        (*RECORD, "--again", "1", "--level", "1", "--seed", "0"),
        (*POSITION, "--opponent", "Red XIII rematch"),
        (*POSITION, "--enemy-deck", "starter"),
    ):
        assert run("summary", *arguments).exit_code == 0, arguments
    assert (record.parent / "x.svg").read_text(encoding="utf-8").startswith("<svg")
