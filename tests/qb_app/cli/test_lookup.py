"""``qbcoach cards``, ``card``, ``decks`` and ``deck``."""

import json

import pytest

from qb_engine.deck_notation import parse_deck_code
from tests.qb_app.conftest import Refuse, Run

CARD_KEYS = ["id", "name", "rank", "power", "legendary", "token", "pattern", "sentence", "effects"]
DECK_KEYS = ["name", "code", "cards", "list", "ruleset", "legal", "reasons"]


def listed(run: Run, *arguments: str) -> list[str]:
    return [card["name"] for card in json.loads(run("cards", *arguments, "--json").stdout)["cards"]]


def test_all_cards_are_listed_without_the_tokens(run: Run) -> None:
    assert len(listed(run)) == 145
    assert len(listed(run, "--tokens")) == 21
    assert run("cards").stdout.splitlines()[-1] == "145 cards"


def test_cards_are_found_by_name_and_by_sentence(run: Run) -> None:
    assert listed(run, "golem") == ["Stone Golem", "Mythril Golem"]
    assert "Moogle Trio" in listed(run, "moogle")
    assert "Cait Sith" in listed(run, "moogle")
    assert listed(run, "no such text") == []
    assert run("cards", "no such text").stdout == "No card fits.\n"


def test_cards_are_found_by_rank(run: Run) -> None:
    assert listed(run, "griffon", "--rank", "replace") == ["Griffon"]
    assert listed(run, "griffon", "--rank", "1") == []


def test_a_legendary_card_is_marked_in_the_list(run: Run) -> None:
    row = next(line for line in run("cards", "golem").stdout.splitlines() if "Mythril" in line)
    assert row.split() == ["114", "Mythril", "Golem", "3", "8", "yes", "No", "ability."]


def test_a_card_is_drawn_with_its_pattern_and_sentence(run: Run) -> None:
    assert run("card", "griffon").stdout.splitlines() == [
        "Griffon (059)",
        "Replaces one of your cards, power 1",
        "",
        "    .  .  .  .  .",
        "    .  .  P  E  .",
        "    .  .  W  P  .",
        "    .  .  .  .  .",
        "    .  .  .  .  .",
        "",
        "  W  the card itself",
        "  P  a pawn",
        "  E  its ability acts here",
        "  The pattern is drawn for you; the enemy's is mirrored left to right.",
        "",
        "Played onto one of your own cards, which is destroyed; it raises the power of an",
        "allied card on its marked tile by the power of the destroyed card.",
    ]


@pytest.mark.parametrize("name", [("Stone Golem",), ("stone", "golem"), ("065",)])
def test_a_card_is_named_in_any_way(run: Run, name: tuple[str, ...]) -> None:
    document = json.loads(run("card", *name, "--json").stdout)
    assert list(document) == CARD_KEYS
    assert document["name"] == "Stone Golem"
    assert len(document["pattern"]) == 5


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("card", "Grifon"), "unknown card 'Grifon', did you mean Griffon?"),
        (("card", "Diamond", "Dust"), "'Diamond Dust' is the name of 3 cards, use an id: 154, 155, 156"),
        (("card",), "Missing argument 'name'"),
        (("cards", "--rank", "4"), "'4' is no rank of a card"),
        (("deck", "zzzz"), "'qbcoach decks' lists the names"),
        (("deck", "2 Zuu, Mu"), "unknown card 'Zuu'"),
        (("deck", "starter", "--ruleset", "chess"), "unknown ruleset"),
    ],
)
def test_wrong_input_is_answered_with_one_sentence(refuse: Refuse, arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in refuse(*arguments)


def test_the_library_is_listed_with_codes_that_can_be_read(run: Run) -> None:
    documents = json.loads(run("decks", "--json").stdout)["library"]
    assert len(documents) == 7
    page = run("decks").stdout
    for document in documents:
        assert list(document) == ["name", "code", "cards", "list", "ruleset", "legal", "reasons"]
        assert list(parse_deck_code(document["code"])) == document["cards"]
        assert document["name"] in page
        assert document["code"] in page


def test_a_deck_shows_its_cards_code_list_and_legality(run: Run) -> None:
    document = json.loads(run("deck", "starter", "--json").stdout)
    assert list(document) == DECK_KEYS
    assert document["legal"] is True
    page = run("deck", "starter").stdout
    assert f"Code: {document['code']}\n" in page
    assert page.endswith("Legal under rebirth.\n")
    lines = page.splitlines()
    pasted = "\n".join(lines[lines.index("List:") + 1 : -1])
    assert json.loads(run("deck", pasted, "--json").stdout) == document


def test_an_illegal_deck_ends_with_exit_code_1_and_every_reason(run: Run) -> None:
    result = run("deck", "3 Titan, Moogle")
    assert result.exit_code == 1
    assert result.stdout.splitlines()[-4:] == [
        "Not legal under rebirth:",
        "  it has 4 cards, not 15",
        "  it holds 3 copies of Titan, the limit for a legendary card is 1",
        "  Moogle is a token and cannot be put in a deck",
    ]
    document = json.loads(run("deck", "3 Titan, Moogle", "--ruleset", "v2.2.4", "--json").stdout)
    assert len(document["reasons"]) == 2
