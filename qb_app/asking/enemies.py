"""What the user says of the enemy: its deck, who it is, or nothing; and the belief that follows from it."""

from __future__ import annotations

from dataclasses import dataclass

from qb_app.asking.choices import BeliefName
from qb_app.asking.decks import NamedDeck, choose_legal_deck
from qb_app.errors import InputError
from qb_app.figures import counted
from qb_app.storage.stores import DeckStore
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deck_belief import DeckBelief, EqualBelief, EvidenceBelief
from qb_engine.enemy_observation import EnemyObservation, EnemyObservationState
from qb_engine.game_state import GameState
from qb_engine.opponents import Opponent, archetypes, find_opponent
from qb_engine.prediction import InferredEnemyDeck
from qb_engine.ruleset import Ruleset

KNOWN_DECK = "known deck"


@dataclass(frozen=True)
class EnemyChoice:
    """The belief about the enemy that all figures of an answer stand on."""

    kind: str
    """``known deck``, ``equal`` or ``evidence``."""
    belief: DeckBelief
    deck: NamedDeck | None = None
    opponent: Opponent | None = None
    reads_passes: bool = True
    """Whether hands with nothing to place count as likelier right after the enemy has passed."""
    seen: EnemyObservationState | None = None
    """What was seen of the enemy, where the position does not tell how it came about."""

    def observe(self, view: GameState) -> EnemyObservationState:
        """What was seen of the enemy in this game; cards that the known deck cannot hold are refused."""
        if self.seen is not None:
            return self.seen
        return EnemyObservation.of(view, self.deck.card_ids if self.deck else None).snapshot()

    def describe(self, decks: InferredEnemyDeck) -> str:
        """The belief in words."""
        return self._decks_words(decks) + ("" if self.reads_passes else "; a pass of the enemy tells nothing")

    def _decks_words(self, decks: InferredEnemyDeck) -> str:
        if self.deck is not None:
            return f"known deck ({self.deck.title})"
        candidates = f"{len(decks.possible_decks)} possible decks"
        if self.kind == BeliefName.EQUAL:
            return f"{candidates}, all equally likely"
        return f"{candidates}, weighed by the cards seen{self._profile_words()}"

    def _profile_words(self) -> str:
        if self.opponent is None:
            return ", from known decks and profiles"
        if not self.opponent.seen:
            return f", from known decks and profiles; no card of {self.opponent.title} is known"
        return f", the profile of {self.opponent.title} ({counted(len(self.opponent.seen), 'card')} known) in front"


def known_deck(deck: NamedDeck, hydrator: CardHydrator, seen: EnemyObservationState | None = None) -> EnemyChoice:
    """The belief of one who knows the enemy's deck."""
    return EnemyChoice(KNOWN_DECK, EqualBelief(hydrator), deck=deck, seen=seen)


def choose_enemy(
    deck: str | None,
    opponent: str | None,
    belief: BeliefName | None,
    ruleset: Ruleset,
    hydrator: CardHydrator,
    saved: DeckStore | None = None,
    *,
    files: bool = True,
) -> EnemyChoice:
    """The belief that the user's options mean; options that contradict each other are refused."""
    if deck is not None:
        if opponent is not None or belief is not None:
            raise InputError("a known deck leaves nothing to guess: --enemy-deck goes without --opponent and --belief")
        return known_deck(choose_legal_deck(deck, ruleset, hydrator, saved, files=files), hydrator)
    if opponent is None and belief is not BeliefName.EVIDENCE:
        return EnemyChoice(BeliefName.EQUAL, EqualBelief(hydrator))
    if belief is BeliefName.EQUAL:
        raise InputError("equal weights do not look at who the enemy is: leave out --opponent or --belief equal")
    known = None if opponent is None else find_opponent(opponent, hydrator)
    return EnemyChoice(BeliefName.EVIDENCE, EvidenceBelief(hydrator, archetypes(hydrator, known)), opponent=known)
