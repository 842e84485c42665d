"""The plan of a tournament and the log from which it goes on."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import pytest

from gamekit.arena import (
    ArenaLogError,
    ArenaPlan,
    Deal,
    FinishedGame,
    deal_of,
    intact,
    log_head,
    log_line,
    pairs,
    read_log,
    scores,
    tally,
    until_decided,
)
from gamekit.elo import Score
from gamekit.match import Tally
from gamekit.sprt import Sprt, SprtCourse, Verdict

DEALS = (Deal((("heap", "9"),), 4), Deal((("heap", "12"),), 5), Deal((("heap", "9"),), 6))
PLAN = ArenaPlan("toy", 1, {"high": "takes much", "low": "takes little", "any": "at random"}, {"open": "no"}, DEALS)
RESULTS = (("N 5-4", 1.0), ("draw 4-4", 0.5), ("S 1-8", 0.0))
GAMES = [FinishedGame(fixture, *RESULTS[fixture.number % 3]) for fixture in PLAN.fixtures]
LOG = log_head(PLAN) + "".join(map(log_line, GAMES))


def test_every_pair_meets_on_every_deal_in_both_seats() -> None:
    seen = Counter((fixture.deal, *fixture.players) for fixture in PLAN.fixtures)
    met = [(one, two) for one in PLAN.players for two in PLAN.players if one != two]
    assert seen == Counter((deal, one, two) for deal in range(3) for one, two in met)


def test_games_are_numbered_in_their_order_and_go_deal_by_deal() -> None:
    assert [fixture.number for fixture in PLAN.fixtures] == list(range(18))
    assert [fixture.deal for fixture in PLAN.fixtures] == [0] * 6 + [1] * 6 + [2] * 6


def test_the_order_in_which_players_are_named_changes_nothing() -> None:
    named = replace(PLAN, players=dict(sorted(PLAN.players.items(), reverse=True)))
    assert named.fixtures == PLAN.fixtures
    assert read_log(LOG, named) == read_log(LOG, PLAN)


def test_half_of_the_deals_are_mirror_matches() -> None:
    deals = [deal_of(seed, "abcdefg") for seed in range(200)]
    assert all(deal.first == deal.second for deal in deals[::2])
    assert all(deal.first != deal.second for deal in deals[1::2])
    assert {choice for deal in deals for choice in deal} == set("abcdefg")
    assert deals == [deal_of(seed, "abcdefg") for seed in range(200)]
    assert [*deal_of(3, "a")] == ["a", "a"]


def test_all_of_the_deals_can_be_mirror_matches() -> None:
    deals = [deal_of(seed, "abcdefg", same=True) for seed in range(200)]
    assert all(deal.first == deal.second for deal in deals)
    assert deals[::2] == [deal_of(seed, "abcdefg") for seed in range(0, 200, 2)]
    assert {deal.first for deal in deals[1::2]} == set("abcdefg")


def test_a_log_gives_the_games_back() -> None:
    assert list(read_log(LOG, PLAN).values()) == GAMES
    assert read_log(log_head(PLAN), PLAN) == read_log("", PLAN) == {}


@pytest.mark.parametrize("cut", [*range(1, len(log_line(GAMES[-1])) + 1)])
def test_a_torn_last_line_is_left_out(cut: int) -> None:
    assert list(read_log(LOG[:-cut], PLAN).values()) == GAMES[:-1]
    assert intact(LOG[:-cut]) + log_line(GAMES[-1]) == LOG


def test_a_torn_head_is_a_log_without_games() -> None:
    assert read_log(log_head(PLAN)[:-1], PLAN) == {}
    assert intact(log_head(PLAN)[:-1]) == ""


@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        (replace(PLAN, game="chess"), "game toy there and chess here"),
        (replace(PLAN, version=2), "version 1 there and 2 here"),
        (replace(PLAN, players={"high": "", "low": ""}), "players any, high, low there and high, low here"),
        (replace(PLAN, players={**PLAN.players, "low": "new"}), "low means 'takes little' there and 'new' here"),
        (replace(PLAN, conditions={"open": "yes"}), "open means 'no' there and 'yes' here"),
        (replace(PLAN, deals=DEALS[:2]), "the deals are not the same"),
        (replace(PLAN, deals=(*DEALS[:2], DEALS[2]._replace(seed=7))), "the deals are not the same"),
        (replace(PLAN, deals=(*DEALS[:2], DEALS[2]._replace(setup=()))), "the deals are not the same"),
    ],
)
def test_a_log_of_another_plan_is_refused(other: ArenaPlan, sentence: str) -> None:
    with pytest.raises(ArenaLogError, match=f"of another plan, {sentence}$"):
        read_log(LOG, other)


@pytest.mark.parametrize("text", ["hello", "hello\n", "[]\n", "{}\n", '{"format": "gamekit-arena-0"}\n'])
def test_a_file_of_another_kind_is_refused(text: str) -> None:
    with pytest.raises(ArenaLogError, match="no log of an arena"):
        read_log(text, PLAN)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"number": 18}, "line 2 names no game"),
        ({"number": -1}, "line 2 names no game"),
        ({"number": "0"}, "line 2 names no game"),
        ({"first": "high"}, "line 2 has other players than game 0"),
        ({"result": None}, "line 2 tells no result"),
        ({"share": 0.7}, "line 2 tells no result"),
    ],
)
def test_a_line_that_is_no_game_of_the_plan_is_refused(change: dict[str, object], sentence: str) -> None:
    line = json.dumps({**json.loads(log_line(GAMES[0])), **change}) + "\n"
    with pytest.raises(ArenaLogError, match=sentence):
        read_log(log_head(PLAN) + line + log_line(GAMES[1]), PLAN)


def test_a_torn_line_before_the_last_is_refused() -> None:
    with pytest.raises(ArenaLogError, match="line 2 names no game"):
        read_log(log_head(PLAN) + log_line(GAMES[0])[:-9] + "\n" + log_line(GAMES[1]), PLAN)


def test_a_tally_counts_both_seats() -> None:
    met = [game for game in GAMES if set(game.fixture.players) == {"any", "high"}]
    mine = [game.share if game.fixture.players.first == "high" else 1 - game.share for game in met]
    assert len(mine) == 6
    assert tally(GAMES, "high", "any") == Tally(mine.count(1.0), mine.count(0.5), mine.count(0.0))
    mirror = tally(GAMES, "any", "high")
    assert (mirror.wins, mirror.losses) == (mine.count(0.0), mine.count(1.0)) != (mine.count(1.0), mine.count(0.0))


def test_pairs_are_both_seats_of_a_deal_in_the_order_of_deals() -> None:
    expected = []
    for deal in range(len(DEALS)):
        met = [game for game in GAMES if game.fixture.deal == deal and set(game.fixture.players) == {"any", "high"}]
        expected.append(sum(game.share if game.fixture.players.first == "high" else 1 - game.share for game in met))
    assert pairs(GAMES, "high", "any").scores == tuple(expected)
    assert pairs(reversed(GAMES), "any", "high").scores == tuple(2 - score for score in expected)
    assert pairs(GAMES[:-1], "low", "high").scores == pairs(GAMES, "low", "high").scores[:-1]


def test_games_go_on_until_the_pair_that_decides() -> None:
    plan = replace(PLAN, players={"high": "", "low": ""}, deals=DEALS * 40)
    games = [FinishedGame(it, "", float(it.players.first == "low")) for it in plan.fixtures]
    course = SprtCourse(Sprt(0, 100))
    played = list(until_decided(games, "low", course))
    assert 0 < len(played) == 2 * course.pairs < len(games)
    assert played == games[: len(played)]
    assert course.verdict is Verdict.ELO1
    other = SprtCourse(Sprt(0, 100))
    assert list(until_decided(games, "high", other)) == games[: 2 * other.pairs]
    assert other.verdict is Verdict.ELO0
    undecided = SprtCourse(Sprt(0, 100))
    assert list(until_decided(games[:4], "low", undecided)) == games[:4]
    assert undecided.verdict is Verdict.OPEN


def test_games_of_one_deal_are_rated_together() -> None:
    assert scores(GAMES)[:2] == [Score(0, "any", "high", 1.0), Score(0, "high", "any", 0.5)]
    assert Counter(score.deal for score in scores(GAMES)) == {0: 6, 1: 6, 2: 6}
