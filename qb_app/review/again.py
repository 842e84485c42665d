"""Try again from here: a position of a course with every card told, so that it can be played on.

What is hidden is filled in from the belief of its question, by a seed: the same seed gives the same cards. What is
known by now, as in a duel, stays as it was.
"""

from __future__ import annotations

from random import Random

from qb_app.errors import InputError
from qb_app.review.course import Moment
from qb_engine.deep.worlds import BeliefWorlds
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import HIDDEN


def filled(moment: Moment, seed: int) -> GameState:
    """The position before that move, nothing hidden."""
    if not hides_cards(moment.before):
        return moment.before.clone()
    question = moment.question
    if question is None:
        raise InputError(f"your hand was not told at move {moment.number}, so nobody can play on from there")
    if HIDDEN in moment.before.hands[Side.YOU].as_card_ids():
        raise InputError(
            f"a card of your hand was not told at move {moment.number}, so nobody can play on from there; "
            "choose a move at which all were"
        )
    if question.cards:
        raise InputError("this match has cards of its own, which the engine's opponents do not know")
    prediction = question.coach.prediction
    worlds = BeliefWorlds.of(question.view, question.observation, prediction, unseen=question.unseen)
    state, rng = worlds.view.clone(), Random(f"{seed}/again")
    own = [card_id for card_id in state.decks[Side.YOU].remaining() if card_id != HIDDEN]
    rng.shuffle(own)
    state.lay_deck(Side.YOU, own)
    (pool,) = rng.choices(worlds.pools, [one.weight for one in worlds.pools])
    rest = list(pool.rest)
    rng.shuffle(rest)
    state.hands[Side.ENEMY].sync_from_ids([*pool.known, *rest[: pool.unknown]])
    left = [*rest[pool.unknown :], *pool.in_deck]
    rng.shuffle(left)
    state.lay_deck(Side.ENEMY, left[: len(state.decks[Side.ENEMY])])
    return state


def hides_cards(state: GameState) -> bool:
    """Whether some card of a hand or a deck is not told."""
    return any(
        HIDDEN in cards for side in Side for cards in (state.hands[side].as_card_ids(), state.decks[side].remaining())
    )
