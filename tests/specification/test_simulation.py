"""Programs written from the simulation text alone, §6, §7 and §9: a game, its turns, and what it refuses."""

import pytest

from gamekit.sides import BySide
from qb_engine import BoardState, Deck, GameState, Hand, QueensBloodError
from qb_engine.game_events import DrawMissed
from tests.specification.boards import START, game

MINE = [f"{number:03}" for number in range(1, 16)]
THEIRS = ["001", "005", "007", "008", "018", "019", "020", "023"] * 2


def new_game(seed: int = 42) -> GameState:
    decks = Deck(MINE, seed), Deck(THEIRS[:15], seed + 1)
    for deck in decks:
        deck.shuffle()
    return GameState(*decks)


def playable() -> GameState:
    """A game in which both sides hold cards of rank 1 only."""
    return GameState(Deck(THEIRS[:15], 3), Deck(THEIRS[:15], 4))


def full_turn(state: GameState) -> None:
    """Whoever acts draws, plays its first card on the first tile where it may, or passes, and ends the turn."""
    side = state.side_to_act
    state.draw_start_of_turn()
    hand = state.player_hand if side == "Y" else state.enemy_hand
    for index in range(len(hand.as_card_ids())):
        for lane in range(3):
            for col in range(5):
                try:
                    state.play_card_from_hand(side, index, lane, col)
                except QueensBloodError:
                    continue
                state.end_turn()
                return
    give_away(state)


def give_away(state: GameState) -> None:
    """Whoever acts passes."""
    state.pass_turn(state.side_to_act)
    if not state.is_over:
        state.end_turn()


def test_the_data_model() -> None:
    """§6.2: the fields of a game."""
    state = new_game()
    assert isinstance(state.board, BoardState)
    assert isinstance(state.player_hand, Hand)
    assert isinstance(state.enemy_hand, Hand)
    assert isinstance(state.player_deck, Deck)
    assert isinstance(state.enemy_deck, Deck)
    assert state.turn == 1
    assert state.side_to_act == "Y"
    assert 0 <= state.rng.random() < 1


def test_a_game_starts_with_five_cards_for_each_side() -> None:
    """§3A, §6.3: created from two decks."""
    state = new_game()
    assert len(state.player_hand.as_card_ids()) == len(state.enemy_hand.as_card_ids()) == 5
    assert len(state.player_deck.draw_n(20)) == 10


def test_a_game_can_start_with_given_hands() -> None:
    """§6.3: optionally initial hands."""
    state = GameState(Deck(MINE, 1), Deck(THEIRS[:15], 2), hands=BySide(["001", "002"], ["020"]))
    assert state.player_hand.as_card_ids() == ["001", "002"]
    assert state.enemy_hand.as_card_ids() == ["020"]


def test_the_seed_makes_a_game_reproducible() -> None:
    """§3.1: seeded by the constructor of the game, which keeps the seed."""
    one, two, other = (GameState(Deck(MINE, 1), Deck(THEIRS[:15], 2), seed=seed) for seed in (7, 7, 8))
    assert one.seed == 7
    assert one.rng.random() == two.rng.random() != other.rng.random()


def test_the_mulligan_of_each_side() -> None:
    """§3A, §6.3: before the own first turn, once, any subset, back to five."""
    state = new_game()
    before = state.player_hand.as_card_ids()
    state.mulligan("Y", [0, 1])
    after = state.player_hand.as_card_ids()
    assert len(after) == 5
    assert set(before[2:]) <= set(after)
    with pytest.raises(QueensBloodError):
        state.mulligan("Y", [0])
    state.mulligan("E", [4])
    assert len(state.enemy_hand.as_card_ids()) == 5


def test_no_mulligan_after_the_first_turn() -> None:
    """§3A: only before each side's first turn."""
    state = playable()
    full_turn(state)
    with pytest.raises(QueensBloodError):
        state.mulligan("Y", [0])
    state.mulligan("E", [0])
    full_turn(state)
    with pytest.raises(QueensBloodError):
        state.mulligan("E", [0])


