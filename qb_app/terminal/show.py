"""How a live match speaks: a screen for people, one JSON document a line for programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Protocol

from qb_app.live.outcome import Outcome

if TYPE_CHECKING:
    from qb_app.live.session import Session
    from qb_app.terminal.match import Screen


class Show(Protocol):
    def begin(self, session: Session) -> None: ...

    def outcome(self, session: Session, outcome: Outcome) -> None: ...

    def leave(self, session: Session) -> None: ...


class ScreenShow:
    """The terminal: what was understood, then the whole screen whenever the match has changed."""

    def __init__(self, screen: Screen, *, top: int) -> None:
        self._screen = screen
        self._top = top

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
        if outcome.changed:
            self._screen.show(session, top=self._top)

    def leave(self, session: Session) -> None:
        from qb_app.terminal.console import say

        if session.version:
            told = f"Saved as match {session.match_id}: 'qbcoach resume {session.match_id}' goes on with it."
            say(self._screen.console, told, indent=0)


class JsonShow:
    """Programs: one document for every line that was entered."""

    def begin(self, session: Session) -> None:
        self.outcome(session, Outcome())

    def outcome(self, session: Session, outcome: Outcome) -> None:
        from qb_app.documents.matches import outcome_document
        from qb_engine.card_hydrator import CardHydrator

        print(json.dumps(outcome_document(session, outcome, CardHydrator()), ensure_ascii=False), flush=True)

    def leave(self, session: Session) -> None:
        pass


def open_show(*, json: bool, plain: bool, top: int) -> Show:
    if json:
        return JsonShow()
    from qb_app.terminal.console import open_console
    from qb_app.terminal.match import Screen

    return ScreenShow(Screen(open_console(), plain=plain), top=top)
