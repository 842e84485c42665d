"""A match that is begun at the prompt: it comes into the storage with its first entry, both or neither."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from qb_app.live.late_storage import LateStorage, NewMatch
from qb_app.live.session import ENTERED_ALREADY, Session
from qb_app.live.setup import MatchSetup
from qb_app.live.tools import Tools
from qb_app.storage import Storage, open_storage
from qb_app.storage.errors import UnfitValueError
from tests.qb_app.live.material import OPENING
from tests.qb_app.live.stores import MOMENT


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Storage]:
    with open_storage(str(tmp_path / "late.db")) as storage:
        yield storage


@pytest.fixture
def session(storage: Storage) -> Session:
    return Session.start(NewMatch(LateStorage(lambda: storage)), MatchSetup(), Tools(clock=lambda: MOMENT))


def test_match_and_first_entry_are_stored_in_one_step(
    storage: Storage, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert storage.matches.matches() == ()
    with monkeypatch.context() as patched:
        # As if the program were killed before it could add anything to a match that it has made.
        patched.setattr(storage.matches, "append", lambda *_, **__: pytest.fail("a second step"))
        assert session.enter(OPENING[0], key="k").changed
    (info,) = storage.matches.matches()
    assert (info.match_id, info.version, info.updated_at) == (session.match_id, 1, MOMENT)
    assert session.enter(OPENING[0], key="k").lines == (ENTERED_ALREADY,)
    assert session.enter(OPENING[1]).changed
    assert storage.matches.info(session.match_id).version == 2


def test_a_first_entry_that_cannot_be_stored_leaves_no_match(storage: Storage, session: Session) -> None:
    with pytest.raises(UnfitValueError):
        session.enter("note a", key="no key \0")
    assert storage.matches.matches() == ()
    assert session.enter("note a").changed
    assert storage.matches.info(session.match_id).version == 1
