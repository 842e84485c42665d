"""``qbcoach diagnose``."""

import json

import pytest

from qb_engine.diagnostics import CheckResult, Diagnostics
from tests.qb_app.conftest import Run, Spawn

NAMES = ["card hydration", "pawn deltas", "tile ownership", "strict scoring", "lane power evaluator"]
NAMES += ["predictor sandbox", "move ranker order"]


def test_all_seven_checks_pass_and_are_listed(run: Run) -> None:
    result = run("diagnose")
    assert result.exit_code == 0
    headline, _, _, *rows = result.stdout.splitlines()
    assert headline == "All 7 checks passed."
    assert [row.split("  ")[0] for row in rows] == NAMES
    assert all(" passed " in row for row in rows)
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert "\x1b" not in result.stdout


def test_the_json_has_the_documented_fields(spawn: Spawn) -> None:
    process = spawn("diagnose", "--json")
    document = json.loads(process.stdout)
    assert (process.returncode, process.stderr) == (0, b"")
    assert list(document) == ["format", "passed", "checks"]
    assert document["passed"] is True
    assert [check["name"] for check in document["checks"]] == NAMES
    assert all(list(check) == ["name", "passed", "detail", "remedy"] for check in document["checks"])


def test_a_failure_is_told_and_ends_with_exit_code_1(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    found = [CheckResult("strict scoring", False, "lane 0 has other powers"), CheckResult("pawn deltas", True, "9")]
    monkeypatch.setattr(Diagnostics, "run", lambda _: found)
    result = run("diagnose")
    assert result.exit_code == 1
    assert result.stdout.startswith("1 of 2 checks failed.\n")
    assert "FAILED" in result.stdout
    document = run("diagnose", "--json")
    assert document.exit_code == 1
    assert json.loads(document.stdout)["passed"] is False
