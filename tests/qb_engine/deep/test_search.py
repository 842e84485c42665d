"""Deep search: the same bytes for the same budget, whatever the threads and the hidden cards; budgets and stopping."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from qb_engine.chance import sharpened
from qb_engine.deep.search import SEARCH_VERSION, Budget, DeepSearch, Progress, SearchResult, SearchSettings
from qb_engine.deep.win_chance import deep_engine, judge_version, network, searcher, searcher_with
from qb_engine.deep.worlds import BeliefWorlds
from qb_engine.enemy_observation import EnemyObservationState
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.hand_belief import HandPool
from qb_engine.kernel.words import told
from qb_engine.models import Move
from qb_engine.notation import parse_position
from qb_engine.ruleset import Ruleset
from qb_engine.temper import is_opening
from tests.qb_engine.deep.games import HYDRATOR, PREDICTION, game, needs_kernel, worlds
from tests.qb_engine.deep.test_endings import GOLEM, OFFICER, lead_in_danger
from tests.qb_engine.test_secrecy import with_other_secrets

if TYPE_CHECKING:
    from qb_engine import _kernel

pytestmark = needs_kernel
ROOT = Path(__file__).resolve().parents[3]
BUDGET = Budget(1_500)


def run(seed: int, turns: int, *, threads: int = 1, budget: Budget = BUDGET) -> SearchResult:
    return DeepSearch(threads=threads).run(worlds(game(seed, turns), seed), budget)


@pytest.mark.parametrize("seed", range(4))
def test_the_same_budget_gives_the_same_result_with_any_number_of_threads(seed: int) -> None:
    assert run(seed, seed) == run(seed, seed, threads=2) == run(seed, seed, threads=7)


@pytest.mark.parametrize("seed", range(4))
def test_hidden_cards_changed_and_the_answer_is_the_same(seed: int) -> None:
    state = game(seed, 3 + seed)
    here = DeepSearch().run(worlds(state, None), BUDGET)
    for salt in (1, 2):
        assert DeepSearch().run(worlds(with_other_secrets(state, salt), None), BUDGET) == here


FIGURES = {
    (4, "7990347ec8fd"): {(0, 0): ("012 T1", 0.407), (1, 4): ("026 M3", 0.9927), (3, 6): ("014 M2", 0.9843)},
}
"""By version of search and network: the best move and its points in games of a seed after so many turns."""


def test_kept_answers_are_of_this_search() -> None:
    """Answers are kept under these versions; where a figure has changed, ``SEARCH_VERSION`` must rise."""
    known = FIGURES[SEARCH_VERSION, judge_version()]
    best = {place: run(*place).moves[0] for place in known}
    assert {place: (str(move.move), round(move.chance.points, 4)) for place, move in best.items()} == known


def test_another_process_says_the_same() -> None:
    script = "from tests.qb_engine.deep.test_search import run; print(repr(run(2, 4)))"
    for hash_seed in ("0", "77"):
        environment = os.environ | {"PYTHONHASHSEED": hash_seed}
        told = subprocess.run(
            [sys.executable, "-c", script], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
        ).stdout
        assert told.strip() == repr(run(2, 4))


@pytest.mark.parametrize("ruleset", ["rebirth", "v2.2.4", "rebirth{two_face=every_entry}"])
@pytest.mark.parametrize("turns", [0, 3, 6, 9])
def test_every_legal_move_has_a_chance_and_the_worlds_add_up(turns: int, ruleset: str) -> None:
    state = game(turns, turns, ruleset)
    assert not state.is_over
    found = DeepSearch(SearchSettings(waits=1.0)).run(worlds(state, turns), BUDGET, lines=True)
    assert {each.move for each in found.moves} == {*state.legal_placements(Side.YOU), Move.PASS}
    assert found.nodes == BUDGET.nodes
    assert found.nodes / 2 <= sum(each.chance.sample for each in found.moves) <= found.nodes, "the later half counts"
    assert found.chance == found.moves[0].chance
    for each, line in zip(found.moves, found.lines, strict=True):
        assert line.moves[0] == each.move
        assert each.chance.win + each.chance.draw + each.chance.loss == pytest.approx(1.0)


@pytest.mark.parametrize("seed", range(4))
def test_who_does_not_wait_is_offered_no_wait(seed: int) -> None:
    opening, later = game(seed, 0), game(seed, 12)
    assert is_opening(opening.board, opening.passes)
    assert not is_opening(later.board, later.passes)
    for state, passes in ((opening, set()), (later, {Move.PASS})):
        found = DeepSearch().run(worlds(state, seed), BUDGET)
        assert {each.move for each in found.moves} == {*state.legal_placements(Side.YOU)} | passes


@pytest.mark.parametrize("seed", range(4))
def test_a_search_that_goes_on_is_the_same_as_a_longer_one(seed: int) -> None:
    position = worlds(game(seed, seed), seed)
    engine = deep_engine(HYDRATOR, position.view.ruleset)
    settings = [
        getattr(SearchSettings(mistakes=0.8, waits=1.0, enemy_waits=0.2), name) for name in told("SEARCH_SETTINGS")
    ]

    def started() -> _kernel.SearchRun:
        state, pools = engine.state(position.view), position.pool_rows(engine)
        return searcher(engine).search(state, pools, [], settings, position.seed, 2)

    whole, parts = started(), started()
    whole.run(1_200, 2)
    for rounds in (1, 37, 512, 650):
        parts.run(rounds, 1)
        parts.figures()
    assert parts.figures() == whole.figures()


def test_on_the_enemys_turn_the_chance_is_that_of_its_best_move_in_every_world() -> None:
    state = game(2, 3)
    state.play(Move.PASS)
    assert state.to_move is Side.ENEMY
    found = DeepSearch().run(worlds(state, 2), BUDGET)
    assert found.chance.sample == found.nodes
    points = [each.chance.points for each in found.moves]
    assert points == sorted(points), "the enemy's best move comes first"
    tried = sum(each.chance.points * each.chance.sample for each in found.moves) / found.nodes
    assert points[0] <= found.chance.points <= tried, "it makes no move that was only tried"


@pytest.mark.parametrize("text", ["Y1[003],Y1,-,-,-/-,-,-,-,-/-,-,-,-,-", "E1[003],-,-,-,-/-,-,-,-,-/-,-,-,-,-"])
def test_who_cannot_be_stopped_any_more_wins(text: str) -> None:
    """Nobody can place a card: the score on the board decides."""
    state = GameState.parse(f"rebirth {text} Y turn=9 hand=001 ehand=?*2", HYDRATOR)
    found = DeepSearch().run(worlds(state, None), Budget(500))
    assert found.chance.points == pytest.approx(float(state.score().margin > 0), abs=0.01)


def test_who_passes_at_the_start_cannot_place_anything_so_the_game_is_not_given_up_for_a_draw() -> None:
    deck = ("005", "008", "009", "011", "015", "019", "020") * 2 + ("111",)
    start = "Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1"
    cards = "hand=009*2,015*2,020 ehand=?*5 deck=005*2,008*2,011*2,019*2,020,111 edeck=?*10"
    position = parse_position(f"rebirth {start} Y turn=2 passes=1 {cards}", HYDRATOR)
    state = GameState.from_position(position, HYDRATOR)
    seen = EnemyObservationState(known_deck=deck, hand_size=5)
    found = DeepSearch().run(BeliefWorlds.of(state, seen, PREDICTION), Budget(10_000))
    assert not found.moves[0].move.is_pass
    assert found.chance.points > 0.5


@pytest.mark.parametrize(("in_deck", "win"), [(("GOLEM",), 1 / 2), (("GOLEM", "OFFICER"), 2 / 3), ((), 1.0)])
def test_cards_that_the_enemy_does_not_hold_lie_anywhere_in_its_deck(in_deck: tuple[str, ...], win: float) -> None:
    """The Golem, once drawn, wins for the enemy; of the deck it draws the first card."""
    names = {"GOLEM": GOLEM, "OFFICER": OFFICER}
    view = lead_in_danger(3, "ehand=? edeck=?")
    pool = HandPool(1.0, (), (OFFICER, OFFICER), 1, tuple(names[name] for name in in_deck))
    found = DeepSearch().run(BeliefWorlds(view, (pool,), view), Budget(4_000))
    (passed,) = found.moves
    assert passed.chance.points == pytest.approx(sharpened(win), abs=0.03)


def test_progress_is_told_and_the_search_can_be_stopped() -> None:
    heard: list[Progress] = []
    state = worlds(game(1, 2), 1)
    found = DeepSearch().run(state, Budget(10_000), progress=heard.append)
    assert [each.nodes for each in heard] == sorted({each.nodes for each in heard})
    assert heard[-1] == Progress(10_000, 1.0)
    assert len(heard) > 3
    assert all(0 < each.share <= 1 for each in heard)
    stopped = DeepSearch().run(state, Budget(10_000_000), progress=heard.append, cancelled=lambda: True)
    assert 0 < stopped.nodes < found.nodes


def test_a_budget_in_seconds_ends() -> None:
    found = run(1, 2, budget=Budget(None, 0.05))
    assert found.nodes > 0
    assert found.chance.sample > 0


@pytest.mark.parametrize(("nodes", "seconds"), [(None, None), (10, 1.0), (0, None), (None, 0.0), (-1, None)])
def test_a_budget_that_means_nothing_is_refused(nodes: int | None, seconds: float | None) -> None:
    with pytest.raises(ValueError, match="budget"):
        Budget(nodes, seconds)


HOPEFUL = DeepSearch(SearchSettings(mistakes=0.8))


@pytest.mark.parametrize("seed", [20, 24, 26, 38])
def test_who_is_behind_can_count_on_mistakes(seed: int) -> None:
    position = worlds(game(seed, 8), seed)
    best_replies, mistakes = DeepSearch().run(position, BUDGET), HOPEFUL.run(position, BUDGET)
    assert best_replies.chance.points < 0.1
    assert mistakes.chance.points > best_replies.chance.points + 0.1


@pytest.mark.parametrize("seed", [2, 3, 39])
def test_who_is_ahead_counts_on_nothing(seed: int) -> None:
    position = worlds(game(seed, 8), seed)
    assert HOPEFUL.run(position, BUDGET) == DeepSearch().run(position, BUDGET)


@pytest.mark.parametrize("seed", [20, 24, 26])
def test_what_the_enemy_does_at_once_is_never_taken_for_a_mistake(seed: int) -> None:
    state = game(seed, 8)
    state.play(Move.PASS)
    found = HOPEFUL.run(worlds(state, seed), BUDGET)
    assert found.chance.points < 0.2
    assert min(each.chance.sample for each in found.moves) < found.nodes / 40


@pytest.mark.parametrize("mistakes", [-0.1, 1.1, float("nan")])
def test_a_share_of_mistakes_beyond_none_and_all_is_refused(mistakes: float) -> None:
    with pytest.raises(ValueError, match="all others from 0 to 1"):
        DeepSearch(SearchSettings(mistakes=mistakes)).run(worlds(game(1, 2), 1), BUDGET)


def test_more_trees_share_the_budget() -> None:
    found = DeepSearch(SearchSettings(trees=5)).run(worlds(game(1, 2), 1), Budget(1_000))
    assert found.nodes == 1_000


def test_a_network_of_another_size_is_refused() -> None:
    engine = deep_engine(HYDRATOR, Ruleset.REBIRTH)
    cut = replace(network(), numbers=network().numbers[:-2])
    with pytest.raises(ValueError, match="another size than the kernel's"):
        searcher_with(cut, engine)


def test_a_card_that_the_network_never_met_counts_by_its_traits() -> None:
    """A network that has met no card still tells who is ahead, and tells it otherwise."""
    engine = deep_engine(HYDRATOR, Ruleset.REBIRTH)
    known = len(network().cards)
    strange = searcher_with(replace(network(), cards=tuple(f"x{number}" for number in range(known))), engine)
    differences = []
    for seed in range(12):
        state = engine.state(game(seed, 6))
        told_of, guessed = searcher(engine).outlook(state), strange.outlook(state)
        differences.append(abs(told_of[0] - guessed[0]))
    assert max(differences) > 0
    assert sum(differences) / len(differences) < 0.15


def test_a_mistake_is_a_placement_and_never_a_pass() -> None:
    """All the enemy can place is the Golem, which wins; only by passing could it lose."""
    view = lead_in_danger(3, "ehand=?")
    pool = HandPool(1.0, (GOLEM,), (), 0)
    found = HOPEFUL.run(BeliefWorlds(view, (pool,), view), Budget(2_000))
    assert found.chance.points < 0.02
