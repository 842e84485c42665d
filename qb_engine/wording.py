"""The sentences of the coach. Words only: what is said, and whether, was decided before."""

from __future__ import annotations

from collections.abc import Sequence

from qb_engine.card_hydrator import CardHydrator
from qb_engine.chance import Chance
from qb_engine.geometry import LANE_NAMES, TileNaming
from qb_engine.reasons import Reason, ReasonKind
from qb_engine.scoring import LaneScore

_SENTENCES = {
    ReasonKind.ENDS_WON: "Ends the game now, and you win by {amount}.",
    ReasonKind.ENDS_LOST: "Ends the game now, and you lose by {amount}.",
    ReasonKind.ENDS_DRAWN: "Ends the game now in a draw.",
    ReasonKind.WINS_LANE: "Takes the lead in {lane} by {amount}.",
    ReasonKind.TIES_LANE: "Levels {lane}, where the enemy led.",
    ReasonKind.LOSES_LANE: "Gives up {lane}.",
    ReasonKind.SECURES_LANE: "Secures {lane}: no reply the enemy may hold takes it back.",
    ReasonKind.DESTROYS: "Destroys {card} on {tile}.",
    ReasonKind.SACRIFICES: "Costs you your own {card} on {tile}.",
    ReasonKind.WEAKENS: "Lowers {card} on {tile} by {amount}.",
    ReasonKind.STRENGTHENS: "Raises {card} on {tile} by {amount}.",
    ReasonKind.DENIES_TILE: "Takes {tile} from the enemy, rank {amount}.",
    ReasonKind.GAINS_TILES: "Opens new ground: {amount} more {tiles}.",
    ReasonKind.OPENS_RANK_3: "Opens a rank 3 tile on {tile}.",
    ReasonKind.OPENS_RANK_2: "Opens a rank 2 tile on {tile}.",
    ReasonKind.ADDS_CARD: "Brings {card} to your hand.",
    ReasonKind.SPAWNS: "Fills {amount} of your open tiles with {card}.",
    ReasonKind.STUCK_ENEMY: "With {chance} the enemy can place nothing next.",
    ReasonKind.LOCKOUT: "With {chance} you can place nothing on your next turn.",
    ReasonKind.WASTES_PAWNS: "All of its pawns are lost.",
    ReasonKind.WASTES_ABILITY: "Its ability hits nothing there.",
    ReasonKind.WASTES_POWER: "Adds power to {lane}, which the enemy still leads, and gains nothing else.",
}


def sentence(reason: Reason, hydrator: CardHydrator, place: TileNaming = str) -> str:
    """What a player reads for a reason; ``place`` says how tiles are named."""
    tile = "" if reason.tile is None else place(reason.tile)
    if reason.kind in _DANGERS:
        return _danger(reason, tile, hydrator)
    return _SENTENCES[reason.kind].format(
        amount=reason.amount,
        lane="" if reason.lane is None else LANE_NAMES[reason.lane],
        tile=tile,
        card="" if reason.card is None else hydrator.get(reason.card).name,
        tiles="tile" if reason.amount == 1 else "tiles",
        chance="" if reason.probability is None else percent(reason.probability),
    )


_DANGERS = {ReasonKind.EXPOSES_TO: "Beware of", ReasonKind.LIKELY_DANGER: "Watch for"}


def _danger(reason: Reason, tile: str, hydrator: CardHydrator) -> str:
    lanes = [LANE_NAMES[proof.lane_index] for proof in reason.evidence if isinstance(proof, LaneScore)]
    harm = [f"costs you the lead in {' and '.join(lanes)}"] if lanes else []
    if reason.amount:
        harm.append(f"destroys {reason.amount} of your cards" if reason.amount > 1 else "destroys a card of yours")
    card = hydrator.get(reason.card or "").name
    chance = percent(reason.probability or 0.0)
    return f"{_DANGERS[reason.kind]} {card} on {tile} (in hand with {chance}): it {' and '.join(harm)}."


def percent(probability: float) -> str:
    """A probability as a player reads it; 0 % and 100 % are kept for certainty."""
    if 0 < probability < 0.005:
        return "<1 %"
    if 0.995 <= probability < 1:
        return ">99 %"
    return f"{round(100 * probability)} %"


def chance_words(chance: Chance) -> str:
    """A winning chance with what it stands on: ``61 % (57 to 65)``, or ``100 %, exact``."""
    if chance.exact:
        return f"{percent(chance.points)}, exact"
    return f"{percent(chance.points)} ({100 * chance.low:.0f} to {100 * chance.high:.0f})"


def percents(shares: Sequence[float]) -> list[int]:
    """Shares of a whole as a player reads them: whole numbers that sum to 100 (largest remainders round up)."""
    parts = [100 * share for share in shares]
    whole = [int(part) for part in parts]
    by_rest = sorted(range(len(parts)), key=lambda index: (whole[index] - parts[index], index))
    for index in by_rest[: 100 - sum(whole)]:
        whole[index] += 1
    return whole


def advised(name: str, *, passes: bool, only: bool, close: bool, unknown: int = 0) -> str:
    """The best move in one sentence; ``passes`` when it is the pass, ``only`` when there is no other.

    ``unknown`` is how many cards of the hand were not compared because nobody told them.
    """
    if only:
        return no_known_card(unknown) if unknown else only_pass()
    return pass_is_best(close) if passes else best_move(name, close)


def best_move(name: str, close: bool) -> str:
    return f"Close call, {name} by a little." if close else f"Play {name}."


def provisional(name: str) -> str:
    return f"Provisional, one move ahead: {name}."


def only_pass() -> str:
    return "No card can be placed: pass."


def no_known_card(unknown: int) -> str:
    others = "1 card is not known" if unknown == 1 else f"{unknown} cards are not known"
    return f"No card known of your hand can be placed, and {others}: pass, or play one not known if you can."


def pass_is_best(close: bool) -> str:
    return "Close call, but passing is best." if close else "Pass."


def alternative(name: str, behind: float) -> str:
    return f"{name} is {behind:.1f} behind."
