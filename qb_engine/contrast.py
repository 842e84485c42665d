"""Why one move and not another: what stands differently after them, and what the enemy answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from qb_engine.card_hydrator import CardHydrator
from qb_engine.catalogue import count, listed, say
from qb_engine.geometry import TILES, Side, Tile, TileNaming
from qb_engine.models import CardId, Move
from qb_engine.narration import move_name
from qb_engine.predictor import RatedReply
from qb_engine.reasons.context import MoveContext, free_tiles
from qb_engine.reasons.field import Field
from qb_engine.reasons.finding import TELLING, every_reason
from qb_engine.reasons.kinds import Reason, ReasonKind
from qb_engine.reasons.telling import sentence
from qb_engine.themes import Theme, theme_of
from qb_engine.wording import begun, lane_words, percent

ANYWAY = 0.75
"""A lane that the better move wins in this share of the games need not be won by the worse one."""


class Harm(StrEnum):
    """What the answer to a move does to you."""

    TAKES = "takes"
    DESTROYS = "destroys"
    LEADS = "leads"


@dataclass(frozen=True, slots=True)
class Answer:
    """What the enemy replies to the worse move, and what that does."""

    move: Move
    """Of the line that was looked at."""
    harm: Harm
    tiles: tuple[Tile, ...]
    """That it takes from you, or on which it destroys cards of yours."""
    lanes: tuple[int, ...]
    """In which it ends your lead, if it does nothing else."""
    cards: tuple[CardId, ...]
    """Cards of yours that it destroys."""
    probability: float
    """Exact, over hands: that the enemy holds some card that does so."""
    own_tiles: int
    """Free tiles of yours after it, and the enemy's."""
    enemy_tiles: int


@dataclass(frozen=True, slots=True)
class Contrast:
    """Two moves beside one another; the facts, and one or two sentences made of them."""

    better: Move
    worse: Move
    loss: float
    """Of the chance, 0 to 1; points of the move score where there is no chance."""
    theme: Theme
    reason: Reason | None
    """What the worse move lacks, or has against it; or what speaks for the better one, if nothing does."""
    of_better: bool
    """Whether the reason is one of the better move."""
    anyway: tuple[int, ...]
    """Lanes in which the worse move takes the lead, and which the better one wins later in most games."""
    answer: Answer | None

    def sentences(self, hydrator: CardHydrator, place: TileNaming = str) -> tuple[str, ...]:
        """None for a move beside itself."""
        told: list[str] = []
        if self.better == self.worse:
            return ()
        if self.reason is not None:
            said = sentence(self.reason, hydrator, place)
            if self.of_better:
                better = _name(self.better, hydrator, place)
                said = say("contrast.instead", move=better[0].upper() + better[1:], reason=said)
            if self.anyway:
                said = begun(say("contrast.anyway", len(self.anyway), lanes=lane_words(self.anyway), reason=said))
            told.append(said)
        if self.answer is not None:
            told.append(_answer_words(self.answer, hydrator, place))
        return tuple(told)


def contrast(better: MoveContext, worse: MoveContext, line: Sequence[Move] = ()) -> Contrast:
    """Compare two moves of one position; ``line`` is what may follow the worse one, itself first."""
    field = Field((better, worse), clearly=0.0)
    lacking = _lacking(every_reason(field)[1])
    speaking = None if lacking else next((it for it in every_reason(field)[0] if not it.is_warning), None)
    reason = lacking or speaking
    return Contrast(
        better=better.move,
        worse=worse.move,
        loss=max(0.0, better.worth - worse.worth),
        theme=_theme(better, worse, reason),
        reason=reason,
        of_better=lacking is None,
        anyway=_anyway(better, worse),
        answer=_answer(worse, line),
    )


def _lacking(reasons: Sequence[Reason]) -> Reason | None:
    """The heaviest of what speaks against a move; that all is lost speaks against both.

    That a pass gives the turn away is said only where nothing tells what that costs.
    """
    against = [it for it in reasons if it.is_warning and it.weight <= -TELLING and it.kind is not ReasonKind.IS_LOST]
    return min(against, key=lambda reason: (reason.kind is ReasonKind.GIVES_TURN, reason.weight), default=None)


