"""Programs written from the engine text alone, §6 and §7: patterns, pawns, and what a destroyed card takes back."""

import pytest

from qb_engine import BoardState, CardDestructionEngine, ProjectionEngine
from tests.specification.boards import CARDS, EFFECTS, Player, at, game, put

PROJECTION = ProjectionEngine()


def letter(card_id: str, place: str) -> str:
    """What stands at a pattern coordinate such as C3: columns E D C B A from the left, rows 1 to 5 from the top."""
    return CARDS.get(card_id).grid()[int(place[1]) - 1]["EDCBA".index(place[0])]


def lay(board: BoardState, card_id: str, side: Player, lane: int, col: int) -> int:
    """Place a card and lay its pawns."""
    card = CARDS.get(card_id)
    number = board.place_card(card, side, lane, col).number
    if side == "Y":
        PROJECTION.apply_pawns_for_you(board, card, lane, col)
    else:
        PROJECTION.apply_pawns_for_enemy(board, card, lane, col)
    board.recompute_influence_from_deltas()
    return number


def ranks(board: BoardState, name: str) -> tuple[str | None, int, int]:
    tile = board.tile(*divmod(at(name), 5))
    return tile.owner, tile.player_rank, tile.enemy_rank


def given(board: BoardState, name: str) -> dict[int, tuple[int, int]]:
    """What each card in play, by its number, adds to the two ranks of a tile."""
    return {delta.number: (delta.player_rank_delta, delta.enemy_rank_delta) for delta in board.layer.by_tile[at(name)]}


def test_pattern_coordinates() -> None:
    """§6.1: W lies at C3; Archdragon lays pawns at D2, D4 and B3 and marks B3."""
    assert letter("020", "C3") == "W"
    assert [letter("020", place) for place in ("D2", "D4", "B3", "A3", "C2")] == ["P", "P", "X", ".", "."]
    assert letter("022", "A1") == letter("022", "A5") == "E"


def test_projection_targets_for_you() -> None:
    """§6.1, §6.2: P and X tiles get pawns, E and X tiles are marked."""
    pawns, marks = PROJECTION.compute_projection_targets(CARDS.get("020"), "Y", 1, 2)
    assert {tile.index for tile in pawns} == {at("TOP-2"), at("BOT-2"), at("MID-4")}
    assert {tile.index for tile in marks} == {at("MID-4")}


def test_projection_targets_for_the_enemy_are_mirrored() -> None:
    """§6.1: only the columns are mirrored for the right player."""
    pawns, marks = PROJECTION.compute_projection_targets_for_enemy(CARDS.get("020"), 1, 2)
    assert {tile.index for tile in pawns} == {at("TOP-4"), at("BOT-4"), at("MID-2")}
    assert {tile.index for tile in marks} == {at("MID-2")}
    assert PROJECTION.compute_projection_targets(CARDS.get("020"), "E", 1, 2) == (pawns, marks)
    pawns, _ = PROJECTION.compute_projection_targets(CARDS.get("007"), "E", 0, 4)
    assert {tile.index for tile in pawns} == {at("TOP-4"), at("MID-5")}


def test_offsets_that_leave_the_board_are_ignored() -> None:
    """§6, as settled: a pattern may hang over the edge."""
    pawns, marks = PROJECTION.compute_projection_targets(CARDS.get("001"), "Y", 0, 0)
    assert {tile.index for tile in pawns} == {at("TOP-2"), at("MID-1")}
    assert set(marks) == set()
    pawns, marks = PROJECTION.compute_projection_targets(CARDS.get("022"), "Y", 1, 3)
    assert (set(pawns), set(marks)) == (set(), set())


def test_a_pawn_claims_neutral_ground_and_raises_own_ground() -> None:
    """§6.2: P is a pawn update."""
    board = BoardState()
    lay(board, "001", "Y", 0, 0)
    assert ranks(board, "TOP-2") == ("Y", 1, 0)
    assert ranks(board, "MID-1") == ("Y", 2, 0)


def test_a_pawn_turns_enemy_ground_step_by_step() -> None:
    """§6.2, rules of v2.2.4: one enemy pawn less, one own pawn more."""
    board = BoardState()
    lay(board, "001", "Y", 0, 3)
    assert ranks(board, "TOP-5") == ("Y", 1, 0)
    lay(board, "001", "E", 2, 0)
    assert ranks(board, "MID-1") == ("E", 0, 1)


def test_an_x_tile_gets_a_pawn_and_a_mark() -> None:
    """§6.2: X is P and then E."""
    state = game(hand="025")
    state.play_card_from_hand("Y", 0, 0, 0)
    tile = state.board.tile(0, 1)
    assert (tile.owner, tile.player_rank, len(tile.effect_sources)) == ("Y", 1, 1)


def test_the_pawns_of_a_card_are_looked_up_by_its_number() -> None:
    """§4, §6.3: pawnDeltas[cardID].playerRankDelta and enemyRankDelta, where the id is the one in play."""
    board = BoardState()
    mine, theirs = lay(board, "001", "Y", 0, 0), lay(board, "001", "E", 0, 2)
    deltas = board.tile(0, 1).pawn_deltas
    assert (deltas[mine].player_rank_delta, deltas[mine].enemy_rank_delta) == (1, 0)
    assert (deltas[theirs].player_rank_delta, deltas[theirs].enemy_rank_delta) == (-1, 1)


