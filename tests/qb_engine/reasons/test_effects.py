"""What cards do to one another."""

from __future__ import annotations

import pytest

from qb_engine.geometry import Tile
from qb_engine.reasons.kinds import Reason, ReasonKind
from tests.qb_engine.reasons.positions import BLANK, HYDRATOR, START, Case, Cases, Told, cards, move_of, reasons, rows

K = ReasonKind
CRAB_NEXT = {"next": move_of("Crystalline Crab M1"), "next_games": 40}


LOSS_AVERTED = (
    "Y1,Y1[083#14],E1[025-1#10],E1[025#8],E2[075#16]/Y1[076-1#3],Y2,E1[074-1#6],E1[094#4],E1[007#2]/"
    "Y2[075#11],Y1[040#7],Y1[063#9],Y2[075#12],E2[093#15] next=17"
)
"""Here Griffon on B1 costs five points, and after J-Unit Sweeper on M2 none: it brings nothing either way."""
SWEEPER_FIRST = Told("J-Unit Sweeper M2", 0.6, {"next": move_of("Griffon B1"), "next_games": 40})


def followed(first: str, **counts: object) -> Case:
    """A move after which you most often play Crystalline Crab on M1, which gives 2 to a card of yours on T1."""
    told = Told(first, 0.6, {**CRAB_NEXT, **counts})
    return Case(START, first, hand="013", told=(told, Told("pass", 0.4)))


# Archdragon takes 3 ahead, Capparwire 1 above and below, Floating Death 1 all around; Crystalline Crab gives 2 above.
GIVEN: Cases = {
    K.CHAIN: [
        Case(f"{BLANK}/-,Y1,E1[001],-,-/-,E1[001],E1[011],-,-", "Floating Death M2"),
        Case("Y1[011],-,-,-,E1/-,Y1,E1[011],-,-/-,-,E1[007],-,-", "Floating Death M2"),
        Case("Y2,Y1,-,-,E1/Y1,Y1,-,-,E1/Y1,-,-,-,E1", "Shiva T1"),
    ],
    K.PREPARES: [followed("Security Officer T1")],
    K.PROMISES: [Case(START, "Crystalline Crab M1")],
    K.DESTROYS: [Case(f"{BLANK}/-,Y1,E1[001],-,-/{BLANK}", "Archdragon M2")],
    K.SACRIFICES: [Case(f"E1[Y001],-,-,-,E1/-,Y1,-,-,E1/{BLANK}", "Floating Death M2")],
    K.WEAKENS: [Case(f"{BLANK}/-,Y1,E1[011],-,-/{BLANK}", "Archdragon M2")],
    K.STRENGTHENS: [Case(f"Y1[001],-,-,-,E1/Y1,-,-,-,E1/{BLANK}", "Crystalline Crab M1")],
    K.ARRIVES: [Case(f"Y1,-,-,-,E1/Y1[013],-,-,-,E1/{BLANK}", "Security Officer T1")],
    K.SPAWNS: [Case(f"Y2,Y1,-,-,E1/{BLANK}/{BLANK}", "Shiva T1")],
    K.WASTES_ABILITY: [Case(START, "Archdragon M1"), Case(f"{BLANK}/Y1,Y1[001],-,-,E1/{BLANK}", "Archdragon M1")],
}
NOT_GIVEN: Cases = {
    K.CHAIN: [
        Case(START, "Levrikon M1"),
        Case(f"{BLANK}/-,Y1,E1[001],-,-/{BLANK}", "Archdragon M2"),
        Case(f"Y1[001],-,-,-,E1/Y1,-,-,-,E1/{BLANK}", "Crystalline Crab M1"),
    ],
    K.PREPARES: [
        followed("Security Officer T1", next_games=20),
        followed("Security Officer B1"),
        followed("Security Officer M1"),
        followed("Security Officer T1", next=move_of("pass")),
        Case(LOSS_AVERTED, "J-Unit Sweeper M2", hand="059", told=(SWEEPER_FIRST, Told("pass", 0.4))),
        Case(START, "Security Officer T1", hand="013"),
        Case(
            START.replace("Y1", "Y1[001]", 1),
            "Security Officer B1",
            hand="013",
            told=(Told("Security Officer B1", 0.6, CRAB_NEXT), Told("pass", 0.4)),
        ),
    ],
    K.PROMISES: [
        Case(START, "Crystalline Crab T1"),
        Case(f"Y1[001],-,-,-,E1/Y1,-,-,-,E1/{BLANK}", "Crystalline Crab M1"),
        Case(START, "Archdragon M1"),
        Case(START, "pass"),
    ],
    K.DESTROYS: [
        Case(f"{BLANK}/-,Y1,E1[011],-,-/{BLANK}", "Archdragon M2"),
        Case(f"Y1[001],-,-,-,E1/Y1,-,-,-,E1/{BLANK}", "Capparwire M1"),
    ],
    K.SACRIFICES: [
        Case(f"Y1[001],-,-,-,E1/Y1,-,-,-,E1/{BLANK}", "Capparwire M1"),
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
        Case(f"Y1,-,-,-,E1/Y1[013],-,-,-,E1/{BLANK}", "Security Officer T1"),
    ],
    K.ARRIVES: [
        Case(f"Y1,Y1,-,-,E1/Y1[013],-,-,-,E1/{BLANK}", "Security Officer T2"),
        Case(f"Y1[001],-,-,-,E1/Y1,-,-,-,E1/{BLANK}", "Crystalline Crab M1"),
    ],
    K.SPAWNS: [Case(f"Y2,-,-,-,E1/{BLANK}/{BLANK}", "Shiva T1"), Case(START, "Levrikon T1")],
    K.WASTES_ABILITY: [
        Case(f"{BLANK}/-,Y1,E1[011],-,-/{BLANK}", "Archdragon M2"),
        Case(START, "Mandragora T1"),
        Case(START, "Crystalline Crab M1"),
        Case(START, "Levrikon M1"),
    ],
}