def _theme(better: MoveContext, worse: MoveContext, reason: Reason | None) -> Theme:
    if better.move.is_pass or worse.move.is_pass:
        return Theme.PASSING
    return Theme.LANES if reason is None else theme_of(reason.kind)


def _anyway(better: MoveContext, worse: MoveContext) -> tuple[int, ...]:
    prospect = better.prospect
    if prospect is None or worse.ends_game:
        return ()
    won = [
        lane
        for lane, (before, after) in enumerate(zip(worse.before.score.lanes, worse.after.score.lanes, strict=True))
        if before.winner is not Side.YOU and after.winner is Side.YOU and better.after.score.lanes[lane] != after
    ]
    return tuple(lane for lane in won if prospect.lanes_you[lane] >= ANYWAY * prospect.games)


def _answer(worse: MoveContext, line: Sequence[Move]) -> Answer | None:
    """The enemy's move in the line, if it does you harm."""
    if len(line) < 2 or line[1].is_pass:
        return None
    rated = next((each for each in worse.prediction.replies if each.reply.move == line[1]), None)
    if rated is None:
        return None
    for harm in Harm:
        done = _done(worse, rated, harm)
        if done:
            replies = [each for each in worse.prediction.replies if done & _done(worse, each, harm)]
            return _answered(worse, rated, harm, sorted(done), worse.probability(replies))
    return None


def _done(worse: MoveContext, rated: RatedReply, harm: Harm) -> frozenset[int]:
    """The tiles, or for ``LEADS`` the lanes, in which a placement of the enemy does that harm."""
    reply = rated.reply
    if reply.move.is_pass:
        return frozenset()
    if harm is Harm.TAKES:
        after = frozenset(free_tiles(reply.board, Side.YOU))
        return frozenset(
            tile.index for tile in worse.own_tiles if tile not in after and reply.board.owners[tile.index] is Side.ENEMY
        )
    if harm is Harm.DESTROYS:
        return frozenset(reply.fallen)
    return frozenset(lane.lane_index for lane in worse.led if reply.winners[lane.lane_index] is not Side.YOU)


def _answered(worse: MoveContext, rated: RatedReply, harm: Harm, done: Sequence[int], probability: float) -> Answer:
    occupants = worse.prediction.board.occupants
    lying = [occupants[index] for index in done] if harm is Harm.DESTROYS else []
    return Answer(
        move=rated.reply.move,
        harm=harm,
        tiles=() if harm is Harm.LEADS else tuple(TILES[index] for index in done),
        lanes=tuple(done) if harm is Harm.LEADS else (),
        cards=tuple(it.card.id for it in lying if it is not None),
        probability=probability,
        own_tiles=len(free_tiles(rated.reply.board, Side.YOU)),
        enemy_tiles=len(free_tiles(rated.reply.board, Side.ENEMY)),
    )


def _answer_words(answer: Answer, hydrator: CardHydrator, place: TileNaming) -> str:
    tiles = [place(tile) for tile in answer.tiles]
    does = {
        Harm.TAKES: tiles,
        Harm.DESTROYS: [
            say("place.card", card=hydrator.get(card).name, tile=tile)
            for card, tile in zip(answer.cards, tiles, strict=False)
        ],
        Harm.LEADS: [lane_words([lane]) for lane in answer.lanes],
    }[answer.harm]
    return say(
        f"contrast.{answer.harm}{'_any' if answer.probability == 1.0 else ''}",
        what=listed(does, either=True),
        move=_name(answer.move, hydrator, place),
        chance=percent(answer.probability),
        enemy=count("tile", answer.enemy_tiles),
        own=count("bare", answer.own_tiles) if answer.own_tiles else say("count.none"),
    )


def _name(move: Move, hydrator: CardHydrator, place: TileNaming) -> str:
    return say("reason.passing") if move.is_pass else move_name(move, hydrator, place)