def test_each_card_keeps_its_own_pawns() -> None:
    """§6.3: what each card in play gave to a tile, for both ranks."""
    board = BoardState()
    first, second = lay(board, "001", "Y", 0, 0), lay(board, "001", "Y", 1, 1)
    assert given(board, "TOP-2") == {first: (1, 0), second: (1, 0)}
    third = lay(board, "001", "E", 0, 2)
    assert given(board, "TOP-2")[third] == (-1, 1)


def test_the_ranks_are_the_sum_of_the_pawns_of_the_cards_in_play() -> None:
    """§6.3: the aggregate is the base and the deltas of all cards, each rank from 0 to 3."""
    board = BoardState()
    for lane, col in ((0, 1), (1, 0), (2, 1), (1, 2)):
        lay(board, "001", "Y", lane, col)
        assert ranks(board, "MID-2") == ("Y", sum(player for player, _ in given(board, "MID-2").values()), 0)
    assert ranks(board, "MID-2") == ("Y", 3, 0)


def test_a_destroyed_card_leaves_its_tile() -> None:
    """§7.1."""
    board = BoardState()
    number = lay(board, "001", "Y", 0, 0)
    CardDestructionEngine().remove(board, at("TOP-1"))
    assert board.tile(0, 0).occupant is None
    assert all(number not in given(board, name) for name in ("TOP-2", "MID-1"))


def test_a_destroyed_card_takes_its_effects_from_all_tiles() -> None:
    """§7.2: what it raised falls back."""
    state = game("Y1,Y1,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1", hand="025,001")
    state.play_card_from_hand("Y", 0, 0, 0)
    board = state.board
    put(board, "001", "Y", 0, 1)
    assert EFFECTS.compute_effective_power(board, 0, 1) == 3
    CardDestructionEngine().remove(board, at("TOP-1"))
    assert EFFECTS.compute_effective_power(board, 0, 1) == 1
    assert list(board.tile(0, 1).effect_sources) == []


def test_a_destroyed_card_takes_back_its_pawns_and_no_others() -> None:
    """§7.3: ranks are clamped, owners recomputed; the pawns of other cards persist."""
    board = BoardState()
    lay(board, "001", "Y", 0, 0)
    lay(board, "001", "Y", 1, 1)
    assert ranks(board, "TOP-2") == ("Y", 2, 0)
    CardDestructionEngine().remove(board, at("TOP-1"))
    assert ranks(board, "TOP-2") == ("Y", 1, 0)
    assert ranks(board, "MID-3") == ("Y", 1, 0)
    CardDestructionEngine().remove(board, at("MID-2"))
    assert ranks(board, "TOP-2") == (None, 0, 0)
    assert ranks(board, "MID-1") == ("Y", 1, 0)


def test_a_turned_tile_returns_to_its_owner() -> None:
    """§7.3: a capture is undone with the card that made it."""
    board = BoardState()
    lay(board, "001", "Y", 0, 3)
    CardDestructionEngine().remove(board, at("TOP-4"))
    assert ranks(board, "TOP-5") == ("E", 0, 1)


def test_ranks_stay_within_their_bounds_when_pawns_are_taken_back() -> None:
    """§7.3: the enemy took back what you had turned; without your card it has two pawns there, and you none, not −1."""
    board = BoardState()
    lay(board, "001", "Y", 0, 3)
    lay(board, "001", "E", 1, 4)
    assert ranks(board, "TOP-5") == ("E", 0, 1)
    CardDestructionEngine().remove(board, at("TOP-4"))
    assert ranks(board, "TOP-5") == ("E", 0, 2)


def test_an_on_destroyed_effect_is_applied() -> None:
    """§7.4: Amalgam, replaced by Insectoid Chimera, comes back to the hand as its token."""
    state = game("Y1[057],Y1,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1", hand="051")
    state.play_card_from_hand("Y", 0, 0, 0)
    assert state.player_hand.as_card_ids() == ["150"]


def test_an_on_destroyed_effect_weakens_what_lies_around() -> None:
    """§7.4: Bloatfloat (marks two tiles ahead) takes 4 from the card there, which dies of it."""
    state = game("Y1[037],-,E1[020],-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1", hand="051")
    state.play_card_from_hand("Y", 0, 0, 0)
    assert state.board.tile(0, 2).occupant is None


@pytest.mark.parametrize("side", ["Y", "E"])
def test_two_copies_do_not_share_pawns(side: Player) -> None:
    """§4, §7, as settled: pawns are kept for each card in play; removing one copy leaves the other's."""
    board = BoardState()
    column = 0 if side == "Y" else 4
    lay(board, "001", side, 0, column)
    lay(board, "001", side, 2, column)
    middle = board.tile(1, column)
    assert middle.visible_rank == 3
    CardDestructionEngine().remove(board, at("TOP-1" if side == "Y" else "TOP-5"))
    assert board.tile(1, column).visible_rank == 2
    assert board.tile(1, column).owner == side
