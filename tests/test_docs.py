"""The documentation is run: every Python example must give what it shows, every command must work."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from qb_engine.kernel import door as kernel

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/*.md")])
COMMANDS = re.compile(r"```console\n(.*?)```", re.DOTALL)
KERNEL_PAGES = {"deep.md", "kernel.md", "solver.md", "play.md"}


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_python_examples_give_what_they_show(page: Path) -> None:
    if page.name in KERNEL_PAGES and not kernel.available:
        pytest.skip("the kernel is not built (no compiler, or QBCOACH_PURE)")
    results = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert results.failed == 0


def console_blocks() -> list[tuple[Path, str]]:
    """(page, block) of every console block."""
    return [(page, block) for page in PAGES for block in COMMANDS.findall(page.read_text(encoding="utf-8"))]


@pytest.mark.parametrize(
    ("page", "block"), console_blocks(), ids=lambda value: name(value) if isinstance(value, Path) else None
)
def test_commands_print_what_the_page_shows(page: Path, block: str, tmp_path: Path) -> None:
    """Every ``$ qbcoach`` of a block in turn, with one storage for the block; ``…`` stands for any text."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        while command.endswith("\\"):
            more, _, shown = shown.partition("\n")
            command = command[:-1] + more
        words = shlex.split(command)
        assert words[0] == "qbcoach", f"{name(page)}: only qbcoach is run, not {words[0]}"
        if ("--deep" in words or words[1] in ("solve", "play", "live", "summary")) and not kernel.available:
            pytest.skip("the kernel is not built (no compiler, or QBCOACH_PURE)")
        printed = run(words[1:], tmp_path)
        pattern = ".*".join(re.escape(piece) for piece in trimmed(shown).split("…"))
        assert re.fullmatch(pattern, trimmed(printed), re.DOTALL), f"{command} printed:\n{printed}"


def run(arguments: list[str], folder: Path) -> str:
    script = Path(sys.executable).with_name("qbcoach")
    environment = {**os.environ, "NO_COLOR": "1", "COLUMNS": "80", "QBCOACH_DATA": str(folder / "data")}
    done = subprocess.run(
        [script, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=environment,
        cwd=folder,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def trimmed(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def test_links_between_pages_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{name(page)} links to {target}, which does not exist"


def test_the_page_of_the_kernel_names_every_source_of_it_and_no_file_that_is_not_there() -> None:
    page = (ROOT / "docs/kernel.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:\w+/)+[\w.]*)`", page))
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []
    sources = {f"kernel/{path.name}" for path in (ROOT / "kernel").iterdir() if path.suffix in (".hpp", ".cpp")}
    assert sorted(sources - named) == []
