"""Acceptance tests of the coaching layer (Phase F): candidates, their numbers, their order, and what is said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

import pytest

from qb_engine.card_hydrator import CardHydrator
from qb_engine.coaching import CLOSE_CALL, LABELS, CoachingEngine, CoachingRecommendation, Label, MoveEvaluation
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.errors import GameOverError, IllegalMoveError, TurnOrderError, UnknownCardError
from qb_engine.evaluation import LanePowerEvaluator, Score
from qb_engine.game import sensible_moves
from qb_engine.game_state import GameState
from qb_engine.geometry import Side, Tile
from qb_engine.library import library_decks
from qb_engine.models import CardId, Move
from qb_engine.notation import parse_position
from qb_engine.predictor import MovePrediction, MoveRanker
from qb_engine.reasons.kinds import ReasonKind
from qb_engine.reasons.telling import sentence
from qb_engine.ruleset import Ruleset
from qb_engine.scoring import LaneScore, compute_match_score

HYDRATOR = CardHydrator()
COACH = CoachingEngine.standard(HYDRATOR)
START = "Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1"
ENEMY_DECK = ("001", "001", "007", "020", "020", "026", "011", "114")
WON = "rebirth Y1[011],-,-,-,E1/Y1,-,-,-,E1[001]/Y1,-,-,-,E1 Y passes=1 hand=001 ehand=?*2"
LOST = "rebirth Y1[001],-,-,-,E1/Y1,-,-,-,E1[011]/Y1,-,-,-,E1 Y passes=1 hand=001 ehand=?*2"


def at(text: str) -> GameState:
    return GameState.from_position(parse_position(text, HYDRATOR), HYDRATOR)


def ranked(state: GameState, deck: tuple[CardId, ...] = ENEMY_DECK) -> list[MoveEvaluation]:
    return COACH.rank_moves(state, EnemyObservation.of(state, deck))


class Advised(NamedTuple):
    """A position, and what the coach says of it."""

    state: GameState
    observation: EnemyObservation
    moves: list[MoveEvaluation]


def advised() -> Iterator[Advised]:
    """Positions of random games under both rule sets, with the enemy's deck known."""
    decks = library_decks(HYDRATOR)
    for seed in range(4):
        rng = Random(seed)
        yours, theirs = (rng.choice(decks).card_ids for _ in Side)
        state = GameState.start(
            yours, theirs, seed, ruleset=(Ruleset.REBIRTH, Ruleset.V2_2_4)[seed % 2], hydrator=HYDRATOR
        )
        for ply in range(rng.randint(6, 9)):
            state.play(sensible_moves(state)[0] if ply < 2 else rng.choice(sensible_moves(state)))
        while not state.is_over and state.side_to_act is Side.ENEMY:
            state.play(rng.choice(sensible_moves(state)))
        assert not state.is_over
        observation = EnemyObservation.of(state, theirs)
        yield Advised(state, observation, COACH.rank_moves(state, observation))


ADVISED = list(advised())
EACH_POSITION = pytest.mark.parametrize("case", ADVISED, ids=range(len(ADVISED)))


# Candidates.


def test_every_placement_is_a_candidate_and_the_pass_is_the_last() -> None:
    candidates = COACH.enumerate_you_moves(at(f"rebirth {START} Y hand=015,007,007 ehand=?*5"))
    assert [candidate.name for candidate in candidates] == ["Levrikon T1", "Levrikon M1", "Levrikon B1", "pass"]
    assert candidates[-1].move == Move.PASS


def test_the_pass_is_the_only_candidate_where_nothing_can_be_placed() -> None:
    state = at(f"rebirth {START} Y hand=015 ehand=?*5")
    assert [candidate.name for candidate in COACH.enumerate_you_moves(state)] == ["pass"]
    advice = COACH.recommend_moves(state, EnemyObservation.of(state, ENEMY_DECK))
    assert advice.primary == "No card can be placed: pass."
    assert (advice.candidates, len(advice.moves)) == (1, 1)


@pytest.mark.parametrize("text", [f"rebirth {START} E hand=001 ehand=?*5", f"v2.2.4 {START} E turn=2 hand=001 ehand=?"])
def test_advice_on_the_turn_of_the_enemy_is_refused(text: str) -> None:
    state = at(text)
    for ask in (COACH.recommend_moves, COACH.rank_moves):
        with pytest.raises(TurnOrderError, match="it is the enemy's turn"):
            ask(state, EnemyObservation.of(state, ENEMY_DECK))
    with pytest.raises(TurnOrderError):
        COACH.enumerate_you_moves(state)


FULL = "/".join([",".join(["Y1[001]"] * 5)] * 3)


