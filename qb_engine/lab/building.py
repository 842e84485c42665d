"""The best deck that can be found: climbs, then the last few ranked again by stronger players, then proof.

The winner is told as better than the best deck that was there before only if that shows on deals that nothing was
chosen on; else that deck is the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gamekit.pairs import Pairs
from qb_engine.lab.climbing import Ascent
from qb_engine.lab.deals import PROOF, RANKING
from qb_engine.lab.field import Field, Objective, worth
from qb_engine.lab.matrix import NamedCards
from qb_engine.lab.mixture import solve
from qb_engine.lab.pool import CardPool, Swap
from qb_engine.lab.results import Results
from qb_engine.lab.rungs import QUICK, Cards, Meeting, Rung
from qb_engine.lab.swapping import Lead, SwapGain, Swapping, SwapReport, lead
from qb_engine.lab.workbench import Workbench

FIELD_DEALS = 60
"""For the equilibrium of a field."""
QUICK_HEATS = ((12, 12), (48, 6), (200, 4))
"""Deals against every deck of a field of the usual size, as all numbers of deals here, and how many decks are left."""
SEARCHED_DEALS = 4
"""The same with stronger players, for the last few."""
PROOF_ROUND, LOOKS = 50, 8
"""Deals after which the question is looked at, and how often at most."""
STRONGER = Rung.parse("deep:200")
POLISHED = 6
"""Changes of one card, at most, that are made in a deck after the search."""
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
    """Over the best start, on the deals of the proof; if the worst is asked for, against the worst enemy of each."""
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


class _Proven(NamedTuple):
    """The answer, whether it is shown to be better than the best start, and by how much."""

    deck: Cards
    improved: bool = False
    gain: Lead | None = None


class _Build:
    def __init__(self, bench: Workbench, question: BuildQuestion) -> None:
        self.bench = bench
        self.question = question
        self.field = _weighed(bench, question)
        self.swapping = Swapping(bench, question.rung, self.field)
        self.reports: dict[Cards, SwapReport] = {}

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
        start = self._best_start(winner)
        proven = self._proven(self._polished(winner), start)
        if start is not None and not proven.improved and (polished := self._polished(start.cards)) != start.cards:
            proven = self._proven(polished, start)
        return self._answer(proven, start, searched)

    @property
    def _proof(self) -> range:
        return PROOF[: LOOKS * self.field.deals(PROOF_ROUND)]

    def _report(self, deck: Cards) -> SwapReport:
        if deck not in self.reports:
            self.reports[deck] = self.swapping.report(deck, self.question.pool, len(self.reports))
        return self.reports[deck]

    def _polished(self, deck: Cards) -> Cards:
        """With changes of one card that stand out, so that none of them is told beside the answer."""
        if self.question.objective is Objective.WORST:  # changes are told by the mean
            return deck
        for _ in range(POLISHED):
            if (better := self._report(deck).better) is None:
                break
            deck = Swap(deck.index(better.out), better.out, better.into).made_in(deck)
        return deck

    def _answer(self, proven: _Proven, start: NamedCards | None, searched: int) -> BuildAnswer:
        question, proof = self.question, self._proof
        before, deck = question.before or start, proven.deck
        swaps = self._report(deck)
        way = self.swapping.way(before.cards, deck) if before is not None else ()
        return BuildAnswer(
            deck=_in_places(way, before.cards, deck) if before is not None else deck,
            start=start,
            improved=proven.improved,
            gain=proven.gain,
            against=tuple(self._results(question.rung, [deck], proof)[0]),
            stronger=tuple(self._results(question.stronger, [deck], PROOF[: self.field.deals(STRONG_DEALS)])[0]),
            before=None
            if question.before is None
            else tuple(self._results(question.rung, [question.before.cards], proof)[0]),
            field=self.field,
            way=way,
            swaps=swaps,
            games=searched,
            all_games=self.bench.games,
        )

    def _ranked(self, decks: Sequence[Cards]) -> Cards:
        """The best of these: the quick player first, then stronger ones among the last few."""
        quick, begin = self._heats(decks)
        row = RANKING[begin : begin + self.field.deals(SEARCHED_DEALS)]
        strong = self._worths(self.question.stronger, list(quick), row)
        both = {deck: quick[deck] + share for deck, share in zip(quick, strong, strict=True)}
        return max(both, key=lambda deck: both[deck])

    def _heats(self, decks: Sequence[Cards]) -> tuple[dict[Cards, float], int]:
        """What the last few are worth by the quick player, and how many deals it took."""
        left, begin = list(dict.fromkeys(decks)), 0
        sums: dict[Cards, float] = dict.fromkeys(left, 0.0)
        for usual, kept in QUICK_HEATS:
            deals = self.field.deals(usual)
            shares = self._worths(self.question.rung, left, RANKING[begin : begin + deals])
            begin += deals
            sums = {deck: sums[deck] + deals * share for deck, share in zip(left, shares, strict=True)}
            left = sorted(left, key=lambda deck: -sums[deck])[:kept]
        return {deck: sums[deck] / begin for deck in left}, begin

    def _best_start(self, winner: Cards) -> NamedCards | None:
        """The winner itself, if it was there before."""
        starts = {start.cards: start for start in reversed(self.question.starts)}
        if winner in starts or not starts:
            return starts.get(winner)
        worths, _ = self._heats(list(starts))
        return starts[max(worths, key=lambda deck: worths[deck])]

    def _proven(self, winner: Cards, start: NamedCards | None) -> _Proven:
        """The winner if it is shown to be better than the best start, deal by deal until that is decided."""
        if start is None:
            return _Proven(winner)
        if sorted(winner) == sorted(start.cards):
            return _Proven(start.cards)
        together, decks = self.field.deals(PROOF_ROUND), [winner, start.cards]
        mine, theirs = self._results(self.question.rung, decks, PROOF[:together])
        for look in range(1, LOOKS):
            gain = self._gain(mine, theirs)
            if gain.low > 0 or gain.high < 0:
                break
            fresh = self._results(self.question.rung, decks, PROOF[look * together : (look + 1) * together])
            mine, theirs = _with(mine, fresh[0]), _with(theirs, fresh[1])
        gain = self._gain(mine, theirs)
        return _Proven(winner, True, gain) if gain.low > 0 else _Proven(start.cards, False, gain)

    def _gain(self, mine: Sequence[Results], theirs: Sequence[Results]) -> Lead:
        """In what is asked for; the interval allows for all looks at it."""
        if self.question.objective is Objective.WORST:
            return Lead(*_worst(mine).lead_over(_worst(theirs))).cautious
        return lead(self.field, mine, theirs).cautious

    def _worths(self, rung: Rung, decks: Sequence[Cards], row: range) -> list[float]:
        results = self._results(rung, decks, row)
        return [worth(self.field, self.question.objective, [each.share for each in one]) for one in results]

    def _results(self, rung: Rung, decks: Sequence[Cards], row: range) -> list[list[Results]]:
        return self.bench.each_against(rung, decks, self.field.cards, row)


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


def _with(results: Sequence[Results], more: Sequence[Results]) -> list[Results]:
    return [a + b for a, b in zip(results, more, strict=True)]


def _worst(results: Sequence[Results]) -> Pairs:
    """Against the deck that does best."""
    return min(results, key=lambda each: each.share).pairs


def _in_places(way: Sequence[SwapGain], deck: Cards, goal: Cards) -> Cards:
    """The goal with every card where it stood in the deck before."""
    cards = list(deck)
    for step in way:
        cards[cards.index(step.out)] = step.into
    assert sorted(cards) == sorted(goal), "the way leads to the goal"
    return tuple(cards)
