"""What a duel is begun with: rules and decks as a record keeps them, the seed, and how strong the enemy is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gamekit.sides import BySide
from qb_app.asking.decks import NamedDeck, named
from qb_app.asking.enemies import EnemyChoice, known_deck
from qb_app.games.playthrough import AGENT_KEYS, DECK_KEYS
from qb_app.games.seats import PERSON
from qb_app.storage.records import JsonValue
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deck_notation import format_deck_code, parse_deck
from qb_engine.deep.levels import LEVELS, DeepPlayer, Level
from qb_engine.game import POSITION_KEY, setup_of
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import CardId
from qb_engine.ruleset import Ruleset

KIND = "duel"
"""Under which the storage keeps these games."""


@dataclass(frozen=True, slots=True)
class DuelSetup:
    rules: Mapping[str, str]
    """The setup of the record."""
    seed: int
    level: int
    deck_names: BySide[str]

    @staticmethod
    def of(ruleset: Ruleset, decks: BySide[NamedDeck], first: Side, seed: int, level: Level) -> DuelSetup:
        rules = setup_of(ruleset, decks.first.code, decks.second.code, first)
        rules |= {AGENT_KEYS[Side.YOU]: PERSON, AGENT_KEYS[Side.ENEMY]: f"level{level.number}"}
        return DuelSetup(rules, seed, level.number, decks.map(lambda deck: deck.title))

    @staticmethod
    def again(state: GameState, names: BySide[str], seed: int, level: Level) -> DuelSetup:
        """A game that goes on from there; every card of it must be told."""
        codes = BySide(*(format_deck_code(_cards_of(state, side)) for side in Side))
        rules = setup_of(state.ruleset, codes.first, codes.second, state.first) | {POSITION_KEY: state.key()}
        rules |= {AGENT_KEYS[Side.YOU]: PERSON, AGENT_KEYS[Side.ENEMY]: f"level{level.number}"}
        return DuelSetup(rules, seed, level.number, names)

    @staticmethod
    def from_json(document: Mapping[str, Any]) -> DuelSetup:
        names = BySide(*document["deck_names"])
        return DuelSetup(dict(document["rules"]), document["seed"], document["level"], names)

    def to_json(self) -> dict[str, JsonValue]:
        return {
            "rules": dict(self.rules),
            "seed": self.seed,
            "level": self.level,
            "deck_names": list(self.deck_names),
        }

    def enemy(self, hydrator: CardHydrator) -> DeepPlayer:
        """The agent that plays the enemy; both sides know both decks."""
        decks = self.decks(hydrator)
        known = {side: decks[side].card_ids for side in Side}
        return DeepPlayer.of_level(LEVELS[self.level - 1], hydrator, known)

    def decks(self, hydrator: CardHydrator) -> BySide[NamedDeck]:
        return DECK_KEYS.map(lambda key: named(parse_deck(self.rules[key], hydrator), hydrator))

    def belief(self, hydrator: CardHydrator) -> EnemyChoice:
        """What the person's coach knows of the enemy: its deck."""
        return known_deck(self.decks(hydrator)[Side.ENEMY], hydrator)


def _cards_of(state: GameState, side: Side) -> tuple[CardId, ...]:
    """The cards of that side's deck that are still in the game, wherever they lie."""
    board = [card.card for card in state.board.occupants if card is not None and card.side is side]
    cards = [card for card in (*board, *state.hands[side].cards) if not card.token]
    return tuple(sorted([*(card.id for card in cards), *state.decks[side].remaining()]))
