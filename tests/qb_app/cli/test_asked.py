"""``qbcoach coach --move``: a move of the player's choice, beside the best."""

import json
from typing import Any

import pytest

from tests.qb_app.conftest import Refuse, Run
from tests.qb_engine.deep.games import needs_kernel

LANES = "Y1,-,-,-,E1/Y1,-,-,E1,E1[008]/Y1,-,-,-,E1"
POSITION = f"rebirth {LANES} Y turn=3 hand=001,007,020,008 ehand=?*4 deck=?*10 edeck=?*10"
ON_HAND = f"rebirth {LANES} Y phase=draw hand=001,007,020,014,008 deck=?*10 ehand=?*5 edeck=?*10 mulligan=YE"
COACH = ("coach", POSITION, "--nodes", "1500")


def told(run: Run, *arguments: str) -> dict[str, Any]:
    return dict(json.loads(run(*arguments, "--json").stdout))


@pytest.fixture
def last(run: Run) -> dict[str, Any]:
    """The move that stands last without being asked about."""
    return dict(told(run, *COACH, "--top", "99")["moves"][-1])


@needs_kernel
def test_the_move_is_listed_behind_the_top_with_its_own_rank_and_figure(run: Run, last: dict[str, Any]) -> None:
    plain, found = told(run, *COACH, "--top", "2"), told(run, *COACH, "--top", "2", "--move", last["name"])
    assert plain["asked"] is None
    *top, asked = found["moves"]
    assert top == plain["moves"]
    assert asked["move"] == found["asked"]["move"] == last["move"]
    assert asked["rank"] == found["asked"]["rank"] > 2
    most = max(move["chance"]["sample"] for move in top)
    assert asked["chance"]["sample"] >= most / 2 > last["chance"]["sample"], "the later half of its rounds, or more"
    assert found["asked"]["lost"] == pytest.approx(top[0]["chance"]["worth"] - asked["chance"]["worth"])
    behind = round(100 * top[0]["chance"]["worth"]) - round(100 * asked["chance"]["worth"])
    assert f"number {asked['rank']} of 13 moves, {behind} % behind {top[0]['name']}" in found["asked"]["sentence"]

    page = run(*COACH, "--top", "2", "--move", last["name"]).stdout
    assert found["asked"]["sentence"] in " ".join(page.split())
    assert f"{asked['rank']}. {asked['name']}: {asked['label']}, {asked['chance']['text']}" in page
    assert page.index(f"2. {top[1]['name']}") < page.index("Asked about:") < page.index("Belief:")
    assert page.count("   Line: ") == 3


def test_a_move_among_the_top_is_shown_once(run: Run) -> None:
    quick = ("coach", POSITION, "--quick", "--top", "2")
    best, second = (move["name"] for move in told(run, *quick)["moves"])
    for asked, said in ((best, "is the best of 13 moves"), (second, "is number 2 of 13 moves")):
        found = told(run, *quick, "--move", asked)
        assert [move["name"] for move in found["moves"]] == [best, second]
        assert found["asked"]["sentence"].startswith(f"Asked about: {asked} {said}")
        assert run(*quick, "--move", asked).stdout.count(f". {asked}: ") == 1


@needs_kernel
def test_the_same_question_has_the_same_bytes(run: Run, last: dict[str, Any]) -> None:
    asked = (*COACH, "--move", last["name"])
    assert run(*asked).stdout == run(*asked).stdout
    assert run(*asked, "--json").stdout == run(*asked, "--json").stdout


@needs_kernel
def test_a_line_is_whole_in_the_document_and_six_moves_on_the_page(run: Run) -> None:
    found = told(run, *COACH, "--top", "1")
    line = found["moves"][0]["line"]
    assert len(line) > 6
    page = " ".join(run(*COACH, "--top", "1").stdout.split())
    shown = ", ".join(f"{'enemy' if place % 2 else 'you'} {step['name']}" for place, step in enumerate(line[:6]))
    assert f"Line: {shown} …" in page
    assert "A line is a game that may follow, in one of the likeliest worlds;" in page
    reply = found["moves"][0]["reply"]
    assert f"The enemy's answer in {round(100 * reply['share'])} % of likely worlds: {reply['name']}" in page


def test_one_move_ahead_it_is_listed_too(run: Run) -> None:
    found = told(run, "coach", POSITION, "--quick", "--top", "1", "--move", "pass")
    assert found["asked"] | {"sentence": ""} == {
        **{"move": "pass", "name": "pass", "card": None, "tile": None},
        **{"rank": found["candidates"], "lost": None, "sentence": "", "contrast": found["asked"]["contrast"]},
    }
    assert found["asked"]["contrast"]["worse"]["move"] == "pass"
    assert found["asked"]["sentence"].endswith("one move ahead.")
    assert [move["rank"] for move in found["moves"]] == [1, found["candidates"]]


@needs_kernel
def test_a_wait_that_stands_apart_is_shown_apart(run: Run) -> None:
    """The enemy must pass too, so that waiting is worth as much as the best placement."""
    lanes = "Y1,-,-,-,-/-,-,-,-,-/-,-,-,-,-"
    won = f"rebirth {lanes.replace('Y1,-', 'Y1,Y1[003]')} Y turn=3 hand=001 ehand=?*1"
    found = told(run, "coach", won, "--nodes", "500", "--move", "pass")
    assert found["asked"]["rank"] == 0
    assert found["asked"]["sentence"] == "Asked about: to pass here is to wait, and that stands apart."
    assert "pass" not in [move["move"] for move in found["moves"]]
    assert found["waiting"]["move"]["move"] == "pass"
    assert "\npass: " in run("coach", won, "--nodes", "500", "--move", "pass").stdout


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("wolf m3", "M3 belongs to nobody; Grasslands Wolf needs a tile of its own player; it can go to T1, M1, B1"),
        ("zu m1", "Zu is not in your hand; only cards held can be played"),
        ("wolff m1", "no card of your hand is called 'wolff', did you mean Grasslands Wolf?"),
        ("wolf", "'wolf' is not a move; write 'Zu M3'"),
        ("wolf x9", "tiles are T1-T5"),
        ("9 m1", "there is no card 9 in your hand; its cards are numbered 1 to 4"),
        ("keep", "'keep' is about the opening hand; a move is 'zu m3', '2 m3' or 'pass'"),
    ],
)
def test_what_cannot_be_played_is_refused_before_the_search(
    refuse: Refuse, monkeypatch: pytest.MonkeyPatch, move: str, sentence: str
) -> None:
    monkeypatch.setattr("qb_app.answers.advisor.Advisor.advise", lambda *_, **__: pytest.fail("it was searched"))
    assert sentence in refuse("coach", POSITION, "--move", move)


@pytest.mark.parametrize(
    ("position", "sentence"),
    [(ON_HAND, "your opening hand comes first"), (POSITION.replace(" Y ", " E "), "it is the enemy's turn")],
)
def test_a_wrong_moment_is_refused(refuse: Refuse, position: str, sentence: str) -> None:
    assert sentence in refuse("coach", position, "--move", "wolf m1")
