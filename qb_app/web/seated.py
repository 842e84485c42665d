"""Seated games over HTTP: begun, read, listed, changed and forgotten, whichever game is played."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Generic, NamedTuple, TypeVar

from fastapi import Depends, Response

from qb_app.games.seats import SeatedGame
from qb_app.live.times import utc_now
from qb_app.storage.records import GameInfo, StoredGame
from qb_app.web.desk import AnalysisCancelledError, Cancelled
from qb_app.web.etags import IdempotencyKey, IfMatch, check_if_match, etag, matches_etag
from qb_app.web.problems import refused
from qb_app.web.service import Service, ServiceDep

AnyGame = SeatedGame[Any, Any, Any]
RowT = TypeVar("RowT")
GameT = TypeVar("GameT", bound=AnyGame)
DocumentT = TypeVar("DocumentT")

MOST_ENTRIES = 2_000
"""Every answer replays the log, so a log has an end; a long game has about two hundred entries."""


class Change(NamedTuple):
    """Where a change is made and answered, and what its headers ask for."""

    service: Service
    response: Response
    key: str | None
    if_match: str | None


def _change(
    service: ServiceDep, response: Response, idempotency_key: IdempotencyKey = None, if_match: IfMatch = None
) -> Change:
    return Change(service, response, idempotency_key, if_match)


ChangeDep = Annotated[Change, Depends(_change)]


@dataclass(frozen=True)
class SeatedGames(Generic[GameT, DocumentT]):
    """All games of one kind."""

    kind: str
    path: str
    opened: Callable[[StoredGame, Service], GameT]
    """The game that a log makes; no agent is asked."""
    document: Callable[[GameInfo, GameT], DocumentT]

    def begin(
        self, service: Service, client: str, response: Response, key: str | None, sit_down: Callable[[], GameT]
    ) -> DocumentT:
        """Store a new game, with the turns of agents that begin; one that was stored with this key is answered."""
        games = service.storage.games
        made = None if key is None else games.made_with(self.kind, key)
        if made is None:
            game = sit_down()
            service.desk.run(client, partial(let_agents_answer, game))
            made = games.create(self.kind, game.setup.to_json(), game.added, at=utc_now(), result=game.result, key=key)
        response.headers["Location"] = f"/api/v1{self.path}/{made.game_id}"
        return self._told(made.game_id, service, response)

    def read(
        self, game_id: str, service: Service, response: Response, if_none_match: str | None
    ) -> DocumentT | Response:
        """The game, or the empty answer for who has its version already."""
        version = service.storage.games.info(self.kind, game_id).version
        if matches_etag(if_none_match, version):
            return Response(status_code=304, headers={"ETag": etag(version)})
        return self._told(game_id, service, response)

    def open(self, game_id: str, service: Service) -> GameT:
        return self.opened(service.storage.games.read(self.kind, game_id), service)

    def page(
        self, service: Service, limit: int, after: str | None, told: Callable[[GameInfo], RowT]
    ) -> tuple[list[RowT], str | None]:
        """A page of rows, the newest first, and where the next one begins; a damaged game is left out."""
        found = service.storage.games.games(self.kind, limit=limit + 1, after=after)
        rows = []
        for info in found[:limit]:
            with suppress(LookupError, TypeError, ValueError):  # its setup cannot be read
                rows.append(told(info))
        return rows, found[limit - 1].game_id if len(found) > limit else None

    def delete(self, game_id: str, service: Service) -> None:
        service.storage.games.delete(self.kind, game_id)

    def decide(self, change: Change, game_id: str, client: str, text: str) -> DocumentT:
        """A person's turn, and what the agents answer until a person is to move again."""

        def work(game: GameT) -> None:
            game.decide(text)
            if game.agent_to_move is not None:
                change.service.desk.run(client, partial(let_agents_answer, game))

        return self.change(change, game_id, work)

    def change(self, change: Change, game_id: str, work: Callable[[GameT], None]) -> DocumentT:
        """Store what ``work`` does to the game as it stands, and tell the game after it.

        A change that was stored with this key is answered and not judged again. Who comes second gets a conflict.
        """
        service, games = change.service, change.service.storage.games
        if change.key is None or not games.has_key(self.kind, game_id, change.key):
            stored = games.read(self.kind, game_id)
            version = stored.info.version
            check_if_match(change.if_match, version, f"the {self.kind}")
            if version >= MOST_ENTRIES:
                raise refused(
                    f"a {self.kind} takes {MOST_ENTRIES:,} entries at most, and this one has them; begin another"
                )
            game = self.opened(stored, service)
            work(game)
            games.append(
                self.kind, game_id, game.added, expected=version, at=utc_now(), result=game.result, key=change.key
            )
        return self._told(game_id, service, change.response)

    def _told(self, game_id: str, service: Service, response: Response) -> DocumentT:
        stored = service.storage.games.read(self.kind, game_id)
        response.headers["ETag"] = etag(stored.info.version)
        return self.document(stored.info, self.opened(stored, service))


def let_agents_answer(game: AnyGame, cancelled: Cancelled) -> None:
    """Until a person is to move; where there is none, nobody waits for them."""
    while game.persons and game.agent_to_move is not None:
        if cancelled():
            raise AnalysisCancelledError
        game.answer()
