"""Games between two players, singly and in series."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gamekit.match import SeriesResult, play_match
from gamekit.record import Record
from gamekit.sides import BySide
from qb_app.asking.choices import Beginner
from qb_app.asking.decks import NamedDeck, choose_legal_deck
from qb_app.asking.players import Player, parse_player
from qb_app.games.playthrough import AGENT_KEYS
from qb_engine.game import QueensBlood, setup_of
from qb_engine.geometry import Side
from qb_engine.models import Move
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
        setup = setup_of(self.ruleset, self.decks.first.code, self.decks.second.code, self.first)
        setup |= {AGENT_KEYS[side]: self.agents[side].name for side in Side}
        known = {side: self.decks[side].card_ids for side in Side}
        agents = self.agents.map(lambda player: player.agent(self.game.hydrator, known))
        return play_match(self.game, setup, seed, agents)


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


def play_series(simulation: Simulation, seeds: Iterable[int]) -> Series:
    return Series(tuple(_game_result(simulation.game, simulation.play(seed)) for seed in seeds))


def _game_result(game: QueensBlood, record: Record) -> GameResult:
    you, enemy = record.result.split()[-1].split("-")
    plies = sum(isinstance(game.parse_move(move), Move) for move in record.moves)
    return GameResult(record, int(you) - int(enemy), plies)
