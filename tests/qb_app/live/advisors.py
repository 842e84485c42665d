"""Advisors that need no kernel: one looks one move ahead, one plays random games to their end, with a seed."""

from __future__ import annotations

from random import Random
from typing import Unpack

from qb_app.answers.advisor import Advisor
from qb_app.answers.question import Question
from qb_engine.chance import Chance
from qb_engine.deep.search import Budget, Watching
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import HIDDEN, Move

GAMES = 20
MOST_TURNS = 40


class OnePlyAdvisor(Advisor):
    """As where there is no kernel."""

    @staticmethod
    def searches(question: Question) -> bool:
        return False


class PlayoutAdvisor(Advisor):
    def chance(self, question: Question, budget: Budget | None = None, **_: Unpack[Watching]) -> Chance | None:
        state = question.view
        rng = Random(f"{state.key()}")
        decks = question.decks
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
