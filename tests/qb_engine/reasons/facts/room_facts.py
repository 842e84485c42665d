"""Free tiles."""

from __future__ import annotations

from statistics import fmean

import pytest

from qb_engine.geometry import Tile
from qb_engine.reasons.endings import WON
from qb_engine.reasons.kinds import Reason, ReasonKind
from tests.qb_engine.deep.games import HYDRATOR
from tests.qb_engine.reasons.facts.effect_facts import gone
from tests.qb_engine.reasons.facts.shared import ENEMY, YOU, Checks, Field, counted, rival, worse
from tests.qb_engine.reasons.played import Played, free

K = ReasonKind


def takes_tiles(reason: Reason, me: Played, _: Field) -> None:
    before, left = free(me.state.board, ENEMY), free(me.after.board, ENEMY)
    assert {*reason.tiles} == {*before} - {*left} != set()
    if reason.kind is K.TAKES_TILES:
        assert reason.others == left
        assert reason.amount == len(left) > 0
    else:
        assert not left
        assert reason.probability == pytest.approx(me.share_of_hands(lambda it: HYDRATOR.get(it.card).replaces))


def keeps_enemy_narrow(reason: Reason, me: Played, field: Field) -> None:
    left = free(me.after.board, ENEMY)
    assert reason.others == left
    assert reason.amount == len(left)
    others = [len(free(it.after.board, ENEMY)) for it in worse(me, field)]
    assert reason.beside == max(others) > len(left)
    assert 2 * sum(tiles > len(left) for tiles in others) >= len(others)


def concedes_tiles(reason: Reason, me: Played, field: Field) -> None:
    left, beside = free(me.after.board, ENEMY), free(rival(reason, me, field).after.board, ENEMY)
    assert {*reason.tiles} == {*left} - {*beside}
    assert (reason.amount, reason.beside) == (len(left), len(beside))
    assert len(left) > len(beside)


def stuck_enemy(reason: Reason, me: Played, _: Field) -> None:
    assert reason.probability == pytest.approx(me.idle)


def gained(tile: Tile, me: Played) -> bool:
    """Whether a tile was nobody's before, or lay under a card of the enemy."""
    occupant = me.state.board.occupants[tile.index]
    return occupant.side is ENEMY if occupant else me.state.board.owners[tile.index] is None


def gains_tiles(reason: Reason, me: Played, _: Field) -> None:
    own = free(me.after.board, YOU)
    assert {*reason.tiles} == {tile for tile in own if gained(tile, me)} != set()
    assert (reason.amount, reason.beside) == (len(own), len(free(me.after.board, ENEMY)))
    assert (len(own) > len(free(me.state.board, YOU))) is (reason.kind is K.GAINS_TILES)


def cedes_tiles(reason: Reason, me: Played, _: Field) -> None:
    before, after = free(me.state.board, ENEMY), free(me.after.board, ENEMY)
    assert {*reason.tiles} == {*after} - {*before} != set()
    assert reason.amount == len(after)


def frees_tile(reason: Reason, me: Played, _: Field) -> None:
    lost = {(card, tile) for card, tile in gone(me, YOU) if tile in free(me.after.board, YOU)}
    own = {(card, tile) for card, tile in lost if tile == me.move.tile}
    assert {*zip(reason.cards, reason.tiles, strict=True)} == (own if reason.amount else lost - own) != set()


def bides(reason: Reason, me: Played, field: Field) -> None:
    assert reason.tiles == free(me.after.board, YOU) != ()
    assert max(it.worth for it in field) - me.worth <= (0.01 if me.move.is_pass else 0.05)


def uses_last_tile(reason: Reason, me: Played, _: Field) -> None:
    assert reason.tiles == free(me.state.board, YOU) != ()
    assert free(me.after.board, YOU) == ()
    assert me.held


def narrows_you(reason: Reason, me: Played, field: Field) -> None:
    own, beside = free(me.after.board, YOU), free(rival(reason, me, field).after.board, YOU)
    assert {*reason.tiles} == {*beside} - {*own}
    assert (reason.amount, reason.beside) == (len(own), len(beside))
    assert len(own) < len(beside)


def outlasts(reason: Reason, me: Played, _: Field) -> None:
    prospect, used = counted(me), dict(counted(me).used)
    assert reason.games == prospect.out_first[YOU if reason.kind is K.RUNS_OUT else ENEMY]
    assert 2 * prospect.out_first[YOU if reason.kind is K.RUNS_OUT else ENEMY] > prospect.games
    assert all(HYDRATOR.get(card) in me.held and 2 * used[card] < prospect.games for card in reason.cards)


def outlasts_less(reason: Reason, me: Played, field: Field) -> None:
    games, beside = (counted(it).out_first[ENEMY] for it in (me, rival(reason, me, field)))
    assert (reason.games, reason.beside) == (games, beside)
    assert games < beside


def lasts_longer(reason: Reason, me: Played, field: Field) -> None:
    others = [counted(it).out_first[YOU] for it in worse(me, field) if not it.move.is_pass]
    assert (reason.games, reason.beside) == (counted(me).out_first[YOU], round(fmean(others)))
    assert counted(me).out_first[YOU] < fmean(others)


def opens_rank(reason: Reason, me: Played, _: Field) -> None:
    """Such tiles are new, but for the one that the move takes, and a card may come to them."""
    rank, before, after = 3 if reason.kind is K.OPENS_RANK_3 else 2, me.state.board, me.after.board
    assert all(before.rank(tile.index) < rank for tile in free(before, YOU) if tile != me.move.tile)
    assert {*reason.tiles} == {tile for tile in free(after, YOU) if after.rank(tile.index) == rank} != set()
    to_come = [*me.held, *map(HYDRATOR.get, me.state.player_deck.remaining())]
    assert any(card.cost >= rank for card in to_come)


def wastes_pawns(_: Reason, me: Played, __: Field) -> None:
    card, tile = HYDRATOR.get(me.move.card or ""), me.move.tile
    assert tile is not None
    before, after = me.state.board, me.after.board
    aimed = card.pawn_tiles(tile.index, YOU)
    assert aimed
    assert all((before.owners[at], before.rank(at)) == (after.owners[at], after.rank(at)) for at in aimed)
    assert me.worth < WON


CHECKS: Checks = {
    K.TAKES_LAST_TILES: takes_tiles,
    K.TAKES_TILES: takes_tiles,
    K.KEEPS_ENEMY_NARROW: keeps_enemy_narrow,
    K.CONCEDES_TILES: concedes_tiles,
    K.STUCK_ENEMY: stuck_enemy,
    K.CEDES_TILES: cedes_tiles,
    K.GAINS_TILES: gains_tiles,
    K.RENEWS_TILES: gains_tiles,
    K.FREES_TILE: frees_tile,
    K.BIDES: bides,
    K.USES_LAST_TILE: uses_last_tile,
    K.NARROWS_YOU: narrows_you,
    K.OUTLASTS: outlasts,
    K.OUTLASTS_LESS: outlasts_less,
    K.RUNS_OUT: outlasts,
    K.LASTS_LONGER: lasts_longer,
    K.OPENS_RANK_3: opens_rank,
    K.OPENS_RANK_2: opens_rank,
    K.WASTES_PAWNS: wastes_pawns,
}
