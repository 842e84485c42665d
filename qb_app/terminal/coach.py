"""The coach's advice printed for a player who glances at a second screen: what to play comes first."""

from __future__ import annotations

from collections import Counter

from rich.console import Console
from rich.text import Text

from qb_app.answers.advice import Advice, MulliganAdvice, Weaker, gain_words, mulligan_name
from qb_app.asking.short_names import SIDE_MARKS
from qb_app.figures import counted, points, signed
from qb_app.terminal.board import BOARD_WIDTH, SIDE_STYLES, BoardView
from qb_app.terminal.console import needs_plain, say, say_list, tile_naming
from qb_app.terminal.win_bar import win_bar
from qb_engine.coaching import APART, MoveEvaluation
from qb_engine.deep.coach import LookedMove
from qb_engine.deep.search import PLAYED_OUT
from qb_engine.geometry import LANE_NAMES, Side
from qb_engine.models import HIDDEN_CARD, Move
from qb_engine.narration import move_name
from qb_engine.reasons.telling import sentence
from qb_engine.scoring import LaneScore, MatchScore
from qb_engine.temper import Origin
from qb_engine.wording import chance_words, percent, percents, waits_words

_LABEL_STYLES = {"best": "bold green", "close": "green", "playable": "yellow", "weak": "red", "provisional": "bold"}
_INDENT = 3
_TITLE_WIDTH = 16
_LINE_MOVES = 6
_SHOWN_MULLIGANS = 5


