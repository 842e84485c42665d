"""What the games between two engines say, by pairs: points with their interval, wins, and the state of the test."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from gamekit.arena import FinishedGame, pairs, tally
from gamekit.elo import lead_of
from gamekit.sprt import BOUND, SprtCourse


def report(
    games: Sequence[FinishedGame], player: str, opponent: str, random_deals: Collection[int], course: SprtCourse | None
) -> None:
    print(f"{player} against {opponent}")
    for label, chosen in _kinds(games, random_deals):
        _row(label, chosen, player, opponent)
    if course is not None:
        bounds = f"bounds {-BOUND:.2f} and {BOUND:.2f}"
        print(
            f"  SPRT {course.sprt.elo0:g},{course.sprt.elo1:g}: {course.verdict}, "
            f"LLR {course.ratio:.2f}, {bounds}, {course.pairs} pairs"
        )


def report_opponent(
    games: Sequence[FinishedGame], new: str, old: str, opponent: str, random_deals: Collection[int]
) -> None:
    print(f"against {opponent}, on the same deals")
    for label, chosen in _kinds(games, random_deals):
        for name in (new, old):
            _row(f"{label}, {name}", chosen, name, opponent)
        mean, low, high = pairs(chosen, new, opponent).lead_over(pairs(chosen, old, opponent))
        print(f"  {label + ', difference':<34} {mean:+6.1%} of points, 95 % interval {low:+.1%} to {high:+.1%}")


def _kinds(games: Sequence[FinishedGame], random_deals: Collection[int]) -> list[tuple[str, list[FinishedGame]]]:
    random = [game for game in games if game.fixture.deal in random_deals]
    library = [game for game in games if game.fixture.deal not in random_deals]
    kinds = [("all decks", list(games)), ("library decks", library), ("random decks", random)]
    return [(label, chosen) for label, chosen in kinds if chosen]


def _row(label: str, games: Sequence[FinishedGame], player: str, opponent: str) -> None:
    found = pairs(games, player, opponent)
    if not found.scores:
        return
    won, (low, high) = tally(games, player, opponent), found.interval()
    elo, least, most = map(lead_of, (found.share, low, high))
    print(
        f"  {label:<34} {found.share:6.1%} of points, 95 % interval {low:.1%} to {high:.1%}, "
        f"Elo {elo:+.0f} ({least:+.0f} to {most:+.0f}), +{won.wins} ={won.draws} -{won.losses}, "
        f"pairs {'/'.join(map(str, found.counts))}"
    )
