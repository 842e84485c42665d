import copy
import pickle
from typing import cast

import pytest

from gamekit.sides import BySide, TwoSides
from tests.gamekit.toy_game import Seat


def test_index_and_other_follow_the_definition_order() -> None:
    assert [seat.index for seat in Seat] == [0, 1]
    assert Seat.NORTH.other is Seat.SOUTH
    assert Seat.SOUTH.other is Seat.NORTH


def test_a_side_is_its_text() -> None:
    assert Seat("S") is Seat.SOUTH
    assert f"{Seat.NORTH}" == "N"


def test_a_side_survives_copying_and_pickling() -> None:
    assert copy.deepcopy(Seat.SOUTH) is Seat.SOUTH
    assert pickle.loads(pickle.dumps(Seat.SOUTH)) is Seat.SOUTH


def test_three_sides_are_refused() -> None:
    with pytest.raises(TypeError, match="Odd must define exactly two sides, not 3"):

        class Odd(TwoSides):
            A = "a"
            B = "b"
            C = "c"


def test_an_alias_is_no_second_side() -> None:
    with pytest.raises(TypeError, match="Odd must define exactly two sides, not 1"):

        class Odd(TwoSides):
            A = "x"
            B = "x"


def test_an_intermediate_base_without_members_is_fine() -> None:
    class Base(TwoSides):
        pass

    class Colour(Base):
        BLACK = "b"
        WHITE = "w"

    assert Colour.BLACK.other is Colour.WHITE


def test_by_side_lookup_and_iteration() -> None:
    pair = BySide[int](3, 5)
    assert (pair[Seat.NORTH], pair[Seat.SOUTH]) == (3, 5)
    assert list(pair) == [3, 5]


def test_by_side_changes_make_new_pairs() -> None:
    pair = BySide(3, 5)
    assert pair.replaced(Seat.NORTH, 7) == BySide(7, 5)
    assert pair.replaced(Seat.SOUTH, 7) == BySide(3, 7)
    assert pair.map(str) == BySide("3", "5")
    assert pair.swapped() == BySide(5, 3)
    assert pair == BySide(3, 5)


def test_the_text_of_a_side_is_refused_where_nobody_knows_the_game() -> None:
    for ask in (lambda: BySide(3, 5)[cast(Seat, "S")], lambda: BySide(3, 5).replaced(cast(Seat, "S"), 7)):
        with pytest.raises(TypeError, match="'S' is no side"):
            ask()


def test_by_side_is_hashable_and_can_be_copied() -> None:
    pair = BySide(3, 5)
    assert hash(pair) == hash(BySide(3, 5))
    assert copy.deepcopy(pair) == pickle.loads(pickle.dumps(pair)) == pair
