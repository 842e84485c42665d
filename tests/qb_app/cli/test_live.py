"""Live matches on the command line, without a terminal: lines in, pages or JSON out."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest
from typer.testing import CliRunner

from qb_app.cli.program import app
from qb_engine.kernel import door as kernel
from tests.qb_app.conftest import Refuse, Run, Spawn

OPENING = ("hand security officer, levrikon, mu, elphadunk, grasslands wolf", "keep", "sec m1", "e levrikon m5")


def match_id(run: Run) -> str:
    found: str = json.loads(run("matches", "--json").stdout)["matches"][0]["id"]
    return found


def test_entries_can_be_given_as_arguments(run: Run) -> None:
    page = run("live", "--top", "0", *OPENING).stdout
    assert "The enemy plays Levrikon on M5." in page
    assert "Your draw: draw levrikon, or just levrikon" in page
    assert "Saved as match" in page


def test_a_match_without_entries_is_not_kept(run: Run) -> None:
    run("live")
    assert "No match has been entered yet" in run("matches").stdout


def test_a_match_is_listed_resumed_and_deleted(run: Run) -> None:
    run("live", "--top", "0", *OPENING)
    name = match_id(run)
    assert name in run("matches").stdout
    assert "Drawn: Zu." in run("resume", name, "zu").stdout
    assert "You play Levrikon on M2." in run("resume", "last", "lev m2").stdout
    assert name not in run("matches", "--delete", name, "--yes").stdout


@pytest.mark.parametrize("style", ["jsonl", "text"])
def test_a_match_is_exported_and_imported(run: Run, tmp_path: Path, style: str) -> None:
    run("live", "--top", "0", *OPENING, "undo", "e cactuar m5")
    file = tmp_path / "match"
    run("export", "--format", style, "--output", str(file))
    assert "events" in run("import", str(file)).stdout
    assert len(json.loads(run("matches", "--json").stdout)["matches"]) == 2
    assert run("export", "--format", "text").stdout == run("export", match_id(run), "--format", "text").stdout


def test_json_is_one_document_a_line(run: Run) -> None:
    questions = ("best", "what lev m2", "odds", "?", "e zu t1", "levrikn m2")
    lines = run("live", "--json", *OPENING, "draw zu", *questions).stdout
    documents = [json.loads(line) for line in lines.splitlines()]
    assert [document["match"]["version"] for document in documents] == [0, 1, 2, 3, 4, 5, 5, 5, 5, 5, 5, 5]
    answers = [document["answer"]["kind"] for document in documents if document["answer"]]
    assert answers == ["advice", "what", "odds", "help"]
    assert len(documents[6]["answer"]["moves"]) == 3
    assert documents[-2]["refused"]
    assert documents[-1]["choice"]["options"][0] == {"label": "Levrikon", "command": "007 MID-2"}


def test_pages_keep_to_the_width_and_to_plain_text(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # NO_COLOR must win
    arguments = [
        *OPENING,
        "draw zu",
        "best",
        "why 2",
        "what lev m2",
        "e zu t9",
        "gr m1",
        "?",
        "score",
        "log",
        "summary",
    ]
    for columns, plain in product((60, 80, 120), (False, True)):
        monkeypatch.setenv("COLUMNS", str(columns))
        output = run("live", *arguments, *(["--plain"] if plain else [])).stdout
        assert max(map(len, output.splitlines())) <= columns
        assert "\x1b" not in output
        assert ("┌" in output) != plain


def test_lines_come_from_a_pipe_too(spawn: Spawn, tmp_path: Path) -> None:
    import subprocess
    import sys

    done = subprocess.run(
        [sys.executable, "-m", "qb_app.cli", "live", "--top", "0"],
        input="\n".join(OPENING) + "\nquit\n",
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert "The enemy plays Levrikon on M5." in done.stdout


def test_a_printed_board_can_be_piped_back(run: Run) -> None:
    from tests.qb_app.live.material import printed
    from tests.qb_app.live.stores import entered

    board = printed(entered(*OPENING)).strip()
    document = json.loads(run("live", "--json", board).stdout.splitlines()[-1])
    assert document["entered"].startswith("board ")
    assert "[001" in document["match"]["position"]


def test_options_say_deck_opponent_and_who_begins(run: Run) -> None:
    run("decks", "save", "mine", "starter")
    page = run("live", "--deck", "mine", "--opponent", "Regina Shinra-8", "--first", "enemy", "keep").stdout
    assert "Regina" in page
    assert "enemy> " not in page
    assert "The enemy's move" in page


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("live", "--opponent", "nobody at all"), "unknown opponent"),
        (("live", "--deck", "3 zu"), "not legal"),
        (("resume",), "no match has been entered yet"),
        (("resume", "abc"), "there is no match 'abc'"),
        (("import", "nothing.txt"), "nothing.txt"),
        (("decks", "delete", "mine"), "no deck 'mine' is saved"),
        (("opponents", "delete", "bob"), "no opponent 'bob' is saved"),
        (("collection", "set", "2", "zuu"), "did you mean"),
    ],
)
def test_mistakes_get_one_sentence(refuse: Refuse, arguments: tuple[str, ...], told: str) -> None:
    assert told in refuse(*arguments)


def test_a_folder_that_cannot_be_written_is_told_and_the_match_goes_on(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("QBCOACH_DATA", str(tmp_path / "file" / "data"))
    result = run("live", *OPENING[:1])
    assert "not saved: " in result.stdout
    assert result.exit_code == 2


def test_decks_are_saved_listed_exported_and_deleted(run: Run, tmp_path: Path) -> None:
    assert "Legal under rebirth." in run("decks", "save", "mine", "starter").stdout
    code = run("decks", "export", "mine").stdout.strip()
    assert code.startswith("QB1-")
    file = tmp_path / "other.txt"
    file.write_text(run("decks", "export", "mine", "--format", "list").stdout, encoding="utf-8")
    run("decks", "import", str(file))
    names = [deck["name"] for deck in json.loads(run("decks", "--json").stdout)["saved"]]
    assert {"mine", "other"} <= set(names)
    page = run("decks", "save", "bad", "3 zu, mu").stdout
    assert "it has 4 cards, not 15" in page
    assert "3 copies of Zu" in page
    run("decks", "delete", "mine", "--yes")
    assert "mine" not in [deck["name"] for deck in json.loads(run("decks", "--json").stdout)["saved"]]


def test_opponents_show_record_and_cards(run: Run) -> None:
    run("opponents", "save", "Bob", "--cards", "2 zu", "--note", "likes birds")
    run("live", "--top", "0", "--opponent", "bob", *OPENING, "set score 12 7", "end")
    shown = json.loads(run("opponents", "show", "bob", "--json").stdout)
    assert shown["record"] == {"wins": 1, "draws": 0, "losses": 0}
    assert shown["known"] == ["007", "015", "015"]
    page = run("opponents", "show", "bob").stdout
    assert "likes birds" in page
    assert "1 won" in page
    assert "Regina" in run("opponents").stdout


def test_the_collection_is_kept(run: Run) -> None:
    run("collection", "set", "2", "zu")
    run("collection", "import", "1 cloud, 2 mu")
    assert json.loads(run("collection", "--json").stdout) == {"cards": {"009": 2, "015": 2, "086": 1}}
    assert "5 cards of 3 kinds" in run("collection").stdout
    run("collection", "clear", "--yes")
    assert "No card is noted yet" in run("collection").stdout


def test_the_summary_looks_back(run: Run, tmp_path: Path) -> None:
    run("live", "--top", "0", *OPENING, "end")
    judged = "Moves are not judged" not in run("summary").stdout
    assert judged == kernel.available, "moves are judged by winning chances, which take the kernel"
    assert json.loads(run("summary", "--json").stdout)["moves"] == 2


def test_a_plot_that_cannot_be_written_is_refused_before_anything_is_looked_at(refuse: Refuse, tmp_path: Path) -> None:
    """There is not even a match yet."""
    (tmp_path / "old.svg").write_text("precious", encoding="utf-8")
    assert refuse("summary", "--plot", "x.bmp") == "a plot is written as .svg or .png, not as 'x.bmp'"
    assert "is no folder" in refuse("summary", "--plot", str(tmp_path / "nowhere" / "x.svg"))
    assert "exists already, use --force" in refuse("summary", "--plot", str(tmp_path / "old.svg"))
    assert "no match has been entered yet" in refuse("summary", "--plot", str(tmp_path / "old.svg"), "--force")
    assert "no match has been entered yet" in refuse("summary", "--plot", str(tmp_path / "new.png"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("nonsense", "this is not JSON: it cannot be read from line 1, column 1 on"),
        ('{"id": ' + "9" * 5000 + "}", "this JSON holds a number with far too many digits"),
    ],
)
def test_a_card_that_is_no_json_is_told_plainly(refuse: Refuse, tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "card.json").write_text(text, encoding="utf-8")
    assert refuse("live", "--card", str(tmp_path / "card.json")) == told


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (OPENING, 0),
        (("frobnicate the thing",), 2),
        (("frobnicate the thing", *OPENING), 2),
        ((*OPENING, "log", "score", "?"), 0),
        ((*OPENING, "undo 400", "undo"), 2),
    ],
)
def test_the_exit_code_tells_whether_every_line_was_taken(run: Run, lines: tuple[str, ...], code: int) -> None:
    given = run("live", "--top", "0", *lines)
    assert given.exit_code == code
    if OPENING[0] in lines:  # a line that is refused does not stop those that follow
        assert "The enemy plays Levrikon on M5." in given.stdout
    piped = CliRunner().invoke(app, ["live", "--top", "0", "--json"], input="\n".join(lines), prog_name="qbcoach")
    assert piped.exit_code == code


def test_a_pipe_into_live_without_options_has_the_same_exit_code(spawn: Spawn) -> None:
    import subprocess
    import sys

    done = subprocess.run(
        [sys.executable, "-m", "qb_app.cli", "live"],
        input=b"frobnicate\n",
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (2, b"")
    assert b"frobnicate" in done.stdout


def test_a_match_that_was_locked_is_resumed_and_put_right(run: Run, refuse: Refuse) -> None:
    from qb_app.storage import open_storage

    run("live", "--top", "0", *OPENING[:2])
    name, text = match_id(run), "board rebirth Y2:1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 Y hand=001"
    with open_storage() as storage:
        storage.matches.append(name, "correction", {"text": text}, expected=2, at="2026-01-01T00:00:00.000+00:00")
    locked = run("resume", name)
    assert locked.exit_code == 0
    assert "entry 3 'board rebirth Y2:1" in " ".join(locked.stdout.split())
    assert "no move was made in this match yet" in refuse("summary", name)
    assert "You play Security Officer on M1." in run("resume", name, "--top", "0", "undo", "sec m1").stdout


@pytest.mark.parametrize("count", ["44", "60"])
def test_no_count_ends_the_session(run: Run, count: str) -> None:
    result = run("live", *OPENING[:2], f"set enemy hand {count}", "set enemy hand 5")
    assert result.exit_code == 0
    assert "Corrected: enemy hand 5." in result.stdout
    assert run("resume").exit_code == 0
