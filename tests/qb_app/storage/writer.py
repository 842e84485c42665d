"""A program of its own that writes to a storage, for tests that need several of them or kill them.

    python -m tests.qb_app.storage.writer nursery URL MATCH     one child per line of input, each writing until killed
    python -m tests.qb_app.storage.writer nursery-game URL GAME
    python -m tests.qb_app.storage.writer nursery-practice URL -
    python -m tests.qb_app.storage.writer race URL MATCH NAME COUNT [shared]
    python -m tests.qb_app.storage.writer race-game URL GAME NAME COUNT [shared]
    python -m tests.qb_app.storage.writer race-practice URL - NAME COUNT [shared]
    python -m tests.qb_app.storage.writer open URL
    python -m tests.qb_app.storage.writer fill URL
    python -m tests.qb_app.storage.writer unprivileged URL
    python -m tests.qb_app.storage.writer begin-matches URL
    python -m tests.qb_app.storage.writer restore URL FILE [LINES]
    python -m tests.qb_app.storage.writer commands FOLDER:LINE...

Each line it prints goes out in one write, so that a kill leaves no half of one.
"""

from __future__ import annotations

import os
import pwd
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

from qb_app.files import read_lines
from qb_app.storage import ConflictError, NewEntry, Storage, StorageError, open_storage, open_vault
from qb_app.storage.backup import Backup

AT = "2026-01-02T03:04:05Z"
BATCH = 3
"""Entries of a game that are stored together."""
Payload = dict[str, str | int]
Append = Callable[[Storage, str, Payload, str | None], tuple[int, int]]


def say(line: str, end: str = "\n") -> None:
    os.write(1, f"{line}{end}".encode())


def append(storage: Storage, match_id: str, payload: Payload, key: str | None = None) -> tuple[int, int]:
    """Add an event at whatever version the match is; its number, and how many others came in between."""
    conflicts = 0
    version = storage.matches.info(match_id).version
    while True:
        try:
            return storage.matches.append(match_id, "play", payload, expected=version, at=AT, key=key).seq, conflicts
        except ConflictError as error:
            version = error.actual
            conflicts += 1


def append_turns(storage: Storage, game_id: str, payload: Payload, key: str | None = None) -> tuple[int, int]:
    """The same for a game, with several entries at once; the number of the last one."""
    conflicts = 0
    version = storage.games.info("duel", game_id).version
    turns = [NewEntry("turn", {**payload, "part": part}) for part in range(BATCH)]
    while True:
        try:
            return storage.games.append("duel", game_id, turns, expected=version, at=AT, key=key), conflicts
        except ConflictError as error:
            version = error.actual
            conflicts += 1


def append_attempt(storage: Storage, _: str, payload: Payload, key: str | None = None) -> tuple[int, int]:
    """The same for an attempt at an exercise of the writer's own, with what stands of it and of the player after it."""
    conflicts, practice = 0, storage.practice
    version, exercise = practice.standing().version, str(payload["writer"])
    while True:
        try:
            made = practice.add(exercise, payload, payload, {"seq": version + 1}, expected=version, at=AT, key=key)
        except ConflictError as error:
            version = error.actual
            conflicts += 1
        else:
            return made.seq, conflicts


APPENDS: dict[str, Append] = {"": append, "-game": append_turns, "-practice": append_attempt}


def nursery(url: str, match_id: str, add: Append) -> None:
    """Fork a writer for each line of input, which names it, and say when it is dead."""
    open_storage(url).close()  # loads everything once, so that the children start in milliseconds
    say("ready")
    for line in sys.stdin:
        child = os.fork()
        if not child:
            write_forever(url, match_id, line.strip(), add)
        say(f"pid {child}")
        _, status = os.waitpid(child, 0)
        say(f"dead {os.waitstatus_to_exitcode(status)}")


def write_forever(url: str, match_id: str, name: str, add: Append) -> None:
    with open_storage(url) as storage:
        number = 0
        while True:
            seq, _ = add(storage, match_id, {"writer": name, "number": number}, None)
            say(f"ack {seq} {name} {number}")
            number += 1


def race(url: str, match_id: str, name: str, count: int, add: Append, *, shared: bool) -> None:
    """Add so many events, each of which another writer adds too when the keys are shared."""
    with open_storage(url) as storage:
        say("ready")
        sys.stdin.readline()
        conflicts = 0
        for number in range(count):
            key = f"key {number}" if shared else None
            conflicts += add(storage, match_id, {"writer": name, "number": number}, key)[1]
    say(f"conflicts {conflicts}")


