"""A question to the coach: everything that its answer depends on."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from typing import Self

from qb_app.asking.choices import BeliefName
from qb_app.asking.enemies import EnemyChoice, choose_enemy
from qb_app.asking.moves import read_move
from qb_app.storage.stores import DeckStore
from qb_engine.chance import HALF_A_WIN, NOTHING
from qb_engine.coaching import CoachingEngine
from qb_engine.deck_belief import EvidenceBelief
from qb_engine.deep.coach import DeepCoach
from qb_engine.deep.search import SEARCH_VERSION
from qb_engine.deep.win_chance import judge_version
from qb_engine.enemy_observation import EnemyObservationState
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import CardId, Move
from qb_engine.notation import TurnPhase
from qb_engine.prediction import InferredEnemyDeck
from qb_engine.temper import Temper
from qb_engine.wording import against_words


@dataclass(frozen=True)
class Question:
    """A position as its player sees it, and what is believed of the enemy."""

    view: GameState
    enemy: EnemyChoice
    cards: tuple[str, ...] = ()
    """JSON of the cards that only this match has."""
    unseen: tuple[CardId, ...] = ()
    """Cards of your deck that you have not seen, where cards of your hand are among them and the deck is known."""
    temper: Temper = field(default_factory=Temper)
    """How the enemy is taken to play."""
    draw_worth: float = HALF_A_WIN
    """What a draw is worth to you, in wins: a half, or nothing for those who must win."""
    asked: Move | None = None
    """A move of yours that is looked at as closely as the best."""

    @classmethod
    def about(
        cls,
        view: GameState,
        enemy_deck: str | None = None,
        opponent: str | None = None,
        belief: BeliefName | None = None,
        saved: DeckStore | None = None,
        *,
        files: bool = True,
        ignore_pass: bool = False,
        temper: Temper | None = None,
        must_win: bool = False,
    ) -> Self:
        """The question of someone who says this of the enemy."""
        hydrator = view.hydrator
        enemy = choose_enemy(enemy_deck, opponent, belief, view.ruleset, hydrator, saved, files=files)
        draw_worth = NOTHING if must_win else HALF_A_WIN
        enemy = replace(enemy, reads_passes=not ignore_pass)
        return cls(view, enemy, temper=temper or Temper(), draw_worth=draw_worth)

    def slipping(self, slips: float) -> Self:
        """The same question about an enemy who plays that share of its moves at random."""
        return replace(self, temper=self.temper.slipping(slips))

    def asking(self, move: Move | str) -> Self:
        """The same question, about this move above all. It may be written as a person types it: ``zu m3``, ``pass``.

        One that cannot be made is refused with what could be, and so is a wrong moment.
        """
        self.coach.enumerate_you_moves(self.view)
        if isinstance(move, str):
            move = read_move(move, self.view.hands[Side.YOU].cards, self.view.hydrator)
        self.coach.check_move(self.view, move)
        return replace(self, asked=move)

    @cached_property
    def observation(self) -> EnemyObservationState:
        return self.enemy.observe(self.view)

    @cached_property
    def coach(self) -> CoachingEngine:
        return CoachingEngine.standard(
            self.view.hydrator, belief=self.enemy.belief, reads_passes=self.enemy.reads_passes
        )

    @property
    def deep_coach(self) -> DeepCoach:
        """The coach for this enemy, and for what a draw is worth."""
        return DeepCoach(self.coach, unseen=self.unseen, temper=self.temper, draw_worth=self.draw_worth)

    @property
    def against(self) -> str:
        """Against whom chances hold, in a sentence."""
        return against_words(self.temper, self.draw_worth)

    @cached_property
    def decks(self) -> InferredEnemyDeck:
        return self.coach.prediction.infer_enemy_decks(self.observation, self.view.ruleset)

    @property
    def belief_words(self) -> str:
        return self.enemy.describe(self.decks)

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """What makes answers about this position doubtful, as sentences."""
        view, notes = self.view, [*self.assumed, *self.decks.notes]
        if not view.hands[Side.ENEMY].cards:
            notes.append("The position gives the enemy no hand (ehand=?*5 gives it five cards), so it can only pass.")
        if view.phase is TurnPhase.DRAW and view.turn > len(Side) and view.side_to_act is Side.YOU:
            notes.append("Your draw of this turn is still to come; advice with the drawn card may differ.")
        return tuple(notes)

    @property
    def assumed(self) -> tuple[str, ...]:
        """What is supposed of cards of your own hand that are not known, as a sentence; none where all are."""
        unknown = self.view.hands[Side.YOU].unknown
        if not unknown:
            return ()
        cards = "1 card of your hand is" if unknown == 1 else f"{unknown} cards of your hand are"
        others = "it is" if unknown == 1 else "they are"
        source = "what your deck can still hold" if self.unseen else "a usual deck around the cards seen"
        return (f"{cards} not known: advice covers the cards known, and {others} drawn from {source}.",)

    @property
    def on_opening_hand(self) -> bool:
        """Whether the question is which cards to exchange."""
        return not self.view.is_over and self.view.mulligan_open[Side.YOU]

    def key(self, kind: str, size: int) -> str:
        """Names an answer of that kind and size: position, observation, belief, goal, move asked about and judge."""
        belief = self.enemy.belief
        archetypes = belief.archetypes if isinstance(belief, EvidenceBelief) else ()
        judge = (SEARCH_VERSION, judge_version(), self.view.ruleset.behaviour)
        plays = (self.temper.waits, self.temper.slips, self.draw_worth)
        believed = (self.enemy.kind, self.enemy.reads_passes, archetypes, plays)
        drawn = ("unseen", self.unseen) if self.view.hands[Side.YOU].unknown else ()
        asked = () if self.asked is None else ("asked", str(self.asked))
        told = (self.view.key(), self.observation, *believed, self.cards, judge, *drawn, *asked)
        return f"{kind}-{size}-{sha256(repr(told).encode()).hexdigest()[:32]}"
