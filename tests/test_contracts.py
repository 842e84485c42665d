"""The contracts in pyproject.toml on which way imports go: each of them finds what it is there to find."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
PACKAGES, CONTRACTS = SETTINGS["root_packages"], SETTINGS["contracts"]
COMMAND = "from importlinter.cli import lint_imports_command as main; main()"
# For each contract a module, a line that must not stand there, and what is said of it.
PLANTS = {
    "packages": ("fleet_engine.ships", "import qb_engine.models", "fleet_engine.ships -> qb_engine.models"),
    "product": ("qb_app.figures", "from tests import golden", "qb_app.figures -> tests"),
    "app": ("qb_app.answers.kept", "import qb_app.live.session", "qb_app.answers.kept -> qb_app.live.session"),
    "web": ("qb_app.web.health", "import rich.table", "qb_app.web.health -> rich"),
    "terminal": ("qb_app.terminal.board", "import fastapi", "qb_app.terminal.board -> fastapi"),
    "faces": ("qb_app.documents.text", "import typer", "qb_app.documents.text -> typer"),
    "storage": ("qb_app.storage.ids", "from qb_engine import game", "qb_app.storage.ids -> qb_engine.game"),
    "games": ("qb_app.games.log", "from . import seats", "qb_app.games.log -> qb_app.games.seats"),
    "lab_runs": ("qb_app.lab.journal", "from . import runs", "qb_app.lab.journal -> qb_app.lab.runs"),
    "review": ("qb_app.review.marks", "from . import review", "qb_app.review.marks -> qb_app.review.review"),
    "practice": (
        "qb_app.practice.memory",
        "from . import rating",
        "qb_app.practice.memory -> qb_app.practice.rating",
    ),
    "live": (
        "qb_app.live.telling",
        "def late():\n    from qb_app.live.session import Session",
        "qb_app.live.telling -> qb_app.live.session",
    ),
    "engine": (
        "qb_engine.effects",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from qb_engine.game import QueensBlood",
        "qb_engine.effects -> qb_engine.game",
    ),
    "reasons": (
        "qb_engine.reasons.kinds",
        "from qb_engine.reasons import field",
        "qb_engine.reasons.kinds -> qb_engine.reasons.field",
    ),
    "deep": (
        "qb_engine.deep.worlds",
        "from qb_engine.deep import coach",
        "qb_engine.deep.worlds -> qb_engine.deep.coach",
    ),
    "lab": ("qb_engine.lab.rungs", "from . import workbench", "qb_engine.lab.rungs -> qb_engine.lab.workbench"),
    "kernel": ("qb_engine.kernel.words", "from . import door", "qb_engine.kernel.words -> qb_engine.kernel.door"),
    "cycles": ("gamekit.protocol", "import gamekit.match", ".protocol -> .match"),
}


def told(folder: Path) -> dict[str, str]:
    """What the repository's contracts say of the packages in a folder, by the name of the broken contract."""
    # Without the environment's start-up files, which lead imports of an editable install to the repository.
    done = subprocess.run(
        [sys.executable, "-S", "-c", COMMAND, "--no-cache", "--no-logo", "--config", str(ROOT / "pyproject.toml")],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": sysconfig.get_path("purelib"), "COLUMNS": "1000", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    _, *parts = re.split(r"^(.+)\n-+\n", done.stdout, flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """A folder with the sources of the product."""
    for path in (file for package in PACKAGES for file in (ROOT / package).rglob("*.py")):
        place = tmp_path / path.relative_to(ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, place)
    return tmp_path


def test_every_contract_finds_a_forbidden_import_and_names_it(packages: Path) -> None:
    assert [contract["id"] for contract in CONTRACTS] == list(PLANTS)
    for module, line, _ in PLANTS.values():
        with (packages / module.replace(".", "/")).with_suffix(".py").open("a") as file:
            file.write(f"\n{line}\n")
    broken = told(packages)
    unnamed = [each["id"] for each in CONTRACTS if PLANTS[each["id"]][2] not in broken.get(each["name"], "")]
    assert unnamed == []


def test_a_module_without_a_place_is_reported(packages: Path) -> None:
    rooms = [room for contract in CONTRACTS if contract["type"] == "layers" for room in contract.get("containers", ())]
    assert len(rooms) >= 6
    for room in rooms:
        (packages / room.replace(".", "/") / "stray.py").touch()
    said = "".join(told(packages).values())
    assert [room for room in rooms if f"{room}.stray" not in said] == []
