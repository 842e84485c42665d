"""Acceptance tests of the simulation layer (Phase C): deck, hand, game state, and whole games."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Callable

import pytest

from qb_engine.card_hydrator import CardHydrator
from qb_engine.changes import CardDestroyed, CardPlaced, Pawns
from qb_engine.deck import Deck
from qb_engine.errors import MulliganError
from qb_engine.game_events import CardDrawn, DrawMissed, GameEnded, Mulliganed, OpeningHand, Passed
from qb_engine.game_state import GameState
from qb_engine.geometry import Side, Tile
from qb_engine.hand import Hand
from qb_engine.models import Move
from qb_engine.notation import parse_position
from qb_engine.ruleset import Ruleset

HYDRATOR = CardHydrator()
# Security Officer, Queen Bee, Levrikon, Grasslands Wolf, Archdragon, Capparwire, Cactuar; and a Crystalline Crab.
CARDS = ["001", "005", "007", "008", "020", "026", "012"] * 2 + ["013"]
YOU, ENEMY = Side.YOU, Side.ENEMY
START = "Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1"


def game(seed: int = 1, ruleset: Ruleset = Ruleset.V2_2_4) -> GameState:
    return GameState.start(CARDS, CARDS, seed, ruleset=ruleset, hydrator=HYDRATOR)


def at(text: str) -> GameState:
    return GameState.from_position(parse_position(text, HYDRATOR), HYDRATOR)


def play_first_placement(state: GameState) -> None:
    """One whole turn by single steps, without the start-of-turn draw."""
    side = state.side_to_act
    move = state.legal_placements(side)[0]
    assert move.tile is not None
    state.play_card_from_hand(side, state.hands[side].as_card_ids().index(str(move.card)), *move.tile)
    state.end_turn()


def play_on(state: GameState, choices: random.Random) -> GameState:
    """Play to the end, at random, passing only when nothing else is possible."""
    while not state.is_over:
        moves = [move for move in state.legal_moves() if move != Move.PASS]
        state.play(choices.choice(moves) if moves else Move.PASS)
    return state


# 10.1 Deck tests.


def shuffled(seed: int) -> Deck:
    deck = Deck(CARDS, seed)
    deck.shuffle()
    return deck


def test_seeded_shuffle_is_deterministic() -> None:
    first, second, other = shuffled(42), shuffled(42), shuffled(43)
    assert first.remaining() == second.remaining() != other.remaining()
    assert Counter(first.remaining()) == Counter(CARDS)


def test_shuffling_neither_uses_nor_touches_global_randomness() -> None:
    orders = []
    for number in (1, 2):
        random.seed(number)
        before = random.getstate()
        orders.append(shuffled(42).remaining())
        assert random.getstate() == before
    assert orders[0] == orders[1]


def test_a_shuffle_keeps_the_list_of_cards_and_resets_the_draw_pointer() -> None:
    deck = shuffled(5)
    order, drawn = deck.remaining(), deck.draw_n(4)
    deck.shuffle()
    assert (list(deck.card_ids), deck.remaining(), drawn) == (CARDS, order, list(order[:4]))


def test_the_draw_order_is_the_shuffled_order() -> None:
    deck = shuffled(9)
    order = list(deck.remaining())
    assert [deck.draw(), *deck.draw_n(3), deck.draw()] == order[:5]
    assert (len(deck), list(deck.remaining())) == (10, order[5:])


def test_drawing_beyond_the_end_gives_none_and_draw_n_stops_early() -> None:
    deck = Deck(CARDS)
    assert (len(deck.draw_n(13)), deck.draw_n(5)) == (13, CARDS[13:])
    assert (deck.draw(), deck.draw_n(2), len(deck)) == (None, [], 0)


def test_a_mulligan_replaces_exactly_the_chosen_cards_and_reshuffles_by_the_seed() -> None:
    deck = shuffled(3)
    hand, order = deck.draw_n(5), deck.remaining()
    renewed = deck.mulligan(hand, [1, 3])
    assert [renewed[index] for index in (0, 2, 4)] == [hand[index] for index in (0, 2, 4)]
    assert Counter([*renewed, *deck.remaining()]) == Counter(CARDS)
    assert len(deck) == 10
    assert deck.remaining()[:8] != order[2:]  # shuffled anew, not merely drawn from the top
    again = shuffled(3)
    assert (again.mulligan(again.draw_n(5), [1, 3]), again.remaining()) == (renewed, deck.remaining())


# 10.2 Hand tests.


def hand_of(*ids: str) -> Hand:
    hand = Hand(HYDRATOR)
    hand.from_card_ids(ids)
    return hand


def test_removal_takes_exactly_one_instance() -> None:
    hand = hand_of("001", "005", "001", "001")
    assert hand.remove_index(2).id == "001"
    assert hand.as_card_ids() == ["001", "005", "001"]


def test_a_hand_holds_hydrated_cards() -> None:
    hand = Hand(HYDRATOR)
    hand.add_card("015")
    card = hand.card_at(0)
    assert (card.name, card.rank, card.power) == ("Zu", 2, 2)
    assert card is HYDRATOR.get("Zu")


def test_sync_overwrites_the_whole_hand_in_the_given_order() -> None:
    hand = hand_of("001", "005")
    hand.sync_from_ids(["020", "007", "020"])
    assert hand.as_card_ids() == ["020", "007", "020"]


@pytest.mark.parametrize("duplicate", [Hand.clone, copy.deepcopy])
def test_a_copied_hand_is_isolated(duplicate: Callable[[Hand], Hand]) -> None:
    hand = hand_of("001", "005")
    other = duplicate(hand)
    other.add_card("007")
    hand.remove_index(0)
    assert (hand.as_card_ids(), other.as_card_ids()) == (["005"], ["001", "005", "007"])


# 10.3 GameState tests.


def test_both_sides_open_with_5_cards_of_their_deck() -> None:
    state = game()
    for side in Side:
        assert (len(state.hands[side]), len(state.decks[side])) == (5, 10)
        assert Counter([*state.hands[side].as_card_ids(), *state.decks[side].remaining()]) == Counter(CARDS)
    assert (state.turn, state.side_to_act, state.seed) == (1, "Y", 1)


def test_a_mulligan_replaces_a_subset_once_and_draws_back_to_5() -> None:
    state = game()
    before = state.player_hand.as_card_ids()
    state.mulligan(YOU, [0, 4])
    after = state.player_hand.as_card_ids()
    assert (after[1:4], len(after), len(state.player_deck)) == (before[1:4], 5, 10)
    assert [type(entry.event) for entry in state.log[2:]] == [Mulliganed, OpeningHand]
    with pytest.raises(MulliganError, match="once"):
        state.mulligan(YOU, [1])


def test_a_mulligan_comes_before_the_own_first_turn_only() -> None:
    state = game()
    state.pass_turn(YOU)
    with pytest.raises(MulliganError, match="first"):
        state.mulligan(YOU, [0])
    state.mulligan(ENEMY, [0])  # the enemy has not had its first turn yet


def test_the_first_start_of_turn_draw_of_each_side_is_skipped() -> None:
    state = game()
    for side in (YOU, ENEMY):
        assert (state.side_to_act, state.draw_start_of_turn(), len(state.hands[side])) == (side, None, 5)
        play_first_placement(state)
    assert not any(isinstance(entry.event, CardDrawn | DrawMissed) for entry in state.log)


def test_from_its_second_turn_on_a_side_draws_the_next_card_of_its_deck() -> None:
    state = game()
    coming = state.player_deck.remaining()[0]
    play_first_placement(state)
    play_first_placement(state)
    assert state.draw_start_of_turn() == coming
    assert state.player_hand.as_card_ids()[-1] == coming
    assert state.log[-1].event == CardDrawn(coming)


def test_a_draw_from_an_empty_deck_gives_none_and_is_logged() -> None:
    state = at(f"v2.2.4 {START} Y turn=3 phase=draw hand=001")
    assert state.draw_start_of_turn() is None
    assert (len(state.player_hand), state.log[-1].event, state.is_over) == (1, DrawMissed(), False)
    play_first_placement(state)


@pytest.mark.parametrize(("side", "tile", "reached"), [(YOU, "M1", "T1 M2"), (ENEMY, "M5", "T5 M4")])
def test_the_play_phase_places_the_card_and_projects_its_pawns(side: Side, tile: str, reached: str) -> None:
    """Grasslands Wolf: one lane up, and one column towards the opponent, which is mirrored for the enemy."""
    state = at(f"v2.2.4 {START} {side} hand=008 ehand=008")
    before = state.board.clone()
    changes = state.play_card_from_hand(side, 0, *Tile.parse(tile))
    assert (type(changes[0]), len(state.hands[side])) == (CardPlaced, 0)
    risen = {str(Tile(*divmod(i, 5))) for i in range(15) if state.board.rank(i) > before.rank(i)}
    assert risen == set(reached.split())
    assert {state.board.owners[Tile.parse(name).index] for name in reached.split()} == {side}


def test_turns_alternate_and_are_counted() -> None:
    state = game(ruleset=Ruleset.REBIRTH)
    seen = []
    for _ in range(5):
        seen.append((state.turn, state.side_to_act, state.phase))
        state.draw_start_of_turn()
        play_first_placement(state)
    assert seen == [(n, "Y" if n % 2 else "E", "draw") for n in range(1, 6)]


def test_two_passes_in_a_row_end_the_game_but_a_play_in_between_does_not() -> None:
    state = at(f"rebirth {START} Y hand=001 ehand=001")
    for move in (Move.PASS, Move("001", Tile.parse("T5")), Move.PASS):
        state.play(move)
    assert (state.passes, state.is_over) == (1, False)
    state.play(Move.PASS)
    assert (state.is_over, state.to_move, state.legal_moves()) == (True, None, [])
    assert [type(entry.event) for entry in state.log[-2:]] == [Passed, GameEnded]
    assert state.log[-1].event == GameEnded(state.score())


FULL_BUT_ONE = "Y1,Y1[001],Y1[001],Y1[001],Y1[001]/" + "/".join(["Y1[001]" + ",Y1[001]" * 4] * 2)


def test_a_full_board_ends_the_game_under_v2_2_4_and_not_under_rebirth() -> None:
    for ruleset, over in (("v2.2.4", True), ("rebirth", False)):
        state = at(f"{ruleset} {FULL_BUT_ONE} Y hand=001,051")
        state.play(Move("001", Tile.parse("T1")))
        assert state.board.is_full
        assert (state.is_over, state.outcome() is not None) == (over, over)
        assert isinstance(state.log[-1].event, GameEnded) is over


def test_a_clone_is_deep_in_both_directions_and_carries_the_state_of_the_random_source() -> None:
    state = game(seed=11)
    for index in (0, 3, 0, 1, 0, 1):
        state.play(state.legal_moves()[index])
    state.rng.random()
    clone, kept = state.clone(), state.clone()
    before = (state.key(), repr(state.log), state.rng.getstate())
    assert (clone.key(), repr(clone.log), clone.rng.getstate()) == before
    for played, untouched in ((clone, state), (state, kept)):
        play_on(played, random.Random(0))
        played.player_hand.add_card("001")
        played.enemy_deck.draw()
        played.rng.random()
        assert (untouched.key(), repr(untouched.log), untouched.rng.getstate()) == before


# 10.4 Integration tests.


@pytest.mark.parametrize("ruleset", [Ruleset.V2_2_4, Ruleset.REBIRTH], ids=str)
def test_a_game_of_many_turns_gives_the_same_log_for_the_same_seed(ruleset: Ruleset) -> None:
    games = [play_on(game(seed, ruleset), random.Random(99)) for seed in (7, 7, 8)]
    assert all(state.is_over and state.turn > 6 for state in games)
    assert games[0].key() == games[1].key()
    assert repr(games[0].log) == repr(games[1].log) != repr(games[2].log)
    assert [entry.turn for entry in games[0].log] == sorted(entry.turn for entry in games[0].log)


def test_a_destroyed_card_takes_its_pawns_back_and_leaves_those_of_others() -> None:
    """Two Security Officers of yours reach T2; then the enemy's Archdragon on T4 destroys the one on T3."""
    state = at("v2.2.4 Y1,-,Y1,E2,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 Y hand=001*2 ehand=020")
    for move in (Move("001", Tile.parse("T1")), Move.PASS, Move("001", Tile.parse("T3"))):
        state.play(move)
    both = [state.board.pawns(Tile.parse(name).index) for name in ("T2", "T4", "M1", "M3")]
    assert both == [Pawns(YOU, 2, 0), Pawns(ENEMY, 1, 1), Pawns(YOU, 2, 0), Pawns(YOU, 1, 0)]
    changes = state.play(Move("020", Tile.parse("T4")))
    assert [change.card.tile for change in changes if isinstance(change, CardDestroyed)] == [Tile.parse("T3")]
    left = [state.board.pawns(Tile.parse(name).index) for name in ("T2", "T4", "M1", "M3")]
    assert left == [Pawns(YOU, 1, 0), Pawns(ENEMY, 0, 2), Pawns(YOU, 2, 0), Pawns(None, 0, 0)]


def test_effective_power_stays_the_same_across_turns_in_which_nothing_touches_the_card() -> None:
    """Cactuar on T1 raises the card on B2 by 3, now and in every later turn."""
    state = at("rebirth Y1[012],-,-,-,E1/Y1,-,-,-,E1/-,Y1[005],-,-,E1 Y hand=001,001 ehand=001,001 deck=001 edeck=001")
    powers = []
    for move in (Move("001", Tile.parse("M1")), Move("001", Tile.parse("T5")), Move.PASS):
        state.play(move)
        powers.append(state.effect_engine.compute_effective_power(state.board, 2, 1))
    assert powers == [4, 4, 4]
