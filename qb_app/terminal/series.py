"""The result of a series as a table."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.table import Table

from qb_app.figures import share
from qb_app.games.simulation import Series, Simulation
from qb_engine.geometry import Side


def show_series(console: Console, simulation: Simulation, series: Series) -> None:
    """Who played whom, and how often who won."""
    seeds = [game.record.seed for game in series.games]
    first = "you begin" if simulation.first is Side.YOU else "the enemy begins"
    console.print(f"Rules: {simulation.ruleset} (behaviour {simulation.ruleset.behaviour}), {first}")
    for side, name in ((Side.YOU, "You"), (Side.ENEMY, "The enemy")):
        console.print(f"{name}: {simulation.decks[side].title}, played by {simulation.agents[side]}")
    console.print(f"Seeds: {seeds[0]} to {seeds[-1]}")
    result = series.result
    low, high = result.interval()
    table = Table(box=box.SIMPLE_HEAD, show_edge=False)
    table.add_column("From your side")
    table.add_column("", justify="right")
    table.add_row("Games", str(result.games))
    table.add_row("Won", str(result.wins))
    table.add_row("Drawn", str(result.draws))
    table.add_row("Lost", str(result.losses))
    table.add_row("Share, draws as half", share(result.share))
    table.add_row(f"95 % interval (Wilson, {result.games} games)", f"{share(low)} to {share(high)}")
    table.add_row("Average margin in points", f"{series.mean_margin:+.2f}")
    table.add_row("Average plies", f"{series.mean_plies:.1f}")
    console.print(table)
