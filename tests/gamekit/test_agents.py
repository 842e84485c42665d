from collections import Counter
from random import Random

import pytest

from gamekit.agents import GreedyAgent, RandomAgent, ScriptedAgent
from gamekit.sides import BySide, TwoSides
from tests.gamekit.toy_game import Seat, Take, ToyState


def position() -> ToyState:
    return ToyState(9, BySide((1, 2, 4), (3, 3)))


def stones(state: ToyState, side: TwoSides) -> float:
    return state.taken[side]


def test_random_chooses_every_legal_move_about_equally() -> None:
    agent, rng = RandomAgent[ToyState, Take](), Random(1)
    counts = Counter(agent.choose(position(), rng) for _ in range(3000))
    assert set(counts) == set(position().legal_moves())
    assert all(900 < count < 1100 for count in counts.values())


def test_random_keeps_to_its_candidates() -> None:
    agent = RandomAgent[ToyState, Take](lambda view: view.legal_moves()[1:2])
    assert {agent.choose(position(), Random(seed)) for seed in range(9)} == {Take(2)}


def test_greedy_takes_the_best_for_the_side_to_move() -> None:
    state = position()
    assert GreedyAgent[ToyState, Take](stones).choose(state, Random(1)) == Take(4)
    assert state == position()
    state.mover = Seat.SOUTH
    lowest = GreedyAgent[ToyState, Take](lambda after, side: -after.taken[side])
    assert lowest.choose(position(), Random(1)) == Take(1)
    assert lowest.choose(state, Random(1)) == Take(3)


def test_greedy_keeps_to_its_candidates() -> None:
    agent = GreedyAgent[ToyState, Take](stones, lambda view: view.legal_moves()[:2])
    assert agent.choose(position(), Random(1)) == Take(2)


def test_greedy_breaks_ties_by_the_rng() -> None:
    agent = GreedyAgent[ToyState, Take](lambda after, side: min(after.taken[side], 2))
    assert {agent.choose(position(), Random(seed)) for seed in range(20)} == {Take(2), Take(4)}
    assert agent.choose(position(), Random(3)) == agent.choose(position(), Random(3))


def test_nothing_to_choose_from_is_an_error() -> None:
    over = ToyState(0, BySide((1,), (1,)))
    with pytest.raises(ValueError, match="no move to choose from"):
        RandomAgent[ToyState, Take]().choose(over, Random(1))
    with pytest.raises(ValueError, match="the game is over"):
        GreedyAgent[ToyState, Take](stones, lambda view: [Take(1)]).choose(over, Random(1))


def test_scripted_plays_its_moves_as_they_are_needed() -> None:
    waiting = [Take(2), Take(1)]
    agent = ScriptedAgent(waiting.pop() for _ in range(2))
    assert agent.choose(position(), Random(1)) == Take(1)
    assert waiting == [Take(2)]
    assert agent.choose(position(), Random(1)) == Take(2)
    with pytest.raises(ValueError, match="scripted has no move left to play"):
        agent.choose(position(), Random(1))
