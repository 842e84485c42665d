"""The opponent a user means, by the user's own profiles and by the people of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from qb_app.storage.records import OpponentProfile, Sighting
from qb_app.storage.stores import OpponentStore
from qb_engine.card_hydrator import CardHydrator, normalised
from qb_engine.models import CardId
from qb_engine.opponents import Opponent, find_opponent, opponents

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
