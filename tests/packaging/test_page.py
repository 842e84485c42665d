"""How the page gets into the package."""

import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

import backend
from page import NODE_FROM_PYPI, PageError, PageSources, find_npm

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A source tree with a small page, built."""
    for name, text in {"package.json": "{}", "src/main.ts": "1", "src/lib/schema.d.ts": "2"}.items():
        path = tmp_path / "page" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    built = tmp_path / "qb_app" / "static"
    built.mkdir(parents=True)
    (built / ".built-from").write_text(PageSources(tmp_path).fingerprint(), encoding="utf-8")
    return tmp_path


def test_a_page_counts_as_built_while_its_sources_stay(tree: Path) -> None:
    assert PageSources(tree).is_built


@pytest.mark.parametrize(
    "change",
    [
        lambda page: (page / "src/main.ts").write_text("one"),
        lambda page: (page / "src/more.ts").write_text(""),
        lambda page: (page / "src/main.ts").rename(page / "src/other.ts"),
        lambda page: (page / "package.json").unlink(),
    ],
)
def test_a_changed_source_makes_the_page_stale(tree: Path, change: Callable[[Path], object]) -> None:
    change(tree / "page")
    assert not PageSources(tree).is_built


def test_what_is_made_from_the_sources_does_not_count(tree: Path) -> None:
    (tree / "page/src/lib/schema.d.ts").write_text("made again")
    (tree / "page/node_modules").mkdir()
    (tree / "page/node_modules/some.js").write_text("fetched")
    assert PageSources(tree).is_built


def plant_node(folder: Path, version: str) -> None:
    folder.mkdir()
    for name in ("node", "npm"):
        program = folder / name
        program.write_text(f"#!/bin/sh\necho {version}\n")
        program.chmod(0o755)


@pytest.mark.parametrize(
    ("version", "good"),
    [
        ("v18.20.0", False),
        ("v20.18.3", False),
        ("v20.19.0", True),
        ("v21.7.0", False),
        ("v22.11.9", False),
        ("v22.12.0", True),
        ("v24.0.0", True),
        ("v25.1.0", True),
        ("no version", False),
    ],
)
def test_node_must_be_new_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, good: bool) -> None:
    plant_node(tmp_path / "bin", version)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "nowhere" / "python"))
    assert find_npm() == (tmp_path / "bin" / "npm" if good else None)


@pytest.fixture
def without_node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "empty").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "empty" / "python"))


@pytest.mark.usefixtures("without_node")
def test_node_comes_from_pypi_only_where_it_is_needed(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tree)
    monkeypatch.setattr("scikit_build_core.build.get_requires_for_build_wheel", lambda _: ["cmake"])
    assert backend.get_requires_for_build_wheel() == ["cmake"]
    (tree / "page/src/main.ts").write_text("changed")
    assert backend.get_requires_for_build_wheel() == ["cmake", NODE_FROM_PYPI]
    plant_node(tree / "bin", "v24.1.0")
    monkeypatch.setenv("PATH", str(tree / "bin"))
    assert backend.get_requires_for_build_wheel() == ["cmake"]


@pytest.mark.usefixtures("without_node")
def test_a_build_without_node_says_what_would_help(tree: Path) -> None:
    (tree / "page/src/main.ts").write_text("changed")
    (tree / "page/package-lock.json").write_text("{}")
    with pytest.raises(PageError, match=r"needs Node 20\.19 or newer with npm"):
        PageSources(tree).build()


def test_the_wheel_holds_the_page(tmp_path: Path) -> None:
    subprocess.run(
        [
            sys.executable,
            "-m",
            "build",
            "--wheel",
            "--no-isolation",
            "--skip-dependency-check",
            "--outdir",
            str(tmp_path),
            str(ROOT),
        ],
        env={**os.environ, "QBCOACH_PURE": "1"},
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        index = archive.read("qb_app/static/index.html").decode()
    assets = re.findall(r'(?:src|href)="\./([^"]+)"', index)
    assert len(assets) >= 3
    assert {f"qb_app/static/{asset}" for asset in assets} <= names
    assert not [name for name in names if name.startswith("page/") or "node_modules" in name]
