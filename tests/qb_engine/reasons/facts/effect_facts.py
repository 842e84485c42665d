"""What cards do to one another, by comparing the cards in play before and after."""

from __future__ import annotations

from qb_engine.geometry import Side, Tile
from qb_engine.models import CardId
from qb_engine.reasons.kinds import Reason, ReasonKind
from tests.qb_engine.deep.games import HYDRATOR
from tests.qb_engine.reasons.facts.shared import ENEMY, YOU, Checks, Field, counted
from tests.qb_engine.reasons.played import Played, Standing, free, room, standings, total, with_card

K = ReasonKind
Named = list[tuple[CardId, Tile]]


def named(reason: Reason) -> Named:
    return sorted(zip(reason.cards, reason.tiles, strict=True))


def gone(me: Played, side: Side) -> Named:
    """Cards that were in play, or were just played, and are no more; but for one that was replaced."""
    after, tile = standings(me.after.board), me.move.tile
    lost = [it for number, it in standings(me.state.board).items() if number not in after and it.side is side]
    fallen = [(it.card.id, it.tile) for it in lost if it.tile != tile]
    if side is YOU and tile is not None and me.placed is None:
        fallen.append((me.move.card or "", tile))
    return sorted(fallen)


def spawned(me: Played) -> list[Standing]:
    before, own = standings(me.state.board), me.placed
    return [it for number, it in standings(me.after.board).items() if number not in before and number != own]


def shifts(me: Played) -> dict[int, tuple[Standing, int]]:
    """By number, every card that is in play now and by how much its power changed since it was or came there."""
    before, found = standings(me.state.board), {}
    for number, now in standings(me.after.board).items():
        then = before[number].power if number in before else now.card.power
        if now.power != then:
            found[number] = (now, now.power - then)
    return found


def destroys(reason: Reason, me: Played, _: Field) -> None:
    assert named(reason) == gone(me, ENEMY) != []


def sacrifices(reason: Reason, me: Played, _: Field) -> None:
    assert named(reason) == unfreed(me) != []


def unfreed(me: Played) -> Named:
    """Cards of yours that are gone without leaving you a free tile."""
    return [(card, tile) for card, tile in gone(me, YOU) if tile not in free(me.after.board, YOU)]


def shifted(reason: Reason, me: Played, _: Field) -> None:
    side, sign = (ENEMY, -1) if reason.kind is K.WEAKENS else (YOU, 1)
    found = [
        (it, by) for number, (it, by) in shifts(me).items() if it.side is side and sign * by > 0 and number != me.placed
    ]
    assert named(reason) == sorted((it.card.id, it.tile) for it, _ in found) != []
    assert reason.amount == sum(abs(by) for _, by in found)


def arrives(reason: Reason, me: Played, _: Field) -> None:
    assert me.placed is not None
    card, by = shifts(me)[me.placed]
    assert named(reason) == [(card.card.id, card.tile)]
    assert reason.amount == by > 0


def spawns(reason: Reason, me: Played, _: Field) -> None:
    tokens = spawned(me)
    assert {*reason.tiles} == {it.tile for it in tokens} != set()
    assert {HYDRATOR.get(card).name for card in reason.cards} == {it.card.name for it in tokens}
    assert reason.amount == len(tokens)


def chain(reason: Reason, me: Played, field: Field) -> None:
    for part in reason.parts:
        CHECKS[part.kind](part, me, field)
    assert reason.amount == sum(len(part.tiles) for part in reason.parts) > 1
    assert reason.beside == me.after.score().margin - me.state.score().margin
    told = {part.kind for part in reason.parts}
    assert (K.DESTROYS in told, K.SACRIFICES in told) == (bool(gone(me, ENEMY)), bool(unfreed(me)))
    assert (K.SPAWNS in told) == bool(spawned(me))


def prepares(reason: Reason, me: Played, _: Field) -> None:
    prospect, move = counted(me), reason.move
    assert move is not None
    assert move == prospect.next
    assert move.card is not None
    assert move.tile is not None
    card = HYDRATOR.get(move.card)
    assert reason.games == prospect.next_games
    assert 2 * prospect.next_games >= prospect.games
    assert move.tile in room(me.after.board, YOU, card)
    now = total(with_card(me.after.board, card, move.tile)) - total(me.after.board) - card.power
    alone = 0
    if move.tile != me.move.tile and move.tile in room(me.state.board, YOU, card):
        alone = total(with_card(me.state.board, card, move.tile)) - total(me.state.board) - card.power
    assert (reason.amount, reason.beside) == (now, now - alone)


def promises(reason: Reason, me: Played, _: Field) -> None:
    """A plain card that comes to such a tile is as much stronger as it would not be if this card were not there."""
    plain, tile = HYDRATOR.get("Mythril Golem"), me.move.tile
    assert tile is not None
    without = me.after.board.clone()
    without.occupants[tile.index] = None
    for waiting in reason.tiles:
        powers = [
            next(it.power for it in standings(with_card(board, plain, waiting)).values() if it.tile == waiting)
            for board in (me.after.board, without)
        ]
        assert powers[0] - powers[1] == reason.amount > 0


def wastes_ability(reason: Reason, me: Played, _: Field) -> None:
    assert reason.card == me.move.card
    assert HYDRATOR.get(reason.card or "").on_play
    assert gone(me, ENEMY) == []
    assert spawned(me) == []


CHECKS: Checks = {
    K.CHAIN: chain,
    K.PREPARES: prepares,
    K.PROMISES: promises,
    K.DESTROYS: destroys,
    K.SACRIFICES: sacrifices,
    K.WEAKENS: shifted,
    K.STRENGTHENS: shifted,
    K.ARRIVES: arrives,
    K.SPAWNS: spawns,
    K.WASTES_ABILITY: wastes_ability,
}
