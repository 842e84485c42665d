"""The sentence on a card: right for the cards there are, and made for every ability there could be."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from qb_engine.card_hydrator import CardHydrator
from qb_engine.effect_text import NO_ABILITY, card_sentence
from qb_engine.effects import (
    AFFECTED_TARGETS,
    Ability,
    AddLoserScore,
    AddToHand,
    CountedSide,
    Destroy,
    ModifyPower,
    Operation,
    PerCard,
    RaiseRank,
    ScoreBonus,
    SpawnByRank,
    Status,
    Target,
    Trigger,
    refuse_combination,
)
from qb_engine.models import REPLACE, Card

HYDRATOR = CardHydrator()

SENTENCES = {
    "Security Officer": "No ability.",
    "Grenadier": "When this card is played, it lowers the power of an enemy card on its marked tile by 4.",
    "Toxirat": "When this card is played, it lowers the power of a card of either side on its marked tile by 3.",
    "Mu": "While this card is on the board, it raises the power of an allied card on its marked tile by 1.",
    "027": "While this card is on the board, it lowers the power of each card of either side on its 4 marked tiles"
    " by 1.",
    "030": "When this card is destroyed, it lowers the power of each card of either side on its 3 marked tiles by 3.",
    "032": "Each time you play another card from your hand, this card raises its own power by 1.",
    "035": "Each time another allied card is destroyed, this card raises its own power by 2.",
    "038": "Each time the opponent plays a card from hand, this card raises its own power by 1.",
    "039": "When this card is played, it destroys a card of either side on its marked tile.",
    "043": "Each time an enemy card is destroyed, this card raises its own power by 1.",
    "046": "The power of this card is raised by 2 for each enemy card on the board that is enfeebled.",
    "047": "Each time another card of either side is destroyed, this card raises its own power by 1.",
    "048": "The first time this card is enhanced, it raises the power of each allied card on its 2 marked tiles by 3.",
    "051": "Played onto one of your own cards, which is destroyed.",
    "Griffon": "Played onto one of your own cards, which is destroyed; it raises the power of an allied card on its"
    " marked tile by the power of the destroyed card.",
    "061": "The first time this card is enfeebled, it lowers the power of each enemy card on its 2 marked tiles by 2.",
    "Two Face": "The first time this card is enhanced, it raises the power of each card of either side on its 2 marked"
    " tiles by 4. The first time this card is enfeebled, it lowers the power of each card of either side on its 2"
    " marked tiles by 4.",
    "075": "The power of this card is raised by 1 for each other card of either side on the board that is enhanced or"
    " enfeebled.",
    "085": "Each of its pawns raises its tile by 3 ranks instead of 1.",
    "086": "The first time this card has a power of 7 or more, it raises the power of each allied card on its 8 marked"
    " tiles by 2.",
    "088": "If you win the lane of this card, it scores 5 extra points for you.",
    "Shiva": "When this card is played, it puts Diamond Dust on each of your empty positions, with power 2 at rank 1,"
    " 4 at rank 2 and 6 at rank 3.",
    "105": "When this card is played, it puts Elemental of the same rank on each of your empty positions.",
    "Chocobo & Moogle": "The power of this card is raised by 1 for each other allied card on the board that is"
    " enhanced.",
    "Moogle Trio": "When this card is played, Moogle Mage and Moogle Bard come into your hand.",
    "134": "When this card is played, it puts a card on each of your empty positions: Hype Johnnys I at rank 1, Hype"
    " Johnnys II at rank 2 and Hype Johnnys III at rank 3.",
    "142": "When the game ends, the winner of each lane also scores the loser's power there.",
    "148": "When this card is played, Baby Grangalan comes into your hand.",
}


@pytest.mark.parametrize(("card", "sentence"), SENTENCES.items())
def test_a_card_says_what_it_does(card: str, sentence: str) -> None:
    assert card_sentence(HYDRATOR.get(card), HYDRATOR) == sentence


def test_every_card_of_the_game_has_a_sentence() -> None:
    cards = HYDRATOR.all()
    assert len(cards) == 166
    for card in cards:
        sentence = card_sentence(card, HYDRATOR)
        assert (sentence == NO_ABILITY) == (not card.abilities and not card.replaces)
        assert_reads_well(sentence)


def test_cards_with_different_abilities_have_different_sentences() -> None:
    abilities: dict[str, set[object]] = {}
    for card in HYDRATOR.all():
        abilities.setdefault(card_sentence(card, HYDRATOR), set()).add((card.replaces, card.abilities))
    assert {sentence: found for sentence, found in abilities.items() if len(found) > 1} == {}


def operations() -> Iterator[Operation]:
    for amount in (1, 2, -1, -3):
        yield ModifyPower(amount)
        yield ModifyPower(amount, per_replaced_power=True)
        for status, side in product(Status, CountedSide):
            yield ModifyPower(amount, PerCard(status, side))
    yield Destroy()
    yield from (AddToHand(cards) for cards in (("146",), ("147",), ("146", "147"), ("146", "146"), ("154",), ("155",)))
    yield from (SpawnByRank(cards) for cards in (("154", "155", "156"), ("157", "158", "159"), ("164", "165", "166")))
    yield from (SpawnByRank(cards) for cards in (("146", "146", "146"), ("156", "155", "154"), ("147", "146", "147")))
    yield from (RaiseRank(amount) for amount in (1, 2, 3))
    yield from (ScoreBonus(amount) for amount in (1, 5))
    yield from (AddLoserScore(side) for side in CountedSide)


def admissible() -> list[Ability]:
    """Every ability that the vocabulary admits, with a few amounts of each kind."""
    every = (
        Ability(trigger, target, op, threshold)
        for trigger, target, op in product(Trigger, Target, operations())
        for threshold in ((5, 7) if trigger is Trigger.ON_POWER_REACHED else (None,))
    )
    return [ability for ability in every if refuse_combination(ability) is None]


def card_with(ability: Ability, *, replaces: bool, marks: int, pawns: int) -> Card:
    offsets = ((-1, 0), (0, 1), (1, 0))
    return replace(
        HYDRATOR.get("001"),
        rank=REPLACE if replaces else 1,
        pawns=offsets[:pawns],
        affects=offsets[:marks] if ability.target in AFFECTED_TARGETS else (),
        abilities=(ability,),
    )


@pytest.mark.parametrize(("marks", "pawns"), [(1, 1), (3, 3)])
@pytest.mark.parametrize("replaces", [False, True])
def test_every_admissible_ability_has_a_sentence_of_its_own(replaces: bool, marks: int, pawns: int) -> None:
    abilities = admissible()
    assert {ability.trigger for ability in abilities} == set(Trigger)
    assert {ability.target for ability in abilities} == set(Target)
    cards = (card_with(ability, replaces=replaces, marks=marks, pawns=pawns) for ability in abilities)
    sentences = [card_sentence(card, HYDRATOR) for card in cards]
    for sentence in sentences:
        assert_reads_well(sentence)
    twice = {sentence for sentence in sentences if sentences.count(sentence) > 1}
    assert twice == set()


def test_amounts_of_one_are_singular() -> None:
    bonus = Ability(Trigger.ON_LANE_WON, Target.OWN_LANE, ScoreBonus(1))
    raised = Ability(Trigger.ON_PLAY, Target.OWN_PAWN_TILES, RaiseRank(2))
    point = card_sentence(card_with(bonus, replaces=False, marks=0, pawns=0), HYDRATOR)
    pawn = card_sentence(card_with(raised, replaces=False, marks=0, pawns=1), HYDRATOR)
    assert point == "If you win the lane of this card, it scores 1 extra point for you."
    assert pawn == "Its pawn raises its tile by 2 ranks instead of 1."


def assert_reads_well(sentence: str) -> None:
    assert re.fullmatch(r"[A-Z][^{}_<>]*\.", sentence), sentence
    assert "  " not in sentence
    assert not re.search(r"\b1 (points|ranks|tiles)\b|\b[2-9] (point|rank|tile)\b|None", sentence), sentence
