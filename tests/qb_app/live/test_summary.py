"""The look back on a live match: what was entered as a course, and the page that is printed."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from io import StringIO

import pytest
from rich.console import Console

from qb_app.answers.advisor import Advisor
from qb_app.documents.summaries import summary_document
from qb_app.live.tools import Tools
from qb_app.review.course import Break, Course, Drawn, Moment
from qb_app.review.exercises import exercises_of
from qb_app.review.marks import Mark
from qb_app.review.review import Review
from qb_app.review.skill import Cause
from qb_app.terminal.summary import show_summary
from qb_engine.deep.search import Budget
from qb_engine.geometry import Side
from tests.qb_app.live.advisors import OnePlyAdvisor
from tests.qb_app.live.material import FIRST_ROUND
from tests.qb_app.live.stores import MOMENT, entered
from tests.qb_engine.deep.games import needs_kernel

DRAWN = (*FIRST_ROUND, "draw zu")


def course(*lines: str) -> Course:
    return entered(*lines).questions.course


@cache
def looked_back(*more: str) -> Review:
    tools = Tools(advisor=Advisor(budget=Budget(300)), clock=lambda: MOMENT)
    return entered(*DRAWN, *more, tools=tools).questions.summary().review


def page(review: Review, width: int = 80, *, plain: bool = False) -> str:
    file = StringIO()
    show_summary(Console(file=file, width=width, color_system=None), review, plain=plain)
    return file.getvalue()


@needs_kernel
def test_every_move_with_a_told_hand_has_its_chances() -> None:
    review = looked_back("lev m2", "e pass", "draw mu", "pass")
    assert review.course.moves == len(review.plies) == 5
    assert review.course.result is not None
    assert all(0 <= point <= 1 for point in review.points)
    assert review.points[-1] in (0.0, 0.5, 1.0), "the end is certain"
    assert review.without_chances is None


@needs_kernel
def test_a_hand_that_was_kept_without_a_word_is_judged_as_one_that_was_kept() -> None:
    silent = [line for line in FIRST_ROUND if line != "keep"]
    tools = Tools(advisor=Advisor(budget=Budget(300)), clock=lambda: MOMENT)
    review = entered(*silent, "draw zu", tools=tools).questions.summary().review
    assert review.points == looked_back().points


@needs_kernel
def test_a_move_with_a_hand_half_told_is_judged_by_the_cards_that_were() -> None:
    review = looked_back("lev m2", "e pass", "draw ?", "grass m3", "e pass")
    assert [ply.number for ply in review.plies] == [1, 2, 3, 4, 5, 6]
    assert review.plies[4].mark is not None
    assert review.unjudged == ()
    assert {draw.number for draw in review.draws} == {3}, "what came unseen is no luck that could be told"


def test_what_follows_a_hand_half_told_has_its_questions_too() -> None:
    events = course(*FIRST_ROUND, "draw ?", "lev m2", "e pass", "draw mu", "set b5 enemy 2").events
    drawn = [event for event in events if isinstance(event, Drawn)][-1]
    assert drawn.question is not None
    assert isinstance(events[-1], Break)
    assert events[-1].question is not None


def test_a_hand_told_again_with_one_card_more_names_the_draw() -> None:
    events = course(*FIRST_ROUND, "hand levrikon, mu, elphadunk, grasslands wolf, zu").events
    assert isinstance(events[-1], Drawn)
    assert events[-1].cards == ("015",)


@needs_kernel
def test_an_accuracy_is_told_with_the_moves_that_it_is_the_mean_of() -> None:
    locked = f"board rebirth {'/'.join(['E1,E1,E1,E1,E1'] * 3)} Y"
    review = looked_back(locked, "hand mu, elphadunk", "pass")
    own, judged = review.of(Side.YOU), review.choices(Side.YOU)
    assert len(own) > len(judged) == 1, "the pass was forced"
    assert "of 100 in 1 move\n" in page(review).partition("Your accuracy")[2]


@needs_kernel
def test_a_card_that_was_never_told_is_left_out_and_said_to_be() -> None:
    review = looked_back("lev m2", "e pass", "draw ?", "chocobo & moogle m3", "e pass")
    assert review.unjudged == (5,)
    assert summary_document(review)["unjudged"] == [5]
    assert "Move 5 is not judged: your hand was not told." in page(review)
    assert "not judged" not in page(looked_back("lev m2"))


@needs_kernel
def test_a_pass_is_not_called_forced_while_a_card_was_not_told() -> None:
    locked = f"board rebirth {'/'.join(['E1,E1,E1,E1,E1'] * 3)} Y"
    told, half = (looked_back(locked, hand, "pass") for hand in ("hand mu, elphadunk", "hand mu, ?"))
    assert [review.plies[-1].mark for review in (told, half)] == [Mark.FORCED, None]


def test_a_card_that_was_played_untold_was_the_draw() -> None:
    events = course(*FIRST_ROUND, "mandragora m2").events
    drawn, moment = events[-2:]
    assert isinstance(drawn, Drawn)
    assert isinstance(moment, Moment)
    assert (drawn.number, moment.number) == (3, 3)
    assert len(drawn.cards) == 1
    assert moment.question is not None
    assert drawn.cards[0] in moment.question.view.hands.first.as_card_ids()


def test_what_changes_a_position_without_a_move_is_a_break_and_a_note_is_none() -> None:
    plain = course(*DRAWN).events
    assert len(course(*DRAWN, "note a close one", "set score 3 2", "remarks off").events) == len(plain)
    assert isinstance(course(*DRAWN, "set m3 enemy 2").events[-1], Break)


def test_tokens_and_the_card_it_plays_are_known_of_the_enemy() -> None:
    theirs = [event for event in course(*DRAWN).events if isinstance(event, Moment) and event.number == 2]
    assert [moment.held for moment in theirs] == [(theirs[0].move.card,)]  # type: ignore[union-attr]  # a play


def test_the_screen_says_how_a_match_ended() -> None:
    told = course(*DRAWN, "set score 2 9", "end")
    assert told.result is not None
    assert told.result.loss == 1


def test_without_chances_the_summary_says_so_in_a_sentence() -> None:
    one_ply = Tools(advisor=OnePlyAdvisor(), clock=lambda: MOMENT)
    review = entered(*FIRST_ROUND, "note a close one", tools=one_ply).questions.summary().review
    assert review.without_chances is not None
    printed = page(review)
    assert review.without_chances in " ".join(printed.split())
    assert "a close one" in printed


def test_nothing_to_look_back_on_is_one_sentence() -> None:
    session = entered(*FIRST_ROUND[:2])
    outcome = session.enter("summary")
    assert outcome.refused
    assert outcome.lines == ("no move was made in this match yet, so there is nothing to look back on",)


@needs_kernel
@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_page_fits(width: int, plain: bool) -> None:
    printed = page(looked_back("lev m2", "e pass"), width, plain=plain)
    assert max(map(len, printed.splitlines())) <= width
    for title in ("Turning points", "Every move", "Skill and luck", "Together: from"):
        assert title in printed


@needs_kernel
def test_every_costly_move_is_printed_with_the_better_one() -> None:
    review = looked_back("pass", "e pass")
    costly = [ply for ply in review.plies if ply.worth_a_word and ply.side == "Y"]
    assert costly, "two passes in a row give the match away"
    assert page(review).count("; better ") >= len(costly)
    assert page(review).count(" then: ") == len(costly)


def test_closing_a_match_that_is_over_changes_nothing() -> None:
    over = (*DRAWN, "pass", "e pass")
    assert len(course(*over, "end").events) == len(course(*over).events)


@needs_kernel
def test_a_match_that_ends_on_the_screen_is_no_fault_of_the_last_move() -> None:
    closed = looked_back("lev m2", "e pass", "end")
    assert closed.skill is not None
    assert closed.skill.parts[Cause.UNTOLD] != 0
    last = closed.plies[-1]
    assert (last.number, last.side) == (4, "E")
    assert last.after.worth == looked_back("lev m2", "e pass").points[-1], "what the position was worth"


@needs_kernel
def test_no_exercise_is_made_of_a_hand_half_told() -> None:
    tools = Tools(advisor=Advisor(budget=Budget(300)), clock=lambda: MOMENT)
    for draw, made in (("draw zu", 1), ("draw ?", 0)):
        review = entered(*FIRST_ROUND, draw, "pass", tools=tools).questions.summary().review
        ply = review.plies[2]
        assert ply.worth_a_word
        assert len(exercises_of(replace(review, plies=(replace(ply, clear=True),)))) == made
