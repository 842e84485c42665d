"""How fast the fleet game runs: commands and whole random games per second, and moves of the players."""

from random import Random
from time import perf_counter

from fleet_engine.agents import PLAYERS, random_player
from fleet_engine.commands import Command
from fleet_engine.game import FleetGame, setup_of
from fleet_engine.ruleset import FleetRuleset
from gamekit.match import play_match
from gamekit.sides import BySide

GAMES = 20


def run() -> None:
    for ruleset in (FleetRuleset.PLAN, FleetRuleset.RELEASED):
        _measure_games(ruleset)
    for name in PLAYERS:
        _measure_player(name)


def _measure_games(ruleset: FleetRuleset) -> None:
    """Whole random games with everything that choosing costs, then the same commands alone."""
    game, setup = FleetGame(), setup_of(ruleset)
    agents = BySide(random_player(), random_player())
    began = perf_counter()
    records = [play_match(game, setup, seed, agents) for seed in range(GAMES)]
    games_per_second = GAMES / (perf_counter() - began)
    scripts = [(record.seed, [game.parse_move(move) for move in record.moves]) for record in records]
    began = perf_counter()
    for seed, moves in scripts:
        _play(setup, seed, moves)
    count = sum(len(moves) for _, moves in scripts)
    commands_per_second = count / (perf_counter() - began)
    print(
        f"fleet {ruleset}: {commands_per_second:,.0f} commands per second,"
        f" {games_per_second:,.1f} random games per second ({count / GAMES:.0f} commands each)"
    )


def _play(setup: dict[str, str], seed: int, moves: list[Command]) -> None:
    state = FleetGame().start(setup, seed)
    for move in moves:
        state.play(move)


def _measure_player(name: str) -> None:
    state, rng = FleetGame().start(setup_of(), 1), Random(1)
    player, moves = PLAYERS[name](), 12
    began = perf_counter()
    for _ in range(moves):
        state.play(player.choose(state.observe(state.turn), rng))
    print(f"fleet {name}: {(perf_counter() - began) / moves * 1000:,.1f} ms per move in the opening")


if __name__ == "__main__":
    run()
