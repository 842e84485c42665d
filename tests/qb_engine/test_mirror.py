"""The table seen from the other end, and the coach as a player on either seat."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings

from gamekit.sides import BySide
from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.coach_player import CoachPlayer
from qb_engine.coaching import CoachingEngine
from qb_engine.effect_engine import EffectEngine
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.game import sensible_moves
from qb_engine.game_state import GameState
from qb_engine.geometry import TILES, Side, mirrored_index
from qb_engine.mirror import mirrored_board, mirrored_decision, mirrored_state
from qb_engine.models import Move, Mulligan
from qb_engine.notation import parse_position
from qb_engine.reader import parse_decision
from qb_engine.ruleset import Capture, RankAfterDestruction, Ruleset
from qb_engine.scoring import compute_match_score
from tests.qb_engine.strategies import Play, plays

HYDRATOR = CardHydrator()
IDS = [card.id for card in HYDRATOR.deck_cards()]
RULESETS = (
    Ruleset.REBIRTH,
    Ruleset.V2_2_4,
    Ruleset.REBIRTH.varied(capture=Capture.STEPWISE, rank_after_destruction=RankAfterDestruction.RESET),
)
each_ruleset = pytest.mark.parametrize("ruleset", RULESETS, ids=str)
DECK = tuple(sorted(["001", "005", "007", "008", "020", "011", "013"] * 2 + ["088"]))


def plies(ruleset: Ruleset, games: int = 5) -> Iterator[tuple[GameState, Move]]:
    """Each position of random games with the move made there; the hands are kept."""
    for seed in range(games):
        rng = Random(seed)
        first = rng.choice(list(Side))
        state = GameState.start(
            rng.sample(IDS, 15), rng.sample(IDS, 15), seed, ruleset=ruleset, first=first, hydrator=HYDRATOR
        )
        while not state.is_over:
            move = rng.choice(sensible_moves(state))
            if isinstance(move, Move):
                yield state, move
            state.play(Mulligan() if isinstance(move, Mulligan) else move)


# The mirror.


def test_the_mirror_image_by_hand() -> None:
    """T1 becomes T5, yours the enemy's; lanes stay where they are."""
    here = parse_position("rebirth Y2,-,Y1[015+2],-,E1/-,E1,-,-,-/-,-,-,-,E3[007] Y hand=001 ehand=?", HYDRATOR)
    there = parse_position("rebirth Y1,-,E1[015+2],-,E2/-,-,-,Y1,-/Y3[007],-,-,-,- E hand=? ehand=001", HYDRATOR)
    image = mirrored_state(GameState.from_position(here, HYDRATOR))
    expected = GameState.from_position(there, HYDRATOR)
    assert image.position().hands == BySide(("?",), ("001",))
    assert (image.board.owners, image.board.player_ranks, image.board.enemy_ranks) == (
        expected.board.owners,
        expected.board.player_ranks,
        expected.board.enemy_ranks,
    )
    assert [(card.card.id, card.side, card.lasting) if card else None for card in image.board.occupants] == [
        (card.card.id, card.side, card.lasting) if card else None for card in expected.board.occupants
    ]
    assert image.side_to_act is Side.ENEMY


@each_ruleset
def test_mirrored_twice_is_the_same(ruleset: Ruleset) -> None:
    for state, move in plies(ruleset):
        assert mirrored_board(mirrored_board(state.board)) == state.board
        assert mirrored_state(mirrored_state(state)).key() == state.key()
        assert mirrored_decision(mirrored_decision(move)) == move


@each_ruleset
def test_mirrored_once_is_another_board_and_leaves_this_one_alone(ruleset: Ruleset) -> None:
    state, _ = next(plies(ruleset))
    before = state.key()
    assert mirrored_state(state).key() != before
    assert state.key() == before


@each_ruleset
def test_a_play_on_the_mirror_is_the_mirror_of_the_play(ruleset: Ruleset) -> None:
    for state, move in plies(ruleset):
        image = mirrored_state(state)
        assert set(map(str, image.legal_moves())) == {str(mirrored_decision(legal)) for legal in state.legal_moves()}
        image.play(mirrored_decision(move))
        after = state.clone()
        after.play(move)
        assert image.key() == mirrored_state(after).key()


