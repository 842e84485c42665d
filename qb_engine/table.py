"""Table: all that lies on the table in the middle of a game, as plain data that can be copied and written down."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Self

from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator, known_cards
from qb_engine.changes import CardPlaced
from qb_engine.deck import Deck
from qb_engine.effect_engine import EffectEngine
from qb_engine.errors import NotationError, TurnOrderError
from qb_engine.game_events import LogEntry, Passed
from qb_engine.geometry import AnySide, PerSide, Side
from qb_engine.hand import Hand
from qb_engine.models import HIDDEN, CardId
from qb_engine.notation import Position, TurnPhase, format_position, parse_position
from qb_engine.ruleset import Ruleset


class Table:
    """Board, hands, decks, whose turn it is, and the log; no rule of the turn is here."""

    __slots__ = (
        "_rng",
        "_side_to_act",
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
        "turn",
    )

    @classmethod
    def from_position(cls, position: Position, hydrator: CardHydrator | None = None) -> Self:
        """The game that stands at this position; its log begins here."""
        state = cls.__new__(cls)
        state._stand_at(position, known_cards(hydrator))
        return state

    @classmethod
    def parse(cls, text: str, cards: CardHydrator | None = None) -> Self:
        """The game that stands at the position of this line."""
        cards = known_cards(cards)
        return cls.from_position(parse_position(text, cards), cards)

    def _stand_at(self, position: Position, hydrator: CardHydrator) -> None:
        self.hydrator = hydrator
        self.effect_engine = EffectEngine(hydrator)
        position.board.check()
        self.board = position.board.clone()
        self.hands = PerSide(Hand(hydrator), Hand(hydrator))
        for side in Side:
            self.hands[side].from_card_ids(position.hands[side])
            self.hands[side].mulligans_applied = position.mulligans_applied[side]
        seeds = [position.deck_seeds[side] or deck_seed(position.seed, side) for side in Side]
        self.decks = PerSide(
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
            deck_seeds=PerSide(self._own_deck_seed(Side.YOU), self._own_deck_seed(Side.ENEMY)),
        )

    def _own_deck_seed(self, side: Side) -> str | None:
        """The seed of that deck where it does not follow from the seed of the game."""
        seed = self.decks[side].seed_text
        return None if seed == deck_seed(self.seed, side) else seed

    def clone(self) -> Self:
        """A fully isolated copy, random state included; printed cards are immutable and shared."""
        copy = type(self).__new__(type(self))
        copy.hydrator = self.hydrator
        copy.effect_engine = self.effect_engine
        copy.board = self.board.clone()
        copy.hands = PerSide(self.hands.first.clone(), self.hands.second.clone())
        copy.decks = PerSide(self.decks.first.clone(), self.decks.second.clone())
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

    # What a screen may overrule. Nothing else assigns to a game from outside; the rules of the turn are not asked.

    def lay_deck(self, side: AnySide, cards: Sequence[CardId]) -> None:
        """Let these be the cards left in that deck, next one first."""
        self.hydrator.check_ids(cards)
        self.decks = self.decks.replaced(side, Deck(cards, self.decks[side].seed, size=None))

    def use_cards(self, hydrator: CardHydrator) -> None:
        """Go on with the cards of another hydrator, which must know every card of this game."""
        occupants = [card for card in self.board.occupants if card is not None]
        held = [card_id for hand in self.hands for card_id in hand.as_card_ids()]
        left = [card_id for deck in self.decks for card_id in deck.remaining()]
        hydrator.check_ids([*(card.card.id for card in occupants), *held, *left])
        self.hydrator, self.effect_engine = hydrator, EffectEngine(hydrator)
        for hand in self.hands:
            hand.use_cards(hydrator)

    def use_engine(self, effect_engine: EffectEngine) -> None:
        """Let plays be resolved and scored by this engine from now on."""
        self.effect_engine = effect_engine

    def correct_board(self, board: BoardState) -> None:
        """Let this be what lies on the board; it must be of the same rule set."""
        self._check_ruleset(board)
        self.hydrator.check_ids(card.card.id for card in board.occupants if card is not None)
        board.check()
        self.board = board.clone()

    def correct_position(self, position: Position) -> None:
        """Stand at this position, of the same rule set; the log goes on."""
        self._check_ruleset(position.board)
        log = self.log
        self._stand_at(position, self.hydrator)
        self.log = log

    def correct_turn(self, side: AnySide) -> None:
        """Let it be that side's turn, with its draw to come; passes do not count. Before any move it is who begins."""
        side = Side(side)
        if side is not self.side_to_act:
            self.side_to_act = side
            self.turn += any(isinstance(entry.event, CardPlaced | Passed) for entry in self.log)
        self.passes = 0
        self.phase = TurnPhase.DRAW

    def miss_move(self) -> None:
        """The side to act has made a move that was not seen: it is the other's turn, with its draw to come."""
        self.side_to_act = self.side_to_act.other
        self.turn += 1
        self.passes = 0
        self.phase = TurnPhase.DRAW

    def skip_to(self, side: AnySide) -> None:
        """Let that side act now, without a draw, as if the other had just made its move."""
        side = Side(side)
        if side is not self.side_to_act:
            self.side_to_act = side
            self.turn += 1
        self.phase = TurnPhase.PLAY

    def skip_draw(self) -> None:
        """The card of this turn is in the hand already."""
        if self.phase is not TurnPhase.DRAW:
            raise TurnOrderError(f"{self.side_to_act.name} has drawn for this turn already")
        self.phase = TurnPhase.PLAY

    def settle_opening_hands(self) -> None:
        """Nobody may exchange cards any more."""
        self.mulligan_open = PerSide(False, False)

    def _check_ruleset(self, board: BoardState) -> None:
        if board.ruleset != self.ruleset:
            raise NotationError(f"this position is of {board.ruleset}, the match is played under {self.ruleset}")

    def _hide_from(self, side: Side) -> None:
        """The one gate where secrets are stripped: only what that side may know stays.

        Tokens in the other hand stay, for everyone saw them come. The own deck is known as a set and lies in id order.
        """
        self.hands[side.other].hide_all()
        own, other = sorted(self.decks[side].remaining()), [HIDDEN] * len(self.decks[side.other])
        decks = PerSide(Deck(own, size=None), Deck(other, size=None))
        self.decks = decks if side is Side.YOU else decks.swapped()
        self.seed = self._rng = None
        self.log = [entry.seen_by(side) for entry in self.log]

    def key(self) -> str:
        return format_position(self.position())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self.key() == other.key()

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse({self.key()!r})"

    @property
    def ruleset(self) -> Ruleset:
        return self.board.ruleset

    @property
    def side_to_act(self) -> Side:
        return self._side_to_act

    @side_to_act.setter
    def side_to_act(self, side: AnySide) -> None:
        self._side_to_act = Side(side)

    @property
    def player_hand(self) -> Hand:
        return self.hands[Side.YOU]

    @property
    def enemy_hand(self) -> Hand:
        return self.hands[Side.ENEMY]

    @property
    def enemy_hand_size(self) -> int:
        return len(self.enemy_hand)

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

    @property
    def first(self) -> Side:
        """The side that had turn 1."""
        return self.side_to_act if self.turn % 2 else self.side_to_act.other


def deck_seed(seed: int | None, side: AnySide) -> str | None:
    """The seed of a deck that follows from the seed of the game."""
    return None if seed is None else f"{seed}/{Side(side)}"
