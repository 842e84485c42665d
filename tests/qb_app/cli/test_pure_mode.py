"""Commands without the kernel: one line on stderr says so, and stdout is the same to the byte."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from qb_app.cli.pure_mode import PURE_NOTE


def run(*arguments: str, pure: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "qb_app.cli", *arguments],
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1", "QBCOACH_PURE": pure},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ("coach", "--example", "--quick", "--enemy-deck", "Shinra-8 tournament", "--json"),
        ("predict", "--example", "--enemy-deck", "Shinra-8 tournament", "--json"),
        ("predict", "--example", "--enemy-deck", "Shinra-8 tournament"),
        ("diagnose",),
        ("simulate", "--agent", "coach", "--enemy-agent", "random", "--json"),
        ("arena", "coach", "random", "--games", "2", "--processes", "2", "--json"),
    ],
    ids=" ".join,
)
def test_commands_that_compute_say_so_once_and_answer_alike(arguments: tuple[str, ...]) -> None:
    pure = run(*arguments, pure="1")
    assert pure.stderr.splitlines() == [PURE_NOTE]
    assert pure.stdout == run(*arguments, pure="0").stdout


@pytest.mark.parametrize("arguments", [("card", "001"), ("simulate",), ("--version",)], ids=" ".join)
def test_commands_that_need_no_kernel_say_nothing(arguments: tuple[str, ...]) -> None:
    assert run(*arguments, pure="1").stderr == ""


@pytest.mark.parametrize(("value", "ignored"), [("1", True), ("yes", True), ("0", False), ("off", False), ("", False)])
def test_the_variable_is_read_as_the_install_reads_it(value: str, ignored: bool) -> None:
    code = "from qb_engine.kernel import door as kernel; print(kernel.available)"
    environment = {**os.environ, "QBCOACH_PURE": value}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    built = subprocess.run([sys.executable, "-c", "import qb_engine._kernel"], capture_output=True, check=False)
    assert done.stdout.strip() == str(built.returncode == 0 and not ignored)
