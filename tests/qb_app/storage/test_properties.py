"""Any sequence of calls gives what plain dictionaries would give, also after the database was closed and opened."""

from __future__ import annotations

import operator
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qb_app.storage import NewEntry, OpponentProfile, Storage, StorageError, open_storage
from tests.qb_app.storage.conftest import emptied
from tests.qb_app.storage.model import model_storage
from tests.qb_app.storage.postgres_server import PostgresServer


@dataclass(frozen=True)
class Call:
    """A call of a method of a store, for any storage."""

    store: str
    method: str
    arguments: tuple[Any, ...]
    options: dict[str, Any]

    def __call__(self, storage: Storage) -> object:
        """What it returns, or how it refuses."""
        try:
            return getattr(getattr(storage, self.store), self.method)(*self.arguments, **self.options)
        except StorageError as error:
            return type(error)


# Few of each, so that calls meet.
IDS = ("a", "b", "C_1")
ids = st.sampled_from(IDS)
times = st.sampled_from(["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"])
odd_times = st.sampled_from(["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z", "9998-01-01T00:00:00Z", "zzz", "0"])
names = st.sampled_from(["Regina", "regina ", "Red  XIII", "ÉMILE", "émile", " ", "🂡"])
texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8)
cards = st.lists(st.sampled_from(["001", "002", "003"]), max_size=4)
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts
documents = st.dictionaries(texts, scalars | st.lists(scalars, max_size=3), max_size=3)
profiles = st.builds(OpponentProfile, names, texts, cards.map(tuple), st.none() | cards.map(tuple))
results = st.sampled_from([None, "Y 12-7", "E 3-9", "draw 5-5"])


def calls(store: str, method: str, *arguments: st.SearchStrategy[Any], **named: st.SearchStrategy[Any]) -> Any:
    """Calls of one method with any of these arguments."""
    return st.builds(Call, st.just(store), st.just(method), st.tuples(*arguments), st.fixed_dictionaries(named))


first_events = st.lists(st.builds(NewEntry, texts, documents, st.none() | times, st.none()), max_size=3)
creations = calls(
    "matches",
    "create",
    documents,
    first_events,
    title=texts,
    ruleset=texts,
    opponent=st.none() | names,
    at=odd_times,
    result=results,
    seen=cards,
    key=st.sampled_from([None, None, "k", "l"]),
    match_id=ids,
)
appends = calls(
    "matches",
    "append",
    ids,
    texts,
    documents,
    expected=st.integers(0, 4),
    at=times,
    key=st.sampled_from([None, None, "k", "l"]),
)
kinds = st.sampled_from(["duel", "fleet game"])
batches = st.lists(st.builds(NewEntry, texts, documents, st.none(), st.none()), min_size=1, max_size=3)
new_games = calls(
    "games",
    "create",
    kinds,
    documents,
    st.just(()) | batches,
    at=times,
    result=results,
    key=st.sampled_from([None, "k", "l"]),
    game_id=ids,
)
turns = calls(
    "games",
    "append",
    kinds,
    ids,
    batches,
    expected=st.integers(0, 4),
    at=times,
    result=results,
    key=st.sampled_from([None, None, "k", "l"]),
)
answering = st.one_of(
    calls("answers", "put", ids, documents, at=times),
    calls("answers", "get", ids),
    calls("answers", "prune", st.integers(0, 3)),
)
practising = st.one_of(
    calls(
        "practice",
        "add",
        ids,
        documents,
        documents,
        st.none() | documents,
        expected=st.integers(0, 4),
        at=times,
        key=st.sampled_from([None, None, "k", "l"]),
    ),
    calls("practice", "standing"),
    calls("practice", "attempts", st.integers(0, 3)),
    calls("practice", "attempt_with", st.sampled_from(["k", "l"])),
)
anything = st.one_of(
    creations,
    appends,
    appends,
    new_games,
    turns,
    turns,
    calls("games", "made_with", kinds, st.sampled_from(["k", "l"])),
    calls("games", "info", kinds, ids),
    calls("games", "read", kinds, ids),
    calls("games", "has_key", kinds, ids, st.sampled_from(["k", "l"])),
    calls("games", "games", kinds, limit=st.integers(0, 3), after=st.none() | ids),
    calls("games", "delete", kinds, ids),
    answering,
    practising,
    calls("matches", "info", ids),
    calls("matches", "setup", ids),
    calls("matches", "events", ids, after=st.integers(0, 3)),
    calls("matches", "has_key", ids, st.sampled_from(["k", "l"])),
    calls("matches", "set_result", ids, results),
    calls(
        "matches",
        "matches",
        opponent=st.none() | names,
        limit=st.integers(0, 3),
        after=st.none() | ids,
        until=st.none() | times,
    ),
    calls("matches", "made_with", st.sampled_from(["k", "l"])),
    calls("matches", "delete", ids),
    calls("decks", "save", names, cards, texts, replace=st.booleans()),
    calls("decks", "get", names),
    calls("decks", "names"),
    calls("decks", "list"),
    calls("decks", "delete", names),
    calls("collection", "set", st.sampled_from(["001", "002"]), st.integers(-1, 3)),
    calls("collection", "set_many", st.dictionaries(st.sampled_from(["001", "002"]), st.integers(-1, 3))),
    calls("collection", "owned"),
    calls("collection", "clear"),
    calls("opponents", "save", profiles),
    calls("opponents", "get", names),
    calls("opponents", "list"),
    calls("opponents", "delete", names),
    calls("opponents", "see", names, ids, cards),
    calls("opponents", "seen", names),
    calls("opponents", "record", names),
)
sequences: st.SearchStrategy[list[Call]] = st.builds(
    operator.add, st.lists(creations | new_games, max_size=4), st.lists(anything, max_size=20)
)


