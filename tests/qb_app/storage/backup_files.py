"""What tests of backups share: a backup of an older version, and ways to make, read and alter one."""

from __future__ import annotations

import json
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

from qb_app.storage import OpponentProfile, Storage, open_vault
from qb_app.storage.backup import Backup
from tests.qb_app.storage.conftest import AT
from tests.qb_app.storage.test_schema import dump, fill

SAMPLE = Path(__file__).parent / "backups" / "0003.jsonl"
NAMES = ("Zu", "a", "Ä", "ä́", "ﬁn", "\U0001f600", "zzz", "Ω", "'; DROP", 'say "hi"\\n', "tab\tor two")
Document = dict[str, Any]


def fill_more(storage: Storage) -> None:
    """Something in every table, and names whose order databases disagree about."""
    fill(storage)
    for name in NAMES:
        storage.opponents.save(OpponentProfile(name, f"note of\n{name}"))
        storage.matches.create({}, title=name, ruleset="rebirth", opponent=name, at=AT)


def written(url: str) -> bytes:
    file = BytesIO()
    with open_vault(url, reading=True) as opened:
        opened.write(file)
    return file.getvalue()


def restore(url: str, content: bytes, *, replace: bool = False) -> None:
    with open_vault(url) as opened:
        opened.restore(Backup("the file", content.splitlines(keepends=True)), replace=replace)


def sorted_dump(url: str) -> dict[str, list[str]]:
    return {table: sorted(map(repr, rows)) for table, rows in dump(url).items()}


def documents(content: bytes) -> list[Document]:
    return [json.loads(line) for line in content.splitlines()]


def sealed(parts: list[Document]) -> bytes:
    """A backup of these documents, whose last line fits them."""
    lines = [json.dumps(part).encode() + b"\n" for part in parts]
    end = {"lines": len(lines), "sha256": sha256(b"".join(lines)).hexdigest()}
    return b"".join([*lines, json.dumps(end).encode() + b"\n"])


def counted(parts: list[Document], **changes: Any) -> list[Document]:
    """The documents with a first line that fits the others."""
    rows = dict.fromkeys(parts[0]["rows"], 0)
    for part in parts[1:]:
        rows[part["table"]] = rows.get(part["table"], 0) + 1
    return [{**parts[0], "rows": rows, **changes}, *parts[1:]]
