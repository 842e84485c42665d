"""No tile is ever left as it cannot be, and none that cannot be is taken from a user."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given

from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.changes import Pawns
from qb_engine.destruction import CardDestructionEngine
from qb_engine.effect_engine import EffectEngine
from qb_engine.errors import BoardError
from qb_engine.game_state import GameState
from qb_engine.geometry import Side, Tile
from qb_engine.kernel.door import kernel_engine
from qb_engine.models import Move
from qb_engine.pawn_delta import PawnDelta
from qb_engine.projection import ProjectionEngine
from qb_engine.ruleset import Ruleset
from tests.qb_engine.strategies import Play, Playout, playouts, plays

CARDS = CardHydrator()
T1, T2, M3 = (Tile.parse(name).index for name in ("T1", "T2", "M3"))


def entered_owner(board: BoardState) -> None:
    board.owners[M3] = Side.YOU


def entered_tie(board: BoardState) -> None:
    board.player_ranks[M3] = board.enemy_ranks[M3] = 1


def entered_rank(board: BoardState) -> None:
    board.player_ranks[T1] = 9


def entered_loser(board: BoardState) -> None:
    board.enemy_ranks[T1] = 2


def entered_both(board: BoardState) -> None:
    board.player_ranks[T1], board.enemy_ranks[T1] = 2, 1


def entered_base(board: BoardState) -> None:
    board.layer.base[T1] = (2, 0)


def entered_delta(board: BoardState) -> None:
    board.layer.by_tile[T2] = (PawnDelta(7, 0, 0),)


def entered_other_owner(board: BoardState) -> None:
    """The pawns laid there tell who had it before the tie."""
    board.place_card(CARDS.get("001"), "Y", 2, 0)
    board.layer.base[T2], board.layer.by_tile[T2] = (1, 0), (PawnDelta(1, 0, 1),)
    board.player_ranks[T2] = board.enemy_ranks[T2] = 1
    board.owners[T2] = Side.ENEMY


SPOILED: list[tuple[Callable[[BoardState], None], Ruleset, str]] = [
    (entered_rank, Ruleset.V2_2_4, "T1 has pawns 9:0; ranks are 0 to 3"),
    (entered_rank, Ruleset.REBIRTH, "T1 has pawns 9:0; ranks are 0 to 3"),
    (entered_both, Ruleset.REBIRTH, "T1 has pawns 2:1; under rebirth never both sides"),
    (entered_loser, Ruleset.V2_2_4, "T1 has pawns 1:2 and belongs to YOU"),
    (entered_tie, Ruleset.V2_2_4, "M3 has pawns 1:1 and belongs to nobody"),
    (entered_owner, Ruleset.REBIRTH, "M3 has no pawns and belongs to YOU, not to nobody"),
    (entered_owner, Ruleset.V2_2_4, "M3 has no pawns and belongs to YOU, not to nobody"),
    (entered_base, Ruleset.V2_2_4, "T1 has pawns 1:0, which do not follow"),
    (entered_delta, Ruleset.V2_2_4, "T2 holds pawns of a card that is not in play"),
    (entered_other_owner, Ruleset.V2_2_4, "T2 belongs to ENEMY, which does not follow"),
]


@pytest.mark.parametrize(("spoil", "ruleset", "told"), SPOILED)
def test_a_game_does_not_go_on_with_a_board_that_cannot_be(
    spoil: Callable[[BoardState], None], ruleset: Ruleset, told: str
) -> None:
    state = GameState.parse(f"{ruleset} Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 Y hand=001 ehand=001")
    before, board = state.key(), BoardState(ruleset)
    spoil(board)
    with pytest.raises(BoardError, match=told):
        state.correct_board(board)
    assert state.key() == before


@pytest.mark.parametrize("ruleset", [Ruleset.V2_2_4, Ruleset.REBIRTH], ids=str)
@pytest.mark.parametrize(
    ("pawns", "told"),
    [
        (Pawns("Y", 9, 0), "M3 has pawns 9:0; ranks are 0 to 3"),
        (Pawns("E", 0, -1), "M3 has pawns 0:-1; ranks"),
        (Pawns("E", 2, 0), "M3 has pawns 2:0 and belongs to ENEMY"),
        (Pawns(None, 1, 0), "M3 has pawns 1:0 and belongs to nobody"),
    ],
    ids=repr,
)
def test_pawns_that_cannot_be_are_not_set(ruleset: Ruleset, pawns: Pawns, told: str) -> None:
    board = BoardState(ruleset)
    with pytest.raises(BoardError, match=told):
        board.set_pawns(M3, pawns)
    assert board == BoardState(ruleset)


@pytest.mark.parametrize("ruleset", [Ruleset.V2_2_4, Ruleset.REBIRTH], ids=str)
def test_an_owner_set_without_pawns_is_a_designated_one(ruleset: Ruleset) -> None:
    board = BoardState(ruleset)
    board.set_pawns(M3, Pawns("Y", 0, 0))
    board.recompute_influence_from_deltas()
    board.check()
    assert board.owners[M3] is Side.YOU
    board.set_pawns(M3, Pawns(None, 0, 0))
    board.recompute_influence_from_deltas()
    assert board.owners[M3] is None


@given(playouts())
def test_every_tile_can_be_after_every_play_under_every_reading_of_the_rules(playout: Playout) -> None:
    for state, _ in playout.plies():
        state.board.check()


@given(plays())
def test_a_play_on_an_entered_board_leaves_every_tile_as_it_can_be(play: Play) -> None:
    play.board.check()
    EffectEngine(CARDS).resolve_play(play.board, play.side, play.card, play.tile)
    play.board.check()


# The enemy's Kelzmelzer on M4 replaces nothing and destroys the card that had laid the first pawns on T3. What is left
# there, one pawn of each side, came in one step and does not tell who had the tile before.
TIED = (
    "v2.2.4 Y2,Y1,E2[063-1!0#13],E1[072#18],E2[130-1#16]/Y3[091#15],Y1[013#17],Y1[E146+6#10],E2,E1[082#8]/"
    "Y2[144#19],Y1,E1[Y106#14],E1[036#4],E1[010#2] E next=20 deltas=15@T1+1+0,13@T2-1+1,17@T2+2-1,10@T3-1+1,18@T3+1+1,"
    "16@T4+0+1,18@T5+0+1,17@M1+1+0,19@M1+1+0,10@M2-1+1,15@M2+2-1,13@M3-1+1,17@M3+2-1,4@M4+0+1,18@M4+0+1,15@B1+1+0,"
    "19@B2+1+0,4@B3+0+1,2@B4+0+1 turn=22 hand=135 ehand=039"
)


def test_a_tile_whose_pawns_are_taken_back_to_a_tie_stays_with_who_had_it() -> None:
    state = GameState.parse(TIED, CARDS)
    packed = None if (kernel := kernel_engine(CARDS, state.ruleset)) is None else kernel.state(state)
    move = Move.parse("039 M4")
    assert state.board.tile(0, 2)[:3] == (Side.ENEMY, 0, 2)
    state.play(move)
    assert state.board.tile(0, 2)[:3] == (Side.ENEMY, 1, 1)
    assert GameState.parse(state.key(), CARDS).board == state.board
    if kernel is not None and packed is not None:
        kernel.play(packed, move)
        assert kernel.unpack_state(packed).board == state.board


def test_pawns_laid_on_such_a_tile_and_taken_back_leave_it_with_who_had_it() -> None:
    state = GameState.parse(TIED, CARDS)
    state.play("039 M4")
    board, officer = state.board.clone(), CARDS.get("001")
    board.place_card(officer, "Y", 0, 1)
    ProjectionEngine().apply_pawns_for_you(board, officer, 0, 1)
    assert board.tile(0, 2)[:3] == (Side.YOU, 2, 0)
    CardDestructionEngine().remove(board, T2)
    board.next_number -= 1
    assert board == state.board
