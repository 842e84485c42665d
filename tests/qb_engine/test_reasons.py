"""Reasons: for every kind positions where it must be given and positions where it must not; and their sentences."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from qb_engine.card_hydrator import CardHydrator
from qb_engine.coaching import CoachingEngine, MoveEvaluation
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.game_state import GameState
from qb_engine.geometry import Side, Tile, long_name
from qb_engine.models import Move
from qb_engine.reader import parse_decision
from qb_engine.reasons import WARNINGS, Reason, ReasonKind
from qb_engine.scoring import LaneScore
from qb_engine.wording import alternative, best_move, only_pass, pass_is_best, percent, sentence

HYDRATOR = CardHydrator()
COACH = CoachingEngine.standard(HYDRATOR)
START = "Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1"
NARROW = "Y1,-,-,-,-/-,-,-,Y1,E1/-,-,-,-,-"
BLANK = "-,-,-,-,-"


class Case(NamedTuple):
    """Lanes (and, behind them, passes), the move, and the enemy's deck, of which it holds one card."""

    lanes: str
    move: str
    deck: str = "005"
    hand: str = ""


def move_of(case: Case) -> Move:
    move = parse_decision(case.move, HYDRATOR)
    assert isinstance(move, Move)
    return move


def position(case: Case) -> GameState:
    """Held are the card that is played and those named."""
    lanes, *options = case.lanes.split()
    held = ",".join(filter(None, (move_of(case).card, case.hand))) or "-"
    text = f"rebirth {lanes} Y hand={held} ehand=? {' '.join(options)}"
    return GameState.parse(text, HYDRATOR)


def evaluate(case: Case) -> MoveEvaluation:
    state = position(case)
    # The enemy's cards on the board were played from its deck too.
    on_board = [card.card.id for card in state.board.occupants if card and card.side is Side.ENEMY]
    return COACH.evaluate_move(state, EnemyObservation.of(state, [*case.deck.split(), *on_board]), move_of(case))


