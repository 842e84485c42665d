"""The search against plain minimax, on the toy game with open hands."""

from dataclasses import replace
from random import Random

import pytest

from gamekit.agents import GreedyAgent, RandomAgent, SearchAgent
from gamekit.match import play_series
from gamekit.search.alpha_beta import search
from gamekit.sides import BySide, TwoSides
from tests.gamekit.toy_game import Seat, Take, ToyGame, ToyState


def margin(state: ToyState, side: TwoSides) -> float:
    return state.taken[side] - state.taken[side.other]


def minimax(state: ToyState, side: TwoSides, depth: int) -> float:
    if state.to_move is None or depth == 0:
        return margin(state, side)
    values = [minimax(after(state, move), side, depth - 1) for move in state.legal_moves()]
    return max(values) if state.to_move is side else min(values)


def after(state: ToyState, move: Take) -> ToyState:
    child = state.clone()
    child.play(move)
    return child


class DoubleTurns(ToyState):
    """The toy game in which everybody takes two cards in a row."""

    def play(self, move: Take) -> None:
        super().play(move)
        if sum(map(len, self.hands)) % 2 == 0:
            self.mover = self.mover.other


POSITIONS = [ToyGame().start({"heap": str(heap), "hand": "4"}, seed) for heap in (7, 12, 30) for seed in range(15)]
DOUBLED = [DoubleTurns(state.heap, state.hands) for state in POSITIONS]


@pytest.mark.parametrize("depth", [1, 2, 3, 5, 9])
@pytest.mark.parametrize("positions", [POSITIONS, DOUBLED], ids=["alternating", "double turns"])
def test_the_search_equals_minimax(positions: list[ToyState], depth: int) -> None:
    for state in positions:
        key = state.key()
        found = search(state, margin, depth=depth)
        assert found.value == minimax(state, Seat.NORTH, depth)
        assert minimax(after(state, found.move), Seat.NORTH, depth - 1) == found.value
        assert state.key() == key


def test_the_expected_play_leads_to_the_value() -> None:
    for state in POSITIONS:
        found = search(state, margin, depth=10)
        assert found.line[0] == found.move
        end = state
        for move in found.line:
            end = after(end, move)
        assert end.to_move is None
        assert margin(end, Seat.NORTH) == found.value


def test_the_side_to_move_is_the_one_that_is_searched_for() -> None:
    state = ToyState(9, BySide((1, 2), (4, 1)), mover=Seat.SOUTH)
    assert search(state, margin, depth=4).value == minimax(state, Seat.SOUTH, 4)


def test_it_looks_at_fewer_positions_than_there_are() -> None:
    state = ToyState(30, BySide((1, 2, 3, 4), (1, 2, 3, 4)))

    def positions_below(state: ToyState) -> int:
        return sum(1 + positions_below(after(state, move)) for move in state.legal_moves())

    last_step = search(state, margin, depth=8).nodes - search(state, margin, depth=7).nodes
    assert last_step < positions_below(state) / 3


def test_it_stops_deepening_when_the_game_is_searched_to_its_end() -> None:
    state = ToyState(3, BySide((1, 2), (1, 2)))
    deep, deeper = search(state, margin, depth=6), search(state, margin, depth=60)
    assert deep == deeper
    assert deep.depth < 6


@pytest.mark.parametrize("budget", [1, 2, 3, 10, 40, 200])
def test_the_budget_is_kept_and_the_move_is_legal(budget: int) -> None:
    for state in POSITIONS:
        found = search(state, margin, depth=9, nodes=budget)
        assert found.nodes <= budget
        assert found.move in state.legal_moves()
        assert found == search(state, margin, depth=9, nodes=budget)


def test_a_spent_budget_leaves_the_result_of_the_last_whole_step() -> None:
    state = ToyState(30, BySide((1, 2, 3, 4), (1, 2, 3, 4)))
    whole = search(state, margin, depth=2)
    found = search(state, margin, depth=9, nodes=whole.nodes)
    assert found == replace(whole, depth=2)


def test_only_candidates_are_searched_and_ties_go_to_the_first() -> None:
    state = ToyState(30, BySide((1, 2, 3, 4), (1, 2, 3, 4)))

    def low(view: ToyState) -> list[Take]:
        return view.legal_moves()[:2]

    assert search(state, margin, depth=1, candidates=low).move == Take(2)

    def flat(view: ToyState, side: TwoSides) -> float:
        return 0

    def turned(view: ToyState) -> list[Take]:
        return view.legal_moves()[::-1]

    assert search(state, flat, depth=3).move == Take(1)
    assert search(state, flat, depth=3, candidates=turned).move == Take(4)


def test_senseless_searches_are_refused() -> None:
    state = POSITIONS[0]
    with pytest.raises(ValueError, match="the game is over"):
        search(ToyState(0, state.hands), margin, depth=1)
    with pytest.raises(ValueError, match="at least 1, not 0"):
        search(state, margin, depth=0)
    with pytest.raises(ValueError, match="at least 1, not 1 and 0"):
        search(state, margin, depth=1, nodes=0)
    with pytest.raises(ValueError, match="no move to search among"):
        search(state, margin, depth=1, candidates=lambda view: [])


class OpenHands(ToyState):
    def observe(self, side: TwoSides) -> "OpenHands":
        return self.clone()


def test_the_search_agent_beats_random_and_never_falls_behind_greedy() -> None:
    game = ToyGame(OpenHands)
    agent = SearchAgent[ToyState, Take](margin, depth=10)
    assert agent.choose(POSITIONS[0], Random(1)) == agent.choose(POSITIONS[0], Random(2))
    setups = [{"heap": "9", "hand": "4"}]
    against_random = play_series(game, setups, range(40), BySide(agent, RandomAgent()), mirrored=True)
    assert against_random.interval()[0] > 0.5
    # Greedy plays this small game almost perfectly, so there is little left to win against it.
    against_greedy = play_series(game, setups, range(40), BySide(agent, GreedyAgent(margin)), mirrored=True)
    assert 0.5 < against_greedy.share < against_random.share
