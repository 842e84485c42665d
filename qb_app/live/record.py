"""Matches as files: JSON lines with every event, undone ones too, or text with what stands, for readers.

``imports`` reads both.
"""

from __future__ import annotations

import json

from qb_app.live.grammar import format_command
from qb_app.live.history import MAIN, History
from qb_app.live.setup import FORMAT, SETUP_FIELDS, MatchSetup
from qb_app.live.standing import stand
from qb_app.live.telling import namer
from qb_app.storage.stores import MatchStore

_ONE_LINE = str.maketrans("\n\r\t", "   ")
"""For the JSON of a card, which may have been entered in several lines."""


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
    headers = [f"[{key} {json.dumps(setup[key], ensure_ascii=False)}]" for key in SETUP_FIELDS]
    told = [format_command(entry.command, namer(hydrator)) for entry in stands]
    entries = [f"{n}. {text.translate(_ONE_LINE)}" for n, text in enumerate(told, 1)]
    return "\n".join([*headers, "", *entries]) + "\n"
