"""The deep coach: the move that wins most, how sure that is, how the game may go on, and why.

Endings that can be solved are answered exactly; everything else comes from search and carries interval and sample.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Unpack

from qb_engine.card_hydrator import CardHydrator
from qb_engine.chance import Chance
from qb_engine.coaching import CoachingEngine, CoachingRecommendation, Label, MoveEvaluation
from qb_engine.deck_belief import DeckBelief
from qb_engine.deep.search import Budget, DeepSearch, Line, SearchedMove, Watching
from qb_engine.deep.solver import solve_ending
from qb_engine.deep.worlds import BeliefWorlds, check_draw
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import CardId, Move
from qb_engine.notation import TurnPhase
from qb_engine.prediction import Observation
from qb_engine.wording import advised

LOST_LABELS = (  # points of winning chance behind the best move
    (0.02, Label.CLOSE),
    (0.10, Label.PLAYABLE),
    (float("inf"), Label.WEAK),
)


@dataclass(frozen=True, slots=True)
class LikelyReply:
    """What the enemy is expected to answer."""

    move: Move
    share: float
    """Of the likely worlds in which it is the answer."""


@dataclass(frozen=True, slots=True)
class LookedMove:
    move: Move
    chance: Chance
    line: tuple[Move, ...]
    """A game that may follow, in one of the likeliest worlds, to its end; this move first."""
    reply: LikelyReply | None
    """None when the move ends the game."""


@dataclass(frozen=True, slots=True)
class Look:
    """What search and solver found out about a position, without a word about why."""

    moves: tuple[LookedMove, ...]
    """Best first for whoever is to act."""
    chance: Chance
    """YOURS: if the best move is played on your turn, else an average over worlds."""
    nodes: int
    """Worlds that were searched."""

    @property
    def exact(self) -> bool:
        """Whether every move's chance is exact."""
        return all(move.chance.exact for move in self.moves)

    @property
    def within_noise(self) -> bool:
        """Whether no move can be told from the best: the choice hardly matters, or more search is needed."""
        best, *others = self.moves
        return bool(others) and all(move.chance.high >= best.chance.low for move in others)

    @property
    def close(self) -> bool:
        """Whether the second move can not be told from the best."""
        return len(self.moves) > 1 and self.moves[1].chance.high >= self.moves[0].chance.low

    def headline(self, name: str, unknown: int = 0) -> str:
        """The best move, which bears that name, in one sentence; ``unknown`` cards of the hand were not compared."""
        passes, only = self.moves[0].move.is_pass, len(self.moves) == 1
        return advised(name, passes=passes, only=only, close=self.close, unknown=unknown)


@dataclass(frozen=True, slots=True)
class DeepAnswer:
    """A look at a position, and what the one-ply coach has to say about every move in it."""

    look: Look
    recommendation: CoachingRecommendation
    """All moves in the order of their chances, with margins, worst and expected replies, and reasons."""


@dataclass(eq=False)
class DeepCoach:
    """Deep advice for YOU; of the enemy it reads only what the player can see."""

    coach: CoachingEngine
    search: DeepSearch = field(default_factory=DeepSearch)
    unseen: tuple[CardId, ...] = ()
    """Cards of YOUR deck that you have not seen, if you know them: unknown cards of your hand are among them."""

    @staticmethod
    def standard(hydrator: CardHydrator | None = None, *, belief: DeckBelief | None = None) -> DeepCoach:
        """The coach with its usual parts."""
        return DeepCoach(CoachingEngine.standard(hydrator, belief=belief))

    def analyse(
        self, state: GameState, observation: Observation, budget: Budget | None = None, **watching: Unpack[Watching]
    ) -> DeepAnswer:
        """All moves of YOURS with their chances and reasons, best first."""
        self.coach.enumerate_you_moves(state)  # refuses a wrong turn before anything is computed
        check_draw(state)
        look = self.look(state, observation, budget, **watching)
        return DeepAnswer(look, self.explain(look, state, observation))

    def look(
        self,
        state: GameState,
        observation: Observation,
        budget: Budget | None = None,
        *,
        asked: Move | None = None,
        **watching: Unpack[Watching],
    ) -> Look:
        """Chances in a position, whoever is to act, also before your draw; exact once the game is over.

        A move that is ``asked`` about is looked at as closely as the best.
        """
        if state.is_over:
            margin = state.score().margin
            return Look((), Chance.certain(float(margin > 0), float(margin == 0), float(margin < 0), margin), 0)
        worlds = BeliefWorlds.of(state, observation, self.coach.prediction, draw_may_be_open=True, unseen=self.unseen)
        result = self.search.run(worlds, budget or Budget(), lines=True, asked=asked, **watching)
        yours = worlds.view.side_to_act is Side.YOU and worlds.view.phase is TurnPhase.PLAY
        exact = solve_ending(worlds) if yours else {}
        found = [
            _looked(searched, line, exact.get(searched.move))
            for searched, line in zip(result.moves, result.lines, strict=True)
        ]
        if exact and len(exact) == len(found):
            found.sort(key=lambda each: (-each.chance.points, -each.chance.margin))
        return Look(tuple(found), found[0].chance if yours else result.chance, result.nodes)

    def explain(self, look: Look, state: GameState, observation: Observation) -> CoachingRecommendation:
        """The figures and reasons of the one-ply coach, in the order of the chances."""
        quick = {each.candidate.move: each for each in self.coach.rank_moves(state, observation)}
        moves = tuple(_ranked(place, move, look, quick[move.move]) for place, move in enumerate(look.moves, 1))
        best = moves[0]
        primary = look.headline(best.candidate.name, state.hands[Side.YOU].unknown)
        return CoachingRecommendation(self.coach.evaluate_position(state), moves, len(moves), primary, best.lines)

    def chance(self, state: GameState, observation: Observation, budget: Budget | None = None) -> Chance:
        """YOUR chance in a position; the same figure as of the best move on your turn."""
        return self.look(state, observation, budget).chance


def _looked(searched: SearchedMove, line: Line, exact: Chance | None) -> LookedMove:
    reply = None
    if len(line.moves) > 1:
        reply = LikelyReply(line.moves[1], line.reply_share)
    return LookedMove(searched.move, exact or searched.chance, line.moves, reply)


def _ranked(place: int, move: LookedMove, look: Look, quick: MoveEvaluation) -> MoveEvaluation:
    lost = look.chance.points - move.chance.points
    label = Label.BEST if place == 1 else next(label for most, label in LOST_LABELS if lost <= most)
    return replace(quick, rank=place, label=label)
