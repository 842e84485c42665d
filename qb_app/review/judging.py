"""One decision judged, by the answer that the coach gives in its position, and by nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from qb_app.review.course import OPENING_HAND, Moment
from qb_app.review.lines import LineStep, steps_of
from qb_app.review.marks import FAULTLESS, WORTH_A_WORD, Mark, judged, mark_of
from qb_engine.geometry import Side, TileNaming
from qb_engine.models import HIDDEN, Move, Mulligan

if TYPE_CHECKING:
    from qb_app.answers.advisor import Advisor
    from qb_app.answers.question import Question
    from qb_engine.chance import Chance
    from qb_engine.contrast import Contrast
    from qb_engine.deep.coach import Look, LookedMove
    from qb_engine.themes import Theme


@dataclass(frozen=True)
class Reviewed:
    """A play or pass with its mark."""

    moment: Moment
    move: Move
    before: Chance
    """Of an own move what the best one was worth, of the enemy's what you had before it."""
    after: Chance
    """Of an own move what it was worth, by the same search; of the enemy's what you had after it."""
    mark: Mark | None = None
    """None for a move of which it is not known what else could have been done."""
    loss: float | None = None
    """What the mover gave away; None without a mark, and where it cannot be told from nothing."""
    best: Move | None = None
    """The best move, where this was not it."""
    clear: bool = False
    """Whether the best move can be told from every other beyond noise, and lies clearly ahead."""
    line: tuple[LineStep, ...] = ()
    """How the game may have gone on."""
    best_line: tuple[LineStep, ...] = ()
    """How it may have gone on after the best move."""
    beside: Contrast | None = None
    """A costly move beside the better one."""

    @property
    def number(self) -> int:
        return self.moment.number

    @property
    def side(self) -> Side:
        return self.moment.side

    @property
    def swing(self) -> float:
        """What it did to your chance."""
        return self.after.worth - self.before.worth

    @property
    def theme(self) -> Theme | None:
        """What a costly move was about."""
        return None if self.beside is None else self.beside.theme

    def contrast(self, place: TileNaming = str) -> tuple[str, ...]:
        """A costly move and the better one beside each other, in words."""
        return () if self.beside is None else self.beside.sentences(self.moment.before.hydrator, place)

    @property
    def worth_a_word(self) -> bool:
        return self.mark in WORTH_A_WORD


@dataclass(frozen=True)
class ReviewedHand:
    """Your decision on the opening hand, by the deals that were tried for every choice."""

    moment: Moment
    made: Mulligan
    advised: Mulligan
    mark: Mark
    loss: float
    """Points less than the choice advised, in the same deals."""

    number = OPENING_HAND


CLEAR_LEAD = 0.05
"""So far ahead of every other move the best is clearly the best, if noise does not explain it."""


class _Weighed(NamedTuple):
    """A move beside the best, by one look."""

    look: Look
    top: LookedMove
    """The best; the move itself where nothing is better."""
    played: LookedMove
    mark: Mark

    @property
    def loss(self) -> float:
        return self.top.chance.worth - self.played.chance.worth


def _weigh(question: Question, move: Move, advisor: Advisor) -> _Weighed | None:
    """What the coach says best is best; any other move is asked about, so that it is looked at as closely."""
    said = advisor.look(question)
    if _find(said.every, move) is None:
        return None
    look = said if said.moves[0].move == move else advisor.look(question.asking(move))
    played, top = _find(look.every, move), look.moves[0]
    if played is None:
        return None
    if top.chance.worth < played.chance.worth:  # a wait that stands apart
        top = played
    worths = [each.chance.worth for each in look.every if each is not played]
    mark = mark_of(top.chance.worth - played.chance.worth, played.chance.worth, top.chance.worth, worths)
    return _Weighed(look, top, played, mark)


