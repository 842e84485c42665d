"""The command ``import``: the same limits and sentences as over HTTP."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from qb_app.limits import MOST_EVENTS, MOST_TEXT_BYTES
from qb_app.live.record import to_jsonl
from qb_app.storage import open_storage
from qb_app.web.routers import PREFIX
from qb_app.web.settings import ApiSettings
from tests.qb_app.conftest import Refuse, Run
from tests.qb_app.live.material import OPENING
from tests.qb_app.live.stores import MOMENT, entered
from tests.qb_app.storage.model import ModelMatches
from tests.qb_app.web.caller import calling
from tests.qb_app.web.conftest import refused

NOTE = json.dumps({"seq": 1, "kind": "note", "payload": {"text": "note a"}, "at": MOMENT})


@pytest.fixture
def exported() -> str:
    session = entered(*OPENING)
    assert isinstance(session._store, ModelMatches)
    return to_jsonl(session._store, session.match_id)


def both(content: bytes, tmp_path: Path, refuse: Refuse, status: int = 422, kind: str = "refused") -> tuple[str, str]:
    """How the command refuses the file, and how the interface does; nothing is stored by either."""
    file = tmp_path / "match.txt"
    file.write_bytes(content)
    with open_storage() as storage:
        before = storage.matches.matches()
        told = refuse("import", str(file))
        with calling(storage) as api:
            headers = {"content-type": "text/plain"}
            answer = api.send("POST", f"{PREFIX}/matches/import", content=content, headers=headers)
        assert storage.matches.matches() == before
    return told, refused(answer, status, kind)


def test_one_event_too_many_is_refused_by_both(exported: str, tmp_path: Path, refuse: Refuse, run: Run) -> None:
    lines = exported.splitlines()
    lines += [NOTE] * (MOST_EVENTS + 1 - len(lines))
    file = tmp_path / "most.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    assert f"{MOST_EVENTS} events" in run("import", str(file)).stdout
    told = both("\n".join([*lines, NOTE]).encode(), tmp_path, refuse)
    assert told == ("line 1002 (event 1001): a match takes 1,000 entries at most",) * 2


def test_one_byte_too_many_is_refused_by_both(exported: str, tmp_path: Path, refuse: Refuse, run: Run) -> None:
    assert ApiSettings().most_body_bytes == MOST_TEXT_BYTES
    content = exported.encode().ljust(MOST_TEXT_BYTES)
    file = tmp_path / "most.jsonl"
    file.write_bytes(content)
    assert "2 events" in run("import", str(file)).stdout
    command, interface = both(content + b" ", tmp_path, refuse, 413, "too-large")
    assert command.endswith(" is too large: what is read here has 262,144 bytes at most")
    assert interface == "a request may have 262,144 bytes at most"


@pytest.mark.parametrize(("old", "new"), [("keep", "mulligan 9"), ("keep", "keep\\u001b"), ("keep", "\udcff")])
def test_both_refuse_in_the_same_words(exported: str, tmp_path: Path, refuse: Refuse, old: str, new: str) -> None:
    assert old in exported
    command, interface = both(exported.replace(old, new).encode(errors="surrogateescape"), tmp_path, refuse)
    assert command.startswith("line ")
    assert command.partition("; by the clock")[0] == interface.partition("; by the clock")[0]
