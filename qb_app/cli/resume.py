"""The command ``resume``."""

from __future__ import annotations

from qb_app.cli.options import EntriesArgument, JsonOption, MatchArgument, PlainOption, TopOption
from qb_app.cli.sessions import LAST, resumed, talk
from qb_app.storage import open_storage


def resume(
    match: MatchArgument = LAST,
    entries: EntriesArgument = None,
    top: TopOption = 3,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    with open_storage() as storage:
        talk(resumed(storage, match), entries, top=top, json=json, plain=plain)
