"""Prediction and coaching: nothing hidden is read, nothing handed in is changed, and every process says the same."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from random import Random

import pytest

from qb_engine.board_notation import format_board
from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.coaching import CoachingEngine
from qb_engine.deck import Deck
from qb_engine.deck_belief import EqualBelief
from qb_engine.effect_engine import EffectEngine
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.evaluation import LanePowerEvaluator
from qb_engine.game import sensible_moves
from qb_engine.game_events import CardDrawn, LogEntry, OpeningHand
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.hand_belief import EnemyHandBelief
from qb_engine.legality import LegalityChecker
from qb_engine.models import CardId, Move
from qb_engine.prediction import InferredEnemyDeck, Observation, PredictionEngine
from qb_engine.predictor import MoveRanker, PredictorEngine
from qb_engine.replies import Reply
from qb_engine.ruleset import Ruleset
from qb_engine.table import deck_seed

HYDRATOR = CardHydrator()
FEW_DECKS = EqualBelief(HYDRATOR, limit=3)
COACH = CoachingEngine.standard(HYDRATOR, belief=FEW_DECKS)
PREDICTION = PredictionEngine.standard(HYDRATOR, belief=FEW_DECKS)
IDS = [card.id for card in HYDRATOR.deck_cards()]
ROOT = Path(__file__).resolve().parents[2]


def plain(value: object) -> object:
    """Any answer as nested lists of text, so that two of them can be compared byte by byte."""
    if isinstance(value, BoardState):
        return format_board(value)
    if isinstance(value, Reply):
        return plain((repr(value), value.board, value.changes))
    if is_dataclass(value):
        return [type(value).__name__, *([field.name, plain(getattr(value, field.name))] for field in fields(value))]
    if isinstance(value, dict):
        return [[plain(key), plain(entry)] for key, entry in value.items()]
    if isinstance(value, list | tuple):
        return [plain(entry) for entry in value]
    return repr(value)


def answers(state: GameState, known_deck: list[CardId] | None = None) -> str:
    """All that coach and prediction say of a game."""
    observation = EnemyObservation.of(state, known_deck)
    advice = COACH.recommend_moves(state, observation)
    return repr(plain((advice, PREDICTION.full_enemy_prediction(state, observation))))


def games() -> Iterator[GameState]:
    """Positions of random games, YOU to act; Mandragora brings the enemy a token, which is known to be held."""
    for seed in range(4):
        rng, ruleset = Random(seed), (Ruleset.REBIRTH, Ruleset.V2_2_4)[seed % 2]
        state = GameState.start(rng.sample(IDS, 15), rng.sample(IDS, 15), seed, ruleset=ruleset, hydrator=HYDRATOR)
        state.enemy_hand.sync_from_ids(["010", *state.enemy_hand.as_card_ids()[1:]])
        for ply in range(4 + 2 * seed):
            moves = sensible_moves(state)
            tokens_come = [move for move in moves if isinstance(move, Move) and move.card == "010"]
            state.play(moves[0] if ply < 2 else rng.choice(tokens_come or moves))
        assert not state.is_over
        assert state.side_to_act is Side.YOU
        yield state


def with_other_secrets(state: GameState, salt: int) -> GameState:
    """The same game for YOUR eyes: other cards in the enemy's hand, deck and draws, another order and another seed."""
    rng, other = Random(salt), state.clone()
    hand = other.enemy_hand
    hand.sync_from_ids([card.id if card.token else rng.choice(IDS) for card in hand.cards])
    hand.cards.reverse()
    mine = list(other.player_deck.remaining())
    rng.shuffle(mine)
    theirs = rng.choices(IDS, k=len(other.enemy_deck))
    other.seed = salt
    other.decks = type(other.decks)(
        Deck(mine, deck_seed(salt, Side.YOU), size=None), Deck(theirs, deck_seed(salt, Side.ENEMY), size=None)
    )
    other._rng = None
    other.log = [with_other_cards(entry, rng) for entry in other.log]
    return other


