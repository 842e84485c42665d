"""What deep search draws its worlds from: YOUR view of a game, and the hands that the belief gives the enemy.

Cards of YOUR hand that were not told are drawn too: from what your deck may still hold, or a usual deck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from qb_engine.deck_belief import usual_deck
from qb_engine.enemy_observation import ObservationError
from qb_engine.errors import TurnOrderError
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.hand_belief import HandPool
from qb_engine.kernel.door import KernelEngine
from qb_engine.models import HIDDEN, CardId
from qb_engine.notation import TurnPhase, format_position
from qb_engine.prediction import Observation, PredictionEngine

PoolRow = tuple[float, list[int], list[int], list[int], int]


@dataclass(frozen=True)
class BeliefWorlds:
    """Every world agrees with the view; all that is not seen is drawn from the pools, as likely as they say."""

    view: GameState
    pools: tuple[HandPool, ...]
    told: GameState
    """The view as it was told: where YOUR deck is not known, ``view`` holds a guess and this holds hidden cards."""
    unseen: tuple[CardId, ...] = ()
    """What the hidden cards of YOUR hand and deck are among; empty while none of the hand is hidden."""

    @staticmethod
    def of(
        state: GameState,
        observation: Observation,
        prediction: PredictionEngine,
        *,
        draw_may_be_open: bool = False,
        unseen: Sequence[CardId] = (),
    ) -> BeliefWorlds:
        """Worlds of YOUR view. A draw of yours that is due must have been told, unless any card will do.

        ``unseen`` are the cards of your deck that you have not seen, if you know them; without them a usual deck is
        guessed around those that you have.
        """
        view = state.observe(Side.YOU)
        if view.phase is TurnPhase.END and not view.is_over:
            raise TurnOrderError("the move of this turn is made: hand the turn over (phase=draw), then ask")
        if not (draw_may_be_open and _draw_is_open(view)):
            _make_draw(view)
        told = view.clone()
        if view.hands[Side.YOU].unknown:
            unseen = tuple(sorted(unseen)) or _guess_unseen(view)
        else:
            unseen = ()
            if HIDDEN in view.decks[Side.YOU].remaining():
                _guess_own_deck(view)
        decks = prediction.infer_enemy_decks(observation, view.ruleset)
        pools = tuple(prediction.infer_enemy_hand(view, observation, decks).pools)
        held = len(view.hands[Side.ENEMY])
        if any(len(pool.known) + pool.unknown != held or pool.unknown > len(pool.rest) for pool in pools):
            raise ObservationError(
                f"the enemy holds {held} cards, more than its deck can still give; "
                "check its hand ('set enemy hand 5' in a match, ehand=?*5 in a position)"
            )
        return BeliefWorlds(view, pools, told, unseen)

    def pool_rows(self, engine: KernelEngine) -> list[PoolRow]:
        """The pools as the kernel reads them."""
        packed = engine.indexes
        return [
            (pool.weight, packed(pool.known), packed(pool.rest), packed(pool.in_deck), pool.unknown)
            for pool in self.pools
        ]

    @property
    def seed(self) -> int:
        """The same for the same view and belief, whatever lies hidden."""
        text = "\n".join([format_position(self.view.position()), *map(repr, self.pools), *self.unseen])
        return int.from_bytes(sha256(text.encode()).digest()[:8])


def _make_draw(view: GameState) -> None:
    """Bring a turn whose draw is due to where a card can be placed; YOUR card must be told, for it decides much."""
    if view.phase is not TurnPhase.DRAW or view.is_over or any(view.mulligan_open):
        return
    check_draw(view)
    view.draw_start_of_turn()


def check_draw(view: GameState) -> None:
    """Refuse a view in which a card that YOU draw now is not told yet."""
    if not view.is_over and _draw_is_open(view):
        raise TurnOrderError("your draw of this turn comes first: add the card to your hand, then ask")


def _draw_is_open(view: GameState) -> bool:
    """Whether a card that YOU will draw now is not told yet."""
    due = view.phase is TurnPhase.DRAW and view.side_to_act is Side.YOU and view.turn > len(Side)
    return due and len(view.decks[Side.YOU]) > 0


def _guess_unseen(view: GameState) -> tuple[CardId, ...]:
    """What a usual deck around the cards seen holds beside them, in id order."""
    board = (card.card for card in view.board.occupants if card and card.side is Side.YOU)
    own = [card.id for card in (*board, *view.hands[Side.YOU].cards) if not card.token and card.id != HIDDEN]
    seen = (*own, *_told_deck(view))
    return tuple(sorted((Counter(usual_deck(seen, view.hydrator, view.ruleset)) - Counter(seen)).elements()))


def _told_deck(view: GameState) -> list[CardId]:
    return [card_id for card_id in view.decks[Side.YOU].remaining() if card_id != HIDDEN]


def _guess_own_deck(view: GameState) -> None:
    """A player who has not told the deck still draws cards: such as a usual deck with the cards seen would hold."""
    told = _told_deck(view)
    hidden = len(view.decks[Side.YOU]) - len(told)
    rest = [*told, *_guess_unseen(view)[:hidden]]
    view.lay_deck(Side.YOU, rest + [HIDDEN] * (len(view.decks[Side.YOU]) - len(rest)))