def judge_own(moment: Moment, question: Question, advisor: Advisor) -> Reviewed | None:
    """Your move against the best, within one search; None for one that the search does not know."""
    move = moment.move
    assert isinstance(move, Move)
    weighed = _weigh(question, move, advisor)
    if weighed is None:
        return None
    look, top, played, mark = weighed
    if mark is Mark.FORCED and HIDDEN in question.view.hands[Side.YOU].as_card_ids():
        return Reviewed(moment, move, top.chance, played.chance)  # a card that was not told may have been placed
    found = Reviewed(moment, move, top.chance, played.chance, mark, weighed.loss)
    if mark in FAULTLESS:
        return found
    found = replace(
        found,
        best=top.move,
        clear=_is_clear(look, top),
        line=steps_of(question.view, played.line),
        best_line=steps_of(question.view, top.line),
    )
    if not found.worth_a_word:
        return found
    return replace(found, beside=advisor.advise(question.asking(move)).contrast(move, top.move))


def _is_clear(look: Look, top: LookedMove) -> bool:
    others = [each.chance for each in look.every if each is not top]
    best = top.chance
    return all(other.high < best.low and best.worth - other.worth >= CLEAR_LEAD for other in others)


def judge_enemy(moment: Moment, look: Look, after: Chance, advisor: Advisor) -> Reviewed:
    """The enemy's move against what else it is known to have had, all by one search of its decision.

    Where its whole hand is known it is judged as it saw the game itself. Else ``look``, from your seat, compares what
    is known to have been possible: cards of different hands cannot be told apart fairly, tiles of one card can.
    """
    move = moment.move
    assert isinstance(move, Move)
    found = Reviewed(moment, move, look.chance, after)
    if moment.mirrored is not None:
        weighed = _weigh(moment.mirrored, _mirrored(move), advisor)
        if weighed is None:
            return found
        best = None if weighed.mark in FAULTLESS else _mirrored(weighed.top.move)
        return replace(found, mark=weighed.mark, loss=weighed.loss, best=best)
    made = _find(look.every, move)
    choices = [each for each in look.every if each is made or _could_choose(moment, each.move)]
    if made is None or len(choices) < 2:
        return found
    top = min(choices, key=lambda each: each.chance.worth)
    if top is not made and made.chance.low <= top.chance.high:
        return replace(found, mark=Mark.GOOD)  # each was looked at in few worlds: noise alone may explain it
    loss = made.chance.worth - top.chance.worth
    others = [1 - each.chance.worth for each in choices if each is not made]
    mark = mark_of(loss, 1 - made.chance.worth, 1 - top.chance.worth, others)
    return replace(found, mark=mark, loss=loss, best=None if mark in FAULTLESS else top.move)


def _mirrored(move: Move) -> Move:
    from qb_engine.mirror import mirrored_decision

    found = mirrored_decision(move)
    assert isinstance(found, Move)
    return found


def _could_choose(moment: Moment, move: Move) -> bool:
    """Whether it is known that it could have done that: with a card it held, or by passing where that is no waiting."""
    from qb_engine.temper import is_opening

    if move.is_pass:
        return not is_opening(moment.before.board, moment.before.passes)
    return move.card in moment.held


def judge_hand(moment: Moment, question: Question, advisor: Advisor) -> ReviewedHand | None:
    """Your choice on the opening hand; None where choices cannot be tried."""
    made, advice = moment.move, advisor.mulligan(question)
    assert isinstance(made, Mulligan)
    hand = [card.id for card in advice.hand]
    points = {choice.exchanged: choice.points for choice in advice.choices}
    ways = [tuple(sorted(hand[index] for index in each.indices)) for each in (made, advice.advised)]
    if any(way not in points for way in ways):
        return None
    own, advised = (points[way] for way in ways)
    loss = max(0.0, advised - own)
    mark = Mark.BEST if ways[0] == ways[1] else judged(loss)
    return ReviewedHand(moment, made, advice.advised, mark, loss)


def _find(moves: Iterable[LookedMove], move: Move) -> LookedMove | None:
    return next((each for each in moves if each.move == move), None)
