"""What the move does for the cards that are left in your hand."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from statistics import fmean

from qb_engine.changes import CardToHand, Change, PawnsLaid, PawnsUndone, TileCaptured
from qb_engine.geometry import Side, Tile
from qb_engine.models import Card
from qb_engine.reasons.context import MoveContext
from qb_engine.reasons.endings import is_won
from qb_engine.reasons.field import CLEARLY_WORSE, Field
from qb_engine.reasons.kinds import Reason, ReasonKind

LOCKOUT_WORTH_SAYING = 0.05
MOSTLY = 0.6
"""Share of the games that may follow from which on something is said to happen in them."""


def opens_cards(context: MoveContext, _: Field) -> Iterator[Reason]:
    """Cards of yours get a tile that had none but the one which the move takes."""
    changed = _changed_tiles(context)
    opened = [
        (card, tiles)
        for card in context.held
        if not card.replaces and not context.tiles_before(card)
        for tiles in [[tile for tile in context.tiles_after(card) if tile in changed]]
        if tiles
    ]
    if opened:
        groups: dict[tuple[Tile, ...], list[Card]] = {}
        for card, tiles in opened:
            groups.setdefault(tuple(tiles), []).append(card)
        parts = tuple(_opened(context, changed, tiles, cards) for tiles, cards in sorted(groups.items()))
        whole = _opened(context, changed, {tile for tiles in groups for tile in tiles}, [card for card, _ in opened])
        yield replace(whole, parts=parts) if len(parts) > 1 else whole


def _opened(
    context: MoveContext, changed: dict[Tile, Change], opened: Collection[Tile], cards: Sequence[Card]
) -> Reason:
    """Cards that may go to any of these tiles, or each to some of them."""
    tiles = tuple(sorted(opened))
    return Reason(
        ReasonKind.OPENS_CARDS,
        tuple(changed[tile] for tile in tiles),
        tiles=tiles,
        cards=context.copies(cards),
        amount=min(context.prediction.board.rank(tile.index) for tile in tiles),
    )


def _changed_tiles(context: MoveContext) -> dict[Tile, Change]:
    """Tiles on which pawns changed."""
    changes = (c for c in context.changes if isinstance(c, PawnsLaid | TileCaptured | PawnsUndone))
    return {change.tile: change for change in changes}


def strands_cards(context: MoveContext, field: Field) -> Iterator[Reason]:
    """Cards are left without a tile, and a better move gives them one."""
    rival = field.rival(context)
    served = [card for card in context.stranded if rival and card in rival.held and rival.tiles_after(card)]
    if rival and served:
        cards = context.copies(served)
        yield Reason(ReasonKind.STRANDS_CARDS, context.after.score.lanes, cards=cards, move=rival.move)


def keeps_card(context: MoveContext, field: Field) -> Iterator[Reason]:
    """A card that could be placed now is worth more later: every way to place it now is worse than most other moves."""
    prospect = context.prospect
    if prospect is None or context.ends_game:
        return
    kept = []
    for card in context.held:
        now = [other.worth for other in field.contexts if other.move.card == card.id]
        others = [other.worth for other in field.contexts if other.move.card != card.id]
        later = dict(prospect.used).get(card.id, 0)
        if not now or not others or later < MOSTLY * prospect.games:
            continue
        if max(now) < fmean(others) <= context.worth - CLEARLY_WORSE:
            kept.append((-max(now), later, card.id))
    if kept:
        _, later, card_id = max(kept)
        yield Reason(ReasonKind.KEEPS_CARD, (prospect,), cards=(card_id,), games=later, of=prospect.games)


def adds_cards(context: MoveContext, _: Field) -> Iterator[Reason]:
    """Cards come to your hand."""
    added = tuple(c for c in context.changes if isinstance(c, CardToHand) and c.side is Side.YOU)
    if added:
        yield Reason(ReasonKind.ADDS_CARD, added, cards=tuple(change.card for change in added))


def lockout(context: MoveContext, field: Field) -> Iterator[Reason]:
    """After some replies you could place nothing; no matter where the game is won."""
    if is_won(context, field):
        return
    if context.prediction.lockout_risk >= LOCKOUT_WORTH_SAYING:
        locked = next(rated for rated in context.prediction.replies if rated.lockout)
        evidence = locked.reply.changes or context.after.score.lanes
        cards = context.copies(context.held)
        yield Reason(ReasonKind.LOCKOUT, evidence, cards=cards, probability=context.prediction.lockout_risk)


PREDICATES = (opens_cards, strands_cards, keeps_card, adds_cards, lockout)
