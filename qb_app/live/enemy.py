"""What is believed of the enemy in a live match: its known deck, or profiles and what earlier matches showed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from qb_app.choices import BeliefName
from qb_app.deck_choice import named
from qb_app.enemy_choice import KNOWN_DECK, EnemyChoice
from qb_app.live.game import LiveGame
from qb_app.storage.records import OpponentProfile, Sighting
from qb_engine.card_hydrator import CardHydrator, normalised
from qb_engine.deck_belief import Archetype, EqualBelief, EvidenceBelief
from qb_engine.models import CardId
from qb_engine.opponents import CHOSEN_PRIOR, USUAL_PRIOR, Opponent, archetypes, find_opponent, opponents

if TYPE_CHECKING:
    from qb_app.storage.stores import OpponentStore

OWN_PROFILE = "your own profile"


def choose_opponent(text: str, own: Sequence[OpponentProfile], hydrator: CardHydrator) -> str:
    """The title of the profile that is meant: one of yours by its name, else one of the game's."""
    for profile in own:
        if normalised(profile.name) == normalised(text):
            return profile.name
    return find_opponent(text, hydrator).title


def profile_of(title: str, store: OpponentStore | None, hydrator: CardHydrator) -> Opponent:
    """The profile of that title; one that is neither yours nor the game's is only a name."""
    for profile in store.list() if store else ():
        if profile.name == title:
            return own_opponent(profile)
    for one in opponents(hydrator):
        if one.title == title:
            return one
    return Opponent(title, "no profile", None, (), "", "")


def own_opponent(profile: OpponentProfile) -> Opponent:
    """A profile of the user in the form of the game's own."""
    cards = profile.deck or profile.known
    return Opponent(profile.name, OWN_PROFILE, None, tuple(sorted(cards)), profile.note or "noted by you", "")


def known_of(opponent: Opponent, sightings: Sequence[Sighting]) -> tuple[CardId, ...]:
    """Every card of the profile and of the matches, as often as any of them shows it."""
    cards = Counter(opponent.seen)
    for sighting in sightings:
        cards |= Counter(sighting.card_ids)
    return tuple(sorted(cards.elements()))


def believe(game: LiveGame, opponent: Opponent | None, sightings: Sequence[Sighting]) -> EnemyChoice:
    """The belief that all figures of this match stand on."""
    hydrator, deck = game.hydrator, game.enemy_deck
    if deck is not None:
        return EnemyChoice(KNOWN_DECK, EqualBelief(hydrator), deck=named(deck, hydrator))
    learned = list(_learned(opponent, sightings, game.setup.ruleset.deck_size) if opponent else ())
    if game.setup.enemy_deck is not None:
        learned.append(Archetype("the deck said to be known", game.setup.enemy_deck, CHOSEN_PRIOR))
    if opponent is None and not learned:
        return EnemyChoice(BeliefName.EQUAL, EqualBelief(hydrator))
    usual = [one for one in archetypes(hydrator, None) if opponent is None or one.name != opponent.title]
    known = None if opponent is None else opponent._replace(seen=known_of(opponent, sightings))
    return EnemyChoice(BeliefName.EVIDENCE, EvidenceBelief(hydrator, (*learned, *usual)), opponent=known)


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
