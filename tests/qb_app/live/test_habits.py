"""What stored matches tell of how an opponent plays, and what becomes of it in a match."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from qb_app.answers.advisor import Advisor
from qb_app.live import habits as module
from qb_app.live.habits import Habits
from qb_app.live.outcome import Advised
from qb_app.live.session import Session
from qb_app.live.setup import MatchSetup
from qb_app.live.tools import Tools
from qb_engine.deep.search import Budget
from qb_engine.temper import USUAL_WAITS, Origin
from tests.qb_app.live.advisors import OnePlyAdvisor
from tests.qb_app.live.material import OPENING, STARTER
from tests.qb_app.live.stores import MOMENT
from tests.qb_app.storage.model import ModelMatches, ModelOpponents
from tests.qb_engine.deep.games import needs_kernel

NEIGHBOUR = "Neighbour"
PLACED = (*OPENING, "sec m1", "e levrikon m5", "draw queen bee", "levrikon m2", "e cactuar t5", "draw mu")
WAITED = (*OPENING, "sec m1", "e pass", "draw queen bee")


def stores(advisor: Advisor | None = None) -> Tools:
    matches = ModelMatches()
    used = advisor or Advisor(budget=Budget(200))
    return Tools(opponents=ModelOpponents(matches), matches=matches, advisor=used, clock=lambda: MOMENT)


def play(tools: Tools, *lines: str, opponent: str | None = NEIGHBOUR) -> Session:
    assert isinstance(tools.matches, ModelMatches)
    session = Session.start(tools.matches, MatchSetup(deck=STARTER, opponent=opponent), tools)
    for line in lines:
        outcome = session.enter(line)
        assert not outcome.refused, (line, outcome.lines)
    return session


def test_opening_turns_and_waits_of_this_opponent_are_counted() -> None:
    tools = stores(OnePlyAdvisor())
    play(tools, *PLACED)
    play(tools, *WAITED)
    play(tools, *WAITED, opponent="Somebody else")
    temper = Habits(tools).temper(NEIGHBOUR)
    assert (temper.turns, temper.waited, temper.origin) == (3, 1, Origin.TURNS)
    assert temper.waits > USUAL_WAITS


def test_what_is_known_in_a_match_is_what_matches_begun_before_it_showed() -> None:
    """So a look back on it has the chances that were told, whatever came later."""
    days = [MOMENT]
    tools = replace(stores(OnePlyAdvisor()), clock=lambda: days[-1])
    first = play(tools, *WAITED, "levrikon m2", "e cactuar t5")
    days.append(MOMENT.replace("-01T", "-02T"))
    session = play(tools, *PLACED)
    asked = session.questions.question
    assert asked.temper.waited == 1
    assert [one.match_id for one in session.questions.sightings] == [first.match_id]
    days.append(MOMENT.replace("-01T", "-03T"))
    play(tools, *PLACED, "pass", "e levrikon m4")
    assert isinstance(tools.matches, ModelMatches)
    later = Session.look(tools.matches, session.match_id, tools).questions
    assert later.question.key("look", 1) == asked.key("look", 1)
    assert Habits(tools).temper(NEIGHBOUR).turns > asked.temper.turns, "elsewhere all of them count"


def test_what_was_taken_back_or_tried_in_a_branch_does_not_count() -> None:
    tools = stores(OnePlyAdvisor())
    play(tools, *WAITED, "undo 2", "e levrikon m5", "branch dream", "draw mu", "levrikon m2", "e cactuar t5")
    temper = Habits(tools).temper(NEIGHBOUR)
    assert (temper.turns, temper.waited) == (1, 0)


def test_a_pass_after_a_pass_is_no_wait() -> None:
    tools = stores(OnePlyAdvisor())
    play(tools, *OPENING, "pass", "e pass")
    assert Habits(tools).temper(NEIGHBOUR).turns == 0


def test_a_pass_of_an_enemy_that_could_most_likely_place_nothing_is_no_wait() -> None:
    tools = stores(OnePlyAdvisor())
    play(tools, *OPENING, "sec m1", "set t5 empty", "set m5 empty", "set b5 empty", "e pass")
    assert Habits(tools).temper(NEIGHBOUR).turns == 0


def test_a_match_is_gone_through_once_for_each_version_of_its_log(monkeypatch: pytest.MonkeyPatch) -> None:
    tools, went = stores(OnePlyAdvisor()), []
    session = play(tools, *PLACED)
    really = module._opening_turns

    def counted(turns: Any) -> Any:
        went.append(1)
        return really(turns)

    monkeypatch.setattr(module, "_opening_turns", counted)
    for _ in range(3):
        assert Habits(tools).temper(NEIGHBOUR).turns == 2
    assert len(went) == 1
    session.enter("pass")
    session.enter("e grasslands wolf b5")
    assert Habits(tools).temper(NEIGHBOUR).turns == 2, "nobody waits who follows a pass"
    assert len(went) == 2


def test_a_match_that_cannot_be_read_tells_nothing() -> None:
    tools = stores(OnePlyAdvisor())
    assert tools.matches is not None
    tools.matches.create({}, title="", ruleset="rebirth", opponent=NEIGHBOUR, at=MOMENT)
    assert Habits(tools).temper(NEIGHBOUR).turns == 0


def test_earlier_matches_tell_how_ready_the_enemy_is_to_wait_and_the_player_overrules_it() -> None:
    tools = stores(OnePlyAdvisor())
    play(tools, *PLACED)
    session = play(tools, *PLACED)
    learned = session.questions.question.temper
    assert (learned.turns, learned.waited) == (2, 0), "the match itself does not count"
    assert learned.waits < USUAL_WAITS
    told = session.enter("set enemy waits 20%")
    assert told.lines == ("The enemy is taken to wait in 20 % of games.",)
    assert (session.questions.question.temper.waits, session.questions.question.temper.origin) == (0.2, Origin.TOLD)
    session.enter("undo")
    assert session.questions.question.temper == learned


def test_what_a_draw_is_worth_is_an_entry_like_any_other() -> None:
    session = play(stores(OnePlyAdvisor()), *PLACED)
    before = session.questions.question
    told = session.enter("set draws nothing")
    assert told.lines == ("A draw counts as nothing: you must win.",)
    after = session.questions.question
    assert (before.draw_worth, after.draw_worth) == (0.5, 0.0)
    assert before.key("look", 1) != after.key("look", 1)
    assert "You must win" in after.against
    session.enter("set draws half")
    assert session.questions.question.key("look", 1) == before.key("look", 1)


def test_a_second_figure_needs_an_opponent_with_enough_turns() -> None:
    tools = stores(OnePlyAdvisor())
    nobody = play(tools, *PLACED, opponent=None).enter("against")
    assert nobody.refused
    assert nobody.lines[0].startswith("no opponent was named")
    too_few = play(tools, *PLACED).enter("against")
    assert too_few.lines == (
        "how strong Neighbour is cannot be told: 0 of its turns could be judged in stored matches, 40 are needed",
    )


@needs_kernel
def test_turns_are_judged_once_and_make_a_second_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qb_engine.temper.LEAST_TURNS", 2)
    monkeypatch.setattr(module, "STRENGTH_NODES", 50)
    tools, asked = stores(), []
    really = Advisor.chance

    def chance(self: Advisor, question: Any, budget: Any = None) -> Any:
        asked.append(budget)
        return really(self, question, budget)

    monkeypatch.setattr(Advisor, "chance", chance)
    play(tools, *PLACED)
    session = play(tools, *PLACED)
    answer = session.enter("against").answer
    assert isinstance(answer, Advised)
    weaker, look = answer.advice.weaker, answer.advice.look
    assert weaker is not None
    assert look is not None
    assert (weaker.enemy, weaker.strength.turns) == (NEIGHBOUR, 2)
    assert weaker.question.temper.slips == weaker.strength.slips
    assert weaker.look.nodes == look.nodes
    assert asked == [Budget(50)] * 4, "twice for each of two turns"
    manner = Habits(tools).manner(NEIGHBOUR)
    assert manner.judged == 4
    assert len(asked) == 8, "the match that was judged before is not judged again"
