"""The coach's advice printed for a player who glances at a second screen: what to play comes first."""

from __future__ import annotations

from collections import Counter

from rich.console import Console
from rich.text import Text

from qb_app.answers.advice import Advice
from qb_app.asking.short_names import SIDE_MARKS
from qb_app.figures import counted, points, signed
from qb_app.terminal.board import BOARD_WIDTH, SIDE_STYLES, BoardView
from qb_app.terminal.console import needs_plain, say, say_list
from qb_engine.coaching import Label, MoveEvaluation
from qb_engine.geometry import LANE_NAMES, Side
from qb_engine.scoring import LaneScore, MatchScore
from qb_engine.wording import percent

_LABEL_STYLES = {Label.BEST: "bold green", Label.CLOSE: "green", Label.PLAYABLE: "yellow", Label.WEAK: "red"}
_INDENT = 3
_TITLE_WIDTH = 16


class CoachView:
    """Prints advice on one console."""

    def __init__(self, console: Console, *, plain: bool) -> None:
        self.console = console
        self.plain = plain or needs_plain(console, BOARD_WIDTH)

    def show(self, advice: Advice) -> None:
        recommendation = advice.recommendation
        best, *others = recommendation.moves
        mark = "" if self.plain else "➤ "
        self.console.print(Text(f"{mark}{recommendation.primary}", style="bold green"))
        self._situation(advice)
        self.move(best, advice)
        self.console.print()
        self.console.print(f"The board after {best.candidate.name}:")
        self.console.print(BoardView(advice.view.hydrator, plain=self.plain).render(best.prediction.board))
        for move in others:
            self.move(move, advice)
        self._basis(advice)

    def _situation(self, advice: Advice) -> None:
        """What the coach believes to see, in two lines, so that a slip in the position is noticed."""
        view, position = advice.view, advice.recommendation.position
        held = Counter(card.name for card in view.hands[Side.YOU].cards)
        hand = [name if copies == 1 else f"{copies} {name}" for name, copies in held.items()] or ["no card"]
        hidden = len(view.hands[Side.ENEMY].cards)
        standing = points(position.score.margin)
        looked = f"{counted(advice.recommendation.candidates, 'move')} compared"
        holds = f"the enemy holds {counted(hidden, 'card')}"
        say(self.console, f"Turn {view.turn}, {standing} now; {holds}; {looked}", "dim")
        say_list(self.console, [f"Your hand: {hand[0]}", *hand[1:]], "dim")
        for note in advice.notes:
            self._warning(note, indent=2)

    def move(self, move: MoveEvaluation, advice: Advice) -> None:
        """One move with its figures and its reasons."""
        standing = (advice.standing(move), _LABEL_STYLES[move.label])
        title = Text.assemble(f"{move.rank}. ", (move.candidate.name, "bold"), ": ", standing)
        self.console.print()
        self.console.print(title)
        self._figure("After the move", move.margin_after, 0, self._lanes(move.prediction.evaluation.score))
        worst = move.worst
        if worst is None:
            self._say("The game ends with this move; there is no reply.")
        else:
            held = "possible" if worst.move.is_pass else "in hand"
            self._figure("Worst reply", worst.margin, 0, f"{worst.name}, {held} with {percent(worst.in_hand)}")
            told = f"average of {counted(move.replies, 'reply', 'replies')}"
            self._figure("Expected reply", move.margin_expected, 1, told)
        for reason, line in zip(move.reasons, move.lines, strict=True):
            if reason.is_warning:
                self._warning(line, indent=_INDENT)
            else:
                self._say(line if self.plain else f"+ {line}")

    def _figure(self, title: str, margin: float, places: int, told: str) -> None:
        """One score from your side: in a column of its own, or as a sentence."""
        if self.plain:
            self._say(f"{title}: {points(margin, places)}; {told}")
            return
        leader = Side.YOU if margin > 0 else Side.ENEMY
        number = (f"{signed(margin, places):>5}", SIDE_STYLES[leader] if margin else "")
        self.console.print(Text.assemble(f"{' ' * _INDENT}{title:{_TITLE_WIDTH}}", number, f"   {told}"))

    def _lanes(self, score: MatchScore) -> str:
        return ("; " if self.plain else " · ").join(map(self._lane, score.lanes))

    def _lane(self, lane: LaneScore) -> str:
        name, you, enemy = LANE_NAMES[lane.lane_index], lane.power_you, lane.power_enemy
        if self.plain:
            return f"{name} you {you}, enemy {enemy}"
        return f"{name} {you}–{enemy} {SIDE_MARKS[lane.winner] if lane.winner else 'even'}"

    def _say(self, text: str) -> None:
        say(self.console, text, indent=_INDENT)

    def _warning(self, text: str, *, indent: int) -> None:
        say(self.console, f"{'' if self.plain else '! '}Warning: {text}", "yellow", indent=indent)

    def _basis(self, advice: Advice) -> None:
        """Which belief the figures stand on, and how to read them."""
        self.console.print()
        belief = advice.enemy.describe(advice.decks)
        say(self.console, f"Belief: {belief}. Every probability is exact for this belief.", "dim", indent=0)
        opponent = advice.enemy.opponent
        if opponent is not None and opponent.basis:
            say(self.console, f"Profile: {opponent.basis}.", "dim", indent=0)
        say(self.console, _READING + (_BY_CHANCE if advice.chances else _BY_SCORE), "dim", indent=0)


_READING = (
    "Scores are points if the game ended there, yours minus the enemy's. The expected reply weighs every reply by "
    "how likely the enemy holds it; "
)
_BY_SCORE = "'behind' counts points of the move score by which moves are ranked."
_BY_CHANCE = "moves are ranked by their chance to win, a draw counting half, with its 95 % interval."
