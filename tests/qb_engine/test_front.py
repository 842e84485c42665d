"""The library as one meets it: what can be imported, what is shown, what may be written as text."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given

import qb_engine
from qb_engine import (
    LEVELS,
    AmbiguousCardError,
    BoardState,
    Budget,
    Card,
    CardDataError,
    CardDestructionEngine,
    CardHydrator,
    CoachingEngine,
    Deck,
    DeepCoach,
    EffectEngine,
    EnemyObservation,
    GameState,
    Hand,
    HandIndexError,
    LanePowerEvaluator,
    LegalityChecker,
    Move,
    MoveRanker,
    NotationError,
    NotInHandError,
    PredictionEngine,
    PredictorEngine,
    ProjectionEngine,
    QueensBlood,
    Ruleset,
    Side,
    UnknownCardError,
    errors,
    library_decks,
    parse_position,
)
from qb_engine.effect_text import card_sentence
from tests.qb_engine.strategies import Playout, playouts

ROOT = Path(__file__).resolve().parents[2]
START = "Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1"
TEXT = "rebirth Y1,-,-,-,E1/Y1,-,E2[015],-,E1/Y1,-,-,-,E1 Y turn=3 hand=005,020 ehand=?*2 deck=?*3"


# Names.


def exported() -> list[str]:
    names: list[str] = getattr(qb_engine, "__all__")  # noqa: B009  # type checkers do not see it
    return names


def test_every_name_is_found_where_the_list_says() -> None:
    names = exported()
    assert len(names) > 50
    for name in names:
        assert getattr(qb_engine, name).__class__ is not None
    assert set(names) <= set(dir(qb_engine))


def test_every_error_of_the_engine_is_exported() -> None:
    own = {name for name, value in vars(errors).items() if isinstance(value, type) and issubclass(value, ValueError)}
    assert own <= set(exported())
    assert len(own) > 10


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'qb_engine' has no attribute 'Chess'"):
        _ = qb_engine.Chess  # type: ignore[attr-defined]  # that is what is tested


@pytest.mark.parametrize(
    ("statement", "loaded"),
    [
        ("import qb_engine", set()),
        ("import qb_engine.kernel.door", set()),
        ("from qb_engine import GameState; GameState.parse", set()),
        ("from qb_engine import CoachingEngine", {"qb_engine.coaching"}),
    ],
)
def test_what_is_not_asked_for_is_not_loaded(statement: str, loaded: set[str]) -> None:
    dear = ("qb_engine.coaching", "qb_engine.deep.coach")
    script = f"import sys\n{statement}\nprint(*[name for name in {dear} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == loaded


# The cards.


def test_a_set_of_cards_is_looked_into_like_a_mapping() -> None:
    cards = CardHydrator()
    assert len(cards) == len(list(cards)) == len(cards.all())
    assert cards["Zu"] is cards["015"] is cards["zu"] is cards.get("Zu")
    assert "Zu" in cards
    assert "015" in cards
    assert "Elemental" in cards, "the name of several"
    assert "Zuu" not in cards
    assert 15 not in cards
    with pytest.raises(UnknownCardError, match="did you mean Zu"):
        cards["Zuu"]
    with pytest.raises(AmbiguousCardError):
        cards["Elemental"]


def test_the_shared_cards_are_one_and_stay_as_they_are() -> None:
    shared = CardHydrator.shared()
    assert CardHydrator.shared() is shared
    assert GameState.parse(TEXT).hydrator is shared
    with pytest.raises(CardDataError, match="of your own"):
        shared.add_json('{"id": "own1", "name": "Own", "rank": 1, "power": 1}')
    assert "own1" not in shared


def test_an_empty_set_of_cards_is_not_taken_for_none() -> None:
    with pytest.raises(UnknownCardError):
        GameState.parse(TEXT, CardHydrator([]))


# What is shown.


def shown() -> list[object]:
    state = GameState.parse(TEXT)
    cards, prediction = state.hydrator, PredictionEngine.standard()
    return [
        *(state, state.board, state.board.tile(1, 2), state.player_hand, state.player_deck, state.score()),
        *(cards, cards["Zu"], state.position(), Move.PASS, QueensBlood(), Budget(5), LEVELS[0], library_decks()[0]),
        *(EffectEngine(cards), LegalityChecker(), ProjectionEngine(), CardDestructionEngine(), LanePowerEvaluator()),
        *(prediction, PredictorEngine(prediction), MoveRanker(), CoachingEngine.standard(), DeepCoach.standard()),
        *(EnemyObservation.of(state), EnemyObservation.of(state).snapshot()),
        prediction.full_enemy_prediction(state, EnemyObservation.of(state)),
    ]


@pytest.mark.parametrize("thing", shown(), ids=lambda thing: type(thing).__name__)
def test_nothing_is_shown_as_an_address_in_memory(thing: object) -> None:
    for text in (repr(thing), str(thing)):
        assert " object at 0x" not in text
        assert text.strip()
    assert "\n" not in repr(thing)


def test_a_game_is_drawn() -> None:
    assert str(GameState.parse(TEXT)).split("\n") == [
        "rebirth, turn 3, your turn",
        "     1   2  3       4  5   you  enemy",
        "TOP  Y1  -  -       -  E1  0    0",
        "MID  Y1  -  E Zu 2  -  E1  0    2",
        "BOT  Y1  -  -       -  E1  0    0",
        "Your hand: 1 Queen Bee, 2 Archdragon; 3 in the deck",
        "Enemy's hand: 1 ?, 2 ?; 0 in the deck",
    ]
    assert str(GameState.parse(f"rebirth {START} E")).startswith("rebirth, turn 1, the enemy's turn\n")
    assert str(GameState.parse(f"rebirth {START} E passes=2")).startswith("rebirth, turn 1, it is over\n")


def test_a_board_shows_powers_as_they_are_now() -> None:
    board = parse_position("rebirth Y1[015+3],Y0,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 Y").board
    assert "TOP  Y Zu 5  Y0  -  -  E1  5    0" in str(board)
    assert repr(board) == "<BoardState rebirth, 1 of 15 tiles occupied>"
    assert repr(BoardState()) == "<BoardState v2.2.4, 0 of 15 tiles occupied>"


def test_a_card_shows_what_is_printed_on_it() -> None:
    cards = CardHydrator()
    assert str(cards["Ifrit"]).split("\n") == [
        "Ifrit (095), legendary, rank 3, power 5",
        *(". . . . .", ". . P . .", ". . W . .", ". . P . .", ". . . . ."),
        "The power of this card is raised by 2 for each other allied card on the board that is enhanced.",
    ]
    assert str(cards["Insectoid Chimera"]).startswith("Insectoid Chimera (051), replaces a card, power 2\n")
    for card in cards:
        assert len(str(card).split("\n")) == 7


def test_a_card_of_ones_own_is_shown_even_if_it_names_others() -> None:
    cards = CardHydrator()
    cards.add_json('{"id": "t1", "name": "Own Token", "rank": 1, "power": 1, "token": true}')
    op = {"type": "add_to_hand", "cards": ["t1"]}
    effect = {"abilities": [{"trigger": "on_play", "target": "own_hand", "op": op}]}
    card = cards.add_json(json.dumps({"id": "c1", "name": "Own", "rank": 1, "power": 1, "effect": effect}))
    assert str(card).startswith("Own (c1), rank 1, power 1\n")
    assert card_sentence(card, cards) == "When this card is played, Own Token comes into your hand."


def test_a_hand_shows_its_numbers() -> None:
    hand = Hand(CardHydrator.shared())
    assert str(hand) == "no card"
    hand.sync_from_ids(["015", "?", "015"])
    assert str(hand) == "1 Zu, 2 ?, 3 Zu"
    assert repr(hand) == "<Hand 1 Zu, 2 ?, 3 Zu>"


@given(playouts())
def test_every_game_can_be_drawn_at_every_ply(playout: Playout) -> None:
    for state, _ in playout.plies():
        assert len(str(state).split("\n")) == 7
        assert eval(repr(state), {"GameState": GameState}) == state


# What may be written.


def test_a_game_plays_what_is_written() -> None:
    deck = library_decks()[0].card_ids
    written, typed = (GameState.start(deck, deck, 7, ruleset=Ruleset.REBIRTH) for _ in range(2))
    for text, decision in (("keep", "keep"), ("mulligan 1 3", "mulligan 1 3")):
        assert written.play(text) == typed.play(qb_engine.parse_decision(decision)) == []
    move = typed.legal_placements(Side.YOU)[0]
    assert move.card is not None
    number = typed.player_hand.as_card_ids().index(move.card) + 1
    assert written.clone().play(f"{typed.hydrator[move.card].name} {move.tile}") == typed.clone().play(move)
    assert written.play(f"{number} {move.tile}") == typed.play(move)
    written.play("pass")
    typed.play(Move.PASS)
    assert written.key() == typed.key()


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("Zu M3", NotInHandError),
        ("Zuu M3", UnknownCardError),
        ("queen M1", UnknownCardError),
        ("3 M1", HandIndexError),
        ("Queen Bee M9", NotationError),
        ("hello", NotationError),
        ("keep", qb_engine.MulliganError),
        ("1 M5", qb_engine.IllegalMoveError),
    ],
)
def test_a_wrong_text_is_refused_by_its_type_and_changes_nothing(text: str, error: type[Exception]) -> None:
    state = GameState.parse(TEXT)
    with pytest.raises(error):
        state.play(text)
    assert state.key() == TEXT


def test_a_new_game_must_say_its_rules() -> None:
    deck = library_decks()[0].card_ids
    with pytest.raises(TypeError, match="ruleset"):
        GameState.start(deck, deck, 7)  # type: ignore[call-arg]  # that is what is tested
    assert GameState(Deck(deck), Deck(deck)).ruleset == Ruleset.V2_2_4, "the specification's own call keeps its default"


def test_a_card_is_told_by_its_type() -> None:
    assert isinstance(CardHydrator.shared()["Zu"], Card)
