"""The command line as a whole: help, version, pages that fit, and how it ends."""

import re
import subprocess
import sys
from importlib.metadata import version

import pytest

from qb_app.cli import program as cli
from tests.qb_app.conftest import Run, Spawn

COMMANDS = (
    *("live", "resume", "matches", "summary", "export", "import", "opponents", "collection"),
    *("simulate", "replay", "cards", "card", "decks", "deck", "serve"),
)


def test_the_version_is_that_of_the_distribution(run: Run) -> None:
    assert run("--version").stdout == f"qbcoach {version('qbcoach')}\n"


@pytest.mark.parametrize("arguments", [("--help",), ("-h",)])
def test_help_names_every_command(run: Run, arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.exit_code == 0
    assert all(re.search(rf"^\W*{command}\s", result.stdout, re.MULTILINE) for command in COMMANDS)


def test_without_a_command_the_page_is_opened(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[bool] = []
    monkeypatch.setattr(cli, "open_page", lambda: opened.append(True))
    assert run().exit_code == 0
    assert opened == [True]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(run: Run, command: str) -> None:
    assert f"Usage: qbcoach {command}" in run(command, "--help").stdout


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize(
    "arguments",
    [
        ("simulate", "--seed", "7"),
        ("simulate", "--seed", "7", "--plain"),
        ("simulate", "--games", "3"),
        ("cards",),
        ("cards", "--tokens"),
        ("card", "yuffie"),
        ("decks",),
        ("deck", "geometry"),
    ],
    ids=" ".join,
)
def test_pages_keep_to_the_width_and_to_plain_text(
    run: Run, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("FORCE_COLOR", "1")  # NO_COLOR must win
    output = run(*arguments).stdout
    assert max(map(len, output.splitlines())) <= columns
    assert "\x1b" not in output


def test_colour_comes_on_a_terminal_that_wants_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in run("card", "yuffie").stdout


def test_a_real_process_reports_errors_on_stderr(spawn: Spawn) -> None:
    process = spawn("card", "Grifon")
    assert (process.returncode, process.stdout) == (2, b"")
    assert process.stderr.decode().splitlines() == ["error: unknown card 'Grifon', did you mean Griffon?"]


def test_a_terminal_without_unicode_gets_a_game_all_the_same(spawn: Spawn) -> None:
    process = spawn("simulate", "--seed", "7", PYTHONIOENCODING="ascii", COLUMNS="80")
    assert (process.returncode, process.stderr) == (0, b"")
    assert b"Middle lane: you " in process.stdout


@pytest.mark.parametrize("arguments", [("simulate", "--json"), ("cards",)], ids=" ".join)
def test_a_reader_that_stops_early_gets_no_complaint(arguments: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "qb_app.cli", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


def test_an_interrupt_ends_quietly(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_simulate_one", interrupt)
    assert cli.main(["simulate"]) == 130
    assert capsys.readouterr() == ("", "")


def test_a_fault_of_the_program_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(cli, "_simulate_one", fail)
    with pytest.raises(ZeroDivisionError):
        cli.main(["simulate"])


def test_loading_the_command_line_loads_neither_engine_nor_drawing() -> None:
    code = (
        "import sys, qb_app.cli.program; print([name for name in sys.modules if name in ('qb_engine', 'rich.table')])"
    )
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, timeout=60)
    assert process.stdout.decode().strip() == "[]"
