"""``qbcoach live`` in a real pseudo-terminal, driven by keys as a player presses them."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from qb_app.storage import open_storage

ROOT = Path(__file__).resolve().parents[3]
PATIENCE = 20
CTRL_C, CTRL_D, TAB, UP = "\x03", "\x04", "\t", "\x1b[A"
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>()][A-Z0-9]?|\x1b\][^\x07]*\x07")


class Terminal:
    """A process with a terminal of its own."""

    def __init__(self, data: Path, *arguments: str, columns: int = 100, **environment: str) -> None:
        self.seen = ""
        self.read = 0
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            os.chdir(ROOT)
            variables = {**os.environ, "QBCOACH_DATA": str(data), "TERM": "xterm-256color", **environment}
            variables.pop("COLUMNS", None)
            os.execve(sys.executable, [sys.executable, "-m", "qb_app.cli", *arguments], variables)
        import fcntl
        import struct
        import termios

        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))

    def wait_for(self, text: str) -> str:
        """Everything since the last wait until this text."""
        end = time.monotonic() + PATIENCE
        while text not in (fresh := _ESCAPES.sub("", self.seen)[self.read :]):
            ready, _, _ = select.select([self.file], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"'{text}' did not come; this did: {fresh}"
            new = os.read(self.file, 65536).decode(errors="replace")
            if "\x1b[6n" in new:  # the prompt asks where the cursor is, as it would a real terminal
                os.write(self.file, b"\x1b[1;1R")
            self.seen += new
        shown = fresh[: fresh.index(text) + len(text)]
        self.read += len(shown)
        return shown

    def press(self, keys: str) -> None:
        os.write(self.file, keys.encode())

    def enter(self, line: str, then: str) -> str:
        self.press(line + "\r")
        return self.wait_for(then)

    def leave(self) -> int:
        """Close by Ctrl-D, pressed again while nothing comes of it: a prompt that is only just drawn may miss a key."""
        end = time.monotonic() + PATIENCE
        self.press(CTRL_D)
        while not self._closes_within(1.0):
            assert time.monotonic() < end, "it does not end"
            self.press(CTRL_D)
        return self.ended()

    def ended(self) -> int:
        """The exit code, once the other end has closed."""
        assert self._closes_within(PATIENCE), "it does not end"
        _, status = os.waitpid(self.pid, 0)
        os.close(self.file)
        self.pid = 0
        return os.waitstatus_to_exitcode(status)

    def _closes_within(self, seconds: float) -> bool:
        """Read on to the end; no if nothing comes for so long."""
        try:
            while select.select([self.file], [], [], seconds)[0]:
                if not os.read(self.file, 65536):
                    return True
        except OSError:  # the other end has closed
            return True
        return False


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        if terminal.pid:
            os.kill(terminal.pid, signal.SIGKILL)
            os.waitpid(terminal.pid, 0)
            os.close(terminal.file)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def entries(data: Path) -> list[str]:
    """What the storage holds of the latest match."""
    with open_storage(str(data / "qbcoach.db")) as storage:
        (match, *_) = storage.matches.matches(limit=1)
        return [str(event.payload["text"]) for event in storage.matches.events(match.match_id)]


def opened(terminals: list[Terminal], data: Path, *arguments: str, columns: int = 100, **environment: str) -> Terminal:
    terminal = Terminal(data, *arguments, columns=columns, **environment)
    terminals.append(terminal)
    return terminal


def test_a_match_is_entered_completed_interrupted_and_resumed(terminals: list[Terminal], data: Path) -> None:
    terminal = opened(terminals, data, "live", "--top", "0")
    terminal.wait_for("hand>")
    terminal.enter("hand sec, lev, mu, elph, grassl", "1 Levrikon, 2 Leviathan")
    terminal.enter("1", "mulligan>")
    terminal.enter("keep", "you>")
    terminal.press("sec" + TAB)
    terminal.press(" m1\r")
    terminal.wait_for("You play Security Officer on M1.")
    terminal.wait_for("enemy>")
    terminal.press("half a li" + CTRL_C)
    terminal.wait_for("Nothing is lost")
    terminal.wait_for("enemy>")
    assert entries(data) == ["hand 001, 007, 009, 011, 008", "keep", "001 MID-1"]
    terminal.enter("e cactuar t5", "draw>")
    assert terminal.leave() == 0

    again = opened(terminals, data, "resume", "--top", "0")
    again.wait_for("draw>")
    again.press(UP)
    again.wait_for("e cactuar t5")
    again.press(CTRL_C)
    again.wait_for("draw>")
    again.enter("zu", "you>")
    again.press("quit\r")
    assert again.ended() == 0
    assert entries(data)[-2:] == ["e 012 TOP-5", "draw 015"]


def test_ctrl_c_in_the_middle_of_thinking_loses_nothing(terminals: list[Terminal], data: Path) -> None:
    terminal = opened(terminals, data, "live", "--top", "3")
    terminal.wait_for("hand>")
    terminal.enter("hand security officer, levrikon, mu, elphadunk, grasslands wolf", "mulligan>")
    terminal.press("keep\r")
    terminal.wait_for("The hand is kept.")
    terminal.press(CTRL_C)
    terminal.wait_for("you>")
    assert entries(data)[-1] == "keep"
    terminal.enter("pass", "enemy>")
    assert terminal.leave() == 0


def test_a_killed_terminal_keeps_every_entry_that_was_shown(terminals: list[Terminal], data: Path) -> None:
    terminal = opened(terminals, data, "live", "--top", "0")
    terminal.wait_for("hand>")
    terminal.enter("hand security officer, levrikon, mu, elphadunk, grasslands wolf", "mulligan>")
    os.kill(terminal.pid, signal.SIGKILL)
    terminal.ended()
    assert entries(data) == ["hand 001, 007, 009, 011, 008"]


def test_a_board_pasted_over_several_lines_is_one_entry(terminals: list[Terminal], data: Path) -> None:
    from tests.qb_app.live.material import OPENING, printed
    from tests.qb_app.live.stores import entered

    board = printed(entered(*OPENING, "sec m1", "e levrikon m5"))
    terminal = opened(terminals, data, "live", "--top", "0")
    terminal.wait_for("hand>")
    terminal.press("\x1b[200~" + board.strip().replace("\n", "\r\n") + "\x1b[201~")
    terminal.press("\r")
    terminal.wait_for("Corrected: the whole board.")
    assert len(entries(data)) == 1


def test_no_colour_writes_no_colour(terminals: list[Terminal], data: Path) -> None:
    terminal = opened(terminals, data, "live", NO_COLOR="1")
    terminal.wait_for("hand>")
    assert not re.search(r"\x1b\[[0-9;]*3[0-7][0-9;]*m", terminal.seen)
    assert terminal.leave() == 0


def test_a_narrow_terminal_gets_a_narrow_board(terminals: list[Terminal], data: Path) -> None:
    terminal = opened(terminals, data, "live", columns=60)
    shown = terminal.wait_for("hand>")
    assert "┌" in shown
    assert max(len(line.rstrip("\r")) for line in shown.split("\n")) <= 60
    assert terminal.leave() == 0


def test_a_match_that_went_on_elsewhere_is_shown_anew_and_a_slip_at_the_prompt_is_no_failure(
    terminals: list[Terminal], data: Path
) -> None:
    from qb_app.live.session import Session

    terminal = opened(terminals, data, "live", "--top", "0")
    terminal.wait_for("hand>")
    terminal.enter("hand security officer, levrikon, mu, elphadunk, grasslands wolf", "mulligan>")
    with open_storage(str(data / "qbcoach.db")) as storage:
        other = Session.resume(storage.matches, storage.matches.matches(limit=1)[0].match_id)
        for line in ("keep", "sec m1", "e zu m5"):
            other.enter(line)
        for line in ("set m5 enemy 2", "e zu m5"):
            assert not other.enter(line).refused
    shown = terminal.enter("keep", "draw>")
    told = " ".join(shown.split())
    assert "the match went on elsewhere: 4 entries were added, the last 'e Zu M5'; it is shown as it stands now" in told
    assert "Turn 3" in told
    terminal.enter("frobnicate the thing", "draw>")
    assert terminal.leave() == 0