def open_once(url: str) -> None:
    import sqlalchemy  # noqa: F401  # both loaded before the start, so that the openings meet

    say("ready")
    sys.stdin.readline()
    with open_storage(url) as storage:
        storage.matches.create({}, title="", ruleset="rebirth", opponent=None, at=AT)
    say("done")


def fill(url: str) -> None:
    """Write until it fails, tell how, and what is there when the database is opened again."""
    stored = 0
    with open_storage(url) as storage:
        match_id = storage.matches.create({}, title="", ruleset="rebirth", opponent=None, at=AT).match_id
        try:
            while True:
                storage.matches.append(match_id, "note", {"text": "x" * 2000}, expected=stored, at=AT)
                stored += 1
        except StorageError as error:
            say(f"{type(error).__name__}: {error}")
    with open_storage(url) as storage:
        say(f"acknowledged {stored} found {len(storage.matches.events(match_id))}")


def unprivileged(url: str) -> None:
    """Write as a user who owns nothing, and tell what comes of it."""
    with tempfile.TemporaryDirectory() as folder:
        open_storage(f"{folder}/any.db").close()  # loads everything, for that user may not read the sources
    if os.geteuid() == 0:
        os.setuid(pwd.getpwnam("nobody").pw_uid)
    try:
        with open_storage(url) as storage:
            storage.matches.create({}, title="", ruleset="rebirth", opponent=None, at=AT)
    except StorageError as error:
        say(f"{type(error).__name__}: {error}")


def begin_matches(url: str) -> None:
    """Begin one match after the other, each with two entries, until killed."""
    with open_storage(url) as storage:
        say("ready")
        while True:
            match_id = storage.matches.create({}, title="", ruleset="rebirth", opponent=None, at=AT).match_id
            for number in range(2):
                storage.matches.append(match_id, "play", {}, expected=number, at=AT)


def restore(url: str, file: str, stop: int | None) -> None:
    """Restore a backup; stop in its middle and wait to be killed there, after so many lines."""

    def lines() -> Iterator[bytes]:
        for number, line in enumerate(read_lines(Path(file))):
            if number == stop:
                say("half")
                time.sleep(600)
            yield line

    with open_vault(url) as vault:
        say("begun")
        vault.restore(Backup(file, lines()), replace=True)
    say("done")


def commands(lines: list[str]) -> None:
    """Run commands, each behind its data folder, and tell the exit code of each and what it prints.

    That is done as a user who owns nothing, unless the folders are on a disk that can only be read anyway.
    """
    from qb_app.cli.program import main as run

    if os.geteuid() == 0 and not os.statvfs(lines[0].partition(":")[0]).f_flag & os.ST_RDONLY:
        for words in {line.partition(":")[2] for line in lines}:  # load everything, for that user may not read sources
            with tempfile.TemporaryDirectory() as other, redirect_stdout(StringIO()), redirect_stderr(StringIO()):
                os.environ["QBCOACH_DATA"] = other
                run(words.split())
        os.setuid(pwd.getpwnam("nobody").pw_uid)
    for line in lines:
        os.environ["QBCOACH_DATA"], _, words = line.partition(":")
        with redirect_stdout(StringIO()) as printed, redirect_stderr(printed):
            code = run(words.split())
        say(f"{code}\n{printed.getvalue()}\f", end="")


def main(arguments: list[str]) -> None:
    match arguments:
        case [work, url, log_id] if work.startswith("nursery"):
            nursery(url, log_id, APPENDS[work.removeprefix("nursery")])
        case [work, url, log_id, name, count, *shared] if work.startswith("race"):
            race(url, log_id, name, int(count), APPENDS[work.removeprefix("race")], shared=bool(shared))
        case ["open", url]:
            open_once(url)
        case ["fill", url]:
            fill(url)
        case ["unprivileged", url]:
            unprivileged(url)
        case ["begin-matches", url]:
            begin_matches(url)
        case ["restore", url, file, *stop]:
            restore(url, file, int(stop[0]) if stop else None)
        case ["commands", *lines]:
            commands(lines)


if __name__ == "__main__":
    main(sys.argv[1:])
