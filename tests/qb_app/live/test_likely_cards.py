"""Which cards of the enemy are offered first, and the danger that is told before all else."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qb_app.documents.matches import match_document
from qb_app.live.outcome import Foreseen
from qb_app.live.session import Session
from qb_app.live.setup import MatchSetup
from qb_app.live.tools import Tools
from qb_app.storage.records import OpponentProfile
from qb_engine.geometry import long_name
from tests.qb_app.live.material import FIRST_ROUND, HYDRATOR, OPENING, STARTER
from tests.qb_app.live.stores import MOMENT, entered, new_session
from tests.qb_app.live.test_any_line import drawn
from tests.qb_app.live.test_properties import ENTRIES
from tests.qb_app.storage.model import ModelMatches, ModelOpponents


def likely(session: Session) -> list[str]:
    found = match_document(session, HYDRATOR)["enemy_likely"]
    assert sorted(found) == sorted(set(session.questions.enemy_cards))
    return found


def odds(session: Session) -> dict[str, float]:
    """How likely the enemy holds each card, as the outlook tells it."""
    answer = session.enter("odds").answer
    assert answer is not None
    return dict(answer.outlook.odds)  # type: ignore[union-attr]  # it is an answer to 'odds'


def test_of_a_known_deck_cards_come_by_the_copies_that_are_left() -> None:
    session = entered(*FIRST_ROUND, setup=MatchSetup(enemy_deck=STARTER))
    left = Counter(STARTER) - Counter(["007"])
    assert likely(session) == sorted(left, key=lambda card_id: (-left[card_id], card_id))


def test_a_token_that_is_held_comes_first() -> None:
    session = entered(*OPENING, "sec m1", "e mandragora m5", setup=MatchSetup(enemy_deck=(*STARTER[:-1], "010")))
    assert HYDRATOR.get(likely(session)[0]).name == "Mandragora Minion"


def test_cards_seen_of_an_opponent_come_as_likely_as_the_outlook_has_them() -> None:
    store = ModelMatches()
    opponents = ModelOpponents(store)
    tools = Tools(opponents=opponents, clock=lambda: MOMENT)
    opponents.save(OpponentProfile("Bob", known=("015", "015", "013", "025", "025", "030")))
    session = Session.start(store, MatchSetup(opponent="Bob"), tools)
    for line in (*OPENING, "sec m1", "e ignilisk m5"):
        assert session.enter(line).changed
    found, held = likely(session), odds(session)
    assert [held[card_id] for card_id in found] == sorted((held[card_id] for card_id in found), reverse=True)
    assert found[0] == "015", "two of it are known, and none was played"
    assert set(found) == {"015", "013", "025", "030"}


def test_a_card_that_cannot_be_there_any_more_comes_last() -> None:
    session = entered(*OPENING, "sec m1", "set m5 card cloud enemy", "e levrikon t5")
    assert [HYDRATOR.get(card_id).name for card_id in likely(session)] == ["Levrikon", "Cloud"]


def test_counts_that_no_deck_can_give_leave_the_cards_as_they_were_seen() -> None:
    session = entered(*FIRST_ROUND, "set enemy hand 44", "pass", "e wolf t5", setup=MatchSetup(enemy_deck=STARTER))
    assert len(likely(session)) > 3


@given(st.lists(ENTRIES, max_size=20), st.sampled_from([None, "Red XIII, Shinra-8"]))
def test_whatever_is_entered_the_match_can_be_told(lines: list[str], opponent: str | None) -> None:
    session = new_session(MatchSetup(opponent=opponent))
    for line in lines:
        session.enter(line)
    likely(session)


# The danger.


@pytest.mark.parametrize("lines", [FIRST_ROUND[:3], FIRST_ROUND, (*FIRST_ROUND, "draw zu")])
@pytest.mark.parametrize("plain", [False, True])
def test_the_greatest_danger_is_told_first(lines: tuple[str, ...], plain: bool) -> None:
    session = entered(*lines, tools=Tools(clock=lambda: MOMENT, place=long_name if plain else str))
    outcome = session.enter("threat")
    assert isinstance(outcome.answer, Foreseen)
    outlook = outcome.answer.outlook
    assert outcome.lines == (outlook.fears[0].sentence(HYDRATOR, long_name if plain else str),)
    assert ("MID-" in outcome.lines[0] or "TOP-" in outcome.lines[0] or "BOT-" in outcome.lines[0]) == plain
    page = " ".join(drawn(session, outcome, plain=plain, top=0).split())
    assert page.startswith(outcome.lines[0])


def test_that_nothing_is_to_be_feared_is_told_too() -> None:
    session = entered(*FIRST_ROUND[:3], "set enemy hand 0")
    assert session.enter("threat").lines == ("The enemy cannot hurt you: no card that it may hold can be placed.",)
    assert session.enter("odds").lines == ()
