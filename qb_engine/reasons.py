"""Why a move is good or bad: small predicates over what the engine computed for it.

A predicate looks at one ``MoveContext`` and yields a ``Reason`` for each thing it finds, with the changes or scores
that prove it. Words are in ``wording.py``: a new reason is a kind and a predicate here and a sentence there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from qb_engine.board_state import BoardState
from qb_engine.changes import (
    AbilityFired,
    CardDestroyed,
    CardPlaced,
    CardToHand,
    Change,
    DeathCause,
    PawnsLaid,
    PawnsLost,
    PowerChanged,
    TileCaptured,
    TokenSpawned,
)
from qb_engine.effects import Trigger
from qb_engine.evaluation import BoardEvaluation
from qb_engine.geometry import LANES, Side, Tile
from qb_engine.models import CardId
from qb_engine.predictor import MovePrediction, RatedReply
from qb_engine.scoring import LaneScore

LOCKOUT_WORTH_SAYING = 0.05
STUCK_WORTH_SAYING = 0.5


class ReasonKind(StrEnum):
    ENDS_WON = "ends_won"
    ENDS_LOST = "ends_lost"
    ENDS_DRAWN = "ends_drawn"
    WINS_LANE = "wins_lane"
    TIES_LANE = "ties_lane"
    LOSES_LANE = "loses_lane"
    SECURES_LANE = "secures_lane"
    DESTROYS = "destroys"
    SACRIFICES = "sacrifices"
    WEAKENS = "weakens"
    STRENGTHENS = "strengthens"
    DENIES_TILE = "denies_tile"
    GAINS_TILES = "gains_tiles"
    OPENS_RANK_3 = "opens_rank_3"
    OPENS_RANK_2 = "opens_rank_2"
    ADDS_CARD = "adds_card"
    SPAWNS = "spawns"
    STUCK_ENEMY = "stuck_enemy"
    EXPOSES_TO = "exposes_to"
    LIKELY_DANGER = "likely_danger"
    LOCKOUT = "lockout"
    WASTES_PAWNS = "wastes_pawns"
    WASTES_ABILITY = "wastes_ability"
    WASTES_POWER = "wastes_power"


WARNINGS = frozenset(
    {
        ReasonKind.ENDS_LOST,
        ReasonKind.LOSES_LANE,
        ReasonKind.SACRIFICES,
        ReasonKind.EXPOSES_TO,
        ReasonKind.LIKELY_DANGER,
        ReasonKind.LOCKOUT,
        ReasonKind.WASTES_PAWNS,
        ReasonKind.WASTES_ABILITY,
        ReasonKind.WASTES_POWER,
    }
)


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing to say about a move, and what proves it."""

    kind: ReasonKind
    evidence: tuple[Change | LaneScore, ...]
    lane: int | None = None
    tile: Tile | None = None
    card: CardId | None = None
    amount: int = 0
    probability: float | None = None

    @property
    def is_warning(self) -> bool:
        return self.kind in WARNINGS


@dataclass(frozen=True, slots=True)
class MoveContext:
    """A move with the position before it and everything predicted for it."""

    board: BoardState
    before: BoardEvaluation
    prediction: MovePrediction

    @property
    def after(self) -> BoardEvaluation:
        return self.prediction.evaluation


Predicate = Callable[[MoveContext], Iterator[Reason]]


def ends_game(context: MoveContext) -> Iterator[Reason]:
    """The move ends the game, and its result is certain."""
    if context.prediction.ends_game:
        score = context.after.score
        kinds = {Side.YOU: ReasonKind.ENDS_WON, Side.ENEMY: ReasonKind.ENDS_LOST, None: ReasonKind.ENDS_DRAWN}
        yield Reason(kinds[score.winner], score.lanes, amount=abs(score.margin))


def changes_lane(context: MoveContext) -> Iterator[Reason]:
    """The leader of a lane changes with the move."""
    for lane in range(LANES):
        before, after = context.before.score.lanes[lane], context.after.score.lanes[lane]
        if before.winner is after.winner:
            continue
        if after.winner is Side.YOU:
            kind = ReasonKind.WINS_LANE
        elif before.winner is Side.YOU:
            kind = ReasonKind.LOSES_LANE
        elif after.winner is None:
            kind = ReasonKind.TIES_LANE
        else:
            kind = ReasonKind.LOSES_LANE
        yield Reason(kind, (before, after), lane=lane, amount=abs(after.power_you - after.power_enemy))


def secures_lane(context: MoveContext) -> Iterator[Reason]:
    """The move makes a lead safe that was not: no reply the enemy may hold takes it away any more."""
    replies = context.prediction.replies
    for lane in range(LANES):
        after, diff = context.after.score.lanes[lane], context.after.lanes[lane].diff
        if not replies or after.winner is not Side.YOU or context.before.lanes[lane].diff >= diff:
            continue
        swing = max(diff - rated.reply.diffs[lane] for rated in replies)
        safe = all(_lane_winner(rated, lane) is Side.YOU for rated in replies)
        if safe and context.before.lanes[lane].diff <= swing:
            yield Reason(ReasonKind.SECURES_LANE, (after,), lane=lane, amount=after.power_you - after.power_enemy)


