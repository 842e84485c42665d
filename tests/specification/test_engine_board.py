"""Programs written from the engine text alone, §4 and §5: what a tile stores, and where a card may be played."""

from dataclasses import replace

import pytest

from qb_engine import BoardState, LegalityChecker, QueensBloodError, Side, Tile
from qb_engine.changes import Pawns
from tests.specification.boards import CARDS, TILES, Player, at, game, put


def kind(board: BoardState, side: Player, card_id: str, lane: int, col: int) -> str | None:
    """Why the card may not be played there, or None."""
    refusal = LegalityChecker().check(board, side, CARDS.get(card_id), lane, col)
    return None if refusal is None else str(refusal.kind)


def test_the_start_board() -> None:
    """§4: each tile stores owner, ranks and occupant; each side starts with one pawn on its end column."""
    board = BoardState()
    for lane, col in TILES:
        tile = board.tile(lane, col)
        owner, yours, theirs = {0: ("Y", 1, 0), 4: ("E", 0, 1)}.get(col, (None, 0, 0))
        assert tile.owner == owner
        assert (tile.player_rank, tile.enemy_rank) == (yours, theirs)
        assert tile.visible_rank == max(yours, theirs)
        assert tile.occupant is None
        assert list(tile.effect_sources) == []
        assert not tile.pawn_deltas


def test_an_occupied_tile_names_its_card() -> None:
    """§4: occupantCard is a card or null."""
    board = BoardState()
    number = put(board, "020", "Y", 0, 0)
    occupant = board.tile(0, 0).occupant
    assert occupant is not None
    assert (occupant.number, occupant.card.id) == (number, "020")
    assert board.tile(0, 1).occupant is None


def test_effect_sources_list_the_cards_that_mark_a_tile() -> None:
    """§4: effectSources are the cards that currently apply effects to this tile."""
    state = game(hand="025")
    state.play_card_from_hand("Y", 0, 0, 0)
    source = state.board.tile(0, 0).occupant
    assert source is not None
    assert list(state.board.tile(0, 1).effect_sources) == [source]
    assert list(state.board.tile(2, 0).effect_sources) == [source]
    assert list(state.board.tile(1, 1).effect_sources) == []


def test_the_visible_rank_is_the_larger_of_both() -> None:
    """§4: visibleRank = max(playerRank, enemyRank)."""
    board = game("Y2:1,E3:2,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1").board
    first, second = board.tile(0, 0), board.tile(0, 1)
    assert (first.player_rank, first.enemy_rank, first.visible_rank) == (2, 1, 2)
    assert (second.player_rank, second.enemy_rank, second.visible_rank) == (2, 3, 3)


def test_a_card_goes_onto_an_own_empty_tile_with_enough_pawns() -> None:
    """§5: empty, owned, visibleRank ≥ cost."""
    board = game("Y1,Y2,Y3,-,E1/Y1,-,-,-,E1/Y1,-,-,E2,E3").board
    assert [kind(board, "Y", card, 0, col) is None for card in ("001", "015", "017") for col in range(3)] == [
        True, True, True,
        False, True, True,
        False, False, True,
    ]  # fmt: skip
    assert kind(board, "E", "017", 2, 4) is None
    assert kind(board, "E", "015", 2, 3) is None


def test_an_occupied_tile_is_illegal() -> None:
    """§4, §5: whatever the rank under the card."""
    board = BoardState()
    put(board, "001", "Y", 0, 0)
    assert kind(board, "Y", "001", 0, 0) == "occupied"
    assert kind(board, "E", "001", 0, 0) == "occupied"


def test_a_tile_of_the_other_side_is_illegal() -> None:
    """§5: ENEMY tiles are always illegal, and yours are so for the enemy."""
    board = BoardState()
    assert kind(board, "Y", "001", 0, 4) is not None
    assert kind(board, "E", "001", 0, 0) is not None
    assert kind(board, "E", "001", 0, 4) is None


def test_a_neutral_tile_is_illegal_until_it_is_designated() -> None:
    """§5, as settled: a tile of nobody can be given to a side by hand; then only its pawns are missing."""
    board = BoardState()
    before = kind(board, "Y", "001", 0, 1)
    assert board.tile(0, 1).owner is None
    board.designate_owner(Tile.parse("TOP-2").index, "Y")
    assert board.tile(0, 1).owner == "Y"
    assert before is not None
    assert kind(board, "Y", "001", 0, 1) not in (None, before)


def test_a_designated_tile_takes_a_card_that_needs_no_pawns() -> None:
    """§5.2, §5.3: both ranks 0, the tile given to YOU, visibleRank ≥ cost. No printed card costs 0, so one is made."""
    board = BoardState()
    free = replace(CARDS.get("001"), rank=0)
    checker = LegalityChecker()
    assert free.cost == 0
    assert checker.check(board, "Y", free, 0, 1) is not None
    board.designate_owner(at("TOP-2"), "Y")
    assert checker.check(board, "Y", free, 0, 1) is None
    assert checker.check(board, "E", free, 0, 1) is not None


def test_equal_pawns_leave_a_tile_with_its_owner() -> None:
    """§5.2, as settled: one of two pawns is turned, and the tile stays with whose they were."""
    state = game("Y1,E2,-,Y2,E1/Y1,-,-,-,E1/Y1,-,-,-,E1")
    state.play_card_from_hand("Y", 0, 0, 0)
    state.end_turn()
    state.play_card_from_hand("E", 0, 0, 4)
    for col, owner in ((1, "E"), (3, "Y")):
        tile = state.board.tile(0, col)
        assert (tile.player_rank, tile.enemy_rank, tile.owner) == (1, 1, owner)


def test_a_tile_off_the_board_raises() -> None:
    """As settled: a call that names a tile off the board raises; the checker, which gives reasons, gives this one."""
    board = BoardState()
    for lane, col in ((3, 0), (0, 5), (-1, 0), (0, -1)):
        with pytest.raises(QueensBloodError):
            board.tile(lane, col)
        with pytest.raises(QueensBloodError):
            board.place_card(CARDS.get("001"), "Y", lane, col)
        assert kind(board, "Y", "001", lane, col) == "off_board"


def test_a_board_set_by_hand_is_checked() -> None:
    """As settled: no tile may be left in a state that the rules do not know, such as rank 9."""
    with pytest.raises(QueensBloodError):
        game("Y9,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1")
    board = BoardState()
    for wrong in (Pawns(Side("Y"), 9, 0), Pawns(Side("Y"), 1, 2), Pawns(None, 0, 1), Pawns(Side("E"), 0, -1)):
        with pytest.raises(QueensBloodError):
            board.set_pawns(at("MID-3"), wrong)
    assert board == BoardState()


@pytest.mark.parametrize("text", ["TOP-1", "top 1", "T1", "top-1", "Top 1"])
def test_a_board_position_is_lane_and_column(text: str) -> None:
    """§6.1, as settled: LANE-COL, and every reader takes the short form and the spoken one alike."""
    tile = Tile.parse(text)
    assert tile == Tile.parse("TOP-1")
    assert tile.index == 0


def test_board_positions_of_all_lanes() -> None:
    """§6.1: TOP, MID, BOT and columns 1 to 5 from left to right."""
    assert [at(name) for name in ("TOP-5", "MID-1", "MID-3", "bot-1", "BOT-5")] == [4, 5, 7, 10, 14]
    with pytest.raises(QueensBloodError):
        Tile.parse("TOP-6")
