"""A position with entries after it: what makes a course, and what is refused."""

from __future__ import annotations

import pytest

from qb_app.errors import InputError
from qb_app.live.questions import Questions
from qb_app.live.setup import MatchSetup
from qb_app.live.shared import course_of_lines
from qb_app.live.tools import Tools
from qb_app.review.course import Course
from tests.qb_app.live.stores import MOMENT

POSITION = "rebirth Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 Y turn=3 hand=001,007,020 ehand=?*4 deck=?*10 edeck=?*10"
QUESTIONS = ("best", "best 2", "why 1", "board", "what pass", "what sec m1", "ask pass", "ask sec m1", "threat", "odds")
SHOWN = ("score", "hand", "log", "branch", "remark", "summary", "?")


def course(*lines: str) -> Course:
    return course_of_lines(MatchSetup(), POSITION, lines, Tools(clock=lambda: MOMENT))


def test_plays_passes_and_draws_make_a_course() -> None:
    assert course("sec m1", "e pass", "draw mu").moves == 2


@pytest.mark.parametrize("question", [*QUESTIONS, *SHOWN])
def test_a_question_is_refused_before_it_is_answered(question: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Questions, "answer", lambda *_: pytest.fail("it was answered"))
    with pytest.raises(InputError) as refused:
        course("sec m1", question)
    assert str(refused.value) == f"'{question}' is a question and no entry; entries are 'zu m3', 'e pass' or 'draw mu'"


def test_a_card_that_may_be_several_is_refused_with_their_names() -> None:
    with pytest.raises(InputError, match=r"'e s m5' does not say which card is meant: .*Security Officer.* or "):
        course("sec m1", "e s m5")


@pytest.mark.parametrize("line", ["zu m3", "e zu m1", "1", "hello m1", "x y z", ""])
def test_what_cannot_be_is_refused_with_the_reason(line: str) -> None:
    with pytest.raises(InputError) as refused:
        course("sec m1", line)
    assert "\n" not in str(refused.value)
    assert line in str(refused.value)
