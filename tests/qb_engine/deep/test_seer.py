"""The seer against every line, played out by the Python engine."""

from __future__ import annotations

from random import Random

import pytest

from gamekit.agents import shown_to
from qb_engine.deep.seer import MOST_PLIES, SeerPlayer
from qb_engine.deep.win_chance import deep_engine
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import Decision, Mulligan
from tests.qb_engine.deep.games import DECKS, HYDRATOR, game, needs_kernel

pytestmark = needs_kernel
WON = 1_000_000


def value(state: GameState, side: Side) -> int:
    margin = state.score().margin
    if state.is_over:
        found = margin + WON * ((margin > 0) - (margin < 0))
    else:
        found = margin + state.board.owners.count(Side.YOU) - state.board.owners.count(Side.ENEMY)
    return found if side is Side.YOU else -found


def after(state: GameState, move: Decision) -> GameState:
    there = state.clone()
    there.play(move)
    return there


def minimax(state: GameState, plies: int, side: Side) -> int:
    """What the side gets at the end of the best lines of both."""
    mover = state.to_move
    if plies == 0 or mover is None:
        return value(state, side)
    found = [minimax(after(state, move), plies - 1, side) for move in state.legal_moves()]
    return max(found) if mover is side else min(found)


def plain_choice(state: GameState, plies: int) -> Decision:
    """The best move, the first of equals in the pinned order."""
    side = state.to_move
    assert side is not None
    moves = state.legal_moves()
    return max(moves, key=lambda move: minimax(after(state, move), plies - 1, side))


def of_either_side(seed: int, turns: int) -> GameState:
    """A game stopped on the turn of YOU, or one move later on the enemy's."""
    state = game(seed, turns)
    if seed % 2 and state.to_move is not None:
        state.play(Random(seed).choice(state.legal_moves()))
    return state


@pytest.mark.parametrize(("plies", "turns"), [(1, 0), (1, 6), (2, 10), (3, 13), (4, 14), (5, 15), (6, 16)])
def test_it_plays_what_trying_every_line_finds(plies: int, turns: int) -> None:
    compared = 0
    for seed in range(30):
        state = of_either_side(seed, turns)
        engine = deep_engine(HYDRATOR, state.ruleset)
        if state.to_move is None or len(state.legal_moves()) == 1 or engine.perft(engine.state(state), plies) > 600:
            continue
        compared += 1
        assert SeerPlayer(HYDRATOR, plies).choose(state.clone(), Random()) == plain_choice(state, plies)
    assert compared > 2


def test_it_uses_what_nobody_may_know() -> None:
    """Another order of the enemy's deck, which no view shows, changes what it plays."""
    for seed in range(40):
        state, other = game(seed, 4), game(seed, 4)
        other.lay_deck(Side.ENEMY, other.decks[Side.ENEMY].remaining()[::-1])
        assert state.observe(Side.YOU).key() == other.observe(Side.YOU).key()
        chosen = [SeerPlayer(HYDRATOR, 4).choose(it.clone(), Random()) for it in (state, other)]
        if chosen[0] != chosen[1]:
            return
    raise AssertionError("the order of the deck never mattered")


def test_it_is_shown_the_state_and_has_a_rule_for_its_opening_hand() -> None:
    state = GameState.start(DECKS[0], DECKS[1], 3, ruleset=game(0, 0).ruleset, hydrator=HYDRATOR)
    seer = SeerPlayer(HYDRATOR, 2)
    shown = shown_to(seer, state, Side.YOU)
    assert shown.key() == state.key() != state.observe(Side.YOU).key()
    assert isinstance(seer.choose(shown, Random()), Mulligan)


def test_what_it_cannot_look_at_is_refused() -> None:
    state = game(1, 6)
    engine = deep_engine(HYDRATOR, state.ruleset)
    for plies in (0, MOST_PLIES + 1):
        with pytest.raises(ValueError, match="plies"):
            engine.seer(engine.state(state), plies)
    with pytest.raises(ValueError, match="who sees every card is told every card"):
        engine.seer(engine.state(state.observe(Side.YOU)), 2)
    ended = state.clone()
    while ended.to_move is not None:
        ended.play("pass")
    with pytest.raises(ValueError, match="the game is over"):
        engine.seer(engine.state(ended), 2)
