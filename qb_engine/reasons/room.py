"""Free tiles, yours and the enemy's: the search decides by them more than by anything else."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean

from qb_engine.changes import CardDestroyed, Change, PawnsLaid, PawnsLost, TileCaptured
from qb_engine.geometry import Side, Tile
from qb_engine.reasons.context import MoveContext, free_tiles
from qb_engine.reasons.endings import is_won
from qb_engine.reasons.field import WORSE, Field
from qb_engine.reasons.hand import MOSTLY, opens_cards
from qb_engine.reasons.kinds import Reason, ReasonKind

STUCK_WORTH_SAYING = 0.5
NEARLY_BEST = 0.05
"""A placement that is no further behind the best costs little; of a pass nothing more can be said."""
NARROW = 3
"""With so few tiles a side is short of room."""
MORE_OFTEN = 0.15
"""A side runs out first so much more often than after other moves, as a share of the games."""


def takes_tiles(context: MoveContext, _: Field) -> Iterator[Reason]:
    """Free tiles of the enemy are gone after the move; how many it has left."""
    if context.ends_game:
        return
    lost = tuple(tile for tile in context.enemy_tiles_before if tile not in context.enemy_tiles)
    evidence = _on(context, lost)
    if not lost or not evidence:
        return
    left = context.enemy_tiles
    if left:
        yield Reason(ReasonKind.TAKES_TILES, evidence, tiles=lost, others=left, amount=len(left))
    else:
        yield Reason(ReasonKind.TAKES_LAST_TILES, evidence, tiles=lost, probability=replaced_with(context))


def replaced_with(context: MoveContext) -> float:
    """Exact probability that the enemy holds a card for which it needs no free tile."""
    replies = [rated for rated in context.prediction.replies if not rated.reply.move.is_pass]
    return context.probability([rated for rated in replies if context.card_of(rated.reply.move.card or "").replaces])


def keeps_enemy_narrow(context: MoveContext, field: Field) -> Iterator[Reason]:
    """The enemy has few tiles, and fewer than after moves that are worse."""
    if context.ends_game or any(True for _ in takes_tiles(context, field)):
        return
    others = [len(other.enemy_tiles) for other in field.worse(context) if not other.ends_game]
    left = context.enemy_tiles
    mostly_more = 2 * sum(tiles > len(left) for tiles in others) >= len(others)
    if others and len(left) <= NARROW and mostly_more and len(left) < fmean(others):
        yield Reason(
            ReasonKind.KEEPS_ENEMY_NARROW, context.after.score.lanes, others=left, amount=len(left), beside=max(others)
        )


def concedes_tiles(context: MoveContext, field: Field) -> Iterator[Reason]:
    """The best move leaves the enemy fewer tiles."""
    rival = field.rival(context)
    if rival and len(rival.enemy_tiles) < len(context.enemy_tiles):
        yield Reason(
            ReasonKind.CONCEDES_TILES,
            context.after.score.lanes,
            tiles=tuple(tile for tile in context.enemy_tiles if tile not in rival.enemy_tiles),
            amount=len(context.enemy_tiles),
            beside=len(rival.enemy_tiles),
            move=rival.move,
        )


def cedes_tiles(context: MoveContext, field: Field) -> Iterator[Reason]:
    """The enemy has free tiles that it had not before, and that is not said beside the best move."""
    gained = tuple(tile for tile in context.enemy_tiles if tile not in context.enemy_tiles_before)
    evidence = _on(context, gained)
    if evidence and not any(True for _ in concedes_tiles(context, field)):
        yield Reason(ReasonKind.CEDES_TILES, evidence, tiles=gained, amount=len(context.enemy_tiles))


def stuck_enemy(context: MoveContext, field: Field) -> Iterator[Reason]:
    """The enemy will probably find no tile for any card it holds, and that is not said with its last tiles."""
    told = any(reason.kind is ReasonKind.TAKES_LAST_TILES for reason in takes_tiles(context, field))
    if context.stuck_enemy >= STUCK_WORTH_SAYING and not told:
        yield Reason(ReasonKind.STUCK_ENEMY, context.after.score.lanes, probability=context.stuck_enemy)


def gains_tiles(context: MoveContext, _: Field) -> Iterator[Reason]:
    """Free tiles become yours that were nobody's, or lay under a card of the enemy; how many each side has then.

    Told apart if you have no more of them than before, since the move takes one.
    """
    fallen = {change.card.tile for change in context.fallen(Side.YOU)}
    taken = {*context.own_tiles_before, *context.enemy_tiles_before, *fallen}
    gained = tuple(tile for tile in context.own_tiles if tile not in taken)
    evidence = _on(context, gained)
    if gained and evidence:
        more = len(context.own_tiles) > len(context.own_tiles_before)
        yield Reason(
            ReasonKind.GAINS_TILES if more else ReasonKind.RENEWS_TILES,
            evidence,
            tiles=gained,
            amount=len(context.own_tiles),
            beside=len(context.enemy_tiles),
        )


def frees_tile(context: MoveContext, _: Field) -> Iterator[Reason]:
    """A card of yours falls, and its tile can be used again; told apart if it is the one just placed."""
    own = context.placed.card.number if context.placed else 0
    freed = [change for change in context.fallen(Side.YOU) if change.card.tile in context.own_tiles]
    for fallen in ([it for it in freed if it.card.number == own], [it for it in freed if it.card.number != own]):
        if fallen:
            yield Reason(
                ReasonKind.FREES_TILE,
                tuple(fallen),
                tiles=tuple(change.card.tile for change in fallen),
                cards=tuple(change.card.card for change in fallen),
                amount=int(fallen[0].card.number == own),
            )


def uses_last_tile(context: MoveContext, field: Field) -> Iterator[Reason]:
    """The move leaves you no free tile; no matter where the game is won."""
    if is_won(context, field):
        return
    if context.own_tiles_before and not context.own_tiles and not context.ends_game and context.held:
        yield Reason(ReasonKind.USES_LAST_TILE, context.after.score.lanes, tiles=context.own_tiles_before)


def narrows_you(context: MoveContext, field: Field) -> Iterator[Reason]:
    """The best move leaves you more tiles."""
    rival = field.rival(context)
    told = any(True for _ in uses_last_tile(context, field))
    if rival and len(rival.own_tiles) > len(context.own_tiles) and not told:
        yield Reason(
            ReasonKind.NARROWS_YOU,
            context.after.score.lanes,
            tiles=tuple(tile for tile in rival.own_tiles if tile not in context.own_tiles),
            amount=len(context.own_tiles),
            beside=len(rival.own_tiles),
            move=rival.move,
        )


def outlasts_less(context: MoveContext, field: Field) -> Iterator[Reason]:
    """After the best move the enemy runs out first more often."""
    rival, prospect = field.rival(context), context.prospect
    if rival is None or prospect is None or rival.prospect is None:
        return
    if context.move.is_pass or any(True for _ in outlasts(context, field)):
        return
    games, beside = prospect.out_first[Side.ENEMY], rival.prospect.out_first[Side.ENEMY]
    if beside / rival.prospect.games - games / prospect.games >= MORE_OFTEN:
        yield Reason(
            ReasonKind.OUTLASTS_LESS,
            (prospect, rival.prospect),
            games=games,
            of=prospect.games,
            beside=beside,
            move=rival.move,
        )


def outlasts(context: MoveContext, field: Field) -> Iterator[Reason]:
    """In most games that may follow, one side is the first that can place nothing, more often than after others."""
    prospect = context.prospect
    others = [other.prospect for other in field.contexts if other is not context and other.prospect is not None]
    if prospect is None or not others or context.ends_game:
        return
    for side, kind in ((Side.ENEMY, ReasonKind.OUTLASTS), (Side.YOU, ReasonKind.RUNS_OUT)):
        games = prospect.out_first[side]
        usual = fmean(other.out_first[side] / other.games for other in others)
        if games >= MOSTLY * prospect.games and games / prospect.games - usual >= MORE_OFTEN:
            unused = tuple(card for card, used in prospect.used if used < prospect.games / 2)
            cards = context.copies([card for card in context.held if card.id in unused]) if side is Side.YOU else ()
            yield Reason(kind, (prospect,), cards=cards, games=games, of=prospect.games)


def lasts_longer(context: MoveContext, field: Field) -> Iterator[Reason]:
    """You run out first less often than after worse placements, and who runs out first is not said otherwise."""
    prospect = context.prospect
    worse = [other for other in field.worse(context) if not (other.ends_game or other.move.is_pass)]
    others = [other.prospect for other in worse if other.prospect is not None]
    if prospect is None or not others or context.ends_game or any(True for _ in outlasts(context, field)):
        return
    games = prospect.out_first[Side.YOU]
    usual = fmean(other.out_first[Side.YOU] / other.games for other in others)
    if usual - games / prospect.games >= MORE_OFTEN:
        beside = round(prospect.games * usual)
        yield Reason(ReasonKind.LASTS_LONGER, (prospect,), games=games, of=prospect.games, beside=beside)


def opens_rank(context: MoveContext, field: Field) -> Iterator[Reason]:
    """A tile of yours reaches rank 3 or 2, which no other has but the one that the move takes, for cards to come.

    Only if a card to come may need it: one of the deck, or one that is not known.
    """
    served = {tile for reason in opens_cards(context, field) for tile in reason.tiles}
    before = [tile for tile in free_tiles(context.board, Side.YOU) if tile != context.move.tile]
    for rank, kind in ((3, ReasonKind.OPENS_RANK_3), (2, ReasonKind.OPENS_RANK_2)):
        opened = tuple(
            change
            for change in context.changes
            if isinstance(change, PawnsLaid | TileCaptured)
            and change.after.rank == rank
            and change.tile in context.own_tiles
        )
        rare = not any(context.board.rank(tile.index) >= rank for tile in before)
        if opened and not served and rare and context.may_need(rank):
            yield Reason(kind, opened, tiles=tuple(change.tile for change in opened))


def wastes_pawns(context: MoveContext, field: Field) -> Iterator[Reason]:
    """The card has pawns that reach the board, and every one of them is lost."""
    lost = tuple(c for c in context.changes if isinstance(c, PawnsLost) and c.by.side is Side.YOU)
    worked = any(isinstance(change, PawnsLaid | TileCaptured) for change in context.changes)
    if lost and not worked and not is_won(context, field):
        yield Reason(ReasonKind.WASTES_PAWNS, lost, amount=len(lost))


def bides(context: MoveContext, field: Field) -> Iterator[Reason]:
    """A move that costs little keeps the tiles that are left; said where nothing else speaks for it."""
    near = NEARLY_BEST if not context.move.is_pass else WORSE
    costs_little = field.best.worth - context.worth <= near
    if costs_little and context.own_tiles and not context.ends_game:
        yield Reason(
            ReasonKind.BIDES, context.after.score.lanes, tiles=context.own_tiles, amount=len(context.own_tiles)
        )


def _on(context: MoveContext, tiles: tuple[Tile, ...]) -> tuple[Change, ...]:
    """What happened on these tiles."""
    return tuple(
        change
        for change in context.changes
        if (isinstance(change, TileCaptured | PawnsLaid) and change.tile in tiles)
        or (isinstance(change, CardDestroyed) and change.card.tile in tiles)
    )


PREDICATES = (
    takes_tiles,
    keeps_enemy_narrow,
    concedes_tiles,
    cedes_tiles,
    stuck_enemy,
    gains_tiles,
    frees_tile,
    uses_last_tile,
    narrows_you,
    outlasts,
    outlasts_less,
    lasts_longer,
    opens_rank,
    wastes_pawns,
)
