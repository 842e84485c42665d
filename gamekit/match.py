"""Games between agents, singly and in series."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from math import sqrt
from random import Random

from gamekit.agents import Agent, shown_to
from gamekit.protocol import Game, MoveT, StateT
from gamekit.record import Record, result_text
from gamekit.sides import BySide

Z_95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Tally:
    """How often somebody won, drew and lost."""

    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """Part of the games won, a draw counting as half a win."""
        return (self.wins + self.draws / 2) / self.games

    def interval(self) -> tuple[float, float]:
        """95 % Wilson interval of the share; see ``wilson_interval``."""
        return wilson_interval(self.share, self.games)

    @staticmethod
    def of(shares: Iterable[float]) -> "Tally":
        """From the results of single games: 1.0 for a win, 0.5 for a draw, 0.0 for a loss."""
        found = list(shares)
        return Tally(found.count(1.0), found.count(0.5), found.count(0.0))


@dataclass(frozen=True, slots=True)
class SeriesResult(Tally):
    """A series as seen by the first-named agent, with the games in the order played."""

    records: tuple[Record, ...] = ()


def wilson_interval(share: float, games: float) -> tuple[float, float]:
    """95 % interval of a share of points.

    A draw counts as half a win, which makes the interval wider than need be when draws are many.
    Games are taken as independent, which the two of a mirrored pair are not quite.
    """
    n, p, zz = games, share, Z_95**2
    middle = (p + zz / (2 * n)) / (1 + zz / n)
    reach = Z_95 * sqrt(p * (1 - p) / n + zz / (4 * n * n)) / (1 + zz / n)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def play_match(
    game: Game[StateT, MoveT], setup: Mapping[str, str], seed: int, agents: BySide[Agent[StateT, MoveT]]
) -> Record:
    """Play one game to its end; equal arguments give equal records, whatever the order of the setup."""
    return _play_to_end(game, setup, seed, agents)[0]


def play_series(
    game: Game[StateT, MoveT],
    setups: Iterable[Mapping[str, str]],
    seeds: Iterable[int],
    agents: BySide[Agent[StateT, MoveT]],
    *,
    mirrored: bool = False,
) -> SeriesResult:
    """Play every setup with every seed; `agents.first` is the agent whose wins are counted.

    Mirrored, each game is played a second time with the agents in exchanged seats and the same
    seed, so that the luck of the seat and of the seed falls to both.
    """
    records: list[Record] = []
    shares: list[float] = []
    for setup, seed in product(setups, seeds):
        for exchanged in (False, True) if mirrored else (False,):
            seats = agents.swapped() if exchanged else agents
            record, share_of_first_seat = _play_to_end(game, setup, seed, seats)
            records.append(record)
            shares.append(1 - share_of_first_seat if exchanged else share_of_first_seat)
    if not records:
        raise ValueError("a series needs at least one setup and one seed")
    tally = Tally.of(shares)
    return SeriesResult(tally.wins, tally.draws, tally.losses, tuple(records))


def _play_to_end(
    game: Game[StateT, MoveT], setup: Mapping[str, str], seed: int, agents: BySide[Agent[StateT, MoveT]]
) -> tuple[Record, float]:
    state = game.start(setup, seed)
    # One source of chance for each seat, so that an agent's use of it cannot disturb its opponent.
    rngs = BySide(Random(f"{seed}/0"), Random(f"{seed}/1"))
    moves: list[str] = []
    while (side := state.to_move) is not None:
        agent = agents[side]
        move = agent.choose(shown_to(agent, state, side), rngs[side])
        state.play(move)
        moves.append(game.format_move(move))
    outcome = state.outcome()
    if outcome is None:
        raise RuntimeError(f"{game.name} has nobody to move but no outcome")
    settled = tuple(sorted(setup.items()))
    record = Record(game.name, game.version, settled, seed, tuple(moves), result_text(outcome))
    return record, outcome.share(game.sides.first)
