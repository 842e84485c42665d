"""The command ``serve``, and what ``qbcoach`` alone does: the page and its interface on this machine."""

from __future__ import annotations

import ipaddress
import re
import socket
import sys
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Annotated

import typer

from gamekit.quoting import quoted
from qb_app.answers.checks import check_engine
from qb_app.api import create_app
from qb_app.errors import InputError
from qb_app.storage import check_storage, open_storage
from qb_app.storage.location import database_location, missing_folder
from qb_app.terminal.console import echo, open_console
from qb_app.terminal.invitation import print_invitation
from qb_app.web.browser import show_page
from qb_app.web.place import Place
from qb_app.web.server import answers, run_server, take_free_port, take_port
from qb_app.web.settings import DEFAULT_HOST, DEFAULT_PORT, ApiSettings
from qb_app.web.static import INDEX
from qb_app.web.tokens import needed_token, new_token, read_token
from qb_engine.card_hydrator import CardHydrator

_NAME = re.compile(r"(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*")


def serve(
    host: Annotated[
        str, typer.Option(help="Where to listen; anything but this machine alone needs a token.")
    ] = DEFAULT_HOST,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes any that is free.")] = DEFAULT_PORT,
    token_file: Annotated[
        Path | None, typer.Option(help="A file with the token that every request must carry; or set QBCOACH_TOKEN.")
    ] = None,
    makes_token: Annotated[
        bool, typer.Option("--new-token", help="Make a token, and show it; with --token-file it is kept there.")
    ] = False,
    public_name: Annotated[
        str | None, typer.Option(metavar="NAME", help="The name of a proxy with TLS in front of it.")
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None, typer.Option(metavar="ADDRESS", help="A proxy that tells for whom it asks; can be repeated.")
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the page in the browser.")] = False,
    storage: Annotated[
        str | None, typer.Option(metavar="DATABASE", help="A file or URL; without it as for all commands.")
    ] = None,
) -> None:
    name = None if public_name is None else _read_name(public_name)
    proxies = tuple(_read_proxy(given) for given in trusted_proxy or ())
    token = None
    if not makes_token:
        token = needed_token(read_token(token_file), host, proxied=name is not None or bool(proxies))
    check_engine(CardHydrator.shared())
    _check_place(storage)
    with take_port(host, port) as listening:
        if makes_token:
            token = new_token(token_file)
        settings = ApiSettings(host=host, public_name=name, trusted_proxies=proxies, token=token)
        _run(settings, listening, storage, opens=not no_open, is_token_known=token_file is not None or not makes_token)


def open_page() -> None:
    """The page on this machine: of a qbCoach that runs already, or of one that is started now."""
    running = Place(DEFAULT_HOST, DEFAULT_PORT)
    if answers(running):
        echo(f"qbCoach runs already: {running.address}")
        show_page(running.address)
        return
    token = read_token(None)
    check_engine(CardHydrator.shared())
    _check_place(None)
    with take_free_port(DEFAULT_HOST, DEFAULT_PORT) as listening:
        _run(ApiSettings(token=token), listening, None, opens=True, is_token_known=True)


def _check_place(database: str | None) -> None:
    """Refuse a database that cannot be used; who can be asked may have a missing folder made."""
    location = database_location(database)
    folder = missing_folder(location) if isinstance(location, Path) else None
    if folder and sys.stdin.isatty() and typer.confirm(f"The folder {folder} is missing. Make it?"):
        folder.mkdir(parents=True)
    check_storage(database)


def _run(
    settings: ApiSettings, listening: socket.socket, database: str | None, *, opens: bool, is_token_known: bool
) -> None:
    place = Place(settings.host, listening.getsockname()[1], settings.token, settings.public_name)
    with open_storage(database) as storage:
        app = create_app(settings, storage)
        echo(f"qbCoach: {place.address} (Ctrl-C stops it)")
        _invite(place, is_token_known=is_token_known)
        if not (settings.static / INDEX).is_file():
            echo("The page is not built yet: 'make page' builds it. The interface works without it.")
        elif opens:
            show_page(place.address)
        run_server(app, listening)


def _invite(place: Place, *, is_token_known: bool) -> None:
    """How others come in. A token that the user has already is not written into a log."""
    if place.token is None:
        return
    shows_token = sys.stdout.isatty() or not is_token_known
    address = place.address_for_others or place.address
    if shows_token:
        address = place.with_token(address)
    if place.address_for_others is not None:
        print_invitation(open_console(), address)
    elif shows_token:
        echo(f"With its token: {address}")


def _read_name(text: str) -> str:
    name = text.lower()
    if not _NAME.fullmatch(name):
        raise InputError(
            f"{quoted(text)} is no name of a server: give it alone, without http:// and port, as in coach.example.org"
        )
    return name


def _read_proxy(text: str) -> IPv4Network | IPv6Network:
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        raise InputError(
            f"{quoted(text)} is no address of a proxy: give one as in 192.168.1.2, or a network as in 172.18.0.0/16"
        ) from None
