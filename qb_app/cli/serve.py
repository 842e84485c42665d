"""The command ``serve``, and what ``qbcoach`` alone does: the page and its interface on this machine."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Annotated

import typer

from qb_app.answers.checks import check_engine
from qb_app.api import create_app
from qb_app.storage import open_storage
from qb_app.terminal.console import echo
from qb_app.web.browser import show_page
from qb_app.web.server import Place, answers, read_token, run_server, take_free_port, take_port
from qb_app.web.settings import DEFAULT_HOST, DEFAULT_PORT, ApiSettings
from qb_app.web.static import INDEX
from qb_engine.card_hydrator import CardHydrator


def serve(
    host: Annotated[
        str, typer.Option(help="Where to listen; anything but this machine alone needs a token.")
    ] = DEFAULT_HOST,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes any that is free.")] = DEFAULT_PORT,
    token_file: Annotated[
        Path | None, typer.Option(help="A file with the token that every request must carry; or set QBCOACH_TOKEN.")
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the page in the browser.")] = False,
    storage: Annotated[
        str | None, typer.Option(metavar="DATABASE", help="A file or URL; without it as for all commands.")
    ] = None,
) -> None:
    token = read_token(host, token_file)
    check_engine(CardHydrator.shared())
    listening = take_port(host, port)
    _run(Place(host, listening.getsockname()[1], token), listening, storage, opens=not no_open)


def open_page() -> None:
    """The page on this machine: of a qbCoach that runs already, or of one that is started now."""
    running = Place(DEFAULT_HOST, DEFAULT_PORT)
    if answers(running):
        echo(f"qbCoach runs already: {running.address}")
        show_page(running.address)
        return
    token = read_token(DEFAULT_HOST, None)
    check_engine(CardHydrator.shared())
    listening = take_free_port(DEFAULT_HOST, DEFAULT_PORT)
    _run(Place(DEFAULT_HOST, listening.getsockname()[1], token), listening, None, opens=True)


def _run(place: Place, listening: socket.socket, database: str | None, *, opens: bool) -> None:
    with listening, open_storage(database) as storage:
        settings = ApiSettings(host=place.host, token=place.token)
        app = create_app(settings, storage)
        echo(f"qbCoach: {place.address} (Ctrl-C stops it)")
        if not (settings.static / INDEX).is_file():
            echo("The page is not built yet: 'make page' builds it. The interface works without it.")
        elif opens:
            show_page(place.address)
        run_server(app, listening)
