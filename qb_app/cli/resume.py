"""The command ``resume``."""

from __future__ import annotations

from qb_app.answers.checks import check_engine
from qb_app.cli.options import EntriesArgument, JsonOption, MatchArgument, PlainOption, TopOption
from qb_app.cli.sessions import LAST, match_id, resumed, talk
from qb_app.live.setup import MatchSetup
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
        chosen = match_id(storage, match)
        check_engine(MatchSetup.from_json(storage.matches.setup(chosen)).hydrator())
        show = open_show(json=json, plain=plain, top=top)
        talk(resumed(storage, chosen, show.place), entries, show)