@pytest.mark.parametrize(("kind", "case"), rows(GIVEN))
def test_a_reason_is_given_where_it_holds(kind: ReasonKind, case: Case) -> None:
    assert kind in reasons(case)


@pytest.mark.parametrize(("kind", "case"), rows(NOT_GIVEN))
def test_a_reason_is_not_given_where_it_does_not_hold(kind: ReasonKind, case: Case) -> None:
    assert kind not in reasons(case)


def tiles(*names: str) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, names))


def test_an_effect_names_its_cards_their_tiles_and_the_amount() -> None:
    weakened = reasons(GIVEN[K.WEAKENS][0])[K.WEAKENS]
    assert (weakened.cards, weakened.tiles, weakened.amount) == (cards("Elphadunk"), tiles("M3"), 3)
    raised = reasons(GIVEN[K.STRENGTHENS][0])[K.STRENGTHENS]
    assert (raised.cards, raised.tiles, raised.amount) == (cards("Security Officer"), tiles("T1"), 2)
    assert reasons(GIVEN[K.ARRIVES][0])[K.ARRIVES].amount == 2
    promised = reasons(GIVEN[K.PROMISES][0])[K.PROMISES]
    assert (promised.tiles, promised.amount) == (tiles("T1"), 2)
    spawned = reasons(GIVEN[K.SPAWNS][0])[K.SPAWNS]
    assert (spawned.tiles, spawned.amount) == (tiles("T2"), 1)


def test_tokens_of_several_names_are_all_named_and_those_of_one_name_once() -> None:
    def puts(case: Case) -> Reason:
        return next(part for part in reasons(case)[K.CHAIN].parts if part.kind is K.SPAWNS)

    squad = puts(Case("Y3,Y1,Y1,Y2,E1/-,-,-,-,E1/-,-,-,-,E1", "J-Squad T1"))
    assert squad.cards == cards("Hype Johnnys I", "Hype Johnnys II")
    shiva = puts(Case("Y2,Y1,Y2,-,E1/-,-,-,-,E1/-,-,-,-,E1", "Shiva T1"))
    assert {HYDRATOR.get(card).name for card in shiva.cards} == {"Diamond Dust"}
    assert len(shiva.cards) == 1


def test_a_chain_counts_every_card_it_touches_and_what_the_score_moves_by() -> None:
    """Two Officers fall, Elphadunk falls from 4 to 3; MID had 1 for the enemy, and BOT 5."""
    chain = reasons(GIVEN[K.CHAIN][0])[K.CHAIN]
    assert (chain.amount, chain.beside) == (3, 6 - 3 + 1)


def test_the_order_of_two_moves_is_told_with_what_the_second_gains_by_it() -> None:
    prepared = reasons(followed("Security Officer T1"))[K.PREPARES]
    assert (prepared.amount, prepared.beside, prepared.games, prepared.of) == (2, 2, 40, 64)
    assert prepared.move == move_of("Crystalline Crab M1")
