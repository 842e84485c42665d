"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

RulesetOption = Annotated[
    str, typer.Option(help="rebirth (the real game) or v2.2.4, also with fields: rebirth{two_face=every_entry}")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
PlainOption = Annotated[bool, typer.Option("--plain", help="Words instead of drawings, for screen readers.")]
