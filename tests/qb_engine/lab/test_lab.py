"""Decks searched, measured and mixed, in small."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from qb_engine.card_hydrator import CardHydrator
from qb_engine.lab import building, climbing, deals, field, meta, swapping
from qb_engine.lab.building import BuildAnswer, BuildQuestion, build
from qb_engine.lab.field import Field, Objective, worth
from qb_engine.lab.matrix import NamedCards, play_matrix
from qb_engine.lab.meta import find_meta
from qb_engine.lab.mixture import solve
from qb_engine.lab.pool import CardPool, PoolError
from qb_engine.lab.rungs import QUICK, Rung
from qb_engine.lab.workbench import Workbench
from qb_engine.library import library_decks
from qb_engine.ruleset import Ruleset

RULES = Ruleset.REBIRTH
CARDS = CardHydrator.shared()
LIBRARY = [NamedCards(deck.name, deck.card_ids) for deck in library_decks()]
SOME = {card_id: 2 for deck in LIBRARY[:3] for card_id in deck.cards} | {
    f"{number:03d}": 1 for number in range(90, 130)
}
POOL = CardPool.of(CARDS, RULES, owned=SOME)
FIELD = Field.of("library", [(deck.name, deck.cards, 1.0) for deck in LIBRARY[:3]])


def bench(seed: int = 1) -> Workbench:
    return Workbench(RULES, seed)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer games after a search."""
    monkeypatch.setattr(field, "USUAL_DECKS", 3)
    monkeypatch.setattr(climbing, "CLIMBS", 3)
    monkeypatch.setattr(climbing, "HEATS", (climbing.Heat(24, 1), climbing.Heat(6, 2), climbing.Heat(2, 6)))
    monkeypatch.setattr(building, "QUICK_HEATS", ((6, 4), (8, 2)))
    monkeypatch.setattr(building, "SEARCHED_DEALS", 1)
    monkeypatch.setattr(building, "STRONG_DEALS", 1)
    monkeypatch.setattr(building, "STRONGER", Rung.parse("deep:10"))
    monkeypatch.setattr(building, "PROOF_ROUND", 8)
    monkeypatch.setattr(building, "POLISHED", 1)
    monkeypatch.setattr(swapping, "HEATS", (swapping.Heat(1, 12),))
    monkeypatch.setattr(swapping, "MEASURED", 4)
    monkeypatch.setattr(swapping, "WAY_DEALS", 1)
    monkeypatch.setattr(meta, "MATRIX_DEALS", 6)
    monkeypatch.setattr(meta, "PROOF_DEALS", 20)
    monkeypatch.setattr(meta, "TRIED_DEALS", 6)


def built(seed: int = 1, games: int = 3_000, **parts: object) -> BuildAnswer:
    asked: dict[str, object] = {"pool": POOL, "starts": tuple(LIBRARY[:2]), **parts}
    question = BuildQuestion(FIELD, Objective.MEAN, stronger=Rung.parse("deep:10"), **asked)  # type: ignore[arg-type]
    return build(bench(seed), question, lambda played: played >= games, lambda deck, points: None)


@pytest.mark.usefixtures("small")
def test_a_better_deck_is_found_and_proven() -> None:
    answer = built()
    assert answer.improved
    assert answer.gain is not None
    assert answer.gain.low > 0
    assert POOL.allows(answer.deck)
    assert answer.start in LIBRARY[:2]
    assert sum(each.share for each in answer.against) / 3 > 0.7
    deck = Counter(answer.start.cards if answer.start else ())
    for step in answer.way:
        deck = deck - Counter([step.out]) + Counter([step.into])
    assert deck == Counter(answer.deck)
    assert {worth.card for worth in answer.swaps.cards} == set(answer.deck)
    assert 3_000 <= answer.games < answer.all_games
    assert built() == answer


@pytest.mark.usefixtures("small")
def test_what_is_not_shown_to_be_better_is_not_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(swapping, "CAUTION", 1_000.0)
    answer = built()
    assert not answer.improved
    assert answer.start is not None
    assert sorted(answer.deck) == sorted(answer.start.cards)
    assert answer.way == ()


@pytest.mark.usefixtures("small")
def test_wishes_are_kept() -> None:
    keep, without = ("001", "001", "100"), ("007", "110")
    pool = CardPool.of(CARDS, RULES, owned=SOME, keep=keep, without=without)
    answer = built(games=500, pool=pool, starts=())
    assert not Counter(keep) - Counter(answer.deck)
    assert not set(without) & set(answer.deck)
    assert (answer.start, answer.gain, answer.improved) == (None, None, False)


@pytest.mark.usefixtures("small")
def test_the_deck_before_is_measured_too() -> None:
    answer = built(games=500, before=LIBRARY[2])
    assert answer.before is not None
    assert [each.games for each in answer.before] == [128, 128, 128]
    assert len(answer.way) == sum((Counter(LIBRARY[2].cards) - Counter(answer.deck)).values())


