"""Sentences about chances, moves and enemies, filled into the catalogue. What is said was decided before."""

from __future__ import annotations

from collections.abc import Sequence

from qb_engine.catalogue import listed, say
from qb_engine.chance import Chance
from qb_engine.geometry import LANE_LETTERS
from qb_engine.temper import LEAST_TURNS, Origin, Strength, Temper

A_FIFTH = 0.2


def percent(probability: float) -> str:
    """A probability as a player reads it; 0 % and 100 % are kept for certainty."""
    if 0 < probability < 0.005:
        return "<1 %"
    if 0.995 <= probability < 1:
        return ">99 %"
    return f"{round(100 * probability)} %"


def odds(probability: float) -> str:
    """A probability as one says it of a danger: ``1 in 12``, from a fifth on in percent."""
    if 0 < probability < A_FIFTH:
        return say("odds.one_in", cases=f"{round(1 / probability):,}")
    return percent(probability)


def lane_words(lanes: Sequence[int], *, either: bool = False) -> str:
    """``the top lane and the middle lane``, or ``or``; nothing for none."""
    return listed([say(f"lane.{LANE_LETTERS[lane].lower()}") for lane in lanes], either=either) if lanes else ""


def begun(sentence: str) -> str:
    """With a capital letter, whatever it begins with."""
    return sentence[:1].upper() + sentence[1:]


def signed(number: int) -> str:
    """``+3``, ``-2``, ``0``: from your side, so plus is good."""
    return f"{number:+d}" if number else "0"


def chance_words(chance: Chance) -> str:
    """A winning chance with what it stands on: ``61 % (57 to 65)``, ``61 %, exact`` or ``100 %, certain``."""
    told = percent(chance.worth)
    if chance.exact:
        return say("chance.certain" if 1.0 in (chance.win, chance.draw, chance.loss) else "chance.exact", percent=told)
    low, high = (f"{100 * bound:.0f}" for bound in (chance.low, chance.high))
    return say("chance.estimated", percent=told, low=low, high=high)


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
    return say("advice.close" if close else "advice.play", move=name)


def provisional(name: str) -> str:
    return say("advice.provisional", move=name)


def only_pass() -> str:
    return say("advice.only_pass")


def asked_about(name: str, rank: int, moves: int, chance: Chance, best: str, best_chance: Chance) -> str:
    """Where a move stands that somebody asked about, and how far behind the best; by the figures as they are told."""
    if rank == 1:
        return say("advice.asked_best", move=name, moves=f"{moves}")
    level = chance.worth == best_chance.worth
    noise = "_noise" if chance.high >= best_chance.low and not chance.exact else ""
    behind = round(100 * best_chance.worth) - round(100 * chance.worth)
    return say(
        f"advice.asked_{'level' if level else 'behind'}{noise}",
        move=name,
        rank=f"{rank}",
        moves=f"{moves}",
        behind=f"{behind}" if behind > 0 else say("advice.asked_near"),
        best=best,
    )


def asked_about_apart(name: str) -> str:
    return say("advice.asked_apart", move=name)


def asked_provisionally(name: str, rank: int, moves: int, behind: float, best: str) -> str:
    """The same by the move score, one move ahead."""
    if rank == 1:
        return say("advice.asked_best_provisionally", move=name, moves=f"{moves}")
    told = {"rank": f"{rank}", "moves": f"{moves}", "behind": f"{behind:.1f}"}
    return say("advice.asked_provisionally", move=name, best=best, **told)


def no_known_card(unknown: int) -> str:
    return say("advice.no_known_card", unknown, digits=f"{unknown}")


def pass_is_best(close: bool) -> str:
    return say("advice.pass_close" if close else "advice.pass")


def wait_is_best() -> str:
    return say("waiting.best")


def wait_is_unclear(name: str) -> str:
    return say("waiting.unclear", move=name)


def why_wait(chance: Chance, placement: str, beside: Chance, line: Sequence[str], *, clear: bool) -> str:
    """How waiting compares with the best placement; ``line`` is what may follow, the enemy's move first."""
    told = {"placement": placement, "beside": chance_words(beside)}
    if not clear:
        return say("waiting.apart", chance=chance_words(chance), **told)
    if not line:
        return say("waiting.leads", **told)
    if not line[1:]:
        return say("waiting.follows_one", enemy=line[0], **told)
    return say("waiting.follows", enemy=line[0], you=line[1], **told)


def if_both_wait(margin: int, end: Chance) -> str:
    """What comes of it if the enemy waits too."""
    result = "draw" if margin == 0 else "win" if margin > 0 else "lose"
    return say(f"waiting.both_{result}", amount=f"{abs(margin)}", chance=chance_words(end))


def against_words(temper: Temper, draw_worth: float) -> str:
    """Against whom chances hold, and what a draw counts in them."""
    waits = say("enemy.waits" if temper.waits else "enemy.never_waits", share=percent(temper.waits))
    told = say(
        "enemy.against_slipping" if temper.slips > 0 else "enemy.against", waits=waits, slips=percent(temper.slips)
    )
    return told if draw_worth else f"{told} {say('enemy.must_win')}"


def waits_words(temper: Temper) -> str:
    """How ready the enemy is to wait in the opening, and from what that is known."""
    taken = "taken_waits" if temper.waits else "taken_never"
    return say(f"enemy.{taken}", share=percent(temper.waits), basis=_waits_basis(temper))


def _waits_basis(temper: Temper) -> str:
    match temper.origin:
        case Origin.TOLD | Origin.CUSTOM | Origin.USUAL:
            return say(f"enemy.{temper.origin.value}")
    turns = say("enemy.turn", temper.turns, digits=f"{temper.turns}")
    did = {0: "never", 1: "once"}.get(temper.waited, "times")
    return say("enemy.turns", turns=turns, did=say(f"enemy.{did}", digits=f"{temper.waited}"))


def strength_words(strength: Strength | None, turns: int) -> str:
    """What an enemy's moves gave away, and how weak a player does; ``turns`` are those that could be judged."""
    if strength is None:
        return say("enemy.unknown_strength", turns=f"{turns}", needed=f"{LEAST_TURNS}")
    figures = {"given": strength.given, "low": strength.low, "high": strength.high}
    shares = {"slips": strength.slips, "slips_low": strength.slips_low, "slips_high": strength.slips_high}
    return say(
        "enemy.strength",
        turns=f"{strength.turns}",
        **{name: f"{100 * figure:+.1f}" for name, figure in figures.items()},
        **{name: percent(share) for name, share in shares.items()},
    )


def alternative(name: str, behind: float) -> str:
    return say("advice.alternative", move=name, behind=f"{behind:.1f}")