K = ReasonKind
AHEAD = START.replace("Y1", "Y1[011]", 1)
BEHIND = START.replace("E1", "E1[011]", 1)
# Security Officer 1, Levrikon 2, Archdragon 3 (takes 3 ahead), Elphadunk 4, Ogre 5; Capparwire takes 1 above and below;
# Crystalline Crab gives 2 above; Deathwheel has no pawns; Mythril Golem needs rank 3.
GIVEN: dict[ReasonKind, list[Case]] = {
    K.ENDS_WON: [Case(f"{AHEAD} passes=1", "pass")],
    K.ENDS_LOST: [Case(f"{BEHIND} passes=1", "pass")],
    K.ENDS_DRAWN: [Case(f"{START} passes=1", "pass")],
    K.WINS_LANE: [
        Case(START, "Security Officer T1"),
        Case("Y1,-,-,-,E1[001]/Y1,-,-,-,E1/Y1,-,-,-,E1", "Levrikon T1"),
        Case("Y1,Y1[001],-,-,E1[007]/Y1,Y1,-,-,E1/Y1,-,-,-,E1", "Crystalline Crab M2"),
    ],
    K.TIES_LANE: [Case(START.replace("E1", "E1[001]", 1), "Security Officer T1")],
    K.LOSES_LANE: [
        Case(f"Y1[001],-,-,-,E1/Y1,-,-,-,E1/{BLANK}", "Capparwire M1"),
        Case(f"Y1[001],Y1[001],-,-,E1[001]/Y1,-,-,-,E1/{BLANK}", "Capparwire M1"),
    ],
    K.SECURES_LANE: [Case(START.replace("Y1", "Y2", 1), "Elphadunk T1", "020")],
    K.DESTROYS: [Case(f"{BLANK}/-,Y1,E1[001],-,-/{BLANK}", "Archdragon M2")],
    K.SACRIFICES: [Case(f"Y1[001],-,-,-,E1/Y1,-,-,-,E1/{BLANK}", "Capparwire M1")],
    K.WEAKENS: [Case(f"{BLANK}/-,Y1,E1[011],-,-/{BLANK}", "Archdragon M2")],
    K.STRENGTHENS: [Case(f"Y1[001],-,-,-,E1/Y1,-,-,-,E1/{BLANK}", "Crystalline Crab M1")],
    K.DENIES_TILE: [Case(f"{BLANK}/-,Y1,E1,-,-/{BLANK}", "Levrikon M2")],
    K.GAINS_TILES: [Case(START, "Levrikon M1")],
    K.OPENS_RANK_3: [Case(f"{BLANK}/Y1,Y2,-,-,E1/{BLANK}", "Levrikon M1"), Case(START, "Twin Brain T1")],
    K.OPENS_RANK_2: [Case(START, "Security Officer M1")],
    K.ADDS_CARD: [Case(START, "Mandragora T1")],
    K.SPAWNS: [Case(f"Y2,Y1,-,-,E1/Y1,-,-,-,E1/{BLANK}", "Shiva T1")],
    K.STUCK_ENEMY: [Case(START, "Levrikon T1", "114"), Case(START, "Levrikon T1", "114 001")],
    K.EXPOSES_TO: [
        Case(f"Y1,-,-,-,-/-,-,-,Y1[002],E1/{BLANK}", "Levrikon T1", "020"),
        Case(f"-,-,-,-,-/Y1,-,-,-,E1/{BLANK}", "Levrikon M1", "020"),
    ],
    K.LIKELY_DANGER: [Case(f"-,-,-,-,-/Y1,-,-,-,E1/{BLANK}", "Levrikon M1", "020 065 065")],
    K.LOCKOUT: [Case(NARROW, "Deathwheel T1", "008", hand="001"), Case(NARROW, "Deathwheel T1", "005", hand="015")],
    K.WASTES_PAWNS: [Case(f"{BLANK}/Y1,Y1[001],-,-,E1/Y1[001],-,-,-,-", "Levrikon M1")],
    K.WASTES_ABILITY: [Case(START, "Archdragon M1"), Case(f"{BLANK}/Y1,Y1[001],-,-,E1/{BLANK}", "Archdragon M1")],
    K.WASTES_POWER: [Case(f"-,Y1,-,-,E1[021]/-,-,-,-,E1/{BLANK}", "Deathwheel T2", "001")],
}
NOT_GIVEN: dict[ReasonKind, list[Case]] = {
    K.ENDS_WON: [Case(AHEAD, "pass"), Case(f"{START} passes=1", "pass"), Case(f"{AHEAD} passes=1", "Levrikon M1")],
    K.ENDS_LOST: [Case(BEHIND, "pass"), Case(f"{START} passes=1", "pass"), Case(f"{AHEAD} passes=1", "pass")],
    K.ENDS_DRAWN: [Case(START, "pass"), Case(f"{AHEAD} passes=1", "pass"), Case(f"{BEHIND} passes=1", "pass")],
    K.WINS_LANE: [Case(f"Y1,Y1[001],-,-,E1/{BLANK}/{BLANK}", "Levrikon T1"), Case(START, "pass")],
    K.TIES_LANE: [Case(START.replace("E1", "E1[007]", 1), "Security Officer T1"), Case(START, "Security Officer T1")],
    K.LOSES_LANE: [Case(f"Y1[011],-,-,-,E1/Y1,-,-,-,E1/{BLANK}", "Capparwire M1"), Case(BEHIND, "Levrikon M1")],
    K.SECURES_LANE: [
        Case(START, "Security Officer T1", "020"),
        Case(START, "Security Officer T1", "005"),
        Case(AHEAD, "pass", "005"),
    ],
    K.DESTROYS: [
        Case(f"{BLANK}/-,Y1,E1[011],-,-/{BLANK}", "Archdragon M2"),
        Case(f"Y1[001],-,-,-,E1/Y1,-,-,-,E1/{BLANK}", "Capparwire M1"),
    ],
    K.SACRIFICES: [
        Case("Y1[001],-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1", "Insectoid Chimera T1"),
        Case(f"{BLANK}/-,Y1,E1[001],-,-/{BLANK}", "Archdragon M2"),
    ],
    K.WEAKENS: [
        Case(f"{BLANK}/-,Y1,E1[001],-,-/{BLANK}", "Archdragon M2"),
        Case(f"Y1[011],-,-,-,E1/Y1,-,-,-,E1/{BLANK}", "Capparwire M1"),
    ],
    K.STRENGTHENS: [
        Case(f"Y1,-,-,-,E1/Y1,-,-,-,E1/{BLANK}", "Crystalline Crab M1"),
        Case(f"Y1[E001],-,-,-,E1/Y1,-,-,-,E1/{BLANK}", "Crystalline Crab M1"),
    ],
    K.DENIES_TILE: [Case(START, "Levrikon M1"), Case(f"{BLANK}/-,Y1,E1[001],-,-/{BLANK}", "Levrikon M2")],
    K.GAINS_TILES: [Case(f"{BLANK}/-,Y1,E1,-,-/-,Y1,-,-,-", "Levrikon M2"), Case(START, "Deathwheel M1")],
    K.OPENS_RANK_3: [
        Case(f"Y3,-,-,-,E1/Y1,Y2,-,-,E1/{BLANK}", "Levrikon M1"),
        Case(f"{BLANK}/Y1,Y1,-,-,E1/{BLANK}", "Levrikon M1"),
        Case(f"{BLANK}/Y1,Y3,-,-,E1/{BLANK}", "Levrikon M1"),
    ],
    K.OPENS_RANK_2: [Case(f"Y2,-,-,-,E1/Y1,Y1,-,-,E1/{BLANK}", "Levrikon M1"), Case(START, "Deathwheel M1")],
    K.ADDS_CARD: [Case(START, "Levrikon T1"), Case(START, "Heatseeker T1")],
    K.SPAWNS: [Case(f"Y2,-,-,-,E1/{BLANK}/{BLANK}", "Shiva T1"), Case(START, "Levrikon T1")],
    K.STUCK_ENEMY: [
        Case(START, "Levrikon T1", "001"),
        Case(START, "Levrikon T1", "114 001 001"),
        Case(START, "pass", "114"),
    ],
    K.EXPOSES_TO: [
        Case(f"Y1,-,-,-,-/-,-,-,Y1[011],E1/{BLANK}", "Levrikon T1", "005"),
        Case(START, "Levrikon T1", "114"),
        Case(f"{AHEAD} passes=1", "pass", "020"),
    ],
    K.LIKELY_DANGER: [
        Case(f"-,-,-,-,-/Y1,-,-,-,E1/{BLANK}", "Levrikon M1", "020"),
        Case(f"-,-,-,-,-/Y1,-,-,-,E1/{BLANK}", "Levrikon M1", "065 020 020"),
        Case(f"-,-,-,-,-/Y1,-,-,-,E1/{BLANK}", "Levrikon M1", "020 005 005"),
        Case(f"{AHEAD} passes=1", "pass", "020 065 065"),
    ],
    K.LOCKOUT: [Case(NARROW, "Deathwheel T1", "005", hand="001"), Case(START, "Levrikon T1", "001", hand="001")],
    K.WASTES_PAWNS: [
        Case(f"{BLANK}/Y1,Y1[001],-,-,E1/{BLANK}", "Levrikon M1"),
        Case(f"{BLANK}/-,Y1,E1,-,-/-,Y1[001],-,-,-", "Levrikon M2"),
        Case(START, "Deathwheel M1"),
    ],
    K.WASTES_ABILITY: [
        Case(f"{BLANK}/-,Y1,E1[011],-,-/{BLANK}", "Archdragon M2"),
        Case(START, "Mandragora T1"),
        Case(START, "Crystalline Crab M1"),
        Case(START, "Levrikon M1"),
    ],
    K.WASTES_POWER: [
        Case(f"Y1[001],Y1,-,-,E1/-,-,-,-,E1/{BLANK}", "Deathwheel T2", "020"),
        Case(f"Y1[021],Y1,-,-,-/-,-,-,-,E1/{BLANK}", "Security Officer T2", "001"),
        Case(f"Y1[021],Y1,E1[001],-,-/-,-,-,-,E1/{BLANK}", "Archdragon T2", "001"),
        Case(AHEAD, "pass", "001"),
    ],
}


