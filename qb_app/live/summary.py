"""A match looked back on: how the chance to win went, where it turned, and what your moves cost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from qb_app.live import commands as c
from qb_app.live.game import LiveGame
from qb_app.live.setup import MatchSetup
from qb_app.live.telling import describe
from qb_app.live.tools import Tools
from qb_engine.chance import Chance
from qb_engine.geometry import Side
from qb_engine.scoring import MatchScore

if TYPE_CHECKING:
    from qb_app.answers.advisor import Advisor
    from qb_app.answers.question import Question
    from qb_engine.deep.search import Budget


class Judgement(StrEnum):
    BLUNDER = "blunder"
    MISTAKE = "mistake"
    INACCURACY = "inaccuracy"
    GOOD = "good"


JUDGEMENTS = (  # loss of winning chance by a move of yours, worst first
    (0.30, Judgement.BLUNDER),
    (0.20, Judgement.MISTAKE),
    (0.10, Judgement.INACCURACY),
    (float("-inf"), Judgement.GOOD),
)
TURNING = 0.15
"""A ply that moves the chance by this much, either way, is a turning point."""
MOST_TURNING_POINTS = 3

NO_CHANCES = "Moves are not judged: chances come from the search, which needs the compiled kernel."

Asking = Callable[[LiveGame], "Question"]


@dataclass(frozen=True, slots=True)
class Ply:
    """One move of the match with the chances around it."""

    number: int
    side: Side
    text: str
    before: Chance
    after: Chance

    @property
    def swing(self) -> float:
        """What it did to your chance."""
        return self.after.worth - self.before.worth

    @property
    def loss(self) -> float:
        """What a move of yours gave away; never below 0, for a move cannot be better than the best."""
        return max(0.0, -self.swing) if self.side is Side.YOU else 0.0

    @property
    def judgement(self) -> Judgement:
        return judge(self.loss)


@dataclass(frozen=True, slots=True)
class Summary:
    over: bool
    score: MatchScore
    screen_score: tuple[int, int] | None
    moves: int
    """Plays and passes of both sides."""
    plies: tuple[Ply, ...]
    """The moves around which chances are known; empty when there are none."""
    without_chances: str | None
    """Why moves are not judged, in a sentence."""
    notes: tuple[str, ...]

    @property
    def points(self) -> tuple[float, ...]:
        """Your chance before and after every move; where a draw changed nothing in between, only once."""
        found: list[float] = []
        for ply in self.plies:
            found += [ply.before.worth] * (not found or ply.before.worth != found[-1]) + [ply.after.worth]
        return tuple(found)

    @property
    def turning_points(self) -> tuple[Ply, ...]:
        """The greatest swings, in the order of the match."""
        turned = sorted((ply for ply in self.plies if abs(ply.swing) >= TURNING), key=lambda ply: -abs(ply.swing))
        return tuple(sorted(turned[:MOST_TURNING_POINTS], key=lambda ply: ply.number))

    def judged(self, judgement: Judgement) -> tuple[Ply, ...]:
        return tuple(ply for ply in self.plies if ply.side is Side.YOU and ply.judgement is judgement)


def judge(loss: float) -> Judgement:
    return next(judgement for least, judgement in JUDGEMENTS if loss >= least)


def summarise(setup: MatchSetup, commands: Sequence[c.Command], question: Asking, tools: Tools) -> Summary:
    """Go through the match once more. A move made with an untold hand is left out: nobody can judge it."""
    stands = [LiveGame.replay(setup, ())]
    for command in commands:
        stands.append(stands[-1].fork())
        stands[-1].apply(command)
    moves = [place for place, command in enumerate(commands) if isinstance(command, c.Play | c.Pass)]
    last = stands[-1]
    plies: list[Ply] = []
    missing = False
    for number in tools.track(range(1, len(moves) + 1)):
        place, command = moves[number - 1], commands[moves[number - 1]]
        before, after = stands[place], stands[place + 1]
        if before.draw_due or before.hidden_in_hand:
            continue
        first, second = (chance_in(game, tools.advisor, question) for game in (before, after))
        if first is None or second is None:
            missing = True
            break
        assert isinstance(command, c.Play | c.Pass)
        plies.append(Ply(number, command.side, describe(command, last.hydrator, tools.place), first, second))
    return Summary(
        over=last.is_over,
        score=last.state.score(),
        screen_score=last.screen_score,
        moves=len(moves),
        plies=() if missing else tuple(plies),
        without_chances=NO_CHANCES if missing else None,
        notes=tuple(last.notes),
    )


def chance_in(game: LiveGame, advisor: Advisor, question: Asking, budget: Budget | None = None) -> Chance | None:
    """Your chance in a match, also once it is over; None where there is no kernel."""
    if game.is_over:
        from qb_engine.deep.coach import ended

        return ended(game.state.score().margin, game.draw_worth)
    if any(game.state.mulligan_open):  # whoever makes a move has kept the hand, also without saying so
        game = game.fork()
        game.state.settle_opening_hands()
    return advisor.chance(question(game), budget)
