"""Card data: wrong data fails loudly, a card is found however its name is typed, and a user's card stays its own."""

from __future__ import annotations

import copy
import json
import re
from importlib import resources
from typing import Any

import jsonschema
import pytest

from qb_engine.card_hydrator import CardHydrator
from qb_engine.errors import AmbiguousCardError, CardDataError, UnknownCardError
from qb_engine.models import HIDDEN, REPLACE

HYDRATOR = CardHydrator()


def data(name: str) -> Any:
    return json.loads(resources.files("qb_engine").joinpath(f"data/{name}").read_text(encoding="utf-8"))


CARDS: dict[str, dict[str, Any]] = {card["id"]: card for card in data("cards.json")}
SCHEMA = jsonschema.Draft202012Validator(data("cards.schema.json"))
ABSENT = object()
ABILITY = ("effect", "abilities", 0)
OP = (*ABILITY, "op")
FLAWS: list[tuple[str, tuple[str | int, ...], object, str]] = [
    # card, where in it, what stands there instead, the field that the complaint names
    ("015", ("id",), ABSENT, "id"),
    ("015", ("id",), 15, "id"),
    ("015", ("id",), "Zu!", "id"),
    ("015", ("id",), "pass", "id"),
    ("015", ("name",), ABSENT, "name"),
    ("015", ("name",), " ", "name"),
    ("015", ("name",), ["Zu"], "name"),
    ("015", ("rank",), ABSENT, "rank"),
    ("015", ("rank",), 0, "rank"),
    ("015", ("rank",), 4, "rank"),
    ("015", ("rank",), True, "rank"),
    ("015", ("rank",), "swap", "rank"),
    ("015", ("power",), ABSENT, "power"),
    ("015", ("power",), 0, "power"),
    ("015", ("power",), 100, "power"),
    ("015", ("power",), "2", "power"),
    ("015", ("power",), 1.5, "power"),
    ("015", ("legendary",), "no", "legendary"),
    ("015", ("token",), 1, "token"),
    ("015", ("colour",), "red", "colour"),
    ("015", ("pawns",), None, "pawns"),
    ("015", ("pawns",), [[0]], "pawns"),
    ("015", ("pawns",), [[1, 3]], "pawns"),
    ("015", ("pawns",), [[1, "1"]], "pawns"),
    ("015", ("pawns",), [[0, 0]], "pawns"),
    ("015", ("pawns",), [[1, 1], [1, 1]], "pawns"),
    ("015", ("affects",), [[1, 1]], "affects"),
    ("009", ("affects",), [], "affects"),
    ("009", ("affects",), ABSENT, "affects"),
    ("009", ("effect",), [], "effect"),
    ("009", ("effect",), {}, "effect"),
    ("009", ("effect", "text"), "raises", "effect.text"),
    ("009", ABILITY, "raise", "effect.abilities[0]"),
    ("009", (*ABILITY, "when"), "now", "effect.abilities[0].when"),
    ("009", (*ABILITY, "trigger"), ABSENT, "effect.abilities[0].trigger"),
    ("009", (*ABILITY, "trigger"), "on_draw", "effect.abilities[0].trigger"),
    ("009", (*ABILITY, "trigger"), "on_lane_won", "effect.abilities[0]"),
    ("009", (*ABILITY, "trigger"), "on_power_reached", "effect.abilities[0]"),
    ("009", (*ABILITY, "target"), "everyone", "effect.abilities[0].target"),
    ("009", (*ABILITY, "target"), "own_hand", "effect.abilities[0]"),
    ("009", (*ABILITY, "threshold"), 7, "effect.abilities[0]"),
    ("009", OP, ABSENT, "effect.abilities[0].op"),
    ("009", (*OP, "type"), "explode", "effect.abilities[0].op"),
    ("009", (*OP, "amount"), ABSENT, "effect.abilities[0].op.amount"),
    ("009", (*OP, "amount"), 0, "effect.abilities[0].op.amount"),
    ("009", (*OP, "amount"), 100, "effect.abilities[0].op.amount"),
    ("009", (*OP, "amount"), "1", "effect.abilities[0].op.amount"),
    ("009", (*OP, "cards"), ["146"], "effect.abilities[0].op.cards"),
    ("009", (*OP, "per_card"), {"status": "enhanced", "side": "both"}, "effect.abilities[0]"),
    ("009", (*OP, "per_replaced_power"), True, "effect.abilities[0].op.per_replaced_power"),
    ("046", (*OP, "per_card"), ABSENT, "effect.abilities[0]"),
    ("046", (*OP, "per_card"), "all", "effect.abilities[0].op.per_card"),
    ("046", (*OP, "per_card", "lane"), 1, "effect.abilities[0].op.per_card.lane"),
    ("046", (*OP, "per_card", "status"), "happy", "effect.abilities[0].op.per_card.status"),
    ("046", (*OP, "per_card", "side"), ABSENT, "effect.abilities[0].op.per_card.side"),
    ("059", (*OP, "per_replaced_power"), "yes", "effect.abilities[0].op.per_replaced_power"),
    ("059", (*ABILITY, "trigger"), "on_destroyed", "effect.abilities[0]"),
    ("059", ("rank",), 1, "effect.abilities[0].op.per_replaced_power"),
    ("039", (*OP, "amount"), 1, "effect.abilities[0].op.amount"),
    ("039", (*ABILITY, "trigger"), "while_in_play", "effect.abilities[0]"),
    ("010", (*OP, "cards"), ABSENT, "effect.abilities[0].op.cards"),
    ("010", (*OP, "cards"), [], "effect.abilities[0].op.cards"),
    ("010", (*OP, "cards"), [146], "effect.abilities[0].op.cards"),
    ("096", (*OP, "cards"), ["154", "155"], "effect.abilities[0].op.cards"),
    ("096", (*ABILITY, "trigger"), "on_destroyed", "effect.abilities[0]"),
    ("069", (*OP, "amount"), 4, "effect.abilities[0].op.amount"),
    ("088", (*OP, "amount"), -5, "effect.abilities[0].op.amount"),
    ("088", (*ABILITY, "target"), "all_lanes", "effect.abilities[0]"),
    ("142", (*OP, "side"), "losers", "effect.abilities[0].op.side"),
    ("142", (*ABILITY, "trigger"), "on_lane_won", "effect.abilities[0]"),
    ("086", (*ABILITY, "threshold"), ABSENT, "effect.abilities[0]"),
    ("086", (*ABILITY, "threshold"), 0, "effect.abilities[0].threshold"),
    ("009", ("effect", "abilities"), [CARDS["009"]["effect"]["abilities"][0]] * 2, "effect"),
    ("069", ("effect", "abilities"), [CARDS["069"]["effect"]["abilities"][0]] * 2, "effect"),
]


