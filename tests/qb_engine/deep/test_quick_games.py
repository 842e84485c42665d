"""Games in bulk: the same with any threads, common deals for all decks, and nobody waits."""

from __future__ import annotations

import pytest

from qb_engine.deep.quick_games import quick_games
from qb_engine.errors import QueensBloodError
from qb_engine.geometry import Side
from qb_engine.library import library_decks
from tests.qb_engine.deep.games import HYDRATOR, needs_kernel

pytestmark = needs_kernel
DECKS = [deck.card_ids for deck in library_decks(HYDRATOR)]


def test_games_depend_on_decks_deals_and_seed_alone() -> None:
    pairs = [(DECKS[0], DECKS[1]), (DECKS[2], DECKS[2])]
    here = quick_games(pairs, range(6), seed=3, hydrator=HYDRATOR)
    assert here == quick_games(pairs, range(6), seed=3, hydrator=HYDRATOR, threads=3)
    assert here != quick_games(pairs, range(6), seed=4, hydrator=HYDRATOR)
    later = quick_games(pairs[1:], range(2, 6), seed=3, hydrator=HYDRATOR)
    assert [game._replace(pair=1) for game in later] == [game for game in here if game.pair == 1 and game.deal >= 2]


def test_every_deal_is_begun_by_both_sides_and_played_to_its_end() -> None:
    games = quick_games([(DECKS[0], DECKS[3])], range(10), seed=1, hydrator=HYDRATOR)
    assert [(game.deal, game.starter) for game in games] == [(deal, side) for deal in range(10) for side in Side]
    assert all(game.plies > 4 for game in games), "nobody waits in the opening"
    assert {game.points for game in games} <= {0.0, 0.5, 1.0}
    assert len({(game.total_you, game.total_enemy) for game in games}) > 5


def test_a_card_in_anothers_place_changes_no_other_card_of_a_deal() -> None:
    """The same deal with a deck whose last card was exchanged differs in some games and is the same in others."""
    changed = (*DECKS[0][:-1], "033")
    assert changed != DECKS[0]
    games = [quick_games([(deck, DECKS[1])], range(60), seed=5, hydrator=HYDRATOR) for deck in (DECKS[0], changed)]
    same = sum(before == after for before, after in zip(*games, strict=True))
    assert 0 < same < len(games[0])


@pytest.mark.parametrize(("pairs", "deals"), [([], range(2)), ([(DECKS[0], DECKS[1])], range(600_000))])
def test_no_decks_or_too_many_games_are_refused(pairs: list[tuple[tuple[str, ...], ...]], deals: range) -> None:
    with pytest.raises((ValueError, QueensBloodError), match=r"at least one pair|at most 1,000,000"):
        quick_games(pairs, deals, seed=1, hydrator=HYDRATOR)  # type: ignore[arg-type]  # any length of tuple here
