"""Deep players that see more than their view."""

from __future__ import annotations

from random import Random

import pytest

from gamekit.agents import Agent
from gamekit.match import play_match
from gamekit.sides import BySide
from qb_engine.deck_notation import format_deck_code
from qb_engine.deep.levels import DeepPlayer
from qb_engine.deep.search import Budget, DeepSearch
from qb_engine.deep.sighted import Sight, SightedPlayer
from qb_engine.deep.solver import solve
from qb_engine.deep.win_chance import deep_engine, searcher
from qb_engine.game import QueensBlood, random_player, setup_of
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import Decision
from tests.qb_engine.deep.games import DECKS, HYDRATOR, game, needs_kernel

pytestmark = needs_kernel


def player(sight: Sight, nodes: int = 200) -> SightedPlayer:
    return SightedPlayer(HYDRATOR, Budget(nodes), sight=sight)


def chosen(by: DeepPlayer, state: GameState) -> Decision:
    return by.choose(state.clone(), Random(0))


def with_enemy_deck_turned(state: GameState) -> GameState:
    other = state.clone()
    other.lay_deck(Side.ENEMY, other.decks[Side.ENEMY].remaining()[::-1])
    return other


@pytest.mark.parametrize("sight", Sight)
def test_worlds_hold_the_true_hand(sight: Sight) -> None:
    state = game(3, 5)
    worlds = player(sight)._worlds(state, Side.YOU)
    if sight is Sight.ALL:
        assert worlds.pools == ()
        assert worlds.view.key() == state.key()
    else:
        (pool,) = worlds.pools
        assert (list(pool.known), pool.unknown) == (state.hands[Side.ENEMY].as_card_ids(), 0)
        assert sorted(pool.rest) == sorted(state.decks[Side.ENEMY].remaining())


def test_the_order_of_decks_matters_to_who_sees_all_and_to_nobody_else() -> None:
    states = [game(seed, 4) for seed in range(12)]
    turned = [with_enemy_deck_turned(state) for state in states]
    hand, everything = player(Sight.HAND), player(Sight.ALL)
    assert [chosen(hand, state) for state in states] == [chosen(hand, state) for state in turned]
    assert [chosen(everything, state) for state in states] != [chosen(everything, state) for state in turned]


def test_who_sees_all_finds_what_the_solver_proves() -> None:
    """In endings without secrets its chance is certain, where one of the moves wins."""
    proved = 0
    for seed in range(30):
        state = game(seed, 17)
        if state.to_move is not Side.YOU or len(state.legal_moves()) < 3:
            continue
        worlds = player(Sight.ALL)._worlds(state, Side.YOU)
        found = DeepSearch(threads=1).run(worlds, Budget(3000)).moves[0]
        margin = solve(state).margin
        if margin != 0:
            proved += 1
            after = state.clone()
            after.play(found.move)
            best = after.score().margin if after.is_over else solve(after).margin
            assert (best > 0) == (margin > 0)
    assert proved > 3


@pytest.mark.parametrize("sight", Sight)
def test_it_plays_whole_games_from_either_seat_and_the_same_ones_again(sight: Sight) -> None:
    rules = QueensBlood(HYDRATOR)
    setup = setup_of(game(0, 0).ruleset, format_deck_code(DECKS[0]), format_deck_code(DECKS[1]))
    seats: BySide[Agent[GameState, Decision]] = BySide(player(sight, 40), random_player())
    records = [play_match(rules, setup, 5, agents) for agents in (seats, seats.swapped())]
    assert [record.result[0] for record in records] == ["Y", "E"]
    assert play_match(rules, setup, 5, seats) == records[0]


def test_without_pools_nothing_may_be_hidden() -> None:
    state = game(2, 6)
    engine = deep_engine(HYDRATOR, state.ruleset)
    worlds = player(Sight.ALL)._worlds(state, Side.YOU)
    hidden = engine.state(state.observe(Side.YOU))
    with pytest.raises(ValueError, match="at least one pool of hands, unless no card is hidden"):
        searcher(engine).mulligans(hidden, [], [], [0], 1, 0, 1, 1)
    with pytest.raises(ValueError, match="the endings of a belief need at least one pool of hands"):
        searcher(engine).endings(engine.state(worlds.view), [], 0, 10, 10)
