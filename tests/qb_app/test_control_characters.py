"""Nothing that was stored, imported or typed is obeyed by a terminal: control characters are shown, or refused."""

from __future__ import annotations

import json
import logging
import re
import shutil
import sqlite3
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

from gamekit.quoting import escaped, has_controls
from qb_app.cli.program import main
from qb_app.documents.text import to_json
from qb_app.live.session import Session
from qb_app.live.setup import MatchSetup
from qb_app.storage import OpponentProfile, open_storage
from qb_app.storage.tables import name_key
from qb_app.terminal.console import SafeConsole
from qb_app.terminal.conversation import entered_lines
from qb_app.web import server
from qb_engine.kernel import door as kernel
from tests.qb_app.conftest import Refuse

HOSTILE = "evil\x1b[2J\x1b]0mine\x07\x9b31m\N{RIGHT-TO-LEFT OVERRIDE}txt\nnext\x7f"
SHOWN = escaped(HOSTILE)
OPENING = ("hand zu, mu, levrikon, elphadunk, security officer", "keep")
STYLE = re.compile(r"\x1b\[[0-9;]*m")
Ran = Callable[..., tuple[int, str, str]]


@pytest.fixture
def ran(capsys: pytest.CaptureFixture[str]) -> Ran:
    """Run a command to its end: exit code, stdout, stderr."""

    def invoke(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        output = capsys.readouterr()
        return code, output.out, output.err

    return invoke


@pytest.fixture(scope="module")
def hostile_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A storage whose every text is hostile, as an earlier version may have left it."""
    path = tmp_path_factory.mktemp("hostile") / "qbcoach.db"
    with open_storage(str(path)) as storage:
        storage.decks.save("deck", tuple(f"{number:03}" for number in range(1, 16)), "rebirth")
        storage.opponents.save(OpponentProfile("foe", "note", ("001",)))
        session = Session.start(storage.matches, MatchSetup(opponent="foe"))
        for line in (*OPENING, "pass", "note words", "branch side"):
            assert not session.enter(line).refused
    with sqlite3.connect(path) as database:
        database.execute("UPDATE decks SET name = ?, name_key = ?", (HOSTILE, name_key(HOSTILE)))
        keys = (HOSTILE, name_key(HOSTILE), HOSTILE)
        database.execute("UPDATE opponents SET name = ?, name_key = ?, note = ?", keys)
        database.execute("UPDATE matches SET title = ?, opponent = ?, result = ?", (HOSTILE, HOSTILE, HOSTILE))
        (setup,) = database.execute("SELECT setup FROM matches").fetchone()
        database.execute("UPDATE matches SET setup = ?", (json.dumps({**json.loads(setup), "opponent": HOSTILE}),))
        database.execute("UPDATE events SET at = ?", (HOSTILE,))
        for kind in ("note", "branch"):
            text = json.dumps({"text": f"{kind} {HOSTILE}"})
            database.execute("UPDATE events SET payload = ? WHERE kind = ?", (text, kind))
    database.close()
    return path


@pytest.fixture
def _hostile(hostile_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QBCOACH_DATABASE", str(shutil.copy(hostile_database, tmp_path / "hostile.db")))
    monkeypatch.setenv("COLUMNS", "200")


def readable(text: str) -> bool:
    """Whether a terminal shows all of it, and obeys nothing but styles."""
    return not has_controls(STYLE.sub("", text).replace("\n", ""))


COMMANDS = [
    ("decks",),
    ("decks", "--json"),
    ("deck", "evil"),
    ("deck", "evil", "--json"),
    ("decks", "export", "evil", "--format", "list"),
    ("opponents",),
    ("opponents", "--json"),
    ("opponents", "show", HOSTILE),
    ("opponents", "show", HOSTILE, "--json"),
    ("opponents", "delete", HOSTILE, "--yes"),
    ("decks", "delete", HOSTILE, "--yes"),
    ("matches",),
    ("matches", "--json"),
    ("resume", "last", "log", "branch", "board", "quit"),
    ("resume", "last", "log", "branch", "board", "quit", "--plain"),
    ("resume", "last", "--json", "log", "branch", "quit"),
    ("summary",),
    ("summary", "--plain"),
    ("summary", "--json"),
    *([("progress",), ("progress", "--plain"), ("progress", "--json")] if kernel.available else []),
    ("export",),
    ("export", "--format", "text"),
]


@pytest.mark.parametrize("terminal", [False, True], ids=["pipe", "terminal"])
@pytest.mark.usefixtures("_hostile")
def test_what_an_earlier_version_stored_is_shown_and_not_obeyed(
    ran: Ran, monkeypatch: pytest.MonkeyPatch, terminal: bool
) -> None:
    monkeypatch.setenv("FORCE_COLOR" if terminal else "NO_COLOR", "1")
    monkeypatch.delenv("NO_COLOR" if terminal else "FORCE_COLOR", raising=False)
    for command in COMMANDS:
        code, out, err = ran(*command)
        assert (code in (0, 1), err) == (True, ""), command
        assert readable(out), (command, out)
        assert "evil" in out or command[:2] in (("decks", "export"), ("export",)), command


@pytest.mark.usefixtures("_hostile")
def test_names_are_shown_with_what_they_hold_on_one_line(ran: Ran) -> None:
    assert SHOWN in ran("decks")[1].splitlines()
    assert SHOWN in ran("matches")[1]
    found = json.loads(ran("matches", "--json")[1])["matches"][0]
    assert found["opponent"] == HOSTILE


@pytest.mark.parametrize(
    "command",
    [
        ("card", HOSTILE),
        ("cards", "--rank", HOSTILE),
        ("deck", HOSTILE),
        ("opponents", "show", HOSTILE),
        ("coach", HOSTILE),
        ("coach", "--example", "--time", HOSTILE),
        ("resume", HOSTILE),
        ("simulate", "--agent", HOSTILE),
        ("replay", HOSTILE.replace("\n", "")),
        ("matches", "--limit", HOSTILE),
        (HOSTILE,),
        ("live", f"--{HOSTILE}"),
        ("fleet", "simulate", "--creator", HOSTILE),
    ],
    ids=lambda command: " ".join(command).replace(HOSTILE, "HOSTILE"),
)
def test_a_refusal_shows_what_was_typed_and_stays_on_one_line(refuse: Refuse, command: tuple[str, ...]) -> None:
    assert not has_controls(refuse(*command))


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (("decks", "save", HOSTILE, "starter"), "write a name without them"),
        (("decks", "save", "..", "starter"), "cannot be a name"),
        (("decks", "save", "x" * 101, "starter"), "a name has 100 characters at most"),
        (("opponents", "save", HOSTILE), "write a name without them"),
        (("opponents", "save", "foe", "--note", HOSTILE), "write a note without them"),
        (("opponents", "save", "foe", "--note", "\x9b1m"), "write a note without them"),
    ],
)
def test_names_and_notes_that_a_terminal_would_obey_are_refused(
    refuse: Refuse, command: tuple[str, ...], sentence: str
) -> None:
    assert sentence in refuse(*command)


@pytest.mark.parametrize("entry", ["note ring\x07", "note a\x9bb", "branch a\N{RIGHT-TO-LEFT OVERRIDE}b"])
def test_a_live_match_refuses_them_too(ran: Ran, entry: str) -> None:
    code, out, err = ran(
        "live", "--top", "0", "--plain", "hand zu, mu, levrikon, elphadunk, security officer", entry, "quit"
    )
    assert (code, err) == (2, "")
    assert "that cannot be shown" in " ".join(out.split())
    assert readable(out)


def test_a_note_of_several_lines_is_kept(ran: Ran) -> None:
    assert ran("opponents", "save", "foe", "--note", "first\nsecond")[0] == 0
    assert [line.strip() for line in ran("opponents", "show", "foe")[1].splitlines()][2:4] == ["first", "second"]


def test_a_document_has_no_character_that_a_terminal_obeys_and_says_the_same() -> None:
    document = {"name": HOSTILE, "tag": "\N{LANGUAGE TAG}"}
    for text in (to_json(document), to_json(document, indent=None)):
        assert readable(text)
        assert json.loads(text) == document


def test_the_console_escapes_strings_whole_and_drawings_by_line() -> None:
    from rich.table import Table
    from rich.text import Text

    console = SafeConsole(file=StringIO(), width=200, force_terminal=True)
    console.print("one\nline\x9b", style="bold")
    console.print(Text("two\nlines\x9b\x1b[2J"))
    table = Table("cell")
    table.add_row("in\ta\ncell\x07")
    console.print(table)
    assert isinstance(console.file, StringIO)
    shown = console.file.getvalue()
    assert readable(shown)
    assert "one\\nline\\x9b" in shown
    assert "two\nlines\\x9b\\x1b[2J" in shown
    assert "in\\ta\\ncell\\x07" in shown


def test_the_log_of_the_server_shows_them_and_keeps_to_its_lines() -> None:
    formatter = server._LineFormatter("%(message)s")
    record = logging.LogRecord("qbcoach", logging.ERROR, "", 0, "GET %s\nforged", (HOSTILE,), None)
    assert formatter.format(record) == escaped(f"GET {HOSTILE}\nforged")
    try:
        raise ValueError(HOSTILE)
    except ValueError as error:
        told = formatter.formatException((type(error), error, error.__traceback__))
    assert "evil\\x1b[2J" in told
    assert readable(told)


@pytest.mark.usefixtures("_hostile")
def test_what_the_prompt_offers_again_shows_them() -> None:
    with open_storage() as storage:
        session = Session.look(storage.matches, storage.matches.matches(limit=1)[0].match_id)
        lines = entered_lines(session)
    assert len(lines) == 4
    assert not any(map(has_controls, lines))
