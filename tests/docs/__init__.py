"""The commands that the pages show: run in this process, compared with what is shown, and written anew.

``python -m tests.docs`` (part of ``make golden``) writes what is printed now. In what a page shows, a line that is only
``…`` stands for any lines, and ``…`` within a line for any text; both stay where they are.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from qb_app.cli.program import main

ROOT = Path(__file__).parent.parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/*.md")])
SETTINGS = {"NO_COLOR": "1", "COLUMNS": "80"}
REGENERATE = "make golden"
LEFT_OUT = "…"
NEED_KERNEL = frozenset({"coach", "lab", "live", "play", "solve", "summary"})
_BLOCK = re.compile(r"(?<=```console\n).*?(?=```)", re.DOTALL)


@dataclass(frozen=True)
class Command:
    """One command of a block, and the lines that the page shows below it."""

    text: str
    shown: tuple[str, ...]

    @property
    def arguments(self) -> list[str]:
        """What stands behind ``qbcoach``."""
        words = self._words[3:] if self._words[0] == "printf" else self._words
        if words[0] != "qbcoach":
            raise ValueError(f"pages run qbcoach, or printf into it, and not {self.text!r}")
        return words[1:]

    @property
    def typed(self) -> str:
        """What ``printf '…' |`` in front of it puts into its standard input."""
        return self._words[1].replace("\\n", "\n") if self._words[0] == "printf" else ""

    @property
    def needs_kernel(self) -> bool:
        return self.arguments[0] in NEED_KERNEL and "--quick" not in self.arguments

    @property
    def _words(self) -> list[str]:
        return shlex.split(self.text.replace("\\\n", ""))

    def shows(self, printed: Sequence[str]) -> bool:
        pattern = "".join("(?:.*\n)*" if line == LEFT_OUT else f"{_line_pattern(line)}\n" for line in self.shown)
        return re.fullmatch(pattern, "".join(f"{line}\n" for line in printed)) is not None

    def showing(self, printed: Sequence[str]) -> Command:
        """The same with what was printed now, and with the same parts left out."""
        return self if self.shows(printed) else replace(self, shown=tuple(_excerpt(self.shown, printed)))


@dataclass(frozen=True)
class Block:
    """Commands that are run one after the other, with one storage and in one folder."""

    page: Path
    text: str

    @property
    def commands(self) -> list[Command]:
        found = []
        for part in re.split(r"^\$ ", self.text, flags=re.MULTILINE)[1:]:
            lines = part.splitlines()
            count = next(number for number, line in enumerate(lines, 1) if not line.endswith("\\"))
            found.append(Command("\n".join(lines[:count]), tuple(_trimmed(lines[count:]))))
        return found

    @property
    def title(self) -> str:
        return f"{name(self.page)}: {self.text.splitlines()[0]}"

    def rerun(self) -> str:
        """The block as it would have to be."""
        with TemporaryDirectory() as folder:
            return format_block([command.showing(run(command, Path(folder))) for command in self.commands])


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def blocks() -> list[Block]:
    return [Block(page, text) for page in PAGES for text in _BLOCK.findall(page.read_text(encoding="utf-8"))]


def format_block(commands: Sequence[Command]) -> str:
    return "".join(f"{line}\n" for command in commands for line in (f"$ {command.text}", *command.shown))


def write_anew(page: Path, rerun: Callable[[Block], str] = Block.rerun) -> bool:
    """Put what is printed now into the page; whether that changes it."""
    old = page.read_text(encoding="utf-8")
    new = _BLOCK.sub(lambda found: rerun(Block(page, found[0])), old)
    page.write_text(new, encoding="utf-8", newline="\n")
    return new != old


def run(command: Command, folder: Path) -> list[str]:
    """The lines that a command prints, run in this process."""
    out, err = TextIOWrapper(BytesIO(), encoding="utf-8"), StringIO()
    settings = {**SETTINGS, "QBCOACH_DATA": str(folder / "data")}
    kept = {name: value for name, value in os.environ.items() if not name.startswith("QBCOACH_DATA")}
    with (
        chdir(folder),
        patch.dict(os.environ, {**kept, **settings}, clear=True),
        patch.object(sys, "stdin", StringIO(command.typed)),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        code = main(command.arguments)
    if code and "error: " in err.getvalue():  # a line that was refused is shown, and tells by its code alone
        raise AssertionError(f"{command.text} ended with {code}: {err.getvalue()}")
    out.seek(0)
    return list(_trimmed(out.read().splitlines()))


def _trimmed(lines: Sequence[str]) -> Iterator[str]:
    """Without spaces at the ends of lines, and without empty lines around them."""
    return iter("\n".join(line.rstrip() for line in lines).strip("\n").splitlines())


def _line_pattern(line: str) -> str:
    return ".*".join(re.escape(piece) for piece in line.split(LEFT_OUT))


def _excerpt(shown: Sequence[str], printed: Sequence[str]) -> Iterator[str]:
    """As many lines as were shown between two ``…``, from where they resemble those most."""
    if LEFT_OUT not in shown:
        yield from (_kept_line(old, new) for old, new in _paired(shown, printed))
        return
    runs, at = _runs(shown), 0
    for number, lines in enumerate(runs):
        if number:
            yield LEFT_OUT
        if number == 0:
            start = 0
        elif number == len(runs) - 1 and not lines:
            return
        elif number == len(runs) - 1:
            start = max(at, len(printed) - len(lines))
        else:
            start = max(range(at, len(printed) + 1), key=lambda place: _likeness(lines, printed[place:]))
        yield from map(_kept_line, lines, printed[start : start + len(lines)])
        at = start + len(lines)


def _runs(shown: Sequence[str]) -> list[list[str]]:
    runs: list[list[str]] = [[]]
    for line in shown:
        if line == LEFT_OUT:
            runs.append([])
        else:
            runs[-1].append(line)
    return runs


def _paired(shown: Sequence[str], printed: Sequence[str]) -> Iterator[tuple[str, str]]:
    for place, line in enumerate(printed):
        yield (shown[place] if place < len(shown) else line), line


def _likeness(lines: Sequence[str], printed: Sequence[str]) -> float:
    return sum(SequenceMatcher(None, *pair, autojunk=False).ratio() for pair in zip(lines, printed, strict=False))


def _kept_line(old: str, new: str) -> str:
    """The line that was shown, if its ``…`` still fits."""
    return old if re.fullmatch(_line_pattern(old), new) else new
