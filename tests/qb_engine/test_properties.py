"""What holds in every game and on every board, whatever the cards and whatever reading of the rules."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qb_engine.board_state import MAX_RANK, BoardState
from qb_engine.changes import (
    CardDestroyed,
    CardPlaced,
    CardToHand,
    Pawns,
    PowerChanged,
    TokenSpawned,
)
from qb_engine.destruction import CardDestructionEngine
from qb_engine.effect_engine import EffectEngine
from qb_engine.game_state import GameState
from qb_engine.geometry import COLUMNS, TILE_COUNT, Side, Tile
from qb_engine.models import CardId, Move
from qb_engine.powers import is_ambiguous, powers
from qb_engine.ruleset import FirstTime, Ruleset
from qb_engine.scoring import compute_match_score
from tests.qb_engine.strategies import (
    COUNTING_CARDS,
    FIRST_TIME_CARDS,
    HYDRATOR,
    RULESETS,
    Play,
    Playout,
    boards,
    mirrored_board,
    mirrored_position,
    mirrored_tile,
    playouts,
    plays,
    signs_at_rest,
)

ENGINE = EffectEngine(HYDRATOR)
MANY = settings(max_examples=5 * settings().max_examples)  # for boards, which are much cheaper than games
MOST_CHANGES = 2_000
V2_2_4 = st.just(Ruleset.V2_2_4)


def resolve(play: Play) -> BoardState:
    after = play.board.clone()
    ENGINE.resolve_play(after, play.side, play.card, play.tile)
    return after


def assert_sound(board: BoardState) -> None:
    power = powers(board).power
    assert all(power[index] >= 1 for index in range(TILE_COUNT) if board.occupants[index] is not None)
    for index in range(TILE_COUNT):
        owner, player, enemy = board.pawns(index)
        assert 0 <= player <= MAX_RANK
        assert 0 <= enemy <= MAX_RANK
        if player != enemy:
            assert owner is (Side.YOU if player > enemy else Side.ENEMY)
        elif player == 0:
            assert owner is board.designated[index]
        else:
            assert owner is not None


@given(playouts())
def test_after_a_play_ranks_are_0_to_3_the_larger_counter_owns_the_tile_and_every_card_has_power(
    playout: Playout,
) -> None:
    for state, _, after in playout.steps():
        assert_sound(state.board)
        assert_sound(after.board)


@MANY
@given(plays())
def test_ranks_owners_and_powers_stay_sound_on_crowded_boards(play: Play) -> None:
    assert_sound(resolve(play))


@given(playouts())
def test_cards_are_conserved_between_deck_hand_board_and_gone(playout: Playout) -> None:
    """Deck + hand + board + destroyed = the deck at the start + the tokens that came."""
    owned = {side: Counter(playout.decks[side]) for side in Side}
    gone: dict[Side, Counter[CardId]] = {side: Counter() for side in Side}
    for _, changes, after in playout.steps():
        for change in changes:
            match change:
                case CardToHand(side, card_id, _):
                    owned[side][card_id] += 1
                case TokenSpawned(card, _):
                    owned[card.side][card.card] += 1
                case CardDestroyed(card, _, _, _):
                    gone[card.side][card.card] += 1
        for side in Side:
            board = [card.card.id for card in after.board.occupants if card and card.side is side]
            held = [*after.decks[side].remaining(), *after.hands[side].as_card_ids(), *board]
            assert Counter(held) + gone[side] == owned[side]


@MANY
@given(plays())
def test_a_mirrored_play_gives_the_mirrored_board(play: Play) -> None:
    mirror = Play(mirrored_board(play.board), play.side.other, play.card, mirrored_tile(play.tile))
    after, mirrored_after = resolve(play), resolve(mirror)
    assert mirrored_after == mirrored_board(after)
    score, mirrored_score = compute_match_score(after, ENGINE), compute_match_score(mirrored_after, ENGINE)
    assert (mirrored_score.total_you, mirrored_score.total_enemy) == (score.total_enemy, score.total_you)


@given(playouts())
def test_a_mirrored_game_with_the_sides_exchanged_stays_mirrored(playout: Playout) -> None:
    mirror: GameState | None = None
    for state, decision in playout.plies():
        if not isinstance(decision, Move):
            continue
        if mirror is None:  # the opening hands are settled, and no chance is left in the game
            mirror = GameState.from_position(mirrored_position(state.position()), HYDRATOR)
        assert mirror.position() == mirrored_position(state.position())
        mirror.play(decision if decision.tile is None else Move(decision.card, mirrored_tile(decision.tile)))
    assert mirror is None or mirror.is_over


def everything(state: GameState) -> tuple[object, ...]:
    return state.key(), tuple(state.log), state.board.clone(), state.rng.getstate()


@given(playouts())
def test_a_clone_never_leaks_in_either_direction(playout: Playout) -> None:
    for state, decision in playout.plies():
        state.rng.random()
        before = everything(state)
        clone, kept = state.clone(), state.clone()
        clone.play(decision)
        clone.rng.random()
        assert everything(state) == before
        other = state.clone()
        other.play(decision)
        other.rng.random()
        assert everything(kept) == before
        assert everything(other) == everything(clone)


@given(playouts())
def test_the_same_seed_gives_the_same_bytes(playout: Playout) -> None:
    first, second = playout.finished(), playout.finished()
    assert first.is_over
    assert first.key().encode() == second.key().encode()
    assert repr(first.log).encode() == repr(second.log).encode()
    assert first.rng.getstate() == second.rng.getstate()


@MANY
@given(boards())
def test_scoring_changes_nothing(board: BoardState) -> None:
    before = board.clone()
    assert compute_match_score(board, ENGINE) == compute_match_score(board, ENGINE)
    assert board == before


def taken_back(before: BoardState, after: BoardState, tile: Tile) -> BoardState:
    """The board after the card on that tile, the newest, is taken off again."""
    board = after.clone()
    CardDestructionEngine().remove(board, tile.index)
    board.next_number = before.next_number
    return board


@given(playouts(V2_2_4))
def test_destroying_the_newest_card_restores_the_pawns_as_if_it_had_never_been_played(playout: Playout) -> None:
    for state, changes, after in playout.steps():
        if any(isinstance(change, CardDestroyed | TokenSpawned) for change in changes):
            continue
        placed = next(change.card for change in changes if isinstance(change, CardPlaced))
        board = taken_back(state.board, after.board, placed.tile)
        assert board.layer == state.board.layer
        assert (board.player_ranks, board.enemy_ranks) == (state.board.player_ranks, state.board.enemy_ranks)
        assert board.owners == state.board.owners


def test_destroying_the_newest_card_restores_the_owner_of_a_tied_tile() -> None:
    """Two pawns of the enemy on M3; two cards of yours hit it one after the other, and the second is destroyed."""
    board, middle, levrikon = BoardState(Ruleset.V2_2_4), Tile.parse("M3"), HYDRATOR.get("Levrikon")
    board.set_pawns(middle.index, Pawns(Side.ENEMY, 0, 2))
    ENGINE.resolve_play(board, Side.YOU, levrikon, Tile.parse("M2"))
    before = board.clone()
    ENGINE.resolve_play(board, Side.YOU, levrikon, Tile.parse("T3"))
    assert before.pawns(middle.index) == Pawns(Side.ENEMY, 1, 1)
    assert taken_back(before, board, Tile.parse("T3")) == before


@MANY
@given(plays())
def test_a_play_ends_after_a_bounded_number_of_changes(play: Play) -> None:
    assert len(ENGINE.resolve_play(play.board, play.side, play.card, play.tile)) < MOST_CHANGES


@MANY
@given(plays(FIRST_TIME_CARDS, RULESETS.map(lambda rules: rules.varied(two_face=FirstTime.EVERY_ENTRY)), most_cards=14))
def test_chains_of_first_time_abilities_end_even_where_they_repeat(play: Play) -> None:
    assert len(ENGINE.resolve_play(play.board, play.side, play.card, play.tile)) < MOST_CHANGES
    assert_sound(play.board)


@pytest.mark.parametrize("lasting", [0, 1, 3])
def test_a_board_full_of_two_face_comes_to_rest(lasting: int) -> None:
    board, two_face = BoardState(Ruleset.REBIRTH.varied(two_face=FirstTime.EVERY_ENTRY)), HYDRATOR.get("Two Face")
    for index in range(1, TILE_COUNT):
        placed = board.place_card(two_face, Side.ENEMY if index % 2 else Side.YOU, *divmod(index, COLUMNS))
        board.occupants[index] = placed._replace(lasting=lasting)
    changes = ENGINE.resolve_play(board, Side.YOU, HYDRATOR.get("Great Malboro"), Tile.parse("T1"))
    assert len(changes) < MOST_CHANGES
    assert_sound(board)


@MANY
@given(plays())
def test_the_powers_told_by_the_changes_add_up_to_the_powers_of_the_board(play: Play) -> None:
    board = play.board
    told = {card.number: power for card, power in zip(board.occupants, powers(board).power, strict=True) if card}
    for change in ENGINE.resolve_play(board, play.side, play.card, play.tile):
        match change:
            case CardPlaced(card) | TokenSpawned(card, _):
                told[card.number] = HYDRATOR.get(card.card).power
            case PowerChanged(card, before, after, _, _):
                assert before == told[card.number]
                told[card.number] = after
            case CardDestroyed(card, power, _, _):
                assert power == told.pop(card.number)
    now = powers(board).power
    assert told == {card.number: power for card, power in zip(board.occupants, now, strict=True) if card}


COUNTERS = (*COUNTING_CARDS, *COUNTING_CARDS, *(HYDRATOR.get(name) for name in ("Mu", "Mindflayer", "Zu")))


@MANY
@given(boards(COUNTERS, RULESETS.map(lambda rules: rules.varied(self_raised_counts=True)), most_cards=5))
def test_a_board_is_ambiguous_exactly_when_its_counting_cards_have_no_single_rest_point(board: BoardState) -> None:
    assert is_ambiguous(board) == (signs_at_rest(board) != 1)


@MANY
@given(boards(COUNTERS, RULESETS.map(lambda rules: rules.varied(self_raised_counts=False)), most_cards=5))
def test_nothing_is_ambiguous_where_counting_cards_do_not_see_each_other_count(board: BoardState) -> None:
    assert not is_ambiguous(board)
