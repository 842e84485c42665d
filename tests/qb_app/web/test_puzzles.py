"""Puzzles over HTTP."""

from __future__ import annotations

from qb_app.storage import Storage
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep.puzzles import puzzles
from qb_engine.deep.training_puzzles import GRADES, select_puzzles, training_puzzles
from qb_engine.geometry import Side
from qb_engine.notation import parse_position
from qb_engine.themes import Theme
from tests.qb_app.web.caller import calling


def test_every_puzzle_is_listed_and_a_known_board_can_be_drawn(storage: Storage) -> None:
    hydrator = CardHydrator()
    with calling(storage) as api:
        document = api.ok("GET", "/puzzles")
    rows = document["puzzles"]
    assert (document["format"], document["training"]) == ("qbcoach-puzzles-2", [])
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


def test_puzzles_to_train_with_are_listed_by_grade_and_theme(storage: Storage) -> None:
    with calling(storage) as api:
        all_of_grade = api.ok("GET", "/puzzles?grade=2")
        about_room = api.ok("GET", "/puzzles?grade=2&theme=Room")["training"]
        by_theme = api.ok("GET", "/puzzles?theme=passing")["training"]
    assert all_of_grade["puzzles"] == []
    assert [row["id"] for row in all_of_grade["training"]] == [puzzle.id for puzzle in select_puzzles(2)]
    assert [row["id"] for row in about_room] == [puzzle.id for puzzle in select_puzzles(2, Theme.ROOM)]
    assert {row["grade"] for row in about_room} == {2}
    assert all("passing" in row["themes"] for row in by_theme)
    assert set(all_of_grade["grades"]) == {str(grade) for grade in GRADES}
    assert sum(all_of_grade["grades"].values()) == len(training_puzzles())
    assert all_of_grade["themes"]["passing"] == len(by_theme)


def test_a_puzzle_to_train_with_shows_all_but_its_solution(storage: Storage) -> None:
    puzzle = training_puzzles()[0]
    with calling(storage) as api:
        document = api.ok("GET", f"/puzzles/{puzzle.id}")
    position = parse_position(document["position"], CardHydrator())
    assert document["position"] == puzzle.position
    assert document["hand"] == list(position.hands[Side.YOU])
    assert document["enemy_hand"] == list(position.hands[Side.ENEMY])
    assert document["deck"] == list(position.decks[Side.YOU])
    assert document["enemy_deck"] == list(position.decks[Side.ENEMY])
    assert (document["grade"], document["result"], document["order"]) == (
        puzzle.grade,
        puzzle.result,
        len(puzzle.solution),
    )
    assert document["task"].startswith("It is your turn. ")
    assert "solution" not in document


def test_what_there_is_not_is_refused_in_one_sentence(storage: Storage) -> None:
    with calling(storage) as api:
        assert "'qbcoach puzzles --grade 1' lists" in api.refused(404, "GET", "/puzzles/p0")
        assert api.refused(422, "GET", "/puzzles?theme=mulligan").startswith("no training puzzle is about 'mulligan'")
        api.refused(422, "GET", "/puzzles?grade=9")
