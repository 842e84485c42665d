"""How values of the program stand in columns: names as keys, cards and events as JSON."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from qb_app.storage.errors import DatabaseDamagedError, UnfitValueError
from qb_app.storage.records import Document, JsonValue

if TYPE_CHECKING:
    from qb_engine.models import CardId


def tidy_name(name: str) -> str:
    """The name as it is shown, with its spacing put in order."""
    tidy = " ".join(name.split())
    if not tidy:
        raise UnfitValueError("a name is needed, not only spaces")
    return tidy


def name_key(name: str) -> str:
    """The same for every case, spacing and composition of the same name."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", tidy_name(name)).casefold())


def pack_document(document: Document) -> str:
    return json.dumps(document, separators=(",", ":"), allow_nan=False)


def unpack_document(text: str) -> Document:
    return cast("Document", _unpack(text))


def pack_cards(card_ids: Sequence[CardId]) -> str:
    return json.dumps(list(card_ids), separators=(",", ":"))


def unpack_cards(text: str) -> tuple[CardId, ...]:
    return tuple(cast("Sequence[CardId]", _unpack(text)))


def _unpack(text: str) -> JsonValue:
    try:
        return cast("JsonValue", json.loads(text))
    except ValueError as error:
        raise DatabaseDamagedError(
            f"the database is damaged: it holds {text[:40]!r} where data should be; put a backup in its place"
        ) from error
