"""What worlds are drawn from: the view, never the game behind it."""

from __future__ import annotations

import pytest

from qb_engine.deep.worlds import BeliefWorlds
from qb_engine.errors import TurnOrderError
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import HIDDEN
from qb_engine.notation import TurnPhase
from tests.qb_engine.deep.games import HYDRATOR, PREDICTION, game, seen, worlds
from tests.qb_engine.test_secrecy import with_other_secrets


@pytest.mark.parametrize("seed", range(6))
def test_changing_hidden_cards_only_changes_nothing(seed: int) -> None:
    state = game(seed, seed)
    here = worlds(state, None)
    for salt in (1, 2):
        other = worlds(with_other_secrets(state, salt), None)
        assert other.seed == here.seed
        assert other.pools == here.pools
        assert other.view.key() == here.view.key()


def test_other_positions_have_other_seeds() -> None:
    found = {
        game(seed, turns).observe(Side.YOU).key(): worlds(game(seed, turns), None).seed
        for seed in range(5)
        for turns in range(5)
    }
    assert len(set(found.values())) == len(found) > 10


def test_a_known_deck_gives_one_pool_with_all_that_is_left_of_it() -> None:
    state = game(3, 4)
    (pool,) = worlds(state, 3).pools
    hidden = len(state.hands[Side.ENEMY]) + len(state.decks[Side.ENEMY])
    assert len(pool.known) + len(pool.rest) == hidden
    assert len(pool.known) + pool.unknown == len(state.hands[Side.ENEMY])


def test_a_draw_that_is_due_must_be_told_first() -> None:
    state = game(1, 4)
    state.phase = TurnPhase.DRAW
    with pytest.raises(TurnOrderError, match="your draw of this turn comes first"):
        BeliefWorlds.of(state, seen(state, None), PREDICTION)


def test_a_deck_that_was_not_told_is_guessed_around_the_cards_seen() -> None:
    state = game(1, 2)
    left = len(state.decks[Side.YOU])
    state.lay_deck(Side.YOU, [HIDDEN] * left)
    guessed = worlds(state, None).view.decks[Side.YOU].remaining()
    assert len(guessed) == left
    assert HIDDEN not in guessed
    assert state.decks[Side.YOU].remaining() == (HIDDEN,) * left, "the game itself stays as it was"


def test_the_guessed_deck_is_a_usual_one_whatever_the_opening_hand() -> None:
    for hand in ("017,032,044,053,055", "001,007,008,020,005"):
        text = f"rebirth Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 Y hand={hand} deck=?*10 ehand=?*5 edeck=?*10"
        state = GameState.parse(text, HYDRATOR)
        ranks = [HYDRATOR.get(card_id).rank for card_id in worlds(state, None).view.decks[Side.YOU].remaining()]
        assert ranks.count(1) >= 4
        assert ranks.count(3) + ranks.count("replace") <= 2
