"""The observation holds what the player could see, and nothing else."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qb_engine import CardHydrator, GameState, Ruleset, Side
from qb_engine.enemy_observation import EnemyObservation, ObservationError
from qb_engine.game import sensible_moves
from qb_engine.models import Decision
from qb_engine.notation import parse_position
from qb_engine.reader import parse_decision

HYDRATOR = CardHydrator()
DECK_IDS = [card.id for card in HYDRATOR.deck_cards()]


def parse(text: str) -> Decision:
    return parse_decision(text, HYDRATOR)


def random_game(seed: int, plies: int, ruleset: Ruleset) -> GameState:
    rng = Random(seed)
    state = GameState.start(
        rng.sample(DECK_IDS, 15), rng.sample(DECK_IDS, 15), seed, ruleset=ruleset, hydrator=HYDRATOR
    )
    for _ in range(plies):
        if state.to_move is None:
            break
        state.play(rng.choice(sensible_moves(state)))
    return state


@given(st.integers(0, 10_000), st.integers(0, 30), st.sampled_from([Ruleset.REBIRTH, Ruleset.V2_2_4]))
def test_shown_entry_by_entry_or_at_once_it_is_the_same(seed: int, plies: int, ruleset: Ruleset) -> None:
    state = random_game(seed, plies, ruleset)
    tracker = EnemyObservation()
    for entry in state.observe(Side.YOU).log:
        tracker.see([entry], state)
    assert tracker.snapshot() == EnemyObservation.of(state).snapshot()


@given(st.integers(0, 10_000), st.integers(0, 30))
def test_remaining_cards_of_a_known_deck_are_those_in_hand_and_deck(seed: int, plies: int) -> None:
    state = random_game(seed, plies, Ruleset.REBIRTH)
    enemy_deck = Random(seed)
    enemy_deck.sample(DECK_IDS, 15)
    seen = EnemyObservation.of(state, enemy_deck.sample(DECK_IDS, 15)).snapshot()
    held = [card.id for card in state.enemy_hand.cards if not card.token]
    assert list(seen.remaining_ids or ()) == sorted([*held, *state.enemy_deck.remaining()])
    assert seen.hand_size == len(state.enemy_hand)
    assert list(seen.known_in_hand) == sorted(card.id for card in state.enemy_hand.cards if card.token)


def test_tokens_are_no_deck_cards_and_known_while_they_are_held() -> None:
    state = GameState.start(DECK_IDS[:15], DECK_IDS[:15], 1, ruleset=Ruleset.REBIRTH)
    state.enemy_hand.sync_from_ids(["010", "001", "001", "001", "001"])
    for move in ("keep", "keep", "pass", "010 M5"):
        state.play(parse(move))
    seen = EnemyObservation.of(state).snapshot()
    assert (seen.played_ids, seen.known_in_hand, seen.hand_size) == (("010",), ("146",), 5)
    for move in ("pass", "146 T5"):
        state.play(parse(move))
    seen = EnemyObservation.of(state).snapshot()
    assert (seen.played_ids, seen.tokens_seen, seen.known_in_hand) == (("010",), ("146",), ())


def test_passes_and_mulligans_are_counted() -> None:
    state = GameState.start(DECK_IDS[:15], DECK_IDS[15:30], 5, ruleset=Ruleset.REBIRTH)
    state.player_hand.sync_from_ids(["020"] * 5)
    for move in ("keep", "mulligan 1 2 3", "020 M1", "pass"):
        state.play(parse(move))
    seen = EnemyObservation.of(state).snapshot()
    assert (seen.mulligans, seen.passes) == (3, 1)


def test_destroyed_enemy_cards_are_kept() -> None:
    position = parse_position("rebirth Y1,-,-,-,E1/Y1,Y1,E1[001],-,E1/Y1,-,-,-,E1 Y hand=020", HYDRATOR)
    state = GameState.from_position(position, HYDRATOR)
    state.play(parse("Archdragon M2"))
    seen = EnemyObservation.of(state).snapshot()
    assert (seen.destroyed_ids, seen.played_ids) == (("001",), ("001",))


def test_an_entered_position_counts_the_enemy_cards_that_lie_there() -> None:
    position = parse_position("rebirth Y1,-,-,-,E1[008]/Y1,-,E1[156],-,E1[026]/Y1,-,-,-,E1 Y ehand=?*4", HYDRATOR)
    seen = EnemyObservation.of(GameState.from_position(position, HYDRATOR)).snapshot()
    assert (seen.played_ids, seen.tokens_seen, seen.hand_size) == (("008", "026"), ("156",), 4)


def test_a_known_deck_that_lacks_a_played_card_is_refused() -> None:
    position = parse_position("rebirth Y1,-,-,-,E1[008]/Y1,-,-,-,E1/Y1,-,-,-,E1 Y", HYDRATOR)
    with pytest.raises(ObservationError, match="played Grasslands Wolf, which the deck said to be known does not hold"):
        EnemyObservation.of(GameState.from_position(position, HYDRATOR), ["001"] * 15).snapshot()
