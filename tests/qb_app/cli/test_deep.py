"""``qbcoach coach`` where the kernel is there: moves with winning chances, and the mulligan of an opening hand."""

import json

import pytest

from qb_app.asking.positions import EXAMPLE_POSITION
from tests.qb_app.conftest import Refuse, Run
from tests.qb_engine.deep.games import needs_kernel

pytestmark = needs_kernel
DEEP = ("coach", EXAMPLE_POSITION, "--nodes", "2000")
LANES = "Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1"
ON_HAND = (
    f"rebirth {LANES} Y turn=1 phase=draw hand=001,007,020,014,008 deck=001,003,006,008,019 "
    "ehand=?*5 edeck=?*10 mulligan=YE"
)
FINISHED = "rebirth Y3[003],Y3[003],Y3[003],Y3[003],Y3[003]/-,-,-,-,-/-,-,-,-,- Y turn=9 hand=001 ehand=?*2"


def test_the_answer_is_the_same_every_time(run: Run) -> None:
    assert run(*DEEP).stdout == run(*DEEP).stdout
    assert run(*DEEP, "--json").stdout == run(*DEEP, "--json").stdout


def test_the_page_and_the_document_tell_the_same(run: Run) -> None:
    told = json.loads(run(*DEEP, "--json").stdout)
    page = run(*DEEP).stdout
    assert (told["format"], told["nodes"], told["provisional"]) == ("qbcoach-advice-2", 2000, False)
    assert "2,000 worlds were searched" in " ".join(page.split())
    best = told["moves"][0]
    assert (told["chance"], best["label"]) == (best["chance"], "best")
    assert told["primary"] in (f"Play {best['name']}.", f"Close call, {best['name']} by a little.")
    for move in told["moves"]:
        chance = move["chance"]
        assert chance["win"] + chance["draw"] + chance["loss"] == pytest.approx(1)
        assert sum(chance["percents"]) == 100
        assert chance["low"] <= chance["points"] <= chance["high"]
        assert f"{move['rank']}. {move['name']}: {move['label']}, {chance['text']}" in page
        assert move["line"][0]["move"] == move["move"]
        assert move["reply"] is None or move["reply"]["move"] == move["line"][1]["move"]


def test_shown_percents_of_a_move_sum_to_100(run: Run) -> None:
    rows = [line for line in run(*DEEP, "--top", "99").stdout.splitlines() if line.strip().startswith("win ")]
    assert len(rows) > 3
    for row in rows:
        words = row.replace("%", "").replace(",", "").replace(";", "").split()
        assert sum(int(words[place]) for place in (1, 3, 5)) == 100


def test_plain_has_no_drawings(run: Run) -> None:
    page = run(*DEEP, "--plain").stdout
    assert not set("█▒░➤┌│★") & set(page)
    assert page.startswith(("Play ", "Close call, "))


def test_an_ending_is_labelled_exact(run: Run) -> None:
    page = run("coach", FINISHED).stdout
    assert "exact" in page
    assert "in every world that is possible" in " ".join(page.split())
    told = json.loads(run("coach", FINISHED, "--json").stdout)
    assert told["exact"]
    assert told["chance"]["sample"] == 0


def test_an_opening_hand_gets_mulligan_advice(run: Run) -> None:
    told = json.loads(run("coach", ON_HAND, "--json").stdout)
    assert told["format"] == "qbcoach-mulligan-1"
    assert len(told["choices"]) == 32
    assert sum(not choice["exchanged"] for choice in told["choices"]) == 1
    page = run("coach", ON_HAND).stdout
    assert "against keeping" in page
    assert "in the same 400 deals" in " ".join(page.split())


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--nodes", "5", "--time", "1s"), "a search has one budget: give a time or a number of nodes, not both"),
        (("--time", "soon"), "'soon' is no time to search: write 2s, 500ms or 1m, at most 10m"),
        (("--time", "0s"), "'0s' is no time to search: write 2s, 500ms or 1m, at most 10m"),
        (("--quick", "--nodes", "5"), "--time and --nodes are budgets of the search, which --quick leaves out"),
    ],
)
def test_budgets_that_mean_nothing_are_refused(refuse: Refuse, options: tuple[str, ...], sentence: str) -> None:
    assert sentence in refuse("coach", EXAMPLE_POSITION, *options)


def test_time_is_read_with_its_unit(run: Run) -> None:
    told = json.loads(run("coach", EXAMPLE_POSITION, "--time", "50ms", "--json").stdout)
    assert told["nodes"] > 0


@pytest.mark.parametrize(
    ("rest", "sentence"),
    [
        (
            "ehand=?*40",
            "the enemy holds 40 cards, more than its deck can still give; check its hand ('set enemy hand 5' "
            "in a match, ehand=?*5 in a position)",
        ),
        ("deck=001 phase=draw ehand=?*5", "your draw of this turn comes first: add the card to your hand, then ask"),
    ],
)
def test_positions_that_cannot_be_searched_are_refused(refuse: Refuse, rest: str, sentence: str) -> None:
    assert refuse("coach", f"rebirth {LANES} Y turn=3 hand=001,007 {rest}") == sentence
