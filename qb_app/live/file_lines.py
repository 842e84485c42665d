"""The lines of a file from outside: what is wrong with one is told in a sentence that names it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from math import isfinite
from typing import Any, NoReturn

from gamekit.quoting import has_controls, quoted
from qb_app.errors import InputError
from qb_engine.errors import QueensBloodError

_BREAKS = str.maketrans("", "", "\t\n\r")


@contextmanager
def told_of(line: int, event: int | None = None) -> Iterator[None]:
    """Every refusal in this block begins with the line of the file, and the event in it."""
    place = f"line {line}" if event is None else f"line {line} (event {event})"
    try:
        yield
    except (InputError, QueensBloodError) as error:
        raise InputError(f"{place}: {error}") from error
    except RecursionError as error:
        raise InputError(f"{place}: this is nested too deeply") from error


def decoded(content: bytes) -> str:
    """The text of the file; a mark of its encoding at the beginning is left out."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise InputError(f"line {line}: this is not text in UTF-8") from error


def read_json(text: str) -> Any:
    """The value that the text writes."""
    try:
        return json.loads(text, parse_constant=_refuse_number, parse_float=_finite)
    except json.JSONDecodeError as error:
        told = f"from character {error.pos + 1} on it cannot be read" if error.pos < len(text) else "it breaks off"
        raise InputError(f"{quoted(text)} is no JSON: {told}") from error
    except InputError:
        raise
    except ValueError as error:  # Python reads no number of thousands of digits
        raise InputError(f"{quoted(text)} holds a number with far too many digits") from error


def shown(value: object) -> str:
    """A value of JSON, as a refusal repeats it."""
    return quoted(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def field_of(document: Any, name: str, kind: type, called: str) -> Any:
    """A field that must be there, and of this kind."""
    if not isinstance(document, dict):
        raise InputError(f"{shown(document)} is no object with the field '{name}'")
    if name not in document:
        raise InputError(f"'{name}' is missing")
    if not isinstance(document[name], kind):
        raise InputError(f"'{name}' is {shown(document[name])}, {called} is expected")
    return document[name]


def refuse_controls(value: object, field: str = "", *, breaks: bool = False) -> None:
    """Refuse what would be obeyed instead of shown, wherever in the value; ``breaks`` lets line ends and tabs be."""
    match value:
        case str():
            if has_controls(value.translate(_BREAKS) if breaks else value):
                raise InputError(f"{quoted(field)} is {quoted(value)}, which holds control characters; take them out")
        case dict():
            for name, one in value.items():
                refuse_controls(name, f"{field}.{name}".lstrip("."))
                refuse_controls(one, f"{field}.{name}".lstrip("."))
        case list():
            for number, one in enumerate(value, 1):
                refuse_controls(one, f"{field}.{number}")


def _refuse_number(text: str) -> NoReturn:
    raise InputError(f"{text} is no number")


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise InputError(f"{quoted(text)} is too large a number")
    return number
