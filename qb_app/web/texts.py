"""What a request may hold: arbitrary words, but no control characters, no end of length and no unknown field."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query
from pydantic import BaseModel, ConfigDict, Field

from qb_app.errors import InputError

_ONE_LINE = r"^[^\x00-\x1f\x7f]*$"
_LINES = r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f]*$"

NameInPath = Annotated[
    str, Path(min_length=1, max_length=100, pattern=_ONE_LINE, description="URL-encoded; a slash may stand in it.")
]
CardName = Annotated[str, Field(min_length=1, max_length=60, pattern=_ONE_LINE, examples=["015"])]
RulesetText = Annotated[str, Field(min_length=1, max_length=500, pattern=_ONE_LINE, examples=["rebirth"])]
DeckText = Annotated[
    str,
    Field(
        min_length=1,
        max_length=2000,
        pattern=_LINES,
        description="A name of your decks or of the library, a deck code, or a list of cards.",
        examples=["starter"],
    ),
]
NoteText = Annotated[str, Field(max_length=4000, pattern=_LINES)]
LineText = Annotated[str, Field(min_length=1, max_length=200, pattern=_ONE_LINE)]

_ID = "^[A-Za-z0-9_-]+$"
StoredId = Annotated[str, Path(max_length=64, pattern=_ID, examples=["k3v9x2ab"])]
Limit = Annotated[int, Query(ge=1, le=100)]
After = Annotated[str | None, Query(max_length=64, pattern=_ID, description="The last id of the page before.")]


class Body(BaseModel):
    """What a request sends; a field that is not known is refused."""

    model_config = ConfigDict(extra="forbid")


def savable_name(name: str) -> str:
    """A name under which something can be found again: browsers take dots between slashes for a way up."""
    if any(part in (".", "..") for part in name.strip().split("/")):
        raise InputError(f"'{name}' cannot be a name; write something with a letter or a digit")
    return name