def rows(table: dict[ReasonKind, list[Case]]) -> list[object]:
    return [pytest.param(kind, case, id=f"{kind}-{n}") for kind, cases in table.items() for n, case in enumerate(cases)]


def test_every_kind_has_positions_for_and_against() -> None:
    assert set(GIVEN) == set(NOT_GIVEN) == set(ReasonKind)
    assert all((*GIVEN.values(), *NOT_GIVEN.values()))


@pytest.mark.parametrize(("kind", "case"), rows(GIVEN))
def test_a_reason_is_given_where_it_holds(kind: ReasonKind, case: Case) -> None:
    assert kind in evaluate(case).tags


@pytest.mark.parametrize(("kind", "case"), rows(GIVEN))
def test_a_reason_is_proved_by_what_the_engine_computed(kind: ReasonKind, case: Case) -> None:
    """By changes of the move, of the worst reply or of the one that locks you out, or by the score before or after."""
    found = evaluate(case).prediction
    replies = [rated for rated in found.replies if rated is found.worst or rated.lockout]
    changes = [*found.changes, *(change for rated in replies for change in rated.reply.changes)]
    before = COACH.prediction.scoring_engine.evaluate(position(case).board)
    for reason in evaluate(case).reasons:
        assert reason.evidence
        for proof in reason.evidence:
            assert proof in changes or proof in (*before.score.lanes, *found.evaluation.score.lanes)


@pytest.mark.parametrize(("kind", "case"), rows(NOT_GIVEN))
def test_a_reason_is_not_given_where_it_does_not_hold(kind: ReasonKind, case: Case) -> None:
    assert kind not in evaluate(case).tags


