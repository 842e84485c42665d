"""The coach's answers to one position: advice on a move, or on an opening hand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from qb_app.answers.question import Question
from qb_engine.catalogue import say
from qb_engine.coaching import APART, CoachingRecommendation, MoveEvaluation
from qb_engine.contrast import Contrast, contrast
from qb_engine.deep.coach import Look, LookedMove, MoveNaming
from qb_engine.deep.mulligans import MulliganChoice
from qb_engine.geometry import Side, TileNaming
from qb_engine.models import HIDDEN_CARD, Card, Move, Mulligan
from qb_engine.narration import move_name
from qb_engine.temper import Strength
from qb_engine.wording import (
    asked_about,
    asked_about_apart,
    asked_provisionally,
    chance_words,
    no_known_card,
    provisional,
    strength_words,
)

PROVISIONAL = "provisional"


@dataclass(frozen=True)
class Weaker:
    """The second figure: the same position against an enemy as weak as its turns show it."""

    enemy: str
    """The title of its profile."""
    strength: Strength
    question: Question
    look: Look

    def shown(self, top: int | None) -> tuple[LookedMove, ...]:
        """The ``top`` moves against that enemy, or all, and behind them the one that was asked about."""
        moves, asked = self.look.moves[:top], self.question.asked
        if asked is None or asked in [each.move for each in moves]:
            return moves
        return (*moves, *(each for each in self.look.every if each.move == asked))

    @property
    def words(self) -> tuple[str, ...]:
        """Against whom these chances hold, and from what that is known."""
        return (
            f"Against {self.enemy}: {strength_words(self.strength, self.strength.turns)}",
            self.question.against,
        )


@dataclass(frozen=True)
class Advice:
    """All your moves, best first, with reasons."""

    question: Question
    recommendation: CoachingRecommendation
    look: Look | None = None
    """What search found; without it the advice looks one move ahead and is provisional."""
    weaker: Weaker | None = None

    @property
    def is_provisional(self) -> bool:
        return self.look is None

    @property
    def primary(self) -> str:
        return self.headline()

    def headline(self, place: TileNaming = str) -> str:
        """The advice in one sentence; ``place`` says how tiles are named."""
        name, unknown = self._naming(place), self.question.view.hands[Side.YOU].unknown
        if self.look is not None:
            return self.look.headline(name, unknown)
        if unknown and self.recommendation.candidates == 1:
            return no_known_card(unknown)
        return provisional(name(self.recommendation.moves[0].candidate.move))

    def waiting(self, place: TileNaming = str) -> tuple[str, ...]:
        """Where waiting is advised or nearly so: how it compares, and what if the enemy waits too."""
        return () if self.look is None else self.look.waiting_words(self._naming(place))

    @property
    def against(self) -> str | None:
        """Against whom the chances hold, in a sentence; None where there are no chances."""
        return None if self.look is None else self.question.against

    @property
    def every(self) -> tuple[MoveEvaluation, ...]:
        """All moves, and behind them a wait that stands apart."""
        apart = self.recommendation.apart
        return self.recommendation.moves if apart is None else (*self.recommendation.moves, apart)

    @cached_property
    def asked(self) -> MoveEvaluation | None:
        """The move that was asked about."""
        return next((move for move in self.every if move.candidate.move == self.question.asked), None)

    def shown(self, top: int | None) -> tuple[MoveEvaluation, ...]:
        """The ``top`` moves, or all, and the one that was asked about if its place is further down."""
        moves, further = self.recommendation.moves[:top], self.asked_beyond(top)
        return moves if further is None or further.rank == APART else (*moves, further)

    def asked_beyond(self, top: int | None) -> MoveEvaluation | None:
        """The move that was asked about, unless it is one of the ``top`` moves."""
        asked, ranked = self.asked, len(self.recommendation.moves[:top])
        return None if asked is None or 1 <= asked.rank <= ranked else asked

    def asked_words(self, place: TileNaming = str) -> str | None:
        """Where the move stands that was asked about, and how far behind the best."""
        asked, ranked, name = self.asked, self.recommendation.moves, self._naming(place)
        if asked is None:
            return None
        called, best, count = name(asked.candidate.move), ranked[0].candidate.move, len(ranked)
        if asked.rank == APART:
            return asked_about_apart(called)
        if self.is_provisional:
            return asked_provisionally(called, asked.rank, count, asked.behind, name(best))
        chances = self.looked[asked.candidate.move].chance, self.looked[best].chance
        return asked_about(called, asked.rank, count, chances[0], name(best), chances[1])

    def contrast(self, worse: Move, better: Move | None = None) -> Contrast:
        """Why one move of the advice and not another; against the best unless another is named."""
        by_move = {each.candidate.move: each for each in self.every}
        first = self.recommendation.moves[0].candidate.move if better is None else better
        looked = self.looked.get(worse)
        return contrast(by_move[first].context, by_move[worse].context, () if looked is None else looked.line)

    def contrast_words(self, worse: Move, better: Move | None = None, place: TileNaming = str) -> tuple[str, ...]:
        """The same in words: the figures of both moves first, if there are any."""
        found, name = self.contrast(worse, better), self._naming(place)
        told = found.sentences(self.question.view.hydrator, place)
        if found.better == found.worse:
            return (say("contrast.same", better=name(found.better)),)
        if not self.looked:
            return told
        figures = say(
            "contrast.against",
            better=name(found.better),
            better_chance=chance_words(self.looked[found.better].chance),
            worse=name(found.worse),
            worse_chance=chance_words(self.looked[found.worse].chance),
        )
        return (figures, *told)

    def _naming(self, place: TileNaming) -> MoveNaming:
        return lambda move: move_name(move, self.question.view.hydrator, place)

    @property
    def secondary(self) -> tuple[str, ...]:
        return self.recommendation.secondary

    @cached_property
    def looked(self) -> dict[Move, LookedMove]:
        return {} if self.look is None else {move.move: move for move in self.look.every}

    def label(self, move: MoveEvaluation) -> str:
        """``best``, ``close``, ``playable`` or ``weak``; what stands first provisionally is called so."""
        return PROVISIONAL if self.is_provisional and move.rank == 1 else move.label.value

    def standing(self, move: MoveEvaluation) -> str:
        """How good a move is: its winning chance, or how far it lies behind."""
        looked, label = self.looked.get(move.candidate.move), self.label(move)
        if looked is not None:
            return f"{label}, {chance_words(looked.chance)}"
        return label if move.rank == 1 else f"{label}, {move.behind:.1f} behind"


@dataclass(frozen=True)
class MulliganAdvice:
    """Which cards of the opening hand to exchange."""

    question: Question
    hand: tuple[Card, ...]
    advised: Mulligan
    choices: tuple[MulliganChoice, ...] = ()
    """Every choice tried in the same deals, best first; without them the advice is a rule of thumb."""

    @property
    def is_provisional(self) -> bool:
        return not self.choices

    @property
    def exchanged(self) -> tuple[Card, ...]:
        return tuple(self.hand[index] for index in self.advised.indices)

    @property
    def primary(self) -> str:
        """The advice in one sentence."""
        return f"{mulligan_name(self.advised, self.hand)}{self._because()}."

    def _because(self) -> str:
        if self.is_provisional:
            every = "every card known" if HIDDEN_CARD in self.hand else "every card"
            why = "cannot be placed in the first turns" if self.exchanged else f"{every} can be placed early"
            return f": {why}; provisional, by a rule of thumb"
        deals = f"{self.choices[0].deals} deals tried"
        if not self.exchanged:
            return f": no exchange is clearly better in {deals}"
        return f": {gain_words(self.choices[0])} against keeping, in {deals}"


def mulligan_name(mulligan: Mulligan, hand: tuple[Card, ...]) -> str:
    if not mulligan.indices:
        return "Keep this hand"
    return f"Exchange {', '.join(hand[index].name for index in mulligan.indices)} ({mulligan})"


def gain_words(choice: MulliganChoice) -> str:
    """Points gained against keeping the hand, with their interval."""
    return f"{100 * choice.gain:+.0f} % (95 %: {100 * choice.gain_low:+.0f} to {100 * choice.gain_high:+.0f})"
