"""What the operating system refuses is told in words."""

import errno
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from qb_app.errors import InputError
from qb_app.files import write_text
from qb_app.system_errors import cause, sentence
from qb_app.web.server import take_port
from tests.qb_app.conftest import ROOT, Refuse

CAN_MOUNT = shutil.which("unshare") and not subprocess.run(["unshare", "-rm", "true"], check=False).returncode
WRITE = "import sys, pathlib, qb_app.files; qb_app.files.write_text(pathlib.Path(sys.argv[1]), 'text', force=False)"


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "the disk is full"),
        (errno.EACCES, "permission denied"),
        (errno.EROFS, "the disk can only be read"),
        (errno.ENOENT, "there is no such file or folder"),
        (errno.ENOEXEC, "exec format error"),
    ],
)
def test_a_cause_is_words_without_numbers(number: int, words: str) -> None:
    error = OSError(number, os.strerror(number), "game.txt")
    assert cause(error) == words
    assert sentence(error) == f"game.txt: {words}"
    assert sentence(OSError(number, os.strerror(number))) == words


def test_a_file_name_is_told_on_one_line() -> None:
    assert sentence(OSError(errno.ENOENT, "", "a\n\x1b[2Jb")) == r"a\n\x1b[2Jb: there is no such file or folder"


def test_a_machine_that_nobody_knows_is_told_in_words() -> None:
    with pytest.raises(InputError, match=r"^'nowhere\.invalid' is no place to listen at: the(re is no machine| name)"):
        take_port("nowhere.invalid", 0)
    assert cause(socket.gaierror(socket.EAI_NONAME, "Name or service not known")) == "there is no machine of that name"


def test_a_command_tells_of_a_file_in_words(refuse: Refuse, tmp_path: Path) -> None:
    missing = tmp_path / "missing.txt"
    assert refuse("replay", str(missing)) == f"{missing}: there is no such file or folder"
    assert refuse("replay", str(tmp_path)) == f"{tmp_path}: it is a folder, not a file"


def test_the_target_is_named_and_not_the_draft(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 250)
    with pytest.raises(InputError, match=r"x{90,} cannot be written: the name is too long$"):
        write_text(path, "text", force=False)


@pytest.mark.skipif(not CAN_MOUNT, reason="this machine does not let tests mount a file system of their own")
@pytest.mark.parametrize(
    ("options", "told"), [("nr_inodes=1", "the disk is full"), ("ro", "the disk can only be read")]
)
def test_a_disk_that_takes_nothing_is_told_in_words(tmp_path: Path, options: str, told: str) -> None:
    script = 'mount -t tmpfs -o "$1" tmpfs "$2" && shift 2 && exec "$@"'
    target = tmp_path / "game.txt"
    write = [sys.executable, "-c", WRITE, str(target)]
    command = ["unshare", "-rm", "sh", "-c", script, "sh", options, str(tmp_path), *write]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1:] == [f"qb_app.errors.InputError: {target} cannot be written: {told}"]