@pytest.mark.parametrize("text", [f"rebirth {START} Y passes=2 hand=001 ehand=?*5", f"v2.2.4 {FULL} Y hand=001"])
def test_advice_after_the_game_is_refused(text: str) -> None:
    state = at(text)
    with pytest.raises(GameOverError, match="the game is over"):
        COACH.recommend_moves(state, EnemyObservation.of(state, ENEMY_DECK))


def test_advice_after_the_move_of_the_turn_is_refused() -> None:
    state = at(f"rebirth {START} Y phase=end hand=001 ehand=?*5")
    with pytest.raises(TurnOrderError):
        COACH.recommend_moves(state, EnemyObservation.of(state, ENEMY_DECK))


@pytest.mark.parametrize("move", ["001 M3", "015 M1", "011 M1"])
def test_a_move_that_cannot_be_played_is_refused_by_name(move: str) -> None:
    card, tile = move.split()
    state = at(f"rebirth {START} Y hand=001,015 ehand=?*5")
    name = HYDRATOR.get(card).name
    with pytest.raises(IllegalMoveError, match=f"{name} {tile} cannot be played"):
        COACH.evaluate_move(state, EnemyObservation.of(state, ENEMY_DECK), Move(card, Tile.parse(tile)))
    with pytest.raises(UnknownCardError):
        COACH.evaluate_move(state, EnemyObservation.of(state, ENEMY_DECK), Move("999", Tile.parse(tile)))


# The position and the numbers of a move.


@EACH_POSITION
def test_the_position_is_shown_with_its_strict_score_and_its_value(case: Advised) -> None:
    shown, value = COACH.evaluate_position(case.state), LanePowerEvaluator().evaluate(case.state.board)
    assert shown.score == compute_match_score(case.state.board, case.state.effect_engine)
    assert tuple(lane.score for lane in shown.lanes) == shown.score.lanes
    assert tuple(lane.evaluation for lane in shown.lanes) == value.lanes
    assert shown.value == value.value
    assert shown.placements == len(case.moves) - 1


@EACH_POSITION
def test_the_board_after_a_move_is_the_one_the_engine_plays(case: Advised) -> None:
    for move in case.moves:
        after = case.state.clone()
        after.play(move.candidate.move)
        assert move.prediction.board == after.board
        assert move.margin_after == compute_match_score(after.board, after.effect_engine).margin


@EACH_POSITION
def test_the_worst_reply_is_the_least_of_all_and_the_expected_one_lies_between(case: Advised) -> None:
    for move in case.moves:
        scores = [rated.score.for_you for rated in move.prediction.replies]
        margins = [rated.reply.evaluation.score.margin for rated in move.prediction.replies]
        assert move.worst is not None
        assert move.worst.value.for_side(Side.YOU) == min(scores)
        assert move.worst.margin in margins
        assert min(scores) - 1e-9 <= move.value_expected.for_side(Side.YOU) <= max(scores) + 1e-9
        assert min(margins) - 1e-9 <= move.margin_expected <= max(margins) + 1e-9
        assert move.replies == len(scores)


def test_the_worst_reply_says_which_card_where_and_how_likely() -> None:
    """Only Archdragon on M5 can harm Queen Bee on M4; it is one of the two cards held out of three."""
    state = at("rebirth -,-,-,-,-/-,-,-,Y1[005],E1/-,-,-,-,- Y hand=001 ehand=?*2")
    worst = COACH.evaluate_move(state, EnemyObservation.of(state, ["020", "114", "103"]), Move.PASS).worst
    assert worst is not None
    assert (worst.name, worst.margin) == ("Archdragon M5", -3)
    assert worst.in_hand == pytest.approx(2 / 3)


# Order, labels and distance.


@EACH_POSITION
def test_ranks_labels_and_distances_agree_with_the_move_scores(case: Advised) -> None:
    scores = [round(move.move_score.for_side(Side.YOU), 9) for move in case.moves]
    assert scores == sorted(scores, reverse=True)
    assert [move.rank for move in case.moves] == list(range(1, len(case.moves) + 1))
    assert [move.behind for move in case.moves] == pytest.approx([scores[0] - score for score in scores])
    assert case.moves[0].label is Label.BEST
    assert [move for move in case.moves[1:] if move.label is Label.BEST] == []
    assert [limit for limit, _ in LABELS] == sorted(limit for limit, _ in LABELS)


class Spaced(MoveRanker):
    """Leaves the moves in their order and says how far each lies behind the first."""

    def __init__(self, *behind: float) -> None:
        self.behind = behind

    def rank(self, predictions: Sequence[MovePrediction]) -> list[MovePrediction]:
        return [replace(p, move_score=Score(64 - d)) for p, d in zip(predictions, self.behind, strict=False)]


def recommend_spaced(*behind: float) -> CoachingRecommendation:
    state = at(f"rebirth {START} Y hand=001,005,007 ehand=?*5")
    coach = CoachingEngine(COACH.prediction, COACH.predictor, Spaced(*behind))
    return coach.recommend_moves(state, EnemyObservation.of(state, ENEMY_DECK), top_n=9)


