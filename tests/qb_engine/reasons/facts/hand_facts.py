"""How the game stands, and the cards of the hand."""

from __future__ import annotations

import pytest

from qb_engine.reasons.endings import LOST, WON
from qb_engine.reasons.hand import LOCKOUT_WORTH_SAYING
from qb_engine.reasons.kinds import Reason, ReasonKind
from tests.qb_engine.deep.games import HYDRATOR
from tests.qb_engine.reasons.facts.shared import YOU, Checks, Field, counted, rival
from tests.qb_engine.reasons.played import Played, room

K = ReasonKind


def ends(reason: Reason, me: Played, _: Field) -> None:
    margin = me.after.score().margin
    assert me.after.is_over
    assert reason.kind is (K.ENDS_WON if margin > 0 else K.ENDS_LOST if margin < 0 else K.ENDS_DRAWN)
    assert reason.amount == abs(margin)
    assert me.looked.chance.exact


def is_won(reason: Reason, me: Played, _: Field) -> None:
    assert reason.probability == me.worth >= WON
    assert reason.amount == round(me.looked.chance.margin)


def is_lost(reason: Reason, me: Played, field: Field) -> None:
    assert reason.probability == me.worth
    assert field[0].worth <= LOST
    assert reason.amount == -round(me.looked.chance.margin)


def opens_cards(reason: Reason, me: Played, _: Field) -> None:
    before, after = me.state.board, me.after.board
    got = {card: room(after, YOU, card) for card in map(HYDRATOR.get, reason.cards)}
    for card, tiles in got.items():
        assert card in me.held
        assert {*room(before, YOU, card)} <= {me.move.tile}
        assert {*tiles} & {*reason.tiles}
    for tile in reason.tiles:
        assert any(tile in tiles for tiles in got.values())
        assert (before.owners[tile.index], before.rank(tile.index)) != (YOU, after.rank(tile.index))
    assert reason.amount == min(after.rank(tile.index) for tile in reason.tiles)
    for part in reason.parts or (reason,):
        for card in map(HYDRATOR.get, part.cards):
            assert {*part.tiles} == {*got[card]} & {*reason.tiles}, "the card can go to all that is open to it"


def strands_cards(reason: Reason, me: Played, field: Field) -> None:
    best = rival(reason, me, field)
    for card in map(HYDRATOR.get, reason.cards):
        assert card in me.held
        assert card in best.held
        assert not room(me.after.board, YOU, card)
        assert room(best.after.board, YOU, card)


def keeps_card(reason: Reason, me: Played, field: Field) -> None:
    assert HYDRATOR.get(reason.cards[0]) in me.held
    assert reason.games == dict(counted(me).used)[reason.cards[0]]
    now = [each.worth for each in field if each.move.card == reason.card]
    assert now
    assert max(now) < me.worth


def adds_card(reason: Reason, me: Played, _: Field) -> None:
    before = [card.id for card in me.state.player_hand.cards]
    after = [*(card.id for card in me.held), me.move.card]
    assert sorted(after, key=str) == sorted([*before, *reason.cards], key=str)


def lockout(reason: Reason, me: Played, _: Field) -> None:
    """The share of replies after which nothing of the hand has a tile, each as likely as its card is held."""
    assert {*reason.cards} == {card.id for card in me.held} != set()
    weights = [(me.held_by_enemy(answer.card), me.stuck_on(answer.board)) for answer in me.answers]
    weights.append((1.0 if me.move.is_pass else me.idle, me.stuck_on(me.after.board)))
    chance = sum(weight for weight, stuck in weights if stuck) / sum(weight for weight, _ in weights)
    assert reason.probability == pytest.approx(chance)
    assert chance >= LOCKOUT_WORTH_SAYING


CHECKS: Checks = {
    K.ENDS_WON: ends,
    K.ENDS_LOST: ends,
    K.ENDS_DRAWN: ends,
    K.IS_WON: is_won,
    K.IS_LOST: is_lost,
    K.OPENS_CARDS: opens_cards,
    K.STRANDS_CARDS: strands_cards,
    K.KEEPS_CARD: keeps_card,
    K.ADDS_CARD: adds_card,
    K.LOCKOUT: lockout,
}
