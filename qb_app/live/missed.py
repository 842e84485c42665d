"""Moves that nobody entered, read off a board that shows more cards than were seen played.

The board is the authority. What it leaves open is supposed as simply as the turn order allows, and told: both sides
moved in turn and drew as usual, and a turn without a new card was a pass.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from qb_app.figures import counted
from qb_engine.board_state import BoardState
from qb_engine.geometry import PerSide, Side
from qb_engine.models import HIDDEN, HIDDEN_CARD, CardId, CardInPlay

if TYPE_CHECKING:
    from qb_app.live.game import LiveGame

Plays = PerSide[list[CardId]]


def missed_turns(game: LiveGame, board: BoardState) -> int:
    """The fewest turns in which the cards that this board shows beside those seen can have been played."""
    plays, first = missed_plays(game.state.board, board), game.state.side_to_act
    if not any(plays) or game.is_over:
        return 0
    return max(2 * len(plays[first]) - 1, 2 * len(plays[first.other]))


def go_on_at(game: LiveGame, board: BoardState, turns: int) -> None:
    """Let the match stand at this board, after so many turns that were missed; with none it is only put right."""
    if turns and not game.is_over:
        _make_up_for(game, missed_plays(game.state.board, board), turns)
    game.state.correct_board(board)


def missed_plays(before: BoardState, after: BoardState) -> Plays:
    """Cards that lie where their side had none before, by side and tile; tokens may have come by themselves.

    Another card of the same side in the place of one is a slip put right, unless it is a card that replaces.
    """
    found: Plays = PerSide([], [])
    for old, now in zip(before.occupants, after.occupants, strict=True):
        if now is None or now.card.token or _lies_still(old, now):
            continue
        if old is None or old.side is not now.side or now.card.replaces:
            found[now.side].append(now.card.id)
    return found


def numbered_on(before: BoardState, board: BoardState) -> BoardState:
    """The board with numbers that go on from ``before``: cards that lie still keep theirs, and no other bears one."""
    pairs = list(zip(before.occupants, board.occupants, strict=True))
    fits = [
        now.number == old.number if old and _lies_still(old, now) else now.number >= before.next_number
        for old, now in pairs
        if now is not None
    ]
    if all(fits):
        return board
    fresh = count(max(before.next_number, board.next_number))
    numbers = {
        now.number: old.number if old and _lies_still(old, now) else next(fresh)
        for old, now in pairs
        if now is not None
    }
    return board.renumbered(numbers)


def _lies_still(old: CardInPlay | None, now: CardInPlay) -> bool:
    return old is not None and (old.card, old.side) == (now.card, now.side)


def _make_up_for(game: LiveGame, plays: Plays, turns: int) -> None:
    state = game.state
    first = state.side_to_act
    taken = {first: -(-turns // 2), first.other: turns // 2}
    game.remarks += _shown(game, plays)
    state.settle_opening_hands()
    left = plays.map(list)
    for _ in range(turns):
        side = state.side_to_act
        if game.draw_due:
            game.draw_unseen()
        if left[side]:
            _take_out(game, side, left[side].pop(0))
        state.miss_move()
        game.open_turn()
    for side in Side:
        for card_id in left[side]:
            _take_out(game, side, card_id)
    game.remarks.append(_supposed(game, turns))
    idle = {side: taken[side] - len(plays[side]) for side in Side}
    if idle[Side.YOU] > 0:
        game.forget_hand()
        game.remarks.append(
            f"{counted(idle[Side.YOU], 'turn')} of yours brought no card to the board: a pass, or a card that is gone "
            "again. So the cards of your hand are not known any more; 'hand a, b, c' tells them."
        )
    if idle[Side.ENEMY] > 0:
        game.remarks.append(
            f"{counted(idle[Side.ENEMY], 'turn')} of the enemy brought no card to the board and counts as a pass."
        )


def _take_out(game: LiveGame, side: Side, card_id: CardId) -> None:
    """Take a card that was played unseen out of the hand it came from."""
    hand = game.state.hands[side]
    if side is Side.YOU and hand.index_of(card_id) is None:
        if not hand.unknown:
            game.forget_hand()
            name = game.hydrator.get(card_id).name
            game.remarks.append(f"{name} was not in your hand as it was told, so that hand is not known any more.")
        if hand.unknown:
            game.see_on_screen(card_id)
            hand.remove_index(hand.cards.index(HIDDEN_CARD))
        return
    wanted = card_id if hand.index_of(card_id) is not None else HIDDEN
    place = hand.index_of(wanted)
    if place is not None:
        hand.remove_index(place)


def _shown(game: LiveGame, plays: Plays) -> list[str]:
    told = [
        f"{owner} {', '.join(game.hydrator.get(card_id).name for card_id in plays[side])}"
        for side, owner in ((Side.YOU, "yours"), (Side.ENEMY, "the enemy's"))
        if plays[side]
    ]
    cards = counted(sum(map(len, plays)), "card")
    return [f"The board shows {cards} not seen played: {'; '.join(told)}."] if told else []


def _supposed(game: LiveGame, turns: int) -> str:
    state = game.state
    whose = "your move" if state.side_to_act is Side.YOU else "the enemy's move"
    other = "enemy" if state.side_to_act is Side.YOU else "you"
    went = "1 turn was missed," if turns == 1 else f"{turns} turns were missed, each"
    held = len(state.hands[Side.ENEMY])
    return (
        f"So {went} with its draw: it is turn {state.turn}, {whose}, and the enemy holds "
        f"{counted(held, 'card')}; 'set turn {other}', 'set enemy hand {held}' and 'hand a, b, c' put that right."
    )
