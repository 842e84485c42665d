"""Reasons as a whole: every kind is tried for and against, is proved by what was computed, and is a sentence."""

from __future__ import annotations

import re

import pytest

from qb_engine.coaching import CoachingEngine
from qb_engine.geometry import long_name
from qb_engine.reasons.field import Field
from qb_engine.reasons.finding import every_reason
from qb_engine.reasons.kinds import BEHIND, WARNINGS, Reason, ReasonKind
from qb_engine.reasons.telling import sentence
from qb_engine.themes import Theme, theme_of
from qb_engine.wording import alternative, best_move, only_pass, pass_is_best, percent
from tests.qb_engine.reasons import (
    test_effects,
    test_endings,
    test_hand,
    test_lanes,
    test_passing,
    test_replies,
    test_room,
)
from tests.qb_engine.reasons.positions import (
    BLANK,
    COACH,
    HYDRATOR,
    START,
    Case,
    Cases,
    Told,
    every,
    field_of,
    move_of,
    position,
    reasons,
    rows,
    seen,
)

K = ReasonKind
LANE = {"T": "TOP", "M": "MID", "B": "BOT"}
ROOMS = (test_effects, test_endings, test_hand, test_lanes, test_passing, test_replies, test_room)
GIVEN: Cases = {kind: cases for room in ROOMS for kind, cases in room.GIVEN.items()}
NOT_GIVEN: Cases = {kind: cases for room in ROOMS for kind, cases in room.NOT_GIVEN.items()}


def test_every_kind_has_positions_for_and_against() -> None:
    assert set(GIVEN) == set(NOT_GIVEN) == set(ReasonKind)
    assert all((*GIVEN.values(), *NOT_GIVEN.values()))
    assert sum(len(room.GIVEN) for room in ROOMS) == len(ReasonKind), "no kind stands in two rooms"


def test_every_kind_has_a_theme() -> None:
    assert {theme_of(kind) for kind in ReasonKind} == {*Theme} - {Theme.MULLIGAN}


def test_warnings_are_the_kinds_that_speak_against_a_move() -> None:
    assert {kind for kind in ReasonKind if Reason(kind, ()).is_warning} == WARNINGS
    assert {K.ENDS_LOST, K.IS_LOST, K.TAKE_BACK, K.LOCKOUT, K.CONCEDES_TILES, K.GIVES_TURN} <= WARNINGS
    assert not WARNINGS & {K.ENDS_WON, K.IS_WON, K.WINS_LANE, K.SECURES_LANE, K.DESTROYS, K.CHAIN}
    assert not BEHIND & {K.ENDS_WON, K.ENDS_LOST, K.ENDS_DRAWN, K.IS_WON, K.IS_LOST}


@pytest.mark.parametrize(("kind", "case"), rows(GIVEN))
def test_a_reason_is_proved_by_what_was_computed(kind: ReasonKind, case: Case) -> None:
    """By changes of the move or of a reply to it, by the score before or after, or by games that may follow a move."""
    contexts = field_of(case).contexts
    own = next(context for context in contexts if context.move == move_of(case.move))
    before = CoachingEngine.standard(HYDRATOR).evaluate_position(position(case)).score
    changes = [*own.changes, *(change for rated in own.prediction.replies for change in rated.reply.changes)]
    proofs = [*changes, *before.lanes, *own.after.score.lanes, *(other.prospect for other in contexts)]
    evidence = reasons(case)[kind].evidence
    assert evidence
    assert [proof for proof in evidence if proof not in proofs] == []


def given() -> list[tuple[str, Reason]]:
    """Every reason of every move of all these positions, with its sentence."""
    found = [reason for cases in GIVEN.values() for case in cases for why in every(case).values() for reason in why]
    return [(sentence(reason, HYDRATOR), reason) for reason in found]


def test_every_reason_is_a_whole_sentence() -> None:
    for said, reason in given():
        assert said[0].isupper() or said[0].isdigit(), said
        assert said.endswith("."), said
        wrong = [mark for mark in ("{", "}", "None", "  ", "Tile(", " ,", " .", "..", "+-", "--") if mark in said]
        assert not wrong, (said, reason)


def test_reasons_name_their_tiles_in_full_where_that_is_wished() -> None:
    for short, reason in given():
        whole = sentence(reason, HYDRATOR, long_name)
        told = re.sub(r"\b([TMB])([1-5])\b", lambda it: f"{LANE[it[1]]}-{it[2]}", short)
        assert whole == told


