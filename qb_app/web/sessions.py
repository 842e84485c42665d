"""One request on one match: the match is read from the store, the line is entered, and nothing stays behind."""

from __future__ import annotations

from http import HTTPStatus

from qb_app.errors import InputError
from qb_app.live import commands as c
from qb_app.live.grammar import parse_command
from qb_app.live.outcome import Outcome
from qb_app.live.session import Session
from qb_app.live.tools import Tools
from qb_app.web.etags import check_if_match
from qb_app.web.problems import ApiError, refused
from qb_app.web.service import Service

MOST_EVENTS = 1_000
"""Every answer replays the whole log, so a log has an end; real matches have about fifty events."""
FULL = f"a match takes {MOST_EVENTS:,} entries at most, and this one has them; begin another"

_LONG = (c.Question.WHAT_PASS, c.Question.THREAT, c.Question.ODDS, c.Question.SUMMARY)


def tools(service: Service) -> Tools:
    return Tools(opponents=service.storage.opponents, advisor=service.advisor)


def open_match(service: Service, match_id: str) -> Session:
    """The match for one who may change it."""
    return Session.resume(service.storage.matches, match_id, tools(service))


def open_to_read(service: Service, match_id: str) -> Session:
    return Session.look(service.storage.matches, match_id, tools(service))


def enter(
    service: Service, client: str, match_id: str, text: str, *, key: str | None, if_match: str | None
) -> tuple[Session, Outcome]:
    """Enter one line; a refusal of the match becomes one of the interface, with the same sentence."""
    session = open_match(service, match_id)
    if key is None or not service.storage.matches.has_key(match_id, key):  # a repeated entry is answered, not judged
        check_if_match(if_match, session.version)
        if session.version >= MOST_EVENTS:
            raise refused(FULL)
    if _takes_long(text):
        outcome = service.desk.run(client, lambda cancelled: session.enter(text, key=key))
    else:
        outcome = session.enter(text, key=key)
    if outcome.conflict:
        raise ApiError(HTTPStatus.CONFLICT, "conflict", outcome.lines[0])
    if outcome.refused:
        raise refused(outcome.lines[0])
    return session, outcome


def _takes_long(text: str) -> bool:
    """Whether the line asks for something that is computed, and so has to wait for its turn."""
    try:
        command = parse_command(text)
    except InputError:
        return False
    if isinstance(command, c.Ask):
        return command.question in _LONG
    return isinstance(command, c.Best | c.Why | c.WhatPlay)
