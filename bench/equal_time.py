"""How many nodes of two engines take the same CPU time: measured once, interleaved, over positions of played games."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from bench.piped import PipedPlayer, play_game
from gamekit.arena import Deal
from gamekit.sides import BySide
from qb_engine.game import QueensBlood

FIRST_NODES = 200
STEPS = 4
"""Corrections of the nodes by what they took."""
ROUNDS = 5
EVERY = 3
"""One of so many plies is measured."""


class EqualTime(NamedTuple):
    nodes: BySide[int]
    ratio: float
    """CPU time of the first over that of the second with these nodes: the median of all rounds."""
    seconds: BySide[float]
    """Of a move."""


def equal_time(game: QueensBlood, deals: Sequence[Deal], players: BySide[PipedPlayer], seconds: float) -> EqualTime:
    """Nodes for both players with which a move takes so many CPU seconds, and above all as many for both."""
    nodes = BySide(FIRST_NODES, FIRST_NODES)
    for player, first in zip(players, nodes, strict=True):
        player.player = first
    # Positions of searched games: those of quick players are others, and so is what they cost each engine.
    played = [(deal, play_game(game, dict(deal.setup), deal.seed, players)[1]) for deal in deals]
    for _ in range(STEPS):
        took = _measured(game, played, players, nodes)
        nodes = BySide(*(_scaled(n, seconds / t) for n, t in zip(nodes, took, strict=True)))
    rounds = [_measured(game, played, players, nodes) for _ in range(ROUNDS)]
    nodes = BySide(_scaled(nodes.first, 1 / _ratio(rounds)), nodes.second)
    rounds = [_measured(game, played, players, nodes) for _ in range(ROUNDS)]
    spent = BySide(median(took.first for took in rounds), median(took.second for took in rounds))
    return EqualTime(nodes, _ratio(rounds), spent)


def _scaled(nodes: int, factor: float) -> int:
    return max(2, round(nodes * min(20.0, max(0.05, factor))))


def _ratio(rounds: Sequence[BySide[float]]) -> float:
    return median(took.first / took.second for took in rounds)


def _measured(
    game: QueensBlood, played: Sequence[tuple[Deal, list[str]]], players: BySide[PipedPlayer], nodes: BySide[int]
) -> BySide[float]:
    """CPU seconds of a move, both players asked by turns in the same positions."""
    sums, asked = [0.0, 0.0], 0
    for deal, moves in played:
        state = game.start(dict(deal.setup), deal.seed)
        for place, player in enumerate(players):
            player.start(dict(deal.setup), deal.seed, place)
        for ply, move in enumerate(moves):
            if ply % EVERY == 0 and not any(state.mulligan_open) and len(state.legal_moves()) > 1:
                asked += 1
                # Who is asked second finds the processor as the first has left it.
                turns = list(enumerate(zip(players, nodes, strict=True)))
                for place, (player, budget) in turns[:: 1 if asked % 2 else -1]:
                    sums[place] += player.ask(state, budget)[1]
            state.play(game.parse_move(move))
            for player in players:
                player.hear(move)
    return BySide(sums[0] / asked, sums[1] / asked)
