"""How many games were won, as documents."""

from __future__ import annotations

from typing_extensions import TypedDict

from gamekit.match import Tally


class TallyDocument(TypedDict):
    games: int
    wins: int
    draws: int
    losses: int
    share: float
    """Part of the games won, a draw counting as half."""


class SampledTally(TallyDocument):
    interval: list[float]
    """95 % Wilson interval of the share."""


def tally_document(tally: Tally) -> TallyDocument:
    return {
        "games": tally.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "share": tally.share,
    }


def sampled_tally(tally: Tally) -> SampledTally:
    return {**tally_document(tally), "interval": list(tally.interval())}
