"""A match as far as a spectator on your chair knows it: your cards, the board, and counts of what is hidden.

The rules are the engine's. This module adds what only a live match needs: cards that become known later, and the screen
as the authority over everything computed. Commands are applied to a fresh game by replay, so a refused one leaves
nothing behind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from copy import copy

from gamekit.protocol import Outcome
from gamekit.record import result_text
from gamekit.sides import BySide
from qb_app.errors import InputError
from qb_app.live import commands as c
from qb_app.live.corrections import correct
from qb_app.live.refusals import (
    hand_size,
    no_draw_due,
    no_hand_to_exchange,
    none_left,
    not_drawable,
    not_in_hand,
    out_of_turn,
    over,
    token_not_held,
    with_remedy,
)
from qb_app.live.setup import MatchSetup, hydrator_with
from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.chance import HALF_A_WIN
from qb_engine.changes import Change
from qb_engine.errors import IllegalMoveError, MulliganError
from qb_engine.game_state import GameState
from qb_engine.geometry import PerSide, Side
from qb_engine.models import HIDDEN, HIDDEN_CARD, Card, CardId
from qb_engine.notation import Position, TurnPhase
from qb_engine.scoring import MatchScore


class LiveGame:
    """The state of a match, and what is known beside it."""

    def __init__(self, setup: MatchSetup, hydrator: CardHydrator) -> None:
        rules = setup.ruleset
        self.setup = setup
        self.hydrator = hydrator
        self.cards = setup.cards
        """JSON of all cards that only this match has."""
        self.unseen: list[CardId] = list(setup.deck or (HIDDEN,) * rules.deck_size)
        """Cards of your deck that you have not seen yet, in the deck or face down in your hand."""
        self.screen_score: tuple[int, int] | None = None
        """The points that the game showed, if you said so; a play makes them old."""
        self.before_move: MatchScore | None = None
        """The score before the last play or pass."""
        self.enemy_waits: float | None = None
        """How ready the enemy is to wait, if you said so."""
        self.draw_worth = HALF_A_WIN
        self.wants_remarks = True
        """Whether the coach speaks up at a mistake."""
        self.ended = False
        self.notes: list[str] = []
        self.remarks: list[str] = []
        """What the last command made worth telling."""
        hidden = (HIDDEN,) * rules.opening_hand
        position = Position(
            board=BoardState(rules),
            side_to_act=setup.first,
            hands=PerSide(hidden, hidden),
            decks=PerSide((), (HIDDEN,) * (rules.deck_size - rules.opening_hand)),
            mulligan_open=PerSide(True, False),
        )
        self.state = GameState.from_position(position, hydrator)
        self.lay_deck()

    @staticmethod
    def replay(setup: MatchSetup, commands: Iterable[c.Command]) -> LiveGame:
        """The match after these commands."""
        game = LiveGame(setup, setup.hydrator())
        for command in commands:
            game.apply(command)
        return game

    def fork(self) -> LiveGame:
        """A copy to try something on."""
        other = copy(self)
        other.state = self.state.clone()
        other.unseen, other.notes, other.remarks = self.unseen.copy(), self.notes.copy(), self.remarks.copy()
        return other

    # What is known.

    @property
    def is_over(self) -> bool:
        return self.ended or self.state.is_over

    @property
    def result(self) -> str | None:
        """``Y 12-7``, ``E 3-9`` or ``draw 5-5``, by the screen if it was told; None while the match is running."""
        if not self.is_over:
            return None
        score = self.state.score()
        you, enemy = self.screen_score or (score.total_you, score.total_enemy)
        winner = None if you == enemy else Side.YOU if you > enemy else Side.ENEMY
        return result_text(Outcome(BySide(you, enemy), winner))

    @property
    def hidden_in_hand(self) -> int:
        """How many cards of your hand you have not told."""
        return self.state.hands[Side.YOU].unknown

    @property
    def nothing_known(self) -> bool:
        """Whether you hold cards and have told none of them."""
        return 0 < self.hidden_in_hand == len(self.state.hands[Side.YOU])

    @property
    def draw_due(self) -> bool:
        return not self.is_over and self.state.side_to_act is Side.YOU and self.state.phase is TurnPhase.DRAW

    @property
    def awaits_opening_hand(self) -> bool:
        return self.state.mulligan_open[Side.YOU] and self.nothing_known

    @property
    def deck_is_listed(self) -> bool:
        return HIDDEN not in self.unseen

    @property
    def enemy_played(self) -> list[CardId]:
        """Cards of the enemy's deck that came to the table, in order."""
        from qb_engine.enemy_observation import EnemyObservation

        return list(EnemyObservation.of(self.state).snapshot().played_ids)

    @property
    def enemy_deck(self) -> tuple[CardId, ...] | None:
        """The known deck of the enemy, until it plays something that is not in it."""
        deck = self.setup.enemy_deck
        return None if deck is None or Counter(self.enemy_played) - Counter(deck) else deck

    def may_play(self, side: Side) -> list[Card]:
        """Cards that this side may play as far as you know: those held openly; of the enemy's hidden ones, any card."""
        held = self.state.hands[side].as_card_ids()
        hides = side is Side.ENEMY and HIDDEN in held
        return [card for card in self.hydrator.all() if card.id in held or (hides and not card.token)]

    # What happens.

    def apply(self, command: c.Command) -> list[Change]:
        """Let it happen; what cannot be is refused with a sentence that tells what would be right."""
        self.remarks = []
        match command:
            case c.Play(card, side, tile):
                return self._play(card, side, tile.lane, tile.col)
            case c.Pass(side):
                self._pass(side)
            case c.Draw(cards):
                for card in cards:
                    self._draw(card)
            case c.HandIs(cards):
                self._take_hand(cards)
            case c.Exchange(indices):
                self._exchange(indices)
            case c.ExchangeUnseen():
                self._check_exchange()
                self.forget_hand()
                self.state.settle_opening_hands()
            case c.AddCard(text):
                self._add_card(text)
            case c.Note(text):
                self.notes.append(text)
            case c.End():
                self.ended = True
            case c.Unreadable(_, reason):
                raise InputError(reason)
            case _:
                correct(self, command)
        return []

    def _play(self, card_id: CardId, side: Side, lane: int, col: int) -> list[Change]:
        self.check_turn(side, self.hydrator.get(card_id).name)
        if side is Side.YOU:
            self._make_ready(card_id)
        else:
            self._show_enemy_card(card_id)
        index = self.state.hands[side].index_of(card_id)
        assert index is not None, "the card was put into the hand just now"
        known_before = self.enemy_deck
        self.before_move = self.state.score()
        try:
            changes = self.state.play_card_from_hand(side, index, lane, col)
        except IllegalMoveError as error:
            raise with_remedy(error, self.state, side, self.hydrator.get(card_id), lane, col) from error
        self.screen_score = None
        if known_before and self.enemy_deck is None:
            name = self.hydrator.get(card_id).name
            self.remarks.append(f"The deck said to be known does not hold {name}; from now on it is only a guess.")
        if side is Side.ENEMY:
            self.remarks += self._copies_beyond(card_id)
        self._hand_over()
        return changes

    def _copies_beyond(self, card_id: CardId) -> tuple[str, ...]:
        """What there is to say of a card of which the enemy has played more copies than a deck may hold."""
        from qb_engine.deck_belief import copies_beyond
        from qb_engine.enemy_observation import EnemyObservationState

        played = tuple(one for one in self.enemy_played if one == card_id)
        return copies_beyond(EnemyObservationState(played_ids=played), self.state.ruleset, self.hydrator)

    def _add_card(self, text: str) -> None:
        """Go on with one card more; hydrators are shared, so this match gets another one."""
        hydrator = hydrator_with((*self.cards, text))
        self.cards = (*self.cards, text)
        self.hydrator = hydrator
        self.state.use_cards(hydrator)

    def _pass(self, side: Side) -> None:
        self.check_turn(side, None)
        if self.draw_due:
            self.draw_unseen()
        self.before_move = self.state.score()
        self.state.pass_turn(side)
        self._hand_over()

    def check_turn(self, side: Side, card: str | None) -> None:
        """Refuse a move that is not due; ``card`` is what the player called the card."""
        if self.is_over:
            raise over(self.ended)
        if side is not self.state.side_to_act:
            raise out_of_turn(side, self.hydrator.get(card).name if card and self.hydrator.has_id(card) else card)

    def _hand_over(self) -> None:
        self.state.settle_opening_hands()
        if not self.state.is_over:
            self.state.end_turn()
            self.open_turn()

    def open_turn(self) -> None:
        """The enemy draws face down at once; your draw waits until you tell it, if there is a card to draw."""
        self.lay_deck()
        state = self.state
        yours = state.side_to_act is Side.YOU
        if not state.is_over and not (yours and state.turn > len(Side) and len(state.decks[Side.YOU])):
            state.draw_start_of_turn()

    def _make_ready(self, card_id: CardId) -> None:
        """Have the card in hand: it is there, or it is one not told yet, or it was the draw of this turn."""
        hand = self.state.hands[Side.YOU]
        held, hidden = hand.index_of(card_id) is not None, self.hidden_in_hand > 0
        if self.draw_due:
            drawn = HIDDEN if held or hidden else card_id
            self._draw(drawn)
            if drawn != HIDDEN:
                self.remarks.append(f"{self.hydrator.get(card_id).name} counts as your draw of this turn.")
                return
        if not held:
            if not hidden:
                raise not_in_hand(self.hydrator.get(card_id), hand)
            self._reveal(card_id)

    def _draw(self, card_id: CardId) -> None:
        """The draw of this turn, or one more card of the hand told."""
        if not self.draw_due:
            if card_id == HIDDEN or not self.hidden_in_hand:
                raise no_draw_due(self.state, self.is_over)
            self._reveal(card_id)
            return
        if card_id != HIDDEN:
            self._see(card_id)
        self.state.lay_deck(Side.YOU, [card_id])
        self.state.draw_start_of_turn()
        self.lay_deck()

    def draw_unseen(self) -> None:
        """The draw of this turn, which nobody saw."""
        self._draw(HIDDEN)

    def forget_hand(self) -> None:
        """Let every card of your hand but tokens be unknown: it may have been exchanged or played meanwhile."""
        hand = self.state.hands[Side.YOU]
        for place, card in enumerate(hand.cards):
            if not card.token and card is not HIDDEN_CARD:
                self.unseen.append(hand.hide(place).id)
        self.lay_deck()

    def _reveal(self, card_id: CardId) -> None:
        """Tell a card that lay face down in your hand."""
        self._see(card_id)
        self.state.hands[Side.YOU].reveal(card_id)
        self.lay_deck()

    def _see(self, card_id: CardId) -> None:
        """Take a card out of those not seen yet."""
        for wanted in (card_id, HIDDEN):
            if wanted in self.unseen:
                self.unseen.remove(wanted)
                return
        raise not_drawable(self.hydrator.get(card_id), self.unseen, self.hydrator)

    def lay_deck(self) -> None:
        """Your deck as the engine needs it: its cards in id order, or face down while some of them are in your hand."""
        hidden = self.hidden_in_hand
        rest = [HIDDEN] * (len(self.unseen) - hidden) if hidden else sorted(self.unseen)
        self.state.lay_deck(Side.YOU, rest)

    def _show_enemy_card(self, card_id: CardId) -> None:
        """Turn one hidden card of the enemy's hand into the card it plays."""
        hand = self.state.hands[Side.ENEMY]
        if hand.index_of(card_id) is not None:
            return
        card = self.hydrator.get(card_id)
        if card.token:
            raise token_not_held(card)
        if hand.index_of(HIDDEN) is None:
            raise none_left(card)
        hand.reveal(card_id)

    def _take_hand(self, cards: tuple[CardId, ...]) -> None:
        """Your hand as you see it; with it a draw that was due is told."""
        opening = self.state.mulligan_open[Side.YOU]
        if opening and len(cards) != self.setup.ruleset.opening_hand:
            raise hand_size(len(cards), self.setup.ruleset.opening_hand)
        hand = self.state.hands[Side.YOU]
        self.unseen += [card.id for card in hand.cards if not card.token and card is not HIDDEN_CARD]
        hand.sync_from_ids(cards)
        for card in hand.cards:
            if not card.token and card is not HIDDEN_CARD:
                self.see_on_screen(card.id, strict=opening)
        self.lay_deck()
        if self.draw_due:
            self.state.skip_draw()

    def see_on_screen(self, card_id: CardId, *, strict: bool = False) -> None:
        """Take a card out of those not seen yet; where your deck list does not hold it, the screen is right."""
        if strict or card_id in self.unseen or HIDDEN in self.unseen:
            self._see(card_id)
        else:
            self.remarks.append(
                f"Your deck list holds no further {self.hydrator.get(card_id).name}; the screen counts."
            )

    def _exchange(self, indices: tuple[int, ...]) -> None:
        hand = self.state.hands[Side.YOU]
        self._check_exchange()
        if self.nothing_known and indices:
            raise no_hand_to_exchange()
        if indices and indices[-1] >= len(hand):
            raise MulliganError(f"your hand has {len(hand)} cards, so the places are 1 to {len(hand)}")
        for index in indices:
            if hand.cards[index] is not HIDDEN_CARD:
                self.unseen.append(hand.hide(index).id)
        self.state.settle_opening_hands()
        self.lay_deck()

    def _check_exchange(self) -> None:
        if not self.state.mulligan_open[Side.YOU]:
            raise MulliganError("the opening hand is settled already; 'hand a, b, c' puts the hand right at any time")
