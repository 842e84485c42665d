"""Every refusal of the storage. Each message is one sentence; nothing has been stored when one is raised."""

from __future__ import annotations

from collections.abc import Sequence

from gamekit.quoting import LONGEST_QUOTE, quoted, shortened


class StorageError(Exception):
    """Base of everything the storage refuses."""


class NoSuchMatchError(StorageError):
    """No match of that id; ``close_ids`` holds the nearest ones, best first."""

    def __init__(self, match_id: str, close_ids: Sequence[str] = ()) -> None:
        self.match_id = match_id
        self.close_ids = tuple(close_ids)
        super().__init__(f"there is no match {quoted(match_id)}{_hint(close_ids, 'qbcoach matches')}")


class NoSuchGameError(StorageError):
    """No game of that kind and id; ``close_ids`` holds the nearest ones, best first."""

    def __init__(self, kind: str, game_id: str, close_ids: Sequence[str] = ()) -> None:
        self.game_id = game_id
        self.close_ids = tuple(close_ids)
        super().__init__(f"there is no {kind} {quoted(game_id)}{_did_you_mean(close_ids)}")


class NoSuchDeckError(StorageError):
    """No saved deck of that name; ``close_names`` holds the nearest ones, best first."""

    def __init__(self, name: str, close_names: Sequence[str] = ()) -> None:
        self.close_names = tuple(close_names)
        super().__init__(f"no deck {quoted(name)} is saved{_hint(close_names, 'qbcoach decks')}")


class NoSuchOpponentError(StorageError):
    """No profile of that name; ``close_names`` holds the nearest ones, best first."""

    def __init__(self, name: str, close_names: Sequence[str] = ()) -> None:
        self.close_names = tuple(close_names)
        super().__init__(f"no opponent {quoted(name)} is saved{_hint(close_names, 'qbcoach opponents')}")


class UnfitValueError(StorageError):
    """What was given is nothing that a database can hold, such as a name of spaces only."""


class AlreadyStoredError(StorageError):
    """The name or id is taken, and replacing was not asked for."""


class ConflictError(StorageError):
    """The match or game has gone on since the writer looked; ``actual`` is its version now."""

    def __init__(self, match_id: str, expected: int, actual: int, *, kind: str = "match") -> None:
        self.match_id = match_id
        self.expected = expected
        self.actual = actual
        super().__init__(
            f"{kind} {quoted(match_id)} was changed elsewhere: it has {_events(actual)}, this entry was made after"
            f" {_events(expected)}; read the {kind} again and repeat the entry"
        )


class UnknownEntryError(StorageError):
    """A log has an entry that this version does not know; what it means is not guessed."""

    def __init__(self, seq: int, kind: str) -> None:
        super().__init__(
            f"entry {seq} of this log is of the kind {quoted(kind)}, which this version of qbCoach does not know;"
            " read it with the version that wrote it"
        )


class DatabaseFullError(StorageError):
    """There is no room left for the data."""


class DatabaseReadOnlyError(StorageError):
    """The file, its folder or the server does not allow writing."""


class DatabaseDamagedError(StorageError):
    """The file is no database, or a broken one; it is left as it is."""


class DatabaseBusyError(StorageError):
    """Another program keeps the database locked."""


class DatabaseUnreachableError(StorageError):
    """The database cannot be opened: no server, no driver, no such place."""


class BackupError(StorageError):
    """What is to be restored is no backup, a damaged one, or one of a newer version."""


class SchemaError(StorageError):
    """The tables were made by a newer version, or by another program."""


def _hint(close: Sequence[str], command: str) -> str:
    return _did_you_mean(close) or f"; '{command}' lists what there is"


def _did_you_mean(close: Sequence[str]) -> str:
    return f", did you mean {' or '.join(shortened(name, LONGEST_QUOTE) for name in close)}?" if close else ""


def _events(count: int) -> str:
    return f"{count} event" if count == 1 else f"{count} events"
