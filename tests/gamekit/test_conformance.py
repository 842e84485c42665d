import pytest

from tests.gamekit import broken_games as broken
from tests.gamekit.conformance import ConformanceError, Promise, check_game
from tests.gamekit.toy_game import ToyGame

SETUPS = [{"heap": "12", "hand": "4"}, {"heap": "20", "hand": "3"}, {"hand": "0"}, {"heap": "0"}]

BROKEN: list[tuple[ToyGame, Promise]] = [
    (ToyGame(broken.NeverDecided), Promise.OVER),
    (ToyGame(broken.DecidedEarly), Promise.OVER),
    (ToyGame(broken.MovesAfterTheEnd), Promise.OVER),
    (ToyGame(broken.Stuck), Promise.OVER),
    (ToyGame(broken.ShiftingOrder), Promise.STABLE),
    (ToyGame(broken.LookingCosts), Promise.STABLE),
    (ToyGame(broken.Doubled), Promise.DISTINCT),
    (broken.OneNotation(), Promise.NOTATION),
    (broken.Unreadable(), Promise.NOTATION),
    (ToyGame(broken.ForgetfulClone), Promise.CLONE_EQUAL),
    (ToyGame(broken.UnlikeClone), Promise.CLONE_EQUAL),
    (ToyGame(broken.SameClone), Promise.CLONE_ISOLATED),
    (ToyGame(broken.LeadingClone), Promise.CLONE_ISOLATED),
    (ToyGame(broken.FollowingClone), Promise.CLONE_ISOLATED),
    (ToyGame(broken.BlindView), Promise.VIEW_MOVES),
    (ToyGame(broken.OtherTurnView), Promise.VIEW_MOVES),
    (ToyGame(broken.FadingView), Promise.VIEW_IDEMPOTENT),
    (ToyGame(broken.NoView), Promise.VIEW_ISOLATED),
    (ToyGame(broken.SpoilingView), Promise.VIEW_ISOLATED),
    (ToyGame(broken.RefusesPass), Promise.LEGAL),
    (ToyGame(broken.TakesAnything), Promise.REFUSAL),
    (ToyGame(broken.TakesAnythingAfterTheEnd), Promise.REFUSAL),
    (ToyGame(broken.WrongError), Promise.REFUSAL),
    (ToyGame(broken.TouchedByRefusal), Promise.UNTOUCHED),
    (ToyGame(broken.Endless), Promise.ENDS),
    (broken.UnrepeatableDeal(), Promise.REPEATABLE),
    (broken.UnrepeatableScore(), Promise.REPEATABLE),
    (broken.WhisperGame(), Promise.RECORD),
    (broken.Renamed(), Promise.RECORD),
]


def name_of(case: ToyGame | Promise) -> str:
    if isinstance(case, Promise):
        return case.name
    return f"{type(case).__name__}-{case.state_type.__name__}"


def test_the_toy_game_conforms() -> None:
    check_game(ToyGame(), SETUPS, range(50))


@pytest.mark.parametrize(("game", "promise"), BROKEN, ids=name_of)
def test_a_broken_promise_is_named(game: ToyGame, promise: Promise) -> None:
    with pytest.raises(ConformanceError, match="broken promise") as caught:
        check_game(game, SETUPS, range(20), max_moves=100)
    assert caught.value.promise is promise


def test_every_promise_is_seen_broken() -> None:
    assert {promise for _, promise in BROKEN} == set(Promise)


def test_the_message_says_where() -> None:
    with pytest.raises(ConformanceError) as caught:
        check_game(ToyGame(), [{"heap": "12"}], [6, 7], max_moves=2)
    assert str(caught.value) == (
        "toy, setup {'heap': '12'}, seed 6, after move 2: broken promise:"
        " the game ends within the allowed number of moves"
    )


def test_a_game_of_exactly_the_allowed_length_passes() -> None:
    check_game(ToyGame(), [{"hand": "0"}], [1], max_moves=2)
    with pytest.raises(ConformanceError, match="after move 1"):
        check_game(ToyGame(), [{"hand": "0"}], [1], max_moves=1)
