"""The match overruled by the screen: a tile, a card, whose turn it is, or everything at once. No rule is asked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qb_app.live import commands as c
from qb_app.live.missed import go_on_at, missed_turns, numbered_on
from qb_app.live.refusals import already_your_turn, hand_size
from qb_engine.board_notation import BOARD_OPTIONS, format_board, parse_board, read_number, read_options
from qb_engine.board_state import BoardState
from qb_engine.chance import HALF_A_WIN, NOTHING
from qb_engine.changes import Pawns
from qb_engine.errors import IllegalMoveError, MulliganError
from qb_engine.geometry import TILES, Side
from qb_engine.limits import PAWNS, SHOWN_POWER, TURNS_MISSED
from qb_engine.models import HIDDEN, HIDDEN_CARD, Card
from qb_engine.notation import parse_position
from qb_engine.powers import powers

if TYPE_CHECKING:
    from qb_app.live.game import LiveGame


_MISSED = "missed"
"""The word behind the lanes of a board that tells how many turns went by unseen."""


def correct(game: LiveGame, command: c.Command) -> None:
    """Let the match be as the player sees it."""
    board = game.state.board
    match command:
        case c.SetPawns(tile, owner, rank):
            set_pawns(board, tile.index, owner, rank)
        case c.SetCard(card, tile, side, power):
            place_card(board, tile.index, game.hydrator.get(card), side, power)
        case c.SetPower(tile, power):
            set_power(board, tile.index, power)
        case c.SetTurn(side):
            _set_turn(game, side)
        case c.SetCount(side, pile, count):
            _set_count(game, side, pile, count)
        case c.SetScore(you, enemy):
            game.screen_score = (you, enemy)
        case c.SetWaits(percent):
            game.enemy_waits = percent / 100
        case c.SetDraws(count):
            game.draw_worth = HALF_A_WIN if count else NOTHING
        case c.SetRemarks(on):
            game.wants_remarks = on
        case c.SetBoard(text):
            _set_board(game, text)
        case _:
            raise TypeError(f"{type(command).__name__} changes nothing")


def _set_turn(game: LiveGame, side: Side) -> None:
    if side is game.state.side_to_act and not game.is_over:
        raise already_your_turn(side)
    game.ended = False
    game.state.correct_turn(side)
    game.open_turn()


def _set_count(game: LiveGame, side: Side, pile: c.Pile, count: int) -> None:
    hand = game.state.hands[side]
    match side, pile:
        case Side.ENEMY, c.Pile.HAND:
            tokens = [card.id for card in hand.cards if card is not HIDDEN_CARD]
            hand.sync_from_ids([*tokens[:count], *(HIDDEN,) * (count - len(tokens))])
        case Side.ENEMY, _:
            game.state.lay_deck(side, [HIDDEN] * count)
        case _, c.Pile.HAND:
            raise hand_size(count, None)
        case _:
            if game.setup.deck is not None:
                raise MulliganError(
                    "your deck list tells how many cards are left; 'hand a, b, c' corrects what you hold"
                )
            game.unseen = [HIDDEN] * (count + game.hidden_in_hand)
            game.lay_deck()


def _set_board(game: LiveGame, text: str) -> None:
    """Take over the lanes of a position, with moves that were missed, or a whole position with hands and turn."""
    lanes, *details = text.split()
    if "/" in lanes:
        options = read_options(details, (*BOARD_OPTIONS, _MISSED))
        turns = read_number(options.get(_MISSED, "0"), TURNS_MISSED, _MISSED)
        board = parse_board(lanes, options, game.setup.ruleset, game.hydrator)
        go_on_at(game, numbered_on(game.state.board, board), turns)
        return
    position = parse_position(text, game.hydrator)
    game.state.correct_position(replace(position, board=numbered_on(game.state.board, position.board)))
    hidden = position.hands[Side.YOU].count(HIDDEN)
    if hidden == 0 or len(position.decks[Side.YOU]) + hidden != len(game.unseen):
        game.unseen = [*position.decks[Side.YOU], *(HIDDEN,) * hidden]
    game.lay_deck()


def board_with_missed(game: LiveGame, text: str) -> str:
    """The text of a board with the number of turns that were missed, as the log keeps it; what is told stands.

    A log of an earlier version says nothing of them, and there a board is only put right.
    """
    lanes, *details = text.split()
    if "/" not in lanes or any(word.startswith(f"{_MISSED}=") for word in details):
        return text
    options = read_options(details, (*BOARD_OPTIONS, _MISSED))
    turns = missed_turns(game, parse_board(lanes, options, game.setup.ruleset, game.hydrator))
    return f"{text} {_MISSED}={turns}" if turns else text


def set_pawns(board: BoardState, index: int, owner: Side | None, rank: int) -> None:
    """Make a tile empty, with this owner and so many pawns; a card that lay there is gone."""
    if owner is not None and rank not in PAWNS:
        raise IllegalMoveError(f"a tile holds 1 to {PAWNS.high} pawns, not {rank}; 'set {_here(index)} empty' is none")
    if board.occupants[index] is not None:
        board.take_card_off(index)
    board.designated[index] = None
    board.set_pawns(index, pawns_of(owner, rank))


def pawns_of(owner: Side | None, rank: int) -> Pawns:
    return Pawns(owner, 0, rank) if owner is Side.ENEMY else Pawns(owner, rank, 0)


def place_card(board: BoardState, index: int, card: Card, side: Side, power: int | None) -> None:
    """Lay a card there, in place of any other. The pawns under it, which nobody sees, become at least what it needs."""
    if card.id == HIDDEN:
        raise IllegalMoveError(f"say which card lies on {TILES[index]}; the screen shows it")
    if board.occupants[index] is not None:
        board.take_card_off(index)
    own = board.rank(index) if board.owners[index] is side else 0
    needed = max(card.cost, 1)
    if own < needed:
        board.set_pawns(index, pawns_of(side, needed))
    board.place_card(card, side, *TILES[index])
    if power is not None:
        set_power(board, index, power)


def set_power(board: BoardState, index: int, power: int) -> None:
    """Change the card there so that it shows this power."""
    card = board.occupants[index]
    if card is None:
        raise IllegalMoveError(f"no card lies on {TILES[index]}; 'set {_here(index)} card zu you {power}' lays one")
    if power not in SHOWN_POWER:
        raise IllegalMoveError(
            f"a card on the board shows {SHOWN_POWER}, not {power}; 'set {_here(index)} enemy 1' takes it off"
        )
    board.occupants[index] = card._replace(lasting=card.lasting + power - powers(board).power[index])


def board_words(board: BoardState) -> str:
    """The board in one line, as ``SetBoard`` is kept."""
    return " ".join(format_board(board))


def _here(index: int) -> str:
    return str(TILES[index]).lower()
