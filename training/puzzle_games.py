"""Self-play that puzzles are taken from: which decks and players meet, and what of a position a puzzle keeps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from qb_app.lab.fields import best_known
from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep.levels import LEVELS, DeepPlayer, Level
from qb_engine.game_state import GameState
from qb_engine.geometry import PerSide, Side
from qb_engine.notation import Position, TurnPhase
from qb_engine.ruleset import Ruleset
from training.decks import Deck, random_deck

KNOWN_SHARE = 0.5
"""Of the decks; the others are random ones shaped like decks that people play."""
FIRST_LEVEL, LAST_LEVEL = 2, 6
"""Of the players: weak enough to leave chances, strong enough to bring about positions that could be played."""
NEXT_DRAWS = (0, 0, 1)
"""How many cards of both decks a puzzle may show; each is as likely as it stands here."""


@dataclass(frozen=True)
class PuzzleGame:
    """A game of self-play, by the seed of the run and its number; all else follows from them."""

    seed: int
    number: int

    def _random(self, what: str) -> Random:
        return Random(f"puzzles/{self.seed}/{self.number}/{what}")

    def decks(self, hydrator: CardHydrator, ruleset: Ruleset) -> PerSide[Deck]:
        rng = self._random("decks")
        known = [cards for _, cards in best_known(ruleset, hydrator)]
        first, second = (
            rng.choice(known) if rng.random() < KNOWN_SHARE else random_deck(hydrator, ruleset, rng) for _ in Side
        )
        return PerSide(first, second)

    @property
    def levels(self) -> PerSide[Level]:
        rng = self._random("levels")
        first, second = (LEVELS[rng.randint(FIRST_LEVEL, LAST_LEVEL) - 1] for _ in Side)
        return PerSide(first, second)

    @property
    def next_draws(self) -> int:
        """How many cards of both decks are kept in its puzzle."""
        return self._random("draws").choice(NEXT_DRAWS)

    def turns(self, hydrator: CardHydrator, ruleset: Ruleset) -> Iterator[GameState]:
        """Every decision of YOURS about a card, as the game stood then."""
        decks, rng = self.decks(hydrator, ruleset), self._random("moves")
        told = {side: decks[side] for side in Side}
        players = {side: DeepPlayer.of_level(self.levels[side], hydrator, told) for side in Side}
        deal, first = self._random("deal").randrange(2**32), self._random("first").choice(list(Side))
        state = GameState.start(
            decks[Side.YOU], decks[Side.ENEMY], deal, ruleset=ruleset, first=first, hydrator=hydrator
        )
        while (side := state.to_move) is not None:
            if state.phase is TurnPhase.DRAW and not any(state.mulligan_open):
                state.draw_start_of_turn()
            if side is Side.YOU and not any(state.mulligan_open):
                yield state.clone()
            state.play(players[side].choose(state.observe(side), rng))


def as_puzzle(state: GameState, next_draws: int) -> Position:
    """The position with so many cards of both decks, hands in id order, and nothing of how it came about."""
    position = state.position()
    decks = position.decks
    return replace(
        position,
        board=_renumbered(position.board),
        hands=PerSide(*(tuple(sorted(hand)) for hand in position.hands)),
        decks=PerSide(*(deck[:next_draws] for deck in decks)),
        mulligans_applied=PerSide(0, 0),
        seed=None,
        deck_seeds=PerSide(None, None),
    )


def _renumbered(board: BoardState) -> BoardState:
    """The same cards as if they had been placed in the order of their tiles, so that no number need be written."""
    image = board.clone()
    numbers = iter(range(1, board.next_number))
    image.occupants = [card and card._replace(number=next(numbers)) for card in board.occupants]
    image.next_number = next(numbers, board.next_number)
    return image
