"""Games that may follow a move, counted: the counts agree with one another, with the rules, and whoever counts them."""

from __future__ import annotations

from functools import cache

import pytest

from qb_engine.deep.search import PLAYED_OUT, Budget, DeepSearch, SearchResult, SearchSettings
from qb_engine.deep.win_chance import deep_engine, searcher
from qb_engine.game_state import GameState
from qb_engine.geometry import LANES, TILE_COUNT, Side
from qb_engine.kernel.words import told
from qb_engine.models import CardId, Move
from qb_engine.prospect import Prospect
from tests.qb_engine.deep.games import HYDRATOR, enemy_deck, game, needs_kernel, worlds
from tests.qb_engine.reasons.played import room, with_card

pytestmark = needs_kernel
YOU, ENEMY = Side.YOU, Side.ENEMY
SEEDS = [(seed, turns) for seed in range(24) for turns in [seed % 13] if not game(seed, turns).is_over]
BUDGET = Budget(300)


@cache
def searched(seed: int, turns: int, threads: int = 1) -> SearchResult:
    search = DeepSearch(SearchSettings(waits=1.0, enemy_waits=0.1), threads=threads)
    return search.run(worlds(game(seed, turns), seed), BUDGET, lines=True)


def counted(seed: int, turns: int) -> list[tuple[Move, GameState, Prospect]]:
    """Every move with the game after it and what was counted."""
    result, found = searched(seed, turns), []
    for each, prospect in zip(result.moves, result.prospects, strict=True):
        after = game(seed, turns)
        after.play(each.move)
        found.append((each.move, after, prospect))
    return found


@pytest.mark.parametrize(("seed", "turns"), SEEDS)
def test_counts_agree_with_one_another(seed: int, turns: int) -> None:
    for _, after, it in counted(seed, turns):
        assert it.games == PLAYED_OUT
        assert 0 <= it.won <= it.won + it.drawn <= it.games
        assert [sum(it.placed_on[side]) for side in Side] == [it.placed[side] for side in Side]
        assert [len(it.placed_on[side]) for side in Side] == [TILE_COUNT, TILE_COUNT]
        assert sum(it.placed) <= it.turns
        assert sum(it.out_first) <= it.games
        assert max(it.stuck_enemy, it.stuck_you) <= it.games
        leaders = [lane.winner for lane in after.score().lanes]
        for lane in range(LANES):
            assert it.lanes_you[lane] + it.lanes_enemy[lane] <= it.games
            assert it.kept[lane] <= (it.lanes_you[lane] if leaders[lane] is YOU else 0)
        assert it.margin > 0 or it.won < it.games
        assert it.margin < 0 or it.won + it.drawn > 0


@pytest.mark.parametrize(("seed", "turns"), SEEDS)
def test_games_of_a_move_that_ends_it_are_over(seed: int, turns: int) -> None:
    for _, after, it in counted(seed, turns):
        assert it.over == after.is_over
        assert (it.next is None) == (it.turns == 0 or it.turns == it.games), "the enemy may end all of them"
        if after.is_over:
            margin = after.score().margin
            assert it.margin == it.games * margin
            assert (it.won, it.drawn) == (it.games * (margin > 0), it.games * (margin == 0))
            assert [*it.placed] == [*it.out_first] == [0, 0]


def test_the_last_card_of_a_full_board_and_a_second_pass_are_the_end() -> None:
    lanes = "Y1,Y2[021],Y2[021],Y2[021],E2[021]/{0}/{0}".format("Y2[021],Y2[021],E2[021],E2[021],E2[021]")
    state = GameState.parse(f"rebirth {lanes} Y turn=21 passes=1 hand=001,021 ehand=?*3", HYDRATOR)
    result = DeepSearch(threads=1).run(worlds(state, None), BUDGET, lines=True)
    over = {str(each.move): it.over for each, it in zip(result.moves, result.prospects, strict=True)}
    assert over == {"001 T1": state.ruleset.ends_on_full_board, "pass": True}


@pytest.mark.parametrize(("seed", "turns"), SEEDS)
def test_use_is_counted_of_every_card_held_and_of_no_other(seed: int, turns: int) -> None:
    held = game(seed, turns).hands[YOU].as_card_ids()
    for _, _, it in counted(seed, turns):
        assert sorted(card for card, _ in it.used) == sorted({*held})
        assert all(0 <= games <= it.games for _, games in it.used)
        assert sum(games for _, games in it.used) <= it.placed[YOU]


def reachable(state: GameState, after: GameState, cards: tuple[CardId, ...], next_move: Move) -> bool:
    """Whether some answer of the enemy leaves the move possible."""
    if next_move.card is None or next_move.tile is None:
        return True
    card = HYDRATOR.get(next_move.card)
    known = {*state.hands[YOU].as_card_ids(), *state.decks[YOU].remaining()}
    boards = [after.board]
    for answer in map(HYDRATOR.get, sorted({*cards})):
        boards += [with_card(after.board, answer, tile, ENEMY) for tile in room(after.board, ENEMY, answer)]
    possible = any(next_move.tile in room(board, YOU, card) for board in boards)
    return possible and (card.id in known or card.token)


@pytest.mark.parametrize(("seed", "turns"), SEEDS)
def test_your_next_move_can_be_made_after_some_answer(seed: int, turns: int) -> None:
    state, deck = game(seed, turns), enemy_deck(seed)
    tokens = state.hands[ENEMY].as_card_ids()
    for _, after, it in counted(seed, turns):
        if it.next is not None:
            assert 0 < it.next_games <= it.games
            assert reachable(state, after, (*deck, *tokens), it.next)


@pytest.mark.parametrize(("seed", "turns"), SEEDS[:6])
def test_counts_are_the_same_again_and_with_more_threads(seed: int, turns: int) -> None:
    first = searched(seed, turns).prospects
    searched.cache_clear()
    assert searched(seed, turns).prospects == first
    assert searched(seed, turns, threads=2).prospects == first


def test_every_move_is_played_out_in_the_same_worlds_whatever_was_counted_before() -> None:
    """The counts of a move do not depend on which other moves were played out, and how often."""
    believed = worlds(game(3, 4), 3)
    engine = deep_engine(HYDRATOR, believed.view.ruleset)
    numbers = [getattr(SearchSettings(waits=1.0), name) for name in told("SEARCH_SETTINGS")]
    pools, unseen = believed.pool_rows(engine), engine.indexes(believed.unseen)
    run = searcher(engine).search(engine.state(believed.view), pools, unseen, numbers, believed.seed, 2)
    run.run(100, 1)
    moves = [engine.pair(move) for move in (*game(3, 4).legal_placements(YOU), Move.PASS)]
    there = [run.prospect(*move, [], 16) for move in moves]
    back = [run.prospect(*move, [], 16) for move in reversed(moves)]
    assert there == back[::-1]
    assert len({*there}) > 1
