"""The terminal as this program writes to it."""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from io import TextIOWrapper
from typing import Any, Literal, Protocol, TypeVar

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from gamekit.quoting import escaped
from qb_engine.geometry import TileNaming, long_name

T = TypeVar("T")

_NO_BREAK = "\N{NO-BREAK SPACE}"


class SafeConsole(Console):
    """Shows control characters in what it is given, wherever that comes from, and never lets a terminal obey them.

    A string is one line, so its line ends are shown too; what has several lines is a Text or something drawn.
    """

    def render_str(self, text: str, **options: Any) -> Text:
        return super().render_str(escaped(text), **options)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        for segment in super().render(renderable, options):
            text, style, control = segment
            if control or text.isprintable():
                yield segment
            else:
                yield Segment(escaped(text, keep="\n"), style)


def open_console(*, stderr: bool = False, width: int | None = None, plain: bool = False) -> Console:
    """A console that prints exactly what it is given; with NO_COLOR it writes no escape code at all, not even bold."""
    colours: Literal["auto"] | None = None if plain or os.environ.get("NO_COLOR") else "auto"
    return SafeConsole(stderr=stderr, width=width, highlight=False, markup=False, emoji=False, color_system=colours)


def echo(text: str, *, err: bool = False, end: str = "\n") -> None:
    """Lines of plain text, for what is not drawn."""
    print(escaped(text, keep="\n"), end=end, file=sys.stderr if err else sys.stdout, flush=True)


def needs_plain(console: Console, width: int) -> bool:
    """Whether drawings of that width cannot be shown: the terminal is too narrow or does not know the glyphs."""
    return console.width < width or not console.encoding.startswith("utf")


def tile_naming(*, plain: bool) -> TileNaming:
    """Plain words name tiles in full, so that no screen has them in both forms."""
    return long_name if plain else str


def say(console: Console, text: str, style: str = "", *, indent: int = 2) -> None:
    """Print a paragraph of whole words, each line indented, without the trailing spaces that rich would add."""
    margin = " " * indent
    lines = textwrap.fill(
        escaped(text),
        console.width,
        initial_indent=margin,
        subsequent_indent=margin,
        break_long_words=False,
        break_on_hyphens=False,
    ).replace(_NO_BREAK, " ")
    console.print(Text(lines, style=style), soft_wrap=True)


def say_list(console: Console, entries: Sequence[str], style: str = "", *, indent: int = 2) -> None:
    """Print entries with commas; lines break only between entries, so that a deck can be pasted back."""
    say(console, ", ".join(entry.replace(" ", _NO_BREAK) for entry in entries), style, indent=indent)


def tolerate_unknown_glyphs() -> None:
    """Let a terminal without Unicode show question marks instead of ending the program."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def thinking() -> AbstractContextManager[object]:
    """A sign that something is being computed, on a terminal that watches stderr."""
    if not sys.stderr.isatty():
        return nullcontext()
    return open_console(stderr=True).status("Thinking …")


def tracked(work: Iterable[T], title: str = "Playing", *, total: int, done: int = 0) -> Iterator[T]:
    """The pieces of work one by one, with a progress bar on a terminal that watches stderr."""
    with progress_bar(title) as report:
        for count, piece in enumerate(work, done + 1):
            yield piece
            report(count / total)


class Report(Protocol):
    """Tells how far the work is, 0 to 1, and what is best to say of it."""

    def __call__(self, share: float, title: str | None = None, /) -> None: ...


@contextmanager
def progress_bar(title: str) -> Iterator[Report]:
    """Hands out a function to tell how far the work is; a bar shows it on a terminal that watches stderr."""
    if not sys.stderr.isatty():
        yield lambda share, title=None: None
        return
    from rich.progress import Progress  # only here: it takes longer to load than the rest of rich

    with Progress(console=open_console(stderr=True), transient=True) as progress:
        task = progress.add_task(title, total=1.0)
        yield lambda share, title=None: progress.update(task, completed=share, description=title)
