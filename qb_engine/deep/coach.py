"""The deep coach: the move that wins most, how sure that is, how the game may go on, and why.

Endings that can be solved are answered exactly; everything else comes from search and carries interval and sample.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from qb_engine.coaching import CoachingEngine, CoachingRecommendation, Label, MoveEvaluation, PositionEvaluation
from qb_engine.deep.chance import Chance
from qb_engine.deep.search import Budget, DeepSearch, Progress, SearchedMove
from qb_engine.deep.solver import solve_ending
from qb_engine.deep.worlds import BeliefWorlds
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import Move
from qb_engine.notation import TurnPhase
from qb_engine.prediction import Observation
from qb_engine.wording import best_move, only_pass, pass_is_best

LOST_LABELS = (  # points of winning chance behind the best move
    (0.02, Label.CLOSE),
    (0.10, Label.PLAYABLE),
    (float("inf"), Label.WEAK),
)


@dataclass(frozen=True, slots=True)
class LikelyReply:
    """What the enemy is expected to answer: the reply that search looked at most."""

    move: Move
    share: float
    """Of the worlds in which the move was looked at."""


@dataclass(frozen=True, slots=True)
class DeepMove:
    move: Move
    chance: Chance
    line: tuple[Move, ...]
    """The principal line, this move first."""
    reply: LikelyReply | None
    """None when the move ends the game or was not looked at any further."""
    evaluation: MoveEvaluation
    """What the quick coach has to say about it: margins, worst reply, reasons."""


@dataclass(frozen=True, slots=True)
class DeepAnswer:
    moves: tuple[DeepMove, ...]
    """All candidates, best first."""
    chance: Chance
    """Of the position, if the best move is played."""
    nodes: int
    """Worlds that were searched."""

    @property
    def exact(self) -> bool:
        """Whether every move's chance is exact."""
        return all(move.chance.exact for move in self.moves)

    @property
    def within_noise(self) -> bool:
        """Whether no move can be told from the best: the choice hardly matters, or more search is needed."""
        best = self.moves[0].chance
        return len(self.moves) > 1 and all(move.chance.high >= best.low for move in self.moves[1:])

    def recommendation(self, position: PositionEvaluation) -> CoachingRecommendation:
        """The same in the words of the quick coach: its figures and reasons, in the order of the chances."""
        moves = tuple(self._ranked(place, move) for place, move in enumerate(self.moves, 1))
        best, name = self.moves[0], moves[0].candidate.name
        close = len(moves) > 1 and self.moves[1].chance.high >= best.chance.low
        if len(moves) == 1:
            primary = only_pass()
        else:
            primary = pass_is_best(close) if best.move.is_pass else best_move(name, close)
        return CoachingRecommendation(position, moves, len(moves), primary, moves[0].lines)

    def _ranked(self, place: int, move: DeepMove) -> MoveEvaluation:
        lost = self.chance.points - move.chance.points
        label = Label.BEST if place == 1 else next(label for most, label in LOST_LABELS if lost <= most)
        return replace(move.evaluation, rank=place, label=label)


class DeepCoach:
    """Deep advice for YOU; of the enemy it reads only what the player can see."""

    def __init__(self, coach: CoachingEngine, search: DeepSearch | None = None) -> None:
        self.coach = coach
        self.search = search or DeepSearch()

    def analyse(
        self,
        state: GameState,
        observation: Observation,
        budget: Budget | None = None,
        *,
        progress: Callable[[Progress], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> DeepAnswer:
        """All moves of YOURS with their chances, best first."""
        quick = {each.candidate.move: each for each in self.coach.rank_moves(state, observation)}
        worlds = BeliefWorlds.of(state, observation, self.coach.prediction)
        result = self.search.run(worlds, budget or Budget(), progress=progress, cancelled=cancelled)
        exact = solve_ending(worlds)
        found = [
            _deep_move(searched, line, quick[searched.move], exact.get(searched.move))
            for searched, line in zip(result.moves, result.lines, strict=True)
        ]
        if len(exact) == len(quick):
            found.sort(key=lambda each: (-each.chance.points, -each.chance.margin, each.evaluation.rank))
        return DeepAnswer(tuple(found), found[0].chance, result.nodes)

    def chance(self, state: GameState, observation: Observation, budget: Budget | None = None) -> Chance:
        """YOUR chance in a position, whoever is to act, also before your draw; exact once the game is over."""
        if state.is_over:
            margin = state.score().margin
            return Chance.certain(float(margin > 0), float(margin == 0), float(margin < 0), margin)
        worlds = BeliefWorlds.of(state, observation, self.coach.prediction, draw_may_be_open=True)
        result = self.search.run(worlds, budget or Budget())
        if worlds.view.side_to_act is not Side.YOU or worlds.view.phase is not TurnPhase.PLAY:
            return result.chance
        exact = solve_ending(worlds)
        if len(exact) == len(result.moves):
            return max(exact.values(), key=lambda chance: (chance.points, chance.margin))
        return result.chance


def _deep_move(
    searched: SearchedMove, line: tuple[SearchedMove, ...], quick: MoveEvaluation, exact: Chance | None
) -> DeepMove:
    reply = None
    if len(line) > 1:
        reply = LikelyReply(line[1].move, line[1].chance.sample / line[0].chance.sample)
    return DeepMove(searched.move, exact or searched.chance, tuple(step.move for step in line), reply, quick)
