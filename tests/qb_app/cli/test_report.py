"""``qbcoach diagnose --report``: all that is needed to mend a wrong rule or number, and nothing of the machine."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any

import pytest

from qb_app.asking.positions import EXAMPLE_POSITION
from qb_app.live.game import LiveGame
from qb_app.storage import schema
from qb_engine.deep.search import SEARCH_VERSION
from qb_engine.diagnostics import CheckResult, Diagnostics
from qb_engine.ruleset import Ruleset
from tests.qb_app.conftest import Refuse, Run
from tests.qb_app.live.material import FIRST_ROUND

TOKEN = "correct-horse-battery"
FIELDS = ["format", "versions", "diagnosis", "match", "position", "answer", "missing"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "report.json"


@pytest.fixture(autouse=True)
def _quick_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other tests run the checks; here one stands for all."""
    monkeypatch.setattr(Diagnostics, "run", lambda _: [CheckResult("pawn deltas", True, "9 plays")])


def read(file: Path, tmp_path: Path) -> dict[str, Any]:
    """The report, after a look for what must not stand in it."""
    text = file.read_text(encoding="utf-8")
    for secret in (str(tmp_path), str(Path.home()), TOKEN, "secret", socket.gethostname(), "qbcoach.db"):
        assert secret not in text
    found: dict[str, Any] = json.loads(text)
    assert list(found) == FIELDS
    return found


def test_the_latest_match_is_reported_with_position_and_answer(
    run: Run, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QBCOACH_TOKEN", TOKEN)
    run("live", "--top", "0", *FIRST_ROUND, "zu")
    exported = [json.loads(line) for line in run("export").stdout.splitlines()]
    result = run("diagnose", "--report", str(file))
    assert result.stdout.startswith("All 1 checks passed.")
    assert f"Written to {file}: versions, checks, match, position, answer.\nLook through it" in result.stderr
    report = read(file, tmp_path)
    assert report["match"] == exported
    assert report["answer"]["position"] == report["position"]
    assert len(report["answer"]["moves"]) == report["answer"]["candidates"] > 3
    assert report["missing"] == []
    assert report["diagnosis"]["checks"][0]["name"] == "pawn deltas"
    versions = report["versions"]
    assert (versions["storage"], versions["schema"]) == ("sqlite", schema.CURRENT)
    assert (versions["behaviour"], versions["search"]) == (Ruleset.REBIRTH.behaviour, SEARCH_VERSION)
    assert all(versions[name] for name in ("qbcoach", "python", "platform", "storage_version", "judge"))
    (tmp_path / "match.jsonl").write_text(
        "".join(f"{json.dumps(line)}\n" for line in report["match"]), encoding="utf-8"
    )
    assert run("import", str(tmp_path / "match.jsonl")).exit_code == 0


def test_a_position_is_reported_alone(run: Run, file: Path, tmp_path: Path) -> None:
    run("live", "--top", "0", *FIRST_ROUND)
    result = run("diagnose", "--report", str(file), "--position", EXAMPLE_POSITION, "--json")
    assert json.loads(result.stdout)["format"] == "qbcoach-diagnose-1"
    report = read(file, tmp_path)
    assert report["match"] is None
    assert report["position"] == report["answer"]["position"]
    assert report["position"].startswith("rebirth Y1[020]")


def test_what_is_not_there_is_null_and_said(run: Run, file: Path, tmp_path: Path) -> None:
    assert run("diagnose", "--report", str(file)).exit_code == 0
    report = read(file, tmp_path)
    assert (report["match"], report["position"], report["answer"]) == (None, None, None)
    assert report["missing"] == ["match: none has been entered yet"]
    assert list(tmp_path.iterdir()) == [file], "a report only reads"
    run("live", "--top", "0", *FIRST_ROUND)  # the draw is due, so nothing can be advised
    result = run("diagnose", "--report", str(file), "--force")
    report = read(file, tmp_path)
    assert report["match"]
    assert report["answer"] is None
    assert [line.partition(":")[0] for line in report["missing"]] == ["answer"]
    assert f"Not in it, {report['missing'][0]}" in result.stderr


@pytest.mark.parametrize("database", ["{}/broken.db", "postgresql://me:secret@127.0.0.1:1/qbcoach"])
def test_a_storage_that_cannot_be_used_is_reported_without_its_place(
    run: Run, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, database: str
) -> None:
    (tmp_path / "broken.db").write_bytes(b"a letter" * 500)
    monkeypatch.setenv("QBCOACH_DATABASE", database.format(tmp_path))
    run("diagnose", "--report", str(file))
    report = read(file, tmp_path)
    assert report["versions"]["storage"] is None
    assert report["missing"][0].startswith("storage: Database")


def test_a_fault_of_the_program_does_not_keep_the_report_from_being_made(
    run: Run, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("live", "--top", "0", *FIRST_ROUND)

    def fail(*_: object) -> None:
        raise ZeroDivisionError(str(tmp_path))

    monkeypatch.setattr(LiveGame, "apply", fail)
    run("diagnose", "--report", str(file))
    report = read(file, tmp_path)
    assert len(report["match"]) == 5
    assert report["position"] is None
    assert report["missing"][0].startswith("position: ZeroDivisionError in test_report.py, line ")


def test_a_failed_check_is_reported_and_is_still_exit_code_1(
    run: Run, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Diagnostics, "run", lambda _: [CheckResult("pawn deltas", False, "wrong")])
    assert run("diagnose", "--report", str(file)).exit_code == 1
    assert read(file, tmp_path)["diagnosis"]["passed"] is False


def test_wrong_options_are_told(refuse: Refuse, file: Path) -> None:
    assert "name the file for it with --report" in refuse("diagnose", "last")
    assert "name the file for it with --report" in refuse("diagnose", "--position", EXAMPLE_POSITION)
    both = ("diagnose", "last", "--position", EXAMPLE_POSITION, "--report", str(file))
    assert refuse(*both) == "a report is about a match or about a position; leave one of them out"
    assert "there is no match 'nobody'" in refuse("diagnose", "nobody", "--report", str(file))
    assert "position" in refuse("diagnose", "--report", str(file), "--position", "rebirth nonsense")
    file.write_text("mine", encoding="utf-8")
    assert refuse("diagnose", "--report", str(file)) == f"{file} exists already, use --force to overwrite it"
    assert file.read_text(encoding="utf-8") == "mine"
