"""The command ``resume``."""

from __future__ import annotations

from qb_app.cli.options import EntriesArgument, JsonOption, MatchArgument, PlainOption, TopOption
from qb_app.cli.sessions import LAST, resumed, talk
from qb_app.storage import open_storage
from qb_app.terminal.conversation import open_show


def resume(
    match: MatchArgument = LAST,
    entries: EntriesArgument = None,
    top: TopOption = 3,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    with open_storage() as storage:
        show = open_show(json=json, plain=plain, top=top)
        talk(resumed(storage, match, show.place), entries, show)
