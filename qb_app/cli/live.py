"""The command ``live``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from qb_app.answers.checks import check_engine
from qb_app.asking.choices import DEFAULT_RULESET, Beginner
from qb_app.cli.options import EntriesArgument, JsonOption, PlainOption, RulesetOption, TopOption
from qb_app.cli.sessions import talk, tools
from qb_app.files import read_text
from qb_app.limits import MOST_DECK_BYTES
from qb_app.live.late_storage import LateStorage, NewMatch
from qb_app.live.refusals import unknown_card
from qb_app.live.session import Session
from qb_app.live.setup import hydrator_with
from qb_app.live.start import prepare
from qb_app.storage import check_storage
from qb_app.terminal.conversation import open_show
from qb_engine.errors import UnknownCardError


def live(
    entries: EntriesArgument = None,
    deck: Annotated[str | None, typer.Option(help="Your deck: a saved or library name, code, file or list.")] = None,
    opponent: Annotated[str | None, typer.Option(metavar="NAME", help="Who you play against.")] = None,
    enemy_deck: Annotated[str | None, typer.Option(metavar="DECK", help="The enemy's deck, if known.")] = None,
    first: Annotated[Beginner, typer.Option(help="Who begins.")] = Beginner.YOU,
    card: Annotated[list[Path] | None, typer.Option(help="A card that is not in the data, as a JSON file.")] = None,
    ruleset: RulesetOption = DEFAULT_RULESET,
    top: TopOption = 3,
    remarks: Annotated[bool, typer.Option(help="Say so when a move was costly.")] = True,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    cards = tuple(read_text(path, MOST_DECK_BYTES) for path in card or [])
    check_engine(hydrator_with(cards))
    check_storage()
    with LateStorage() as storage:
        try:
            setup = prepare(storage, deck, opponent, enemy_deck, first, cards, ruleset)
        except UnknownCardError as error:  # before the match its cards come as files
            raise unknown_card(error, "--card FILE") from error
        known = None if opponent is None else storage.get()
        show = open_show(json=json, plain=plain, top=top)
        session = Session.start(NewMatch(storage), setup, tools(known, lambda: storage.get().answers, show.place))
        talk(session, [*([] if remarks else ["remarks off"]), *(entries or [])], show)
