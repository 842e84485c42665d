"""The command ``live``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from qb_app.asking.choices import DEFAULT_RULESET, Beginner
from qb_app.cli.options import EntriesArgument, JsonOption, PlainOption, RulesetOption, TopOption
from qb_app.cli.sessions import talk, tools
from qb_app.live.late_storage import LateStorage, NewMatch
from qb_app.live.session import Session
from qb_app.live.start import prepare
from qb_app.terminal.conversation import open_show


def live(
    entries: EntriesArgument = None,
    deck: Annotated[str | None, typer.Option(help="Your deck: a saved or library name, code, file or list.")] = None,
    opponent: Annotated[str | None, typer.Option(metavar="NAME", help="Who you play against.")] = None,
    enemy_deck: Annotated[str | None, typer.Option(metavar="DECK", help="The enemy's deck, if known.")] = None,
    first: Annotated[Beginner, typer.Option(help="Who begins.")] = Beginner.YOU,
    card: Annotated[list[Path] | None, typer.Option(help="A card that is not in the data, as a JSON file.")] = None,
    ruleset: RulesetOption = DEFAULT_RULESET,
    top: TopOption = 3,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    with LateStorage() as storage:
        setup = prepare(storage, deck, opponent, enemy_deck, first, card or [], ruleset)
        opponents = None if opponent is None else storage.get().opponents
        show = open_show(json=json, plain=plain, top=top)
        session = Session.start(NewMatch(storage), setup, tools(opponents, lambda: storage.get().answers, show.place))
        talk(session, entries, show)
