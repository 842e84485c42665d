"""A move that is asked about: searched as closely as the best, without a change to any other figure."""

from __future__ import annotations

import pytest

from qb_engine.chance import Chance
from qb_engine.coaching import CoachingEngine
from qb_engine.deep.coach import DeepCoach
from qb_engine.deep.search import Budget, DeepSearch, SearchResult, SearchSettings
from qb_engine.errors import IllegalMoveError, NotInHandError, TurnOrderError, UnknownCardError
from qb_engine.game_state import GameState
from qb_engine.geometry import Tile
from qb_engine.models import Move
from qb_engine.predictor import MoveRanker, PredictorEngine
from qb_engine.wording import asked_about
from tests.qb_engine.deep.games import HYDRATOR, PREDICTION, game, needs_kernel, seen, worlds

pytestmark = needs_kernel
BUDGET = Budget(1_500)
LATE = 1 / 2
"""Figures are of the later rounds, at least this share of all."""
OPENING = "rebirth Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1"
COACH = DeepCoach(CoachingEngine(PREDICTION, PredictorEngine(PREDICTION), MoveRanker()))


def run(seed: int, asked: Move | None = None, *, trees: int = 1, threads: int = 1) -> SearchResult:
    search = DeepSearch(SearchSettings(waits=1.0, trees=trees), threads=threads)
    return search.run(worlds(game(seed, seed), seed), BUDGET, lines=True, asked=asked)


def samples(found: SearchResult) -> dict[Move, int]:
    return {each.move: each.chance.sample for each in found.moves}


@pytest.mark.parametrize("seed", [0, 2, 5])
def test_any_move_gets_as_many_worlds_as_the_one_with_most(seed: int) -> None:
    plain = run(seed)
    before = samples(plain)
    most = max(before.values())
    assert min(before.values()) < LATE * most
    asked = {move: run(seed, move) for move in before}
    told = {samples(found)[move] for move, found in asked.items()}
    assert len(told) == 1, "as many worlds as the one with most, whichever it is"
    assert LATE * most <= told.pop() <= most
    assert sum(found.nodes == plain.nodes for found in asked.values()) == 1, "only one needs no more of them"
    for move, found in asked.items():
        assert samples(found) == before | {move: samples(found)[move]}
        assert found.nodes - plain.nodes >= samples(found)[move] - before[move] / LATE


def test_a_move_that_a_short_search_did_not_come_to_is_looked_at_when_it_is_asked_about() -> None:
    state = worlds(game(2, 2), 2)
    search = DeepSearch(SearchSettings(waits=1.0, trees=1), threads=1)
    known = {each.move for each in search.run(state, Budget(2)).moves}
    unknown = next(each.move for each in run(2).moves if each.move not in known)
    assert unknown in {each.move for each in search.run(state, Budget(2), asked=unknown, lines=True).moves}


def test_every_tree_looks_closer() -> None:
    plain = run(2, trees=3)
    last = plain.moves[-1].move
    asked = samples(run(2, last, trees=3))
    assert asked[last] >= LATE * max(asked.values())


@pytest.mark.parametrize("seed", [0, 2, 5])
def test_asking_changes_no_other_figure_and_no_other_line(seed: int) -> None:
    plain = run(seed)
    asked = plain.moves[-1].move
    told = {each: line for each, line in zip(plain.moves, plain.lines, strict=True) if each.move != asked}
    found = run(seed, asked)
    again = {each: line for each, line in zip(found.moves, found.lines, strict=True) if each.move != asked}
    assert again == told
    worths = [each.chance.worth for each in found.moves]
    assert worths == sorted(worths, reverse=True)


def test_the_same_question_has_the_same_answer_with_any_number_of_threads() -> None:
    move = run(4, trees=2).moves[-1].move
    first = run(4, move, trees=2)
    assert repr(first) == repr(run(4, move, trees=2)) == repr(run(4, move, trees=2, threads=5))
    assert first != run(4, trees=2)


def test_a_search_that_is_called_off_does_not_look_closer() -> None:
    state = game(2, 2)
    plain = DeepSearch().run(worlds(state, 2), BUDGET, cancelled=lambda: True)
    asked = plain.moves[-1].move
    assert DeepSearch().run(worlds(state, 2), BUDGET, asked=asked, cancelled=lambda: True) == plain


def test_the_coach_lists_the_move_in_its_place() -> None:
    state = game(3, 2)
    weakest = COACH.analyse(state, seen(state, 3), BUDGET).look.moves[-1]
    answer = COACH.analyse(state, seen(state, 3), BUDGET, asked=weakest.move)
    found = next(each for each in answer.look.moves if each.move == weakest.move)
    assert found.chance.sample > weakest.chance.sample
    assert found.chance.sample >= LATE * answer.look.moves[0].chance.sample
    assert [each.candidate.move for each in answer.recommendation.moves] == [each.move for each in answer.look.moves]


def estimate(points: float) -> Chance:
    return Chance(points, 0.0, 1 - points, max(0.0, points - 0.03), min(1.0, points + 0.03), 1_000, False, 0.0)


@pytest.mark.parametrize(
    ("rank", "points", "best", "told"),
    [
        (1, 0.62, 0.62, "Zu M3 is the best of 9 moves."),
        (4, 0.475, 0.6249, "Zu M3 is number 4 of 9 moves, 14 % behind Mu M1."),
        (2, 0.591, 0.62, "Zu M3 is number 2 of 9 moves, 3 % behind Mu M1, which is within the noise."),
        (2, 0.616, 0.62, "Zu M3 is number 2 of 9 moves, less than 1 % behind Mu M1, which is within the noise."),
        (2, 0.62, 0.62, "Zu M3 is number 2 of 9 moves, level with Mu M1, which is within the noise."),
    ],
)
def test_how_far_behind_is_told_by_the_figures_as_they_are_shown(
    rank: int, points: float, best: float, told: str
) -> None:
    assert asked_about("Zu M3", rank, 9, estimate(points), "Mu M1", estimate(best)) == f"Asked about: {told}"


@pytest.mark.parametrize(
    ("rest", "move", "kind", "sentence"),
    [
        ("Y hand=001,020 ehand=?*5", "001 M3", IllegalMoveError, "M3 belongs to nobody; .*; it can go to T1, M1, B1"),
        (
            "Y hand=001,024 ehand=?*5",
            "024 M1",
            IllegalMoveError,
            "M1 lacks 1 of the pawns .*; it can go to no tile now",
        ),
        ("Y hand=001 ehand=?*5", "020 M1", NotInHandError, "Archdragon is not in your hand; only cards held can"),
        ("Y hand=001 ehand=?*5", "no-card M1", UnknownCardError, "no-card"),
        ("E hand=001 ehand=?*5", "001 M1", TurnOrderError, "it is the enemy's turn"),
        ("Y turn=3 phase=draw hand=001 ehand=?*5 deck=?*9", "001 M1", TurnOrderError, "draw"),
    ],
)
def test_what_cannot_be_played_is_refused_before_anything_is_searched(
    monkeypatch: pytest.MonkeyPatch, rest: str, move: str, kind: type[Exception], sentence: str
) -> None:
    monkeypatch.setattr(DeepSearch, "run", lambda *_, **__: pytest.fail("it was searched"))
    state = GameState.parse(f"{OPENING} {rest}", HYDRATOR)
    card, _, tile = move.partition(" ")
    with pytest.raises(kind, match=sentence):
        COACH.look(state, seen(state, None), asked=Move(card, Tile.parse(tile)))
