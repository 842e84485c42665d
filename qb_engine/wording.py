"""The sentences of the coach. Words only: what is said, and whether, was decided before."""

from __future__ import annotations

from collections.abc import Sequence

from qb_engine.card_hydrator import CardHydrator
from qb_engine.chance import Chance
from qb_engine.geometry import LANE_NAMES, TileNaming
from qb_engine.reasons import Reason, ReasonKind
from qb_engine.scoring import LaneScore
from qb_engine.temper import LEAST_TURNS, Origin, Strength, Temper

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
        return f"{percent(chance.worth)}, exact"
    return f"{percent(chance.worth)} ({100 * chance.low:.0f} to {100 * chance.high:.0f})"


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


def asked_about(name: str, rank: int, moves: int, chance: Chance, best: str, best_chance: Chance) -> str:
    """Where a move stands that somebody asked about, and how far behind the best; by the figures as they are told."""
    if rank == 1:
        return f"Asked about: {name} is the best of {moves} moves."
    behind = round(100 * best_chance.worth) - round(100 * chance.worth)
    if chance.worth == best_chance.worth:
        far = f"level with {best}"
    else:
        far = f"{behind if behind > 0 else 'less than 1'} % behind {best}"
    noise = ", which is within the noise" if chance.high >= best_chance.low and not chance.exact else ""
    return f"Asked about: {name} is number {rank} of {moves} moves, {far}{noise}."


def asked_about_apart(name: str) -> str:
    return f"Asked about: to {name} here is to wait, and that stands apart."


def asked_provisionally(name: str, rank: int, moves: int, behind: float, best: str) -> str:
    """The same by the move score, one move ahead."""
    if rank == 1:
        return f"Asked about: {name} is the best of {moves} moves, one move ahead."
    return f"Asked about: {name} is number {rank} of {moves} moves, {behind:.1f} behind {best}, one move ahead."


def no_known_card(unknown: int) -> str:
    others = "1 card is not known" if unknown == 1 else f"{unknown} cards are not known"
    return f"No card known of your hand can be placed, and {others}: pass, or play one not known if you can."


def pass_is_best(close: bool) -> str:
    return "Close call, but passing is best." if close else "Pass."


def wait_is_best() -> str:
    return "Wait: pass, and let the enemy place first."


def wait_is_unclear(name: str) -> str:
    return f"Play {name}; waiting is not clearly better."


def why_wait(chance: Chance, placement: str, beside: Chance, line: Sequence[str], *, clear: bool) -> str:
    """How waiting compares with the best placement; ``line`` is what may follow, the enemy's move first."""
    if not clear:
        return (
            f"Waiting, {chance_words(chance)}, does not lead {placement}, {chance_words(beside)}, by more than its "
            "interval, so it stands apart."
        )
    told = [f"the enemy then plays {line[0]}"] if line else []
    told += [f"you {line[1]}"] if line[1:] else []
    follows = f" Most often {', and '.join(told)}." if told else ""
    beside_it = f"{placement} with {chance_words(beside)}"
    return f"Waiting leads the best placement, {beside_it}, by more than its interval.{follows}"


def if_both_wait(margin: int, end: Chance) -> str:
    """What comes of it if the enemy waits too."""
    result = "in a draw" if margin == 0 else f"and you {'win' if margin > 0 else 'lose'} by {abs(margin)}"
    return f"If the enemy waits too, the game ends at once {result}: {chance_words(end)}."


def against_words(temper: Temper, draw_worth: float) -> str:
    """Against whom chances hold, and what a draw counts in them."""
    plays = "plays as well as this search"
    if temper.slips > 0:
        plays = f"plays {percent(temper.slips)} of its moves at random and the others as well as this search"
    waits = "never waits" if temper.waits == 0 else f"waits in {percent(temper.waits)} of worlds"
    draws = "" if draw_worth else " You must win: a draw counts as nothing."
    return f"Chances hold against an enemy that {plays} and {waits}.{draws}"


def waits_words(temper: Temper) -> str:
    """How ready the enemy is to wait in the opening, and from what that is known."""
    taken = "never to wait" if temper.waits == 0 else f"to wait in {percent(temper.waits)} of worlds"
    return f"The enemy is taken {taken}: {_waits_basis(temper)}."


def _waits_basis(temper: Temper) -> str:
    match temper.origin:
        case Origin.TOLD:
            return "so you said"
        case Origin.CUSTOM:
            return "this program's players do not wait in the opening"
        case Origin.USUAL:
            return "so much is usual, and no opening turn of it is known"
    turns = "1 opening turn" if temper.turns == 1 else f"{temper.turns} opening turns"
    did = {0: "never did", 1: "did once"}.get(temper.waited, f"did {temper.waited} times")
    return f"in {turns} it {did}"


def strength_words(strength: Strength | None, turns: int) -> str:
    """What an enemy's moves gave away, and how weak a player does; ``turns`` are those that could be judged."""
    if strength is None:
        return f"Its strength is not estimated: {turns} of its turns could be judged, {LEAST_TURNS} are needed."
    low, high = percent(strength.slips_low), percent(strength.slips_high)
    return (
        f"In {strength.turns} turns it gave away {100 * strength.given:+.1f} % a turn "
        f"(95 %: {100 * strength.low:+.1f} to {100 * strength.high:+.1f}) against an enemy as strong as the search, "
        f"like one that plays {percent(strength.slips)} of its moves at random ({low} to {high})."
    )


def alternative(name: str, behind: float) -> str:
    return f"{name} is {behind:.1f} behind."
