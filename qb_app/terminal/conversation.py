"""The conversation of a live match: a line is read, entered, and what came of it is shown.

Lines come from an editing prompt on a terminal, else from a pipe; people see a screen, programs read JSON.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from gamekit.quoting import escaped, has_controls
from qb_app.live.edits import KINDS as EDITS
from qb_app.live.edits import last_begun
from qb_app.live.grammar import BOARD_ENDS, WORDS, starts_board
from qb_app.live.outcome import Outcome
from qb_app.live.session import Session
from qb_app.storage.errors import StorageError
from qb_engine.errors import QueensBloodError
from qb_engine.geometry import TILES, Side, TileNaming, long_name
from qb_engine.models import HIDDEN

if TYPE_CHECKING:
    from prompt_toolkit.completion import Completer

    from qb_app.terminal.match import Screen

QUIT = frozenset({"quit", "exit", "q"})
NOTHING_LOST = "Nothing is lost: every entry is saved. 'quit' leaves, 'undo' takes the last entry back."


def converse(session: Session, reader: Reader, show: Show, *, first: Sequence[str] = ()) -> bool:
    """Enter the lines given, then those that are read, until there is none or the player leaves.

    Whether all of them were taken; at a prompt a slip is put right by the next line, and does not count. Ctrl-C stops
    what is being computed or typed; what was entered before is in the store.
    """
    waiting, taken = list(first), True
    while True:
        try:
            given = bool(waiting) or not reader.prompting
            line = waiting.pop(0) if waiting else reader.read(f"{session.expects}> ")
            if line.strip().casefold() in QUIT:
                return taken
            if line.strip():
                taken = (_take(session, line, show) or not given) and taken
        except EOFError:
            return taken
        except KeyboardInterrupt:
            session.refresh()  # an entry may have been stored just before the key was pressed
            show.outcome(session, Outcome(lines=(NOTHING_LOST,)))


def _take(session: Session, line: str, show: Show) -> bool:
    """Enter a line and show what came of it; whether it was taken."""
    try:
        outcome = session.enter(line)
    except StorageError as error:
        outcome = Outcome(lines=(f"not saved: {error}",), refused=True)
    show.outcome(session, outcome)
    return not outcome.refused


class Show(Protocol):
    @property
    def place(self) -> TileNaming:
        """How tiles are named there."""
        ...

    def begin(self, session: Session) -> None: ...

    def outcome(self, session: Session, outcome: Outcome) -> None: ...

    def leave(self, session: Session) -> None: ...


class ScreenShow:
    """The terminal: what was understood, then the whole screen whenever the match has changed."""

    def __init__(self, screen: Screen, *, top: int) -> None:
        self._screen = screen
        self._top = top
        self.place = screen.place

    def begin(self, session: Session) -> None:
        self._screen.show(session, top=self._top)

    def outcome(self, session: Session, outcome: Outcome) -> None:
        from qb_app.terminal.console import say, say_list

        style = "red" if outcome.refused else "cyan" if outcome.choice else ""
        for line in outcome.lines:
            say(self._screen.console, line, style, indent=0)
        if outcome.choice is not None and len(outcome.choice.labels) > 1:
            numbered = [f"{number} {label}" for number, label in enumerate(outcome.choice.labels, 1)]
            say_list(self._screen.console, numbered, style)
        if outcome.answer is not None:
            from qb_app.terminal.answers import AnswerView

            AnswerView(self._screen).show(outcome.answer)
        if outcome.changed and self._top and session.game.wants_remarks and session.questions.is_news:
            self._remark(session)
        if outcome.changed or outcome.conflict is not None:
            self._screen.show(session, top=self._top)

    def _remark(self, session: Session) -> None:
        """A quiet word, where the last move was costly."""
        from qb_app.terminal.console import say

        try:
            remark = session.questions.remark()
        except QueensBloodError:
            return  # what the coach cannot reckon with, the screen tells
        for line in () if remark is None else remark.lines:
            say(self._screen.console, line, "dim", indent=0)

    def leave(self, session: Session) -> None:
        from qb_app.terminal.console import say

        if session.version:
            told = f"Saved as match {session.match_id}: 'qbcoach resume {session.match_id}' goes on with it."
            say(self._screen.console, told, indent=0)


class JsonShow:
    """Programs: one document for every line that was entered."""

    @property
    def place(self) -> TileNaming:
        return str

    def begin(self, session: Session) -> None:
        self.outcome(session, Outcome())

    def outcome(self, session: Session, outcome: Outcome) -> None:
        from qb_app.documents.matches import outcome_document
        from qb_app.documents.text import to_json
        from qb_engine.card_hydrator import CardHydrator

        print(to_json(outcome_document(session, outcome, CardHydrator()), indent=None), flush=True)

    def leave(self, session: Session) -> None:
        pass


def open_show(*, json: bool, plain: bool, top: int) -> Show:
    if json:
        return JsonShow()
    from qb_app.terminal.console import open_console
    from qb_app.terminal.match import Screen

    return ScreenShow(Screen(open_console(), plain=plain), top=top)


class Reader(Protocol):
    @property
    def prompting(self) -> bool:
        """Whether somebody sits there and sees what comes of each line before the next."""
        ...

    def read(self, prompt: str) -> str:
        """The next line; EOFError when there is none."""
        ...


class LineReader:
    """Lines of a pipe or a terminal that cannot edit; a board pasted over several lines is one entry."""

    def __init__(self, lines: Iterable[str], *, prompting: bool) -> None:
        self._lines = iter(lines)
        self.prompting = prompting

    def read(self, prompt: str) -> str:
        if self.prompting:
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

    prompting = True

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

    return [escaped(describe(entry.command, session.game.hydrator)).lower() for entry in session.line]


def open_reader(session: Session) -> Reader:
    if sys.stdin.isatty() and sys.stdout.isatty():
        return PromptReader(session)
    return LineReader(sys.stdin, prompting=sys.stdin.isatty())


def completions(session: Session, line: str) -> Sequence[str]:
    """What may follow: commands, the cards that make sense there, and tiles after a card."""
    words = line.split(" ")
    first = words[0].casefold()
    if first in EDITS and len(words) > 1:
        entry = last_begun(line)
        return [] if entry is None else completions(session, entry)
    game = session.game
    if first == "e" and len(words) > 1:
        cards, before = list(session.questions.enemy_cards), " ".join(words[1:])
    elif first in ("draw", "hand") and len(words) > 1:
        cards, before = list(game.unseen), line.partition(" ")[2].rpartition(",")[2].lstrip()
    else:
        cards, before = game.state.hands[Side.YOU].as_card_ids(), line
    known = (game.hydrator.get(card_id).name.lower() for card_id in cards if card_id != HIDDEN)
    names = dict.fromkeys(name for name in known if not has_controls(name))
    begun = [name[len(before) :] for name in names if name.startswith(before.casefold())]
    commands = [word[len(line) :] for word in WORDS if word.startswith(line)] if len(words) == 1 else []
    return [*begun, *commands] or (_tiles_begun(words) if len(words) > 1 else [])


def _tiles_begun(words: Sequence[str]) -> list[str]:
    """What is missing of every tile that the last two words may be, or the last one, in the form that was begun."""
    forms: tuple[TileNaming, ...] = (str, long_name, lambda tile: tile.long.replace("-", " "))
    for begun in (" ".join(words[-2:]).casefold(), words[-1].casefold()):
        for form in forms:
            names = [form(tile).lower() for tile in TILES]
            if found := [name[len(begun) :] for name in names if name.startswith(begun)]:
                return found
    return []


def _completer(session: Session) -> Completer:
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document

    class SessionCompleter(Completer):
        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
            line = document.text_before_cursor
            for rest in completions(session, line):
                yield Completion(rest, display=line.rpartition(" ")[2] + rest)

    return SessionCompleter()
