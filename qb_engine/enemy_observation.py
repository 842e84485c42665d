"""What has been seen of the enemy (Phase D). Built from the log that the engine writes; no rule is repeated here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from qb_engine.changes import CardDestroyed, CardPlaced, CardToHand, TokenSpawned
from qb_engine.errors import QueensBloodError
from qb_engine.game_events import CardDrawn, LogEntry, Mulliganed, OpeningHand, Passed
from qb_engine.game_state import GameState
from qb_engine.geometry import AnySide, Side
from qb_engine.models import HIDDEN, Card, CardId


class ObservationError(QueensBloodError):
    """What was seen cannot be: it contradicts a deck that is said to be known."""


@dataclass(frozen=True, slots=True)
class EnemyObservationState:
    """Everything the player has seen of the enemy, at one moment."""

    played_ids: tuple[CardId, ...] = ()
    """Cards of the enemy's deck that were played from its hand, in order; tokens are not among them."""
    tokens_seen: tuple[CardId, ...] = ()
    """Tokens that were spawned or played, in order."""
    destroyed_ids: tuple[CardId, ...] = ()
    """Enemy cards and tokens that left the board, in order."""
    known_in_hand: tuple[CardId, ...] = ()
    """Cards the enemy is known to hold, in id order: tokens that were seen to join its hand."""
    known_deck: tuple[CardId, ...] | None = None
    hand_size: int = 0
    mulligans: int = 0
    """Cards the enemy exchanged in its mulligan."""
    passes: int = 0

    @property
    def remaining_ids(self) -> tuple[CardId, ...] | None:
        """What is left of a known deck in hand and deck together, in id order; None without a known deck."""
        if self.known_deck is None:
            return None
        return tuple(sorted((Counter(self.known_deck) - Counter(self.played_ids)).elements()))


class EnemyObservation:
    """The tracker: shown every entry of the log once, it keeps what the player could see.

    ``enemy`` is the side that is watched; a coach that sits on the right watches YOU.
    """

    def __init__(self, known_deck: Sequence[CardId] | None = None, *, enemy: AnySide = Side.ENEMY) -> None:
        self._enemy = Side(enemy)
        self._known_deck = None if known_deck is None else tuple(sorted(known_deck))
        self._played: list[CardId] = []
        self._tokens: list[CardId] = []
        self._destroyed: list[CardId] = []
        self._in_hand: list[CardId] = []
        self._names: dict[CardId, str] = {}
        self._hand_size = 0
        self._mulligans = 0
        self._passes = 0

    def __repr__(self) -> str:
        return repr(self.snapshot()).replace("State", "", 1)

    @staticmethod
    def of(
        state: GameState, known_deck: Sequence[CardId] | None = None, *, enemy: AnySide = Side.ENEMY
    ) -> EnemyObservation:
        """What the other side has seen of ``enemy`` in this game so far.

        A game that was entered as a position has no log of how it came about: enemy cards that already lay there
        count as played, in the order of their numbers.
        """
        enemy = Side(enemy)
        tracker = EnemyObservation(known_deck, enemy=enemy)
        view = state.observe(enemy.other)
        logged = {entry.event.card.number for entry in view.log if isinstance(entry.event, CardPlaced | TokenSpawned)}
        before = {card.number: card.card.id for card in view.board.occupants if card and card.side is enemy}
        for entry in view.log:
            if isinstance(entry.event, CardDestroyed) and entry.event.card.side is enemy:
                before[entry.event.card.number] = entry.event.card.card
        for number, card_id in sorted(before.items()):
            if number not in logged:
                tracker._see_played(view.hydrator.get(card_id))
        tracker.see(view.log, state)
        tracker._hand_size = len(view.hands[enemy])
        tracker._in_hand = [card.id for card in view.hands[enemy].cards if card.id != HIDDEN]
        return tracker

    def see(self, entries: Iterable[LogEntry], state: GameState) -> None:
        """Take in further entries of the log; ``state`` tells tokens from cards."""
        for entry in entries:
            event = entry.event
            match event:
                case CardPlaced(card) if card.side is self._enemy:
                    self._hand_size -= 1
                    self._see_played(state.hydrator.get(card.card))
                case TokenSpawned(card, _) if card.side is self._enemy:
                    self._tokens.append(card.card)
                case CardDestroyed(card) if card.side is self._enemy:
                    self._destroyed.append(card.card)
                case CardToHand(side, card_id, _) if side is self._enemy:
                    self._hand_size += 1
                    self._in_hand.append(card_id)
                case OpeningHand(cards) if entry.side is self._enemy:
                    self._hand_size = len(cards)
                case CardDrawn() if entry.side is self._enemy:
                    self._hand_size += 1
                case Mulliganed(count) if entry.side is self._enemy:
                    self._mulligans += count
                case Passed() if entry.side is self._enemy:
                    self._passes += 1

    def _see_played(self, card: Card) -> None:
        if card.id in self._in_hand:
            self._in_hand.remove(card.id)
        self._names[card.id] = card.name
        (self._tokens if card.token else self._played).append(card.id)

    def snapshot(self) -> EnemyObservationState:
        if self._known_deck is not None:
            strange = Counter(self._played) - Counter(self._known_deck)
            if strange:
                names = ", ".join(self._names[card_id] for card_id in sorted(strange))
                raise ObservationError(f"the enemy played {names}, which the deck said to be known does not hold")
        return EnemyObservationState(
            played_ids=tuple(self._played),
            tokens_seen=tuple(self._tokens),
            destroyed_ids=tuple(self._destroyed),
            known_in_hand=tuple(sorted(self._in_hand)),
            known_deck=self._known_deck,
            hand_size=self._hand_size,
            mulligans=self._mulligans,
            passes=self._passes,
        )
