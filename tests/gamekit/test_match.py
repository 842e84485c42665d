from dataclasses import dataclass, field
from random import Random

import pytest

from gamekit.agents import Agent, GreedyAgent, RandomAgent, ScriptedAgent, SeesAll
from gamekit.match import SeriesResult, play_match, play_series
from gamekit.record import replay
from gamekit.sides import BySide
from tests.gamekit.broken_games import NeverDecided
from tests.gamekit.toy_game import HIDDEN, IllegalTakeError, Seat, Take, ToyGame, ToyState

SETUP = {"heap": "20", "hand": "4"}
RANDOM = RandomAgent[ToyState, Take]()
HIGH = GreedyAgent[ToyState, Take](lambda state, side: state.taken[side], name="high")
LOW = GreedyAgent[ToyState, Take](lambda state, side: -state.taken[side], name="low")


@dataclass
class Spy:
    """Plays its first legal move, spoils the view it was given and notes what it saw."""

    name: str = "spy"
    hands: list[BySide[tuple[int, ...]]] = field(default_factory=list)
    numbers: list[float] = field(default_factory=list)

    def choose(self, view: ToyState, rng: Random) -> Take:
        self.hands.append(view.hands)
        self.numbers.append(rng.random())
        move = view.legal_moves()[0]
        view.heap = 0
        return move


def test_a_match_is_played_to_its_end_and_replays() -> None:
    record = play_match(ToyGame(), SETUP, 3, BySide(RANDOM, HIGH))
    assert replay(ToyGame(), record).outcome() is not None
    assert (record.game, record.version, record.seed) == ("toy", 1, 3)


def test_equal_arguments_give_equal_records() -> None:
    agents = BySide(RANDOM, RANDOM)
    record = play_match(ToyGame(), SETUP, 3, agents)
    assert play_match(ToyGame(), dict(reversed(SETUP.items())), 3, agents).to_text() == record.to_text()
    assert play_match(ToyGame(), SETUP, 4, agents).moves != record.moves


def test_agents_see_their_own_side_only_and_cannot_touch_the_game() -> None:
    spies = BySide(Spy(), Spy())
    record = play_match(ToyGame(), SETUP, 5, spies)
    assert len(record.moves) > 2
    for side in Seat:
        assert all(set(hands[side.other]) <= {HIDDEN} for hands in spies[side].hands)
        assert HIDDEN not in spies[side].hands[0][side]


def test_each_seat_has_its_own_source_of_chance() -> None:
    spies = BySide(Spy(), Spy())
    play_match(ToyGame(), SETUP, 5, spies)
    for side in Seat:
        rng = Random(f"5/{side.index}")
        assert spies[side].numbers == [rng.random() for _ in spies[side].numbers]


def test_only_an_agent_that_sees_all_is_shown_what_is_hidden_and_cannot_spoil_it() -> None:
    @dataclass
    class Seer(Spy, SeesAll):
        pass

    spies = BySide(Seer(), Spy())
    record = play_match(ToyGame(), SETUP, 5, spies)
    assert record == play_match(ToyGame(), SETUP, 5, BySide(Spy(), Spy()))
    assert all(HIDDEN not in (*hands.first, *hands.second) for hands in spies.first.hands)
    assert any(HIDDEN in hands.first for hands in spies.second.hands)


def test_an_illegal_choice_is_not_hidden() -> None:
    with pytest.raises(IllegalTakeError):
        play_match(ToyGame(), SETUP, 5, BySide(ScriptedAgent([Take(9)]), RANDOM))


def test_an_end_without_an_outcome_is_reported() -> None:
    with pytest.raises(RuntimeError, match="toy has nobody to move but no outcome"):
        play_match(ToyGame(NeverDecided), SETUP, 5, BySide(RANDOM, RANDOM))


def test_a_series_counts_for_the_first_agent() -> None:
    result = play_series(ToyGame(), [SETUP, {"heap": "9"}], range(20), BySide(HIGH, LOW))
    winners = [record.result.split()[0] for record in result.records]
    assert (result.wins, result.draws, result.losses) == tuple(map(winners.count, ("N", "draw", "S")))
    assert min(result.wins, result.draws, result.losses) > 0
    assert result.games == 40
    assert result.share == (result.wins + result.draws / 2) / 40
    assert [record.seed for record in result.records] == [*range(20), *range(20)]
    assert [dict(record.setup) for record in result.records[19:21]] == [SETUP, {"heap": "9"}]


def test_mirrored_games_exchange_the_seats() -> None:
    agents: BySide[Agent[ToyState, Take]] = BySide(HIGH, LOW)
    setup = {"heap": "9"}
    result = play_series(ToyGame(), [setup], [1, 2, 3], agents, mirrored=True)
    assert list(result.records[::2]) == [play_match(ToyGame(), setup, seed, agents) for seed in (1, 2, 3)]
    assert list(result.records[1::2]) == [play_match(ToyGame(), setup, seed, agents.swapped()) for seed in (1, 2, 3)]
    other = play_series(ToyGame(), [setup], [1, 2, 3], agents.swapped(), mirrored=True)
    assert (other.wins, other.draws, other.losses) == (result.losses, result.draws, result.wins)
    assert result.wins != result.losses


def test_an_agent_mirrored_against_itself_is_exactly_even() -> None:
    result = play_series(ToyGame(), [SETUP], range(10), BySide(RANDOM, RANDOM), mirrored=True)
    assert result.records[::2] == result.records[1::2]
    assert result.share == 0.5
    assert result.wins == result.losses > 0


def test_an_empty_series_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one setup and one seed"):
        play_series(ToyGame(), [SETUP], [], BySide(RANDOM, RANDOM))


@pytest.mark.parametrize(
    ("wins", "draws", "losses", "low", "high"),
    [(5, 0, 5, 0.2366, 0.7634), (0, 10, 0, 0.2366, 0.7634), (10, 0, 0, 0.7225, 1.0), (0, 0, 10, 0.0, 0.2775)],
)
def test_wilson_interval(wins: int, draws: int, losses: int, low: float, high: float) -> None:
    interval = SeriesResult(wins, draws, losses).interval()
    assert interval == pytest.approx((low, high), abs=5e-5)
    assert 0.0 <= interval[0] <= interval[1] <= 1.0
