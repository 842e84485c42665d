"""What a request may hold: arbitrary words, but no control characters, no end of length and no unknown field."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from qb_app import limits
from qb_app.naming import LINES, ONE_LINE, check_branch, check_line, check_note

NameInPath = Annotated[
    str,
    Path(
        min_length=1,
        max_length=limits.LONGEST_NAME,
        pattern=ONE_LINE,
        description="URL-encoded; a slash may stand in it.",
    ),
    AfterValidator(check_line),
]
CardName = Annotated[
    str,
    Field(min_length=1, max_length=limits.LONGEST_CARD_NAME, pattern=ONE_LINE, examples=["015"]),
    AfterValidator(check_line),
]
RulesetText = Annotated[
    str,
    Field(min_length=1, max_length=limits.LONGEST_RULESET, pattern=ONE_LINE, examples=["rebirth"]),
    AfterValidator(check_line),
]
DeckText = Annotated[
    str,
    Field(
        min_length=1,
        max_length=limits.LONGEST_DECK,
        pattern=LINES,
        description="A name of your decks or of the library, a deck code, or a list of cards.",
        examples=["starter"],
    ),
]
OpponentText = Annotated[str, Field(max_length=limits.LONGEST_NAME, pattern=ONE_LINE), AfterValidator(check_line)]
MoveText = Annotated[
    str,
    Field(min_length=1, max_length=limits.LONGEST_NAME, pattern=ONE_LINE, examples=["Grasslands Wolf M1"]),
    AfterValidator(check_line),
]
NoteText = Annotated[str, Field(max_length=limits.LONGEST_NOTE, pattern=LINES), AfterValidator(check_note)]
BranchText = Annotated[str, Field(max_length=limits.LONGEST_BRANCH, pattern=r"\S"), AfterValidator(check_branch)]
LineText = Annotated[
    str, Field(min_length=1, max_length=limits.LONGEST_LINE, pattern=ONE_LINE), AfterValidator(check_line)
]
LongText = Annotated[str, Field(max_length=limits.LONGEST_TEXT, pattern="^[^\x00]*$")]

_ID = "^[A-Za-z0-9_-]+$"
StoredId = Annotated[str, Path(max_length=64, pattern=_ID, examples=["k3v9x2ab"])]
StoredIdText = Annotated[str, Field(max_length=64, pattern=_ID, examples=["k3v9x2ab"])]
Limit = Annotated[int, Query(ge=1, le=limits.MOST_ROWS)]
After = Annotated[str | None, Query(max_length=64, pattern=_ID, description="The last id of the page before.")]
Seed = Annotated[int, Field(ge=0, le=limits.MOST_SEED, strict=True)]


class Body(BaseModel):
    """What a request sends; a field that is not known is refused."""

    model_config = ConfigDict(extra="forbid")
