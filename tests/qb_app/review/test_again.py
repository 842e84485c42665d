"""Playing on from a moment of a match: hidden cards are filled in by a seed, what is known stays."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from gamekit.record import Record, RecordError
from gamekit.sides import BySide
from qb_app.courses import again
from qb_app.errors import InputError
from qb_app.games.duels.duel import Duel
from qb_app.games.moments import course_of_duel
from qb_app.games.playthrough import play_through
from qb_app.live.setup import MatchSetup
from qb_app.review.again import filled, hides_cards
from qb_engine.card_hydrator import CardHydrator
from qb_engine.errors import NotationError
from qb_engine.game import POSITION_KEY, QueensBlood
from qb_engine.geometry import Side
from qb_engine.models import HIDDEN
from tests.qb_app.live.material import FIRST_ROUND, STARTER
from tests.qb_app.live.stores import entered
from tests.qb_app.review.courses import engine_game, real_match
from tests.qb_engine.deep.games import needs_kernel

pytestmark = needs_kernel  # the games are between levels
HYDRATOR = CardHydrator.shared()


def test_hidden_cards_are_filled_in_by_the_seed_and_nothing_else_changes() -> None:
    for number in (1, 3, 4, 8):
        moment = real_match().moment(number)
        state = filled(moment, 7)
        assert not hides_cards(state)
        assert state == filled(moment, 7), "the same seed gives the same cards"
        assert moment.question is not None
        seen, view = state.observe(Side.YOU), moment.question.view
        assert seen.board == view.board
        assert seen.hands == view.hands
        assert (seen.turn, seen.side_to_act, seen.passes) == (view.turn, view.side_to_act, view.passes)
        assert [len(deck) for deck in seen.decks] == [len(deck) for deck in view.decks]
    many = {filled(real_match().moment(3), seed).key() for seed in range(8)}
    assert len(many) > 4


def test_the_enemys_hand_is_drawn_from_what_its_deck_can_still_hold() -> None:
    session = entered(*FIRST_ROUND, "draw zu", setup=MatchSetup(enemy_deck=STARTER))
    moment = session.questions.course.moment(2)
    hands = [filled(moment, seed).hands[Side.ENEMY].as_card_ids() for seed in range(8)]
    assert len({tuple(hand) for hand in hands}) > 4
    assert all(not Counter(hand) - Counter(STARTER) for hand in hands)


def test_a_game_whose_cards_are_known_goes_on_with_the_same_cards() -> None:
    moment = engine_game(2).moment(5)
    assert filled(moment, 1) == filled(moment, 2) == moment.before


def play_out(duel: Duel) -> None:
    """The person passes until the end."""
    while (mover := duel.to_move) is not None:
        if mover is Side.YOU:
            duel.decide("pass")
        else:
            duel.answer()


def test_a_duel_goes_on_from_there_and_its_record_replays() -> None:
    setup = again(real_match(), 3, seed=5, level=1)
    duel = Duel(HYDRATOR, setup)
    assert duel.seen.board == real_match().moment(3).before.board
    play_out(duel)
    record = Record.parse(duel.record.to_text())
    assert dict(record.setup)[POSITION_KEY] == setup.rules[POSITION_KEY], "the record says where it began"
    played = play_through(QueensBlood(HYDRATOR), record)
    assert played.last.score() == duel.state.score()
    course = course_of_duel(duel)
    assert course.moves == len(duel.steps)


def test_from_a_move_of_the_enemy_the_engine_moves_first() -> None:
    duel = Duel(HYDRATOR, again(engine_game(2), 4 if engine_game(2).moment(4).side is Side.ENEMY else 5, 1, 2))
    assert duel.agent_to_move is not None
    duel.answer()
    assert duel.to_move is Side.YOU


def test_where_nobody_can_play_on_a_sentence_says_why() -> None:
    course = real_match()
    with pytest.raises(InputError, match="move 99 does not exist: this match has the moves 1 to 12"):
        again(course, 99, 0, 1)
    with pytest.raises(InputError, match="no move was made in this match yet"):
        again(entered(*FIRST_ROUND[:2]).questions.course, 1, 0, 1)
    with pytest.raises(
        InputError, match="a card of your hand was not told at move 5, so nobody can play on from there"
    ):
        again(entered(*FIRST_ROUND, "draw zu", "lev m2", "e pass", "draw ?", "pass").questions.course, 5, 0, 1)
    blind = replace(course.moment(3), question=None)
    with pytest.raises(InputError, match="your hand was not told at move 3"):
        filled(blind, 0)
    question = course.moment(3).question
    assert question is not None
    with pytest.raises(InputError, match="cards of its own"):
        filled(replace(blind, question=replace(question, cards=("{}",))), 0)


def test_a_game_begins_only_at_a_position_that_hides_nothing() -> None:
    setup = dict(again(real_match(), 3, 0, 1).rules)
    game = QueensBlood(HYDRATOR)
    assert not hides_cards(game.start(setup, 0))
    hidden = setup | {POSITION_KEY: real_match().moment(3).before.key()}
    assert HIDDEN in hidden[POSITION_KEY]
    with pytest.raises(NotationError, match="every card is told"):
        game.start(hidden, 0)
    with pytest.raises(NotationError, match="its position is of rebirth"):
        game.start(setup | {"ruleset": "v2.2.4", "behaviour": "1"}, 0)
    damaged = Record("queens-blood", 1, tuple(sorted(hidden.items())), 0, (), "*")
    with pytest.raises((RecordError, NotationError)):
        play_through(game, damaged)


def test_the_same_opponent_plays_on_unless_another_is_named() -> None:
    assert again(engine_game(2), 6, 0).level == 3
    assert again(engine_game(2), 6, 0, 7).level == 7
    assert again(real_match(), 3, 0).level == 5


def test_decks_are_what_is_left_of_each_side() -> None:
    setup = again(engine_game(2), 6, 0, 1)
    sizes: BySide[int] = setup.decks(HYDRATOR).map(lambda deck: len(deck.card_ids))
    assert all(0 < size <= 15 for size in sizes)
