"""Players by name."""

import pytest

from gamekit.agents import SeesAll
from qb_app.asking.players import parse_player
from qb_app.errors import InputError
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep.levels import LEVELS
from qb_engine.deep.search import Budget

HYDRATOR = CardHydrator()
FAIR = ["random", "greedy", "coach", "level1", "level8", "deep:5000", "deep:1s", "deep:0.5s"]
MEASURING = ["seer:1", "seer:6", "deep:5000:hand", "deep:1s:all"]


@pytest.mark.parametrize("name", [*FAIR, *MEASURING])
def test_a_player_keeps_the_name_it_was_called_by(name: str) -> None:
    player = parse_player(f" {name.upper()} ")
    assert player.name == str(player) == name
    assert player.agent(HYDRATOR, {}).name == name
    assert player.about


def test_levels_are_players_and_say_what_they_are() -> None:
    assert [parse_player(f"level{level.number}").level for level in LEVELS] == list(LEVELS)
    level = LEVELS[0]
    slips = f"{100 * level.slips:.1f} % of moves at random"
    assert parse_player("level1").about == f"{level.name}: deep search, {level.budget.nodes} nodes a move, {slips}"


@pytest.mark.parametrize(
    ("name", "budget"),
    [
        ("deep:5000", Budget(5000)),
        ("deep:1s", Budget(None, 1.0)),
        ("deep:0.5s", Budget(None, 0.5)),
        ("deep:500ms", Budget(None, 0.5)),
    ],
)
def test_a_deep_player_searches_within_its_budget(name: str, budget: Budget) -> None:
    assert parse_player(name).budget == budget


WRONG = ["", "clever", "level", "level0", "level9", "level1:hand", "coach:1", "seer", "seer:x"]


@pytest.mark.parametrize("name", [*WRONG, "deep", "deep:", "deep:0", "deep:x", "deep:5:deck", "deep:1s:"])
def test_an_unknown_player_is_refused_with_the_names_there_are(name: str) -> None:
    with pytest.raises(InputError, match=r"is no player, there are random, .* level1 to level8, deep:NODES"):
        parse_player(name)


def test_who_sees_more_says_so() -> None:
    assert parse_player("seer:4").about == "sees all cards, 4 plies ahead by points and tiles"
    assert parse_player("deep:9:hand").about == "deep search, 9 nodes a move, sees the enemy's hand"
    both = "the enemy's hand and the order of both decks"
    assert parse_player("deep:9:all").about == f"deep search, 9 nodes a move, sees {both}"
    for names, expected in ((MEASURING, True), (FAIR, False)):
        assert all(isinstance(parse_player(name).agent(HYDRATOR, {}), SeesAll) is expected for name in names)


@pytest.mark.parametrize("plies", [0, 7, 99])
def test_a_seer_looks_so_far_and_no_further(plies: int) -> None:
    with pytest.raises(InputError, match=f"a seer looks 1 to 6 plies ahead, not {plies}$"):
        parse_player(f"seer:{plies}")


def test_the_last_level_in_the_help_is_the_last_level() -> None:
    assert LEVELS[-1].number == 8