def test_power_in_a_safe_lane_is_not_wasted_when_the_card_wins_another() -> None:
    """Crystalline Crab on M2 raises T2 from 1 to 3 and takes TOP; its pawns are all lost."""
    case = Case("Y1,Y1[001],E1[007],-,E1/Y1[011],Y1,Y1[001],-,-/Y1,-,-,-,-", "Crystalline Crab M2", "001")
    found = evaluate(case)
    assert ReasonKind.WINS_LANE in found.tags
    assert ReasonKind.WASTES_POWER not in found.tags


# What a reason says.


def test_reasons_name_the_cards_tiles_and_amounts_that_were_computed() -> None:
    lanes = f"Y1,-,-,-,-/-,Y1,E1[001],-,-/{BLANK}"
    assert "Destroys Security Officer on M3." in evaluate(Case(lanes, "Archdragon M2")).lines
    assert "Takes the lead in TOP by 2." in evaluate(Case(lanes, "Levrikon T1")).lines
    stuck = evaluate(Case(START, "Levrikon T1", "114 001"))
    assert "With 50 % the enemy can place nothing next." in stuck.lines
    harm = "it costs you the lead in MID and destroys a card of yours."
    assert (
        f"Beware of Archdragon on M5 (in hand with 50 %): {harm}"
        in evaluate(Case(f"Y1,-,-,-,-/-,-,-,Y1[002],E1/{BLANK}", "Levrikon T1", "020 114")).lines
    )


def filled(kind: ReasonKind, amount: int = 2) -> Reason:
    return Reason(kind, (), lane=1, tile=Tile(1, 2), card="015", amount=amount, probability=0.25)


@pytest.mark.parametrize("kind", ReasonKind)
def test_every_kind_has_a_whole_sentence(kind: ReasonKind) -> None:
    said = sentence(filled(kind), HYDRATOR)
    assert said[0].isupper()
    assert said.endswith(".")
    assert not [mark for mark in ("{", "}", "None", "  ", "Tile(") if mark in said]


@pytest.mark.parametrize("kind", ReasonKind)
def test_a_reason_names_its_tile_in_full_where_that_is_wished(kind: ReasonKind) -> None:
    short, whole = sentence(filled(kind), HYDRATOR), sentence(filled(kind), HYDRATOR, long_name)
    assert whole == short.replace("M3", "MID-3")


def test_no_two_kinds_say_the_same() -> None:
    assert len({sentence(filled(kind), HYDRATOR) for kind in ReasonKind}) == len(ReasonKind)


@pytest.mark.parametrize(
    ("kind", "amount", "words"),
    [
        (K.GAINS_TILES, 1, "1 more tile."),
        (K.GAINS_TILES, 2, "2 more tiles."),
        (K.EXPOSES_TO, 1, "destroys a card of yours."),
        (K.EXPOSES_TO, 2, "destroys 2 of your cards."),
        (K.SPAWNS, 1, "Fills 1 of your open tiles with Zu."),
        (K.SPAWNS, 2, "Fills 2 of your open tiles with Zu."),
    ],
)
def test_one_and_several_are_told_apart(kind: ReasonKind, amount: int, words: str) -> None:
    assert sentence(filled(kind, amount), HYDRATOR).endswith(words)


def test_an_exposure_names_only_the_harm_there_is() -> None:
    top = LaneScore(0, 2, 1, Side.YOU, 2)
    lane_only = Reason(K.EXPOSES_TO, (top,), tile=Tile(0, 4), card="015", probability=1.0)
    assert sentence(lane_only, HYDRATOR) == "Beware of Zu on T5 (in hand with 100 %): it costs you the lead in TOP."


def test_warnings_are_the_kinds_that_speak_against_a_move() -> None:
    assert {kind for kind in ReasonKind if filled(kind).is_warning} == WARNINGS
    assert {K.ENDS_LOST, K.EXPOSES_TO, K.LOCKOUT} <= WARNINGS
    assert not WARNINGS & {K.ENDS_WON, K.WINS_LANE, K.SECURES_LANE, K.DESTROYS}


def test_zero_and_a_hundred_percent_are_kept_for_certainty() -> None:
    assert [percent(p) for p in (0, 0.014, 0.25, 0.5, 1)] == ["0 %", "1 %", "25 %", "50 %", "100 %"]
    for nearly in (1e-12, 0.004, 0.996, 1 - 1e-9):
        assert percent(nearly) not in ("0 %", "100 %")


def test_messages_differ_for_a_clear_choice_and_a_close_call() -> None:
    said = [best_move("Zu M3", close) for close in (False, True)] + [pass_is_best(close) for close in (False, True)]
    assert len({*said, only_pass()}) == 5
    assert all("Zu M3" in text for text in (*said[:2], alternative("Zu M3", 1.25)))
