"""A game is changed by its own methods only, and those keep it whole."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deck import Deck
from qb_engine.errors import NotationError, NotInHandError, TurnOrderError, UnknownCardError
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.hand import Hand
from qb_engine.models import HIDDEN, Move
from qb_engine.notation import TurnPhase, parse_position
from qb_engine.ruleset import Ruleset
from qb_engine.table import Table

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("gamekit", "qb_engine", "qb_app", "bench", "training")
OWN_FIELDS = frozenset({*Table.__slots__, *Hand.__slots__, *Deck.__slots__})
OWN_MODULES = frozenset({"table.py", "game_state.py", "hand.py", "deck.py"})
CHANGING = frozenset({"append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort"})
CARDS = CardHydrator()
START = "Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1"


# Nobody assigns from outside.


def outside_assignments(path: Path) -> list[str]:
    """Places where a field that a game, a hand or a deck has is changed through anything but ``self``.

    It goes by names, not types: a field of another class that bears such a name is better changed by a method too.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [
        f"{path.name}:{node.lineno} {ast.unparse(node)}"
        for target in _changed(tree)
        for node in _fields_of_others(target)
    ]


def _changed(tree: ast.Module) -> Iterator[ast.expr]:
    """Every expression that is assigned to, deleted, or changed by a method of lists."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=targets) | ast.Delete(targets=targets):
                yield from targets
            case ast.AugAssign(target=target) | ast.AnnAssign(target=target):
                yield target
            case ast.Call(func=ast.Attribute(value=value, attr=attr)) if attr in CHANGING:
                yield value


def _fields_of_others(target: ast.expr) -> Iterator[ast.Attribute]:
    match target:
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts:
                yield from _fields_of_others(part)
        case ast.Subscript(value=value) | ast.Starred(value=value):
            yield from _fields_of_others(value)
        case ast.Attribute(value=ast.Name(id="self")):
            return
        case ast.Attribute(attr=attr) if attr in OWN_FIELDS:
            yield target


def test_no_module_of_the_product_assigns_into_a_game() -> None:
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    looked_at = [path for path in paths if not path.name.startswith("test_") and path.name not in OWN_MODULES]
    assert len(looked_at) > 200
    assert [found for path in looked_at for found in outside_assignments(path)] == []


@pytest.mark.parametrize(
    "text",
    [
        "state.turn = 3",
        "self.state.passes += 1",
        "state.decks, x = 1, 2",
        "state.hands[0].cards[1] = card",
        "hand.cards.append(card)",
        "view.log: list = []",
        "del game.state.log[0]",
        "state.phase = view.phase = 1",
    ],
)
def test_an_assignment_from_outside_is_found(text: str, tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(text, encoding="utf-8")
    assert outside_assignments(tmp_path / "module.py")


@pytest.mark.parametrize(
    "text", ["self.turn = 3", "turn = state.turn", "state.play(move)", "state.other = 1", "x[0] = 1"]
)
def test_reading_and_own_fields_are_fine(text: str, tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(text, encoding="utf-8")
    assert outside_assignments(tmp_path / "module.py") == []


# What a screen may overrule.


def at(text: str) -> GameState:
    return GameState.from_position(parse_position(text, CARDS), CARDS)


def refused_without_change(state: GameState, error: type[Exception], words: str, change: object) -> None:
    before = state.key()
    assert callable(change)
    with pytest.raises(error, match=words):
        change()
    assert state.key() == before


def test_a_deck_is_laid_and_must_be_of_known_cards() -> None:
    state = at(f"rebirth {START} Y deck=001 edeck=002 seed=3")
    state.lay_deck(Side.YOU, ["015", HIDDEN])
    assert state.key() == f"rebirth {START} Y deck=015,? edeck=002 seed=3"
    assert at(state.key()) == state
    refused_without_change(state, UnknownCardError, "unknown card '999'", lambda: state.lay_deck(Side.ENEMY, ["999"]))


def test_the_cards_may_be_exchanged_for_more_never_for_fewer() -> None:
    more = CardHydrator()
    card = more.add_json('{"id": "own1", "name": "Own", "rank": 1, "power": 1}')
    state = at(f"rebirth {START} Y hand=001,015 ehand=?*2")
    state.use_cards(more)
    state.player_hand.add_card("own1")
    assert state.hydrator is state.effect_engine.hydrator is state.player_hand.hydrator is more
    assert state.player_hand.cards[-1] is card
    state.play(Move("own1", state.legal_placements(Side.YOU)[-1].tile))
    refused_without_change(state, UnknownCardError, "own1", lambda: state.use_cards(CARDS))


def test_a_board_is_taken_over_as_a_copy_and_of_the_same_rules() -> None:
    state = at(f"rebirth {START} Y turn=5 hand=001")
    board = BoardState(Ruleset.REBIRTH)
    board.place_card(CARDS.get("Zu"), Side.YOU, 1, 2)
    state.correct_board(board)
    board.take_card_off(7)
    assert "[Y015]" in state.key()
    assert "turn=5 hand=001" in state.key()
    refused_without_change(state, NotationError, "of v2.2.4", lambda: state.correct_board(BoardState(Ruleset.V2_2_4)))


def test_a_position_is_taken_over_and_the_log_goes_on() -> None:
    state = GameState.start(["001"] * 15, ["001"] * 15, 1, ruleset=Ruleset.REBIRTH.varied(max_copies=15))
    log = list(state.log)
    other = parse_position(f"{state.ruleset} {START} E turn=4 hand=005 ehand=?*3", CARDS)
    state.correct_position(other)
    assert state.position() == other
    assert state.log == log
    refused_without_change(
        state, NotationError, "of v2.2.4", lambda: state.correct_position(parse_position(f"v2.2.4 {START} Y", CARDS))
    )


def test_the_turn_goes_over_with_its_draw_to_come_and_the_passes_forgotten() -> None:
    state = at(f"rebirth {START} Y hand=001,001 ehand=001")
    state.correct_turn(Side.ENEMY)
    assert (state.side_to_act, state.turn, state.phase) == (Side.ENEMY, 1, TurnPhase.DRAW), "who begins"
    state.play(Move.PASS)
    state.correct_turn(Side.ENEMY)
    assert (state.side_to_act, state.turn, state.passes) == (Side.ENEMY, 3, 0)


def test_a_side_is_skipped_to_without_a_draw() -> None:
    state = at(f"rebirth {START} Y turn=5 hand=001 ehand=001 edeck=002")
    state.skip_to(Side.ENEMY)
    assert (state.side_to_act, state.turn, state.phase) == (Side.ENEMY, 6, TurnPhase.PLAY)
    assert len(state.enemy_hand) == 1


def test_a_draw_is_skipped_once() -> None:
    state = at(f"rebirth {START} Y turn=5 phase=draw hand=001 deck=002")
    state.skip_draw()
    assert (state.phase, len(state.player_hand)) == (TurnPhase.PLAY, 1)
    refused_without_change(state, TurnOrderError, "drawn for this turn already", state.skip_draw)


def test_hidden_cards_are_told_one_by_one() -> None:
    hand = at(f"rebirth {START} Y hand=001,?,?").player_hand
    assert hand.reveal("015") == 1
    assert hand.as_card_ids() == ["001", "015", HIDDEN]
    assert hand.hide(0) is CARDS.get("001")
    assert hand.as_card_ids() == [HIDDEN, "015", HIDDEN]
    hand.reveal("001"), hand.reveal("001")
    with pytest.raises(NotInHandError, match="no card there is hidden"):
        hand.reveal("001")
