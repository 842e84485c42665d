"""The effects of cards in plain words: every word of the data has one, whatever card it stands on."""

from __future__ import annotations

import json
from importlib import resources
from itertools import product
from typing import Any, get_args

import pytest

from qb_app.documents.cards import card_document
from qb_app.documents.effects import Counted, Does, EffectDocument, When, Whom, effect_documents
from qb_engine.card_hydrator import CardHydrator
from qb_engine.card_schema import parse_card
from qb_engine.effects import OPERATIONS, Ability, CountedSide, PerCard, Status, Target, Trigger, refuse_combination
from qb_engine.models import Card

HYDRATOR = CardHydrator()
DATA = resources.files("qb_engine").joinpath("data/cards.json")
RAW: list[dict[str, Any]] = json.loads(DATA.read_text("utf-8"))
ARGUMENTS: dict[str, tuple[dict[str, Any], ...]] = {
    "modify_power": (
        {"amount": 2},
        {"amount": -2},
        {"amount": 1, "per_replaced_power": True},
        *({"amount": 1, "per_card": PerCard(*pair)} for pair in product(Status, CountedSide)),
    ),
    "destroy": ({},),
    "add_to_hand": ({"cards": ("001",)},),
    "spawn_by_rank": ({"cards": ("001", "001", "001")},),
    "raise_rank": ({"amount": 2},),
    "score_bonus": ({"amount": 3},),
    "add_loser_score": tuple({"side": side} for side in CountedSide),
}
"""For every operation what it can be made with."""


def words(card: Card) -> list[tuple[str, str, str]]:
    return [(effect["does"], effect["when"], effect["whom"]) for effect in effect_documents(card)]


def every_ability() -> list[Ability]:
    """Every combination that the vocabulary of effects allows."""
    operations = [OPERATIONS[name](**given) for name, arguments in ARGUMENTS.items() for given in arguments]
    thresholds = {Trigger.ON_POWER_REACHED: 7}
    made = [Ability(*one, thresholds.get(one[0])) for one in product(Trigger, Target, operations)]
    return [ability for ability in made if refuse_combination(ability) is None]


def fits(effect: EffectDocument) -> bool:
    return (
        effect["does"] in get_args(Does)
        and effect["when"] in get_args(When)
        and effect["whom"] in get_args(Whom)
        and (effect["counted"] is None or effect["counted"] in get_args(Counted))
        and (effect["counted"] is not None) == (effect["does"] == "count")
    )


def test_every_operation_of_the_data_is_a_word() -> None:
    found = {
        ability["op"]["type"] for card in RAW for ability in (card.get("effect") or {"abilities": ()})["abilities"]
    }
    assert found == set(ARGUMENTS) == set(OPERATIONS)
    assert {effect["does"] for card in HYDRATOR.all() for effect in effect_documents(card)} == set(get_args(Does))


@pytest.mark.parametrize("card", HYDRATOR.all(), ids=lambda card: card.name)
def test_every_card_has_its_effects(card: Card) -> None:
    effects = effect_documents(card)
    assert len(effects) == len(card.abilities) + card.replaces
    assert all(map(fits, effects))
    assert card_document(card, HYDRATOR)["effects"] == effects
    assert (effects == []) == (card_document(card, HYDRATOR)["sentence"] == "No ability.")


def test_every_ability_that_a_new_card_can_have_is_told() -> None:
    abilities = every_ability()
    assert {ability.trigger for ability in abilities} == set(Trigger)
    assert {ability.target for ability in abilities} == set(Target)
    for ability in abilities:
        card = Card("new1", "New", 1, 1, False, False, (), (), (ability,))
        [effect] = effect_documents(card)
        assert fits(effect)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Grasslands Wolf", []),
        ("Mu", [("raise", "standing", "own")]),
        ("Leviathan", [("lower", "standing", "enemy")]),
        ("Archdragon", [("lower", "played", "enemy")]),
        ("Cockatrice", [("destroy", "played", "all")]),
        ("Shiva", [("spawn", "played", "tiles")]),
        ("Mandragora", [("draw", "played", "hand")]),
        ("Heatseeker", [("draw", "destroyed", "hand")]),
        ("Disgorgon", [("pawns", "played", "pawns")]),
        ("Ultimate Party Animal", [("spoils", "end", "all")]),
        ("Tifa", [("bonus", "lane won", "lane")]),
        ("Insectoid Chimera", [("replace", "played", "own")]),
        ("Griffon", [("replace", "played", "own"), ("raise", "played", "own")]),
        ("Chimera", [("count", "standing", "enemy")]),
        ("Two Face", [("raise", "raised", "all"), ("lower", "lowered", "all")]),
        ("Cloud", [("raise", "strong", "own")]),
        ("Joker", [("raise", "any destroyed", "self")]),
        ("Skeeskee", [("raise", "own destroyed", "self")]),
        ("Landworm", [("raise", "enemy destroyed", "self")]),
        ("Sea Devil", [("raise", "own played", "self")]),
        ("Bagnadrana", [("raise", "enemy played", "self")]),
        ("Bahba Velamyu", [("lower", "destroyed", "enemy")]),
    ],
)
def test_what_cards_do_in_words(name: str, told: list[tuple[str, str, str]]) -> None:
    assert words(HYDRATOR.get(name)) == told


def test_amounts_and_what_is_counted_are_told_where_they_are_fixed() -> None:
    def figures(name: str) -> list[tuple[int | None, str | None]]:
        return [(effect["amount"], effect["counted"]) for effect in effect_documents(HYDRATOR.get(name))]

    assert figures("Archdragon") == [(-3, None)]
    assert figures("Griffon") == [(None, None), (None, None)]
    assert figures("Chimera") == [(2, "lowered")]
    assert figures("Adjudicator") == [(1, "changed")]
    assert figures("Ironclad")[0][1] == "raised"
    assert figures("Disgorgon")[0][0] in (2, 3)
    assert figures("Shiva") == figures("Cockatrice") == figures("Ultimate Party Animal") == [(None, None)]


def test_the_card_and_not_its_id_decides() -> None:
    raw = next(card for card in RAW if card["name"] == "Archdragon")
    assert effect_documents(parse_card({**raw, "id": "own1", "name": "Other"})) == effect_documents(
        HYDRATOR.get("Archdragon")
    )
