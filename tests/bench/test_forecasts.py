"""Forecasts for the calibration: one decision of a game, told for whoever is to move, and where they are kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.calibration import by_phase, log_path
from bench.deals import mixed_deal
from bench.forecasts import Forecast, ForecastPlan, forecast
from bench.knowledge import Knowledge
from bench.phases import Phase
from bench.played import deep_seats, own_view, play_game
from qb_engine import CardHydrator, Side
from qb_engine.library import library_decks
from tests.qb_engine.deep.games import needs_kernel

HYDRATOR = CardHydrator.shared()
LIBRARY = {deck.card_ids for deck in library_decks(HYDRATOR)}


def test_half_of_the_deals_are_of_library_decks() -> None:
    deals = [mixed_deal(seed, HYDRATOR) for seed in range(8)]
    assert [{*deal} <= LIBRARY for deal in deals] == [True, True, False, False] * 2
    assert [deal.first == deal.second for deal in deals] == [True, False, False, False] * 2
    assert deals == [mixed_deal(seed, HYDRATOR) for seed in range(8)]


@needs_kernel
def test_a_game_keeps_every_decision_about_a_card() -> None:
    seats = deep_seats(10, HYDRATOR, mixed_deal(1, HYDRATOR), Knowledge.KNOWN)
    game = play_game(1, seats, HYDRATOR)
    assert [state.turn for state in game.states] == list(range(1, len(game.states) + 1))
    assert not any(any(state.mulligan_open) for state in game.states)
    last = game.states[-1].clone()
    assert last.to_move is not None


@needs_kernel
@pytest.mark.parametrize("knowledge", Knowledge)
def test_a_side_sees_the_game_from_its_own_end_and_no_more(knowledge: Knowledge) -> None:
    seats = deep_seats(10, HYDRATOR, mixed_deal(1, HYDRATOR), knowledge)
    game = play_game(1, seats, HYDRATOR)
    state = next(each for each in game.states if each.to_move is Side.ENEMY)
    view, seen = own_view(state, Side.ENEMY, knowledge.told(game.decks).get(Side.YOU))
    assert view.to_move is Side.YOU
    assert view.player_hand.as_card_ids() == state.enemy_hand.as_card_ids()
    assert set(view.enemy_hand.as_card_ids()) == {"?"}
    assert (seen.known_deck is not None) == (knowledge is Knowledge.KNOWN)


@needs_kernel
@pytest.mark.parametrize("against", [None, "level1", "seer:1"])
@pytest.mark.parametrize("knowledge", Knowledge)
def test_a_forecast_is_the_same_every_time(knowledge: Knowledge, against: str | None) -> None:
    plan = ForecastPlan(2, knowledge, 200, 10, against)
    found = forecast(plan)
    assert found == forecast(plan)
    assert found["win"] + found["draw"] + found["loss"] == pytest.approx(1.0, abs=1e-5)
    assert 0 <= found["empty"] <= 15
    assert found != forecast(plan._replace(seed=3))


@needs_kernel
def test_who_is_advised_to_wait_does_so_and_all_other_games_go_on_as_they_were() -> None:
    waiting, waiting_later, placing = 1_300_068, 1_300_104, 1_300_041
    rows = {}
    for seed in (waiting, waiting_later, placing):
        plan = ForecastPlan(seed, Knowledge.KNOWN, 20_000, 100, None)
        rows[seed] = forecast(plan), forecast(plan._replace(as_advised=True))
    assert not any(never["waits"] for never, _ in rows.values())
    assert [advised["waits"] for _, advised in rows.values()] == [True, False, False]
    assert all(advised["loss"] < never["loss"] for never, advised in rows.values())
    assert [never["margin"] != advised["margin"] for never, advised in rows.values()] == [True, True, False]


@needs_kernel
def test_the_result_is_that_of_whoever_moved() -> None:
    found = [forecast(ForecastPlan(seed, Knowledge.KNOWN, 20, 10, None)) for seed in range(8)]
    assert {row["side"] for row in found} == {"Y", "E"}
    for row in found:
        seats = deep_seats(10, HYDRATOR, mixed_deal(row["seed"], HYDRATOR), Knowledge.KNOWN)
        game = play_game(row["seed"], seats, HYDRATOR)
        assert row["margin"] == (game.margin if row["side"] == "Y" else -game.margin)
        assert game.states[row["turn"] - 1].to_move == Side(row["side"])


def test_every_kind_of_game_has_a_log_of_its_own() -> None:
    assert log_path(Path("a/night.jsonl"), Knowledge.KNOWN, against=None) == Path("a/night-known.jsonl")
    assert log_path(Path("a/night.jsonl"), Knowledge.EQUAL, against="seer:4") == Path("a/night-equal-seer4.jsonl")


def test_forecasts_are_sorted_by_phase() -> None:
    found = [Forecast(0.5, 0.0, 0.5, 1.0, empty, False) for empty in (15, 2, 9)]
    assert [(phase, len(chosen)) for phase, chosen in by_phase(found)] == [(Phase.OPENING, 2), (Phase.ENDING, 1)]
