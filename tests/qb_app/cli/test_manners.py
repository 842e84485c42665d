"""How the enemy plays, on the command line: told, learned from stored matches, and as a second figure."""

from __future__ import annotations

import json

import pytest

from tests.qb_app.conftest import Refuse, Run
from tests.qb_engine.deep.games import needs_kernel

POSITION = "rebirth Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 Y turn=1 hand=005,007,008,009,011 ehand=?*5"
COACH = ("coach", POSITION, "--nodes", "500")
OPENING = ("hand security officer, levrikon, mu, elphadunk, grasslands wolf", "keep")
WAITED = (*OPENING, "sec m1", "e pass", "draw queen bee")
RED = "Red XIII Shinra-8"


def told(run: Run, *arguments: str) -> dict[str, object]:
    document = json.loads(run(*arguments, "--json").stdout)
    assert isinstance(document, dict)
    return document


@needs_kernel
def test_the_readiness_to_wait_and_the_goal_can_be_said(run: Run) -> None:
    standard, said = told(run, *COACH), told(run, *COACH, "--enemy-waits", "20%", "--must-win")
    assert standard["against"] == (
        "Chances hold against an enemy that plays as well as this search and waits in 3 % of games."
    )
    assert said["against"] == (
        "Chances hold against an enemy that plays as well as this search and waits in 20 % of games. "
        "You must win: a draw counts as nothing."
    )
    assert (standard["draw_worth"], said["draw_worth"]) == (0.5, 0.0)
    page = " ".join(run(*COACH, "--enemy-waits", "20%", "--must-win").stdout.split())
    assert str(said["against"]) in page
    assert "a draw counting nothing" in page
    chance = said["chance"]
    assert isinstance(chance, dict)
    assert chance["worth"] == pytest.approx(chance["win"])


@needs_kernel
def test_stored_matches_of_an_opponent_count(run: Run) -> None:
    run("live", "--top", "0", "--opponent", RED, *WAITED)
    belief = told(run, *COACH, "--opponent", RED)["belief"]
    assert isinstance(belief, dict)
    assert belief["waits"] > 0.03
    assert belief["waits_text"].endswith("in 1 opening turn it did once.")
    assert told(run, *COACH)["belief"]["waits"] == 0.03  # type: ignore[index]  # a document, told as an object
    page = " ".join(run("opponents", "show", RED).stdout.split())
    assert belief["waits_text"] in page
    assert "1 of its turns could be judged, 40 are needed" in page
    report = told(run, "opponents", "show", RED)
    assert (report["opening_turns"], report["waited"]) == (1, 1)


@needs_kernel
def test_the_second_figure_stands_beside_the_first(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qb_engine.temper.LEAST_TURNS", 2)
    for _ in range(2):
        run("live", "--top", "0", "--opponent", RED, *WAITED)
    first, both = told(run, *COACH), told(run, *COACH, "--against", RED)
    assert (both["moves"], both["chance"], first["weaker"]) == (first["moves"], first["chance"], None)
    weaker = both["weaker"]
    assert isinstance(weaker, dict)
    assert weaker["turns"] == 2
    assert weaker["sentences"][0].startswith(f"Against {weaker['opponent']}: In 2 turns it gave away ")
    assert 0 <= weaker["slips_low"] <= weaker["slips"] <= weaker["slips_high"] <= 1
    worths = [move["chance"]["worth"] for move in weaker["moves"]]
    assert worths == sorted(worths, reverse=True)
    page = " ".join(run(*COACH, "--against", RED).stdout.split())
    best = weaker["moves"][0]
    assert f"1. {best['name']}: {best['chance']['text']} against {weaker['opponent']}" in page


def test_what_cannot_be_told_is_refused(refuse: Refuse) -> None:
    assert "0 of its turns could be judged in stored matches, 40 are needed" in refuse(*COACH, "--against", RED)
    assert "'20' is no share" in refuse(*COACH, "--enemy-waits", "20")
    assert "which --quick leaves out" in refuse("coach", POSITION, "--quick", "--against", RED)
