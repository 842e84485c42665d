"""What cards do to one another: now, in chains, and in the order in which they are played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qb_engine.changes import (
    AbilityFired,
    CardAt,
    CardDestroyed,
    CardToHand,
    Change,
    PowerChanged,
    TokenSpawned,
)
from qb_engine.effects import Target, Trigger
from qb_engine.geometry import TILES, Side
from qb_engine.reasons.context import MoveContext
from qb_engine.reasons.field import Field
from qb_engine.reasons.kinds import Reason, ReasonKind

CHAIN_CARDS = 2
"""From so many cards on that a move changes at once it is a chain."""
OFTEN = 0.5
"""Share of the games that may follow in which the next move must come to be named."""
WORTH_PREPARING = 2
"""Points by which the next move must do more after this one than without it."""


def destroys(context: MoveContext, _: Field) -> Iterator[Reason]:
    """Enemy cards fall."""
    yield from _falls(ReasonKind.DESTROYS, context.fallen(Side.ENEMY))


def sacrifices(context: MoveContext, _: Field) -> Iterator[Reason]:
    """Cards of yours fall by your own move, and their tiles are not yours to use again."""
    lost = [change for change in context.fallen(Side.YOU) if change.card.tile not in context.own_tiles]
    yield from _falls(ReasonKind.SACRIFICES, lost)


def _falls(kind: ReasonKind, fallen: Sequence[CardDestroyed]) -> Iterator[Reason]:
    if fallen:
        yield Reason(
            kind,
            tuple(fallen),
            tiles=tuple(change.card.tile for change in fallen),
            cards=tuple(change.card.card for change in fallen),
            amount=sum(change.power for change in fallen),
        )


def changes_power(context: MoveContext, _: Field) -> Iterator[Reason]:
    """Enemy cards that end up weaker, cards of yours that end up stronger, and the card itself if it arrives so."""
    shifts = [(told[0].card, told, sum(c.after - c.before for c in told)) for told in context.power_shifts.values()]
    own = context.placed.card.number if context.placed else 0
    for kind, side, sign in ((ReasonKind.WEAKENS, Side.ENEMY, -1), (ReasonKind.STRENGTHENS, Side.YOU, 1)):
        found = [each for each in shifts if each[0].side is side and sign * each[2] > 0 and each[0].number != own]
        if found:
            yield _shifted(kind, found, sign)
    arrived = [each for each in shifts if each[0].number == own and each[2] > 0]
    if arrived:
        yield _shifted(ReasonKind.ARRIVES, arrived, 1)


def _shifted(kind: ReasonKind, found: Sequence[tuple[CardAt, tuple[PowerChanged, ...], int]], sign: int) -> Reason:
    return Reason(
        kind,
        tuple(change for _, told, _ in found for change in told),
        tiles=tuple(card.tile for card, _, _ in found),
        cards=tuple(card.card for card, _, _ in found),
        amount=sign * sum(amount for _, _, amount in found),
    )


def chain(context: MoveContext, field: Field) -> Iterator[Reason]:
    """One move touches several cards: what falls, rises, sinks and comes, each as a reason, or all in one sentence."""
    parts = tuple(
        reason for predicate in (destroys, sacrifices, changes_power, spawns) for reason in predicate(context, field)
    )
    others = tuple(part for part in parts if part.kind is not ReasonKind.ARRIVES)
    touched = sum(len(part.tiles) for part in others)
    if touched < CHAIN_CARDS:
        yield from parts
        return
    yield Reason(
        ReasonKind.CHAIN,
        tuple(proof for part in others for proof in part.evidence),
        amount=touched,
        beside=context.after.score.margin - context.before.score.margin,
        parts=others,
    )
    yield from (part for part in parts if part.kind is ReasonKind.ARRIVES)


def prepares(context: MoveContext, _: Field) -> Iterator[Reason]:
    """Your next move does more after this one: the order matters."""
    prospect, following = context.prospect, None if context.prospect is None else context.prospect.next
    if prospect is None or following is None or following.card is None or following.tile is None:
        return
    card = context.card_of(following.card)
    if prospect.next_games < OFTEN * prospect.games or following.tile not in context.tiles_after(card):
        return
    after = context.play(context.prediction.board, following)
    alone = context.play(context.board, following) if following.tile in context.tiles_before(card) else ()
    more = _worked(after) - _worked(alone)
    if more >= WORTH_PREPARING and _worked(after) > 0:
        yield Reason(
            ReasonKind.PREPARES,
            (prospect,),
            amount=_worked(after),
            beside=more,
            games=prospect.next_games,
            of=prospect.games,
            move=following,
        )


def _worked(changes: Sequence[Change]) -> int:
    """Points that your cards gain and the enemy's lose by a move of yours, the card's own power left out."""
    gained = sum(
        change.after - change.before if change.card.side is Side.YOU else change.before - change.after
        for change in changes
        if isinstance(change, PowerChanged)
    )
    fallen = (change for change in changes if isinstance(change, CardDestroyed))
    return gained + sum(change.power if change.card.side is Side.ENEMY else -change.power for change in fallen)


def promises(context: MoveContext, _: Field) -> Iterator[Reason]:
    """The card strengthens whatever of yours will come to an empty tile."""
    if context.placed is None or context.ends_game:
        return
    placed = context.placed.card
    aura = context.card_of(placed.card).aura
    stays = context.prediction.board.occupants[placed.tile.index] is not None
    if aura is None or not stays or aura[1] <= 0 or aura[0] is Target.AFFECTED_ENEMIES:
        return
    waiting = tuple(
        TILES[index]
        for index in context.card_of(placed.card).affected_tiles(placed.tile.index, Side.YOU)
        if TILES[index] in context.own_tiles
    )
    if waiting:
        yield Reason(ReasonKind.PROMISES, (context.placed,), tiles=waiting, cards=(placed.card,), amount=aura[1])


def spawns(context: MoveContext, _: Field) -> Iterator[Reason]:
    """Tokens come to the board."""
    spawned = tuple(change for change in context.changes if isinstance(change, TokenSpawned))
    if spawned:
        yield Reason(
            ReasonKind.SPAWNS,
            spawned,
            tiles=tuple(change.card.tile for change in spawned),
            cards=tuple({context.card_of(change.card.card).name: change.card.card for change in spawned}.values()),
            amount=len(spawned),
        )


def wastes_ability(context: MoveContext, _: Field) -> Iterator[Reason]:
    """The card's on-play ability fires and changes nothing."""
    if context.placed is None:
        return
    placed = context.placed.card
    fired = [
        c for c in context.changes if isinstance(c, AbilityFired) and c.card == placed and c.trigger is Trigger.ON_PLAY
    ]
    worked = any(
        isinstance(c, PowerChanged | CardDestroyed | CardToHand | TokenSpawned) and c.by == placed
        for c in context.changes
    )
    if fired and not worked:
        yield Reason(ReasonKind.WASTES_ABILITY, (fired[0],), tiles=(placed.tile,), cards=(placed.card,))


PREDICATES = (chain, prepares, promises, wastes_ability)
