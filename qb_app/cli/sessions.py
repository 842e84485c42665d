"""Live matches as commands open them: which match is meant, with which tools, and the talk at the prompt."""

from __future__ import annotations

from collections.abc import Callable

import typer

from qb_app.answers.advisor import Advisor
from qb_app.cli.exits import REFUSED
from qb_app.errors import InputError
from qb_app.live.session import Session
from qb_app.live.times import latest_time, utc_now
from qb_app.live.tools import Tools
from qb_app.storage import StorageError, open_storage
from qb_app.storage.stores import AnswerStore, Storage
from qb_app.terminal.console import thinking, tracked
from qb_app.terminal.conversation import Show, converse, open_reader
from qb_engine.geometry import TileNaming

LAST = "last"


def tools(known: Storage | None, answers: Callable[[], AnswerStore], place: TileNaming = str) -> Tools:
    """``known`` is where opponents are learned of; ``place`` says how tiles are named in what is told."""
    return Tools(
        opponents=None if known is None else known.opponents,
        matches=None if known is None else known.matches,
        advisor=Advisor(answers, utc_now),
        track=lambda numbers: tracked(numbers, "Looking back", total=len(numbers)),
        busy=thinking,
        place=place,
    )


def stored_tools(storage: Storage, place: TileNaming = str) -> Tools:
    return tools(storage, lambda: storage.answers, place)


def match_id(storage: Storage, match: str) -> str:
    """The id of the match that is meant."""
    if match != LAST:
        return storage.matches.info(match).match_id
    found = storage.matches.matches(limit=1, until=latest_time(utc_now()))
    if not found:
        raise InputError("no match has been entered yet; 'qbcoach live' begins one")
    return found[0].match_id


def resumed(storage: Storage, match: str, place: TileNaming = str) -> Session:
    return Session.resume(storage.matches, match_id(storage, match), stored_tools(storage, place))


def looked_at(storage: Storage, match: str, answers: Callable[[], AnswerStore], place: TileNaming = str) -> Session:
    """The match as one sees it who only reads."""
    return Session.look(storage.matches, match_id(storage, match), tools(storage, answers, place))


def open_keeping() -> Storage:
    """The storage for answers: they are put there if that is possible, and looked for in any case."""
    try:
        return open_storage()
    except StorageError:
        return open_storage(reading=True)


def talk(session: Session, entries: list[str] | None, show: Show) -> None:
    """Enter these lines, then those of the prompt, until the player leaves; a line that was refused is told at the end.

    At a prompt it is not: whoever sits there has seen it.
    """
    show.begin(session)
    taken = converse(session, open_reader(session), show, first=entries or [])
    show.leave(session)
    if not taken:
        raise typer.Exit(REFUSED)
