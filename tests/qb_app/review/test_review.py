"""Whole matches looked back on: games between engines, where all is known, and a real match."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from qb_app.answers.advisor import Advisor
from qb_app.courses import again
from qb_app.errors import InputError
from qb_app.games.duels.duel import Duel
from qb_app.games.moments import course_of_duel
from qb_app.review.course import Break, Drawn, Moment
from qb_app.review.exercises import exercises_of
from qb_app.review.judging import judge_enemy
from qb_app.review.marks import FAULTLESS, WORTH_A_WORD, Mark
from qb_app.review.review import Review, look_back
from qb_app.review.skill import Cause
from qb_engine.card_hydrator import CardHydrator
from qb_engine.chance import Chance
from qb_engine.deep.coach import DeepCoach, Look, LookedMove
from qb_engine.game_state import GameState
from qb_engine.geometry import Side, Tile
from qb_engine.models import HIDDEN, Move
from tests.qb_app.live.advisors import OnePlyAdvisor
from tests.qb_app.review.courses import advisor, engine_game, real_match, reviewed, reviewed_match
from tests.qb_engine.deep.games import needs_kernel

pytestmark = needs_kernel
SEEDS = (1, 2)


def every() -> list[Review]:
    return [*map(reviewed, SEEDS), reviewed_match()]


def test_every_move_of_both_sides_is_there_in_order() -> None:
    for seed in SEEDS:
        review = reviewed(seed)
        assert [ply.number for ply in review.plies] == list(range(1, review.course.moves + 1))
        assert all(ply.mark is not None for ply in review.plies), "nothing of such a game is hidden by now"


def test_the_parts_add_up_to_the_result_less_the_start() -> None:
    for review in every():
        skill = review.skill
        assert skill is not None
        assert sum(skill.parts.values()) == pytest.approx(skill.end - skill.start, abs=1e-9)
        assert (skill.parts[Cause.UNTOLD] == 0) is (review.course is not real_match()), "there a draw was not seen"
        assert skill.parts[Cause.YOU] == pytest.approx(-sum(ply.loss or 0 for ply in review.of(Side.YOU)))
        assert skill.parts[Cause.DRAWS] == pytest.approx(sum(draw.swing for draw in review.draws))
        assert skill.parts[Cause.ENEMY] == pytest.approx(sum(ply.swing for ply in review.of(Side.ENEMY)))
    assert reviewed(1).skill is not None
    assert reviewed(1).points[-1] in (0.0, 0.5, 1.0), "the end is certain"


def test_a_loss_is_measured_within_the_answer_that_the_coach_gives() -> None:
    for review in every():
        asked = advisor()
        for ply in review.of(Side.YOU):
            question = ply.moment.question
            assert question is not None
            if ply.mark is None:
                assert HIDDEN in question.view.hands[Side.YOU].as_card_ids()
                continue
            assert ply.loss is not None
            assert ply.loss >= 0
            said = asked.look(question)
            if ply.best is None and said.moves[0].move == ply.move:
                assert ply.before == said.chance, "what was said in the match"
                continue
            look = asked.look(question.asking(ply.move))
            worths = {each.move: each.chance.worth for each in look.every}
            assert ply.loss == max(0.0, look.moves[0].chance.worth - worths[ply.move])


def test_who_follows_the_coach_makes_no_mistake() -> None:
    review, asked = reviewed(2), advisor()
    for ply in review.of(Side.YOU):
        question = ply.moment.question
        assert question is not None
        best = asked.look(question).moves[0].move
        events = tuple(replace(each, move=best) if each is ply.moment else each for each in review.course.events)
        told = look_back(replace(review.course, events=events), asked)
        assert next(one.mark for one in told.of(Side.YOU) if one.number == ply.number) in FAULTLESS


def test_an_enemy_who_follows_its_own_coach_makes_none_either() -> None:
    review, asked = reviewed(2), advisor()
    for ply in review.of(Side.ENEMY):
        mirrored = ply.moment.mirrored
        assert mirrored is not None
        best = asked.look(mirrored).moves[0].chance
        assert ply.loss is not None
        assert 0 <= ply.loss <= best.worth + 0.05
    assert {ply.mark for seed in SEEDS for ply in reviewed(seed).of(Side.ENEMY)} & WORTH_A_WORD, "level 3 slips"


def test_a_costly_move_has_the_better_one_beside_it_with_both_lines() -> None:
    costly = [ply for review in every() for ply in review.of(Side.YOU) if ply.worth_a_word]
    assert costly
    for ply in costly:
        assert ply.best is not None
        assert ply.theme is not None
        assert [line[0].move for line in (ply.line, ply.best_line)] == [ply.move, ply.best]
        for step in (*ply.line, *ply.best_line):
            assert GameState.parse(step.position, ply.moment.before.hydrator).key() == step.position
    for ply in (one for review in every() for one in review.of(Side.YOU) if one.mark in FAULTLESS):
        assert (ply.best, ply.contrast(), ply.line) == (None, (), ())


def test_in_a_match_against_a_person_only_what_was_seen_judges_the_enemy() -> None:
    """Where a card may lie is known once it lay somewhere; what else was in the hand is not."""
    for ply in reviewed_match().of(Side.ENEMY):
        assert ply.moment.mirrored is None
        assert ply.best is None or ply.best.card == ply.move.card or ply.best.is_pass
    course = real_match()
    alone = tuple(replace(each, held=()) if isinstance(each, Moment) else each for each in course.events)
    unknown = look_back(replace(course, events=alone), advisor()).of(Side.ENEMY)
    opening = [ply for ply in unknown if ply.number < 8]
    assert opening
    assert {ply.mark for ply in opening} == {None}, "fewer than two choices are known"


@pytest.mark.parametrize(("reach", "told"), [(0.05, (Mark.MISTAKE, 0.25)), (0.15, (Mark.GOOD, None))])
def test_what_noise_may_explain_is_no_fault_of_the_enemy(reach: float, told: tuple[Mark, float | None]) -> None:
    moment = real_match().moment(2)
    assert isinstance(moment.move, Move)
    made, better = moment.move, replace(moment.move, tile=Tile.parse("T5"))

    def looked(move: Move, worth: float) -> LookedMove:
        chance = Chance(worth, 0, 1 - worth, worth - reach, worth + reach, 40, False, 0)
        return LookedMove(move, chance, (move,), None)

    look = Look((looked(better, 0.4), looked(made, 0.65)), looked(made, 0.5).chance, 400)
    ply = judge_enemy(moment, look, look.chance, advisor())
    assert (ply.mark, None if ply.loss is None else round(ply.loss, 6)) == told


def test_lines_go_to_their_end() -> None:
    for review in every():
        asked = advisor()
        for ply in (one for one in review.of(Side.YOU) if one.best is not None):
            assert ply.moment.question is not None
            lines = {each.move: each.line for each in asked.look(ply.moment.question.asking(ply.move)).every}
            assert tuple(step.move for step in ply.line) == lines[ply.move]
            assert ply.best is not None
            assert tuple(step.move for step in ply.best_line) == lines[ply.best]


def test_of_a_running_duel_nothing_is_told_of_the_enemys_hand() -> None:
    setup = again(engine_game(2), 4, seed=0)
    duel = Duel(CardHydrator.shared(), setup)
    while len(duel.steps) < 3:
        if duel.to_move is Side.YOU:
            duel.decide("pass")
        else:
            duel.answer()
    running = [event for event in course_of_duel(duel).events if isinstance(event, Moment)]
    for moment in (one for one in running if one.side is Side.ENEMY):
        assert isinstance(moment.move, Move)
        assert moment.mirrored is None
        assert set(moment.held) <= {moment.move.card}
    if duel.to_move is not None:
        duel.resign()
    over = [event for event in course_of_duel(duel).events if isinstance(event, Moment)]
    assert all(moment.mirrored is not None for moment in over if moment.side is Side.ENEMY)


def test_draws_are_events_of_their_own() -> None:
    review = reviewed_match()
    drawn = [event for event in review.course.events if isinstance(event, Drawn)]
    assert [draw.number for draw in drawn] == [3, 5, 7, 9, 11]
    assert [draw.event for draw in review.draws] == drawn[:4], "nobody saw the last one"
    assert all(draw.event.cards for draw in review.draws)


def test_turning_points_are_the_great_swings_in_order() -> None:
    for review in every():
        turned = review.turning_points
        assert [one.number for one in turned] == sorted(one.number for one in turned)
        swings = sorted((abs(one.swing) for one in review.plies), reverse=True)
        swings += sorted((abs(one.swing) for one in review.draws), reverse=True)
        great = sorted((swing for swing in swings if round(100 * swing) >= 15), reverse=True)[:3]
        assert sorted((abs(one.swing) for one in turned), reverse=True) == great


def test_what_was_not_told_counts_for_itself() -> None:
    course = real_match()
    moments = [event for event in course.events if isinstance(event, Moment) and event.number]
    blind = tuple(
        replace(event, question=None) if event in (moments[2], moments[3]) else event for event in course.events
    )
    review = look_back(replace(course, events=blind), advisor())
    assert [ply.number for ply in review.plies if ply.number < 7] == [1, 2, 5, 6]
    assert review.skill is not None
    assert review.skill.parts[Cause.UNTOLD] != 0
    assert sum(review.skill.parts.values()) == pytest.approx(review.skill.end - review.skill.start, abs=1e-9)
    corrected = look_back(replace(course, events=(*course.events[:4], Break(), *course.events[4:])), advisor())
    assert corrected.skill is not None
    assert corrected.skill.parts[Cause.UNTOLD] != 0


def test_the_second_look_searches_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = advisor()
    first = look_back(engine_game(1), asked)

    def searched(*_: Any, **__: Any) -> Any:
        raise AssertionError("a position was searched again")

    monkeypatch.setattr(DeepCoach, "look", searched)
    again = look_back(engine_game(1), asked)
    assert (again.points, [ply.mark for ply in again.plies]) == (first.points, [ply.mark for ply in first.plies])


def test_without_a_kernel_the_look_back_says_so() -> None:
    review = look_back(real_match(), OnePlyAdvisor())
    assert review.without_chances is not None
    assert (review.plies, review.points, review.skill) == ((), (), None)


def test_a_match_without_moves_is_refused() -> None:
    course = real_match()
    with pytest.raises(InputError, match="no move was made"):
        look_back(replace(course, events=course.events[:1]), advisor())
    with pytest.raises(InputError, match="move 99 does not exist: this match has the moves 1 to 12"):
        course.moment(99)


def test_exercises_have_one_clearly_best_answer() -> None:
    asked = Advisor()
    review = look_back(engine_game(3), asked)
    found = exercises_of(review)
    assert found
    for exercise in found:
        look = asked.look(exercise.question.asking(exercise.played))
        best, *others = look.moves
        assert best.move == exercise.best
        assert all(best.chance.low > other.chance.high for other in others)
        assert all(best.chance.worth - other.chance.worth >= 0.05 for other in others)
        view = GameState.parse(exercise.position, review.course.hydrator)
        assert {exercise.best, exercise.played} <= {move for move in view.legal_moves() if isinstance(move, Move)}
    marked = {ply.number for ply in review.of(Side.YOU) if ply.mark in WORTH_A_WORD}
    assert {exercise.number for exercise in found} < marked, "not every mistake has one answer"


def test_the_opening_hand_is_judged_by_the_deals_that_were_tried() -> None:
    hand = reviewed_match().hand
    assert hand is not None
    assert (str(hand.made), str(hand.advised)) == ("keep", "mulligan 1 4")
    assert hand.mark is Mark.GOOD
    assert 0 < hand.loss < 0.1