@settings(max_examples=250)
@given(plays())
def test_a_play_on_a_crowded_board_is_mirrored_with_everything_that_follows_from_it(play: Play) -> None:
    """Many things happen at one moment here, so that the order of the tiles, which is mirrored too, matters."""
    engine, image = EffectEngine(HYDRATOR), mirrored_board(play.board)
    engine.resolve_play(image, play.side.other, play.card, TILES[mirrored_index(play.tile.index)])
    engine.resolve_play(play.board, play.side, play.card, play.tile)
    assert image == mirrored_board(play.board)


@each_ruleset
def test_the_score_of_the_mirror_is_the_score_with_the_sides_exchanged(ruleset: Ruleset) -> None:
    for state, _ in plies(ruleset):
        here = state.score()
        there = compute_match_score(mirrored_board(state.board), EffectEngine(HYDRATOR))
        assert (there.total_you, there.total_enemy, there.margin) == (here.total_enemy, here.total_you, -here.margin)


def test_a_mirrored_start_is_the_start() -> None:
    image = mirrored_board(BoardState())
    assert image.owners == BoardState().owners
    assert image.player_ranks == BoardState().player_ranks


def test_mulligans_and_passes_have_no_mirror_image() -> None:
    assert mirrored_decision(Move.PASS) == Move.PASS
    assert mirrored_decision(Mulligan((1, 2))) == Mulligan((1, 2))
    assert mirrored_decision(parse_decision("001 T2", HYDRATOR)) == parse_decision("001 T4", HYDRATOR)


# The coach as a player.

TOLD = dict.fromkeys(Side, DECK)
COACH = CoachPlayer(HYDRATOR, known_decks=TOLD)
BACKWARDS = CoachPlayer(HYDRATOR, known_decks=TOLD, backwards=True)


def coached_game(seat: Side, ruleset: Ruleset, seed: int, player: CoachPlayer = COACH) -> Iterator[GameState]:
    """The positions in which the coach chose, in a game against a random player; an illegal choice would raise."""
    rng = Random(seed)
    state = GameState.start(DECK, DECK, seed, ruleset=ruleset, hydrator=HYDRATOR)
    while state.to_move is not None:
        if state.to_move is seat:
            yield state
            state.play(player.choose(state.observe(seat), rng))
        else:
            state.play(rng.choice(sensible_moves(state)))


@pytest.mark.parametrize("seat", Side)
@pytest.mark.parametrize("ruleset", RULESETS[:2], ids=str)
def test_the_coach_plays_a_whole_game_on_either_seat(seat: Side, ruleset: Ruleset) -> None:
    game = list(coached_game(seat, ruleset, seed=3))
    assert game[0].is_over
    assert len(game) > 2


@pytest.mark.parametrize("seat", Side)
def test_the_coach_keeps_its_opening_hand(seat: Side) -> None:
    opening = next(coached_game(seat, Ruleset.REBIRTH, seed=1))
    assert COACH.choose(opening.observe(seat), Random(0)) == Mulligan()


def test_the_coach_plays_the_move_ranked_first_and_backwards_the_one_ranked_last() -> None:
    coach = CoachingEngine.standard(HYDRATOR)
    differing = 0
    for state in coached_game(Side.YOU, Ruleset.REBIRTH, seed=2):
        if state.mulligan_open[Side.YOU]:
            continue
        view = state.observe(Side.YOU)
        ranked = coach.rank_moves(view, EnemyObservation.of(view, DECK))
        chosen = [player.choose(view, Random(0)) for player in (COACH, BACKWARDS)]
        assert chosen == [ranked[0].candidate.move, ranked[-1].candidate.move]
        differing += chosen[0] != chosen[1]
    assert differing


def test_the_coach_on_the_right_plays_the_mirror_image_of_what_it_plays_on_the_left() -> None:
    decided = 0
    for state in coached_game(Side.ENEMY, Ruleset.REBIRTH, seed=2):
        if not state.mulligan_open[Side.ENEMY]:
            right = COACH.choose(state.observe(Side.ENEMY), Random(0))
            left = COACH.choose(mirrored_state(state).observe(Side.YOU), Random(0))
            assert right == mirrored_decision(left)
            decided += isinstance(right, Move) and not right.is_pass
    assert decided
