"""Two networks by played games: a network is as good as itself, and a spoilt one is worse."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bench.judges import Meeting, QuickPlayer, meet
from gamekit.match import play_match
from gamekit.sides import BySide
from qb_engine.deck_notation import format_deck_code
from qb_engine.deep.network_file import NETWORK_FILE, NetworkFile
from qb_engine.game import QueensBlood, setup_of
from qb_engine.ruleset import Ruleset
from tests.qb_engine.deep.games import DECKS, HYDRATOR, needs_kernel

pytestmark = needs_kernel


@pytest.mark.parametrize("ruleset", ["rebirth", "v2.2.4"])
def test_a_network_is_as_good_as_itself(ruleset: str) -> None:
    for seed in range(4):
        assert sum(meet(Meeting((NETWORK_FILE, NETWORK_FILE), ruleset, seed))) == 1.0


def test_a_network_that_knows_nothing_is_worse_whoever_comes_first(tmp_path: Path) -> None:
    used = NetworkFile.read(NETWORK_FILE)
    nothing = tmp_path / "nothing.qbn"
    replace(used, numbers=bytes(len(used.numbers))).write(nothing)
    made = [sum(meet(Meeting((NETWORK_FILE, nothing), "rebirth", seed))) for seed in range(6)]
    assert sum(made) > 9
    swapped = [sum(meet(Meeting((nothing, NETWORK_FILE), "rebirth", seed))) for seed in range(6)]
    assert [2 - each for each in swapped] == made


def test_nobody_waits_in_the_opening() -> None:
    seats = BySide(QuickPlayer(NETWORK_FILE), QuickPlayer(NETWORK_FILE))
    for deck in DECKS[:4]:
        setup = setup_of(Ruleset.REBIRTH, format_deck_code(deck), format_deck_code(deck))
        assert len(play_match(QueensBlood(HYDRATOR), setup, 1, seats).moves) > 8
