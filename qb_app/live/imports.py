"""Matches from files, in either format that ``record`` writes: read, replayed and checked, then stored in one step."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import dropwhile
from typing import Any, NamedTuple

from gamekit.quoting import quoted
from qb_app import limits
from qb_app.errors import InputError
from qb_app.live import commands as c
from qb_app.live.course import Course
from qb_app.live.edits import KINDS as EDITS
from qb_app.live.file_lines import decoded, field_of, read_json, refuse_controls, told_of
from qb_app.live.grammar import parse_command
from qb_app.live.held import HeldMatch
from qb_app.live.session import Session
from qb_app.live.setup import MatchSetup
from qb_app.live.times import read_time
from qb_app.live.tools import Tools
from qb_app.storage.records import NewEntry, StoredEvent
from qb_app.storage.stores import MatchStore
from qb_engine.models import HIDDEN

_HEADER = re.compile(r"\[(?P<key>\w+) (?P<value>.+)\]")
_ENTRY = re.compile(r"\d+\. (?P<text>.+)")
_NOT_OURS = "this is not a match as 'qbcoach export' writes it"

Numbered = tuple[int, str]
"""A line with its number in the file."""


class MatchFile(NamedTuple):
    """What a file tells."""

    setup: MatchSetup
    title: str
    at: str
    course: Course
    log: Sequence[StoredEvent]


def import_match(store: MatchStore, content: bytes, tools: Tools, *, key: str | None = None) -> str:
    """Store the match that a file holds, whole or not at all; its new id.

    With a ``key`` that was used before nothing is stored, and the match that was made with it is meant.
    """
    numbered = enumerate(decoded(content).split("\n"), 1)
    lines = list(dropwhile(lambda one: not one[1], ((number, line.strip()) for number, line in numbered)))
    is_json = lines and lines[0][1].startswith("{")
    file = (_read_json_lines if is_json else _read_text)(lines, tools)
    setup, game = file.setup, file.course.main
    learns = tools.opponents is not None
    info = store.create(
        setup.to_json(),
        [NewEntry(event.kind, event.payload, event.at) for event in file.log],
        title=file.title,
        ruleset=str(setup.ruleset),
        opponent=setup.opponent,
        at=file.at,
        result=game.result,
        seen=game.enemy_played if learns else (),
        key=key,
    )
    return info.match_id


def _read_json_lines(lines: Iterable[Numbered], tools: Tools) -> MatchFile:
    """The match in the first line, an event in each of the others."""
    (line, text), *rest = [one for one in lines if one[1]]
    with told_of(line):
        head = read_json(text)
        refuse_controls(head)
        title, made = field_of(head, "title", str, "a text"), field_of(head, "created_at", str, "a time")
        at = _time(made, "created_at", tools)
        setup = _setup(field_of(head, "setup", dict, "the setup of a match"))
        course = Course(setup)
    _check_count(rest)
    log = []
    for number, (line, text) in enumerate(rest, 1):
        with told_of(line, number):
            event = _event(number, read_json(text), tools)
            course.add(event)
            log.append(event)
    return MatchFile(setup, title, at, course, log)


def _event(number: int, document: Any, tools: Tools) -> StoredEvent:
    text = field_of(field_of(document, "payload", dict, "the entry"), "text", str, "a text")
    refuse_controls(text, "payload.text", breaks=text.startswith(("card", "board", *EDITS)))
    at = _time(field_of(document, "at", str, "a time"), "at", tools)
    return StoredEvent(number, _command(text).kind, {"text": text}, at)


def _command(text: str) -> c.Command:
    """The entry that the text is; questions and answers are none."""
    command = parse_command(text)
    if not command.kind:
        raise InputError(f"{quoted(text)} is no entry of a match")
    for each in [edit.command for edit in command.edits] if isinstance(command, c.Revise) else [command]:
        if isinstance(each, c.AddCard):
            refuse_controls(read_json(each.json), "card")
    return command


def _time(text: str, field: str, tools: Tools) -> str:
    refuse_controls(text, field)
    try:
        return read_time(text, tools.clock())
    except InputError as error:
        raise InputError(f"'{field}' {error}") from error


def _read_text(lines: Sequence[Numbered], tools: Tools) -> MatchFile:
    """Headers up to an empty line, then the entries; they happen now."""
    blank = next((index for index, (_, line) in enumerate(lines) if not line), len(lines))
    setup, at = _headers(lines[:blank]), tools.clock()
    entries = [one for one in lines[blank:] if one[1]]
    _check_count(entries)
    with told_of(lines[blank - 1][0]):
        course = Course(setup)
    held = HeldMatch(setup, at)
    session = Session.look(held, "", tools)
    for number, (line, text) in enumerate(entries, 1):
        with told_of(line, number):
            _enter(session, text)
            course.add(held.log[-1])
    return MatchFile(setup, setup.title, at, course, held.log)


def _enter(session: Session, line: str) -> None:
    """Enter one line of the text, which must change the match."""
    refuse_controls(line, "entry")
    found = _ENTRY.fullmatch(line)
    if found is None:
        raise InputError(f"{quoted(line)} is no line of a match; lines read '3. e Zu MID-3'")
    _command(found["text"])
    outcome = session.enter(found["text"])
    if not outcome.changed:
        raise InputError(f"{quoted(found['text'])} cannot be entered: {outcome.lines[0]}")


def _headers(lines: Sequence[Numbered]) -> MatchSetup:
    found: dict[str, Any] = {}
    for number, line in lines or [(1, "")]:
        with told_of(number):
            refuse_controls(line, "header")
            header = _HEADER.fullmatch(line)
            if header is None:
                raise InputError(f"{_NOT_OURS}: {quoted(line)} is no header; headers read '[ruleset \"rebirth\"]'")
            found[header["key"]] = read_json(header["value"])
            refuse_controls(found[header["key"]], header["key"])
    with told_of(number):
        return _setup(found)


def _setup(document: Mapping[str, Any]) -> MatchSetup:
    setup = MatchSetup.from_json(document)
    cards = setup.hydrator()
    for card_id in (*(setup.deck or ()), *(setup.enemy_deck or ())):
        if card_id != HIDDEN:
            cards.get(card_id)
    return setup


def _check_count(entries: Sequence[Numbered]) -> None:
    most = limits.MOST_EVENTS
    if len(entries) > most:
        with told_of(entries[most][0], most + 1):
            raise InputError(f"a match takes {most:,} entries at most")
