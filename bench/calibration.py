"""Do predicted chances come true? What the search says at one decision of a played game meets the result of the game.

    python -m bench.calibration [--games N] [--belief known|equal|evidence ...] [--nodes N] [--play-nodes N] [--fit]
                                [--as-advised] [--plot FILE] [--resume FILE.jsonl]

Both seats know only what they see. One decision of each game is looked at, chosen by the seed, so forecasts are
independent; half of the deals are of library decks, half of random ones. The expected calibration error is the mean
distance between predicted points and points made over ten bins; beside it stands what a perfect forecaster would show
by chance. Chances hold against an enemy who plays as well as this search, so against weaker ones more is made than was
said. The players never wait in the opening, and the look knows it; with ``--as-advised`` it reckons with waiting as the
coach does, and the player waits from there on whenever it is advised to.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean

from bench.calibration_plot import draw_plot
from bench.forecasts import Forecast, ForecastPlan, forecast, forecasts_of
from bench.knowledge import Knowledge
from bench.phases import Phase, phase_of
from bench.reliability import bins, brier, calibration_error, fits, noise_floor
from bench.run_log import measured, run_head
from qb_app.asking.players import parse_player
from qb_app.errors import InputError
from qb_engine.deep.search import STANDARD_NODES

GAMES = 10_000
PLAY_NODES = 400
WORDS = {
    Knowledge.KNOWN: "deck known",
    Knowledge.EQUAL: "deck unknown, any deck alike (equal)",
    Knowledge.EVIDENCE: "deck unknown, decks of the library in front (evidence)",
}
OTHERS = ("level4", "seer:4")
"""Other enemies against whom it is told what was said and made, those of them that there are."""
OTHER_GAMES = 0.1
"""So many for each game between equals."""


def main() -> None:
    arguments = _arguments()
    for knowledge in arguments.belief:
        print(f"{WORDS[knowledge]}, {_conditions(arguments)}", flush=True)
        found = _forecasts(arguments, knowledge, None, arguments.games)
        report_bins(found)
        report("all", found)
        for phase, chosen in by_phase(found):
            report(phase, chosen)
        if waits := [each for each in found if each.waits]:
            report("waiting advised", waits)
        if arguments.fit:
            report_fits("all", found)
            for phase, chosen in by_phase(found):
                report_fits(phase, chosen)
        if arguments.plot and knowledge is arguments.belief[0]:
            title = f"{len(found):,} positions, {arguments.nodes:,} nodes"
            error = calibration_error(bins(found))
            draw_plot(arguments.plot, bins(found), f"{title}, error {error:.3f}, Brier {brier(found):.3f}")
        for name in _others(arguments.against):
            against = _forecasts(arguments, knowledge, name, max(1, int(arguments.games * OTHER_GAMES)))
            report(f"against {name}", against)
            for phase, chosen in by_phase(against):
                report(f"against {name}, {phase}", chosen)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--nodes", type=int, default=STANDARD_NODES, help="of the look at a position")
    parser.add_argument("--play-nodes", type=int, default=PLAY_NODES, help="of every move in the games")
    parser.add_argument("--seed", type=int, default=1_000_000, help="seed of the first deal; deals count up from it")
    kinds = tuple(Knowledge)
    parser.add_argument(
        "--belief", nargs="+", type=Knowledge, choices=kinds, default=kinds, help="what decks are known"
    )
    parser.add_argument("--against", nargs="*", help="enemies besides the same player (default: level4, seer:4)")
    parser.add_argument("--as-advised", action="store_true", help="look as advice does, which reckons with waiting")
    parser.add_argument("--fit", action="store_true", help="tell which single numbers would calibrate these games best")
    parser.add_argument("--plot", type=Path, help="write the plot to this SVG file")
    parser.add_argument("--resume", type=Path, help="keep finished games in files of this name, and go on from them")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    return parser.parse_args()


def _conditions(arguments: argparse.Namespace) -> str:
    looked = f"{arguments.nodes:,} nodes a look, {arguments.play_nodes:,} a move"
    waits = "as advised" if arguments.as_advised else "nobody waits"
    return f"{looked}, {waits}, seeds from {arguments.seed}, {arguments.games:,} games"


def _others(named: Sequence[str] | None) -> Iterator[str]:
    for name in OTHERS if named is None else named:
        try:
            yield str(parse_player(name))
        except InputError:
            if named is not None:
                raise


def _forecasts(arguments: argparse.Namespace, knowledge: Knowledge, against: str | None, games: int) -> list[Forecast]:
    about = (knowledge, arguments.nodes, arguments.play_nodes, against, arguments.as_advised)
    settings = dict(zip(ForecastPlan._fields[1:], about, strict=True))
    plans = [ForecastPlan(arguments.seed + number, *about) for number in range(games)]
    path = arguments.resume and log_path(arguments.resume, knowledge, against)
    head = run_head(kind="calibration", seed=arguments.seed, **settings)
    return forecasts_of(measured(forecast, plans, head, arguments.processes, path))


def log_path(path: Path, knowledge: Knowledge, against: str | None) -> Path:
    """``night.jsonl`` becomes ``night-known.jsonl`` or ``night-equal-level4.jsonl``: a file for each kind of game."""
    other = "" if against is None else "-" + against.replace(":", "")
    return path.with_name(f"{path.stem}-{knowledge}{other}{path.suffix}")


def by_phase(found: Sequence[Forecast]) -> list[tuple[Phase, list[Forecast]]]:
    sorted_in = [(phase, [each for each in found if phase_of(each.empty) is phase]) for phase in Phase]
    return [(phase, chosen) for phase, chosen in sorted_in if chosen]


def report_bins(found: Sequence[Forecast]) -> None:
    for each in bins(found):
        interval = f"{each.low:.3f} to {each.high:.3f}"
        print(f"  predicted {each.predicted:.3f}  made {each.made:.3f} (95 %: {interval}), {each.size} positions")


def report(label: str, found: Sequence[Forecast]) -> None:
    error, floor = calibration_error(bins(found)), noise_floor(found)
    said, made = fmean(each.points for each in found), fmean(each.made for each in found)
    print(
        f"  {label}: {len(found):,} positions, said {said:.3f}, made {made:.3f}, calibration error {error:.4f} "
        f"(by chance {floor.mean:.4f}, at most {floor.high:.4f}), Brier {brier(found):.4f}",
        flush=True,
    )


def report_fits(label: str, found: Sequence[Forecast]) -> None:
    for fit in fits(found):
        print(f"  fit, {label}: {fit.name} {fit.number:.2f} (now {fit.unchanged:g}), saves {fit.gain:.5f} nats")


if __name__ == "__main__":
    main()
