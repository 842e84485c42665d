"""An analyst that really knows chances, simply: random games played to their end from the position, with a seed."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from qb_app.answers.advice import Advice
from qb_app.answers.analyst import CoachAnalyst
from qb_app.asking.enemies import EnemyChoice
from qb_engine.deep.chance import Chance
from qb_engine.enemy_observation import EnemyObservationState
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import HIDDEN, Move
from qb_engine.prediction import PredictionEngine

GAMES = 20
MOST_TURNS = 40


@dataclass(frozen=True)
class PlayoutAnalyst:
    enemy: EnemyChoice

    def advise(self, state: GameState, observation: EnemyObservationState) -> Advice:
        return CoachAnalyst(self.enemy).advise(state, observation)

    def chance(self, state: GameState, observation: EnemyObservationState) -> Chance | None:
        rng = Random(f"{state.key()}")
        decks = PredictionEngine.standard(state.hydrator, belief=self.enemy.belief).infer_enemy_decks(
            observation, state.ruleset
        )
        margins = [self._play(state, rng, decks.possible_decks[0]) for _ in range(GAMES)]
        win = sum(margin > 0 for margin in margins) / GAMES
        draw = sum(margin == 0 for margin in margins) / GAMES
        points = win + draw / 2
        spread = 2 * (points * (1 - points) / GAMES) ** 0.5
        return Chance(
            win,
            draw,
            1 - win - draw,
            max(0, points - spread),
            min(1, points + spread),
            GAMES,
            False,
            sum(margins) / GAMES,
        )

    def _play(self, state: GameState, rng: Random, deck: list[str]) -> int:
        game = state.clone()
        for side in Side:
            known = [card_id for card_id in game.hands[side].as_card_ids() if card_id != HIDDEN]
            hidden = len(game.hands[side]) - len(known)
            game.hands[side].sync_from_ids([*known, *rng.choices(deck, k=hidden)])
        for _ in range(MOST_TURNS):
            if game.is_over:
                break
            side = game.side_to_act
            moves = game.legal_placements(side)
            game.play(rng.choice(moves) if moves else Move.PASS)
        return game.score().margin
