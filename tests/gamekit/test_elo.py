"""Ratings from games: right on average, with intervals that mean what they say."""

from __future__ import annotations

from itertools import combinations
from math import log10
from random import Random

import pytest

from gamekit.elo import Rating, Score, ratings


def games(player: str, opponent: str, wins: int, draws: int, losses: int) -> list[Score]:
    """So many games on deals of their own."""
    shares = [1.0] * wins + [0.5] * draws + [0.0] * losses
    return [Score(deal, player, opponent, share) for deal, share in enumerate(shares)]


def by_name(found: tuple[Rating, ...]) -> dict[str, Rating]:
    return {rating.player: rating for rating in found}


def expected(lead: float) -> float:
    return 1 / (1 + 10 ** (-lead / 400))


def test_three_of_four_points_are_191_points_of_rating() -> None:
    strong, weak = ratings(games("a", "b", 2000, 2000, 0), resamples=0)
    assert (strong.player, weak.player) == ("a", "b")
    assert strong.elo - weak.elo == pytest.approx(400 * log10(3), abs=0.2)


def test_the_mean_of_all_players_is_1000() -> None:
    scores = games("a", "b", 9, 1, 4) + games("b", "c", 7, 0, 3) + games("c", "d", 5, 5, 0)
    found = ratings(scores)
    assert sum(rating.elo for rating in found) == pytest.approx(4000)
    assert [rating.elo for rating in found] == sorted((rating.elo for rating in found), reverse=True)


def test_equal_results_are_equal_ratings() -> None:
    assert [rating.elo for rating in ratings(games("a", "b", 3, 4, 3))] == pytest.approx([1000, 1000])


def test_ratings_lie_where_the_expected_points_were_made_with() -> None:
    strength = {"a": 1250.0, "b": 1080.0, "c": 930.0, "d": 740.0}
    scores = [
        Score(deal, one, two, expected(strength[one] - strength[two]))
        for one, two in combinations(strength, 2)
        for deal in range(1000)
    ]
    assert {name: rating.elo for name, rating in by_name(ratings(scores, resamples=0)).items()} == pytest.approx(
        strength, abs=1
    )


def test_players_who_never_met_are_compared_through_others() -> None:
    found = by_name(ratings(games("a", "b", 300, 0, 100) + games("b", "c", 300, 0, 100), resamples=20))
    assert found["a"].elo - found["c"].elo == pytest.approx(800 * log10(3), abs=2)


def test_a_player_who_won_every_game_has_a_rating_with_a_wide_interval() -> None:
    winner, loser = ratings(games("a", "b", 20, 0, 0))
    assert 1200 < winner.elo < 1600
    assert winner.high - winner.low > 400
    assert loser.low < loser.elo < loser.high
    more = ratings(games("a", "b", 200, 0, 0))[0]
    assert more.elo > winner.elo


def test_one_deal_does_not_make_a_certainty() -> None:
    first, _ = ratings([Score(1, "a", "b", 1.0), Score(1, "a", "b", 0.5)])
    assert first.high - first.low > 300


def test_games_that_hang_together_count_as_one() -> None:
    rng = Random(1)
    shares = [float(rng.random() < 0.6) for _ in range(100)]
    alone = ratings([Score(deal, "a", "b", share) for deal, share in enumerate(shares)])[0]
    eightfold = [Score(deal, "a", "b", share) for deal, share in enumerate(shares) for _ in range(8)]
    together = ratings(eightfold)[0]
    as_if_independent = ratings([score._replace(deal=number) for number, score in enumerate(eightfold)])[0]
    assert together.high - together.low == pytest.approx(alone.high - alone.low, rel=0.15)
    assert together.high - together.low > 2 * (as_if_independent.high - as_if_independent.low)


def test_the_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    truth, held = {"a": 1100.0, "b": 1000.0, "c": 900.0}, 0
    for tournament in range(60):
        rng = Random(tournament)
        scores = [
            Score(deal, one, two, float(rng.random() < expected(truth[one] - truth[two])))
            for deal in range(60)
            for one, two in combinations(truth, 2)
        ]
        found = by_name(ratings(scores, resamples=60))
        held += sum(found[name].low <= truth[name] <= found[name].high for name in truth)
    assert 0.9 <= held / 180 <= 0.995


def test_equal_games_in_any_order_give_equal_ratings() -> None:
    scores = games("a", "b", 9, 1, 4) + games("b", "c", 7, 0, 3)
    again = [score._replace(player=score.opponent, opponent=score.player, share=1 - score.share) for score in scores]
    assert ratings(scores) == ratings(scores[::-1])
    assert ratings(again) == tuple(ratings(scores))
    assert ratings(scores, seed=1) != ratings(scores)


@pytest.mark.parametrize(
    ("scores", "sentence"),
    [
        ([], "nothing to rate"),
        (games("a", "a", 1, 0, 0), "a cannot be rated by games against itself"),
        (games("a", "b", 1, 0, 1) + games("c", "d", 1, 0, 1), "a and c cannot be compared"),
    ],
)
def test_games_that_cannot_be_rated_are_refused(scores: list[Score], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        ratings(scores)
