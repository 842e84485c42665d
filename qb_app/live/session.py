"""Session: one live match behind command line, page and interface. Text goes in, an outcome comes out.

Everything that changes the match is one event in the store, committed before the outcome is returned. The state is
never kept: it is the replay of the events that stand after undo, redo and branches.
"""

from __future__ import annotations

from dataclasses import replace

from gamekit.quoting import has_controls, quoted
from qb_app import limits
from qb_app.errors import InputError
from qb_app.live import commands as c
from qb_app.live.context import Expectation, expectation, in_context
from qb_app.live.doubt import Doubt, Lookup
from qb_app.live.game import LiveGame
from qb_app.live.grammar import format_command, parse_command
from qb_app.live.guide import CARD
from qb_app.live.history import MAIN, Entry, History, read_event
from qb_app.live.outcome import Choice, Outcome, refusal
from qb_app.live.questions import Questions
from qb_app.live.refusals import handing_in, not_shown, nothing_to, unknown_card
from qb_app.live.revision import Revision, UnfitError
from qb_app.live.setup import MatchSetup
from qb_app.live.standing import Misfit, Standing, stand
from qb_app.live.stored_form import stored_form
from qb_app.live.telling import describe, tell
from qb_app.live.tools import Tools
from qb_app.naming import check_branch
from qb_app.storage.errors import ConflictError
from qb_app.storage.stores import MatchLog, NewMatchLog
from qb_engine.changes import Change
from qb_engine.errors import QueensBloodError, UnknownCardError
from qb_engine.game_state import GameState
from qb_engine.models import CardId

ENTERED_ALREADY = "This was entered already."
_LINE_ENDS = "\t\n\r"
"""A board is pasted in several lines."""


