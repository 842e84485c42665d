"""Cards of YOUR own hand that nobody told: drawn from what your deck may hold, never advised, never read."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qb_engine.coaching import CoachingEngine
from qb_engine.deck_belief import EqualBelief
from qb_engine.deep.coach import DeepAnswer, DeepCoach
from qb_engine.deep.mulligans import advise_mulligan, best_mulligan
from qb_engine.deep.search import Budget, DeepSearch
from qb_engine.deep.solver import solve_ending
from qb_engine.deep.worlds import BeliefWorlds
from qb_engine.errors import UnknownHandError
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import HIDDEN, Move
from qb_engine.notation import TurnPhase
from tests.qb_engine.deep.games import HYDRATOR, PREDICTION, game, needs_kernel, seen

BUDGET = Budget(nodes=60)
COACH = CoachingEngine.standard(HYDRATOR, belief=EqualBelief(HYDRATOR, limit=5))
LANES = "rebirth Y1,-,-,-,E1/Y1,-,-,E1,E1[008]/Y1,-,-,-,E1"


def with_hidden(state: GameState, places: set[int]) -> GameState:
    """The game as one sees it who was not told these cards of the hand, nor, for that, which lie in the deck."""
    view = state.observe(Side.YOU)
    hand = view.hands[Side.YOU]
    for place in places:
        hand.hide(place % len(hand))
    if hand.unknown:
        view.lay_deck(Side.YOU, [HIDDEN] * len(view.decks[Side.YOU]))
    return view


def own_cards(state: GameState) -> list[str]:
    return [*state.hands[Side.YOU].as_card_ids(), *state.decks[Side.YOU].remaining()]


def known_moves(state: GameState) -> set[Move]:
    return {*state.legal_placements(Side.YOU), Move.PASS}


def analysed(view: GameState, unseen: tuple[str, ...] = ()) -> DeepAnswer:
    return DeepCoach(COACH, DeepSearch(threads=1), unseen).analyse(view, seen(view, None), BUDGET)


@needs_kernel
@given(seed=st.integers(0, 40), turns=st.integers(0, 12), places=st.sets(st.integers(0, 7), min_size=1))
def test_advice_covers_the_cards_known_whatever_is_hidden(seed: int, turns: int, places: set[int]) -> None:
    state = game(seed, turns)
    if state.is_over or not len(state.hands[Side.YOU]):
        return
    view = with_hidden(state, places)
    known = set(view.hands[Side.YOU].as_card_ids()) - {HIDDEN}
    assert known_moves(view) == {move for move in known_moves(state) if move.is_pass or move.card in known}
    if not known:
        with pytest.raises(UnknownHandError, match="no card of your hand is known"):
            analysed(view)
        return
    answer = analysed(view)
    assert answer.look.moves
    assert {move.move for move in answer.look.moves} <= known_moves(view), "a short search leaves some out"
    assert {move.candidate.move for move in answer.recommendation.moves} <= known_moves(view)
    assert {each.candidate.move for each in COACH.rank_moves(view, seen(view, None))} == known_moves(view)


@needs_kernel
@pytest.mark.parametrize("seed", range(3))
def test_what_the_hidden_cards_really_are_changes_nothing(seed: int) -> None:
    state = game(seed, 4)
    other = state.clone()
    rng = Random(seed)
    cards = own_cards(other)[1:]
    rng.shuffle(cards)
    held = len(state.hands[Side.YOU])
    other.hands[Side.YOU].sync_from_ids([state.hands[Side.YOU].cards[0].id, *cards[: held - 1]])
    other.lay_deck(Side.YOU, cards[held - 1 :])
    assert other.hands[Side.YOU] != state.hands[Side.YOU]
    hidden = set(range(1, held))
    unseen = tuple(cards)
    first, second = (analysed(with_hidden(one, hidden), unseen) for one in (state, other))
    assert repr(first.look) == repr(second.look)
    assert first.recommendation == second.recommendation


def test_hidden_cards_are_drawn_from_the_deck_that_was_told() -> None:
    state = game(2, 4)
    view = with_hidden(state, {1, 2})
    pool = tuple(own_cards(state)[1:])
    drawn = BeliefWorlds.of(view, seen(view, None), PREDICTION, unseen=pool)
    assert Counter(drawn.unseen) == Counter(pool)
    assert drawn.view.key() == drawn.told.key() == view.key(), "nothing is guessed into the view"


def test_without_a_deck_they_are_drawn_from_a_usual_one_that_is_large_enough() -> None:
    view = GameState.parse(f"{LANES} Y turn=3 hand=001,?*4 deck=?*10 ehand=?*4 edeck=?*9", HYDRATOR)
    drawn = BeliefWorlds.of(view, seen(view, None), PREDICTION)
    assert len(drawn.unseen) == 14
    assert HIDDEN not in drawn.unseen


def test_cards_told_to_lie_in_the_deck_are_not_in_the_hand() -> None:
    deck = ("003", "003", "004")
    view = GameState.parse(f"{LANES} Y turn=3 hand=001,?*2 deck={','.join(deck)} ehand=?*4 edeck=?*9", HYDRATOR)
    drawn = BeliefWorlds.of(view, seen(view, None), PREDICTION)
    assert drawn.view.decks[Side.YOU].remaining() == deck
    assert Counter(deck)["003"] + Counter(drawn.unseen)["003"] <= 2
    assert len(drawn.unseen) >= 2


@needs_kernel
def test_hidden_cards_are_played_in_their_worlds() -> None:
    """With one card and strong ones not told the chance is far better than with that card alone."""
    few, many = (
        GameState.parse(f"{LANES} Y turn=3 hand=001{more} ehand=?*4 edeck=?*9", HYDRATOR) for more in ("", ",?*4")
    )
    strong = ("020",) * 4
    alone = DeepCoach(COACH).look(few, seen(few, None), Budget(nodes=600)).chance
    helped = DeepCoach(COACH, unseen=strong).look(many, seen(many, None), Budget(nodes=600)).chance
    assert helped.points > alone.points + 0.03
    line = DeepCoach(COACH, unseen=strong).look(many, seen(many, None), Budget(nodes=600)).moves[0].line
    assert "020" in {move.card for move in line[2::2]}


@needs_kernel
def test_a_draw_to_come_is_played_beside_cards_not_told() -> None:
    view = GameState.parse(f"{LANES} Y turn=3 phase=draw hand=001,? deck=020 ehand=?*4 edeck=?*9", HYDRATOR)
    assert view.phase is TurnPhase.DRAW
    coach = DeepCoach(COACH, unseen=("007",))
    cards = {move.move.card for move in coach.look(view, seen(view, None), BUDGET).moves}
    assert cards - {None} == {"001", "020"}, "what is drawn will be seen, what was not told will not"


@needs_kernel
def test_an_ending_is_not_solved_while_a_card_not_told_can_be_played() -> None:
    """T1 is open to the hidden card: no value that leaves it out is exact."""
    board = "rebirth Y1,Y1[001],Y1[001],E1[008],E1[008]/Y1[001],Y1[001],Y1[001],E1[008],E1[008]"
    lanes = f"{board}/Y1,Y1[001],Y1[001],E1[008],E1[008] Y turn=14"
    hidden, told = (GameState.parse(f"{lanes} hand=001,{card}", HYDRATOR) for card in ("?", "008"))
    assert solve_ending(BeliefWorlds.of(told, seen(told, None), PREDICTION))
    assert solve_ending(BeliefWorlds.of(hidden, seen(hidden, None), PREDICTION)) == {}


@needs_kernel
def test_an_ending_is_solved_where_a_card_not_told_fits_nowhere() -> None:
    """The enemy has passed: your pass ends the game whatever you hold."""
    view = GameState.parse(f"{LANES} Y turn=14 passes=1 hand=001,? ehand=?*2", HYDRATOR)
    exact = solve_ending(BeliefWorlds.of(view, seen(view, None), PREDICTION))
    assert set(exact) <= {Move.PASS}


OPENING = "rebirth Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 Y mulligan=Y hand={} deck=?*10 ehand=?*5 edeck=?*10"


def opening(hand: str) -> BeliefWorlds:
    view = GameState.parse(OPENING.format(hand), HYDRATOR)
    return BeliefWorlds.of(view, seen(view, None), PREDICTION)


@needs_kernel
def test_only_known_cards_of_an_opening_hand_are_exchanged() -> None:
    choices = advise_mulligan(opening("044,?,001,?*2"), deals=20)
    assert {choice.mulligan.indices for choice in choices} == {(), (0,), (2,), (0, 2)}
    assert set(best_mulligan(opening("044,?,001,?*2")).indices) <= {0, 2}


@needs_kernel
def test_an_opening_hand_of_which_nothing_is_known_is_refused() -> None:
    with pytest.raises(UnknownHandError, match="name at least one"):
        advise_mulligan(opening("?*5"), deals=20)


def test_the_quick_coach_says_what_it_does_not_know() -> None:
    view = GameState.parse(f"{LANES} Y turn=3 hand=044,?*2 ehand=?*4", HYDRATOR)
    told = COACH.recommend_moves(view, seen(view, None))
    assert told.primary.startswith("No card known of your hand can be placed, and 2 cards are not known")
    assert COACH.rank_moves(view, seen(view, None))[0].prediction.lockout_risk == 0.0, "a card not told may fit"
