"""Exercises: one way to judge an answer, moves one after the other, and texts that name tiles."""

from __future__ import annotations

import pytest

from qb_app.errors import InputError
from qb_app.practice.exercise import Exercise, ExerciseKind, Origin, Verdict, worded
from qb_app.practice.hints import hints_after, hints_of
from qb_app.practice.puzzles import plays_alone, puzzle_exercises
from qb_app.practice.reading import read_answer, read_beginning
from qb_app.practice.sentences import templates
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep.solver import solve_puzzle
from qb_engine.errors import QueensBloodError
from qb_engine.geometry import Side, Tile, TileNaming, long_name
from qb_engine.kernel import door as kernel
from qb_engine.models import Move
from qb_engine.themes import Theme

HYDRATOR = CardHydrator.shared()
ZU, FLEETWING, QUETZALCOATL = Move.parse("015 T1"), Move.parse("023 B3"), Move.parse("014 M2")


def three_cards() -> Exercise:
    """The first puzzle of the game: three cards in one order, the enemy only passing."""
    return next(one for one in puzzle_exercises() if plays_alone(one))


def two_ways() -> Exercise:
    position = "rebirth Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 Y hand=001,008 ehand=?*5"
    lines = ((Move.parse("008 M1"),), (Move.parse("001 T1"),))
    hints = hints_of((Theme.ROOM,), lines, HYDRATOR)
    return Exercise("x", ExerciseKind.LESSON, (Theme.ROOM,), position, lines, "Take {M3}.", hints, Origin("A title"))


def test_an_order_is_right_only_whole_and_in_order() -> None:
    exercise = three_cards()
    assert exercise.length == 3
    assert exercise.judge(()) is Verdict.WRONG
    assert exercise.judge((FLEETWING,)) is Verdict.ON_THE_WAY
    assert exercise.judge((FLEETWING, ZU)) is Verdict.ON_THE_WAY
    assert exercise.judge((FLEETWING, ZU, QUETZALCOATL)) is Verdict.RIGHT
    assert exercise.judge((ZU, FLEETWING, QUETZALCOATL)) is Verdict.WRONG
    assert exercise.judge((FLEETWING, ZU, Move.PASS)) is Verdict.WRONG
    assert exercise.judge((FLEETWING, ZU, QUETZALCOATL, Move.PASS)) is Verdict.WRONG


def test_every_way_is_accepted() -> None:
    exercise = two_ways()
    assert [exercise.judge((move,)) for move in exercise.accepted] == [Verdict.RIGHT] * 2
    assert exercise.judge((Move.PASS,)) is Verdict.WRONG
    assert exercise.rest(()) == exercise.lines


def test_the_enemy_answers_between_your_moves() -> None:
    exercise = three_cards()
    assert exercise.answer_to((FLEETWING,)) == Move.PASS
    state = exercise.after((FLEETWING,))
    assert state.side_to_act is Side.YOU
    assert [card.id for card in state.hands[Side.YOU].cards] == ["015", "014"]
    last = exercise.played((FLEETWING, ZU, QUETZALCOATL))
    assert last.score().winner is Side.YOU
    assert exercise.played(()) == exercise.start


@pytest.mark.skipif(not kernel.available, reason="the kernel is not built")
def test_the_boards_of_the_game_have_exactly_the_orders_that_are_accepted() -> None:
    boards = [one for one in puzzle_exercises() if plays_alone(one)]
    assert len(boards) == 2
    for exercise in boards:
        assert set(solve_puzzle(exercise.start)) == {line[::2] for line in exercise.lines}
        assert exercise.notes[0]


def test_hints_tell_more_and_more_but_never_the_tile() -> None:
    told = three_cards().hints
    assert [hint.split()[0] for hint in told] == ["It", "The", "The", "It"]
    assert told[2:] == ("The card to place is Fleetwing.", "It belongs in the bottom lane.")
    several = two_ways().hints
    assert several[1:] == (
        "The card to place is Grasslands Wolf or Security Officer.",
        "It belongs in the top lane or the middle lane.",
    )
    passing = hints_of((Theme.PASSING,), ((Move.PASS,),), HYDRATOR)
    assert passing[-1] == "No card is to be placed."
    for exercise in puzzle_exercises():
        tiles = {str(move.tile) for line in exercise.lines for move in line if move.tile}
        assert not any(tile in hint for tile in tiles for hint in exercise.hints)


def test_hints_after_a_move_are_about_the_next_one() -> None:
    exercise = three_cards()
    assert hints_after(exercise, ()) == exercise.hints
    told = hints_after(exercise, (FLEETWING,))
    assert told == (
        "The answer is two moves of yours, one after the other.",
        "The card to place is Zu.",
        "It belongs in the top lane.",
    )
    assert hints_after(exercise, (FLEETWING, ZU))[0] == "The card to place is Quetzalcoatl."


def test_tiles_in_texts_are_named_as_the_surface_does() -> None:
    assert worded("Take {M3} from {T1}.") == "Take M3 from T1."
    assert worded("Take {M3}.", long_name) == "Take MID-3."


def test_an_answer_is_read_where_the_moves_before_it_lead() -> None:
    exercise = three_cards()
    assert read_answer(exercise, ["fleetwing b3", "1 t1", "quetz m2"]) == (FLEETWING, ZU, QUETZALCOATL)
    assert read_answer(exercise, []) == ()


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        (["zu t3"], "T3 belongs to nobody; Zu needs a tile of its own player"),
        (["quetz b3"], "B3 lacks 1 of the pawns that Quetzalcoatl needs"),
        (["mu t1"], "Mu is not in your hand"),
        (["keep"], "is about the opening hand"),
        (["fleetwing t1", "pass"], "the answer is finished after the first move; send no more"),
    ],
)
def test_what_cannot_be_played_is_refused(moves: list[str], sentence: str) -> None:
    with pytest.raises((InputError, QueensBloodError), match=sentence):
        read_answer(three_cards(), moves)


def test_only_a_beginning_is_read_as_one() -> None:
    assert read_beginning(three_cards(), ["fleetwing b3"]) == (FLEETWING,)
    assert read_beginning(three_cards(), []) == ()
    for moves in (["pass"], ["fleetwing b3", "1 t1", "quetz m2"]):
        with pytest.raises(InputError, match="these moves are no beginning of an answer"):
            read_beginning(three_cards(), moves)


def test_a_card_with_braces_in_its_name_stays_as_it_is() -> None:
    def tell(place: TileNaming) -> tuple[str, ...]:
        return ("{M1} Bomber on " + place(Tile.parse("M1")) + ".",)

    (kept,) = templates(tell)
    assert worded(kept, long_name) == "{M1} Bomber on MID-1."
    assert worded(kept) == "{M1} Bomber on M1."
