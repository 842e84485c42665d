"""What cannot be taken back is asked about first."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from qb_app.storage import open_storage
from tests.qb_app.conftest import Refuse, Run
from tests.qb_app.live.test_terminal import Terminal

OPENING = ("hand zu, mu, levrikon, elphadunk, security officer", "keep")


@pytest.fixture
def _filled(run: Run) -> None:
    run("live", "--top", "0", *OPENING)
    run("decks", "save", "mine", "starter")
    run("opponents", "save", "foe")
    run("collection", "set", "2", "zu")


def kept() -> tuple[int, int, int, int]:
    """Matches, decks, profiles, and kinds of cards owned."""
    with open_storage() as storage:
        lists = storage.matches.matches(), storage.decks.list(), storage.opponents.list(), storage.collection.owned()
    return len(lists[0]), len(lists[1]), len(lists[2]), len(lists[3])


def commands(run: Run) -> list[tuple[str, ...]]:
    match_id = json.loads(run("matches", "--json").stdout)["matches"][0]["id"]
    return [
        ("matches", "--delete", match_id),
        ("decks", "delete", "MINE"),
        ("opponents", "delete", "Foe"),
        ("collection", "clear"),
    ]


@pytest.mark.usefixtures("_filled")
def test_where_nobody_can_be_asked_yes_must_be_said(run: Run, refuse: Refuse) -> None:
    for command in commands(run):
        sentence = refuse(*command)
        assert "would be forgotten" in sentence
        assert sentence.endswith("; nobody can be asked here, so say --yes if it is meant")
        assert kept() == (1, 1, 1, 1)
    for command in commands(run):
        assert run(*command, "--yes").exit_code == 0
    assert kept() == (0, 0, 0, 0)


@pytest.mark.usefixtures("_filled")
def test_on_a_terminal_the_answer_counts(tmp_path: Path) -> None:
    refused = Terminal(tmp_path / "data", "collection", "clear")
    refused.wait_for("The whole collection would be forgotten. Go on? [y/N]:")
    refused.enter("n", "Nothing was changed.")
    assert refused.ended() == 1
    assert kept() == (1, 1, 1, 1)
    agreed = Terminal(tmp_path / "data", "decks", "delete", "mine")
    agreed.wait_for("The deck 'mine' would be forgotten. Go on? [y/N]:")
    agreed.enter("y", "The deck 'mine' is forgotten.")
    assert agreed.ended() == 0
    assert kept() == (1, 0, 1, 1)


def test_what_is_not_there_is_refused_before_any_question(refuse: Refuse) -> None:
    assert "there is no match 'nothere'" in refuse("matches", "--delete", "nothere")
    assert "no deck 'nothere' is saved" in refuse("decks", "delete", "nothere")
    assert "no opponent 'nothere' is saved" in refuse("opponents", "delete", "nothere")


def test_matches_are_listed_page_by_page(run: Run) -> None:
    for _ in range(3):
        run("live", "--top", "0", *OPENING)
    found = [match["id"] for match in json.loads(run("matches", "--json").stdout)["matches"]]
    first = [match["id"] for match in json.loads(run("matches", "--json", "--limit", "2").stdout)["matches"]]
    rest = json.loads(run("matches", "--json", "--limit", "2", "--after", first[-1]).stdout)["matches"]
    assert first + [match["id"] for match in rest] == found
