"""What is believed of the enemy in a live match: its known deck, or profiles and what earlier matches showed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from qb_app.asking.choices import BeliefName
from qb_app.asking.decks import named
from qb_app.asking.enemies import EnemyChoice, known_deck
from qb_app.asking.opponents import known_of
from qb_app.live.game import LiveGame
from qb_app.storage.records import Sighting
from qb_engine.deck_belief import Archetype, EqualBelief, EvidenceBelief
from qb_engine.geometry import Side
from qb_engine.models import CardId
from qb_engine.opponents import CHOSEN_PRIOR, USUAL_PRIOR, Opponent, archetypes
from qb_engine.prediction import PredictionEngine


def believe(game: LiveGame, opponent: Opponent | None, sightings: Sequence[Sighting]) -> EnemyChoice:
    """The belief that all figures of this match stand on."""
    hydrator, deck = game.hydrator, game.enemy_deck
    if deck is not None:
        return known_deck(named(deck, hydrator), hydrator)
    learned = list(_learned(opponent, sightings, game.setup.ruleset.deck_size) if opponent else ())
    if game.setup.enemy_deck is not None:
        learned.append(Archetype("the deck said to be known", game.setup.enemy_deck, CHOSEN_PRIOR))
    if opponent is None and not learned:
        return EnemyChoice(BeliefName.EQUAL, EqualBelief(hydrator))
    usual = [one for one in archetypes(hydrator, None) if opponent is None or one.name != opponent.title]
    known = None if opponent is None else opponent._replace(seen=known_of(opponent, sightings))
    return EnemyChoice(BeliefName.EVIDENCE, EvidenceBelief(hydrator, (*learned, *usual)), opponent=known)


def held_by(enemy: EnemyChoice, game: LiveGame) -> Mapping[CardId, float]:
    """How likely the enemy holds each card under that belief; nothing is searched."""
    view, prediction = game.state.observe(Side.YOU), PredictionEngine.standard(game.hydrator, belief=enemy.belief)
    seen = enemy.observe(view)
    decks = prediction.infer_enemy_decks(seen, view.ruleset)
    return prediction.infer_enemy_hand(view, seen, decks).marginals


def _learned(opponent: Opponent, sightings: Sequence[Sighting], deck_size: int) -> list[Archetype]:
    """All that is known as one deck while it fits into one; else each match as a deck of its own."""
    together = known_of(opponent, sightings)
    if len(together) <= deck_size:
        return [Archetype(opponent.title, together, CHOSEN_PRIOR)] if together else []
    parts = [opponent.seen, *(sighting.card_ids for sighting in sightings)]
    told = [part for part in parts if part]
    return [
        Archetype(f"{opponent.title} ({number})", tuple(sorted(part)), max(USUAL_PRIOR, CHOSEN_PRIOR / len(told)))
        for number, part in enumerate(told, 1)
    ]
