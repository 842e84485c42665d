"""The repository as a stranger finds it."""

import ast
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
NOT_OURS = {".git", ".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache", "__pycache__", "node_modules"}
BUILD_OUTPUT = {ROOT / "build", ROOT / "dist"}
MACHINE_PATH = re.compile(r"(?<![\w.~])/(?:work|root|home)/")
MOST_LINES = 400
MOST_LINES_OF_A_BODY = 40


def text_files(root: Path) -> Iterator[tuple[Path, str]]:
    """Every text file that belongs to the project, with its text."""
    for folder, subfolders, names in os.walk(root):
        here = Path(folder)
        subfolders[:] = [name for name in subfolders if name not in NOT_OURS and _is_ours(here / name)]
        for name in names:
            if name in NOT_OURS:  # in a linked worktree .git is a file
                continue
            try:
                yield here / name, (here / name).read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue


def _is_ours(folder: Path) -> bool:
    is_environment = (folder / "pyvenv.cfg").exists()
    return not is_environment and folder not in BUILD_OUTPUT and folder.suffix != ".egg-info"


def test_no_file_names_a_path_of_one_machine() -> None:
    texts = dict(text_files(ROOT))
    assert Path(__file__).resolve() in texts
    assert [str(path.relative_to(ROOT)) for path, text in texts.items() if MACHINE_PATH.search(text)] == []


@pytest.mark.parametrize("folder", ["work", "root", "home"])
def test_a_machine_path_is_recognised(folder: str) -> None:
    assert MACHINE_PATH.search(f'open("/{folder}/someone/file")')
    assert not MACHINE_PATH.search(f"docs/{folder}/file and example.com/{folder}/")


def test_python_files_stay_short() -> None:
    lengths = {path: text.count("\n") for path, text in text_files(ROOT) if path.suffix == ".py"}
    assert lengths
    too_long = {str(path.relative_to(ROOT)): lines for path, lines in lengths.items() if lines >= MOST_LINES}
    assert too_long == {}


def test_functions_stay_short() -> None:
    lengths = {
        f"{path.relative_to(ROOT)}:{function.lineno}": body_lines(function)
        for path, text in text_files(ROOT)
        if path.suffix == ".py"
        for function in ast.walk(ast.parse(text))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert lengths
    assert {place: lines for place, lines in lengths.items() if lines > MOST_LINES_OF_A_BODY} == {}


def body_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """From the first statement behind the docstring to the end."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return (function.end_lineno or 0) - body[0].lineno + 1 if body else 0


def test_the_length_of_a_function_is_that_of_its_body() -> None:
    function = ast.parse("def f(\n    a,\n    b,\n):\n    'What it does.'\n    c = a\n\n    return c + b\n").body[0]
    assert isinstance(function, ast.FunctionDef)
    assert body_lines(function) == 3


def test_ci_runs_the_test_script_and_nothing_else() -> None:
    lines = (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line and not line.startswith(("#", "set ", "cd "))] == ["exec scripts/test"]


SCRIPTS = sorted(path.name for path in (ROOT / "scripts").iterdir())


@pytest.mark.parametrize("script", [*(f"scripts/{name}" for name in SCRIPTS), ".ci/run"])
def test_scripts_can_be_executed(script: str) -> None:
    assert os.access(ROOT / script, os.X_OK)


def test_the_checks_are_listed_in_one_place() -> None:
    run_by = re.compile(r"\b(ruff|mypy|lint-imports|clang-format|page\.py check|pre-commit validate)\b")
    places = ["Makefile", ".pre-commit-config.yaml", *(f"scripts/{name}" for name in SCRIPTS)]
    texts = {place: (ROOT / place).read_text(encoding="utf-8").replace('"', "") for place in places}
    assert [place for place, text in texts.items() if run_by.search(text)] == ["scripts/check"]
    assert len(set(run_by.findall(texts["scripts/check"]))) == 6


def test_every_part_of_the_checks_runs_before_a_commit_and_with_the_tests() -> None:
    check = (ROOT / "scripts/check").read_text(encoding="utf-8")
    parts = re.findall(r"^check_(\w+)\(\)", check, re.MULTILINE)
    assert len(parts) >= 4
    assert re.search(rf"set -- {' '.join(parts)}$", check, re.MULTILINE)
    hooks = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert re.findall(r"entry: scripts/check (\w+)$", hooks, re.MULTILINE) == parts
    assert "\nscripts/check\n" in (ROOT / "scripts/test").read_text(encoding="utf-8")


def test_an_unknown_part_of_the_checks_is_refused() -> None:
    done = subprocess.run([ROOT / "scripts/check", "luck"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "scripts/check: there is no part 'luck'\n")


def test_lines_of_scripts_stay_short() -> None:
    lines = [line for name in SCRIPTS for line in (ROOT / "scripts" / name).read_text(encoding="utf-8").splitlines()]
    assert [line for line in lines if len(line) > 120] == []


def test_readme_opens_with_the_two_commands() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    block = re.search(r"^```\w*\n(.*?)^```", readme, re.DOTALL | re.MULTILINE)
    assert block is not None
    assert re.findall(r"^(?:\./)?(scripts/\w+)", block[1], re.MULTILINE) == ["scripts/run", "scripts/test"]
