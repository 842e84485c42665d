"""Deep advice printed: the best move, how sure it is, how the game may go on, and why."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from qb_app.answers.deep import DeepAdvice, MulliganAdvice
from qb_app.figures import counted, signed
from qb_app.terminal.board import BOARD_WIDTH, BoardView
from qb_app.terminal.console import needs_plain, say
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep.chance import Chance
from qb_engine.deep.coach import DeepMove
from qb_engine.deep.mulligans import MulliganChoice
from qb_engine.geometry import Side
from qb_engine.models import CardId, Move
from qb_engine.narration import move_name
from qb_engine.wording import percent, percents

_BAR_WIDTH = 40
_LINE_MOVES = 6
_SHOWN_MULLIGANS = 5


class DeepView:
    """Prints deep advice on one console."""

    def __init__(self, console: Console, hydrator: CardHydrator, *, plain: bool) -> None:
        self.console = console
        self.hydrator = hydrator
        self.plain = plain or needs_plain(console, BOARD_WIDTH)

    def show(self, advice: DeepAdvice, top: int) -> None:
        answer = advice.answer
        best = answer.moves[0]
        mark = "" if self.plain else "➤ "
        self.console.print(Text(f"{mark}{self._headline(best)}", style="bold green"))
        self._win_bar(answer.chance)
        for note in advice.notes:
            say(self.console, f"{'' if self.plain else '! '}Warning: {note}", "yellow")
        if answer.within_noise:
            say(self.console, "All moves are within the noise: choose the one you like, or search longer.", "dim")
        for rank, move in enumerate(answer.moves[:top], 1):
            self._move(rank, move)
            if rank == 1:
                self.console.print()
                self.console.print(f"The board after {self._name(move.move)}:")
                board = move.evaluation.prediction.board
                self.console.print(BoardView(self.hydrator, plain=self.plain).render(board))
        self._basis(advice)

    def show_mulligan(self, advice: MulliganAdvice) -> None:
        best = advice.choices[0]
        mark = "" if self.plain else "➤ "
        self.console.print(Text(f"{mark}{self._mulligan_name(best)}", style="bold green"))
        if best.gain_low <= 0.0 and best.exchanged:
            say(self.console, "The gain is within the noise: keeping the hand may be as good.", "dim")
        for rank, choice in enumerate(advice.choices[:_SHOWN_MULLIGANS], 1):
            say(self.console, f"{rank}. {self._mulligan_name(choice)}: {self._gain(choice)}", indent=0)
        deals = counted(best.deals, "deal")
        told = f"Each of {len(advice.choices)} choices in the same {deals}; a quick player played both sides."
        say(self.console, told, "dim", indent=0)
        say(self.console, f"Belief: {advice.enemy.describe(advice.decks)}.", "dim", indent=0)

    def _headline(self, best: DeepMove) -> str:
        name = "Pass" if best.move.is_pass else f"Play {self._name(best.move)}"
        return f"{name}: {_chance_words(best.chance)}."

    def _win_bar(self, chance: Chance) -> None:
        if self.plain:
            return
        won, drawn = round(chance.win * _BAR_WIDTH), round(chance.draw * _BAR_WIDTH)
        lost = max(0, _BAR_WIDTH - won - drawn)
        bar = Text.assemble("  you ", ("█" * won, "green"), ("▒" * drawn, "dim"), ("░" * lost, "red"), " enemy")
        self.console.print(bar)

    def _move(self, rank: int, move: DeepMove) -> None:
        self.console.print()
        self.console.print(
            Text.assemble(f"{rank}. ", (self._name(move.move), "bold"), f": {_chance_words(move.chance)}")
        )
        chance = move.chance
        win, draw, loss = percents((chance.win, chance.draw, chance.loss))
        margin = "certain" if chance.exact else "expected"
        say(self.console, f"win {win}, draw {draw}, loss {loss}; {margin} margin {signed(chance.margin, 1)}", indent=3)
        if move.reply is not None:
            name, share = self._name(move.reply.move), percent(move.reply.share)
            say(self.console, f"Looked at most as the enemy's answer: {name} ({share} of the worlds)", indent=3)
        if len(move.line) > 1:
            say(self.console, f"Line: {self._line(move.line)}", indent=3)
        for reason, line in zip(move.evaluation.reasons, move.evaluation.lines, strict=True):
            sign = "Warning: " if reason.is_warning else ""
            mark = "" if self.plain else ("! " if reason.is_warning else "+ ")
            say(self.console, f"{mark}{sign}{line}", "yellow" if reason.is_warning else "", indent=3)

    def _line(self, moves: tuple[Move, ...]) -> str:
        side, words = Side.YOU, []
        for move in moves[:_LINE_MOVES]:
            words.append(f"{'you' if side is Side.YOU else 'enemy'} {self._name(move)}")
            side = side.other
        return ", ".join(words) + (" …" if len(moves) > _LINE_MOVES else "")

    def _name(self, move: Move) -> str:
        return move_name(move, self.hydrator)

    def _cards(self, cards: tuple[CardId, ...]) -> str:
        return ", ".join(self.hydrator.get(card_id).name for card_id in cards)

    def _mulligan_name(self, choice: MulliganChoice) -> str:
        if not choice.exchanged:
            return "Keep the hand"
        places = " ".join(str(index + 1) for index in choice.mulligan.indices)
        return f"Exchange {self._cards(choice.exchanged)} (mulligan {places})"

    def _gain(self, choice: MulliganChoice) -> str:
        if not choice.exchanged:
            return f"{percent(choice.points)} of points"
        gains = " to ".join(f"{100 * gain:+.1f}" for gain in (choice.gain_low, choice.gain_high))
        return f"{100 * choice.gain:+.1f} % against keeping (95 %: {gains})"

    def _basis(self, advice: DeepAdvice) -> None:
        self.console.print()
        say(self.console, f"Belief: {advice.enemy.describe(advice.decks)}.", "dim", indent=0)
        if advice.answer.exact:
            say(self.console, "Exact: it holds in every world that is possible under this belief.", "dim", indent=0)
            return
        worlds = f"{advice.answer.nodes:,} worlds searched; estimates with 95 % intervals"
        say(self.console, f"{worlds}, a draw counting as half a win.", "dim", indent=0)


def _chance_words(chance: Chance) -> str:
    if chance.exact:
        return f"{percent(chance.points)} of points, exact"
    interval = f"{percent(chance.low)} to {percent(chance.high)}"
    return f"{percent(chance.points)} of points ({interval}, {chance.sample:,} worlds)"
