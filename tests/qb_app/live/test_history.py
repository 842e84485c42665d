"""The log of a match: an entry that is not understood is never guessed at."""

from __future__ import annotations

import pytest

from qb_app.live.history import History
from qb_app.storage.errors import UnknownEntryError
from qb_app.storage.records import StoredEvent


@pytest.mark.parametrize("text", ["pass", "gg", ""])
def test_an_entry_of_an_unknown_kind_is_refused_whatever_its_text(text: str) -> None:
    known = StoredEvent(1, "note", {"text": "note hello"}, "")
    assert len(History.of([known]).line.stands) == 1
    with pytest.raises(UnknownEntryError, match="entry 2 of this log is of the kind 'rematch'"):
        History.of([known, StoredEvent(2, "rematch", {"text": text}, "")])
