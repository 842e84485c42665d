"""What a look back says in whole sentences."""

from __future__ import annotations

from qb_app.figures import share

NO_CHANCES = "Moves are not judged: chances come from the search, which needs the compiled kernel."


def own_mistake(played: str, mark: str, loss: float, better: str, chance: float) -> str:
    """Said right after a move of yours."""
    article = "an" if mark[0] in "aeiou" else "a"
    return (
        f"{_begun(played)} was {article} {mark}: it gives away {share(loss, 0)}. "
        f"{_begun(better)} was better, {share(chance, 0)}."
    )


def enemy_mistake(played: str, mark: str, loss: float, now: str) -> str:
    """Said when it is your turn again."""
    article = "an" if mark[0] in "aeiou" else "a"
    return f"The enemy's {played} was {article} {mark}: it gives away {share(loss, 0)}. To use it: {now}."


def _begun(name: str) -> str:
    """At the beginning of a sentence."""
    return name[0].upper() + name[1:]


FEW_DECISIONS = "few decisions, so it may be chance"
