"""Forecasts: what the search said at one decision of a played game, and what its player made in the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from bench.deals import mixed_deal
from bench.knowledge import Knowledge
from bench.phases import empty_tiles
from bench.played import deep_seats, own_view, play_game, play_on
from bench.run_log import Row
from gamekit.agents import Agent
from gamekit.sides import BySide
from qb_app.asking.players import parse_player
from qb_engine import CardHydrator, GameState, Side
from qb_engine.coaching import CoachingEngine
from qb_engine.deep.coach import DeepCoach
from qb_engine.deep.search import Budget, DeepSearch
from qb_engine.models import CardId, Decision, Move
from qb_engine.temper import NEVER_WAITS, Temper, is_opening

DIGITS = 6


class ForecastPlan(NamedTuple):
    """One game, of which one decision is looked at."""

    seed: int
    knowledge: Knowledge
    """What both players know of the other's deck."""
    nodes: int
    """Of the look."""
    play_nodes: int
    """Of every move of the game."""
    against: str | None
    """Who sits opposite the deep player, in either seat by the seed; None for the same player."""
    as_advised: bool = False
    """Whether the look reckons with waiting, as advice does, and from there on the player waits whenever it is advised
    to; without it nobody waits."""


class Forecast(NamedTuple):
    """For whoever was to move."""

    win: float
    draw: float
    loss: float
    made: float
    """1 for a win, 0.5 for a draw, 0 for a loss."""
    empty: int
    exact: bool
    waits: bool = False
    """Whether waiting was advised."""

    @property
    def points(self) -> float:
        return self.win + self.draw / 2


@dataclass(frozen=True)
class Waiter:
    """Waits in the opening when the coach advises it, and plays like another player otherwise."""

    coach: DeepCoach
    budget: Budget
    otherwise: Agent[GameState, Decision]
    told: Mapping[Side, tuple[CardId, ...]]
    name: str = "waiter"

    def choose(self, view: GameState, rng: Random) -> Decision:
        return Move.PASS if self._is_advised_to_wait(view) else self.otherwise.choose(view, rng)

    def _is_advised_to_wait(self, view: GameState) -> bool:
        if not is_opening(view.board, view.passes):
            return False
        side = view.side_to_act
        return self.coach.look(*own_view(view, side, self.told.get(side.other)), self.budget).waits


def forecast(plan: ForecastPlan) -> Row:
    """Play the game of the plan, and look at one decision of the deep player in it, chosen by the seed."""
    hydrator = CardHydrator.shared()
    decks = mixed_deal(plan.seed, hydrator)
    rng = Random(f"forecast/{plan.seed}")
    seats, sides = deep_seats(plan.play_nodes, hydrator, decks, plan.knowledge), list(Side)
    told, belief = plan.knowledge.told(decks), plan.knowledge.belief(hydrator)
    if plan.against is not None:
        side = rng.choice(sides)
        other = parse_player(plan.against).agent(hydrator, told)
        seats, sides = BySide(*(seats[each] if each is side else other for each in Side)), [side]
    game = play_game(plan.seed, seats, hydrator)
    state = rng.choice([state for state in game.states if state.to_move in sides])
    mover = state.side_to_act
    view, seen = own_view(state, mover, told.get(mover.other))
    advisor = CoachingEngine.standard(hydrator, belief=belief)
    temper = Temper() if plan.as_advised else NEVER_WAITS
    coach = DeepCoach(advisor, DeepSearch(threads=1), temper=temper, waits=plan.as_advised)
    look = coach.look(view, seen, Budget(plan.nodes))
    chance, margin = look.chance, game.margin
    if plan.as_advised and is_opening(state.board, state.passes):
        waiter = Waiter(coach, Budget(plan.nodes), seats[mover], told)
        waited = state.clone()
        play_on(waited, BySide(*(waiter if each is mover else seats[each] for each in Side)), plan.seed)
        margin = waited.score().margin
    figures = {"win": chance.win, "draw": chance.draw, "loss": chance.loss, "low": chance.low, "high": chance.high}
    return {
        "seed": plan.seed,
        "side": mover.value,
        "turn": state.turn,
        "empty": empty_tiles(state),
        **{name: round(value, DIGITS) for name, value in figures.items()},
        "sample": chance.sample,
        "exact": chance.exact,
        "expected": round(chance.margin, DIGITS),
        "waits": look.waits,
        "margin": margin if mover is Side.YOU else -margin,
    }


def forecasts_of(rows: Iterable[Row]) -> list[Forecast]:
    told = ("empty", "exact", "waits")
    return [
        Forecast(row["win"], row["draw"], row["loss"], (1 + _sign(row["margin"])) / 2, *(row[name] for name in told))
        for row in rows
    ]


def _sign(margin: int) -> int:
    return (margin > 0) - (margin < 0)
