"""The end of a round: the snapshot is scored first, then the rest follows in its order."""

from __future__ import annotations

from fleet_engine.battle import Battle
from fleet_engine.damage import CRITICAL, raise_reactor
from fleet_engine.events import EndReason, Payment, RoundScored, RoundStarted
from fleet_engine.geometry import Side
from fleet_engine.maps import scoring_positions
from fleet_engine.ruleset import ReactorDeath, RoundStarter, ScoreAddition
from gamekit.sides import BySide


def end_round(battle: Battle) -> None:
    """Close a complete round and open the next; whatever ends the game also ends the processing."""
    for step in (_score_snapshot, _destroy_critical_ships, _open_next_round):
        step(battle)
        if battle.is_over:
            return


def _score_snapshot(battle: Battle) -> None:
    """Pay the owner of each active ship that stands on a scoring tile; tiles without one stay as they are."""
    one_by_one = battle.ruleset.score_addition is ScoreAddition.TILE_BY_TILE
    payments: list[Payment] = []
    for tile in scoring_positions(battle):
        ship = battle.grid.get(tile.position)
        if ship is None or ship.is_disabled:
            continue
        points, battle.map = battle.map.claimed(tile.position)
        payments.append(Payment(tile.position, points, tile.only_once, ship.id, ship.side))
        battle.scores = battle.scores.replaced(ship.side, battle.scores[ship.side] + points)
        if one_by_one and battle.scores[ship.side] >= battle.terms.max_score:
            break
    battle.note(RoundScored(battle.round, tuple(payments), battle.scores))
    if payments and max(battle.scores) >= battle.terms.max_score:
        battle.end(_leader(battle.scores, draws=battle.ruleset.draws), EndReason.MAX_SCORE)


def _leader(scores: BySide[int], *, draws: bool) -> Side | None:
    if draws and scores.first == scores.second:
        return None
    return Side.CREATOR if scores.first >= scores.second else Side.JOINER


def _destroy_critical_ships(battle: Battle) -> None:
    """Where reactors wait for the end of the round, those that have reached the limit fail now."""
    if battle.ruleset.reactor_death is not ReactorDeath.ROUND_END:
        return
    for vessel in [ship for side in Side for ship in battle.fleet(side) if ship.reactor >= CRITICAL]:
        battle.destroy(vessel)
        if battle.is_over:
            return


def _open_next_round(battle: Battle) -> None:
    battle.round += 1
    for vessel in battle.vessels.values():
        vessel.moved = False
    for number in list(battle.disabled):
        raise_reactor(battle, battle.vessels[number])
        if battle.is_over:
            return
    battle.turn = _starter(battle)
    battle.note(RoundStarted(battle.round, battle.turn))


def _starter(battle: Battle) -> Side:
    first = battle.terms.first
    if battle.ruleset.round_starter is RoundStarter.ALTERNATING and battle.round % 2 == 0:
        return first.other
    return first