def destroys(context: MoveContext) -> Iterator[Reason]:
    """An enemy card falls."""
    for change in context.prediction.changes:
        if isinstance(change, CardDestroyed) and change.card.side is Side.ENEMY:
            yield Reason(ReasonKind.DESTROYS, (change,), tile=change.card.tile, card=change.card.card)


def sacrifices(context: MoveContext) -> Iterator[Reason]:
    """A card of yours falls by your own move; a card you replace on purpose is not counted."""
    for change in context.prediction.changes:
        if (
            isinstance(change, CardDestroyed)
            and change.card.side is Side.YOU
            and change.cause is not DeathCause.REPLACED
        ):
            yield Reason(ReasonKind.SACRIFICES, (change,), tile=change.card.tile, card=change.card.card)


def changes_power(context: MoveContext) -> Iterator[Reason]:
    """Enemy cards that end up weaker, and cards of yours that end up stronger; each once, with the sum."""
    fallen = {change.card.number for change in context.prediction.changes if isinstance(change, CardDestroyed)}
    by_card: dict[int, list[PowerChanged]] = {}
    for change in context.prediction.changes:
        if isinstance(change, PowerChanged) and change.card.number not in fallen:
            by_card.setdefault(change.card.number, []).append(change)
    for told in by_card.values():
        amount = sum(change.after - change.before for change in told)
        card = told[0].card
        if amount < 0 and card.side is Side.ENEMY:
            yield Reason(ReasonKind.WEAKENS, tuple(told), tile=card.tile, card=card.card, amount=-amount)
        if amount > 0 and card.side is Side.YOU:
            yield Reason(ReasonKind.STRENGTHENS, tuple(told), tile=card.tile, card=card.card, amount=amount)


def denies_tile(context: MoveContext) -> Iterator[Reason]:
    """A tile of the enemy becomes yours."""
    for change in context.prediction.changes:
        if isinstance(change, TileCaptured) and change.by.side is Side.YOU:
            yield Reason(ReasonKind.DENIES_TILE, (change,), tile=change.tile, amount=change.after.rank)


def gains_tiles(context: MoveContext) -> Iterator[Reason]:
    """Neutral tiles become yours."""
    gained = tuple(
        change
        for change in context.prediction.changes
        if isinstance(change, PawnsLaid) and change.before.owner is None and change.after.owner is Side.YOU
    )
    if gained:
        yield Reason(ReasonKind.GAINS_TILES, gained, tile=gained[0].tile, amount=len(gained))


def opens_rank(context: MoveContext) -> Iterator[Reason]:
    """A tile of yours reaches rank 3 or 2, for the first time on this board."""
    for rank, kind in ((3, ReasonKind.OPENS_RANK_3), (2, ReasonKind.OPENS_RANK_2)):
        had = any(_is_open(context.board, index, rank) for index in range(len(context.board.owners)))
        opened = tuple(
            change
            for change in context.prediction.changes
            if isinstance(change, PawnsLaid | TileCaptured)
            and change.after.rank == rank
            and _is_open(context.prediction.board, change.tile.index, rank)
        )
        if opened and not had:
            yield Reason(kind, opened, tile=opened[0].tile)


def adds_cards(context: MoveContext) -> Iterator[Reason]:
    """A card comes to your hand, or tokens come to the board."""
    for change in context.prediction.changes:
        if isinstance(change, CardToHand) and change.side is Side.YOU:
            yield Reason(ReasonKind.ADDS_CARD, (change,), card=change.card)
    spawned = tuple(change for change in context.prediction.changes if isinstance(change, TokenSpawned))
    if spawned:
        yield Reason(ReasonKind.SPAWNS, spawned, card=spawned[0].card.card, amount=len(spawned))


def stuck_enemy(context: MoveContext) -> Iterator[Reason]:
    """The enemy will probably find no tile for any card it holds."""
    for rated in context.prediction.replies:
        forced = rated.reply.move.is_pass and not context.prediction.move.is_pass
        if forced and rated.reply.in_hand >= STUCK_WORTH_SAYING:
            yield Reason(ReasonKind.STUCK_ENEMY, context.after.score.lanes, probability=rated.reply.in_hand)


def exposes_to(context: MoveContext) -> Iterator[Reason]:
    """The worst reply takes a lane that you lead after the move, or destroys a card of yours."""
    worst = context.prediction.worst
    if worst is not None:
        yield from _danger(ReasonKind.EXPOSES_TO, context, worst)


