"""The command ``serve``, and what ``qbcoach`` alone does: the page and its interface on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    import socket

    from qb_app.web.server import Place

HOST = "127.0.0.1"
PORT = 8766


def serve(
    host: Annotated[str, typer.Option(help="Where to listen; anything but this machine alone needs a token.")] = HOST,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes any that is free.")] = PORT,
    token_file: Annotated[
        Path | None, typer.Option(help="A file with the token that every request must carry; or set QBCOACH_TOKEN.")
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the page in the browser.")] = False,
    storage: Annotated[
        str | None, typer.Option(metavar="DATABASE", help="A file or URL; without it as for all commands.")
    ] = None,
) -> None:
    """Serve the page and the HTTP interface, until Ctrl-C."""
    from qb_app.web.server import Place, read_token, take_port

    token = read_token(host, token_file)
    listening = take_port(host, port)
    _run(Place(host, listening.getsockname()[1], token), listening, storage, opens=not no_open)


def open_page() -> None:
    """The page on this machine: of a qbCoach that runs already, or of one that is started now."""
    from qb_app.web.browser import show_page
    from qb_app.web.server import Place, answers, read_token, take_free_port

    running = Place(HOST, PORT)
    if answers(running):
        typer.echo(f"qbCoach runs already: {running.address}")
        show_page(running.address)
        return
    token = read_token(HOST, None)
    listening = take_free_port(HOST, PORT)
    _run(Place(HOST, listening.getsockname()[1], token), listening, None, opens=True)


def _run(place: Place, listening: socket.socket, database: str | None, *, opens: bool) -> None:
    from qb_app.api import create_app
    from qb_app.storage import open_storage
    from qb_app.web.browser import show_page
    from qb_app.web.server import run_server
    from qb_app.web.settings import ApiSettings
    from qb_app.web.static import INDEX

    with listening, open_storage(database) as storage:
        settings = ApiSettings(host=place.host, token=place.token)
        app = create_app(settings, storage)
        typer.echo(f"qbCoach: {place.address} (Ctrl-C stops it)")
        if not (settings.static / INDEX).is_file():
            typer.echo("The page is not built yet: 'make page' builds it. The interface works without it.")
        elif opens:
            show_page(place.address)
        run_server(app, listening)
