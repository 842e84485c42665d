"""The best deck that can be found: climbs, then the last few ranked again by stronger players, then proof.

The winner is told as better than the best deck that was there before only if that shows on deals that nothing was
chosen on; else that deck is the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gamekit.sprt import Sprt, SprtCourse, Verdict
from qb_engine.lab.climbing import Ascent
from qb_engine.lab.deals import PROOF, RANKING
from qb_engine.lab.field import Field, Objective, worth
from qb_engine.lab.matrix import NamedCards
from qb_engine.lab.mixture import solve
from qb_engine.lab.pool import CardPool
from qb_engine.lab.results import Results
from qb_engine.lab.rungs import QUICK, Cards, Meeting, Rung
from qb_engine.lab.swapping import Lead, SwapGain, Swapping, SwapReport, lead
from qb_engine.lab.workbench import Workbench

FIELD_DEALS = 60
"""For the equilibrium of a field."""
QUICK_HEATS = ((12, 8), (40, 4))
"""Deals against every deck of a field of the usual size, as all numbers of deals here, and how many decks are left."""
SEARCHED_DEALS = 4
"""The same with stronger players, for the last few."""
PROOF_ROUND, MOST_PROOF = 50, 400
"""Deals after which the question is looked at, and at most."""
STRONGER = Rung.parse("deep:200")
QUESTION = Sprt(0.0, 25.0)
STRONG_DEALS = 6
"""Deals of the figures by stronger players."""


@dataclass(frozen=True)
class BuildQuestion:
    """What a deck is wanted for."""

    field: Field
    objective: Objective
    pool: CardPool
    starts: tuple[NamedCards, ...]
    """Decks that there are already, the deck before first if one was named; all are allowed by the pool."""
    before: NamedCards | None = None
    """The deck that is to be improved, which need not be allowed any more."""
    rung: Rung = QUICK
    stronger: Rung = STRONGER


@dataclass(frozen=True)
class BuildAnswer:
    """A deck with its proof."""

    deck: Cards
    start: NamedCards | None
    """The best deck of those that were there; None where there was none."""
    improved: bool
    """Whether it is shown to be better than that one; if not, it is that one."""
    gain: Lead | None
    """Over the best start, on the deals of the proof."""
    against: tuple[Results, ...]
    """Every deck of the field, quick player, deals of the proof."""
    stronger: tuple[Results, ...]
    """The same by stronger players."""
    before: tuple[Results, ...] | None
    """Of the deck that was to be improved."""
    field: Field
    """With the weights that were used."""
    way: tuple[SwapGain, ...]
    """From the deck before, or the best start."""
    swaps: SwapReport
    games: int
    """Of the search; the same number gives the same deck."""
    all_games: int
    """With everything after the search."""


def build(
    bench: Workbench, question: BuildQuestion, enough: Callable[[int], bool], told: Callable[[Cards, float], None]
) -> BuildAnswer:
    """Search until ``enough`` says so of the games played, asked after every step; ``told`` hears of the best deck."""
    return _Build(bench, question).run(enough, told)


class _Build:
    def __init__(self, bench: Workbench, question: BuildQuestion) -> None:
        self.bench = bench
        self.question = question
        self.field = _weighed(bench, question)

    def run(self, enough: Callable[[int], bool], told: Callable[[Cards, float], None]) -> BuildAnswer:
        question = self.question
        starts = [start.cards for start in question.starts]
        ascent = Ascent(self.bench, question.rung, self.field, question.objective, question.pool, starts)
        while True:
            ascent.step()
            told(*ascent.best)
            if enough(self.bench.games):
                break
        searched = self.bench.games
        winner = self._ranked([*ascent.found(), *starts])
        start = self._best_start()
        deck, improved, gain = self._proven(winner, start)
        return self._answer(deck, start, improved, gain, searched)

    @property
    def _heat_deals(self) -> int:
        return sum(self.field.deals(deals) for deals, _ in QUICK_HEATS)

    def _answer(
        self, deck: Cards, start: NamedCards | None, improved: bool, gain: Lead | None, searched: int
    ) -> BuildAnswer:
        question, proof = self.question, PROOF[: self.field.deals(MOST_PROOF)]
        before = question.before or start
        swapping = Swapping(self.bench, question.rung, self.field)
        way = swapping.way(before.cards, deck) if before is not None else ()
        return BuildAnswer(
            deck=_in_places(way, before.cards, deck) if before is not None else deck,
            start=start,
            improved=improved,
            gain=gain,
            against=tuple(self._results(question.rung, [deck], proof)[0]),
            stronger=tuple(self._results(question.stronger, [deck], PROOF[: self.field.deals(STRONG_DEALS)])[0]),
            before=None
            if question.before is None
            else tuple(self._results(question.rung, [question.before.cards], proof)[0]),
            field=self.field,
            way=way,
            swaps=swapping.report(deck, question.pool),
            games=searched,
            all_games=self.bench.games,
        )

    def _ranked(self, decks: Sequence[Cards]) -> Cards:
        """The best of these: the quick player first, then stronger ones among the last few."""
        left, rest = list(dict.fromkeys(decks)), RANKING
        sums: dict[Cards, float] = dict.fromkeys(left, 0.0)
        for usual, kept in QUICK_HEATS:
            deals = self.field.deals(usual)
            shares = self._worths(self.question.rung, left, rest[:deals])
            rest = rest[deals:]
            sums = {deck: sums[deck] + deals * share for deck, share in zip(left, shares, strict=True)}
            left = sorted(left, key=lambda deck: -sums[deck])[:kept]
        strong = self._worths(self.question.stronger, left, rest[: self.field.deals(SEARCHED_DEALS)])
        both = {deck: sums[deck] / self._heat_deals + share for deck, share in zip(left, strong, strict=True)}
        return max(left, key=lambda deck: both[deck])

    def _best_start(self) -> NamedCards | None:
        starts = self.question.starts
        if not starts:
            return None
        shares = self._worths(self.question.rung, [start.cards for start in starts], RANKING[: self._heat_deals])
        return starts[max(range(len(starts)), key=lambda place: shares[place])]

    def _proven(self, winner: Cards, start: NamedCards | None) -> tuple[Cards, bool, Lead | None]:
        """The winner if it is shown to be better than the best start, deal by deal until that is decided."""
        if start is None:
            return winner, False, None
        if sorted(winner) == sorted(start.cards):
            return start.cards, False, None
        mine: list[Results] = []
        theirs: list[Results] = []
        course, together = SprtCourse(QUESTION), self.field.deals(PROOF_ROUND)
        rest = PROOF[: self.field.deals(MOST_PROOF)]
        while course.verdict is Verdict.OPEN and rest:
            fresh = self._results(self.question.rung, [winner, start.cards], rest[:together])
            rest = rest[together:]
            for score in _comparisons(*fresh):
                course.add(score)
            mine = [a + b for a, b in zip(mine, fresh[0], strict=True)] if mine else fresh[0]
            theirs = [a + b for a, b in zip(theirs, fresh[1], strict=True)] if theirs else fresh[1]
        gain = lead(self.field, mine, theirs)
        better = course.verdict is Verdict.ELO1 and gain.low > 0 and self._worst_holds(mine, theirs)
        return (winner, True, gain) if better else (start.cards, False, gain)

    def _worst_holds(self, mine: Sequence[Results], theirs: Sequence[Results]) -> bool:
        """Who asks for the worst case is not answered by a better mean alone."""
        if self.question.objective is not Objective.WORST:
            return True
        return min(each.share for each in mine) > min(each.share for each in theirs)

    def _worths(self, rung: Rung, decks: Sequence[Cards], row: range) -> list[float]:
        results = self._results(rung, decks, row)
        return [worth(self.field, self.question.objective, [each.share for each in one]) for one in results]

    def _results(self, rung: Rung, decks: Sequence[Cards], row: range) -> list[list[Results]]:
        others = [deck.cards for deck in self.field.decks]
        played = iter(self.bench.play(rung, [Meeting(deck, other, row) for deck in decks for other in others]))
        return [[next(played) for _ in others] for _ in decks]


def _weighed(bench: Workbench, question: BuildQuestion) -> Field:
    """The field with the weights that the objective asks for."""
    field, row = question.field, RANKING[:FIELD_DEALS]
    if question.objective is not Objective.EQUILIBRIUM or len(field.decks) == 1:
        return field
    decks = [deck.cards for deck in field.decks]
    return field.weighed(solve(shares_of(bench, question.rung, decks, row)).weights)


def shares_of(bench: Workbench, rung: Rung, decks: Sequence[Cards], row: range) -> list[list[float]]:
    """What each deck makes against each; half against itself."""
    count = len(decks)
    meetings = [Meeting(decks[i], decks[j], row) for i in range(count) for j in range(i + 1, count)]
    played = iter(bench.play(rung, meetings))
    shares = [[0.5] * count for _ in range(count)]
    for i in range(count):
        for j in range(i + 1, count):
            shares[i][j] = next(played).share
            shares[j][i] = 1 - shares[i][j]
    return shares


def _comparisons(mine: Sequence[Results], theirs: Sequence[Results]) -> list[float]:
    """Deal by deal, game by game: 1 where both decks did the same, up to 2 where only the first won."""
    games = [
        [1 + (a - b) / 2 for a, b in zip(x.halves, y.halves, strict=True)] for x, y in zip(mine, theirs, strict=True)
    ]
    return [score for deal in zip(*games, strict=True) for score in deal]


def _in_places(way: Sequence[SwapGain], deck: Cards, goal: Cards) -> Cards:
    """The goal with every card where it stood in the deck before."""
    cards = list(deck)
    for step in way:
        cards[cards.index(step.out)] = step.into
    assert sorted(cards) == sorted(goal), "the way leads to the goal"
    return tuple(cards)
