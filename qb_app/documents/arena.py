"""A tournament as the JSON that ``--json`` prints, and as the table of games that ``--csv`` writes."""

from __future__ import annotations

import csv
from io import StringIO

from typing_extensions import TypedDict

from gamekit.elo import Rating
from gamekit.sprt import BOUND, SprtCourse
from qb_app.asking.decks import NamedDeck
from qb_app.documents.decks import DeckDocument, deck_document
from qb_app.documents.tallies import TallyDocument, tally_document
from qb_app.games.arena.tournament import ArenaResult

CSV_COLUMNS = ("game", "seed", "first", "second", "first_deck", "second_deck", "result", "first_points")


class RatedPlayer(TallyDocument):
    name: str
    about: str
    elo: float
    """The mean of all players is 1000."""
    interval: list[float]
    """95 % interval of the rating."""


class PairingDocument(TallyDocument):
    player: str
    opponent: str
    interval: list[float]
    """95 % interval of the share, by pairs: both seats of a deal."""
    pairs: list[int]
    """How many pairs gave the player 0, ½, 1, 1½ and 2 points."""


class SprtDocument(TypedDict):
    """A test between two leads of a player."""

    player: str
    opponent: str
    elo0: float
    elo1: float
    games: int
    """Those that the test counted."""
    ratio: float
    """Logarithm of the likelihood ratio; above 0 it speaks for ``elo1``."""
    bounds: list[float]
    verdict: str
    """``elo0``, ``elo1``, or ``open`` where the games did not decide."""


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
    sprt: SprtDocument | None
    """The test that was asked for."""


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
        "players": [_rated_player(result, rating) for rating in result.ratings],
        "pairings": [
            _pairing(result, player, opponent) for place, player in enumerate(names) for opponent in names[place + 1 :]
        ],
        "sprt": None if result.course is None else _sprt(result, result.course),
    }


def _rated_player(result: ArenaResult, rating: Rating) -> RatedPlayer:
    return {
        "name": rating.player,
        "about": result.arena.plan.players[rating.player],
        "elo": rating.elo,
        "interval": [rating.low, rating.high],
        **tally_document(result.tally(rating.player)),
    }


def _pairing(result: ArenaResult, player: str, opponent: str) -> PairingDocument:
    found = result.pairs(player, opponent)
    return {
        "player": player,
        "opponent": opponent,
        **tally_document(result.tally(player, opponent)),
        "interval": list(found.interval()),
        "pairs": list(found.counts),
    }


def _sprt(result: ArenaResult, course: SprtCourse) -> SprtDocument:
    player, opponent = result.arena.players
    return {
        "player": player.name,
        "opponent": opponent.name,
        "elo0": course.sprt.elo0,
        "elo1": course.sprt.elo1,
        "games": 2 * course.pairs,
        "ratio": course.ratio,
        "bounds": [-BOUND, BOUND],
        "verdict": course.verdict.value,
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
