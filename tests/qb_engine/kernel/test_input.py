"""What the kernel refuses, and that no input brings it down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest

from qb_engine.card_hydrator import CardHydrator
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.game_state import GameState
from qb_engine.kernel import door as kernel
from qb_engine.kernel.tables import rule_row
from qb_engine.models import Move, Mulligan
from qb_engine.prediction import PredictionEngine
from qb_engine.ruleset import Ruleset
from tests.qb_engine.kernel.games import (
    Twin,
    decided,
    engine_for,
)
from tests.qb_engine.kernel.starts import DECK_IDS, HYDRATOR, random_start

pytestmark = pytest.mark.skipif(not kernel.available, reason="the kernel is not built (no compiler, or QBCOACH_PURE)")

ANY_REFUSAL = (ValueError, TypeError)


def refused(call: Callable[[], object], twin: Twin) -> None:
    """The call raises, and the game stands where it stood."""
    key = twin.packed.key()
    with pytest.raises(ANY_REFUSAL):
        call()
    assert twin.packed.key() == key


@pytest.mark.parametrize(
    "pair", [(166, 0), (255, 0), (254, 0), (0, 15), (0, -1), (-1, 0), (-2, -2), (2**40, 0), ("001", 0), (None, None)]
)
def test_a_move_that_is_none_is_refused(pair: tuple[Any, Any]) -> None:
    twin = decided(1)
    refused(lambda: twin.engine.kernel.play(twin.packed, *pair), twin)


@pytest.mark.parametrize("seed", range(8))
def test_exactly_the_legal_moves_can_be_played(seed: int) -> None:
    twin = decided(seed)
    legal = set(twin.engine.kernel.legal_moves(twin.packed))
    for pair in ((card, tile) for card in range(len(HYDRATOR.all())) for tile in range(15)):
        if pair in legal:
            twin.engine.kernel.play(twin.packed.clone(), *pair)
        else:
            refused(partial(twin.engine.kernel.play, twin.packed, *pair), twin)


def test_nothing_is_played_after_the_end() -> None:
    twin = decided(2)
    for _ in range(2):
        twin.play(Move.PASS)
    assert twin.engine.kernel.legal_moves(twin.packed) == []
    refused(lambda: twin.engine.kernel.play(twin.packed, -1, -1), twin)


def test_a_turn_that_waits_to_be_ended_has_no_moves() -> None:
    twin = decided(2)
    twin.state.pass_turn(twin.state.side_to_act)
    waiting = Twin(twin.state)
    assert waiting.state.legal_moves() == []
    assert waiting.engine.kernel.legal_moves(waiting.packed) == []
    refused(lambda: waiting.engine.kernel.play(waiting.packed, -1, -1), waiting)


def test_the_opening_hand_comes_first_and_once() -> None:
    twin = Twin(random_start(1))
    refused(lambda: twin.engine.kernel.play(twin.packed, -1, -1), twin)
    twin.play(Mulligan())
    twin.play(Mulligan((0, 1)))
    refused(lambda: twin.engine.kernel.mulligan(twin.packed, 0, [], [], True), twin)


def test_a_hand_that_grows_too_long_leaves_the_game_as_it_was() -> None:
    twin = decided(3)
    twin.state.hands[twin.state.side_to_act.other].cards = [HYDRATOR.all()[0]] * 60
    full = Twin(twin.state)
    refused(lambda: full.engine.kernel.play(full.packed, -1, -1), full)


PLAIN: tuple[Any, ...] = (1, 1, [0] * 30, [0] * 30, [])
EMPTY = [[-1, 0, 0, -1, -1, -1, 0, 0, 0, 0]] * 15
CARD = [0, 1, 0, -1, 0, 0, 0, 0, 0, 1]
BASE = [(0, 0)] * 15


def ability(trigger: int = 0, op: int = 0, named: Sequence[int] = ()) -> tuple[Any, ...]:
    return (trigger, 0, op, 1, 0, False, list(named), 0, 0)


def made(cards: list[Any]) -> object:
    """A kernel of its own with these cards, the rule set v2.2.4 and no weights."""
    return type(engine_for(Ruleset.V2_2_4).kernel)(rule_row(Ruleset.V2_2_4), [0.0] * 19, cards)


WRONG: dict[str, Callable[[Any, Any], object]] = {
    "hand too long": lambda k, s: k.state(s.board, [[0] * 61, []], [[], []], 0, 1, 0, 1, [False] * 2, [0, 0]),
    "deck too long": lambda k, s: k.state(s.board, [[], []], [[0] * 61, []], 0, 1, 0, 1, [False] * 2, [0, 0]),
    "one hand": lambda k, s: k.state(s.board, [[]], [[], []], 0, 1, 0, 1, [False] * 2, [0, 0]),
    "side": lambda k, s: k.state(s.board, [[], []], [[], []], 2, 1, 0, 1, [False] * 2, [0, 0]),
    "passes": lambda k, s: k.state(s.board, [[], []], [[], []], 0, 1, 3, 1, [False] * 2, [0, 0]),
    "phase": lambda k, s: k.state(s.board, [[], []], [[], []], 0, 1, 0, 3, [False] * 2, [0, 0]),
    "no threads": lambda k, s: k.random_games(s, 1, 10, True, 0),
    "many threads": lambda k, s: k.random_games(s, 1, 10, True, 65),
    "fewer games than none": lambda k, s: k.random_games(s, 1, -1, True, 1),
    "plays without threads": lambda k, s: k.describe_plays(s.board, 0, [], [], 0),
    "illegal play": lambda k, s: k.describe_plays(s.board, 0, [(0, 4)], [], 1),
    "card held": lambda k, s: k.describe_plays(s.board, 0, [], [166], 1),
    "tiles of no card": lambda k, s: k.legal_tiles(s.board, 0, 166),
    "tiles of no side": lambda k, s: k.legal_tiles(s.board, -1, 0),
    "depth below 0": lambda k, s: k.perft(s, -1),
    "depth 21": lambda k, s: k.perft(s, 21),
    "divide by nothing": lambda k, s: k.divide(s, 0),
    "hand of no side": lambda k, s: s.hand(2),
    "board for state": lambda k, s: k.legal_moves(s.board),
    "few tiles": lambda k, s: k.board(s.board.tiles()[1:], s.board.base(), [], 1),
    "few bases": lambda k, s: k.board(s.board.tiles(), [], [], 1),
    "short tile": lambda k, s: k.board([[0] * 9] * 15, s.board.base(), [], 1),
    "turn 60,001": lambda k, s: k.state(s.board, [[], []], [[], []], 0, 60001, 0, 1, [False] * 2, [0, 0]),
    "100 mulligans": lambda k, s: k.state(s.board, [[], []], [[], []], 0, 1, 0, 1, [False] * 2, [0, 100]),
    "games without end": lambda k, s: k.random_games(s, 1, 2**60, True, 1),
    "plays without end": lambda k, s: k.describe_plays(s.board, 0, [(0, 0)] * 1_000_001, [], 1),
    "delta from nowhere": lambda k, s: k.board(EMPTY, BASE, [(0, 1, 1, 0)], 1),
    "delta of 100": lambda k, s: k.board([*EMPTY[:14], CARD], BASE, [(0, 14, 100, 0)], 9),
    "16 deltas": lambda k, s: k.board([*EMPTY[:14], CARD], BASE, [(0, 14, 1, 0)] * 16, 9),
    "base of 100": lambda k, s: k.board(EMPTY, [(100, 0)] * 15, [], 1),
    "power of 30,001": lambda k, s: k.board([[*CARD[:6], 30001, 0, 0, 1], *EMPTY[1:]], BASE, [], 9),
    "two of one number": lambda k, s: k.board([CARD, CARD, *EMPTY[2:]], BASE, [], 9),
    "number taken": lambda k, s: k.board([CARD, *EMPTY[1:]], BASE, [], 1),
    "number of 60,001": lambda k, s: k.board(EMPTY, BASE, [], 60001),
    "draw at the wrong time": lambda k, s: [k.draw(s), k.draw(s)],
    "cards out of nowhere": lambda k, s: k.mulligan(s, 0, [0] * 5, [0] * 10, True),
    "kept, but not the same": lambda k, s: k.mulligan(s, 0, s.hand(0)[::-1], s.deck(0), False),
    "cards lost": lambda k, s: k.mulligan(s, 0, s.hand(0)[1:], s.deck(0), True),
    "too many cards": lambda k, s: made([PLAIN] * 255),
    "card without pattern": lambda k, s: made([(1, 1, [], [], [])]),
    "card without power": lambda k, s: made([(1, 0, [0] * 30, [0] * 30, [])]),
    "five abilities": lambda k, s: made([(1, 1, [0] * 30, [0] * 30, [ability()] * 5)]),
    "unknown trigger": lambda k, s: made([(1, 1, [0] * 30, [0] * 30, [ability(trigger=99)])]),
    "unknown name": lambda k, s: made([(1, 1, [0] * 30, [0] * 30, [ability(op=2, named=[1])])]),
    "spawn of one card": lambda k, s: made([(1, 1, [0] * 30, [0] * 30, [ability(op=3, named=[0])])]),
    "few rules": lambda k, s: type(k)([0] * 12, [0.0] * 19, []),
    "unknown rule": lambda k, s: type(k)([9] * 13, [0.0] * 19, []),
    "few weights": lambda k, s: type(k)([0] * 13, [], []),
    "kernel out of nothing": lambda k, s: type(k)(),
    "board out of nothing": lambda k, s: type(s.board)(),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_input_is_refused(name: str) -> None:
    state = GameState.start(DECK_IDS[:15], DECK_IDS[-15:], 1, ruleset=Ruleset.V2_2_4, hydrator=HYDRATOR)
    engine = engine_for(Ruleset.V2_2_4)
    packed = engine.state(state)
    with pytest.raises(ANY_REFUSAL):
        WRONG[name](engine.kernel, packed)


@pytest.mark.filterwarnings("ignore:.*uninitialized:RuntimeWarning")
def test_an_object_that_was_never_made_is_refused() -> None:
    state = type(decided(1).packed)
    with pytest.raises(TypeError):
        state.__new__(state).key()


# A position means something only to the kernel that packed it, or to one with the same tables.

CALLS: dict[str, Callable[[Any, Any], object]] = {
    "is_over": lambda k, s: k.is_over(s),
    "legal_moves": lambda k, s: k.legal_moves(s),
    "play": lambda k, s: k.play(s, -1, -1),
    "draw": lambda k, s: k.draw(s),
    "mulligan": lambda k, s: k.mulligan(s, 0, [], [], False),
    "perft": lambda k, s: k.perft(s, 3),
    "divide": lambda k, s: k.divide(s, 2),
    "random_games": lambda k, s: k.random_games(s, 1, 3, True, 1),
    "legal_tiles": lambda k, s: k.legal_tiles(s.board, 0, 0),
    "describe_board": lambda k, s: k.describe_board(s.board),
    "describe_plays": lambda k, s: k.describe_plays(s.board, 0, [], [], 1),
    "state": lambda k, s: k.state(s.board, [[], []], [[], []], 0, 1, 0, 1, [False] * 2, [0, 0]),
}
FEWER_CARDS = CardHydrator(card for card in HYDRATOR.all() if not card.abilities)


@pytest.mark.parametrize("name", CALLS)
def test_a_game_of_another_kernel_is_refused(name: str) -> None:
    twin = decided(3)
    ruleset = twin.state.ruleset
    other_rules = ruleset.varied(killing_blow_fires=not ruleset.killing_blow_fires)
    for other in (kernel.KernelEngine(FEWER_CARDS, ruleset), kernel.KernelEngine(HYDRATOR, other_rules)):
        before = twin.packed.key()
        with pytest.raises(ValueError, match="another rule set"):
            CALLS[name](other.kernel, twin.packed)
        assert twin.packed.key() == before


def test_a_kernel_with_the_same_tables_understands_the_game() -> None:
    twin = decided(3)
    again = kernel.KernelEngine(CardHydrator(), twin.state.ruleset)
    assert again.kernel.legal_moves(twin.packed) == twin.engine.kernel.legal_moves(twin.packed)


def test_a_board_taken_from_a_game_stays_as_it_was() -> None:
    twin = decided(5)
    board = twin.packed.board
    before = board.tiles()
    twin.engine.kernel.play(twin.packed, *twin.engine.kernel.legal_moves(twin.packed)[0])
    assert board.tiles() == before


# What is right but too large for the tables.


def endless(*abilities: tuple[Any, ...]) -> tuple[Any, Any]:
    """A kernel of one card that replaces another and has these abilities, and a game in which it can be played."""
    rules = type(engine_for(Ruleset.REBIRTH).kernel)(
        rule_row(Ruleset.REBIRTH), [0.0] * 19, [(0, 1, [0] * 30, [0] * 30, list(abilities))]
    )
    board = rules.board([CARD, *EMPTY[1:]], BASE, [], 2)
    return rules, rules.state(board, [[0], [0]], [[], []], 0, 9, 0, 1, [False] * 2, [0, 0])


def test_a_game_without_end_is_given_up() -> None:
    back_to_hand = (0, 6, 2, 0, 0, False, [0], 0, 0)
    rules, state = endless(back_to_hand)
    with pytest.raises(kernel.LimitError, match=r"60,000"):
        rules.random_games(state, 1, 1, True, 1)


def test_a_hand_is_never_cut() -> None:
    rules, state = endless(*[(0, 6, 2, 0, 0, False, [0] * 4, 0, 0)] * 4)
    for _ in range(3):
        rules.play(state, 0, 0)
        rules.play(state, -1, -1)
    key = state.key()
    with pytest.raises(kernel.LimitError, match="60 cards"):
        rules.play(state, 0, 0)
    assert state.key() == key


def test_powers_do_not_wrap_round() -> None:
    rules = type(engine_for(Ruleset.REBIRTH).kernel)(
        rule_row(Ruleset.REBIRTH), [0.0] * 19, [(0, 1, [0] * 30, [0] * 30, [(0, 0, 0, 99, 0, True, [], 0, 0)])]
    )
    board = rules.board([[*CARD[:6], 2000, 0, 0, 1], *EMPTY[1:]], BASE, [], 2)
    state = rules.state(board, [[0], [0]], [[], []], 0, 9, 0, 1, [False] * 2, [0, 0])
    key = state.key()
    with pytest.raises(kernel.LimitError, match="power change"):
        rules.play(state, 0, 0)
    with pytest.raises(kernel.LimitError, match="power change"):
        rules.describe_plays(board, 0, [(0, 0)], [], 2)
    assert state.key() == key


def test_what_the_kernel_cannot_hold_is_predicted_all_the_same() -> None:
    text = "rebirth Y1[015],-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 Y turn=3 hand=001 ehand=?*5"
    state = GameState.parse(text, HYDRATOR)
    card = state.board.occupants[0]
    assert card is not None
    state.board.occupants[0] = card._replace(lasting=40_000)  # beyond what can be written
    with pytest.raises(kernel.LimitError):
        engine_for(state.ruleset).state(state)
    deck = DECK_IDS[:15]
    threat = PredictionEngine.standard(HYDRATOR).full_enemy_prediction(state, EnemyObservation.of(state, deck))
    assert threat.outcomes
