"""What the enemy does next, who leads where, and passing."""

from __future__ import annotations

from statistics import fmean

import pytest

from qb_engine.geometry import LANES, Tile
from qb_engine.reasons.field import WORSE
from qb_engine.reasons.kinds import Reason, ReasonKind
from qb_engine.reasons.replies import WORTH_SAYING
from tests.qb_engine.reasons.facts.shared import ENEMY, YOU, Checks, Field, counted, ends_lead, led, rival, worse
from tests.qb_engine.reasons.played import Answer, Played, free, standings

K = ReasonKind


def take_back(reason: Reason, me: Played, _: Field) -> None:
    risky = {lane for lane in led(me) if me.share_of_hands(ends_lead(me, {lane})) >= WORTH_SAYING}
    assert {*reason.lanes} == risky != set()
    assert reason.probability == pytest.approx(me.share_of_hands(ends_lead(me, risky)))
    assert ends_lead(me, risky)(me.answer(reason.card, reason.tile))


def holds_lanes(reason: Reason, me: Played, field: Field) -> None:
    assert {*reason.lanes} == led(me) != set()
    assert reason.probability == pytest.approx(me.share_of_hands(ends_lead(me, led(me))))
    risks = [it.share_of_hands(ends_lead(it, led(it))) for it in worse(me, field) if led(it)]
    assert 2 * sum(risk >= 2 * WORTH_SAYING for risk in risks) >= len(risks) > 0


def threatens_cards(reason: Reason, me: Played, _: Field) -> None:
    mine = {number: it.tile for number, it in standings(me.after.board).items() if it.side is YOU}

    def fallen(answer: Answer) -> set[Tile]:
        return {tile for number, tile in mine.items() if number not in standings(answer.board)}

    assert reason.probability == pytest.approx(me.share_of_hands(lambda it: bool(fallen(it))))
    assert {*reason.others} == fallen(me.answer(reason.card, reason.tile)) != set()


def closes_lane(reason: Reason, me: Played, _: Field) -> None:
    placed = counted(me).placed_on[ENEMY]
    assert {*reason.lanes} <= led(me)
    for lane in reason.lanes:
        assert any(tile.lane == lane for tile in free(me.state.board, ENEMY))
        assert not any(tile.lane == lane for tile in free(me.after.board, ENEMY))
    width = len(placed) // LANES
    assert reason.games == sum(sum(placed[lane * width : (lane + 1) * width]) for lane in reason.lanes)


def turns_score(reason: Reason, me: Played, _: Field) -> None:
    assert me.state.score().margin <= 0 < me.after.score().margin == reason.amount


def changes_lane(reason: Reason, me: Played, field: Field) -> None:
    (at,) = reason.lanes
    before, after = me.state.score().lanes[at], me.after.score().lanes[at]
    if reason.kind is K.TIES_LANE:
        assert (before.winner, after.winner) == (ENEMY, None)
        assert (reason.games is None) == (reason.beside is None)
        if reason.beside is not None:
            ends_up(reason, me, field)
        return
    assert after.winner is YOU is not before.winner
    assert reason.amount == after.power_you - after.power_enemy
    if reason.beside is not None:
        ends_up(reason, me, field)
    else:
        assert reason.games == (None if me.after.is_over else counted(me).kept[at])


def loses_lane(reason: Reason, me: Played, _: Field) -> None:
    sign = {YOU: 1, None: 0, ENEMY: -1}
    before, after = ([sign[lane.winner] for lane in state.score().lanes] for state in (me.state, me.after))
    assert [*reason.lanes] == [lane for lane in range(LANES) if after[lane] < before[lane]]


def ends_up(reason: Reason, me: Played, field: Field) -> None:
    """In so many games the lane is yours in the end, and in so many after worse moves."""
    (at,) = reason.lanes
    others = [it for it in field if me.worth - it.worth >= WORSE and not it.move.is_pass]
    assert reason.games == counted(me).lanes_you[at]
    assert reason.beside == round(fmean(counted(it).lanes_you[at] for it in others))
    assert counted(me).lanes_you[at] > reason.beside


def lane_fades(reason: Reason, me: Played, field: Field) -> None:
    (at,) = reason.lanes
    beside = counted(rival(reason, me, field)).lanes_you[at]
    assert (reason.games, reason.beside) == (counted(me).lanes_you[at], beside)
    assert counted(me).lanes_you[at] < beside


def secures_lane(reason: Reason, me: Played, _: Field) -> None:
    (at,) = reason.lanes
    lane = me.after.score().lanes[at]
    assert at in led(me)
    assert reason.amount == lane.power_you - lane.power_enemy
    assert me.share_of_hands(ends_lead(me, {at})) == 0.0
    assert reason.games == reason.of == counted(me).kept[at]


def wastes_power(reason: Reason, me: Played, _: Field) -> None:
    assert me.move.tile is not None
    assert reason.lanes == (me.move.tile.lane,)
    before, after = me.state.score().lanes, me.after.score().lanes
    assert after[me.move.tile.lane].winner is ENEMY
    yours = [sum(lane.lane_points for lane in lanes if lane.winner is YOU) for lanes in (before, after)]
    assert yours[0] == yours[1]


def pass_stands(reason: Reason, me: Played, _: Field) -> None:
    margin = me.state.score().margin
    assert me.move.is_pass
    assert reason.amount == (margin if reason.kind is K.PASS_LEADS else -margin) > 0
    assert not me.after.is_over


def pass_spares(reason: Reason, me: Played, field: Field) -> None:
    placement = next(it for it in field if not it.move.is_pass)
    assert me.move.is_pass
    assert reason.move == placement.move
    assert reason.tiles == free(me.state.board, YOU)
    assert placement.move.tile in reason.tiles
    assert me.worth - placement.worth >= WORSE


def gives_turn(reason: Reason, me: Played, field: Field) -> None:
    placement = next(it for it in field if not it.move.is_pass)
    assert me.move.is_pass
    assert reason.move == placement.move
    assert placement.worth - me.worth >= WORSE


CHECKS: Checks = {
    K.TAKE_BACK: take_back,
    K.HOLDS_LANES: holds_lanes,
    K.THREATENS_CARDS: threatens_cards,
    K.CLOSES_LANE: closes_lane,
    K.TURNS_SCORE: turns_score,
    K.LANE_LASTS: ends_up,
    K.LANE_FADES: lane_fades,
    K.WINS_LANE: changes_lane,
    K.TIES_LANE: changes_lane,
    K.LOSES_LANE: loses_lane,
    K.SECURES_LANE: secures_lane,
    K.WASTES_POWER: wastes_power,
    K.PASS_LEADS: pass_stands,
    K.PASS_TRAILS: pass_stands,
    K.PASS_SPARES: pass_spares,
    K.GIVES_TURN: gives_turn,
}
