"""Files are written whole or not at all."""

from pathlib import Path

import pytest

from qb_app.errors import InputError
from qb_app.files import read_text, write_text


def test_a_text_comes_back_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_text(path, "Zu → M3\n", force=False)
    assert read_text(path) == "Zu → M3\n"
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


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
