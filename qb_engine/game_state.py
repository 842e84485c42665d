"""GameState: the authoritative state machine of a game (Phase C).

Observation, prediction and coaching stand above it and read it; nothing here knows of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from gamekit.protocol import Outcome
from gamekit.sides import BySide, TwoSides
from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator, known_cards
from qb_engine.changes import CardToHand, Change
from qb_engine.deck import Deck, deck_faults
from qb_engine.errors import (
    DeckError,
    GameOverError,
    IllegalMoveError,
    MulliganError,
    NotInHandError,
    TurnOrderError,
)
from qb_engine.game_events import CardDrawn, DrawMissed, Event, GameEnded, LogEntry, Mulliganed, OpeningHand, Passed
from qb_engine.geometry import AnySide, PerSide, Side, SideName, Tile
from qb_engine.legality import LegalityChecker
from qb_engine.models import CardId, Decision, Move, Mulligan
from qb_engine.notation import Position, TurnPhase
from qb_engine.reader import parse_decision
from qb_engine.ruleset import Ruleset
from qb_engine.scoring import MatchScore, compute_match_score
from qb_engine.table import Table, deck_seed


class GameState(Table):
    """A running or finished game. Every method either does what it says or raises and changes nothing."""

    __slots__ = ()

    legality = LegalityChecker()

    def __init__(
        self,
        player_deck: Deck,
        enemy_deck: Deck,
        hydrator: CardHydrator | None = None,
        *,
        ruleset: Ruleset = Ruleset.V2_2_4,
        first: AnySide = Side.YOU,
        seed: int | None = None,
        hands: BySide[Sequence[CardId]] | tuple[Sequence[CardId], Sequence[CardId]] | None = None,
    ) -> None:
        """Start a game with these decks as they lie; both sides draw their opening hands, or take ``hands`` out."""
        hydrator = known_cards(hydrator)
        for side, deck in zip(Side, (player_deck, enemy_deck), strict=True):
            faults = deck_faults(deck.card_ids, ruleset, hydrator)
            if faults:
                raise DeckError(faults, f"the deck of {side.name}")
        decks = PerSide(player_deck.clone(), enemy_deck.clone())
        if hands is None:
            drawn = decks.map(lambda deck: deck.draw_n(ruleset.opening_hand))
        else:
            you, enemy = hands
            drawn = PerSide(decks.first.take(you), decks.second.take(enemy))
        self._stand_at(
            Position(
                board=BoardState(ruleset),
                side_to_act=Side(first),
                phase=TurnPhase.DRAW,
                hands=drawn.map(tuple),
                decks=decks.map(Deck.remaining),
                mulligan_open=PerSide(True, True),
                seed=seed,
                deck_seeds=decks.map(lambda deck: deck.seed_text),
            ),
            hydrator,
        )
        for side, deck in zip(Side, (player_deck, enemy_deck), strict=True):
            self.decks[side].seed = deck.seed  # a number stays one
        for side in (self.side_to_act, self.side_to_act.other):
            self._note(OpeningHand(tuple(self.hands[side].as_card_ids())), side)

    @staticmethod
    def start(
        player_cards: Sequence[CardId],
        enemy_cards: Sequence[CardId],
        seed: int,
        *,
        ruleset: Ruleset,
        first: AnySide = Side.YOU,
        hydrator: CardHydrator | None = None,
    ) -> GameState:
        """A new game with both decks shuffled by seeds derived from ``seed``."""
        player_deck = Deck(player_cards, deck_seed(seed, Side.YOU), size=None)
        enemy_deck = Deck(enemy_cards, deck_seed(seed, Side.ENEMY), size=None)
        player_deck.shuffle()
        enemy_deck.shuffle()
        return GameState(player_deck, enemy_deck, hydrator, ruleset=ruleset, first=first, seed=seed)

    @property
    def is_over(self) -> bool:
        return self.passes >= 2 or (self.board_is_final and self.phase is not TurnPhase.END)

    @property
    def board_is_final(self) -> bool:
        """Whether the board is full and the rule set ends the game then."""
        return self.ruleset.ends_on_full_board and self.board.is_full

    @property
    def to_move(self) -> Side | None:
        """Who must decide next: mulligans first, in turn order, then the side to act; None once the game is over."""
        if self.is_over:
            return None
        for side in (self.first, self.first.other):
            if self.mulligan_open[side]:
                return side
        return self.side_to_act

    def legal_moves(self) -> list[Decision]:
        """All decisions of ``to_move``: mulligans while one is open, else placements in order and the pass.

        None are left once the side has acted and its turn waits to be ended.
        """
        side = self.to_move
        if side is None or self.phase is TurnPhase.END:
            return []
        if self.mulligan_open[side]:
            numbers = range(len(self.hands[side]))
            return [
                Mulligan(chosen) for count in (0, *(n + 1 for n in numbers)) for chosen in combinations(numbers, count)
            ]
        return [*self.legal_placements(side), Move.PASS]

    def legal_placements(self, side: AnySide) -> list[Move]:
        """Every card of the hand on every tile where it may go now, ordered by card id, then tile."""
        distinct = {card.id: card for card in self.hands[side].cards}
        return [
            Move(card_id, tile)
            for card_id in sorted(distinct)
            for tile in self.legality.legal_tiles(self.board, side, distinct[card_id])
        ]

    def play(self, move: Decision | str) -> list[Change]:
        """Make the decision of ``to_move``, end the turn, and make the next side's draw.

        It may be written: ``Zu M3``, ``2 M3`` for the second card of the hand, ``pass``, ``keep``, ``mulligan 1 3``.
        """
        side = self.to_move
        if side is None:
            raise GameOverError("the game is over; nothing more can be played in it")
        if isinstance(move, str):
            move = parse_decision(move, self.hydrator, self.hands[side].cards)
        if isinstance(move, Mulligan):
            self.mulligan(side, move.indices)
            return []
        if self.mulligan_open[side]:
            raise TurnOrderError("the opening hand comes first: keep it or mulligan")
        changes: list[Change] = []
        if move.is_pass:
            self.pass_turn(side)
        else:
            changes = self._place(side, move)
        if not self.is_over:
            self.end_turn()
        if not self.is_over:
            self.draw_start_of_turn()
        return changes

    def _place(self, side: Side, move: Move) -> list[Change]:
        index, tile = self.placement(side, move)
        return self.play_card_from_hand(side, index, tile.lane, tile.col)

    def placement(self, side: AnySide, move: Move) -> tuple[int, Tile]:
        """Hand index and tile of a move that is no pass; a card that is not held is refused."""
        if move.card is None or move.tile is None:
            raise IllegalMoveError("a move names both a card and a tile, or neither to pass")
        index = self.hands[side].index_of(move.card)
        if index is None:
            name = self.hydrator.get(move.card).name
            raise NotInHandError(f"{name} is not in the hand of {Side(side).name}; only cards held can be played")
        return index, move.tile

    def mulligan(self, side: AnySide, indices: Sequence[int]) -> None:
        """Exchange cards of the opening hand once, before the side's first turn; no index keeps the hand."""
        side = Side(side)
        if self.is_over:
            raise GameOverError("the game is over; there is nothing left to mulligan")
        if not self.mulligan_open[side]:
            raise MulliganError(f"{side.name} has decided on its opening hand already; a mulligan comes once and first")
        hand = self.hands[side]
        exchanged = self.decks[side].mulligan(hand.as_card_ids(), indices)
        if indices:
            hand.sync_from_ids(exchanged)
            hand.mulligans_applied += 1
        self.mulligan_open = self.mulligan_open.replaced(side, False)
        self._note(Mulliganed(len(indices)), side)
        if indices:
            self._note(OpeningHand(tuple(exchanged)), side)

    def draw_start_of_turn(self) -> CardId | None:
        """The draw of the side to act; each side skips the one of its first turn. None when no card came."""
        if self.is_over:
            raise GameOverError("the game is over; nothing is drawn any more")
        if self.phase is not TurnPhase.DRAW:
            raise TurnOrderError(f"{self.side_to_act.name} has drawn for this turn already")
        self.phase = TurnPhase.PLAY
        if self.turn <= len(Side):
            return None
        card_id = self.decks[self.side_to_act].draw()
        if card_id is None:
            self._note(DrawMissed())
            return None
        self.hands[self.side_to_act].add_card(card_id)
        self._note(CardDrawn(card_id))
        return card_id

    def play_card_from_hand(self, side: AnySide, hand_index: int, lane: int, col: int) -> list[Change]:
        """Play a card with everything that follows from it; a draw still due comes first. ``end_turn`` is separate."""
        side = Side(side)
        self._check_may_act(side)
        card = self.hands[side].card_at(hand_index)
        self.legality.require(self.board, side, card, lane, col)
        self._begin_action(side)
        self.hands[side].remove_index(hand_index)
        changes = self.effect_engine.resolve_play(self.board, side, card, Tile.at(lane, col))
        self.board.recompute_influence_from_deltas()
        if __debug__:
            self.board.check()
        for change in changes:
            self._note(change)
            if isinstance(change, CardToHand):
                self.hands[change.side].add_card(change.card)
        self.passes = 0
        return changes

    def pass_turn(self, side: AnySide) -> None:
        side = Side(side)
        self._check_may_act(side)
        self._begin_action(side)
        self.passes += 1
        self._note(Passed())
        if self.passes >= 2:
            self._note(GameEnded(self.score()))

    def end_turn(self) -> None:
        """Hand the turn over, once the side to act has played or passed."""
        if self.is_over:
            raise GameOverError("the game is over; there is no turn to hand over")
        if self.phase is not TurnPhase.END:
            raise TurnOrderError(f"{self.side_to_act.name} has neither played nor passed yet")
        if self.board_is_final:
            self._note(GameEnded(self.score()))
        self.side_to_act = self.side_to_act.other
        self.turn += 1
        self.phase = TurnPhase.DRAW

    def score(self) -> MatchScore:
        """The score if the game ended now."""
        return compute_match_score(self.board, self.effect_engine)

    def outcome(self) -> Outcome | None:
        if not self.is_over:
            return None
        score = self.score()
        return Outcome(PerSide(score.total_you, score.total_enemy), score.winner)

    def observe(self, side: TwoSides | SideName) -> GameState:
        """What that side may know: no card in the other hand but tokens, whose coming was seen, no deck order, no seed.

        The own deck is known as a set and lies in id order. The view can be played on; unknown draws are hidden cards.
        """
        view = self.clone()
        view._hide_from(Side(side))
        return view

    def __str__(self) -> str:
        """The table drawn: whose turn it is, the board, hands and decks."""
        to_move = self.to_move
        acts = "it is over" if to_move is None else "your turn" if to_move is Side.YOU else "the enemy's turn"
        lines = [f"{self.ruleset}, turn {self.turn}, {acts}", str(self.board)]
        for side, owner in zip(Side, ("Your", "Enemy's"), strict=True):
            lines.append(f"{owner} hand: {self.hands[side]}; {len(self.decks[side])} in the deck")
        return "\n".join(lines)

    def _check_may_act(self, side: Side) -> None:
        if self.is_over:
            raise GameOverError("the game is over; nothing more can be played in it")
        if side is not self.side_to_act:
            raise TurnOrderError(f"it is the turn of {self.side_to_act.name}, not of {side.name}")
        if self.phase is TurnPhase.END:
            raise TurnOrderError(f"{side.name} has played or passed in this turn already")

    def _begin_action(self, side: Side) -> None:
        if self.phase is TurnPhase.DRAW:
            self.draw_start_of_turn()
        self.phase = TurnPhase.END
        self.mulligan_open = self.mulligan_open.replaced(side, False)

    def _note(self, event: Event, side: Side | None = None) -> None:
        self.log.append(LogEntry(self.turn, side or self.side_to_act, event))
