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
from page import NODE_FROM_PYPI, PageError, PageSources, find_npm, main

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


@pytest.mark.parametrize("name", ["tests/once.test.ts", "eslint.config.js", "vitest.config.ts", ".prettierrc.json"])
def test_what_only_checks_the_sources_does_not_count(tree: Path, name: str) -> None:
    path = tree / "page" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("changed")
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
        ("v22.12.9", False),
        ("v22.13.0", True),
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


class FakeNpm:
    """An npm that does nothing but note what it was asked, and fail where it is told to."""

    def __init__(self, folder: Path) -> None:
        self._notes = folder / "asked"
        self.fails_on = folder / "fails-on"
        self.fails_on.touch()
        plant_node(folder / "bin", "v24.1.0")
        (folder / "bin/npm").write_text(
            f'#!/bin/sh\necho "$*" >>{self._notes}\nmkdir -p node_modules\n! grep -qx "$*" {self.fails_on} || exit 1\n'
        )

    @property
    def asked(self) -> list[str]:
        """What it was asked since this was last looked at."""
        lines = self._notes.read_text().splitlines() if self._notes.exists() else []
        self._notes.unlink(missing_ok=True)
        return lines


@pytest.fixture
def npm(tree: Path, monkeypatch: pytest.MonkeyPatch) -> FakeNpm:
    (tree / "page/package-lock.json").write_text("{}")
    npm = FakeNpm(tree)
    monkeypatch.setenv("PATH", str(tree / "bin"), prepend=os.pathsep)
    return npm


def test_who_only_builds_the_page_is_spared_the_tools(tree: Path, npm: FakeNpm) -> None:
    PageSources(tree).build()
    assert npm.asked == ["install --no-save --omit=dev", "run build"]
    PageSources(tree).build()
    assert npm.asked == []
    (tree / "page/src/main.ts").write_text("changed")
    PageSources(tree).build()
    assert npm.asked == ["run build"]


@pytest.mark.parametrize("action", ["check", "format"])
def test_tools_are_fetched_for_those_who_change_the_page(tree: Path, npm: FakeNpm, action: str) -> None:
    PageSources(tree).build()
    assert npm.asked
    getattr(PageSources(tree), action)()
    assert npm.asked == ["install --no-save", f"run {action}"]
    (tree / "page/src/main.ts").write_text("changed")
    getattr(PageSources(tree), action)()
    assert npm.asked == [f"run {action}"]


@pytest.mark.parametrize("name", ["src/main.ts", "tests/once.test.ts", "eslint.config.js"])
def test_what_has_passed_is_not_checked_again_until_it_changes(tree: Path, npm: FakeNpm, name: str) -> None:
    for asked in (["install --no-save", "run check"], []):
        PageSources(tree).check()
        assert npm.asked == asked
    path = tree / "page" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("changed")
    npm.fails_on.write_text("run check\n")
    for _ in range(2):
        with pytest.raises(PageError):
            PageSources(tree).check()
        assert npm.asked == ["run check"], "a check that failed is made again"


def test_a_build_leaves_the_tools_where_they_are(tree: Path, npm: FakeNpm) -> None:
    PageSources(tree).install()
    PageSources(tree).build()
    assert npm.asked == ["install --no-save", "run build"]


def test_a_new_lock_file_is_followed(tree: Path, npm: FakeNpm) -> None:
    PageSources(tree).install()
    (tree / "page/package-lock.json").write_text('{"lockfileVersion": 3}')
    PageSources(tree).build()
    assert npm.asked == ["install --no-save", "install --no-save --omit=dev", "run build"]
    PageSources(tree).check()
    assert npm.asked == ["install --no-save", "run check"]


def test_a_failed_check_is_told_with_what_npm_said(tree: Path, npm: FakeNpm) -> None:
    npm.fails_on.write_text("run check\n")
    with pytest.raises(PageError, match=r"'npm run check' failed in page/"):
        PageSources(tree).check()


def test_packages_that_did_not_arrive_are_fetched_again(tree: Path, npm: FakeNpm) -> None:
    npm.fails_on.write_text("install --no-save\n")
    with pytest.raises(PageError):
        PageSources(tree).install()
    npm.fails_on.write_text("")
    PageSources(tree).install()
    assert npm.asked == ["install --no-save", "install --no-save"]


@pytest.mark.parametrize("arguments", [[], ["bake"], ["build", "check"]])
def test_an_unknown_action_shows_what_there_is(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert "build | check | format | install | has-node" in capsys.readouterr().err


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
    assert not [name for name in names if name.startswith("page/") or "node_modules" in name or ".test." in name]
