"""An import is killed at any moment, or the disk is full: the match is there whole, or not at all."""

from __future__ import annotations

import http.client
import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from os import kill
from pathlib import Path

import pytest

from qb_app.live.imports import import_match
from qb_app.live.record import to_jsonl
from qb_app.live.tools import Tools
from qb_app.storage import open_storage
from tests.amounts import SOAK, amount
from tests.qb_app.conftest import ROOT
from tests.qb_app.live.material import OPENING
from tests.qb_app.live.stores import MOMENT, entered
from tests.qb_app.storage.test_sqlite_faults import CAN_MOUNT, assert_sound

ROUNDS = amount(5, 50)
EVENTS = 302


@pytest.fixture
def match_file(tmp_path: Path) -> Path:
    """A match of 302 events against an opponent who showed a card, with a result."""
    from qb_app.live.setup import MatchSetup
    from tests.qb_app.storage.model import ModelMatches

    session = entered(*OPENING, "sec m1", "e levrikon m5", "end", setup=MatchSetup(opponent="Regina"))
    store = session._store
    assert isinstance(store, ModelMatches)
    lines = to_jsonl(store, session.match_id).splitlines()
    for number in range(len(lines), EVENTS + 1):
        event = {"seq": number, "kind": "note", "payload": {"text": f"note remark {number}"}, "at": MOMENT}
        lines.append(json.dumps(event))
    path = tmp_path / "match.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


class Nursery:
    """A program that is ready to run commands."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def start(self, url: str, *command: str) -> int:
        """Run a command on that storage; the process it runs in."""
        assert self._process.stdin
        self._process.stdin.write(json.dumps([url, *command]) + "\n")
        self._process.stdin.flush()
        return int(self.line().removeprefix("pid "))

    def line(self) -> str:
        assert self._process.stdout
        line = self._process.stdout.readline().strip()
        assert line, "the program has ended"
        return line

    def said_until(self, last: str) -> list[str]:
        """What the command says before this line."""
        said: list[str] = []
        while (line := self.line()) != last:
            said.append(line)
        return said


@pytest.fixture(scope="module")
def born() -> Iterator[Nursery]:
    program = [sys.executable, "-m", "tests.qb_app.storage.importer"]
    with subprocess.Popen(
        program, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        born = Nursery(process)
        assert born.line() == "ready"
        yield born
        assert process.stdin
        process.stdin.close()
        assert process.wait(timeout=20) == 0


def whole_matches(url: str) -> int:
    """How many matches there are; each of them must be whole."""
    with open_storage(url) as storage:
        found = storage.matches.matches(limit=1000)
        seen = {sighting.match_id: sighting.card_ids for sighting in storage.opponents.seen("Regina")}
        for info in found:
            assert (info.version, info.result, info.updated_at) == (EVENTS, "E 0-2", MOMENT)
            assert len(storage.matches.events(info.match_id)) == EVENTS
            assert seen.pop(info.match_id) == ("007",)
    assert seen == {}
    return len(found)


databases = pytest.mark.parametrize("url", ["sqlite", *(["postgres"] if SOAK else [])], indirect=True)


@pytest.mark.slow
@databases
def test_a_killed_command_leaves_no_part_of_a_match(url: str, match_file: Path, born: Nursery) -> None:
    rng, stored, whole = random.Random(5), whole_matches(url), 0.0
    for number in range(ROUNDS + 1):
        began, process, said = time.monotonic(), born.start(url, "import", str(match_file)), []
        if number == 0:
            said = born.said_until("done 0")
            whole = time.monotonic() - began
        else:
            time.sleep(rng.uniform(0, whole))
        kill(process, signal.SIGKILL)
        said += born.said_until("dead")
        now = whole_matches(url)
        assert now in ((stored + 1,) if said else (stored, stored + 1))
        stored = now


@pytest.mark.slow
@databases
def test_a_killed_server_leaves_no_part_of_a_match(url: str, match_file: Path, born: Nursery) -> None:
    rng, stored, whole = random.Random(6), whole_matches(url), 0.0
    body, headers = match_file.read_bytes(), {"content-type": "text/plain"}
    for number in range(ROUNDS + 1):
        process = born.start(url, "serve", "--port", "0", "--no-open")
        port = int(born.line().split(":")[3].split("/")[0])
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", "/api/v1/cards/zu")  # it serves, and knows its cards
        connection.getresponse().read()
        began = time.monotonic()
        connection.request("POST", "/api/v1/matches/import", body, headers)
        acknowledged = number == 0
        if acknowledged:
            assert connection.getresponse().status == 201
            whole = time.monotonic() - began
        else:
            time.sleep(rng.uniform(0, whole))
        kill(process, signal.SIGKILL)
        born.said_until("dead")
        connection.close()
        now = whole_matches(url)
        assert now in ((stored + 1,) if acknowledged else (stored, stored + 1))
        stored = now


SMALL_DISK = 'mount -t tmpfs -o size=400k tmpfs "$1" && shift && exec "$@"'
FILL = """
import os, sys
from pathlib import Path
from qb_app.cli.program import main
from qb_app.storage import open_storage
file, folder = Path(sys.argv[1]), Path(sys.argv[2])
os.environ["QBCOACH_DATA"] = str(folder)
open_storage().close()
free = os.statvfs(folder)
(folder / "ballast").write_bytes(b"x" * (free.f_bavail * free.f_bsize - 90_000))
print(main(["import", str(file)]), flush=True)
(folder / "ballast").unlink()
with open_storage() as storage:
    print(len(storage.matches.matches()), len(storage.opponents.seen("Regina")))
"""


@pytest.mark.skipif(not CAN_MOUNT, reason="this machine does not let tests mount a file system of their own")
def test_a_disk_that_becomes_full_during_an_import_keeps_nothing_of_it(match_file: Path, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    program = [sys.executable, "-c", FILL, str(match_file), str(disk)]
    command = ["unshare", "-rm", "sh", "-c", SMALL_DISK, "sh", str(disk), *program]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["2", "0 0"]
    told = [line for line in done.stderr.splitlines() if line.startswith("error: ")]
    assert told == [f"error: the disk of {disk}/qbcoach.db is full; make room and enter it again"]


def test_a_failure_in_the_middle_of_storing_keeps_nothing(
    sqlite_path: Path, match_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from qb_app.storage import matches
    from qb_app.storage.errors import UnfitValueError

    def fail(_: object) -> str:
        raise UnfitValueError("the last step fails")

    with open_storage(str(sqlite_path)) as storage:
        tools = Tools(opponents=storage.opponents)
        with monkeypatch.context() as patched:
            patched.setattr(matches, "pack_cards", fail)
            with pytest.raises(UnfitValueError):
                import_match(storage.matches, match_file.read_bytes(), tools)
        assert storage.matches.matches() == ()
        import_match(storage.matches, match_file.read_bytes(), tools)
    assert whole_matches(str(sqlite_path)) == 1
    assert_sound(sqlite_path)
