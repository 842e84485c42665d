"""Which reason comes first, in positions of random games: it tells a move from those that are much better or worse."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from qb_engine.chance import Chance
from qb_engine.coaching import MoveEvaluation
from qb_engine.deep.coach import LookedMove
from qb_engine.deep.search import Budget
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.game_state import GameState
from qb_engine.models import Move
from qb_engine.reasons.field import Field
from qb_engine.reasons.finding import APART, BEHIND_BEST, TELLING, every_reason
from qb_engine.reasons.kinds import BEHIND, Reason, ReasonKind
from qb_engine.reasons.weighing import DECISIVE
from qb_engine.wording import chance_words
from tests.amounts import amount
from tests.qb_engine.deep.games import HYDRATOR, needs_kernel
from tests.qb_engine.reasons.played import COACH, NODES, observed, searched

pytestmark = needs_kernel
SEEDS = [seed for seed in range(amount(45, 1500)) if not observed(seed)[0].is_over]
SURE = 0.005
"""Estimates so near to 0 or 1 are taken for the same."""
LAST_WORD = "rebirth {} Y turn=21 passes=1 hand={} ehand=?"


def answer(seed: int) -> tuple[MoveEvaluation, ...]:
    return searched(seed).recommendation.moves


def every(seed: int) -> list[list[Reason]]:
    """Of every move of the answer all reasons that hold; a wait that stands apart is compared too."""
    moves, apart = answer(seed), searched(seed).recommendation.apart
    return every_reason(Field([move.context for move in (*moves, *filter(None, [apart]))]))[: len(moves)]


def test_there_are_positions_of_every_kind() -> None:
    worths = [searched(seed).look.chance.worth for seed in SEEDS]
    assert len(worths) >= 40
    assert min(worths) < 0.1
    assert max(worths) > 0.9


@pytest.mark.parametrize("seed", SEEDS)
def test_no_first_sentence_stands_under_two_moves_that_differ_clearly(seed: int) -> None:
    """Unless all that is said of them is the same."""
    for one, two in combinations(answer(seed), 2):
        if abs(one.context.worth - two.context.worth) >= APART and {*one.lines} != {*two.lines}:
            assert one.lines[:1] != two.lines[:1]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_warning_heads_the_best_move_only_where_nothing_else_is_to_be_said(seed: int) -> None:
    first, *others = answer(seed)[0].reasons
    if first.is_warning and first.kind not in DECISIVE:
        assert all(reason.is_warning for reason in others)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_move_that_is_behind_begins_with_what_it_lacks(seed: int) -> None:
    moves = answer(seed)
    for move, reasons in zip(moves, every(seed), strict=True):
        lags = moves[0].context.worth - move.context.worth >= BEHIND_BEST
        against = [reason for reason in reasons if reason.is_warning and reason.kind not in BEHIND]
        lacks = [reason for reason in against if reason.weight <= -TELLING]
        if lags and lacks and not any(reason.kind in DECISIVE for reason in reasons):
            assert reasons[0] in lacks
            assert reasons[0].weight == min(reason.weight for reason in lacks)


@pytest.mark.parametrize("seed", SEEDS)
def test_how_the_game_ends_or_stands_is_said_before_anything_else(seed: int) -> None:
    for reasons in every(seed):
        decisive = [reason.kind in DECISIVE for reason in reasons]
        assert decisive == sorted(decisive, reverse=True)
        assert sum(decisive) <= 1


@pytest.mark.parametrize("seed", SEEDS)
def test_lost_pawns_are_no_matter_where_the_game_is_won(seed: int) -> None:
    for reasons in every(seed):
        kinds = {reason.kind for reason in reasons}
        assert ReasonKind.WASTES_PAWNS not in kinds or not kinds & {ReasonKind.IS_WON, ReasonKind.ENDS_WON}


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_left_out_weighs_less_than_what_is_said(seed: int) -> None:
    for move, reasons in zip(answer(seed), every(seed), strict=True):
        assert {*move.reasons} <= {*reasons}
        assert move.reasons or not reasons
        assert len({*move.lines}) == len(move.lines)


@pytest.mark.parametrize("seed", SEEDS)
def test_points_decide_among_moves_that_are_all_but_won_or_lost(seed: int) -> None:
    moves = searched(seed).look.moves
    for one, two in pairwise(moves):
        chances = one.chance, two.chance
        if decided(*chances) or one.chance.worth == two.chance.worth:
            assert one.chance.margin >= two.chance.margin
        else:
            assert one.chance.worth > two.chance.worth


def decided(one: Chance, two: Chance) -> bool:
    """Whether two estimates differ by nothing that a search could tell."""
    near = [min(max(chance.worth, SURE), 1.0 - SURE) for chance in (one, two) if not chance.exact]
    return len(near) == 2 and near[0] == near[1] and near[0] in (SURE, 1.0 - SURE)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_move_that_ends_the_game_has_a_certain_chance(seed: int) -> None:
    state, _ = observed(seed)
    for move in searched(seed).look.every:
        after = state.clone()
        after.play(move.move)
        if after.is_over:
            assert_certain(move, after)


def assert_certain(move: LookedMove, after: GameState) -> None:
    margin = after.score().margin
    assert move.chance.exact
    assert (move.chance.win, move.chance.draw, move.chance.loss) == (margin > 0, margin == 0, margin < 0)
    assert move.chance.margin == margin
    assert chance_words(move.chance).endswith("certain")
    assert move.line == (move.move,)
    assert move.reply is None


LOST = "Y1,-,E2[021],E2[021],E2[021]/Y1,-,E2[021],E2[021],E2[021]/Y1,-,E2[021],E2[021],E2[021]"
WON = "Y2[021],Y2[021],Y2[021],-,E1/Y2[021],Y2[021],Y2[021],-,E1/Y2[021],Y2[021],Y1,-,E1"


@pytest.mark.parametrize(("lanes", "best"), [(LOST, False), (WON, True)])
def test_a_lost_game_is_not_ended_while_there_is_a_card_to_place_and_a_won_one_is(lanes: str, best: bool) -> None:
    state = GameState.parse(LAST_WORD.format(lanes, "001,007"), HYDRATOR)
    seen = EnemyObservation.of(state, ["005"] * 6 + ["021"] * 9).snapshot()
    answered = COACH.analyse(state, seen, Budget(NODES))
    moves = [move.candidate.move for move in answered.recommendation.moves]
    assert len(moves) > 1
    assert (moves[0] == Move.PASS) is best
    ended = next(move for move in answered.look.moves if move.move == Move.PASS)
    after = state.clone()
    after.play(Move.PASS)
    assert_certain(ended, after)
