"""The eight levels: complete, documented, blind to what is hidden, and the same every time."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import NoReturn

import pytest

from gamekit.match import play_match
from gamekit.sides import BySide
from qb_engine.coach_player import opening_mulligan
from qb_engine.deck_notation import format_deck_code
from qb_engine.deep.levels import LEVELS, DeepPlayer, Level
from qb_engine.deep.mulligans import best_mulligan
from qb_engine.deep.search import Budget, DeepSearch, SearchSettings
from qb_engine.deep.worlds import BeliefWorlds
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.game import QueensBlood, sensible_moves, setup_of
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.mirror import mirrored_decision, mirrored_state
from qb_engine.models import Decision, Move
from qb_engine.prediction import PredictionEngine
from qb_engine.ruleset import Ruleset
from tests.amounts import amount
from tests.qb_engine.deep.games import DECKS, HYDRATOR, enemy_deck, game, needs_kernel
from tests.qb_engine.test_secrecy import with_other_secrets

PAGE = Path(__file__).resolve().parents[3] / "docs" / "levels.md"
FEW = Budget(200)


class NoChance(Random):
    """Fails a player that lets chance decide."""

    def random(self) -> float:
        return 0.0

    def choice(self, seq: object) -> NoReturn:
        raise AssertionError("a move was left to chance")


class NoSearch(DeepSearch):
    """Fails a player that thinks."""

    def run(self, *_: object, **__: object) -> NoReturn:
        raise AssertionError("a search was made")


def test_a_forced_move_needs_no_thought() -> None:
    text = "rebirth Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 Y hand={} ehand=?*5 edeck=?*10"
    player = DeepPlayer(HYDRATOR, FEW, search=NoSearch())
    for hand, forced in (("011*2", True), ("011,001", False)):
        view = GameState.parse(text.format(hand), HYDRATOR)
        with nullcontext() if forced else pytest.raises(AssertionError, match="a search was made"):
            assert player.choose(view, Random(0)) == Move.PASS


def test_there_are_eight_levels_in_order() -> None:
    assert [level.number for level in LEVELS] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert len({level.name for level in LEVELS}) == 8


def test_each_level_slips_less_and_searches_no_less_than_the_one_below() -> None:
    for below, level in pairwise(LEVELS):
        assert below.slips > level.slips
        assert below.budget.nodes is not None
        assert level.budget.nodes is not None
        assert below.budget.nodes <= level.budget.nodes
    assert LEVELS[0].slips < 1
    assert LEVELS[-1].slips == 0


def test_the_page_tells_what_each_level_is() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for level in LEVELS:
        slips = f"{100 * level.slips:.0f} %"
        hand = "tried out" if level.tries_hands else "simple rule"
        assert f"| {level.number} | {level.name} | {slips} | {level.budget.nodes:,} | {hand} |" in page


@needs_kernel
@pytest.mark.parametrize("level", LEVELS[::3], ids=lambda level: level.name)
@pytest.mark.parametrize("seed", range(4))
def test_hidden_cards_do_not_change_a_decision(seed: int, level: Level) -> None:
    player = DeepPlayer(HYDRATOR, FEW, level.slips)
    state = game(seed, 2 + 2 * seed)
    here = player.choose(state.observe(Side.YOU), Random(seed))
    for salt in (1, 2, 3):
        there = with_other_secrets(state, salt)
        assert player.choose(there.observe(Side.YOU), Random(seed)) == here


@needs_kernel
@pytest.mark.parametrize("number", [1, 4, 7])
def test_a_level_plays_the_same_game_twice(number: int) -> None:
    level = DeepPlayer.of_level(LEVELS[number - 1], HYDRATOR, dict.fromkeys(Side, DECKS[0]))
    setup = setup_of(Ruleset.REBIRTH, format_deck_code(DECKS[0]), format_deck_code(DECKS[0]))
    first, again = (play_match(QueensBlood(HYDRATOR), setup, 5, BySide(level, level)) for _ in range(2))
    assert first.to_text() == again.to_text()
    assert len(first.moves) > 10


@needs_kernel
def test_the_best_level_leaves_nothing_to_chance_and_the_lowest_most() -> None:
    best = DeepPlayer(HYDRATOR, FEW, LEVELS[-1].slips)
    state = game(3, 4)
    view = state.observe(Side.YOU)
    assert best.choose(view, NoChance()) == best.choose(view, Random(1))
    lowest = DeepPlayer(HYDRATOR, FEW, LEVELS[0].slips)
    found = [lowest.choose(view, Random(seed)) for seed in range(60)]
    assert set(found) <= set(sensible_moves(state))
    others = sum(move != best.choose(view, Random(1)) for move in found)
    assert others > 30


@needs_kernel
@pytest.mark.slow
def test_the_best_levels_try_their_opening_hands_out_and_the_others_follow_a_rule() -> None:
    differ = 0
    for seed in range(amount(1, 3)):
        deck = DECKS[seed]
        view = GameState.start(deck, deck, seed, ruleset=Ruleset.REBIRTH, hydrator=HYDRATOR).observe(Side.YOU)
        seen = EnemyObservation.of(view, deck).snapshot()
        tried_out = best_mulligan(BeliefWorlds.of(view, seen, PredictionEngine.standard(HYDRATOR)))
        rule = opening_mulligan(view.hands[Side.YOU].cards)
        differ += tried_out != rule
        for level in LEVELS:
            player = DeepPlayer.of_level(level, HYDRATOR, {Side.ENEMY: deck})
            assert player.choose(view, Random(1)) == (tried_out if level.tries_hands else rule)
    assert differ
    assert [level.number for level in LEVELS if level.tries_hands] == [7, 8]


@needs_kernel
def test_a_player_does_not_wait_even_where_that_would_pay() -> None:
    promising = 0
    for seed in (seed for seed in range(24) if game(seed, 0).legal_placements(Side.YOU)):
        view, deck = game(seed, 0).observe(Side.YOU), enemy_deck(seed)
        worlds = BeliefWorlds.of(view, EnemyObservation.of(view, deck).snapshot(), PredictionEngine.standard(HYDRATOR))
        best = DeepSearch(SearchSettings(waits=1.0)).run(worlds, Budget(600)).moves[0].move
        promising += best == Move.PASS
        player = DeepPlayer(HYDRATOR, Budget(600), known_decks={Side.ENEMY: deck})
        assert player.choose(view, Random(1)) != Move.PASS
    assert promising


@needs_kernel
def test_only_a_player_that_is_behind_plays_for_mistakes() -> None:
    def choices(seeds: list[int], search: DeepSearch | None = None) -> list[Decision]:
        found = []
        for seed in seeds:
            player = DeepPlayer(HYDRATOR, Budget(1_500), known_decks={Side.ENEMY: enemy_deck(seed)})
            player = player if search is None else replace(player, search=search)
            found.append(player.choose(game(seed, 8).observe(Side.YOU), Random(1)))
        return found

    behind, ahead = [13, 24, 33, 38], [2, 3, 6, 39]
    assert choices(behind) == choices(behind, DeepSearch(SearchSettings(mistakes=0.8)))
    assert choices(behind) != choices(behind, DeepSearch())
    assert choices(ahead) == choices(ahead, DeepSearch())


@needs_kernel
def test_the_deck_that_counts_is_the_enemys() -> None:
    decisions = []
    for seed in range(6):
        view, deck = game(seed, 6).observe(Side.YOU), enemy_deck(seed)
        told: tuple[dict[Side, tuple[str, ...]], ...] = ({Side.ENEMY: deck}, {Side.YOU: deck}, {})
        decisions.append([DeepPlayer(HYDRATOR, FEW, known_decks=decks).choose(view, Random(1)) for decks in told])
    assert all(wrong == nothing for _, wrong, nothing in decisions)
    assert any(right != nothing for right, _, nothing in decisions)


@needs_kernel
@pytest.mark.parametrize("seed", range(3))
def test_a_player_decides_alike_on_either_side(seed: int) -> None:
    state = game(seed, 4)
    deck = enemy_deck(seed)
    near = DeepPlayer(HYDRATOR, FEW, known_decks={Side.ENEMY: deck})
    far = DeepPlayer(HYDRATOR, FEW, known_decks={Side.YOU: deck})
    move = near.choose(state.observe(Side.YOU), Random(1))
    assert isinstance(move, Move)
    assert far.choose(mirrored_state(state).observe(Side.ENEMY), Random(1)) == mirrored_decision(move)
