"""Whatever a reason says is so: every reason of every move of random games is found out again without the coach."""

from __future__ import annotations

import re

import pytest

from qb_engine.reasons.field import Field
from qb_engine.reasons.finding import every_reason
from qb_engine.reasons.kinds import Reason, ReasonKind
from qb_engine.reasons.telling import sentence
from qb_engine.wording import percent
from tests.amounts import amount
from tests.qb_engine.deep.games import HYDRATOR, needs_kernel
from tests.qb_engine.reasons.facts import CHECKS
from tests.qb_engine.reasons.played import Played, played
from tests.qb_engine.reasons.test_searched import FOUND

pytestmark = needs_kernel
SEEDS = sorted({*range(amount(60, 3000)), *(seed for seed, _ in FOUND.values())})
RARE = {ReasonKind.SACRIFICES, ReasonKind.DESTROYS, ReasonKind.WEAKENS, ReasonKind.SPAWNS}
"""Kinds that may not come up among so few games but as parts of a chain; the rooms have positions for each."""
NAMES = re.compile("|".join([r"\b[TMB][1-5]\b", r"\brank [23]\b", *(re.escape(card.name) for card in HYDRATOR.all())]))
"""Names with numbers in them."""


def reasons(seed: int) -> list[tuple[Reason, Played, list[Played]]]:
    """Every reason that holds for a move of a position, and not only those worth saying."""
    moves = played(seed)
    found = every_reason(Field([each.context for each in moves]))
    return [(reason, me, moves) for me, why in zip(moves, found, strict=True) for reason in why]


def test_every_kind_can_be_checked() -> None:
    assert set(CHECKS) == set(ReasonKind)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_reason_says_is_so(seed: int) -> None:
    for reason, me, moves in reasons(seed):
        if reason.of is not None:
            assert me.looked.prospect is not None
            assert 0 <= (reason.games or 0) <= reason.of == me.looked.prospect.games
        CHECKS[reason.kind](reason, me, moves)


def test_most_kinds_come_up() -> None:
    seen = {reason.kind for seed in SEEDS for reason, _, _ in reasons(seed)}
    assert seen >= {*ReasonKind} - RARE


def numbers(reason: Reason) -> set[str]:
    """Numbers that the sentence of a reason may have."""
    told = [reason.amount, reason.beside, reason.games, reason.of, *(part.amount for part in reason.parts)]
    shares = [] if reason.probability is None else re.findall(r"\d+", percent(reason.probability))
    return {*(f"{abs(number)}" for number in told if number is not None), *shares}


def test_a_sentence_has_no_number_but_those_of_its_reason() -> None:
    for seed in SEEDS:
        for reason, _, _ in reasons(seed):
            said = NAMES.sub("", sentence(reason, HYDRATOR))
            assert {*re.findall(r"\d+", said)} <= numbers(reason), said
