"""Bad input: each kind has its own error, one helpful sentence, and leaves everything as it was."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deck import Deck, deck_faults
from qb_engine.deck_notation import format_deck_code, parse_deck, parse_deck_code
from qb_engine.errors import (
    AmbiguousCardError,
    DeckError,
    GameOverError,
    HandIndexError,
    MulliganError,
    NotationError,
    NotInHandError,
    OffBoardError,
    QueensBloodError,
    TurnOrderError,
    UnknownCardError,
)
from qb_engine.game_state import GameState
from qb_engine.geometry import Side, Tile
from qb_engine.legality import IllegalPlacementError, LegalityChecker, RefusalKind
from qb_engine.models import Move, Mulligan
from qb_engine.notation import parse_position
from qb_engine.reader import parse_decision
from qb_engine.ruleset import Ruleset

HYDRATOR = CardHydrator()
EMPTY = "-,-,-,-,-"
START = "Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1"
STARTER = ["001", "005", "007", "008", "020", "026", "012"] * 2 + ["013"]
YOU, ENEMY = Side.YOU, Side.ENEMY


def at(text: str) -> GameState:
    return GameState.parse(text, HYDRATOR)


def is_one_sentence(message: str) -> bool:
    """One line, no trace of the machinery, and not several sentences in a row."""
    clean = not any(mark in message for mark in ("\n", "Traceback", "Error", "object at 0x", "  "))
    return clean and len(message) > 15 and ". " not in message


def refused(error: type[Exception], act: Callable[[], object], hint: str) -> None:
    """The act raises exactly that error, in one sentence that holds the hint at what would be right."""
    with pytest.raises(QueensBloodError) as caught:
        act()
    assert type(caught.value) is error
    assert is_one_sentence(str(caught.value)), str(caught.value)
    assert hint in str(caught.value)


def refused_unchanged(state: GameState, error: type[Exception], act: Callable[[GameState], object], hint: str) -> None:
    before = (state.key(), list(state.log), state.board.clone(), state.rng.getstate())
    refused(error, lambda: act(state), hint)
    assert (state.key(), state.log, state.board, state.rng.getstate()) == before


@pytest.mark.parametrize(
    ("text", "error", "hint"),
    [
        ("", NotationError, "needs a rule set, three lanes and the side"),
        (f"chess {START} Y", NotationError, "known are v2.2.4 and rebirth"),
        (f"rebirth {EMPTY}/{EMPTY} Y", NotationError, "write 3 lanes by '/'"),
        (f"rebirth {EMPTY}/{EMPTY}/-,-,-,- Y", NotationError, "each with 5 tiles by ','"),
        (f"rebirth {START} X", NotationError, "write Y (you) or E (enemy)"),
        (f"rebirth Z1,-,-,-,-/{EMPTY}/{EMPTY} Y", NotationError, "write '-', 'Y1', 'E2' or 'Y1[015]'"),
        (f"rebirth Y4,-,-,-,-/{EMPTY}/{EMPTY} Y", NotationError, "ranks are 0 to 3"),
        (f"rebirth N1,-,-,-,-/{EMPTY}/{EMPTY} Y", NotationError, "T1: 'N1' cannot be"),
        (f"rebirth Y2:1,-,-,-,-/{EMPTY}/{EMPTY} Y", NotationError, "T1 has pawns 2:1; under rebirth never both"),
        (f"v2.2.4 {START} Y base=T1+9+0", NotationError, "T1 has pawns 1:0, which do not follow from those"),
        (f"v2.2.4 Y1:2,-,-,-,-/{EMPTY}/{EMPTY} Y", NotationError, "the owner's first and not smaller"),
        (f"rebirth Y1[],-,-,-,-/{EMPTY}/{EMPTY} Y", NotationError, "write '-', 'Y1'"),
        (f"rebirth Y1[015+],-,-,-,-/{EMPTY}/{EMPTY} Y", NotationError, "write '[015]' or '[E015+2]'"),
        (f"rebirth N0[015],-,-,-,-/{EMPTY}/{EMPTY} Y", NotationError, "write '[Y015]' or '[E015]'"),
        (f"rebirth Y1[999],-,-,-,-/{EMPTY}/{EMPTY} Y", UnknownCardError, "unknown card '999'"),
        (f"rebirth Y1[DiamondDust],-,-,-,-/{EMPTY}/{EMPTY} Y", AmbiguousCardError, "use an id: 154, 155, 156"),
        (f"rebirth Y1[015!0],-,-,-,-/{EMPTY}/{EMPTY} Y", NotationError, "marks an ability as fired that Zu"),
        (f"rebirth Y1[015#2],Y1[015],-,-,-/{EMPTY}/{EMPTY} Y", NotationError, "either all cards on the board"),
        (f"rebirth Y1[015#2],Y1[015#2],-,-,-/{EMPTY}/{EMPTY} Y", NotationError, "the same number behind '#'"),
        (f"rebirth Y1[015#2],-,-,-,-/{EMPTY}/{EMPTY} Y next=2", NotationError, "above every card's number"),
        (f"rebirth {START} Y designated=T2X", NotationError, "form T2Y"),
        (f"rebirth {START} Y deltas=1@T2+1+0", NotationError, "never takes pawns back"),
        (f"v2.2.4 {START} Y deltas=1@T2+1+0", NotationError, "with the number of a card in play"),
        (f"v2.2.4 {START} Y base=T9+1+0", NotationError, "form M2+1-1"),
        (f"rebirth {START} Y turn", NotationError, "form key=value"),
        (f"rebirth {START} Y turn=0", NotationError, "whole number from 1"),
        (f"rebirth {START} Y turn=2 turn=2", NotationError, "'turn' is given twice"),
        (f"rebirth {START} Y passes=3", NotationError, "from 0 to 2"),
        (f"rebirth {START} Y phase=night", NotationError, "draw, play or end"),
        (f"rebirth {START} Y hand=zzzz", UnknownCardError, "unknown card 'zzzz'"),
        (f"rebirth {START} Y hand=015*0", NotationError, "must be a whole number from 1 to 60"),
        (f"rebirth {START} Y mulligan=X", NotationError, "Y, E or YE"),
        (f"rebirth {START} Y mulligans=1", NotationError, "a pair such as 0,0"),
        (f"rebirth {START} Y seed=x", NotationError, "whole number"),
        (f"rebirth {START} Y weather=fine", NotationError, "known are turn"),
    ],
)
def test_a_malformed_position_is_refused(text: str, error: type[Exception], hint: str) -> None:
    refused(error, lambda: parse_position(text, HYDRATOR), hint)


@pytest.mark.parametrize(
    ("text", "error", "hint"),
    [
        ("", NotationError, "write 'Zu M3'"),
        ("Zu", NotationError, "write 'Zu M3'"),
        ("mulligan", NotationError, "mulligan 2 4"),
        ("Zu M6", NotationError, "tiles are T1-T5, M1-M5 and B1-B5"),
        ("Zuu M3", UnknownCardError, "did you mean Zu"),
        ("Elemental M3", AmbiguousCardError, "use an id: 157, 158, 159"),
    ],
)
def test_a_malformed_move_is_refused(text: str, error: type[Exception], hint: str) -> None:
    refused(error, lambda: parse_decision(text, HYDRATOR), hint)


@pytest.mark.parametrize("text", ["mulligan 0", "mulligan x"])
def test_a_mulligan_with_wrong_numbers_is_refused_as_a_mulligan(text: str) -> None:
    refused(NotationError, lambda: parse_decision(text, HYDRATOR), "mulligan 2 4")


CODE = format_deck_code(STARTER)


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        ("QB1", "a code looks like QB1-"),
        ("QB2" + CODE[3:], "a code looks like QB1-"),
        (CODE[:-1] + ("0" if CODE[-1] != "0" else "1"), "checksum"),
        (CODE[:5] + ("A" if CODE[5] != "A" else "B") + CODE[6:], "checksum"),
        (CODE[:5] + "1" + CODE[6:], "letters that no code has"),
    ],
)
def test_a_malformed_deck_code_is_refused(code: str, hint: str) -> None:
    refused(NotationError, lambda: parse_deck_code(code), hint)


def test_a_deck_code_with_a_letter_that_no_code_has_is_refused() -> None:
    refused(NotationError, lambda: parse_deck_code("QB1-É-0000"), "letters that no code has")


@pytest.mark.parametrize(
    ("text", "error", "hint"),
    [
        ("", NotationError, "write lines such as '2 Security Officer'"),
        (",;\n", NotationError, "write lines such as '2 Security Officer'"),
        ("2 Securty Officer", UnknownCardError, "did you mean Security Officer"),
        ("1 Diamond Dust", AmbiguousCardError, "use an id: 154, 155, 156"),
    ],
)
def test_a_malformed_deck_list_is_refused(text: str, error: type[Exception], hint: str) -> None:
    refused(error, lambda: parse_deck(text, HYDRATOR), hint)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("", "known are v2.2.4 and rebirth"),
        ("Rebirth", "known are v2.2.4 and rebirth"),
        ("rebirth{two_face=once_each", "closing brace"),
        ("rebirth{}", "fields are"),
        ("rebirth{two_faces=once_each}", "fields are"),
        ("rebirth{two_face=twice}", "takes once_each or every_entry"),
        ("rebirth{raise_on_capture=true}", "takes yes or no"),
        ("rebirth{deck_size=many}", "takes a whole number"),
        ("rebirth{", "closing brace"),
    ],
)
def test_a_malformed_rule_set_is_refused(text: str, hint: str) -> None:
    refused(NotationError, lambda: Ruleset.parse(text), hint)


THREE_ZUS = "it holds 3 copies of Zu, the limit for a card is 2"
TWO_TIFAS = "it holds 2 copies of Tifa, the limit for a legendary card is 1"
UNKNOWN = "unknown card '999'; 'qbcoach cards' lists all cards"
MINION = "Mandragora Minion is a token and cannot be put in a deck"
WRONG_DECKS = {
    "size": (STARTER[:14], ("it has 14 cards, not 15",)),
    "copies": (STARTER[:12] + ["015"] * 3, (THREE_ZUS,)),
    "legendary": (STARTER[:13] + ["088"] * 2, (TWO_TIFAS,)),
    "unknown": ([*STARTER[:14], "999"], (UNKNOWN,)),
    "token": ([*STARTER[:14], "146"], (MINION,)),
    "everything": (
        ["015"] * 3 + ["088"] * 2 + ["146", "999"],
        ("it has 7 cards, not 15", UNKNOWN, THREE_ZUS, TWO_TIFAS, MINION),
    ),
}


@pytest.mark.parametrize(("cards", "reasons"), WRONG_DECKS.values(), ids=WRONG_DECKS.keys())
def test_a_wrong_deck_is_refused_with_every_reason(cards: list[str], reasons: tuple[str, ...]) -> None:
    assert deck_faults(cards, Ruleset.REBIRTH, HYDRATOR) == reasons
    for side, you, enemy in ((YOU, cards, STARTER), (ENEMY, STARTER, cards)):
        with pytest.raises(DeckError) as caught:
            GameState.start(you, enemy, 1, ruleset=Ruleset.REBIRTH, hydrator=HYDRATOR)
        assert caught.value.reasons == reasons
        assert str(caught.value) == f"the deck of {side.name} is not legal: " + "; ".join(reasons)


def test_v2_2_4_allows_three_copies_and_no_fourth() -> None:
    assert deck_faults(STARTER[:12] + ["015"] * 3, Ruleset.V2_2_4, HYDRATOR) == ()
    assert len(deck_faults(STARTER[:11] + ["015"] * 4, Ruleset.V2_2_4, HYDRATOR)) == 1


def test_a_deck_of_another_size_is_refused() -> None:
    for cards in (STARTER[:14], [*STARTER, "001"]):
        refused(DeckError, partial(Deck, cards), f"{len(cards)} cards, not 15")


def test_a_card_given_by_name_and_by_id_counts_as_the_same_card() -> None:
    assert deck_faults([*STARTER[:11], "015", "015", "Zu", "zu"], Ruleset.REBIRTH, HYDRATOR) != ()


# A hand of Zu (rank 2), Security Officer, Griffon (replaces) and a hidden card.
BOARD = "Y1,Y2[001],-,E1[001],E1/Y1,-,-,-,E1/Y1,-,-,-,E1"
ILLEGAL = {
    RefusalKind.OFF_BOARD: (1, 3, 0, "lanes are TOP/MID/BOT and columns 1-5"),
    RefusalKind.OCCUPIED: (1, 0, 1, "needs an empty tile"),
    RefusalKind.NOT_YOURS: (1, 1, 4, "needs a tile of its own player"),
    RefusalKind.NEUTRAL: (1, 1, 2, "needs a tile of its own player"),
    RefusalKind.RANK_TOO_LOW: (0, 1, 0, "M1 lacks 1 of the pawns that Zu needs"),
    RefusalKind.NOTHING_TO_REPLACE: (2, 0, 3, "must replace one"),
    RefusalKind.HIDDEN_CARD: (3, 1, 0, "say which card it is"),
}


@pytest.mark.parametrize("kind", RefusalKind)
def test_an_illegal_move_of_every_kind_is_refused_with_its_reason(kind: RefusalKind) -> None:
    index, lane, col, hint = ILLEGAL[kind]
    state = at(f"rebirth {BOARD} Y turn=3 phase=draw hand=015,001,059,? deck=005,007")
    refusal = LegalityChecker().check(state.board, YOU, state.player_hand.cards[index], lane, col)
    assert refusal is not None
    assert refusal.kind is kind
    refused_unchanged(state, IllegalPlacementError, lambda s: s.play_card_from_hand(YOU, index, lane, col), hint)


OPENING = f"rebirth {START} Y phase=draw hand=001,005,007,008,020 ehand=001,005,007,008,020 deck=012 mulligan=YE"
RUNNING = f"rebirth {START} Y turn=3 hand=001,005 ehand=007 deck=012 edeck=012"
PLAYED = f"rebirth {START} Y turn=3 phase=end hand=001,005 ehand=007 deck=012 edeck=012"
OVER = f"rebirth {START} Y turn=3 phase=end passes=2 hand=001,005 ehand=007 deck=012 edeck=012"
FULL = "v2.2.4 " + "/".join([",".join(["Y1[001]"] * 5)] * 3) + " E turn=16 phase=draw hand=001 ehand=059"
T1 = Tile.parse("T1")
MISUSES: dict[str, tuple[str, type[Exception], Callable[[GameState], object], str]] = {
    "hand index too high": (RUNNING, HandIndexError, lambda s: s.play_card_from_hand(YOU, 2, 0, 0), "this hand has 2"),
    "hand index negative": (RUNNING, HandIndexError, lambda s: s.play_card_from_hand(YOU, -1, 0, 0), "counted from 0"),
    "card not in hand": (RUNNING, NotInHandError, lambda s: s.play(Move("015", T1)), "only cards held"),
    "card of the enemy's hand": (RUNNING, NotInHandError, lambda s: s.play(Move("007", T1)), "only cards held"),
    "unknown card": (RUNNING, UnknownCardError, lambda s: s.play(Move("999", T1)), "unknown card '999'"),
    "wrong side plays": (RUNNING, TurnOrderError, lambda s: s.play_card_from_hand(ENEMY, 0, 0, 4), "turn of YOU"),
    "wrong side passes": (RUNNING, TurnOrderError, lambda s: s.pass_turn(ENEMY), "turn of YOU"),
    "drawing twice": (RUNNING, TurnOrderError, lambda s: s.draw_start_of_turn(), "drawn for this turn already"),
    "end before playing": (RUNNING, TurnOrderError, lambda s: s.end_turn(), "neither played nor passed"),
    "second play": (PLAYED, TurnOrderError, lambda s: s.play_card_from_hand(YOU, 0, 0, 0), "in this turn already"),
    "play then pass": (PLAYED, TurnOrderError, lambda s: s.pass_turn(YOU), "in this turn already"),
    "second move": (PLAYED, TurnOrderError, lambda s: s.play(Move("001", T1)), "in this turn already"),
    "draw after playing": (PLAYED, TurnOrderError, lambda s: s.draw_start_of_turn(), "already"),
    "move before the hands": (OPENING, TurnOrderError, lambda s: s.play(Move("001", T1)), "keep it or mulligan"),
    "mulligan index too high": (
        OPENING,
        MulliganError,
        lambda s: s.mulligan(YOU, [5]),
        "a hand of 5 has places 1 to 5",
    ),
    "mulligan index negative": (
        OPENING,
        MulliganError,
        lambda s: s.mulligan(ENEMY, [-1]),
        "a hand of 5 has places 1 to 5",
    ),
    "mulligan index twice": (OPENING, MulliganError, lambda s: s.play(Mulligan((1, 1))), "each at most once"),
    "mulligan too late": (RUNNING, MulliganError, lambda s: s.mulligan(YOU, [0]), "once and first"),
    "mulligan move too late": (RUNNING, MulliganError, lambda s: s.play(Mulligan((0,))), "once and first"),
    "move after the end": (OVER, GameOverError, lambda s: s.play(Move("001", T1)), "game is over"),
    "pass after the end": (OVER, GameOverError, lambda s: s.play(Move.PASS), "game is over"),
    "card after the end": (OVER, GameOverError, lambda s: s.play_card_from_hand(YOU, 0, 0, 0), "game is over"),
    "draw after the end": (OVER, GameOverError, lambda s: s.draw_start_of_turn(), "game is over"),
    "mulligan after the end": (OVER, GameOverError, lambda s: s.mulligan(YOU, [0]), "game is over"),
    "replacement on a full board": (FULL, GameOverError, lambda s: s.play(Move("059", T1)), "game is over"),
}


@pytest.mark.parametrize("misuse", MISUSES)
def test_a_misuse_is_refused_and_changes_nothing(misuse: str) -> None:
    position, error, act, hint = MISUSES[misuse]
    refused_unchanged(at(position), error, act, hint)


def test_a_second_mulligan_is_refused() -> None:
    state = at(OPENING)
    state.mulligan(YOU, [0])
    refused_unchanged(state, MulliganError, lambda s: s.mulligan(YOU, [1]), "once and first")


@pytest.mark.parametrize(("lane", "col"), [(-1, 0), (3, 0), (0, -1), (0, 5)])
def test_a_call_that_names_a_tile_off_the_board_is_refused(lane: int, col: int) -> None:
    board = BoardState()
    for act in (board.tile, lambda a, b: board.place_card(HYDRATOR.get("Zu"), YOU, a, b)):
        refused(OffBoardError, partial(act, lane, col), "lanes are 0-2 and columns 0-4")
    assert board == BoardState()
