"""Answers as they are kept: through the text that is stored and back, nothing is lost."""

from __future__ import annotations

import json

import pytest

from qb_app.answers.kept import pack_look, unpack_look
from qb_engine.deep.coach import Look
from qb_engine.geometry import PerSide
from tests.qb_engine.deep.games import needs_kernel
from tests.qb_engine.reasons.played import searched

pytestmark = needs_kernel
OF_ALL_SORTS = [60, 63, 94, 352, 1202]
"""Games on all stages, one of them with a pass that ends it."""


@pytest.mark.parametrize("seed", OF_ALL_SORTS)
def test_an_answer_with_its_games_comes_back_whole(seed: int) -> None:
    look = searched(seed).look
    assert all(move.prospect is not None for move in look.every)
    assert unpack_look(json.loads(json.dumps(pack_look(look)))) == look


def test_there_are_games_that_end_with_the_move_and_games_that_go_on() -> None:
    prospects = [move.prospect for seed in OF_ALL_SORTS for move in searched(seed).look.every if move.prospect]
    assert {it.over for it in prospects} == {True, False}
    assert {it.next is None for it in prospects} == {True, False}
    assert any(it.next is not None and it.next.is_pass for it in prospects)


def test_what_comes_back_is_of_the_same_kinds() -> None:
    look = searched(60).look
    back = unpack_look(json.loads(json.dumps(pack_look(look))))
    assert isinstance(back, Look)
    for move in back.moves:
        assert move.prospect is not None
        assert isinstance(move.prospect.placed, PerSide)
        assert isinstance(move.prospect.placed_on.first, tuple)
        assert isinstance(move.prospect.used, tuple)
        assert hash(move.prospect) == hash(next(it.prospect for it in look.moves if it.move == move.move))
