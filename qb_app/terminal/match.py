"""The match on the terminal: board, lanes, hand, chance and the best moves, fit for a glance from the sofa."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from qb_app.asking.short_names import SIDE_MARKS
from qb_app.figures import counted, signed
from qb_app.live.context import Expectation
from qb_app.live.game import LiveGame
from qb_app.live.history import MAIN
from qb_app.live.session import Session
from qb_app.terminal.board import BOARD_WIDTH, LANES_IN_WORDS, NARROW_BOARD_WIDTH, SIDE_STYLES, BoardView
from qb_app.terminal.console import needs_plain, say, say_list, tile_naming
from qb_app.terminal.win_bar import win_bar
from qb_engine.card_hydrator import CardHydrator
from qb_engine.errors import QueensBloodError
from qb_engine.geometry import LANE_NAMES, Side
from qb_engine.models import HIDDEN, Card
from qb_engine.narration import move_name

if TYPE_CHECKING:
    from qb_engine.coaching import MoveEvaluation
    from qb_engine.reasons.kinds import Reason


class Screen:
    """Prints a session as it stands."""

    def __init__(self, console: Console, *, plain: bool) -> None:
        self.console = console
        self.plain = plain or needs_plain(console, NARROW_BOARD_WIDTH)
        self.place = tile_naming(plain=self.plain)

    def board(self, hydrator: CardHydrator) -> BoardView:
        """The widest drawing of boards that fits, or words."""
        return BoardView(hydrator, plain=self.plain, narrow=self.console.width < BOARD_WIDTH)

    def show(self, session: Session, *, top: int) -> None:
        """Everything at a glance; ``top`` moves of advice when it is your move, with the cards that are told."""
        game = session.game
        self.console.print()
        self._header(session)
        self.console.print(self.board(game.hydrator).render(game.state.board))
        self._lanes(game)
        self._cards(game)
        if session.misfit is not None:
            say(self.console, session.misfit.sentence, "red", indent=0)
            return
        if top and session.expects in (Expectation.YOUR_MOVE, Expectation.NEW_CARDS):
            self._advice(session, top)
        say(self.console, session.expects.hint, "dim", indent=0)

    def _header(self, session: Session) -> None:
        state, expects = session.state, session.expects
        acting = {Expectation.NOTHING: "the match is over", Expectation.ENEMY_MOVE: "the enemy's move"}
        parts = [f"Turn {state.turn}", acting.get(expects, "your move"), session.setup.title]
        if session.history.branch != MAIN:
            parts.append(f"branch {session.history.branch}")
        say(self.console, (", " if self.plain else " · ").join(parts), "bold", indent=0)

    def _lanes(self, game: LiveGame) -> None:
        """Who leads each lane by how much, and what the last move changed there, seen from your side."""
        before, parts = game.before_move, []
        for lane in game.state.score().lanes:
            lead = lane.power_you - lane.power_enemy
            old = before.lanes[lane.lane_index] if before else lane
            swing = lead - (old.power_you - old.power_enemy)
            told = _lane_words if self.plain else _lane_mark
            parts.append(told(lane.lane_index, lead, swing))
        self.console.print(Text("\n" if self.plain else " · ").join(parts))

    def _cards(self, game: LiveGame) -> None:
        hand = game.state.hands[Side.YOU].cards
        entries = [f"{number} {self._card(card)}" for number, card in enumerate(hand, 1)] or ["no card"]
        left = len(game.unseen) - game.hidden_in_hand
        say_list(self.console, [f"Hand: {entries[0]}", *entries[1:]], indent=0)
        enemy, deck = len(game.state.hands[Side.ENEMY]), len(game.state.decks[Side.ENEMY])
        hidden = f"Enemy: {counted(enemy, 'card')} in hand, {deck} in the deck; your deck: {left}"
        say(self.console, hidden, "dim", indent=0)

    def _card(self, card: Card) -> str:
        if card.id == HIDDEN:
            return "not told"
        if self.plain:
            return f"{card.name} ({'replaces' if card.replaces else f'rank {card.rank}'} power {card.power})"
        return f"{card.name} {'↻' if card.replaces else '●' * card.cost}{card.power}"

    def _advice(self, session: Session, top: int) -> None:
        from qb_engine.reasons.telling import sentence  # only here: with all that it is about, it takes long to load

        try:
            advice, hydrator = session.questions.advice, session.game.hydrator
        except QueensBloodError as error:  # what was entered cannot be; the match goes on, and so do corrections
            say(self.console, f"No advice: {error}", "yellow", indent=0)
            return
        if advice.look is not None:
            self.console.print(win_bar(advice.look.chance, plain=self.plain))
        for note in advice.question.assumed:
            say(self.console, note, "yellow", indent=0)
        for line in advice.waiting(self.place):
            say(self.console, line, indent=0)
        for move in advice.recommendation.moves[:top]:
            name = move_name(move.candidate.move, hydrator, self.place)
            title = f"{move.rank}. {name}: {advice.standing(move)}"
            say(self.console, title, "bold green" if move.rank == 1 else "", indent=0)
            for reason in _worth_saying(move):
                line = sentence(reason, hydrator, self.place)
                if reason.is_warning:
                    say(self.console, f"{'' if self.plain else '! '}Warning: {line}", "yellow", indent=3)
                else:
                    say(self.console, line if self.plain else f"+ {line}", indent=3)


def _worth_saying(move: MoveEvaluation) -> list[Reason]:
    """The first reasons for a move and the first against it; for an alternate only the very first."""
    if move.rank > 1:
        return list(move.reasons[:1])
    warnings = [reason for reason in move.reasons if reason.is_warning]
    return [reason for reason in move.reasons if not reason.is_warning][:2] + warnings[:1]


def _lane_mark(lane: int, lead: int, swing: int) -> Text:
    shown = f" ({signed(swing)})" if swing else ""
    if lead == 0:
        return Text(f"{LANE_NAMES[lane]} even{shown}")
    leader = Side.YOU if lead > 0 else Side.ENEMY
    return Text.assemble(f"{LANE_NAMES[lane]} ", (f"{SIDE_MARKS[leader]} by {abs(lead)}", SIDE_STYLES[leader]), shown)


def _lane_words(lane: int, lead: int, swing: int) -> Text:
    standing = "even" if lead == 0 else f"{'you lead' if lead > 0 else 'the enemy leads'} by {abs(lead)}"
    change = f", {abs(swing)} {'better' if swing > 0 else 'worse'} for you by the last move" if swing else ""
    return Text(f"{LANES_IN_WORDS[lane]} lane: {standing}{change}")