def test_the_first_draw_of_each_side_is_skipped() -> None:
    """§3A, §6.3, §7.1, §10.3: draws begin on the side's second turn."""
    state = playable()
    sizes = []
    for _ in range(4):
        side = state.side_to_act
        hand = state.player_hand if side == "Y" else state.enemy_hand
        before = len(hand.as_card_ids())
        state.draw_start_of_turn()
        sizes.append((side, before, len(hand.as_card_ids())))
        column = 0 if side == "Y" else 4
        state.play_card_from_hand(side, 0, len(sizes) // 3, column)
        state.end_turn()
    assert sizes == [("Y", 5, 5), ("E", 5, 5), ("Y", 4, 5), ("E", 4, 5)]


def test_drawing_from_an_empty_deck_gives_nothing() -> None:
    """§3A, §7.1, §9, as settled: nothing is raised, play continues, the log records the missed draw."""
    state = game(START, hand="001", more="turn=3 phase=draw")
    state.draw_start_of_turn()
    assert state.player_hand.as_card_ids() == ["001"]
    assert [entry.event for entry in state.log] == [DrawMissed()]
    state.play_card_from_hand("Y", 0, 0, 0)


def test_playing_a_card_from_the_hand() -> None:
    """§7.2, §10.3: it leaves the hand, lies on the board, and its pattern is laid."""
    state = game(hand="005,001,007", enemy="001")
    state.play_card_from_hand("Y", 1, 1, 0)
    assert state.player_hand.as_card_ids() == ["005", "007"]
    occupant = state.board.tile(1, 0).occupant
    assert occupant is not None
    assert (occupant.card.id, state.board.get_card_side(occupant.number)) == ("001", "Y")
    assert [state.board.tile(lane, col).player_rank for lane, col in ((0, 0), (1, 1), (2, 0))] == [2, 1, 2]


def test_a_play_of_the_enemy() -> None:
    """§7.2: the side is the plain letter."""
    state = game(to_act="E", hand="001", enemy="007")
    state.play_card_from_hand("E", 0, 0, 4)
    assert state.enemy_hand.as_card_ids() == []
    assert [state.board.tile(lane, col).enemy_rank for lane, col in ((0, 3), (1, 4))] == [1, 2]


def test_destroyed_cards_are_removed_with_all_they_did() -> None:
    """§7.3, §10.4: Archdragon takes 3 from Queen Bee, of power 1; her pawn on BOT-5 is gone with her."""
    state = game("Y1,-,-,Y1,E1/Y1,-,-,-,E1/Y1,-,-,-,E1", to_act="E", hand="020", enemy="005")
    state.play_card_from_hand("E", 0, 0, 4)
    state.end_turn()
    assert state.board.tile(2, 4).enemy_rank == 2
    state.play_card_from_hand("Y", 0, 0, 3)
    assert state.board.tile(0, 4).occupant is None
    assert state.board.tile(2, 4).enemy_rank == 1


def test_the_turn_passes_to_the_other_side() -> None:
    """§7.4, §10.3: side_to_act advances, turn rises."""
    state = playable()
    assert (state.turn, state.side_to_act) == (1, "Y")
    full_turn(state)
    assert (state.turn, state.side_to_act) == (2, "E")
    full_turn(state)
    assert (state.turn, state.side_to_act) == (3, "Y")


def test_two_passes_in_a_row_end_the_game() -> None:
    """§3A, §7.4: consecutive ones only."""
    state = playable()
    give_away(state)
    full_turn(state)
    give_away(state)
    assert not state.is_over
    give_away(state)
    assert state.is_over


def test_a_full_board_ends_the_game() -> None:
    """§3A, §7.4: all fifteen tiles occupied."""
    row = "Y1[001],Y1[001],Y1[001],E1[001],E1[001]"
    state = game(f"Y1,{row[8:]}/{row}/{row}", hand="001")
    assert not state.is_over
    state.play_card_from_hand("Y", 0, 0, 0)
    state.end_turn()
    assert state.is_over


def test_an_empty_deck_and_an_empty_hand_do_not_end_the_game() -> None:
    """§3A: no auto-end."""
    state = game(hand="", enemy="001", more="turn=9")
    assert not state.is_over


@pytest.mark.parametrize("index", [-1, 1, 9])
def test_an_invalid_hand_index_is_refused(index: int) -> None:
    """§9."""
    state = game()
    before = state.key()
    with pytest.raises(QueensBloodError):
        state.play_card_from_hand("Y", index, 0, 0)
    assert state.key() == before


@pytest.mark.parametrize(("lane", "col"), [(0, 1), (0, 4), (1, 2), (3, 0), (0, 7), (-1, 0), (0, -1)])
def test_an_illegal_tile_is_refused(lane: int, col: int) -> None:
    """§9: neutral, the enemy's, off the board; nothing has changed, the card is still held."""
    state = game()
    before = state.key()
    with pytest.raises(QueensBloodError):
        state.play_card_from_hand("Y", 0, lane, col)
    assert state.key() == before
    assert state.player_hand.as_card_ids() == ["001"]


def test_errors_are_deterministic() -> None:
    """§9: the same mistake is told in the same words."""
    told = set()
    for _ in range(2):
        with pytest.raises(QueensBloodError) as refusal:
            game().play_card_from_hand("Y", 0, 0, 2)
        told.add((type(refusal.value), str(refusal.value)))
    assert len(told) == 1


def test_the_wrong_side_may_not_play() -> None:
    """§6.1: side-to-act is the game's own."""
    with pytest.raises(QueensBloodError):
        game().play_card_from_hand("E", 0, 0, 4)