def content(storage: Storage) -> object:
    matches = storage.matches.matches()
    games = [one for kind in ("duel", "fleet game") for one in storage.games.games(kind)]
    return (
        [(one, storage.matches.setup(one.match_id), storage.matches.events(one.match_id)) for one in matches],
        storage.decks.list(),
        storage.collection.owned(),
        storage.opponents.list(),
        [storage.games.read(one.kind, one.game_id) for one in games],
        [storage.answers.get(key) for key in IDS],
        storage.practice.standing(),
        storage.practice.attempts(),
    )


def compare(url: str, sequence: list[Call]) -> None:
    model = model_storage()
    with open_storage(url) as storage:
        for call in sequence:
            assert call(storage) == call(model), call
    with open_storage(url) as storage:
        assert content(storage) == content(model)


@contextmanager
def empty_file(template: bytes) -> Iterator[str]:
    """A database without content, quicker than by the steps of the schema."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "any.db"
        path.write_bytes(template)
        yield str(path)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("template") / "empty.db"
    open_storage(str(path)).close()
    return path.read_bytes()


# Every example writes to a disk; more than this adds minutes, not cases.
@settings(max_examples=min(settings().max_examples, 500))
@given(sequence=sequences)
def test_a_file_does_what_dictionaries_do(template: bytes, sequence: list[Call]) -> None:
    with empty_file(template) as path:
        compare(path, sequence)


@settings(max_examples=min(settings().max_examples, 500))
@given(sequence=st.lists(answering, max_size=12))
def test_a_file_keeps_the_answers_that_dictionaries_keep(template: bytes, sequence: list[Call]) -> None:
    with empty_file(template) as path:
        compare(path, sequence)


@settings(max_examples=min(settings().max_examples, 500))
@given(sequence=st.lists(practising, max_size=12))
def test_a_file_keeps_the_practice_that_dictionaries_keep(template: bytes, sequence: list[Call]) -> None:
    with empty_file(template) as path:
        compare(path, sequence)


@given(sequence=sequences)
@settings(max_examples=15)
def test_a_server_does_what_dictionaries_do(server: PostgresServer, sequence: list[Call]) -> None:
    compare(emptied(server), sequence)
