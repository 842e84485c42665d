"""Files are read within a limit, and written whole or not at all."""

import os
import threading
from pathlib import Path

import pytest

from qb_app.errors import InputError
from qb_app.files import read_text, write_text
from qb_app.limits import MOST_DECK_BYTES, MOST_TEXT_BYTES
from tests.qb_app.conftest import Refuse


def test_a_text_comes_back_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_text(path, "Zu → M3\n", force=False)
    assert read_text(path) == "Zu → M3\n"
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


def test_lines_may_end_as_on_windows(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"2 Zu\r\n1 Mu\r\n")
    assert read_text(tmp_path / "file") == "2 Zu\n1 Mu\n"


def test_an_existing_file_is_kept_unless_forced(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    with pytest.raises(InputError, match="exists already"):
        write_text(path, "new", force=False)
    assert path.read_text() == "old"
    write_text(path, "new", force=True)
    assert path.read_text() == "new"


def test_a_failure_while_writing_leaves_the_old_file_and_no_draft(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    with pytest.raises(UnicodeEncodeError):
        write_text(path, "new \ud800", force=True)
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("name", ["", "missing/file"])
def test_a_folder_is_no_place_for_text(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="folder"):
        write_text(tmp_path / name, "text", force=True)


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "large"
    path.write_bytes(b"x" * MOST_TEXT_BYTES)
    assert len(read_text(path)) == MOST_TEXT_BYTES
    path.write_bytes(b"x" * (MOST_TEXT_BYTES + 1))
    with pytest.raises(InputError, match="too large: what is read here has 262,144 bytes at most"):
        read_text(path)
    with path.open("r+b") as file:
        file.truncate(2**40)  # a hole: whoever reads it all never comes back
    with pytest.raises(InputError, match="too large"):
        read_text(path)


def test_a_device_without_an_end_is_read_no_further_than_the_limit() -> None:
    with pytest.raises(InputError, match="/dev/zero is too large"):
        read_text(Path("/dev/zero"))


def test_a_pipe_is_read_to_its_end_or_to_the_limit(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def write(content: bytes) -> threading.Thread:
        def work() -> None:
            with pipe.open("wb", buffering=0) as file:
                file.write(content)

        writer = threading.Thread(target=work)
        writer.start()
        return writer

    writer = write(b"2 Zu")
    assert read_text(pipe) == "2 Zu"
    writer.join()


@pytest.mark.parametrize("command", [("deck",), ("decks", "import"), ("collection", "import"), ("live", "--card")])
def test_a_deck_of_two_million_lines_is_refused_at_once(
    refuse: Refuse, tmp_path: Path, command: tuple[str, ...]
) -> None:
    path = tmp_path / "deck.txt"
    with path.open("wb") as file:
        file.truncate(2_000_000 * len("1 Zu\n"))
    assert f"deck.txt is too large: what is read here has {MOST_DECK_BYTES:,} bytes at most" in refuse(
        *command, str(path)
    )


@pytest.mark.parametrize(
    "command", [("import",), ("replay",), ("fleet", "replay"), ("serve", "--token-file"), ("decks", "import")]
)
def test_no_command_reads_a_file_without_end(refuse: Refuse, command: tuple[str, ...]) -> None:
    assert "/dev/zero is too large" in refuse(*command, "/dev/zero")


@pytest.mark.parametrize("command", [("coach", "-"), ("fleet", "replay", "-")])
def test_stdin_has_the_same_limit(refuse: Refuse, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]) -> None:
    with open("/dev/zero", encoding="ascii") as endless:
        monkeypatch.setattr("sys.stdin", endless)
        assert "what comes from stdin is too large" in refuse(*command)
