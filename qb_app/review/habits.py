"""Habits: what is given away over many matches, by what it was about, against whom, with which deck, and when.

Every figure comes with its sample: of so many decisions, with the interval of their mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import fsum, sqrt
from typing import Any

from qb_app.review.course import OPENING_HAND, entry_text
from qb_app.review.marks import WORTH_A_WORD, Mark, accuracy_of, is_costly
from qb_app.review.review import Review
from qb_engine.chance import Z_95
from qb_engine.geometry import Side, long_name
from qb_engine.themes import Theme

FEW = 40
"""Figures of fewer decisions say so: what a move gives away scatters widely."""
MOST_HABITS = 3
MOST_EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class Costly:
    """A decision that gave away the threshold of an inaccuracy or more."""

    number: int
    """Of the move in its match; 0 for the opening hand."""
    text: str
    best: str
    position: str
    """Before it, as the player saw it."""
    loss: float
    mark: Mark
    theme: Theme


@dataclass(frozen=True, slots=True)
class Digest:
    """Of one match what habits are found in."""

    match_id: str
    kind: str
    """``match`` or ``duel``."""
    at: str
    opponent: str | None
    deck: str | None
    hand: float | None
    """What the decision on the opening hand gave away, where it can be told."""
    moves: tuple[float, ...]
    """What every move of yours did that was a choice."""
    costly: tuple[Costly, ...]

    @property
    def losses(self) -> tuple[float, ...]:
        """Of every decision of yours."""
        return self.moves if self.hand is None else (self.hand, *self.moves)

    @property
    def accuracy(self) -> float | None:
        """As the look back tells it: over the moves."""
        return accuracy_of(self.moves)


def digest_of(review: Review, kind: str) -> Digest:
    course = review.course
    moves = tuple(ply.loss for ply in review.choices(Side.YOU) if ply.loss is not None)
    costly = []
    hand = review.hand
    if hand is not None and hand.mark in WORTH_A_WORD:
        told = (str(hand.made), str(hand.advised), hand.moment.before.observe(Side.YOU).key())
        costly.append(Costly(OPENING_HAND, *told, hand.loss, hand.mark, Theme.MULLIGAN))
    for ply in review.of(Side.YOU):
        question = ply.moment.question
        if ply.theme is None or ply.best is None or ply.loss is None or ply.mark is None or question is None:
            continue
        played, best = (entry_text(Side.YOU, move, course.hydrator, long_name) for move in (ply.move, ply.best))
        costly.append(Costly(ply.number, played, best, question.view.key(), ply.loss, ply.mark, ply.theme))
    given = None if hand is None else hand.loss
    return Digest(course.match_id, kind, course.at, course.opponent, course.deck, given, moves, tuple(costly))


def pack_digest(digest: Digest) -> dict[str, Any]:
    return asdict(digest)


def unpack_digest(document: Mapping[str, Any]) -> Digest:
    costly = tuple(
        Costly(**{**one, "mark": Mark(one["mark"]), "theme": Theme(one["theme"])}) for one in document["costly"]
    )
    return Digest(**{**document, "moves": tuple(document["moves"]), "costly": costly})


@dataclass(frozen=True, slots=True)
class Share:
    """What a part of the decisions gave away."""

    name: str
    matches: int
    decisions: int
    costly: int
    """Decisions that gave away the threshold of an inaccuracy or more."""
    given: float
    """In all, of the chance to win."""
    low: float
    """95 % interval of what a decision gives away on average, from here to ``high``."""
    high: float

    @property
    def each(self) -> float:
        """What a decision gave away on average."""
        return self.given / self.decisions if self.decisions else 0.0

    @property
    def few(self) -> bool:
        return self.decisions < FEW


@dataclass(frozen=True, slots=True)
class Habit:
    """What is given away by one theme, over all decisions."""

    theme: Theme
    share: Share
    examples: tuple[tuple[Digest, Costly], ...]
    """The dearest first."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Over all matches that were looked back on, in the order in which they were played."""

    digests: tuple[Digest, ...]

    @property
    def whole(self) -> Share:
        return _share("all", self.digests, lambda digest: digest.losses)

    @property
    def habits(self) -> tuple[Habit, ...]:
        """By theme, what costs most first."""
        found = [self._habit(theme) for theme in Theme]
        return tuple(sorted((one for one in found if one.share.costly), key=lambda one: -one.share.given))

    @property
    def worst(self) -> tuple[Habit, ...]:
        return self.habits[:MOST_HABITS]

    @property
    def small(self) -> float:
        """What was given away by decisions that cost less than an inaccuracy."""
        return self.whole.given - fsum(habit.share.given for habit in self.habits)

    def by_opponent(self) -> tuple[Share, ...]:
        return self._by(lambda digest: digest.opponent or "unknown")

    def by_deck(self) -> tuple[Share, ...]:
        return self._by(lambda digest: digest.deck or "not told")

    def by_month(self) -> tuple[Share, ...]:
        return tuple(sorted(self._by(lambda digest: digest.at[:7] or "not told"), key=lambda share: share.name))

    @property
    def accuracies(self) -> tuple[float, ...]:
        """0 to 100, match by match, of those with a choice."""
        return tuple(each.accuracy for each in self.digests if each.accuracy is not None)

    def _habit(self, theme: Theme) -> Habit:
        found = [(digest, one) for digest in self.digests for one in digest.costly if one.theme is theme]
        found.sort(key=lambda pair: -pair[1].loss)

        def lost(digest: Digest) -> Sequence[float]:
            costs = [one.loss for one in digest.costly if one.theme is theme]
            return [*costs, *[0.0] * (len(digest.losses) - len(costs))]

        share = _share(theme.value, self.digests, lost)
        return Habit(theme, share, tuple(found[:MOST_EXAMPLES]))

    def _by(self, name: Callable[[Digest], str]) -> tuple[Share, ...]:
        """The greatest share of decisions first."""
        names = dict.fromkeys(map(name, self.digests))
        parts = {one: [digest for digest in self.digests if name(digest) == one] for one in names}
        found = [_share(one, digests, lambda digest: digest.losses) for one, digests in parts.items()]
        return tuple(sorted(found, key=lambda share: (-share.decisions, share.name)))


def _share(name: str, digests: Sequence[Digest], lost: Callable[[Digest], Iterable[float]]) -> Share:
    losses = [loss for digest in digests for loss in lost(digest)]
    costly = sum(map(is_costly, losses))
    given, count = fsum(losses), len(losses)
    mean = given / count if count else 0.0
    spread = fsum((loss - mean) ** 2 for loss in losses)
    reach = Z_95 * sqrt(spread / (count - 1) / count) if count > 1 else mean
    return Share(name, len(digests), count, costly, given, max(0.0, mean - reach), mean + reach)
