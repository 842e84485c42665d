"""The collection on the command line: filled fast, and never by half."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from qb_app.limits import LONGEST_COLLECTION
from qb_engine.card_hydrator import CardHydrator
from tests.qb_app.conftest import Refuse, Run

RUFFIANS = dict.fromkeys(("003", "010", "014", "015"), 2)


def owned(run: Run) -> dict[str, int]:
    cards: dict[str, int] = json.loads(run("collection", "--json").stdout)["cards"]
    return cards


def test_what_is_added_is_told_in_one_line(run: Run) -> None:
    run("collection", "import", "5 zu, 1 003")
    assert run("collection", "add", "--pack", "ruff").stdout == "5 cards of 3 kinds added, 1 kind was there already\n"
    assert owned(run) == {**RUFFIANS, "015": 5}
    assert run("collection", "add", "--pack", "ruff").stdout == "no card added, 4 kinds were there already\n"
    assert run("collection", "add", "--pack", "turks").stdout == "4 cards of 4 kinds added\n"


def test_packs_and_ranks_are_added_together(run: Run) -> None:
    run("collection", "add", "--pack", "ruffians", "--pack", "The Turks", "--rank", "3", "--rank", "replace")
    wanted = {
        card.id: 1 if card.legendary else 2
        for card in CardHydrator.shared().deck_cards()
        if card.rank in (3, "replace") or card.id in RUFFIANS or card.name in ("Reno", "Rude", "Elena", "Tseng")
    }
    assert owned(run) == wanted


def test_all_is_every_card_as_often_as_a_deck_may_hold_it(run: Run) -> None:
    run("collection", "add", "--all")
    cards = CardHydrator.shared().deck_cards()
    assert owned(run) == {card.id: 1 if card.legendary else 2 for card in cards}
    assert len(cards) == 145


def test_a_list_may_name_every_card_and_lowers_what_it_names(run: Run, tmp_path: Path) -> None:
    run("collection", "import", "9 zu, 9 mu")
    cards = [card for card in CardHydrator.shared().deck_cards() if card.name != "Mu"]
    path = tmp_path / "mine.txt"
    path.write_text("\n".join(f"1 {card.name}" for card in cards), encoding="utf-8")
    assert run("collection", "import", str(path)).stdout == "144 cards of 144 kinds noted\n"
    assert owned(run) == {**{card.id: 1 for card in cards}, "009": 9}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("add",), "say what to add: --pack NAME, --rank 1, 2, 3 or replace, or --all"),
        (("add", "--rank", "4"), "'4' is no rank of a card, ranks are 1, 2, 3, replace"),
        (("add", "--pack", "ruffians", "--pack", "rufians"), "did you mean Ruffians?"),
        (("add", "--pack", "ch"), "may mean 'Chimerical Creatures' or 'Chthonic Sentinels'"),
        (("import", "2 zu, 2 zuu"), "unknown card 'zuu'"),
        (("import", "2 mu, 60 zu, 60 zu"), "this list has 120 copies of Zu; a collection holds 99 at most"),
        (("import", "?"), "a hidden card cannot be owned; name the card"),
        (("set", "2", "?"), "a hidden card cannot be owned; name the card"),
    ],
)
def test_a_mistake_is_one_sentence_and_changes_nothing(
    run: Run, refuse: Refuse, arguments: tuple[str, ...], told: str
) -> None:
    assert told in refuse("collection", *arguments)
    assert owned(run) == {}


def test_a_list_that_is_too_long_is_refused(refuse: Refuse, tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_text("1" + " " * (LONGEST_COLLECTION - 4) + "zu\n\n", encoding="utf-8")
    assert f"it has {LONGEST_COLLECTION:,} characters at most" in refuse("collection", "import", str(path))


def test_packs_are_listed_with_what_is_owned_of_them(run: Run) -> None:
    run("collection", "import", "1 zu")
    page = run("collection", "packs").stdout
    assert "Ruffians: 1 of 4 owned\n" in page
    assert "The Turks: 0 of 4 owned\n  Reno, Rude, Elena, Tseng\n" in page
    told = json.loads(run("collection", "packs", "--json").stdout)["packs"]
    assert [pack["name"] for pack in told if pack["owned"]] == ["Ruffians"]
