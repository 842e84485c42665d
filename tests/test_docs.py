"""The documentation is run: every example must give what it shows, and every file that is named must be there."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from qb_app.api import describe_interface
from qb_app.cli.program import COMMANDS, load
from qb_engine.kernel import door as kernel
from tests.docs import PAGES, REGENERATE, ROOT, SETTINGS, Block, Command, blocks, name, run, write_anew

FOLDERS = [path.name for path in ROOT.iterdir() if path.is_dir() and path.name[0] not in "._" and path.name != "build"]
KERNEL_PAGES = {"README.md", "deep.md", "kernel.md", "solver.md"}


@pytest.mark.parametrize("page", [page for page in PAGES if ">>>" in page.read_text(encoding="utf-8")], ids=name)
def test_python_examples_give_what_they_show(page: Path) -> None:
    if page.name in KERNEL_PAGES and not kernel.available:
        pytest.skip("the kernel is not built (no compiler, or QBCOACH_PURE)")
    results = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert results.failed == 0


@pytest.mark.parametrize("block", blocks(), ids=lambda block: block.title)
def test_commands_print_what_the_page_shows(block: Block, tmp_path: Path) -> None:
    if not kernel.available and any(command.needs_kernel for command in block.commands):
        pytest.skip("the kernel is not built (no compiler, or QBCOACH_PURE)")
    for command in block.commands:
        printed = run(command, tmp_path)
        told = "\n".join(printed)
        assert command.shows(printed), f"$ {command.text} prints (if that is right: {REGENERATE}):\n{told}"


def test_no_command_is_shown_twice() -> None:
    texts = [command.text for block in blocks() for command in block.commands]
    assert [text for text in texts if texts.count(text) > 1] == []


def test_the_installed_command_prints_the_same_as_in_this_process(tmp_path: Path) -> None:
    command = Command('qbcoach card "2-C SOLDIER Operator"', ())
    script = Path(sys.executable).with_name("qbcoach")
    done = subprocess.run(
        [script, *command.arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env={**os.environ, **SETTINGS},
        cwd=tmp_path,
        check=True,
    )
    assert [line.rstrip() for line in done.stdout.strip().splitlines()] == run(command, tmp_path)


SHOWN = ("Card 1", "…", "Rank 2, power …", "Total: 7")
PRINTED = ("Card 1", "a pattern", "Rank 2, power 3", "Total: 7")


def test_what_is_left_out_may_be_anything() -> None:
    command = Command("qbcoach card Zu", SHOWN)
    assert command.shows(PRINTED)
    assert command.shows((*PRINTED[:2], "more of it", *PRINTED[2:]))
    assert command.shows((PRINTED[0], *PRINTED[2:]))


@pytest.mark.parametrize("altered", [0, 2, 3])
def test_an_altered_line_is_noticed(altered: int) -> None:
    lines = [line.replace("2,", "3,").replace("1", "4").replace("7", "8") for line in PRINTED]
    printed = [*PRINTED[:altered], lines[altered], *PRINTED[altered + 1 :]]
    assert not Command("qbcoach card Zu", SHOWN).shows(printed)
    assert not Command("qbcoach card Zu", SHOWN).shows([*PRINTED, "a line too many"])


def test_a_block_is_written_anew_with_the_same_parts_left_out() -> None:
    printed = ("Card 2", "a pattern", "Rank 3, power 3", "Total: 8")
    assert Command("qbcoach card Zu", SHOWN).showing(PRINTED).shown == SHOWN
    assert Command("qbcoach card Zu", SHOWN).showing(printed).shown == ("Card 2", "…", "Rank 3, power 3", "Total: 8")
    assert Command("qbcoach card Zu", ("…", "Rank 2, …", "…")).showing(printed).shown == ("…", "Rank 3, power 3", "…")
    assert Command("qbcoach card Zu", ("old", "Rank …")).showing(PRINTED).shown == PRINTED


def test_an_altered_page_is_put_right(tmp_path: Path) -> None:
    page = ROOT / "docs/notation.md"
    copy = tmp_path / "page.md"
    text = "# Zu\n\n```console\n$ qbcoach card Zu\nZu (015)\nRank 3, …\n…\nNo ability.\n```\n\nThat is all.\n"
    copy.write_text(text, encoding="utf-8")
    assert write_anew(copy, lambda block: Block(page, block.text).rerun())
    assert copy.read_text(encoding="utf-8") == text.replace("Rank 3, …", "Rank 2, power 2")
    assert not write_anew(copy)


def test_a_command_reads_what_is_printed_into_it() -> None:
    command = Command("printf 'keep\\nquit\\n' | qbcoach play \\\n  --seed 3", ())
    assert command.arguments == ["play", "--seed", "3"]
    assert command.typed == "keep\nquit\n"
    with pytest.raises(ValueError, match="rm"):
        _ = Command("rm -r x", ()).arguments


def test_links_between_pages_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{name(page)} links to {target}, which does not exist"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_file_that_a_page_names_is_there(page: Path) -> None:
    assert missing_files(page.read_text(encoding="utf-8")) == []


def test_a_file_that_is_not_there_is_noticed() -> None:
    text = "`qb_app/gone.py`, `gone.hpp`, `pytest tests/gone/`; `qb_app/api.py`, `api.py`, `kernel/*.hpp`, tests/docs."
    assert missing_files(text) == ["gone.hpp", "qb_app/gone.py", "tests/gone/"]


def missing_files(text: str) -> list[str]:
    """Paths from the root that do not exist, also not as a module, and names of sources that no folder has."""
    paths = {path.rstrip(".") for path in re.findall(rf"(?<![\w./-])(?:{'|'.join(FOLDERS)})/[\w./-]*", text)}
    names = set(re.findall(r"`([\w-]+\.(?:py|hpp|cpp))`", text))
    there = {path.name for folder in FOLDERS for path in (ROOT / folder).rglob("*.[hcp]*") if path.is_file()}
    gone = {path for path in paths if not (ROOT / path).exists() and not (ROOT / f"{path}.py").exists()}
    return sorted(gone | (names - there))


def test_the_page_of_the_kernel_names_every_source_of_it() -> None:
    page = (ROOT / "docs/kernel.md").read_text(encoding="utf-8")
    sources = {f"kernel/{path.name}" for path in (ROOT / "kernel").iterdir() if path.suffix in (".hpp", ".cpp")}
    assert [path for path in sorted(sources) if f"`{path}`" not in page] == []


API = (ROOT / "docs/api.md").read_text(encoding="utf-8")
DOCUMENTS = {
    row[1]: re.findall(r"`(\w+)`", row[2])
    for row in re.finditer(r"^\| `([A-Z]\w+)` \| (`[^|]+) \| [^|]*\|$", API, re.MULTILINE)
}


def fields_of(title: str) -> list[str]:
    """The fields that the page tells of a document, with those of documents that it holds."""
    found = [fields_of(field) if field in DOCUMENTS else [field] for field in DOCUMENTS[title]]
    return [field for fields in found for field in fields]


def test_documents_have_the_fields_that_the_page_tells() -> None:
    paths = [path.relative_to(ROOT).with_suffix("") for path in (ROOT / "qb_app/documents").rglob("*.py")]
    modules = [import_module(".".join(path.parts)) for path in paths]
    described = describe_interface()["components"]["schemas"]
    assert {"LaneDocument", "AdviceDocument", "MatchDocument"} <= DOCUMENTS.keys() & described.keys()
    for title in DOCUMENTS:
        named = (vars(module)[title] for module in modules if title in vars(module))
        written = next(each for each in named if each.__module__.startswith("qb_app.documents."))
        assert sorted(fields_of(title)) == sorted(written.__annotations__), title
        assert title not in described or sorted(fields_of(title)) == sorted(described[title]["properties"]), title


def test_the_page_tells_which_commands_take_json() -> None:
    rows = API.partition("| command with `--json` |")[2].partition("\n\n")
    told = re.findall(r"^\| (`[^|]+) \|", rows[0], re.MULTILINE)
    taking = {command for cell in told for command in re.findall(r"`([^`]+)`", cell)}
    other = set(re.findall(r"`([^`\n]+)`", rows[2].partition("\n\n")[0])) - {"--json"}
    commands = dict(all_commands())
    assert taking == {title for title, options in commands.items() if "--json" in options}
    assert other == {title for title, options in commands.items() if "--json" not in options}


def all_commands() -> Iterator[tuple[str, set[str]]]:
    """Every command that does something, with its options."""
    for title in COMMANDS:
        yield from _commands_of(load(title), title)


def _commands_of(command: Any, title: str) -> Iterator[tuple[str, set[str]]]:
    below = getattr(command, "commands", {})
    if not below or command.invoke_without_command:
        yield title, {option for parameter in command.params for option in parameter.opts}
    for word, one in below.items():
        yield from _commands_of(one, f"{title} {word}")
