"""A tournament as the JSON that ``--json`` prints, and as the table of games that ``--csv`` writes."""

from __future__ import annotations

import csv
from io import StringIO

from typing_extensions import TypedDict

from qb_app.asking.decks import NamedDeck
from qb_app.documents.decks import DeckDocument, deck_document
from qb_app.games.arena.tournament import ArenaResult

CSV_COLUMNS = ("game", "seed", "first", "second", "first_deck", "second_deck", "result", "first_points")


class RatedPlayer(TypedDict):
    name: str
    about: str
    elo: float
    """The mean of all players is 1000."""
    interval: list[float]
    """95 % interval of the rating."""
    games: int
    wins: int
    draws: int
    losses: int
    share: float
    """Part of all games won, a draw counting as half."""


class PairingDocument(TypedDict):
    player: str
    opponent: str
    games: int
    wins: int
    draws: int
    losses: int
    share: float
    interval: list[float]
    """95 % Wilson interval of the share."""


class ArenaDocument(TypedDict):
    format: str
    ruleset: str
    behaviour: int
    seeds: list[int]
    """The first and the last."""
    known_decks: bool
    same_deck: bool
    """Whether both sides played the same deck in every deal."""
    decks: list[DeckDocument]
    players: list[RatedPlayer]
    """Strongest first."""
    pairings: list[PairingDocument]
    """Every pair once, the stronger player first."""


def arena_document(result: ArenaResult) -> ArenaDocument:
    arena = result.arena
    names = [rating.player for rating in result.ratings]
    return {
        "format": "qbcoach-arena-1",
        "ruleset": str(arena.ruleset),
        "behaviour": arena.ruleset.behaviour,
        "seeds": [arena.seeds[0], arena.seeds[-1]],
        "known_decks": arena.known,
        "same_deck": arena.same_deck,
        "decks": [deck_document(deck) for deck in arena.decks],
        "players": _rated_players(result),
        "pairings": [
            _pairing(result, player, opponent) for place, player in enumerate(names) for opponent in names[place + 1 :]
        ],
    }


def _rated_players(result: ArenaResult) -> list[RatedPlayer]:
    rows: list[RatedPlayer] = []
    for rating in result.ratings:
        tally = result.tally(rating.player)
        rows.append(
            {
                "name": rating.player,
                "about": result.arena.plan.players[rating.player],
                "elo": rating.elo,
                "interval": [rating.low, rating.high],
                "games": tally.games,
                "wins": tally.wins,
                "draws": tally.draws,
                "losses": tally.losses,
                "share": tally.share,
            }
        )
    return rows


def _pairing(result: ArenaResult, player: str, opponent: str) -> PairingDocument:
    tally = result.tally(player, opponent)
    return {
        "player": player,
        "opponent": opponent,
        "games": tally.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "share": tally.share,
        "interval": list(tally.interval()),
    }


def arena_csv(result: ArenaResult) -> str:
    """One line for each game."""
    page = StringIO()
    writer = csv.writer(page, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    for game in result.games:
        seed = result.arena.seeds[game.fixture.deal]
        decks = result.arena.decks_of(seed).map(_deck_text)
        writer.writerow([game.fixture.number, seed, *game.fixture.players, *decks, game.result, game.share])
    return page.getvalue()


def _deck_text(deck: NamedDeck) -> str:
    return deck.name or deck.code
