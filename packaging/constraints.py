"""Writes ``constraints.txt`` anew: ``python packaging/constraints.py`` takes the newest version of everything.

The file names one version of each package that building and testing ask for, so that a run can be repeated. They are
those for the oldest Python that the project supports; the newer ones can use them too.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

from page import NODE_FROM_PYPI

_HEAD = """\
# One version of each package that building and testing ask for; "make constraints" writes the newest ones down.
"""
_BUILD_TOOLS = ("cmake", "ninja", NODE_FROM_PYPI)
"""Fetched by the build where the machine has none, and so not named in pyproject.toml."""


def requirements(project: dict[str, Any]) -> list[str]:
    """What a parsed pyproject.toml asks for: to build, to run with all its extras, and to test."""
    named = project["project"]
    return [
        *project["build-system"]["requires"],
        *named["dependencies"],
        *(wanted for extra in named["optional-dependencies"].values() for wanted in extra),
        *_BUILD_TOOLS,
    ]


def constraints_text(report: dict[str, Any]) -> str:
    """The versions of pip's installation report, one per line."""
    chosen = [package["metadata"] for package in report["install"]]
    lines = sorted(f"{normal_name(package['name'])}=={package['version']}" for package in chosen)
    return _HEAD + "".join(f"{line}\n" for line in lines)


def normal_name(name: str) -> str:
    """A package's name as indexes spell it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _resolve(wanted: list[str], python: str) -> dict[str, Any]:
    options = ["--dry-run", "--ignore-installed", "--only-binary=:all:", "--python-version", python, "--target", "."]
    done = subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", *options, "--report", "-", *wanted],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def main() -> None:
    root = Path(__file__).resolve().parent.parent
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    oldest = project["project"]["requires-python"].removeprefix(">=")
    report = _resolve(requirements(project), oldest)
    (root / "constraints.txt").write_text(constraints_text(report), encoding="utf-8")


if __name__ == "__main__":
    main()