@pytest.mark.usefixtures("small")
def test_no_change_that_stands_out_is_told_beside_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(swapping, "MEASURED", 20)
    monkeypatch.setattr(building, "POLISHED", 0)
    rough = built(games=500)
    assert rough.swaps.better is not None
    monkeypatch.setattr(building, "POLISHED", 20)
    answer = built(games=500)
    assert answer.swaps.better is None
    assert FIELD.mean([each.share for each in answer.against]) > FIELD.mean([each.share for each in rough.against])


def test_figures_rest_on_as_many_games_whatever_the_size_of_the_field() -> None:
    for count in (1, 3, 7, 14):
        decks = [(str(number), LIBRARY[0].cards, 1.0) for number in range(count)]
        assert Field.of("some", decks).deals(40) * count == pytest.approx(280, abs=count / 2)
    assert Field.of("many", [(str(number), LIBRARY[0].cards, 1.0) for number in range(30)]).deals(1) == 1


def test_cautious_leads_are_wider_and_keep_their_mean() -> None:
    plain = swapping.Lead(0.1, 0.02, 0.18)
    assert plain.cautious.mean == plain.mean
    assert plain.cautious.low == pytest.approx(0.1 - 0.08 * swapping.CAUTION)
    assert plain.cautious.high == pytest.approx(0.1 + 0.08 * swapping.CAUTION)
    assert plain.cautious.low < 0 < plain.low


def test_pools_refuse_what_leaves_no_deck() -> None:
    with pytest.raises(PoolError, match="14 cards that you own may be in a deck, and a deck has 15"):
        CardPool.of(CARDS, RULES, owned={f"{number:03d}": 2 for number in range(1, 8)})
    with pytest.raises(PoolError, match="1 Zu cannot be kept: no copy may be in the deck"):
        CardPool.of(CARDS, RULES, keep=[CARDS.get("Zu").id], without=[CARDS.get("Zu").id])


def test_pools_make_legal_decks_and_changes() -> None:
    owned = {card.id: 1 for card in CARDS.deck_cards()[:30]}
    pool = CardPool.of(CARDS, RULES, owned=owned, keep=["001"])
    deck = pool.random_deck(Random(1))
    assert pool.allows(deck)
    swaps = list(pool.swaps(deck))
    assert len(swaps) == 14 * 15
    assert all(pool.allows(swap.made_in(deck)) for swap in swaps)
    assert not pool.allows(deck[1:])


def test_worst_leans_to_the_small_shares() -> None:
    assert worth(FIELD, Objective.MEAN, [0.2, 0.5, 0.8]) == pytest.approx(0.5)
    assert 0.2 < worth(FIELD, Objective.WORST, [0.2, 0.5, 0.8]) < 0.3


def test_matrices_are_whole_and_turn_into_themselves() -> None:
    matrix = play_matrix(bench(), QUICK, LIBRARY[:3], None, 5)
    for row in range(3):
        for column in range(3):
            if row != column:
                assert matrix.cells[row][column] == matrix.cells[column][row].swapped()
    against = play_matrix(bench(), QUICK, LIBRARY[:2], FIELD, 5)
    assert against.cells[0] == matrix.cells[0]
    assert against.mean(0) == pytest.approx(sum(cell.share for cell in matrix.cells[0]) / 3)


def test_mixtures_cannot_be_exploited() -> None:
    rock_paper_scissors = [[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]]
    found = solve(rock_paper_scissors)
    assert found.weights == pytest.approx([1 / 3] * 3, abs=0.01)
    assert found.exploited < 0.01
    twice = [[0.5, 0.0, 0.75], [1.0, 0.5, 0.0], [0.25, 1.0, 0.5]]
    assert solve(twice).weights == pytest.approx([0.4, 0.2, 0.4], abs=0.01)
    assert solve([[0.5, 0.9], [0.1, 0.5]]).weights == (1.0, 0.0)


@pytest.mark.usefixtures("small")
def test_meta_adds_what_beats_the_mixture() -> None:
    found = find_meta(bench(), QUICK, POOL, LIBRARY[:2], 2, 5_000)
    assert found.rounds[0].joined
    assert found.rounds[0].low > 0.5
    assert len(found.decks) == 2 + sum(oracle.joined for oracle in found.rounds)
    assert sum(found.mixture.weights) == pytest.approx(1)
    assert sorted(place for tier in found.tiers for place in tier) == list(range(len(found.decks)))
    assert list(found.against_mixture) == sorted(found.against_mixture, reverse=True)
    assert found.rounds[0].deck.name.endswith(" (found 1)")
    assert all(CARDS.get(name) for name in found.rounds[0].deck.name.removesuffix(" (found 1)").split(" and "))
    assert found == find_meta(bench(), QUICK, POOL, LIBRARY[:2], 2, 5_000)


def test_deals_are_apart() -> None:
    rows = [deals.SEARCH, deals.RANKING, deals.PROOF, deals.CHANGES, deals.MATRIX]
    assert all(one.stop == other.start for one, other in pairwise(rows))
    assert rows[-1].stop == 1_000_000
