"""The commands around live matches: ``live``, ``resume``, ``matches``, ``summary``, ``export`` and ``import``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from qb_app.asking.choices import DEFAULT_RULESET, Beginner, RecordFormat
from qb_app.cli.options import JsonOption, PlainOption, RulesetOption

if TYPE_CHECKING:
    from qb_app.live.session import Session
    from qb_app.live.tools import Tools
    from qb_app.storage.stores import AnswerStore, OpponentStore, Storage

LAST = "last"

EntriesArgument = Annotated[
    list[str] | None, typer.Argument(metavar="[ENTRY]...", help="Lines to enter at once, each in quotes.")
]
MatchArgument = Annotated[str, typer.Argument(metavar="[MATCH]", help="The id of a match; the latest without one.")]
TopOption = Annotated[int, typer.Option(min=0, help="Show so many moves on your turn; 0 shows none until asked.")]


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
    """Enter a real match as it is played, and be coached; '?' shows what can be entered."""
    from qb_app.live.late_storage import LateStorage, NewMatch
    from qb_app.live.session import Session
    from qb_app.live.start import prepare

    with LateStorage() as storage:
        setup = prepare(storage, deck, opponent, enemy_deck, first, card or [], ruleset)
        tools = _tools(None if opponent is None else storage.get().opponents, lambda: storage.get().answers)
        session = Session.start(NewMatch(storage), setup, tools)
        _run(session, entries or [], top=top, json=json, plain=plain)


def resume(
    match: MatchArgument = LAST,
    entries: EntriesArgument = None,
    top: TopOption = 3,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Go on with a match where it was left."""
    from qb_app.live.session import Session
    from qb_app.storage import open_storage

    with open_storage() as storage:
        session = Session.resume(storage.matches, _match_id(storage, match), _stored_tools(storage))
        _run(session, entries or [], top=top, json=json, plain=plain)


def matches(
    opponent: Annotated[str | None, typer.Option(metavar="NAME", help="Only matches against this opponent.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="Show so many, the latest first.")] = 20,
    delete: Annotated[str | None, typer.Option(metavar="MATCH", help="Forget this match.")] = None,
    json: JsonOption = False,
) -> None:
    """List the matches entered so far."""
    from qb_app.asking.opponents import choose_opponent
    from qb_app.documents.matches import match_row
    from qb_app.documents.text import to_json
    from qb_app.storage import open_storage
    from qb_app.terminal.console import open_console
    from qb_app.terminal.matches import show_matches
    from qb_engine.card_hydrator import CardHydrator

    with open_storage() as storage:
        if delete is not None:
            storage.matches.delete(delete)
        own = storage.opponents.list()
        title = None if opponent is None else choose_opponent(opponent, own, CardHydrator())
        found = storage.matches.matches(opponent=title, limit=limit)
    if json:
        typer.echo(to_json({"matches": [match_row(match) for match in found]}))
    else:
        show_matches(open_console(), found)


def summary(
    match: MatchArgument = LAST,
    plot: Annotated[Path | None, typer.Option(help="Write the chances as a picture, .svg or .png.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Let --plot overwrite a file.")] = False,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Look back on a match: chances, turning points, and what your moves cost."""
    from qb_app.documents.summaries import summary_document
    from qb_app.documents.text import to_json
    from qb_app.live.chance_plot import write_plot
    from qb_app.live.session import Session
    from qb_app.storage import open_storage
    from qb_app.terminal.console import needs_plain, open_console
    from qb_app.terminal.summary import show_summary

    with open_storage() as storage:
        session = Session.resume(storage.matches, _match_id(storage, match), _stored_tools(storage))
        found = session.questions.summary().summary
    if plot is not None:
        write_plot(found.points, plot, force=force)
    console = open_console()
    if json:
        typer.echo(to_json(summary_document(found)))
    else:
        show_summary(console, found, plain=plain or needs_plain(console, 0))


def export(
    match: MatchArgument = LAST,
    style: Annotated[RecordFormat, typer.Option("--format", help="jsonl keeps everything, text is for readers.")] = (
        RecordFormat.JSONL
    ),
    output: Annotated[Path | None, typer.Option(help="Write to this file instead of the terminal.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Let --output overwrite a file.")] = False,
) -> None:
    """Write a match down: every event as JSON lines, or what stands as text."""
    from qb_app.files import write_text
    from qb_app.live.record import to_jsonl, to_text
    from qb_app.storage import open_storage

    with open_storage() as storage:
        match_id = _match_id(storage, match)
        text = (to_jsonl if style is RecordFormat.JSONL else to_text)(storage.matches, match_id)
    if output is None:
        typer.echo(text, nl=False)
    else:
        write_text(output, text, force=force)


def import_match(
    file: Annotated[Path, typer.Argument(help="A match written by 'qbcoach export', in either format.")],
    json: JsonOption = False,
) -> None:
    """Read a match that was exported; it gets an id of its own."""
    from qb_app.documents.matches import match_row
    from qb_app.documents.text import to_json
    from qb_app.files import read_text
    from qb_app.live.record import read_match
    from qb_app.storage import open_storage

    with open_storage() as storage:
        match_id = read_match(storage.matches, read_text(file), _stored_tools(storage))
        info = storage.matches.info(match_id)
    typer.echo(to_json(match_row(info)) if json else f"Match {match_id}, {info.title}: {info.events} events.")


def _stored_tools(storage: Storage) -> Tools:
    return _tools(storage.opponents, lambda: storage.answers)


def _tools(opponents: OpponentStore | None, answers: Callable[[], AnswerStore]) -> Tools:
    from qb_app.answers.advisor import Advisor
    from qb_app.live.tools import Tools, utc_now
    from qb_app.terminal.console import thinking, tracked

    return Tools(
        opponents=opponents,
        advisor=Advisor(answers, utc_now),
        track=lambda numbers: tracked(numbers, "Looking back", total=len(numbers)),
        busy=thinking,
    )


def _match_id(storage: Storage, match: str) -> str:
    from qb_app.errors import InputError

    if match != LAST:
        return storage.matches.info(match).match_id
    found = storage.matches.matches(limit=1)
    if not found:
        raise InputError("no match has been entered yet; 'qbcoach live' begins one")
    return found[0].match_id


def _run(session: Session, entries: list[str], *, top: int, json: bool, plain: bool) -> None:
    from qb_app.terminal.conversation import converse
    from qb_app.terminal.prompt import open_reader
    from qb_app.terminal.show import open_show

    show = open_show(json=json, plain=plain, top=top)
    show.begin(session)
    converse(session, open_reader(session), show.outcome, first=entries)
    show.leave(session)