def likely_danger(context: MoveContext) -> Iterator[Reason]:
    """A reply likelier than the worst one does such harm too: the one with the greatest expected loss."""
    worst = context.prediction.worst
    if worst is None:
        return
    value = context.after.value.for_you
    harmful = [
        rated
        for rated in context.prediction.replies
        if rated.reply.in_hand > worst.reply.in_hand and _does_harm(context, rated)
    ]
    if harmful:
        most = max(harmful, key=lambda rated: rated.reply.in_hand * (value - rated.score.for_you))
        yield from _danger(ReasonKind.LIKELY_DANGER, context, most)


def _does_harm(context: MoveContext, rated: RatedReply) -> bool:
    return not rated.reply.move.is_pass and bool(_lanes_lost(context, rated) or rated.reply.fallen)


def _lanes_lost(context: MoveContext, rated: RatedReply) -> tuple[LaneScore, ...]:
    """Lanes that you lead after the move and no longer after the reply."""
    return tuple(
        lane
        for lane in context.after.score.lanes
        if lane.winner is Side.YOU and _lane_winner(rated, lane.lane_index) is not Side.YOU
    )


def _danger(kind: ReasonKind, context: MoveContext, rated: RatedReply) -> Iterator[Reason]:
    """The harm that a placement of the enemy does, if it takes a lane of yours or destroys a card."""
    if not _does_harm(context, rated):
        return
    mine = (change for change in rated.reply.changes if isinstance(change, CardDestroyed))
    fallen = tuple(change for change in mine if change.card.side is Side.YOU)
    yield Reason(
        kind,
        (*_lanes_lost(context, rated), *fallen),
        tile=rated.reply.move.tile,
        card=rated.reply.move.card,
        amount=len(fallen),
        probability=rated.reply.in_hand,
    )


def lockout(context: MoveContext) -> Iterator[Reason]:
    """After some replies you could place nothing."""
    if context.prediction.lockout_risk >= LOCKOUT_WORTH_SAYING:
        locked = next(rated for rated in context.prediction.replies if rated.lockout)
        evidence = locked.reply.changes or context.after.score.lanes
        yield Reason(ReasonKind.LOCKOUT, evidence, probability=context.prediction.lockout_risk)


def wastes_pawns(context: MoveContext) -> Iterator[Reason]:
    """The card has pawns that reach the board, and every one of them is lost."""
    changes = context.prediction.changes
    lost = tuple(change for change in changes if isinstance(change, PawnsLost) and change.by.side is Side.YOU)
    worked = any(isinstance(change, PawnsLaid | TileCaptured) for change in changes)
    if lost and not worked:
        yield Reason(ReasonKind.WASTES_PAWNS, lost, amount=len(lost))


def wastes_ability(context: MoveContext) -> Iterator[Reason]:
    """The card's on-play ability fires and changes nothing."""
    changes = context.prediction.changes
    placed = next((change.card for change in changes if isinstance(change, CardPlaced)), None)
    if placed is None:
        return
    fired = [c for c in changes if isinstance(c, AbilityFired) and c.card == placed and c.trigger is Trigger.ON_PLAY]
    worked = any(
        isinstance(c, PowerChanged | CardDestroyed | CardToHand | TokenSpawned) and c.by == placed for c in changes
    )
    if fired and not worked:
        yield Reason(ReasonKind.WASTES_ABILITY, (fired[0],), tile=placed.tile, card=placed.card)


def wastes_power(context: MoveContext) -> Iterator[Reason]:
    """Power goes to a lane that the enemy still leads, where it counts for nothing, and the move gains nothing else."""
    tile = context.prediction.move.tile
    if tile is None or any(_gains(change, tile) for change in context.prediction.changes):
        return
    lane = context.after.score.lanes[tile.lane]
    if lane.winner is Side.ENEMY:
        yield Reason(ReasonKind.WASTES_POWER, (lane,), lane=tile.lane, tile=tile)


def _gains(change: Change, tile: Tile) -> bool:
    """Whether the change is worth something beyond the power of the card placed on the tile."""
    if isinstance(change, PowerChanged):
        return change.card.tile != tile
    return isinstance(change, TileCaptured | CardDestroyed | PawnsLaid | CardToHand | TokenSpawned)


PREDICATES: tuple[Predicate, ...] = (
    ends_game,
    changes_lane,
    secures_lane,
    destroys,
    sacrifices,
    changes_power,
    denies_tile,
    gains_tiles,
    opens_rank,
    adds_cards,
    stuck_enemy,
    exposes_to,
    likely_danger,
    lockout,
    wastes_pawns,
    wastes_ability,
    wastes_power,
)


def find_reasons(context: MoveContext) -> list[Reason]:
    """All reasons that hold for the move, in the order in which they are worth saying."""
    return [reason for predicate in PREDICATES for reason in predicate(context)]


def _lane_winner(rated: RatedReply, lane: int) -> Side | None:
    return rated.reply.winners[lane]


def _is_open(board: BoardState, index: int, rank: int) -> bool:
    return board.occupants[index] is None and board.owners[index] is Side.YOU and board.rank(index) >= rank
