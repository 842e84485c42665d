"""Where the lines of a live match come from: an editing prompt on a terminal, else plain lines."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from qb_app.live.grammar import BOARD_ENDS, WORDS, starts_board
from qb_engine.geometry import TILES, Side
from qb_engine.models import HIDDEN

if TYPE_CHECKING:
    from prompt_toolkit.completion import Completer

    from qb_app.live.session import Session


class Reader(Protocol):
    def read(self, prompt: str) -> str:
        """The next line; EOFError when there is none."""
        ...


class LineReader:
    """Lines of a pipe or a terminal that cannot edit; a board pasted over several lines is one entry."""

    def __init__(self, lines: Iterable[str], *, prompting: bool) -> None:
        self._lines = iter(lines)
        self._prompting = prompting

    def read(self, prompt: str) -> str:
        if self._prompting:
            print(prompt, end="", flush=True)
        return whole_entry(self._next(), iter(self._next, None))

    def _next(self) -> str:
        for line in self._lines:
            return line.rstrip("\n")
        raise EOFError


def whole_entry(first: str, more: Iterator[str]) -> str:
    """The line, with those that follow it while a printed board is being pasted."""
    if not starts_board(first.strip()) or BOARD_ENDS in first:
        return first
    lines = [first]
    for line in more:
        lines.append(line)
        if line.strip().startswith(BOARD_ENDS):
            break
    return "\n".join(lines)


class PromptReader:
    """A line with editing, completion and history."""

    def __init__(self, session: Session) -> None:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.history import InMemoryHistory

        # The history is the match itself, so that it needs no file and is there after 'resume'.
        past = InMemoryHistory(entered_lines(session))
        self._prompt: PromptSession[str] = PromptSession(
            history=past, completer=_completer(session), complete_while_typing=False, enable_open_in_editor=False
        )

    def read(self, prompt: str) -> str:
        return whole_entry(self._prompt.prompt(prompt), iter(lambda: self._prompt.prompt(""), None))


def entered_lines(session: Session) -> list[str]:
    from qb_app.live.telling import describe

    return [describe(entry.command, session.game.hydrator).lower() for entry in session.line]


def open_reader(session: Session) -> Reader:
    if sys.stdin.isatty() and sys.stdout.isatty():
        return PromptReader(session)
    return LineReader(sys.stdin, prompting=sys.stdin.isatty())


def completions(session: Session, line: str) -> Sequence[str]:
    """Words that may follow: commands, the cards that make sense there, and tiles after a card."""
    words = line.split(" ")
    first = words[0].casefold()
    game = session.game
    if first == "e" and len(words) > 1:
        cards, before = list(session.questions.enemy_cards), " ".join(words[1:])
    elif first in ("draw", "hand") and len(words) > 1:
        cards, before = list(game.unseen), line.partition(" ")[2].rpartition(",")[2].lstrip()
    else:
        cards, before = game.state.hands[Side.YOU].as_card_ids(), line
    names = dict.fromkeys(game.hydrator.get(card_id).name.lower() for card_id in cards if card_id != HIDDEN)
    begun = [name[len(before) :] for name in names if name.startswith(before.casefold())]
    tiles = [str(tile).lower() for tile in TILES if str(tile).lower().startswith(words[-1].casefold())]
    commands = [word[len(line) :] for word in WORDS if word.startswith(line)] if len(words) == 1 else []
    return [*begun, *commands] or ([tile[len(words[-1]) :] for tile in tiles] if len(words) > 1 else [])


def _completer(session: Session) -> Completer:
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document

    class SessionCompleter(Completer):
        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
            line = document.text_before_cursor
            for rest in completions(session, line):
                yield Completion(rest, display=line.rpartition(" ")[2] + rest)

    return SessionCompleter()
