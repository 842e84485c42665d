"""Puzzles over HTTP."""

from __future__ import annotations

from qb_app.storage import Storage
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep.puzzles import puzzles
from qb_engine.notation import parse_position
from tests.qb_app.web.caller import calling


def test_every_puzzle_is_listed_and_a_known_board_can_be_drawn(storage: Storage) -> None:
    hydrator = CardHydrator()
    with calling(storage) as api:
        rows = api.ok("GET", "/puzzles")["puzzles"]
    assert [row["title"] for row in rows] == [puzzle.title for puzzle in puzzles(hydrator)]
    known = [row for row in rows if row["position"]]
    assert len(known) == 2
    for row in rows:
        assert (row["board"] is None) == (row["position"] is None) == (row["hand"] == [])
    for row in known:
        position = parse_position(row["position"], hydrator)
        assert row["hand"] == list(position.hands.first)
        drawn = {tile["tile"]: tile["card"] for tile in row["board"]["tiles"] if tile["card"]}
        assert len(drawn) == sum(card is not None for card in position.board.occupants)
        assert [step.split()[0] for step in row["solution"]]
