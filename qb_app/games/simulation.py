"""Games between two players, singly and in series."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from gamekit.crew import Crew
from gamekit.match import SeriesResult, play_match
from gamekit.record import Record
from gamekit.sides import BySide
from qb_app.asking.choices import Beginner
from qb_app.asking.decks import NamedDeck, choose_legal_deck
from qb_app.asking.players import Player, parse_player
from qb_app.games.playthrough import AGENT_KEYS
from qb_engine.game import QueensBlood, setup_of
from qb_engine.geometry import Side
from qb_engine.models import CardId, Move
from qb_engine.ruleset import Ruleset


@dataclass(frozen=True)
class Simulation:
    """Everything but the seed that decides a game."""

    game: QueensBlood
    ruleset: Ruleset
    decks: BySide[NamedDeck]
    agents: BySide[Player]
    first: Side

    @staticmethod
    def set_up(ruleset: str, decks: BySide[str], agents: BySide[str], beginner: Beginner) -> Simulation:
        """The simulation that the user's words mean."""
        game, rules = QueensBlood(), Ruleset.parse(ruleset)
        chosen = decks.map(lambda text: choose_legal_deck(text, rules, game.hydrator))
        players = agents.map(parse_player)
        for player in players:
            player.check(game.hydrator, rules)
        first = Side.YOU if beginner is Beginner.YOU else Side.ENEMY
        return Simulation(game, rules, chosen, players, first)

    def play(self, seed: int) -> Record:
        """Players are told both decks, as those know them who have met before."""
        return _play(self.game, self._task(seed))

    def play_all(self, seeds: Iterable[int], crew: Crew) -> Generator[GameResult, None, None]:
        """The games in the order of their seeds, whoever plays them."""
        return crew.map(_play_and_judge, map(self._task, seeds))

    def _task(self, seed: int) -> Task:
        setup = setup_of(self.ruleset, self.decks.first.code, self.decks.second.code, self.first)
        setup |= {AGENT_KEYS[side]: self.agents[side].name for side in Side}
        return Task(tuple(setup.items()), seed, self.decks.map(lambda deck: deck.card_ids))


class Task(NamedTuple):
    """A game as it is handed to another process."""

    setup: tuple[tuple[str, str], ...]
    seed: int
    known: BySide[tuple[CardId, ...]]
    """The decks, in the order in which players are told them."""


@dataclass(frozen=True)
class GameResult:
    """The outcome of one game of a series, from your point of view."""

    record: Record
    margin: int
    plies: int
    """Cards played and passes, both sides together."""


@dataclass(frozen=True)
class Series:
    """Finished games that differ in their seeds alone."""

    games: tuple[GameResult, ...]

    @property
    def result(self) -> SeriesResult:
        """Wins, draws and losses of yours, with the share and its interval."""
        margins = [game.margin for game in self.games]
        wins, losses = sum(margin > 0 for margin in margins), sum(margin < 0 for margin in margins)
        records = tuple(game.record for game in self.games)
        return SeriesResult(wins, len(margins) - wins - losses, losses, records)

    @property
    def mean_margin(self) -> float:
        return sum(game.margin for game in self.games) / len(self.games)

    @property
    def mean_plies(self) -> float:
        return sum(game.plies for game in self.games) / len(self.games)


@cache
def _game() -> QueensBlood:
    return QueensBlood()


def _play(game: QueensBlood, task: Task) -> Record:
    setup, known = dict(task.setup), {side: task.known[side] for side in Side}
    agents = AGENT_KEYS.map(lambda key: parse_player(setup[key]).agent(game.hydrator, known))
    return play_match(game, setup, task.seed, agents)


def _play_and_judge(task: Task) -> GameResult:
    game = _game()
    record = _play(game, task)
    you, enemy = record.result.split()[-1].split("-")
    plies = sum(isinstance(game.parse_move(move), Move) for move in record.moves)
    return GameResult(record, int(you) - int(enemy), plies)
