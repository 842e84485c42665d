"""Programs written from the simulation text alone, §6.4, §8, §10.4 and §11: clones, the order of calls, whole games."""

import pytest

from qb_engine import EffectEngine, GameState, ProjectionEngine, Ruleset, Side
from tests.specification.boards import CARDS, EFFECTS, TILES, Player, game, stored
from tests.specification.test_simulation import full_turn, new_game, playable

RANK_1 = [card.id for card in CARDS if card.cost == 1 and not card.replaces]


def test_a_clone_shares_nothing() -> None:
    """§6.4, §9, §10.3: board, hands, decks and generator are copied; whatever happens to one leaves the other alone."""
    state = playable()
    full_turn(state)
    state.rng.random()
    before = (state.key(), stored(state.board), state.rng.getstate())
    clone = state.clone()
    assert clone.key() == state.key()
    for mine, theirs in (
        (state.board, clone.board),
        (state.player_hand, clone.player_hand),
        (state.enemy_hand, clone.enemy_hand),
        (state.player_deck, clone.player_deck),
        (state.enemy_deck, clone.enemy_deck),
        (state.rng, clone.rng),
    ):
        assert mine is not theirs
    clone.rng.random()
    clone.player_deck.draw_n(3)
    clone.enemy_hand.remove_index(0)
    full_turn(clone)
    assert (state.key(), stored(state.board), state.rng.getstate()) == before


def test_a_clone_goes_on_as_the_original_would() -> None:
    """§6.4: the state of the generator is copied too."""
    state = playable()
    full_turn(state)
    state.rng.random()
    clone = state.clone()
    for _ in range(6):
        full_turn(state)
        full_turn(clone)
    assert clone.key() == state.key()
    assert clone.rng.random() == state.rng.random()


def test_a_whole_game_is_reproducible() -> None:
    """§10.4, §11: many turns, twice, with the same logs; another seed gives another game."""
    logs = []
    for seed in (3, 3, 4):
        state = new_game(seed)
        for _ in range(12):
            if not state.is_over:
                full_turn(state)
        logs.append([str(entry) for entry in state.log])
    assert logs[0] == logs[1] != logs[2]
    assert len(logs[0]) > 12


def test_powers_are_stable_across_turns() -> None:
    """§10.4: what a card does to its neighbours stays while it lies there."""
    state = game("Y1,Y1,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1", hand="025,001,005", enemy="001,005,007")
    state.play_card_from_hand("Y", 0, 0, 0)
    state.end_turn()
    for _ in range(4):
        full_turn(state)
        if state.board.tile(0, 1).occupant is not None:
            assert EFFECTS.compute_effective_power(state.board, 0, 1) == 3
    assert state.board.tile(0, 1).occupant is not None


def sequence(state: GameState, card_id: str, side: Player, lane: int, col: int) -> None:
    """The calls of §8.1 to §8.5 in their order."""
    card, board = CARDS.get(card_id), state.board
    projection, effects = ProjectionEngine(), EffectEngine(CARDS)
    board.place_card(card, side, lane, col)
    if side == "Y":
        projection.apply_pawns_for_you(board, card, lane, col)
        effects.apply_effects_for_you(board, card, lane, col)
    else:
        projection.apply_pawns_for_enemy(board, card, lane, col)
        effects.apply_effects_for_enemy(board, card, lane, col)
    board.recompute_influence_from_deltas()


CROWDED = "Y1[007],Y2,E1[020],-,E1/Y1,Y1[008],E1[023],E1,E1[001]/Y1,-,E1[005],E2,E1[019]"


@pytest.mark.parametrize("card_id", RANK_1)
@pytest.mark.parametrize("side", ["Y", "E"])
@pytest.mark.parametrize("tiles", ["Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1", CROWDED], ids=["start", "crowded"])
def test_the_sequence_gives_the_board_of_a_play(tiles: str, side: Player, card_id: str) -> None:
    """§8: place_card, apply_pawns, apply_effects, recompute: the same board as play_card_from_hand."""
    lane, col = (1, 0) if side == "Y" else (0, 4)
    played = game(tiles, to_act=side, hand=card_id, enemy=card_id)
    by_hand = played.clone()
    played.play_card_from_hand(side, 0, lane, col)
    sequence(by_hand, card_id, side, lane, col)
    assert stored(by_hand.board) == stored(played.board)
    assert [EFFECTS.compute_effective_power(by_hand.board, *tile) for tile in cards_on(by_hand)] == [
        EFFECTS.compute_effective_power(played.board, *tile) for tile in cards_on(played)
    ]


def cards_on(state: GameState) -> list[tuple[int, int]]:
    return [tile for tile in TILES if state.board.tile(*tile).occupant is not None]


def test_the_default_rules_of_a_game_are_those_of_the_text() -> None:
    """§2: aligned with v2.2.4."""
    assert new_game().ruleset == Ruleset.V2_2_4


def test_sides_are_the_letters_of_the_text() -> None:
    """§6.2, as settled: Side has the values "Y" and "E", so the strings work everywhere."""
    assert [str(side) for side in Side] == ["Y", "E"]
    assert Side("Y") == "Y"
    assert hash(Side("E")) == hash("E")
    assert f"{Side('E')}" == "E"
