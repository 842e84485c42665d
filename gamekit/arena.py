"""A tournament: who plays whom on which deals, and the log of finished games from which it can go on.

Every pair meets on every deal in both seats. All that chance decides comes from the seed of the deal, so every pair
faces the same luck. The log is text: a line that says which plan it belongs to, then one line for each finished game.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import combinations
from random import Random
from typing import NamedTuple, TypeVar

from gamekit.elo import Score
from gamekit.match import Tally
from gamekit.pairs import Pairs
from gamekit.sides import BySide
from gamekit.sprt import SprtCourse, Verdict

FORMAT = "gamekit-arena-1"

T = TypeVar("T")


class ArenaLogError(ValueError):
    """A log that cannot be read, or that belongs to another plan."""


class Deal(NamedTuple):
    """What decides a game but for its players."""

    setup: tuple[tuple[str, str], ...]
    seed: int


class Fixture(NamedTuple):
    """One game of the plan."""

    number: int
    """From 0 in the order of the plan."""
    deal: int
    """From 0, the place among the deals of the plan."""
    players: BySide[str]
    """By seat."""


class FinishedGame(NamedTuple):
    fixture: Fixture
    result: str
    """The winner (or "draw") and the points, as in a record."""
    share: float
    """What the first seat got: 1.0 for a win, 0.5 for a draw, 0.0 for a loss."""


@dataclass(frozen=True)
class ArenaPlan:
    """Everything that decides the games of a tournament."""

    game: str
    version: int
    players: Mapping[str, str]
    """Names, each with what the player is, so that a log tells one from another of the same name."""
    conditions: Mapping[str, str]
    """Whatever else the results depend on."""
    deals: Sequence[Deal]

    @cached_property
    def fixtures(self) -> tuple[Fixture, ...]:
        """Deal by deal, so that pairs are equally far wherever the tournament is broken off; the order in which
        players are named changes nothing."""
        seats = [
            (deal, players)
            for deal in range(len(self.deals))
            for pair in combinations(sorted(self.players), 2)
            for players in (BySide(*pair), BySide(*pair).swapped())
        ]
        return tuple(Fixture(number, deal, players) for number, (deal, players) in enumerate(seats))

    @cached_property
    def head(self) -> dict[str, object]:
        """What the first line of a log says."""
        deals = json.dumps([[list(deal.setup), deal.seed] for deal in self.deals])
        return {
            "format": FORMAT,
            "game": self.game,
            "version": self.version,
            "players": dict(self.players),
            "conditions": dict(self.conditions),
            "deals": f"{len(self.deals)}, {sha256(deals.encode()).hexdigest()[:16]}",
        }


def deal_of(seed: int, choices: Sequence[T], *, same: bool = False) -> BySide[T]:
    """What both seats get, such as decks: the same for even seeds or always, two of the choices for odd ones."""
    rng = Random(f"deal/{seed}")
    if same or seed % 2 == 0 or len(choices) == 1:
        both = rng.choice(choices)
        return BySide(both, both)
    return BySide(*rng.sample(choices, 2))


def tally(games: Iterable[FinishedGame], player: str, opponent: str) -> Tally:
    """How the player fared against the opponent."""
    seats = BySide(player, opponent)
    found = [(game.fixture.players, game.share) for game in games]
    shares = [share for players, share in found if players == seats]
    return Tally.of([*shares, *(1 - share for players, share in found if players == seats.swapped())])


def pairs(games: Iterable[FinishedGame], player: str, opponent: str) -> Pairs:
    """What the player got of each deal that both have finished in both seats, in the order of the deals."""
    seats = BySide(player, opponent)
    shares: dict[int, list[float]] = {}
    for game in games:
        fixture = game.fixture
        if fixture.players in (seats, seats.swapped()):
            share = game.share if fixture.players == seats else 1 - game.share
            shares.setdefault(fixture.deal, []).append(share)
    return Pairs.of((both[0], both[1]) for _, both in sorted(shares.items()) if len(both) == 2)


def until_decided(games: Iterable[FinishedGame], player: str, course: SprtCourse) -> Iterator[FinishedGame]:
    """The games of two players in the order of their plan, up to the pair that decides about the player."""
    so_far = 0.0
    for game in games:
        yield game
        share = game.share if game.fixture.players.first == player else 1 - game.share
        if game.fixture.number % 2 == 0:
            so_far = share
            continue
        course.add(so_far + share)
        if course.verdict is not Verdict.OPEN:
            return


def scores(games: Iterable[FinishedGame]) -> list[Score]:
    """The games as ratings are made from them."""
    seated = [(game.fixture, game.fixture.players, game.share) for game in games]
    return [Score(fixture.deal, players.first, players.second, share) for fixture, players, share in seated]


def log_head(plan: ArenaPlan) -> str:
    return json.dumps(plan.head) + "\n"


def log_line(game: FinishedGame) -> str:
    first, second = game.fixture.players
    entry = {"number": game.fixture.number, "first": first, "second": second, "result": game.result}
    return json.dumps({**entry, "share": game.share}) + "\n"


def intact(text: str) -> str:
    """The log without its last line if that was torn while it was written."""
    return text[: text.rfind("\n") + 1]


def read_log(text: str, plan: ArenaPlan) -> dict[int, FinishedGame]:
    """The finished games of this plan by their numbers; a torn last line is left out."""
    lines = intact(text).splitlines()
    if not lines and log_head(plan).startswith(text):
        return {}
    _check_head("".join(lines[:1]), plan)
    games = [_read_line(number, line, plan) for number, line in enumerate(lines[1:], 2)]
    return {game.fixture.number: game for game in games}


def _check_head(line: str, plan: ArenaPlan) -> None:
    head = _object(line)
    if head.get("format") != FORMAT:
        raise ArenaLogError("this is no log of an arena, its first line says nothing of a plan")
    for key, value in plan.head.items():
        if head.get(key) != value:
            raise ArenaLogError(f"the games in it are of another plan, {_difference(key, head.get(key), value)}")


def _difference(key: str, there: object, here: object) -> str:
    if not isinstance(there, dict) or not isinstance(here, dict):
        return f"the {key} are not the same" if key == "deals" else f"{key} {there} there and {here} here"
    if set(there) != set(here):
        return f"{key} {', '.join(sorted(map(str, there)))} there and {', '.join(sorted(here))} here"
    name = next(name for name in sorted(here) if there[name] != here[name])
    return f"{name} means '{there[name]}' there and '{here[name]}' here"


def _read_line(line_number: int, line: str, plan: ArenaPlan) -> FinishedGame:
    entry = _object(line)
    number, result, share = entry.get("number"), entry.get("result"), entry.get("share")
    if not isinstance(number, int) or not 0 <= number < len(plan.fixtures):
        raise ArenaLogError(f"line {line_number} names no game of the plan")
    fixture = plan.fixtures[number]
    if [entry.get("first"), entry.get("second")] != list(fixture.players):
        raise ArenaLogError(f"line {line_number} has other players than game {number} of the plan")
    if not isinstance(result, str) or share not in (0.0, 0.5, 1.0):
        raise ArenaLogError(f"line {line_number} tells no result")
    return FinishedGame(fixture, result, float(share))


def _object(line: str) -> dict[str, object]:
    try:
        value = json.loads(line)
    except json.JSONDecodeError:
        return {}
    return value if isinstance(value, dict) else {}