def test_no_two_kinds_say_the_same() -> None:
    kinds: dict[str, set[ReasonKind]] = {}
    for said, reason in given():
        kinds.setdefault(said, set()).add(reason.kind)
    assert [said for said, found in kinds.items() if len(found) > 1] == []


def said(case: Case, kind: ReasonKind) -> str:
    return sentence(reasons(case)[kind], HYDRATOR)


def lead(kept: int) -> str:
    told = (Told("Levrikon T1", 0.6, {"kept": (kept, 0, 0)}), Told("pass", 0.4))
    return said(Case(START, "Levrikon T1", told=told), K.WINS_LANE)


def test_a_lead_is_said_to_last_as_long_as_it_does() -> None:
    plain, lasting, briefly = said(Case(START, "Levrikon T1"), K.WINS_LANE), lead(40), lead(10)
    assert len({plain, lasting, briefly, lead(0)}) == 4
    assert "40 of 64" in lasting
    assert "10 of 64" in briefly
    assert "games" not in plain


def test_tiles_and_cards_are_named_where_they_are_few() -> None:
    assert "M3" in said(Case(f"{BLANK}/-,Y1,E1,-,E1/{BLANK}", "Levrikon M2"), K.TAKES_TILES)
    assert "M5" in said(Case(f"{BLANK}/-,Y1,E1,-,E1/{BLANK}", "Levrikon M2"), K.TAKES_TILES)
    crowd = said(Case(f"E1,E1,E1,E1,E1/-,Y1,E1,-,E1/{BLANK}", "Levrikon M2"), K.TAKES_TILES)
    assert "T4" not in crowd
    assert "six tiles" in crowd


def test_tiles_that_are_kept_are_named_where_they_are_few() -> None:
    told = Told("pass", 0.6), Told("Levrikon M1", 0.5)
    assert "Keeps T1, M1 and B1 for later" in said(Case(START, "pass", told=told), K.PASS_SPARES)
    many = Case("Y1,Y1,-,-,E1/Y1,Y1,-,-,E1/Y1,Y1,-,-,E1", "pass", told=told)
    assert "Keeps your six tiles for later" in said(many, K.PASS_SPARES)


def test_none_of_the_worse_moves_is_said_as_such() -> None:
    ends, none = (said(Case(START, "Levrikon M1", told=test_lanes.lanes(50, then)), K.LANE_LASTS) for then in (20, 0))
    assert ends.endswith("in about 20.")
    assert none.endswith("in none.")


def test_certainty_is_said_as_such() -> None:
    likely, sure = (Case(f"{BLANK}/Y1,-,-,-,E1/{BLANK}", "Levrikon M1", deck) for deck in ("020 005", "020"))
    assert "50 %" in said(likely, K.TAKE_BACK)
    assert "Any hand" in said(sure, K.TAKE_BACK)
    all_but = said(Case(START, "Levrikon M1", told=(Told("Levrikon M1", 0.99),)), K.IS_WON)
    certain = said(Case(START, "Levrikon M1", told=(Told("Levrikon M1", 1.0),)), K.IS_WON)
    assert all_but != certain


def test_a_card_that_arrives_raised_is_not_said_to_raise_itself() -> None:
    case = Case(f"Y1,-,-,-,E1/Y1[013],-,-,-,E1/{BLANK}", "Security Officer T1")
    assert said(case, K.ARRIVES) == "Arrives with +2."


def test_the_answer_of_the_coach_has_the_sentences_of_its_reasons() -> None:
    state = position(Case(START, "Levrikon M1", hand="015"))
    ranked = COACH.rank_moves(state, seen(state, "005"))
    found = every_reason(Field([move.context for move in ranked]))
    for move in ranked:
        assert move.lines == tuple(sentence(reason, HYDRATOR) for reason in move.reasons)
        assert move.tags == tuple(dict.fromkeys(reason.kind for reason in move.reasons))
        assert {*move.reasons} <= {*found[move.rank - 1]}


def test_zero_and_a_hundred_percent_are_kept_for_certainty() -> None:
    assert [percent(p) for p in (0, 0.014, 0.25, 0.5, 1)] == ["0 %", "1 %", "25 %", "50 %", "100 %"]
    for nearly in (1e-12, 0.004, 0.996, 1 - 1e-9):
        assert percent(nearly) not in ("0 %", "100 %")


def test_messages_differ_for_a_clear_choice_and_a_close_call() -> None:
    told = [best_move("Zu M3", close) for close in (False, True)] + [pass_is_best(close) for close in (False, True)]
    assert len({*told, only_pass()}) == 5
    assert all("Zu M3" in text for text in (*told[:2], alternative("Zu M3", 1.25)))
