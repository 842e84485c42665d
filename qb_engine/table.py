"""Table: all that lies on the table in the middle of a game, as plain data that can be copied and written down."""

from __future__ import annotations

from random import Random
from typing import Self

from gamekit.sides import BySide
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deck import Deck
from qb_engine.effect_engine import EffectEngine
from qb_engine.game_events import LogEntry
from qb_engine.geometry import Side
from qb_engine.hand import Hand
from qb_engine.notation import Position, format_position
from qb_engine.ruleset import Ruleset


class Table:
    """Board, hands, decks, whose turn it is, and the log; no rule of the turn is here."""

    __slots__ = (
        "_rng",
        "board",
        "decks",
        "effect_engine",
        "hands",
        "hydrator",
        "log",
        "mulligan_open",
        "passes",
        "phase",
        "seed",
        "side_to_act",
        "turn",
    )

    @classmethod
    def from_position(cls, position: Position, hydrator: CardHydrator | None = None) -> Self:
        """The game that stands at this position; its log begins here."""
        state = cls.__new__(cls)
        state._stand_at(position, hydrator or CardHydrator())
        return state

    def _stand_at(self, position: Position, hydrator: CardHydrator) -> None:
        self.hydrator = hydrator
        self.effect_engine = EffectEngine(hydrator)
        self.board = position.board.clone()
        self.hands = BySide(Hand(hydrator), Hand(hydrator))
        for side in Side:
            self.hands[side].from_card_ids(position.hands[side])
            self.hands[side].mulligans_applied = position.mulligans_applied[side]
        seeds = [position.deck_seeds[side] or deck_seed(position.seed, side) for side in Side]
        self.decks = BySide(
            Deck(position.decks.first, seeds[0], size=None), Deck(position.decks.second, seeds[1], size=None)
        )
        self.side_to_act = position.side_to_act
        self.turn = position.turn
        self.passes = position.passes
        self.phase = position.phase
        self.mulligan_open = position.mulligan_open
        self.seed = position.seed
        self._rng: Random | None = None
        self.log: list[LogEntry] = []

    def position(self) -> Position:
        """Everything this state is made of, as a value that has a text form."""
        return Position(
            board=self.board.clone(),
            side_to_act=self.side_to_act,
            turn=self.turn,
            passes=self.passes,
            phase=self.phase,
            hands=self.hands.map(lambda hand: tuple(hand.as_card_ids())),
            decks=self.decks.map(Deck.remaining),
            mulligan_open=self.mulligan_open,
            mulligans_applied=self.hands.map(lambda hand: hand.mulligans_applied),
            seed=self.seed,
            deck_seeds=BySide(self._own_deck_seed(Side.YOU), self._own_deck_seed(Side.ENEMY)),
        )

    def _own_deck_seed(self, side: Side) -> str | None:
        """The seed of that deck where it does not follow from the seed of the game."""
        seed = self.decks[side].seed
        return None if seed == deck_seed(self.seed, side) else seed

    def clone(self) -> Self:
        """A fully isolated copy, random state included; printed cards are immutable and shared."""
        copy = type(self).__new__(type(self))
        copy.hydrator = self.hydrator
        copy.effect_engine = self.effect_engine
        copy.board = self.board.clone()
        copy.hands = BySide(self.hands.first.clone(), self.hands.second.clone())
        copy.decks = BySide(self.decks.first.clone(), self.decks.second.clone())
        copy.side_to_act = self.side_to_act
        copy.turn = self.turn
        copy.passes = self.passes
        copy.phase = self.phase
        copy.mulligan_open = self.mulligan_open
        copy.seed = self.seed
        copy._rng = None
        if self._rng is not None:
            copy._rng = Random()
            copy._rng.setstate(self._rng.getstate())
        copy.log = self.log.copy()
        return copy

    def key(self) -> str:
        return format_position(self.position())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self.key() == other.key()

    def __repr__(self) -> str:
        return f"{type(self).__name__}.from_position(parse_position({self.key()!r}, CardHydrator()))"

    @property
    def ruleset(self) -> Ruleset:
        return self.board.ruleset

    @property
    def player_hand(self) -> Hand:
        return self.hands[Side.YOU]

    @property
    def enemy_hand(self) -> Hand:
        return self.hands[Side.ENEMY]

    @property
    def player_deck(self) -> Deck:
        return self.decks[Side.YOU]

    @property
    def enemy_deck(self) -> Deck:
        return self.decks[Side.ENEMY]

    @property
    def rng(self) -> Random:
        """The state's own random source, seeded by its seed; made when first asked for."""
        if self._rng is None:
            self._rng = Random(f"{self.seed}/state")
        return self._rng

    def forget_randomness(self) -> None:
        """Start the random source anew, so that nothing can be read off its state."""
        self._rng = None

    @property
    def first(self) -> Side:
        """The side that had turn 1."""
        return self.side_to_act if self.turn % 2 else self.side_to_act.other


def deck_seed(seed: int | None, side: Side) -> str | None:
    """The seed of a deck that follows from the seed of the game."""
    return None if seed is None else f"{seed}/{side}"
