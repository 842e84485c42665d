"""The refusals of a live match. Each sentence ends with what would be right, so that nobody gets stuck."""

from __future__ import annotations

from collections.abc import Sequence

from gamekit.quoting import quoted
from qb_engine.card_hydrator import CardHydrator
from qb_engine.errors import (
    GameOverError,
    IllegalMoveError,
    MulliganError,
    NotationError,
    NotInHandError,
    QueensBloodError,
    TurnOrderError,
    UnknownCardError,
)
from qb_engine.game_state import GameState
from qb_engine.geometry import Side, Tile
from qb_engine.hand import Hand
from qb_engine.models import Card, CardId


def unknown_card(error: UnknownCardError, way: str) -> QueensBloodError:
    """``way`` hands in the JSON of a card, which then is one of this match."""
    return QueensBloodError(f"{error}{' A' if error.close_names else '; a'} {handing_in(way)}")


def handing_in(way: str) -> str:
    return f"card that is not in the data: '{way}' hands in its JSON"


def over(ended_by_hand: bool) -> QueensBloodError:
    way = "'undo' opens it again" if ended_by_hand else "'undo' takes the last pass back, 'set turn you' goes on"
    return GameOverError(f"the match is over; {way}")


def out_of_turn(side: Side, card: str | None) -> QueensBloodError:
    if side is Side.ENEMY:
        return TurnOrderError("it is your turn: enter your own play or 'pass' first; 'set turn enemy' overrides")
    said = "'e pass'" if card is None else quoted(f"e {card.lower()} …")
    return TurnOrderError(f"it is the enemy's turn: {said} enters its move; 'set turn you' overrides")


def already_your_turn(side: Side) -> QueensBloodError:
    return TurnOrderError(f"it is {'your' if side is Side.YOU else 'the enemy’s'} turn already")


def with_remedy(
    error: IllegalMoveError, state: GameState, side: Side, card: Card, lane: int, col: int
) -> QueensBloodError:
    """The reason of the rules, and the correction that makes the play legal if the screen shows it."""
    tile, owner = Tile.at(lane, col), "you" if side is Side.YOU else "enemy"
    here = str(tile).lower()
    fix = f"set {here} card NAME {owner}" if card.replaces else f"set {here} {owner} {card.cost}"
    again = f"{'e ' if side is Side.ENEMY else ''}{card.name.lower()} {here}"
    return IllegalMoveError(f"{error}; if the screen shows otherwise, enter '{fix}' and then '{again}' again")


def not_in_hand(card: Card, hand: Hand) -> QueensBloodError:
    held = ", ".join(one.name for one in hand.cards) or "no card"
    return NotInHandError(f"{card.name} is not in your hand ({held}); 'hand a, b, c' puts the hand right")


def not_drawable(card: Card, unseen: Sequence[CardId], hydrator: CardHydrator) -> QueensBloodError:
    if card.token:
        return NotInHandError(f"{card.name} is a token and never drawn; 'hand a, b, c' puts the hand right")
    left = ", ".join(sorted({hydrator.get(card_id).name for card_id in unseen})) or "nothing"
    return NotInHandError(
        f"your deck has no {card.name} left (left: {left}); if the screen shows it, 'hand a, b, c' puts the hand right"
    )


def no_draw_due(state: GameState, is_over: bool) -> QueensBloodError:
    if is_over:
        return over(ended_by_hand=not state.is_over)
    if state.side_to_act is Side.ENEMY:
        return TurnOrderError("no card of yours is missing and it is the enemy's turn; 'hand a, b, c' changes the hand")
    return TurnOrderError("your draw of this turn is known already; 'hand a, b, c' changes the hand, 'undo' goes back")


def token_not_held(card: Card) -> QueensBloodError:
    return NotInHandError(
        f"{card.name} is a token that the enemy was not seen to get; 'set m3 card {card.name.lower()} enemy' puts it "
        "on the board"
    )


def none_left(card: Card) -> QueensBloodError:
    return NotInHandError(
        f"by the count the enemy holds no card to play {card.name} from; 'set enemy hand 1' puts the count right"
    )


def hand_size(given: int, needed: int | None) -> QueensBloodError:
    if needed is None:
        return MulliganError("name the cards of your own hand, as in 'hand zu, mu, ?'; '?' is one you do not know")
    return MulliganError(f"an opening hand has {needed} cards, {given} were named; '?' stands for one not seen")


def no_hand_to_exchange() -> QueensBloodError:
    return MulliganError(
        "tell your opening hand first, as in 'hand a, b, ?*3'; then 'mulligan 2 4' or 'keep', or just 'mulligan ?' if "
        "nobody watched"
    )


def stale_hand(*, draw_due: bool) -> QueensBloodError:
    """There is no advice on an old hand, nor on one of which nothing is known."""
    if draw_due:
        return TurnOrderError(
            "tell your draw first, as in 'draw levrikon', or 'draw ?' if you did not see it: advice on an old hand "
            "would be wrong"
        )
    return TurnOrderError(
        "no card of your hand is known, so there is nothing to advise: tell at least one, as in 'draw levrikon' or "
        "'hand zu, mu, ?'"
    )


def not_shown() -> QueensBloodError:
    return NotationError("this line holds signs that cannot be shown or kept; enter it without them")


def nothing_to(word: str) -> QueensBloodError:
    return TurnOrderError(f"there is nothing to {word}")
