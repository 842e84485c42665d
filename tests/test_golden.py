"""Every golden playthrough comes out to the byte as it was committed."""

import pytest

from gamekit.record import Record, replay
from qb_engine.game import QueensBlood
from tests.golden import FOLDER, GAMES, REGENERATE, GoldenGame


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_golden_game_plays_as_before(game: GoldenGame) -> None:
    same = game.path.read_bytes() == game.text().encode("utf-8")
    assert same, f"{game.path.name} differs; if the change is meant: {REGENERATE}, then read the diff"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_record_at_the_top_of_a_golden_file_replays(game: GoldenGame) -> None:
    headers, moves, _ = game.path.read_text(encoding="utf-8").split("\n\n", 2)
    record = Record.parse(f"{headers}\n\n{moves}\n")
    assert replay(QueensBlood(), record).is_over


def test_no_golden_file_lacks_its_game() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {game.path.name for game in GAMES}
