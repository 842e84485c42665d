"""What a look back says in whole sentences; they stand in the catalogue, under ``review``."""

from __future__ import annotations

from collections.abc import Sequence

from qb_app.figures import share
from qb_engine.catalogue import listed, say


def no_chances() -> str:
    """Why moves are not judged."""
    return say("review.no_chances")


def unjudged(numbers: Sequence[int]) -> str:
    """Which moves are left out of the look back, and why."""
    return say("review.unjudged", len(numbers), moves=listed([f"{number}" for number in numbers]))


def few_decisions() -> str:
    """What is said beside a figure of few moves."""
    return say("review.few_decisions")


def own_mistake(played: str, mark: str, loss: float, better: str, chance: float) -> str:
    """Said right after a move of yours."""
    facts = {"mark": say(f"review.a_{mark}"), "loss": share(loss, 0), "chance": share(chance, 0)}
    return say("review.own_mistake", played=_begun(played), better=_begun(better), **facts)


def enemy_mistake(played: str, mark: str, loss: float, now: str) -> str:
    """Said when it is your turn again."""
    facts = {"mark": say(f"review.a_{mark}"), "loss": share(loss, 0)}
    return say("review.enemy_mistake", played=played, now=now, **facts)


def _begun(name: str) -> str:
    """At the beginning of a sentence."""
    return name[0].upper() + name[1:]
