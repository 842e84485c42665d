"""Opponents in the database: the user's profiles, and what matches showed."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlalchemy import Connection, RowMapping, delete, select
from sqlalchemy.exc import IntegrityError

from qb_app.storage.database import Database
from qb_app.storage.errors import NoSuchOpponentError
from qb_app.storage.matches import match_logs
from qb_app.storage.records import OpponentProfile, OpponentRecord, Sighting
from qb_app.storage.tables import matches, name_key, opponents, pack_cards, sightings, tidy_name, unpack_cards

if TYPE_CHECKING:
    from qb_engine.models import CardId

_PROFILE = select(opponents.c.name, opponents.c.note, opponents.c.known, opponents.c.deck)


class SqlOpponentStore:
    """The OpponentStore of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def save(self, profile: OpponentProfile) -> None:
        row: dict[str, object] = {
            "name_key": name_key(profile.name),
            "name": tidy_name(profile.name),
            "note": profile.note,
            "known": pack_cards(profile.known),
            "deck": None if profile.deck is None else pack_cards(profile.deck),
        }
        with self._database.writing() as connection:
            connection.execute(self._database.insert_or_replace(opponents, row))

    def get(self, name: str) -> OpponentProfile:
        with self._database.reading() as connection:
            row = connection.execute(_PROFILE.where(opponents.c.name_key == name_key(name))).mappings().one_or_none()
            if row is None:
                raise _no_such_opponent(connection, name)
        return _profile(row)

    def list(self) -> tuple[OpponentProfile, ...]:
        with self._database.reading() as connection:
            rows = connection.execute(_PROFILE.order_by(opponents.c.name_key)).mappings().all()
        return tuple(_profile(row) for row in rows)

    def delete(self, name: str) -> None:
        with self._database.writing() as connection:
            if not connection.execute(delete(opponents).where(opponents.c.name_key == name_key(name))).rowcount:
                raise _no_such_opponent(connection, name)

    def see(self, opponent: str, match_id: str, card_ids: Sequence[CardId]) -> None:
        row: dict[str, object] = {
            "match_id": match_id,
            "opponent_key": name_key(opponent),
            "card_ids": pack_cards(card_ids),
        }
        try:
            with self._database.writing() as connection:
                connection.execute(self._database.insert_or_replace(sightings, row))
        except IntegrityError:
            with self._database.reading() as connection:
                raise match_logs(self._database).no_such(connection, match_id) from None

    def seen(self, opponent: str, *, begun_by: str | None = None) -> tuple[Sighting, ...]:
        fitting = () if begun_by is None else (matches.c.created_at <= begun_by,)
        wanted = (
            select(sightings.c.match_id, sightings.c.card_ids)
            .join(matches)
            .where(sightings.c.opponent_key == name_key(opponent), *fitting)
            .order_by(matches.c.created_at, matches.c.match_id)
        )
        with self._database.reading() as connection:
            return tuple(Sighting(row.match_id, unpack_cards(row.card_ids)) for row in connection.execute(wanted))

    def record(self, opponent: str) -> OpponentRecord:
        finished = select(matches.c.result).where(
            matches.c.opponent_key == name_key(opponent), matches.c.result.is_not(None)
        )
        with self._database.reading() as connection:
            ends = Counter(result.split()[0] for result in connection.scalars(finished))
        return OpponentRecord(wins=ends["Y"], draws=ends["draw"], losses=ends["E"])


def _profile(row: RowMapping) -> OpponentProfile:
    deck = None if row["deck"] is None else unpack_cards(row["deck"])
    return OpponentProfile(row["name"], row["note"], unpack_cards(row["known"]), deck)


def _no_such_opponent(connection: Connection, name: str) -> NoSuchOpponentError:
    names = list(connection.scalars(select(opponents.c.name)))
    return NoSuchOpponentError(name, difflib.get_close_matches(name, names, n=3))
