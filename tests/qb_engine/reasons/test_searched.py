"""Reasons that stand on what search found: real positions in which a short and a longer search both give them."""

from __future__ import annotations

import pytest

from qb_engine.models import Move
from qb_engine.reasons.field import Field
from qb_engine.reasons.finding import every_reason
from qb_engine.reasons.kinds import ReasonKind
from tests.qb_engine.deep.games import HYDRATOR, needs_kernel
from tests.qb_engine.reasons.played import NODES, searched

pytestmark = needs_kernel
K = ReasonKind
FOUND = {
    K.ENDS_WON: (63, "pass"),
    K.ENDS_LOST: (94, "pass"),
    K.ENDS_DRAWN: (1202, "pass"),
    K.IS_WON: (63, "001 M4"),
    K.IS_LOST: (68, "pass"),
    K.KEEPS_CARD: (72, "009 B2"),
    K.OUTLASTS: (64, "016 T1"),
    K.OUTLASTS_LESS: (61, "018 M1"),
    K.RUNS_OUT: (65, "049 T1"),
    K.PREPARES: (64, "033 T1"),
    K.CLOSES_LANE: (145, "080 M2"),
    K.LASTS_LONGER: (62, "072 T2"),
    K.LANE_LASTS: (60, "011 B3"),
    K.CEDES_TILES: (141, "003 T3"),
    K.LANE_FADES: (60, "001 M1"),
    K.SECURES_LANE: (63, "001 M4"),
    K.KEEPS_ENEMY_NARROW: (90, "007 M3"),
    K.PASS_SPARES: (352, "pass"),
}


@pytest.mark.parametrize("nodes", [NODES, 4 * NODES])
@pytest.mark.parametrize("kind", FOUND)
def test_search_gives_the_reason(kind: ReasonKind, nodes: int) -> None:
    seed, move = FOUND[kind]
    contexts = [each.context for each in searched(seed, nodes).recommendation.moves]
    found = dict(zip([context.move for context in contexts], every_reason(Field(contexts)), strict=True))
    assert kind in {reason.kind for reason in found[Move.parse(move, HYDRATOR)]}
