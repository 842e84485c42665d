"""Programs written from the engine text alone, §1 to §3: its modules, the rules of the turn, and card data."""

import json
from importlib.resources import files

import pytest

import qb_engine
from qb_app.asking.choices import DEFAULT_RULESET
from qb_engine import BoardState, CardHydrator, GameState, LegalityChecker, Move, Ruleset, UnknownCardError
from tests.specification.boards import CARDS

DATA = json.loads(files("qb_engine").joinpath("data/cards.json").read_text(encoding="utf-8"))


def drawn(pawns: list[list[int]], affects: list[list[int]]) -> list[str]:
    """The 5×5 grid of a pattern: W in the middle, P for pawns, E for marks, X for both."""
    rows = [["."] * 5 for _ in range(5)]
    for lane, col in pawns:
        rows[2 + lane][2 + col] = "P"
    for lane, col in affects:
        rows[2 + lane][2 + col] = "X" if rows[2 + lane][2 + col] == "P" else "E"
    rows[2][2] = "W"
    return ["".join(row) for row in rows]


@pytest.mark.parametrize(
    "module",
    [
        "CardHydrator",
        "BoardState",
        "LegalityChecker",
        "ProjectionEngine",
        "PawnDeltaLayer",
        "CardDestructionEngine",
        "LanePowerEvaluator",
        "PredictorEngine",
        "MoveRanker",
    ],
)
def test_the_nine_modules_stand_under_their_names(module: str) -> None:
    """§2: the engine consists of these modules."""
    assert isinstance(getattr(qb_engine, module), type)


def test_the_rules_of_hands_and_decks() -> None:
    """§2: 15 cards a side, five in the opening hand."""
    rules = Ruleset.V2_2_4
    assert (rules.deck_size, rules.opening_hand) == (15, 5)


def test_deck_size_and_copy_limits_come_from_the_rule_set() -> None:
    """As settled: 15 cards; three copies by v2.2.4, two (one of a legendary) by rebirth."""
    rules = Ruleset.V2_2_4, Ruleset.REBIRTH
    assert [(rule.deck_size, rule.max_copies, rule.max_legendary_copies) for rule in rules] == [(15, 3, 3), (15, 2, 1)]


def test_every_card_is_what_the_data_says() -> None:
    """§3, §3.1: nothing is inferred; cost, power and the 5×5 grid match the card data."""
    hydrator = CardHydrator()
    assert len(hydrator) == len(DATA) == 166
    for entry in DATA:
        card = hydrator.get(entry["id"])
        assert (card.id, card.name, card.power) == (entry["id"], entry["name"], entry["power"])
        assert card.cost == (0 if entry["rank"] == "replace" else entry["rank"]), card.name
        assert list(card.grid()) == drawn(entry["pawns"], entry["affects"]), card.name


def test_a_card_tells_its_effect_if_it_has_one() -> None:
    """§3: effect text (if any); printed, a card ends with it."""
    for entry in DATA:
        text = str(CARDS.get(entry["id"])).splitlines()[-1]
        has_none = entry["effect"] is None and entry["rank"] != "replace"
        assert (text == "No ability.") == has_none, entry["name"]
    assert "3" in str(CARDS.get("020")).splitlines()[-1]


def test_a_card_is_the_same_on_every_lookup() -> None:
    """§3.1: a cached card equals what a fresh lookup gives."""
    hydrator = CardHydrator()
    assert hydrator.get("020") == hydrator.get("020") == CardHydrator().get("020")


def test_an_unknown_card_is_refused_with_close_names() -> None:
    """§3.2, as settled: UnknownCardError names what might have been meant."""
    with pytest.raises(UnknownCardError, match="Security Officer"):
        CardHydrator().get("Security Oficer")


def test_an_unknown_id_is_refused() -> None:
    """§3.2: a card without an entry stops the evaluation."""
    with pytest.raises(UnknownCardError, match="999"):
        CardHydrator().get("999")


def test_nothing_is_simulated_with_an_unknown_card() -> None:
    """§3.2: neither a position nor a move can name it."""
    with pytest.raises(UnknownCardError):
        GameState.parse("v2.2.4 Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 Y hand=999 ehand=?*5")
    with pytest.raises(UnknownCardError):
        Move.parse("999 M1")


def test_the_library_starts_with_the_rules_of_the_specification() -> None:
    """As settled: BoardState() follows v2.2.4, and with it the checker of placements."""
    board = BoardState()
    assert board.ruleset == Ruleset.V2_2_4
    assert LegalityChecker().check(board, "Y", CARDS.get("001"), 0, 0) is None


def test_the_product_starts_with_the_rules_of_the_game() -> None:
    """As settled: whoever sits in front of the real game gets rebirth unless another is chosen."""
    assert Ruleset.parse(DEFAULT_RULESET) == Ruleset.REBIRTH