def flawed(card_id: str, path: tuple[str | int, ...], value: object) -> dict[str, Any]:
    """A card of the game with one thing in it changed, added or taken out."""
    card = copy.deepcopy(CARDS[card_id])
    place: Any = card
    for step in path[:-1]:
        place = place[step]
    if value is ABSENT:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return card


def name_of(flaw: tuple[str, tuple[str | int, ...], object, str]) -> str:
    value = "absent" if flaw[2] is ABSENT else repr(flaw[2])[:24]
    return f"{flaw[0]}-{'.'.join(map(str, flaw[1]))}-{value}"


@pytest.mark.parametrize("flaw", FLAWS, ids=name_of)
def test_wrong_data_fails_naming_the_card_and_the_field(flaw: tuple[str, tuple[str | int, ...], object, str]) -> None:
    card_id, path, value, field = flaw
    card = flawed(card_id, path, value)
    label = re.escape(str(card.get("id") or card["name"]))
    with pytest.raises(CardDataError, match=rf"^card {label}, field {re.escape(field)}: "):
        CardHydrator.from_json(json.dumps([card]))


@pytest.mark.parametrize("flaw", FLAWS, ids=name_of)
def test_the_schema_refuses_what_the_hydrator_refuses(flaw: tuple[str, tuple[str | int, ...], object, str]) -> None:
    assert not SCHEMA.is_valid([flawed(*flaw[:3])])


@pytest.mark.parametrize("card_id", sorted({flaw[0] for flaw in FLAWS}))
def test_the_cards_that_the_flaws_are_made_of_are_good(card_id: str) -> None:
    assert SCHEMA.is_valid([CARDS[card_id]])


def test_the_schema_is_one_and_the_card_file_follows_it() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA.schema)
    assert [error.message for error in SCHEMA.iter_errors(list(CARDS.values()))] == []
    assert not SCHEMA.is_valid({"cards": []})


def test_an_operation_whose_type_is_a_list_is_refused() -> None:
    with pytest.raises(CardDataError, match="field effect"):
        CardHydrator.from_json(json.dumps([flawed("009", (*OP, "type"), ["modify_power"])]))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[{]", "not JSON: .* line 1, column 3"),
        ("{}", "a JSON list of cards"),
        ('["Zu"]', "must be a JSON object"),
        (json.dumps([CARDS["015"], CARDS["015"]]), "card 015, field id: stands twice"),
        (json.dumps([CARDS["010"]]), "card 010, field effect: names the unknown card '146'"),
    ],
)
def test_a_wrong_card_file_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(CardDataError, match=complaint):
        CardHydrator.from_json(text)


def test_the_game_has_145_cards_and_21_tokens() -> None:
    assert [card.id for card in HYDRATOR.all()] == [f"{number:03d}" for number in range(1, 167)]
    assert [card.id for card in HYDRATOR.deck_cards()] == [f"{number:03d}" for number in range(1, 146)]


