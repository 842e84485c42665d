"""The start-up checks as documents."""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import TypedDict

from qb_engine.diagnostics import CheckResult


class CheckDocument(TypedDict):
    name: str
    passed: bool
    detail: str
    """What was looked at, or what is wrong."""
    remedy: str | None
    """How to mend what is wrong."""


class DiagnoseDocument(TypedDict):
    format: str
    passed: bool
    checks: list[CheckDocument]


def diagnose_document(results: Sequence[CheckResult]) -> DiagnoseDocument:
    return {
        "format": "qbcoach-diagnose-1",
        "passed": all(result.passed for result in results),
        "checks": [
            {"name": one.name, "passed": one.passed, "detail": one.detail, "remedy": one.remedy} for one in results
        ],
    }
