import pytest

from gamekit.protocol import Game, GameState, Outcome
from gamekit.sides import BySide
from tests.gamekit.toy_game import HIDDEN, PASS, IllegalTakeError, Seat, Take, ToyGame, ToyState


def test_share_of_win_loss_and_draw() -> None:
    won = Outcome(BySide(4, 7), Seat.SOUTH)
    assert (won.share(Seat.SOUTH), won.share(Seat.NORTH)) == (1.0, 0.0)
    assert Outcome(BySide(4, 4), None).share(Seat.NORTH) == 0.5


def test_the_toy_game_fits_the_protocols() -> None:
    game: Game[ToyState, Take] = ToyGame()
    state: GameState[Take] = game.start({}, 1)
    assert state.to_move is game.sides.first


def test_a_toy_game_by_hand() -> None:
    state = ToyState(6, BySide((1, 4), (3, 3)))
    assert state.legal_moves() == [Take(1), Take(4)]
    state.play(Take(4))
    with pytest.raises(IllegalTakeError):
        state.play(Take(3))
    state.play(Take(PASS))
    state.play(Take(1))
    state.play(Take(PASS))
    assert state.outcome() is None
    state.play(Take(PASS))
    assert state.outcome() == Outcome(BySide(5, 0), Seat.NORTH)


def test_a_view_hides_the_other_hand_only() -> None:
    state = ToyState(6, BySide((1, 4), (3, 3)))
    assert state.observe(Seat.NORTH).hands == BySide((1, 4), (HIDDEN, HIDDEN))
    assert state.observe(Seat.SOUTH).hands == BySide((HIDDEN, HIDDEN), (3, 3))
    other_hand = ToyState(6, BySide((1, 4), (1, 2)))
    assert state.observe(Seat.NORTH).key() == other_hand.observe(Seat.NORTH).key()
