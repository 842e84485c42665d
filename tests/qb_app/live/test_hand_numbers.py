"""The screen numbers the hand, so a number names a card; the log keeps the card, never the number."""

from __future__ import annotations

import pytest

from qb_app.live.outcome import Supposed
from qb_engine.models import Move
from tests.qb_app.live.material import FIRST_ROUND, OPENING, card_on, hand
from tests.qb_app.live.stores import entered


@pytest.mark.parametrize("line", ["1 m1", "1 M1", "1 MID-1", "1 mid 1"])
def test_a_number_plays_that_card_of_the_hand(line: str) -> None:
    session = entered(*OPENING)
    outcome = session.enter(line)
    assert outcome.entered == "001 MID-1"
    assert card_on(session, "M1") == "Security Officer"


def test_numbers_are_those_on_the_screen_after_every_change_of_the_hand() -> None:
    session = entered(*FIRST_ROUND, "draw queen bee")
    assert hand(session) == ["Levrikon", "Mu", "Elphadunk", "Grasslands Wolf", "Queen Bee"]
    assert session.enter("4 t1").entered == "008 TOP-1"


def test_the_log_holds_the_card_so_that_a_corrected_hand_changes_nothing() -> None:
    session = entered(*OPENING, "5 m1", "undo 2", "hand mu, levrikon, elphadunk, grasslands wolf, zu", "keep")
    assert session.enter("4 m1").entered == "008 MID-1"
    session.refresh()
    assert card_on(session, "M1") == "Grasslands Wolf"
    assert [entry.command.names for entry in session.line][-1] == ("008",)


def test_what_a_numbered_play_would_do() -> None:
    session = entered(*OPENING)
    answer = session.enter("what 5 top 1").answer
    assert isinstance(answer, Supposed)
    assert answer.move == Move.parse("Grasslands Wolf T1")
    assert card_on(session, "T1") is None


def test_a_lone_number_still_answers_a_question() -> None:
    opening = ("hand mu, levrikon, leviathan, zu, elphadunk", "keep")
    asked = entered(*opening)
    assert asked.enter("lev m1").choice is not None
    assert asked.enter("1").entered == "007 MID-1", "the first of the choice"
    asked = entered(*opening)
    assert asked.enter("lev m1").choice is not None
    assert asked.enter("1 m1").refused, "with a tile it is the first of the hand, and Mu needs more pawns"


def test_the_enemys_cards_have_no_numbers() -> None:
    session = entered(*OPENING, "1 m1")
    assert session.enter("e 1 m5").lines[0].startswith("unknown card '1'; 'qbcoach cards' lists all cards; ")


@pytest.mark.parametrize(
    ("entries", "line", "told"),
    [
        (OPENING, "6 m1", "there is no card 6 in your hand; its cards are numbered 1 to 5"),
        (OPENING, "0 m1", "there is no card 0 in your hand"),
        ((), "1 m1", "card 1 of your hand is not told; name it, as in 'zu m1'"),
        (OPENING, "what 1", "as in 'what zu m3'"),
        ((*OPENING, "1 m1"), "2 t1", "it is the enemy's turn: 'e mu …' enters its move"),
    ],
)
def test_a_wrong_number_is_refused_and_changes_nothing(entries: tuple[str, ...], line: str, told: str) -> None:
    session = entered(*entries)
    before = session.version
    outcome = session.enter(line)
    assert outcome.refused
    assert told in outcome.lines[0]
    assert session.version == before