class Session:
    """A match that is being entered."""

    def __init__(self, store: MatchLog, match_id: str, tools: Tools, *, settles: bool = True) -> None:
        self._store = store
        self._tools = tools
        self._settles = settles
        self._pending: Doubt | None = None
        self.match_id = match_id
        self.setup = MatchSetup.from_json(store.setup(match_id))
        self._seen = self._stored_sighting() if settles else ()
        self._info = store.info(match_id)
        self.result = self._info.result
        self.refresh()

    @staticmethod
    def start(store: NewMatchLog, setup: MatchSetup, tools: Tools | None = None, *, key: str | None = None) -> Session:
        """A new match; with a ``key`` that was used before, the one that was begun with it."""
        tools = tools or Tools()
        at, rules = tools.clock(), str(setup.ruleset)
        info = store.create(setup.to_json(), title=setup.title, ruleset=rules, opponent=setup.opponent, at=at, key=key)
        return Session(store, info.match_id, tools)

    @staticmethod
    def resume(store: MatchLog, match_id: str, tools: Tools | None = None) -> Session:
        """A match of the store, as it was left."""
        return Session(store, match_id, tools or Tools())

    @staticmethod
    def look(store: MatchLog, match_id: str, tools: Tools | None = None) -> Session:
        """A match of the store for one who only reads: looking at it writes nothing."""
        return Session(store, match_id, tools or Tools(), settles=False)

    def refresh(self) -> None:
        """Read the match from the store, whoever wrote it."""
        self._stand_at(History.of(self._store.events(self.match_id)))

    @property
    def state(self) -> GameState:
        return self.game.state

    @property
    def version(self) -> int:
        return self.history.version

    @property
    def expects(self) -> Expectation:
        """What the match waits for."""
        return expectation(self.game)

    @property
    def choice(self) -> Choice | None:
        """The question that is open."""
        return None if self._pending is None else self._pending.choice

    @property
    def line(self) -> tuple[Entry, ...]:
        """The events that stand, in the branch that is looked at."""
        return self.history.line.stands

    @property
    def fitting(self) -> tuple[Entry, ...]:
        """Those of them that the match stands after."""
        return self.line if self.misfit is None else self.line[: self.misfit.number - 1]

    def enter(self, text: str, *, key: str | None = None) -> Outcome:
        """Take in one line. A refusal changes nothing. ``key`` makes a repeated line count once."""
        seen = self.version
        try:
            if key is not None and self._store.has_key(self.match_id, key):
                return Outcome(lines=(ENTERED_ALREADY,))
            return self._enter(text, key)
        except UnknownCardError as error:
            return refusal(unknown_card(error, CARD))
        except UnfitError as error:
            return replace(refusal(error), unfit=error.unfit)
        except (QueensBloodError, InputError) as error:
            return refusal(error)
        except ConflictError as error:
            self.refresh()
            return Outcome(lines=(self._went_on(seen),), refused=True, conflict=str(error))

    def _went_on(self, seen: int) -> str:
        """What others have entered since the match had that version, as the reason why a line was not taken."""
        added = self._store.events(self.match_id, seen)
        last = quoted(describe(read_event(added[-1]).command, self.game.hydrator, self._tools.place))
        entries = "1 entry was added," if len(added) == 1 else f"{len(added)} entries were added, the last"
        return (
            f"the match went on elsewhere: {entries} {last}; it is shown as it stands now, "
            "enter yours again if it still fits"
        )

    def _enter(self, text: str, key: str | None) -> Outcome:
        if has_controls(text.translate(dict.fromkeys(map(ord, _LINE_ENDS)))):
            raise not_shown()
        command, pending = parse_command(text), self._pending
        if isinstance(command, c.Reply):
            return self._answer(command.text, key)
        self._pending = None
        try:
            return self._run(in_context(command, self.game), (), key)
        except (QueensBloodError, InputError):
            self._pending = pending  # a slip does not close the question
            raise

    def _answer(self, text: str, key: str | None) -> Outcome:
        pending = self._pending
        if pending is None:
            raise InputError(f"no question is open, so {quoted(text)} answers nothing; '?' shows what can be entered")
        cards = pending.naming.cards
        if text in ("n", "no"):
            self._pending = None
            hint = (f"A {handing_in(CARD)}.",) if pending.naming.typo else ()
            return Outcome(lines=("Nothing was entered.", *hint))
        if text in ("y", "yes") and len(cards) > 1:
            raise InputError(f"say which one by its number, 1 to {len(cards)}")
        number = 1 if text in ("y", "yes") else int(text)
        if not 1 <= number <= len(cards):
            raise InputError(f"the choice goes from 1 to {len(cards)}; 'n' leaves it")
        self._pending = None
        return self._run(pending.command, (*pending.chosen, cards[number - 1]), key)

    def _run(self, command: c.Command, chosen: tuple[CardId, ...], key: str | None) -> Outcome:
        """Look up what is named, ask where that is not certain, then do it."""
        if isinstance(command, c.Play):
            self.game.check_turn(command.side, command.card)  # before any question about the name
        lookup = Lookup(chosen)
        if isinstance(command, c.Revise):
            found: c.Command | None = self._revision.understood(command, lookup)
        else:
            found = lookup.named(command, self.questions)
        if found is None:
            self._pending = lookup.doubt(command)
            choice = self._pending.choice
            return Outcome(lines=(choice.question,), choice=choice)
        return self._change(found, key) if found.kind else self.questions.answer(found)

    @property
    def _revision(self) -> Revision:
        return Revision(self.setup, self.line, self.game.hydrator, self._questions_in)

    def _questions_in(self, game: LiveGame) -> Questions:
        """For a game that is not the one that stands."""
        return Questions(game, self.history, (), self._info, self._tools)

    def _change(self, command: c.Command, key: str | None) -> Outcome:
        """Try the command on a replay, store it, and only then stand at it."""
        if self.version >= limits.MOST_EVENTS and not isinstance(command, c.Undo):
            raise InputError(
                f"a match takes {limits.MOST_EVENTS:,} entries at most, and this one has them; begin another"
            )
        wanted, command = command, self._settled(command)
        before, at = self.history, self._tools.clock()
        after = before.after(Entry(self.version + 1, command, at))
        standing, changes = self._tried(command, after)
        text = format_command(command)
        revision = self._revision if isinstance(command, c.Revise) else None
        event = self._store.append(self.match_id, command.kind, {"text": text}, expected=self.version, at=at, key=key)
        if event.seq != after.version:  # the key was used before: this line is in the log already
            self.refresh()
            return Outcome(lines=(ENTERED_ALREADY,))
        self._stand_at(after, standing)
        game = standing.game
        told = tell(command, before, self.history, game, changes, self._tools.place)
        fewer = () if wanted == command or not isinstance(command, c.Undo | c.Redo) else (_only(command),)
        back = revision.back(command, self.line) if revision and isinstance(command, c.Revise) else None
        return Outcome(lines=(*told, *fewer, *game.remarks), entered=text, changes=tuple(changes), inverse=back)

    def _settled(self, command: c.Command) -> c.Command:
        """The command in the form in which it is stored."""
        match command:
            case c.Branch(name) if name not in self.history.lines:
                check_branch(name)
            case c.Undo(times) | c.Redo(times):
                line = self.history.line
                there = len(line.stands if isinstance(command, c.Undo) else line.undone)
                if there == 0:
                    raise nothing_to(command.kind)
                return replace(command, times=min(times, there))
        return stored_form(command, self.game)

    def _tried(self, command: c.Command, history: History) -> tuple[Standing, list[Change]]:
        """The match as that history leaves it, and what its last entry changed; a refusal if that cannot be.

        Going back, or to another branch, always can.
        """
        entries = history.line.stands
        if isinstance(command, c.Undo | c.Branch | c.Revise):  # a revision was played through when it was understood
            return stand(self.setup, entries), []
        if self.misfit is not None:
            raise InputError(self.misfit.sentence)
        game = LiveGame.replay(self.setup, [entry.command for entry in entries[:-1]])
        return Standing(game, None), game.apply(entries[-1].command)

    def _stand_at(self, history: History, standing: Standing | None = None) -> None:
        standing = standing or stand(self.setup, history.line.stands)
        self.history = history
        self.game = standing.game
        self.misfit: Misfit | None = standing.misfit
        """The entry before which the match stands because it no longer fits."""
        self.questions = Questions(self.game, history, self.fitting, self._info, self._tools)
        if self._settles and history.branch == MAIN and self.misfit is None:
            self._settle()

    def _settle(self) -> None:
        """Keep beside the log what other matches and lists ask for; only what really happened, never a what-if."""
        result = self.game.result
        if result != self.result:
            self._store.set_result(self.match_id, result)
            self.result = result
        opponents, opponent = self._tools.opponents, self.setup.opponent
        if opponents is not None and opponent is not None:
            seen = tuple(self.game.enemy_played)
            if seen != self._seen:
                opponents.see(opponent, self.match_id, seen)
                self._seen = seen

    def _stored_sighting(self) -> tuple[CardId, ...]:
        """What is kept of the opponent in this match."""
        opponents, opponent = self._tools.opponents, self.setup.opponent
        if opponents is None or opponent is None:
            return ()
        return next((one.card_ids for one in opponents.seen(opponent) if one.match_id == self.match_id), ())


def _only(command: c.Undo | c.Redo) -> str:
    there = "was only 1 entry" if command.times == 1 else f"were only {command.times} entries"
    return f"There {there} to {command.kind}."
