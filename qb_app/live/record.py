"""Matches as files: JSON lines with every event, undone ones too, or text with what stands, for readers."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from gamekit.quoting import quoted
from qb_app.errors import InputError
from qb_app.live.grammar import format_command, parse_command
from qb_app.live.history import MAIN, History
from qb_app.live.session import Session
from qb_app.live.setup import FORMAT, MatchSetup
from qb_app.live.standing import stand
from qb_app.live.telling import namer
from qb_app.live.tools import Tools
from qb_app.storage.stores import MatchStore

_HEADER = re.compile(r"\[(?P<key>\w+) (?P<value>.+)\]")
_LINE = re.compile(r"\d+\. (?P<text>.+)")
_NOT_OURS = "this is not a match as 'qbcoach export' writes it"
_HEAD = {"title": str, "created_at": str, "setup": dict}
_SETUP_KEYS = ("format", "ruleset", "behaviour", "deck", "opponent", "enemy_deck", "first", "cards")


def to_jsonl(store: MatchStore, match_id: str) -> str:
    """One document a line: the match, then its events."""
    info = store.info(match_id)
    head = {"format": FORMAT, "title": info.title, "created_at": info.created_at, "setup": store.setup(match_id)}
    events = [
        {"seq": event.seq, "kind": event.kind, "payload": dict(event.payload), "at": event.at}
        for event in store.events(match_id)
    ]
    return "".join(json.dumps(document, ensure_ascii=False) + "\n" for document in (head, *events))


def to_text(store: MatchStore, match_id: str) -> str:
    """The setup as headers, then the entries that stand in the main line, numbered."""
    setup = store.setup(match_id)
    stands = History.of(store.events(match_id)).lines[MAIN].stands
    hydrator = stand(MatchSetup.from_json(setup), stands).game.hydrator
    headers = [f"[{key} {json.dumps(setup[key], ensure_ascii=False)}]" for key in _SETUP_KEYS]
    entries = [
        f"{n}. {format_command(one, namer(hydrator))}" for n, one in enumerate((entry.command for entry in stands), 1)
    ]
    return "\n".join([*headers, "", *entries]) + "\n"


def read_match(store: MatchStore, text: str, tools: Tools) -> str:
    """Store a match that was written in either format, whole or not at all; its new id."""
    if text.lstrip().startswith("{"):
        return _read_jsonl(store, text, tools)
    return _read_text(store, text, tools)


def _read_jsonl(store: MatchStore, text: str, tools: Tools) -> str:
    head, events = _read_lines(text)
    setup = MatchSetup.from_json(head["setup"])
    rules = str(setup.ruleset)
    info = store.create(
        setup.to_json(), title=head["title"], ruleset=rules, opponent=setup.opponent, at=head["created_at"]
    )
    try:
        for number, event in enumerate(events):
            line = event["payload"]["text"]
            kind = parse_command(line).kind
            if not kind:
                raise InputError(f"{quoted(line)} is no entry of a match")
            store.append(info.match_id, kind, {"text": line}, expected=number, at=event["at"])
        session = Session.resume(store, info.match_id, tools)
        if session.misfit is not None:
            raise session.misfit.error
    except BaseException:
        store.delete(info.match_id)
        raise
    return info.match_id


def _read_lines(text: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The documents of the lines, with everything in them that is needed."""
    try:
        head, *events = [json.loads(line) for line in text.split("\n") if line.strip()]
        fits = all(isinstance(head[key], kind) for key, kind in _HEAD.items()) and all(
            isinstance(event["payload"]["text"], str) and isinstance(event["at"], str) for event in events
        )
        json.dumps([head, *events], ensure_ascii=False).encode()
    except (KeyError, TypeError, RecursionError, ValueError) as error:  # no JSON, or halves of characters in it
        raise InputError(f"{_NOT_OURS}: {error}") from error
    if not fits:
        raise InputError(f"{_NOT_OURS}: something in it is of another kind")
    return head, events


def _read_text(store: MatchStore, text: str, tools: Tools) -> str:
    headers, _, body = text.replace("\r\n", "\n").partition("\n\n")
    session = Session.start(store, MatchSetup.from_json(_headers(headers)), tools)
    try:
        for line in body.splitlines():
            found = _LINE.fullmatch(line.strip())
            if line.strip() and found is None:
                raise InputError(f"{quoted(line)} is no line of a match; lines read '3. e Zu MID-3'")
            if found is not None:
                _enter(session, found["text"])
    except BaseException:
        store.delete(session.match_id)
        raise
    return session.match_id


def _enter(session: Session, text: str) -> None:
    outcome = session.enter(text)
    if outcome.refused or outcome.choice is not None:
        raise InputError(f"{quoted(text)} cannot be entered: {outcome.lines[0]}")


def _headers(text: str) -> Mapping[str, Any]:
    found: dict[str, Any] = {}
    for line in text.splitlines():
        header = _HEADER.fullmatch(line.strip())
        try:
            found[header["key"] if header else ""] = json.loads(header["value"] if header else "")
        except (json.JSONDecodeError, RecursionError) as error:
            raise InputError(f"{quoted(line)} is no header of a match; headers read '[ruleset \"rebirth\"]'") from error
    missing = [key for key in _SETUP_KEYS if key not in found]
    if missing:
        raise InputError(f"{_NOT_OURS}: it lacks {', '.join(missing)}")
    return found
