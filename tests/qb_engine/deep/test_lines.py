"""The line of every move is a game that can happen: played out on the Python engine, in a world that allows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from qb_engine.deep.search import Budget, DeepSearch, SearchSettings
from qb_engine.deep.worlds import BeliefWorlds
from qb_engine.enemy_observation import EnemyObservationState
from qb_engine.game_state import GameState
from qb_engine.geometry import PerSide, Side
from qb_engine.models import CardId, Move
from qb_engine.temper import is_opening
from tests.qb_engine.deep.games import HYDRATOR, PREDICTION, game, needs_kernel, worlds

pytestmark = needs_kernel
BUDGET = Budget(800)
RANK_ONE = ("001", "007", "008", "011", "013") * 3
OPENING = "rebirth Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 Y turn={} hand=001,007,008,011,013 ehand=?*5"
Cards = tuple[CardId, ...]


def lines(believed: BeliefWorlds, *, waits: float = 0.0, enemy_waits: float = 0.0) -> list[tuple[Move, ...]]:
    search = DeepSearch(SearchSettings(waits=waits, enemy_waits=enemy_waits))
    found = search.run(believed, BUDGET, lines=True)
    assert [line.moves[0] for line in found.lines] == [each.move for each in found.moves]
    return [line.moves for line in found.lines]


def dealt(held: Sequence[CardId], size: int, unseen: Sequence[CardId], wanted: Sequence[CardId]) -> tuple[Cards, Cards]:
    """A hand of that size and a deck that give the wanted cards in time; what is ``held`` is known to be."""
    left, later = Counter(held), []
    for card in wanted:
        left[card] -= 1
        if left[card] < 0:
            later.append(card)
    rest = [*later, *(Counter(unseen) - Counter(later)).elements()]
    assert Counter(later) <= Counter(unseen), f"{later} are not all to be had"
    free = size - len(held)
    return (*held, *rest[:free]), tuple(rest[free:])


def replayed(believed: BeliefWorlds, line: Sequence[Move]) -> Iterator[tuple[GameState, Move]]:
    """The line played out in a world with the cards that it needs: the game before each move, and last when it ends."""
    view = believed.view
    cards = {side: [move.card for move in line[place::2] if move.card] for place, side in enumerate(Side)}
    wanted = {side: [card for card in cards[side] if not HYDRATOR.get(card).token] for side in Side}
    pool = next(one for one in believed.pools if Counter(wanted[Side.ENEMY]) <= Counter((*one.known, *one.rest)))
    own = view.hands[Side.YOU].as_card_ids()
    yours = dealt(own, len(own), view.decks[Side.YOU].remaining(), wanted[Side.YOU])
    theirs = dealt(pool.known, len(pool.known) + pool.unknown, (*pool.rest, *pool.in_deck), wanted[Side.ENEMY])
    position = replace(view.position(), hands=PerSide(yours[0], theirs[0]), decks=PerSide(yours[1], theirs[1]))
    state = GameState.from_position(position, HYDRATOR)
    for move in line:
        yield state.clone(), move
        state.play(move)
    assert state.is_over, "the line goes to the end of the game"


@pytest.mark.parametrize("ruleset", ["rebirth", "v2.2.4"])
@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("turns", [0, 3, 6, 9])
def test_every_line_can_be_played_to_the_end_of_the_game(turns: int, known: bool, ruleset: str) -> None:
    believed = worlds(game(turns, turns, ruleset), turns if known else None)
    for line in lines(believed, waits=1.0, enemy_waits=0.03):
        before = list(replayed(believed, line))
        assert not any(state.is_over for state, _ in before)


@pytest.mark.parametrize("turn", [1, 3, 5])
def test_nobody_passes_in_the_opening_who_can_place_a_card_and_does_not_wait(turn: int) -> None:
    """All cards are of rank 1, so whoever holds one and has an empty tile of its own can place it, in any world."""
    believed = opening(turn)
    for line in lines(believed):
        for number, (state, move) in enumerate(replayed(believed, line)):
            if number > 0 and move.is_pass and is_opening(state.board, state.passes):
                assert not state.legal_placements(state.side_to_act), f"{move} in {line}"


def test_an_enemy_that_may_wait_does_so_in_some_line_and_another_in_none() -> None:
    openings = [worlds(game(seed, 0), seed) for seed in range(7)]
    assert sum(enemy_waits_in(believed, 1.0) for believed in openings) > 3
    assert sum(enemy_waits_in(believed, 0.0) for believed in openings) == 0


def enemy_waits_in(believed: BeliefWorlds, readiness: float) -> int:
    """How often the enemy passes in the opening, in all lines, although it could place a card."""
    steps = [step for line in lines(believed, enemy_waits=readiness) for step in replayed(believed, line)]
    of_enemy = [state for state, move in steps if move.is_pass and state.side_to_act is Side.ENEMY]
    openings = [state for state in of_enemy if is_opening(state.board, state.passes)]
    return sum(bool(state.legal_placements(Side.ENEMY)) for state in openings)


def opening(turn: int) -> BeliefWorlds:
    cards = "deck=001,007,008,011,013,001,007,008,011,013 edeck=?*10"
    state = GameState.parse(f"{OPENING.format(turn)} {cards}", HYDRATOR)
    known = EnemyObservationState(known_deck=RANK_ONE, hand_size=5)
    return BeliefWorlds.of(state, known, PREDICTION)