@pytest.mark.parametrize("card_id", CARDS)
def test_a_hydrated_card_matches_its_data_in_every_field(card_id: str) -> None:
    raw, card = CARDS[card_id], HYDRATOR.get(card_id)
    plain = (card.id, card.name, card.rank, card.power, card.legendary, card.token)
    assert plain == tuple(raw[field] for field in ("id", "name", "rank", "power", "legendary", "token"))
    assert [list(offset) for offset in card.pawns] == sorted(raw["pawns"])
    assert [list(offset) for offset in card.affects] == sorted(raw["affects"])
    abilities = (raw["effect"] or {"abilities": []})["abilities"]
    assert [(ability.trigger, ability.target, ability.threshold) for ability in card.abilities] == [
        (ability["trigger"], ability["target"], ability.get("threshold")) for ability in abilities
    ]
    for ability, given in zip(card.abilities, abilities, strict=True):
        for field, value in given["op"].items():
            held: Any = getattr(ability.op, field, None)
            if field == "per_card":
                assert (held.status, held.side) == (value["status"], value["side"])
            elif field != "type":
                assert held == (tuple(value) if isinstance(value, list) else value)


@pytest.mark.parametrize(
    ("typed", "card_id"),
    [
        ("015", "015"),
        ("Zu", "015"),
        ("zU ", "015"),
        ("junitsweeper", "004"),
        ("J–UNIT SWEEPER", "004"),
        ("chocobo moogle", "107"),
        ("Chocobo & Möogle", "107"),
        ("2c soldier operator", "079"),
        ("Crimson Mare Mk II", "122"),
    ],
)
def test_a_card_is_found_by_id_or_name_ignoring_case_accents_and_punctuation(typed: str, card_id: str) -> None:
    assert HYDRATOR.get(typed).id == card_id


@pytest.mark.parametrize(
    ("typed", "best"), [("Securty Oficer", "Security Officer"), ("Archdragn", "Archdragon"), ("Tiffa", "Tifa")]
)
def test_an_unknown_card_names_the_close_ones_best_first(typed: str, best: str) -> None:
    with pytest.raises(UnknownCardError, match=f"unknown card '{typed}', did you mean {best}") as caught:
        HYDRATOR.get(typed)
    assert (caught.value.query, caught.value.close_names[0]) == (typed, best)
    assert len(caught.value.close_names) <= 3


def test_an_unknown_card_that_resembles_none_says_where_all_cards_are_listed() -> None:
    with pytest.raises(UnknownCardError, match="'qbcoach cards' lists all cards") as caught:
        HYDRATOR.get("xqxqxq")
    assert caught.value.close_names == ()


@pytest.mark.parametrize(("name", "ids"), [("diamond dust", "154, 155, 156"), ("Elemental", "157, 158, 159")])
def test_a_name_of_several_cards_is_ambiguous_and_an_id_is_not(name: str, ids: str) -> None:
    with pytest.raises(AmbiguousCardError, match=ids) as caught:
        HYDRATOR.get(name)
    assert [HYDRATOR.get(card_id).id for card_id in caught.value.ids] == ids.split(", ")


def test_the_same_object_comes_back_every_time_and_from_every_hydrator() -> None:
    assert HYDRATOR.get("Zu") is HYDRATOR.get("015") is CardHydrator().get("zu")


def test_a_hidden_card_can_be_held_but_is_no_card_of_the_game() -> None:
    assert HYDRATOR.get(HIDDEN).id == HIDDEN
    assert HYDRATOR.get(HIDDEN) not in HYDRATOR.all()
    assert not HYDRATOR.has_id(HIDDEN)


MINE = {"id": "mine", "name": "Night Watch", "rank": REPLACE, "power": 3}


def test_a_users_card_is_added_to_that_hydrator_only_with_defaults_filled() -> None:
    own = CardHydrator()
    card = own.add_json(json.dumps(MINE))
    assert own.get("night watch") is own.get("mine") is card
    assert (card.legendary, card.token, card.pawns, card.affects, card.abilities) == (False, False, (), (), ())
    assert SCHEMA.is_valid([MINE])
    for other in (HYDRATOR, CardHydrator()):
        with pytest.raises(UnknownCardError):
            other.get("mine")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"id": "015"}, "field id: is taken by Zu"),
        ({"name": "ZU!"}, "field name: 'ZU!' is taken"),
        ({"power": 0}, "card mine, field power"),
        ({"pawns": [[0, 9]]}, "card mine, field pawns"),
        ({"effect": flawed("010", (*OP, "cards"), ["zzz"])["effect"]}, "names the unknown card 'zzz'"),
    ],
)
def test_a_users_card_that_is_wrong_is_refused_and_nothing_is_added(change: dict[str, Any], complaint: str) -> None:
    own = CardHydrator()
    with pytest.raises(CardDataError, match=complaint):
        own.add_json(json.dumps(MINE | change))
    assert own.all() == HYDRATOR.all()
