"""How tests run the command line."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner, Result

from qb_app.cli import pure_mode
from qb_app.cli.program import app, main
from qb_app.cli.pure_mode import PURE_NOTE
from qb_engine.kernel import door as kernel

ROOT = Path(__file__).resolve().parents[2]
PARSER = get_command(app)
Run = Callable[..., Result]
Refuse = Callable[..., str]
Spawn = Callable[..., subprocess.CompletedProcess[bytes]]


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test has an empty storage of its own."""
    monkeypatch.setenv("QBCOACH_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("QBCOACH_DATABASE", raising=False)


@pytest.fixture(autouse=True)
def _no_note(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands print the same here whether the kernel is built or not; test_pure_mode.py looks at the note."""
    monkeypatch.setattr(pure_mode, "is_pure", lambda: False)


@pytest.fixture(autouse=True)
def _one_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    """Typer makes the parser of all commands anew for each call; in a process of its own there is only one."""
    for place in ("typer.main.get_command", "typer.testing._get_command"):
        monkeypatch.setattr(place, lambda made_for: PARSER if made_for is app else get_command(made_for))


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in this process, on a page of 80 columns without colour."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")

    def invoke(*arguments: str) -> Result:
        return CliRunner().invoke(app, list(arguments), prog_name="qbcoach", catch_exceptions=False)

    return invoke


@pytest.fixture
def refuse(capsys: pytest.CaptureFixture[str]) -> Refuse:
    """Run a command that must end with exit code 2 and one sentence on stderr, and return that sentence."""

    def invoke(*arguments: str) -> str:
        code = main(arguments)
        output = capsys.readouterr()
        assert (code, output.out) == (2, "")
        assert output.err.startswith("error: ")
        assert output.err.count("\n") == 1
        return output.err.removeprefix("error: ").rstrip("\n")

    return invoke


@pytest.fixture
def spawn() -> Spawn:
    """Run a command in a process of its own, with these changes of the environment."""

    def invoke(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
        done = subprocess.run(
            [sys.executable, "-m", "qb_app.cli", *arguments],
            cwd=ROOT,
            env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
            capture_output=True,
            check=False,
            timeout=60,
        )
        if not kernel.available:
            done.stderr = done.stderr.removeprefix(f"{PURE_NOTE}\n".encode())
        return done

    return invoke
