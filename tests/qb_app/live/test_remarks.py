"""A word at the moment of a mistake: when it is said, when it is not, and that it has the figures of the look back."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from qb_app.answers.advisor import Advisor
from qb_app.errors import InputError
from qb_app.live.commands import SetRemarks
from qb_app.live.grammar import format_command, parse_command
from qb_app.live.questions import NOTHING_TO_REMARK
from qb_app.live.session import Session
from qb_app.live.tools import Tools
from qb_app.review.marks import WORTH_A_WORD, Mark
from qb_app.terminal.conversation import ScreenShow
from qb_app.terminal.match import Screen
from qb_engine.deep.search import Budget
from tests.qb_app.live.advisors import OnePlyAdvisor
from tests.qb_app.live.material import FIRST_ROUND
from tests.qb_app.live.stores import MOMENT, entered
from tests.qb_engine.deep.games import needs_kernel

GIVEN_AWAY = (*FIRST_ROUND, "draw zu", "pass")
"""The enemy leads, and passing lets it end the match."""


def tools() -> Tools:
    return Tools(advisor=Advisor(budget=Budget(400)), clock=lambda: MOMENT)


def printed(session: Session, line: str, top: int = 1) -> str:
    page = StringIO()
    show = ScreenShow(Screen(Console(file=page, width=80, color_system=None), plain=False), top=top)
    show.outcome(session, session.enter(line))
    return " ".join(page.getvalue().split())


@needs_kernel
def test_a_costly_move_of_yours_is_told_with_the_better_one() -> None:
    session = entered(*GIVEN_AWAY, tools=tools())
    remark = session.questions.remark()
    assert remark is not None
    reviewed = session.questions.summary().review.plies[-1]
    assert (remark.ply.loss, remark.ply.best, remark.ply.mark) == (reviewed.loss, reviewed.best, reviewed.mark)
    assert remark.lines[0].startswith("Pass was a blunder: it gives away ")
    assert session.enter("remark").lines == remark.lines


@needs_kernel
def test_a_good_move_is_passed_over_in_silence() -> None:
    session = entered(*FIRST_ROUND, "draw zu", tools=tools())
    best = session.questions.advice.recommendation.moves[0].candidate.name
    session.enter(best)
    assert session.questions.remark() is None
    assert session.enter("remark").lines == (NOTHING_TO_REMARK,)


@needs_kernel
def test_a_move_that_is_only_good_is_passed_over_too() -> None:
    session = entered(*FIRST_ROUND[:2], tools=tools())
    looked = session.questions.advice.look
    assert looked is not None
    behind = [each for each in looked.moves if 0.01 < looked.chance.worth - each.chance.worth < 0.06]
    found = []
    for each in behind[:6]:
        session.enter(str(each.move))
        found.append(session.questions.summary().review.plies[-1].mark)
        assert (session.questions.remark() is None) == (found[-1] not in WORTH_A_WORD)
        session.enter("undo")
    assert Mark.GOOD in found


@needs_kernel
def test_when_the_enemy_errs_the_coach_says_how_to_use_it_once_the_draw_is_told() -> None:
    searching = Tools(advisor=Advisor(), clock=lambda: MOMENT)  # what it could have done is told apart by full search
    session = entered(*FIRST_ROUND, "draw zu", "lev m2", "e 074 b5", tools=searching)
    assert session.questions.remark() is None, "the draw is not told yet"
    session.enter("draw mu")
    remark = session.questions.remark()
    assert remark is not None
    assert remark.ply.best is not None
    assert remark.ply.best.card == "074", "its other cards are not known"
    assert remark.lines[0].startswith("The enemy's ")
    best = session.questions.advice.recommendation.moves[0]
    assert f"To use it: {best.candidate.name}." in remark.lines[0]
    news = [session.questions.is_news]
    session.enter("note hm")
    assert [*news, session.questions.is_news] == [True, False], "it is said once"
    again = session.questions.remark()
    assert again is not None
    assert again.lines == remark.lines, "and to whoever asks"


@needs_kernel
def test_who_asks_is_told_of_the_last_move_whatever_was_entered_after_it() -> None:
    session = entered(*GIVEN_AWAY, tools=tools())
    told = session.enter("remark").lines
    assert "was a blunder" in told[0]
    for line in ("note hm", "set score 3 2", "remarks off", "remarks on"):
        assert "was a blunder" not in printed(session, line)
        assert session.enter("remark").lines == told


@needs_kernel
def test_the_switch_is_kept_with_the_match() -> None:
    lines = GIVEN_AWAY[:-1]
    assert "was a blunder" in printed(entered(*lines, tools=tools()), "pass")
    assert "was a blunder" not in printed(entered(*lines, tools=tools()), "pass", top=0)
    session = entered(*lines, "remarks off", tools=tools())
    assert not session.game.wants_remarks
    assert "was a blunder" not in printed(session, "pass")
    for line in ("undo", "remarks on"):
        assert not session.enter(line).refused
    assert "was a blunder" in printed(session, "pass")


def test_without_chances_nothing_is_remarked() -> None:
    session = entered(*GIVEN_AWAY, tools=Tools(advisor=OnePlyAdvisor(), clock=lambda: MOMENT))
    assert session.questions.remark() is None


@pytest.mark.parametrize("switch", [True, False])
def test_the_switch_is_written_as_it_is_read(switch: bool) -> None:
    command = SetRemarks(switch)
    assert parse_command(format_command(command)) == command
    with pytest.raises(InputError, match="say 'remarks on'"):
        parse_command("remarks maybe")
