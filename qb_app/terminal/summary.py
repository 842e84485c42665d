"""The look back on a match, printed: how it went, where it turned, every move with its mark, skill apart from luck."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from qb_app.figures import counted, share, signed
from qb_app.review.course import entry_text
from qb_app.review.judging import Reviewed
from qb_app.review.lines import LineStep
from qb_app.review.marks import Mark
from qb_app.review.plot import drawn_lines
from qb_app.review.review import Review, ReviewedDraw
from qb_app.review.sentences import unjudged
from qb_app.review.skill import Cause, Skill
from qb_app.terminal.console import needs_plain, say, tile_naming
from qb_app.terminal.game import lane_lines
from qb_engine.geometry import Side
from qb_engine.narration import result_words

_STYLES = {
    Mark.BLUNDER: "bold red",
    Mark.MISTAKE: "red",
    Mark.INACCURACY: "yellow",
    Mark.BEST: "green",
    Mark.ONLY: "bold green",
    Mark.LUCKY: "cyan",
    Mark.UNLUCKY: "magenta",
}
_CAUSES = {
    Cause.YOU: "Your moves",
    Cause.ENEMY: "The enemy's moves and what they revealed",
    Cause.DRAWS: "Your draws",
    Cause.SEARCH: "Further search",
    Cause.UNTOLD: "Corrections, giving up, and what was not told",
}
_LINE_MOVES = 6
_DETAIL = 5


def show_summary(console: Console, review: Review, *, plain: bool) -> None:
    course = review.course
    ending = "" if course.result is not None else "if the match ended now, "
    say(console, f"{counted(course.moves, 'move')}; {ending}{result_words(course.score)}", "bold", indent=0)
    for line in lane_lines(course.score):
        say(console, line)
    if course.screen_score is not None:
        you, enemy = course.screen_score
        say(console, f"The screen showed {you}–{enemy}, which counts.")
    for note in course.notes:
        say(console, f"Note: {note}")
    if review.without_chances is not None:
        say(console, review.without_chances, indent=0)
    elif not review.plies:
        say(console, "Moves are not judged: no move was made with a hand that was told.", indent=0)
    else:
        _SummaryView(console, review, plain=plain).show()


class _SummaryView:
    """The chances of one match."""

    def __init__(self, console: Console, review: Review, *, plain: bool) -> None:
        self.console = console
        self.review = review
        self.plain = plain
        self._cards = review.course.hydrator
        self.place = tile_naming(plain=plain or needs_plain(console, 0))

    def show(self) -> None:
        self._title("Your chance to win")
        if self.plain:
            told = ", ".join(share(point, 0) for point in self.review.points)
            say(self.console, f"From figure to figure: {told}")
        else:
            for line in drawn_lines(self.review.points, self.console.width):
                self.console.print(Text(line), soft_wrap=True)
        self._title("Turning points")
        for one in self.review.turning_points:
            say(self.console, f"{self._named(one)}: {share(one.before.worth, 0)} to {share(one.after.worth, 0)}")
        if not self.review.turning_points:
            say(self.console, "none")
        self._title("Every move")
        self._moves()
        if self.review.skill is not None:
            self._skill(self.review.skill)

    def _title(self, title: str) -> None:
        self.console.print()
        self.console.print(Text(title, style="bold"))

    def _moves(self) -> None:
        hand, draws = self.review.hand, {draw.number: draw for draw in self.review.draws if draw.mark}
        if hand is not None:
            less = f", {signed(-100 * hand.loss)} %; {hand.advised} was advised" if hand.made != hand.advised else ""
            say(self.console, f"opening hand, {hand.made}: {hand.mark}{less}", _STYLES.get(hand.mark, ""))
        for ply in self.review.plies:
            draw = draws.get(ply.number)
            if draw is not None and draw.mark is not None:
                told = f"{self._named(draw)}: {draw.mark}, {signed(100 * draw.swing)} %"
                say(self.console, told, _STYLES.get(draw.mark, ""))
            self._ply(ply)
        if self.review.unjudged:
            say(self.console, unjudged(self.review.unjudged))

    def _ply(self, ply: Reviewed) -> None:
        mark = "" if ply.mark is None else ply.mark.value
        better = "" if ply.best is None else f"; better {entry_text(ply.side, ply.best, self._cards, self.place)}"
        if ply.mark in (Mark.INACCURACY, Mark.MISTAKE, Mark.BLUNDER) and ply.loss is not None:
            told = f"{mark}, {signed(-100 * ply.loss)} %{better}"
        else:
            told = mark or "not judged"
        style = _STYLES.get(ply.mark, "") if ply.mark is not None and ply.side is Side.YOU else ""
        say(self.console, f"{self._named(ply)}: {told}", style)
        if ply.worth_a_word and ply.side is Side.YOU:
            for sentence in ply.contrast(self.place):
                say(self.console, sentence, "dim", indent=_DETAIL)
            self._line("then", ply.line)
            self._line("better", ply.best_line)

    def _line(self, title: str, line: tuple[LineStep, ...]) -> None:
        moves = [entry_text(step.side, step.move, self._cards, self.place) for step in line[:_LINE_MOVES]]
        more = ", …" if len(line) > _LINE_MOVES else ""
        if moves:
            say(self.console, f"{title}: {', '.join(moves)}{more}", "dim", indent=_DETAIL)

    def _skill(self, skill: Skill) -> None:
        self._title("Skill and luck")
        for cause, name in _CAUSES.items():
            moved = f"; {share(skill.moved)} a search, either way" if cause is Cause.SEARCH else ""
            if skill.parts[cause] or cause is not Cause.UNTOLD:
                say(self.console, f"{name}: {signed(100 * skill.parts[cause], 1)} %{moved}")
        say(self.console, f"Together: from {share(skill.start)} to {share(skill.end)}")
        for side, whose in ((Side.YOU, "Your accuracy"), (Side.ENEMY, "The enemy's")):
            accuracy = self.review.accuracy(side)
            if accuracy is not None:
                moves = counted(len(self.review.choices(side)), "move")
                say(self.console, f"{whose}: {accuracy:.0f} of 100 in {moves}")

    def _named(self, one: Reviewed | ReviewedDraw) -> str:
        if isinstance(one, Reviewed):
            return f"{one.number}. {entry_text(one.side, one.move, self._cards, self.place)}"
        cards = ", ".join(self._cards.get(card).name for card in one.event.cards)
        return f"{one.number}. draw {cards or 'not told'}"
