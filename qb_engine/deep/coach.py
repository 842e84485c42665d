"""The deep coach: the move that wins most, how sure that is, how the game may go on, and why.

Endings that can be solved are answered exactly; everything else comes from search and carries interval and sample.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Unpack

from qb_engine.card_hydrator import CardHydrator
from qb_engine.chance import HALF_A_WIN, Chance
from qb_engine.coaching import APART, CoachingEngine, CoachingRecommendation, Found, Label, MoveEvaluation
from qb_engine.deck_belief import DeckBelief
from qb_engine.deep.search import Budget, DeepSearch, Line, SearchedMove, Watching
from qb_engine.deep.solver import solve_ending
from qb_engine.deep.worlds import BeliefWorlds, check_draw
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import CardId, Move
from qb_engine.narration import move_name
from qb_engine.notation import TurnPhase
from qb_engine.prediction import Observation
from qb_engine.prospect import Prospect
from qb_engine.reasons.opening import opening
from qb_engine.temper import Temper, is_opening
from qb_engine.wording import advised, if_both_wait, wait_is_best, wait_is_unclear, why_wait

DECIDED = 0.005
"""Estimates nearer to 0 or 1 than this differ by nothing that a search could tell."""
MoveNaming = Callable[[Move], str]
"""How a move is called."""
LOST_LABELS = (  # of the winning chance behind the best move
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
    prospect: Prospect | None = None
    """Games that may follow, counted; None where it is not your turn."""


@dataclass(frozen=True, slots=True)
class Look:
    """What search and solver found out about a position, without a word about why."""

    moves: tuple[LookedMove, ...]
    """Best first for whoever is to act."""
    chance: Chance
    """YOURS: if the best move is played on your turn, else an average over worlds."""
    nodes: int
    """Worlds that were searched."""
    apart: LookedMove | None = None
    """A wait that is worth at least the best placement, but does not lead it by more than its interval: it is not
    advised, and so has no place among ``moves``, where no figure is higher than the one before it."""
    waiting_margin: int | None = None
    """The margin with which the game ends if both sides wait; None where a pass of YOURS would be no wait."""
    glimpse: LookedMove | None = None
    """The move that was asked about, as it stood before it was looked at closely."""

    @property
    def every(self) -> tuple[LookedMove, ...]:
        """All moves, the one that stands apart too."""
        return self.moves if self.apart is None else (*self.moves, self.apart)

    @property
    def waits(self) -> bool:
        """Whether waiting is advised: it leads the best placement by more than its interval."""
        return self.waiting_margin is not None and self.moves[0].move.is_pass

    @property
    def exact(self) -> bool:
        """Whether every move's chance is exact."""
        return all(move.chance.exact for move in self.every)

    @property
    def within_noise(self) -> bool:
        """Whether no move can be told from the best: the choice hardly matters, or more search is needed."""
        best, *others = self.moves
        return bool(others) and all(move.chance.high >= best.chance.low for move in others)

    @property
    def close(self) -> bool:
        """Whether the second move can not be told from the best."""
        return len(self.moves) > 1 and self.moves[1].chance.high >= self.moves[0].chance.low

    def headline(self, name: MoveNaming, unknown: int = 0) -> str:
        """The best move in one sentence; ``unknown`` cards of the hand were not compared."""
        best = self.moves[0].move
        if self.waits:
            return wait_is_best()
        if self.apart is not None:
            return wait_is_unclear(name(best))
        only = len(self.moves) == 1
        return advised(name(best), passes=best.is_pass, only=only, close=self.close, unknown=unknown)

    def waiting_words(self, name: MoveNaming) -> tuple[str, ...]:
        """Where waiting is advised or stands apart: how it compares with placing, and what if the enemy waits too."""
        wait, beside = self._wait_and_placement
        if wait is None or self.waiting_margin is None:
            return ()
        line = [name(move) for move in wait.line[1:3]]
        why = why_wait(wait.chance, name(beside.move), beside.chance, line, clear=self.waits)
        end = ended(self.waiting_margin, wait.chance.draw_worth)
        return (why, if_both_wait(self.waiting_margin, end))

    @property
    def _wait_and_placement(self) -> tuple[LookedMove | None, LookedMove]:
        if self.waits:
            return self.moves[0], self.moves[1]
        return self.apart, self.moves[0]


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
    temper: Temper = field(default_factory=Temper)
    """How the enemy is taken to play."""
    draw_worth: float = HALF_A_WIN
    """What a draw is worth to YOU, in wins."""
    waits: bool = True
    """Whether YOU may wait; advice on it is asked for, but this program's own players never do."""

    @staticmethod
    def standard(hydrator: CardHydrator | None = None, *, belief: DeckBelief | None = None) -> DeepCoach:
        """The coach with its usual parts."""
        return DeepCoach(CoachingEngine.standard(hydrator, belief=belief))

    def analyse(
        self,
        state: GameState,
        observation: Observation,
        budget: Budget | None = None,
        *,
        asked: Move | None = None,
        **watching: Unpack[Watching],
    ) -> DeepAnswer:
        """All moves of YOURS with their chances and reasons, best first; one that is ``asked`` about as in ``look``."""
        self.coach.enumerate_you_moves(state)  # refuses a wrong turn before anything is computed
        check_draw(state)
        look = self.look(state, observation, budget, asked=asked, **watching)
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

        A move of YOURS that is ``asked`` about is looked at as closely as the best, and changes no other figure; one
        that cannot be made is refused before anything is searched.
        """
        if asked is not None:
            self.coach.check_move(state, asked)
            check_draw(state)
        if state.is_over:
            return Look((), ended(state.score().margin, self.draw_worth), 0)
        worlds = BeliefWorlds.of(state, observation, self.coach.prediction, draw_may_be_open=True, unseen=self.unseen)
        yours = worlds.view.side_to_act is Side.YOU and worlds.view.phase is TurnPhase.PLAY
        # A line may go on in any world, so it begins with a card held in all: not the enemy's, nor one to be drawn.
        result = self._search.run(worlds, budget or Budget(), lines=yours, asked=asked, **watching)
        lines = result.lines or [Line((searched.move,), 0.0) for searched in result.moves]
        prospects = result.prospects or [None for _ in result.moves]
        exact = solve_ending(worlds) if yours and self._solves else {}
        found = [
            _looked(searched, line, exact.get(searched.move), prospect)
            for searched, line, prospect in zip(result.moves, lines, prospects, strict=True)
        ]
        if not yours:
            return Look(tuple(found), result.chance, result.nodes)
        return replace(_arranged(found, state, result.nodes), glimpse=_glimpsed(result.glimpse, exact))

    @property
    def _search(self) -> DeepSearch:
        """The search with what is believed of the enemy."""
        temper = self.temper
        settings = replace(
            self.search.settings,
            slips=temper.slips,
            waits=float(self.waits),
            enemy_waits=temper.waits,
            draw_worth=self.draw_worth,
        )
        return replace(self.search, settings=settings)

    @property
    def _solves(self) -> bool:
        """Whether the solver answers the same question: its lines are those of an enemy who never slips, for points."""
        return self.temper.slips == 0 and self.draw_worth == HALF_A_WIN

    def explain(self, look: Look, state: GameState, observation: Observation) -> CoachingRecommendation:
        """The figures and reasons of the one-ply coach, in the order of the chances."""
        before = None if look.glimpse is None else _unasked(look, look.glimpse, state)
        ranked = self.coach.rank_moves(state, observation, _found(look), None if before is None else _found(before))
        quick = {each.candidate.move: each for each in ranked}

        def name(move: Move) -> str:
            return quick[move].candidate.name if move in quick else move_name(move, state.hydrator)

        moves = tuple(_ranked(place, move, look, quick[move.move]) for place, move in enumerate(look.moves, 1))
        apart = None if look.apart is None else _ranked(APART, look.apart, look, quick[look.apart.move])
        return CoachingRecommendation(
            position=self.coach.evaluate_position(state),
            moves=moves,
            candidates=len(look.every),
            primary=look.headline(name, state.hands[Side.YOU].unknown),
            secondary=(*look.waiting_words(name), *moves[0].lines),
            opening=opening(moves[0].context),
            apart=apart,
        )

    def chance(self, state: GameState, observation: Observation, budget: Budget | None = None) -> Chance:
        """YOUR chance in a position; the same figure as of the best move on your turn."""
        return self.look(state, observation, budget).chance


def ended(margin: int, draw_worth: float) -> Chance:
    """The chance of a game that is over."""
    return Chance.certain(float(margin > 0), float(margin == 0), float(margin < 0), margin).valued(draw_worth)


def _found(look: Look) -> list[Found]:
    return [Found(each.move, each.chance, each.prospect) for each in look.every]


def _arranged(found: list[LookedMove], state: GameState, nodes: int) -> Look:
    """YOUR moves, best first; in the opening, waiting may stand apart."""
    found = sorted(found, key=_place)
    if len(found) > 1 and is_opening(state.board, state.passes):
        return _with_wait(found, nodes, state.score().margin)
    return Look(tuple(found), found[0].chance, nodes)


def _unasked(look: Look, glimpse: LookedMove, state: GameState) -> Look:
    """The look as it was before a move was asked about."""
    return _arranged([glimpse if each.move == glimpse.move else each for each in look.every], state, look.nodes)


def _glimpsed(glimpse: tuple[SearchedMove, Prospect | None] | None, exact: Mapping[Move, Chance]) -> LookedMove | None:
    """None where nothing was asked, and where what is told is exact anyway."""
    if glimpse is None or glimpse[0].move in exact:
        return None
    searched, prospect = glimpse
    return _looked(searched, Line((searched.move,), 0.0), None, prospect)


def _with_wait(found: list[LookedMove], nodes: int, margin: int) -> Look:
    """All moves of an opening: waiting heads them if it is clearly best, and stands apart if that is not clear."""
    wait = next((move for move in found if move.move.is_pass), None)
    placed = [move for move in found if not move.move.is_pass]
    if wait is not None and placed and (found[0] is wait or wait.chance.worth >= placed[0].chance.worth):
        if wait.chance.low > placed[0].chance.worth:
            return Look((wait, *placed), wait.chance, nodes, waiting_margin=margin)
        return Look(tuple(placed), placed[0].chance, nodes, wait, margin)
    return Look(tuple(found), found[0].chance, nodes, waiting_margin=margin)


def _place(move: LookedMove) -> tuple[float, bool, float]:
    """Best first. Among moves that are all but won, or all but lost, points decide, as they do among equal chances; and
    no lost game is ended while a placement keeps the chance of a mistake."""
    worth = move.chance.worth
    if not move.chance.exact:
        worth = min(max(worth, DECIDED), 1.0 - DECIDED)
    return -worth, worth == 0.0 and _ends_at_once(move.prospect), -move.chance.margin


def _ends_at_once(prospect: Prospect | None) -> bool:
    """Whether the game is over with the move."""
    return prospect is not None and prospect.over


def _looked(searched: SearchedMove, line: Line, exact: Chance | None, prospect: Prospect | None) -> LookedMove:
    reply = None
    if len(line.moves) > 1:
        reply = LikelyReply(line.moves[1], line.reply_share)
    if prospect is not None and _ends_at_once(prospect):
        exact = ended(prospect.margin // prospect.games, searched.chance.draw_worth)
    return LookedMove(searched.move, exact or searched.chance, line.moves, reply, prospect)


def _ranked(place: int, move: LookedMove, look: Look, quick: MoveEvaluation) -> MoveEvaluation:
    lost = look.chance.worth - move.chance.worth
    label = Label.BEST if place == 1 else next(label for most, label in LOST_LABELS if lost <= most)
    return replace(quick, rank=place, label=label)
