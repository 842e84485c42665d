"""How edits of a log are written: ``change 5 e wolf m4 then remove 7 then insert 9 draw mu``.

An entry in which the beginning of another edit could be read stands in quotes, its own quotes doubled.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from gamekit.quoting import quoted
from qb_app import limits
from qb_app.errors import InputError
from qb_app.live import commands as c
from qb_engine.limits import STEPS

KINDS = tuple(kind.value for kind in c.EditKind)
_NEXT = re.compile(rf"(?<!\s)\s++then\s++(?=(?:{'|'.join(KINDS)})\s++[0-9])", re.IGNORECASE)
_QUOTED = re.compile(r'"((?:[^"]|"")*+)"')
_HOW = (
    "write 'change 5 e wolf m4', 'insert 5 e pass' or 'remove 5', several joined by 'then'; 'log' numbers the entries"
)


def read_edits(line: str, read: Callable[[str], c.Command]) -> c.Revise:
    """The edits of a whole line; ``read`` reads the entries in them."""
    edits, rest = [], line
    while rest:
        edit, rest = _first_edit(rest, read)
        edits.append(edit)
        if len(edits) > limits.MOST_EVENTS:
            raise InputError(f"one step takes {limits.MOST_EVENTS:,} edits at most")
    return c.Revise.of(edits)


def write_edits(command: c.Revise, write: Callable[[c.Command], str]) -> str:
    return " then ".join(
        f"{edit.kind} {edit.number}" + (f" {_fenced(write(edit.command))}" if edit.command else "")
        for edit in command.edits
    )


def last_begun(line: str) -> str | None:
    """The entry that is being written in the last edit of a line; None where none is."""
    kind, _, rest = re.split(_NEXT, line)[-1].partition(" ")
    number, space, entry = rest.partition(" ")
    return entry if kind.casefold() in (c.EditKind.CHANGE, c.EditKind.INSERT) and number and space else None


def _first_edit(line: str, read: Callable[[str], c.Command]) -> tuple[c.Edit, str]:
    """The first edit, and what comes behind the next 'then'."""
    word, number, entry, *_ = [*line.split(maxsplit=2), "", ""]
    kind, found = word.casefold(), STEPS.find(number)
    if kind not in KINDS:
        raise InputError(f"{quoted(word)} begins no edit: {_HOW}")
    if not number:
        raise InputError(f"say which entry of the log: {_HOW}")
    if found is None:
        raise InputError(f"'{kind}' takes the number of an entry, {STEPS}, not {quoted(number)}: {_HOW}")
    text, rest = _entry_text(entry)
    if kind != c.EditKind.REMOVE:
        if not text:
            raise InputError(f"say what is to stand there: {_HOW}")
        return c.Edit(c.EditKind(kind), found, _entry(text, read)), rest
    if text:
        raise InputError(f"'remove {found}' stands alone; {quoted(text)} means nothing after it: {_HOW}")
    return c.Edit(c.EditKind.REMOVE, found), rest


def _entry_text(rest: str) -> tuple[str, str]:
    """The text of the entry at the beginning, and what comes behind the next 'then'."""
    fenced = _QUOTED.match(rest)
    if fenced is not None:
        behind = rest[fenced.end() :]
        following = _NEXT.match(behind)
        if behind.strip() and following is None:
            raise InputError(f"{quoted(behind.strip())} means nothing behind an entry in quotes: {_HOW}")
        return fenced[1].replace('""', '"').strip(), behind[following.end() :] if following else ""
    following = _NEXT.search(f" {rest}")
    if following is None:
        return rest.strip(), ""
    return f" {rest}"[: following.start()].strip(), f" {rest}"[following.end() :]


def _entry(text: str, read: Callable[[str], c.Command]) -> c.Command:
    """The entry that the text is; no other edit, so that none can be within one another."""
    command = None if text.split(maxsplit=1)[0].casefold() in KINDS else read(text)
    if command is None or not command.kind or isinstance(command, c.Undo | c.Redo | c.Branch):
        whole = "; write it in full, as in 'draw mu'" if isinstance(command, c.Bare) else ""
        raise InputError(f"{quoted(text)} is no entry that stands in a log{whole}: {_HOW}")
    return command


def _fenced(text: str) -> str:
    """The text, in quotes where it could not be told from what comes after it."""
    return '"' + text.replace('"', '""') + '"' if text.startswith('"') or _NEXT.search(text) else text