class CoachView:
    """Prints advice on one console."""

    def __init__(self, console: Console, *, plain: bool) -> None:
        self.console = console
        self.plain = plain or needs_plain(console, BOARD_WIDTH)
        self.place = tile_naming(plain=self.plain)

    def show(self, advice: Advice, top: int) -> None:
        """The best move first, with the board after it, then its alternates: ``top`` moves in all."""
        best, *others = advice.recommendation.moves[:top]
        self._headline(advice.headline(self.place))
        if advice.look is not None:
            self.console.print(win_bar(advice.look.chance, plain=self.plain))
        self.opening(advice)
        self.waiting(advice)
        self._situation(advice)
        self.move(best, advice)
        self.console.print()
        self.console.print(f"The board after {self._name(best.candidate.move, advice)}:")
        self.console.print(BoardView(advice.question.view.hydrator, plain=self.plain).render(best.prediction.board))
        for move in others:
            self.move(move, advice)
        self._asked(advice, top)
        if advice.weaker is not None:
            self._weaker(advice.weaker, top)
        self._basis(advice)

    def _asked(self, advice: Advice, top: int) -> None:
        """The move that was asked about: where it stands, and all of it unless it was shown already."""
        told = advice.asked_words(self.place)
        if told is None:
            return
        self.console.print()
        say(self.console, told, indent=0)
        if advice.asked is not None:
            for line in advice.contrast(advice.asked.candidate.move).sentences(
                advice.question.view.hydrator, self.place
            ):
                say(self.console, line, indent=0)
        further = advice.asked_beyond(top)
        if further is not None:
            self.move(further, advice)

    def opening(self, advice: Advice) -> None:
        """Why the chance is not what the score suggests."""
        opening = advice.recommendation.opening
        if opening is not None:
            say(self.console, opening.sentence, indent=0)

    def waiting(self, advice: Advice) -> None:
        """How waiting compares with placing, where it is best or nearly so."""
        for line in advice.waiting(self.place):
            say(self.console, line, indent=0)

    def show_mulligan(self, advice: MulliganAdvice) -> None:
        self._headline(advice.primary)
        for rank, choice in enumerate(advice.choices[:_SHOWN_MULLIGANS], 1):
            gain = (
                f"{gain_words(choice)} against keeping" if choice.exchanged else f"{percent(choice.points)} of points"
            )
            say(self.console, f"{rank}. {mulligan_name(choice.mulligan, advice.hand)}: {gain}", indent=0)
        if advice.choices:
            deals = counted(advice.choices[0].deals, "deal")
            told = f"Each of {len(advice.choices)} choices in the same {deals}, judged after eight moves."
            say(self.console, told, "dim", indent=0)
        for note in advice.question.assumed:
            self._warning(note, indent=0)
        say(self.console, f"Belief: {advice.question.belief_words}.", "dim", indent=0)

    def _headline(self, text: str) -> None:
        self.console.print(f"{'' if self.plain else '➤ '}{text}", style="bold green")

    def _situation(self, advice: Advice) -> None:
        """What the coach believes to see, in two lines, so that a slip in the position is noticed."""
        view, position = advice.question.view, advice.recommendation.position
        held = Counter("not known" if card is HIDDEN_CARD else card.name for card in view.hands[Side.YOU].cards)
        hand = [name if copies == 1 else f"{copies} {name}" for name, copies in held.items()] or ["no card"]
        hidden = len(view.hands[Side.ENEMY].cards)
        standing = points(position.score.margin)
        looked = f"{counted(advice.recommendation.candidates, 'move')} compared"
        holds = f"the enemy holds {counted(hidden, 'card')}"
        say(self.console, f"Turn {view.turn}, {standing} now; {holds}; {looked}", "dim")
        say_list(self.console, [f"Your hand: {hand[0]}", *hand[1:]], "dim")
        for note in advice.question.notes:
            self._warning(note, indent=2)
        if advice.look is not None and advice.look.within_noise:
            say(self.console, "All moves are within the noise: choose the one you like, or search longer.", "dim")

    def move(self, move: MoveEvaluation, advice: Advice) -> None:
        """One move with its figures and its reasons."""
        standing = (advice.standing(move), _LABEL_STYLES[advice.label(move)])
        number = "" if move.rank == APART else f"{move.rank}. "
        title = Text.assemble(number, (self._name(move.candidate.move, advice), "bold"), ": ", standing)
        self.console.print()
        self.console.print(title)
        looked = advice.looked.get(move.candidate.move)
        if looked is not None:
            self._looked(looked, advice)
        self._figure("After the move", move.margin_after, 0, self._lanes(move.prediction.evaluation.score))
        worst = move.worst
        if worst is None:
            self._say("The game ends with this move; there is no reply.")
        else:
            held = "possible" if worst.move.is_pass else "in hand"
            name = self._name(worst.move, advice)
            self._figure("Worst reply", worst.margin, 0, f"{name}, {held} with {percent(worst.in_hand)}")
            told = f"average of {counted(move.replies, 'reply', 'replies')}"
            self._figure("Expected reply", move.margin_expected, 1, told)
        for reason in move.reasons:
            line = sentence(reason, advice.question.view.hydrator, self.place)
            if reason.is_warning:
                self._warning(line, indent=_INDENT)
            else:
                self._say(line if self.plain else f"+ {line}")

    def _looked(self, looked: LookedMove, advice: Advice) -> None:
        """What search found: the three results, and how the game may go on."""
        chance = looked.chance
        win, draw, loss = percents((chance.win, chance.draw, chance.loss))
        margin = f"{'certain' if chance.exact else 'expected'} margin {signed(chance.margin, 1)}"
        self._say(f"win {win} %, draw {draw} %, loss {loss} %; {margin}")
        if looked.reply is not None:
            name = self._name(looked.reply.move, advice)
            self._say(f"The enemy's answer in {percent(looked.reply.share)} of likely worlds: {name}")
        if len(looked.line) > 1:
            self._say(f"Line: {self._line(looked.line, advice)}")

    def _weaker(self, weaker: Weaker, top: int) -> None:
        """The second figure, with whom it holds against."""
        self.console.print()
        for line in weaker.words:
            say(self.console, line, indent=0)
        ranked = weaker.look.moves
        for move in weaker.shown(top):
            name = move_name(move.move, weaker.question.view.hydrator, self.place)
            number = f"{ranked.index(move) + 1}. " if move in ranked else ""
            self._say(f"{number}{name}: {chance_words(move.chance)} against {weaker.enemy}")

    def _line(self, moves: tuple[Move, ...], advice: Advice) -> str:
        words = [
            f"{'enemy' if number % 2 else 'you'} {self._name(move, advice)}"
            for number, move in enumerate(moves[:_LINE_MOVES])
        ]
        return ", ".join(words) + (" …" if len(moves) > _LINE_MOVES else "")

    def _name(self, move: Move, advice: Advice) -> str:
        return move_name(move, advice.question.view.hydrator, self.place)

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
        belief = f"Belief: {advice.question.belief_words}. Every probability is exact for this belief."
        say(self.console, belief, "dim", indent=0)
        opponent = advice.question.enemy.opponent
        if opponent is not None and opponent.basis:
            say(self.console, f"Profile: {opponent.basis}.", "dim", indent=0)
        if advice.against is not None:
            say(self.console, advice.against, "dim", indent=0)
            if advice.question.temper.origin is not Origin.USUAL:
                say(self.console, waits_words(advice.question.temper), "dim", indent=0)
            say(self.console, _LINES, "dim", indent=0)
        say(self.console, _READING + self._ranking(advice), "dim", indent=0)

    @staticmethod
    def _ranking(advice: Advice) -> str:
        if advice.look is None:
            return _BY_SCORE
        counts = "half" if advice.question.draw_worth else "nothing"
        if advice.look.exact:
            return _BY_CERTAINTY.format(counts)
        return f"{_BY_CHANCE.format(counts)} {advice.look.nodes:,} worlds were searched."


_LINES = (
    "A line is a game that may follow, in one of the likeliest worlds; games that are counted are played to the end in "
    f"{PLAYED_OUT} worlds, the same for every move."
)
_READING = (
    "Scores are points if the game ended there, yours minus the enemy's. The expected reply weighs every reply by "
    "how likely the enemy holds it; "
)
_BY_SCORE = (
    "'behind' counts points of the move score by which moves are ranked. This looks one move ahead and is provisional."
)
_BY_CHANCE = "moves are ranked by their chance to win, a draw counting {}, with its 95 % interval."
_BY_CERTAINTY = (
    "moves are ranked by their chance to win, a draw counting {}; it is exact: it holds in every world that is "
    "possible under this belief."
)