def with_other_cards(entry: LogEntry, rng: Random) -> LogEntry:
    """What the enemy drew is told to nobody."""
    if entry.side is Side.ENEMY and isinstance(entry.event, CardDrawn):
        return entry._replace(event=CardDrawn(rng.choice(IDS)))
    if entry.side is Side.ENEMY and isinstance(entry.event, OpeningHand):
        return entry._replace(event=OpeningHand(tuple(rng.choices(IDS, k=len(entry.event.cards)))))
    return entry


GAMES = list(games())
each_game = pytest.mark.parametrize("state", GAMES, ids=range(len(GAMES)))


def test_the_games_show_what_the_tests_need() -> None:
    held = [card for state in GAMES for card in state.enemy_hand.cards]
    assert any(card.token for card in held)
    assert any(not card.token for card in held)
    assert all(with_other_secrets(state, 1).key() != state.key() for state in GAMES)


@each_game
def test_changing_hidden_things_only_changes_no_byte_of_any_answer(state: GameState) -> None:
    here = answers(state)
    for salt in (1, 2):
        assert answers(with_other_secrets(state, salt)) == here


class Watched(PredictionEngine):
    """Notes every game that is handed down to it."""

    def infer_enemy_hand(
        self, state: GameState, observation: Observation, inferred: InferredEnemyDeck
    ) -> EnemyHandBelief:
        SHOWN.append(state.key())
        return super().infer_enemy_hand(state, observation, inferred)


SHOWN: list[str] = []


@each_game
def test_the_coach_hands_down_your_view_and_not_the_game(state: GameState) -> None:
    prediction = Watched(HYDRATOR, LegalityChecker(), EffectEngine(HYDRATOR), LanePowerEvaluator(), belief=FEW_DECKS)
    SHOWN.clear()
    CoachingEngine(prediction, PredictorEngine(prediction), MoveRanker()).rank_moves(state, EnemyObservation.of(state))
    assert [state.observe(Side.YOU).key()] == SHOWN


@each_game
def test_a_view_is_advised_as_the_whole_game_is(state: GameState) -> None:
    assert answers(state.observe(Side.YOU)) == answers(state)


@each_game
def test_what_can_be_seen_does_change_the_answers(state: GameState) -> None:
    """So that equal answers mean something: one card fewer in the enemy's hand is another prediction."""
    fewer = state.clone()
    fewer.enemy_hand.cards = fewer.enemy_hand.cards[:1]
    assert answers(fewer) != answers(state)


@each_game
def test_the_state_is_left_as_it_was_bit_for_bit(state: GameState) -> None:
    before = state.key(), state.log.copy(), state.rng.getstate(), state.board.clone()
    answers(state)
    observation = EnemyObservation.of(state)
    decks = PREDICTION.infer_enemy_decks(observation, state.ruleset)
    belief = PREDICTION.infer_enemy_hand(state, observation, decks)
    for move in PREDICTION.enumerate_enemy_moves(state, belief.hypotheses[0]):
        PREDICTION.simulate_enemy_move(state, move)
    COACH.evaluate_move(state, observation, Move.PASS)
    COACH.evaluate_position(state)
    assert (state.key(), state.log, state.rng.getstate(), state.board) == before


@each_game
def test_the_observation_is_left_as_it_was(state: GameState) -> None:
    observation = EnemyObservation.of(state)
    before = observation.snapshot()
    COACH.recommend_moves(state, observation)
    PREDICTION.full_enemy_prediction(state, observation)
    assert observation.snapshot() == before


def main() -> None:
    """What another process is asked to print."""
    for state in GAMES[:2]:
        print(answers(state))


def printed(hash_seed: str) -> bytes:
    command = [sys.executable, "-c", "from tests.qb_engine.test_secrecy import main; main()"]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True).stdout


def test_another_process_with_another_hash_seed_says_the_same_bytes() -> None:
    here = "".join(f"{answers(state)}\n" for state in GAMES[:2]).encode()
    assert printed("1") == printed("2") == here
