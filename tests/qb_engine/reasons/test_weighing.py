"""What reasons count for beside one another, and what is left out because another reason says it."""

from __future__ import annotations

from qb_engine.reasons.finding import find_reasons
from qb_engine.reasons.kinds import Reason, ReasonKind
from qb_engine.reasons.weighing import COSTLY_CHAIN_AT_MOST, ENDS_UP_AT_MOST, KEPT_AT_MOST
from tests.qb_engine.reasons.positions import BLANK, START, Case, Told, field_of, move_of, reasons
from tests.qb_engine.reasons.test_lanes import levelled

K = ReasonKind
LEVELS_AND_TAKES = Case(
    "Y1,Y2[034#8],E1[037#9],E1[031+4#3],E1[036#1]/Y2[031#12],Y3,Y1[131#14],E2[066-1!0#11],E2[039+2#7]/"
    "Y2[026#4],Y1[071#6],Y1[090#10],E2[062+3#15],E1 next=16",
    "Leviathan M2",
    told=(Told("Leviathan M2", 0.89), Told("pass", 0.27)),
)
COSTLY = Case(
    "Y2[006#10],-,E1[028#7],E1[049#5],E1[028#1]/Y1[061#6],Y3,-,E1[018#9],E2[021#11]/"
    "Y1[130#2],Y1[061#4],Y1,-,E2[021#3] next=12",
    "Emerald Witch M2",
    told=(Told("Emerald Witch M2", 0.9), Told("pass", 0.1)),
)
WAITED = Told("pass", 0.6), Told("Deathwheel T1", 0.5)
LOCKED = Case(f"Y1,-,-,-,E1/{BLANK}/{BLANK}", "Deathwheel T1", hand="005", told=WAITED)
FREE = LOCKED._replace(lanes=f"Y1,Y1,-,-,E1/{BLANK}/{BLANK}")


def said(case: Case) -> list[Reason]:
    field = field_of(case)
    found = find_reasons(field.contexts, lambda reason: f"{reason}")
    return [*dict(zip([context.move for context in field.contexts], found, strict=True))[move_of(case.move)]]


def test_a_lane_that_is_levelled_counts_for_less_than_one_that_is_won() -> None:
    found = reasons(LEVELS_AND_TAKES)
    assert 0 < found[K.TIES_LANE].weight < found[K.WINS_LANE].weight


def test_to_be_ahead_counts_the_less_the_emptier_the_board_is() -> None:
    empty = Case(
        f"Y1[001],-,-,-,E1[001]/Y1,-,-,-,E1/{BLANK}", "Levrikon M1", told=(Told("Levrikon M1", 0.6), Told("pass", 0.4))
    )
    full = empty._replace(lanes="Y1[001],Y1[001],-,E1[001],E1[001]/Y1,-,-,-,E1/Y1[001],Y1[001],-,E1[001],E1[001]")
    few, many = (reasons(case)[K.TURNS_SCORE].weight for case in (empty, full))
    assert 0 < few < many / 4


def test_what_is_kept_is_seldom_what_a_move_is_good_for() -> None:
    told = (
        Told("Levrikon M1", 0.9, {"used": (("005", 60),)}),
        Told("Levrikon T1", 0.6),
        Told("Queen Bee T1", 0.1),
    )
    assert reasons(Case(START, "Levrikon M1", told=told))[K.KEEPS_CARD].weight == KEPT_AT_MOST


def test_a_first_sentence_makes_way_for_one_that_is_all_a_far_move_has() -> None:
    case = Case(START, "Levrikon M1", hand="005", told=(Told("Levrikon M1", 0.6), Told("Levrikon T1", 0.4)))
    better, worse = field_of(case).contexts
    own = {id(context): find_reasons([better, worse], str)[place] for place, context in enumerate((better, worse))}
    shared = {*map(str, own[id(worse)]), str(own[id(better)][0])}
    first, second = find_reasons([better, worse], lambda reason: "the same" if str(reason) in shared else str(reason))
    assert len(own[id(better)]) > 1
    assert str(first[0]) not in shared
    assert {*map(str, second)} <= shared


def test_a_lane_that_is_levelled_counts_for_how_it_ends_up() -> None:
    ends, plain = (reasons(levelled(50, then))[K.TIES_LANE].weight for then in (0, 45))
    assert plain < ends == ENDS_UP_AT_MOST


def test_that_the_turn_is_given_away_is_said_only_where_nothing_tells_what_that_costs() -> None:
    told = Told("Levrikon M2", 0.6), Told("pass", 0.5)
    kinds = {reason.kind for reason in said(Case(f"{BLANK}/-,Y1,E1,-,E1/{BLANK}", "pass", told=told))}
    assert K.CONCEDES_TILES in kinds
    assert K.GIVES_TURN not in kinds
    assert K.GIVES_TURN in {
        reason.kind for reason in said(Case(START, "pass", told=(Told("Levrikon T1", 0.6), told[1])))
    }


def test_a_chain_that_costs_points_counts_for_little() -> None:
    costly, gainful = reasons(COSTLY)[K.CHAIN], reasons(LEVELS_AND_TAKES)[K.CHAIN]
    assert (costly.beside or 0) < 0 < (gainful.beside or 0)
    assert costly.weight <= COSTLY_CHAIN_AT_MOST < gainful.weight


def test_who_can_place_nothing_is_not_told_that_no_tile_is_left() -> None:
    assert {K.LOCKOUT, K.USES_LAST_TILE} <= reasons(LOCKED).keys()
    assert {reason.kind for reason in said(LOCKED)} & {K.LOCKOUT, K.USES_LAST_TILE} == {K.LOCKOUT}
    assert K.LOCKOUT not in {reason.kind for reason in said(FREE)}
