"""Reading and changing a stored game: what duels and fleet games have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, NamedTuple

from fastapi import Depends, Path, Query, Response

from qb_app.live.tools import utc_now
from qb_app.storage.records import GameInfo, NewEntry, StoredGame
from qb_app.web.etags import IdempotencyKey, IfMatch, check_if_match, etag, matches_etag
from qb_app.web.problems import RefusedError
from qb_app.web.service import Service

MOST_ENTRIES = 2_000
"""Every answer replays the log, so a log has an end; a long game has about two hundred entries."""
MOST_SEED = 2**53 - 1
"""The largest number that a page can hold exactly."""

_ID = "^[A-Za-z0-9_-]+$"
GameId = Annotated[str, Path(max_length=64, pattern=_ID, examples=["k3v9x2ab"])]
Limit = Annotated[int, Query(ge=1, le=100)]
After = Annotated[str | None, Query(max_length=64, pattern=_ID, description="The last id of the page before.")]

TAGGED: dict[str, Any] = {"headers": {"ETag": {"description": "The version.", "schema": {"type": "string"}}}}
CREATED: dict[int | str, dict[str, Any]] = {
    201: {
        "headers": {
            **TAGGED["headers"],
            "Location": {"description": "Where it can be read.", "schema": {"type": "string"}},
        }
    }
}


class ChangeHeaders(NamedTuple):
    key: str | None
    if_match: str | None


def _headers(idempotency_key: IdempotencyKey = None, if_match: IfMatch = None) -> ChangeHeaders:
    return ChangeHeaders(idempotency_key, if_match)


ChangeDep = Annotated[ChangeHeaders, Depends(_headers)]


class Change(NamedTuple):
    """What is to be added to a log, and the result that the game has then."""

    entries: Sequence[NewEntry]
    result: str | None = None


def change_game(
    service: Service, kind: str, game_id: str, headers: ChangeHeaders, work: Callable[[StoredGame], Change]
) -> StoredGame:
    """Add what ``work`` makes of the game as it stands, and return the game after it.

    A change that was stored with this key is answered and not judged again. Who comes second gets a conflict.
    """
    games = service.storage.games
    if headers.key is not None and games.has_key(kind, game_id, headers.key):
        return games.read(kind, game_id)
    stored = games.read(kind, game_id)
    version = stored.info.entries
    check_if_match(headers.if_match, version, f"the {kind}")
    if version >= MOST_ENTRIES:
        raise RefusedError(f"a {kind} takes {MOST_ENTRIES:,} entries at most, and this one has them; begin another")
    change = work(stored)
    games.append(kind, game_id, change.entries, expected=version, at=utc_now(), result=change.result, key=headers.key)
    return games.read(kind, game_id)


def not_modified(service: Service, kind: str, game_id: str, if_none_match: str | None) -> Response | None:
    """The empty answer for who has the version already."""
    version = service.storage.games.info(kind, game_id).entries
    if not matches_etag(if_none_match, version):
        return None
    return Response(status_code=304, headers={"ETag": etag(version)})


def page_of(found: Sequence[GameInfo], limit: int) -> tuple[Sequence[GameInfo], str | None]:
    """A page, and where the next one begins; one game more than the page holds was asked for."""
    return found[:limit], found[limit - 1].game_id if len(found) > limit else None