def test_labels_begin_and_end_at_their_limits() -> None:
    (_, best), (close_limit, close), (playable_limit, playable), (_, weak) = LABELS
    distances = (0.0, 0.0, close_limit, close_limit + 0.25, playable_limit, playable_limit + 0.25)
    labels = [move.label for move in recommend_spaced(*distances).moves]
    assert labels == [best, close, close, playable, playable, weak]


def test_a_close_call_is_one_where_the_second_move_is_near() -> None:
    assert recommend_spaced(0.0, CLOSE_CALL - 0.25, 9.0).primary.startswith("Close call, Security Officer T1")
    assert recommend_spaced(0.0, CLOSE_CALL, 9.0).primary == "Play Security Officer T1."


@EACH_POSITION
def test_one_move_is_rated_alone_as_it_is_among_all(case: Advised) -> None:
    last = case.moves[-1]
    assert COACH.evaluate_move(case.state, case.observation, last.candidate.move) == last


# Recommendations.


@pytest.mark.parametrize("top_n", [1, 2, 3, 50])
def test_as_many_moves_as_asked_for_are_recommended_with_a_line_for_each_alternate(top_n: int) -> None:
    state = at(f"rebirth {START} Y hand=001,007 ehand=?*5")
    moves = ranked(state)
    advice = COACH.recommend_moves(state, EnemyObservation.of(state, ENEMY_DECK), top_n)
    assert list(advice.moves) == moves[:top_n]
    assert (advice.candidates, advice.position) == (len(moves), COACH.evaluate_position(state))
    others = [f"{other.candidate.name} is {other.behind:.1f} behind." for other in moves[1:top_n]]
    assert list(advice.secondary) == [*moves[0].lines, *others]


@EACH_POSITION
def test_the_primary_message_names_the_best_move_and_admits_a_close_call(case: Advised) -> None:
    advice = COACH.recommend_moves(case.state, case.observation)
    assert case.moves[0].candidate.name.lower() in advice.primary.lower()
    assert advice.primary.startswith("Close call") == (case.moves[1].behind < CLOSE_CALL)


# The pass.


def test_a_pass_that_ends_a_won_game_is_best_and_says_so() -> None:
    moves = ranked(at(WON))
    assert moves[0].candidate.move == Move.PASS
    assert moves[0].lines == ("Ends the game now, and you win by 3.",)
    assert (moves[0].worst, moves[0].replies, moves[0].margin_expected) == (None, 0, 3)
    advice = COACH.recommend_moves(at(WON), EnemyObservation.of(at(WON), ENEMY_DECK))
    assert advice.primary == "Pass."


def test_a_pass_that_ends_a_lost_game_is_worst_and_says_so() -> None:
    moves = ranked(at(LOST))
    assert moves[-1].candidate.move == Move.PASS
    assert moves[-1].tags == (ReasonKind.ENDS_LOST,)
    assert moves[-1].lines == ("Ends the game now, and you lose by 3.",)


def test_after_a_first_pass_the_enemy_may_end_the_game() -> None:
    """Behind by 3, your pass lets the enemy pass too: that is the worst reply, and the game is lost by 3."""
    state = at(LOST.replace("passes=1", ""))
    first = COACH.evaluate_move(state, EnemyObservation.of(state, ENEMY_DECK), Move.PASS)
    assert first.worst is not None
    assert (first.worst.name, first.worst.margin) == ("pass", -3)
    assert not first.prediction.ends_game


# Reasons.


@EACH_POSITION
def test_every_sentence_stands_for_a_reason_with_evidence_the_engine_computed(case: Advised) -> None:
    standing = COACH.evaluate_position(case.state).score.lanes
    said = 0
    for move in case.moves:
        prediction, worst = move.prediction, move.prediction.worst
        seen = {*prediction.changes, *(worst.reply.changes if worst else ())}
        locked = {change for rated in prediction.replies if rated.lockout for change in rated.reply.changes}
        for reason, line in zip(move.reasons, move.lines, strict=True):
            assert line == sentence(reason, HYDRATOR)
            assert reason.evidence
            for proof in reason.evidence:
                if isinstance(proof, LaneScore):
                    assert proof in (*standing, *prediction.evaluation.score.lanes)
                else:
                    assert proof in seen or (reason.kind is ReasonKind.LOCKOUT and proof in locked)
            said += 1
        assert move.tags == tuple(dict.fromkeys(reason.kind for reason in move.reasons))
    assert said > len(case.moves)


@EACH_POSITION
def test_the_state_is_left_as_it_was(case: Advised) -> None:
    before, log = case.state.key(), case.state.log.copy()
    COACH.recommend_moves(case.state, case.observation)
    assert (case.state.key(), case.state.log) == (before, log)
