"""Self-play to learn from: the same in parts as in one piece, and bytes that are no examples are refused."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from qb_engine.board_state import BoardState
from qb_engine.deep.self_play import SelfPlay, play_examples
from qb_engine.deep.win_chance import network
from qb_engine.kernel import door
from qb_engine.kernel.door import KernelEngine
from qb_engine.ruleset import Ruleset
from tests.qb_engine.deep.games import DECKS, HYDRATOR, needs_kernel

if door.available:
    from qb_engine._kernel import Workshop

pytestmark = needs_kernel
PAIRS = [(DECKS[i % len(DECKS)], DECKS[3 * i % len(DECKS)]) for i in range(6)]
STEP = (1e-3, 0.3, 0.02, 0.15)
HEAD, POSITION, MOVE = struct.Struct("<8I"), struct.Struct("<2H4f"), struct.Struct("<fHb9B")


def task(pairs: Any = PAIRS, first: int = 0, wander: float = 0.3, seed: int = 5) -> SelfPlay:
    return SelfPlay(str(Ruleset.REBIRTH), network().numbers, wander, seed, first, pairs)


def workshop() -> Workshop:
    return Workshop(KernelEngine(HYDRATOR, Ruleset.REBIRTH).board(BoardState(Ruleset.REBIRTH)), 17)


def learned(*parts: bytes) -> bytes:
    """All numbers after a pass over the examples of these parts."""
    learning = workshop()
    learning.take(parts)
    learning.learn(STEP, 1e-3, 8, 3, 1)
    return learning.memory()


def test_parts_in_their_order_are_as_good_as_all_games_at_once() -> None:
    whole = play_examples(task())
    parts = [play_examples(task(PAIRS[first:end], first)) for first, end in ((0, 1), (1, 4), (4, 6))]
    assert learned(*parts) == learned(whole)
    assert learned(*reversed(parts)) != learned(whole)


def test_games_depend_on_all_that_the_task_says() -> None:
    numbers = bytearray(network().numbers)
    numbers[: 2 * 64 * 500] = bytes(2 * 64 * 500)
    others = [
        task(PAIRS[1:]),
        task(first=1),
        task(wander=0.4),
        task(seed=6),
        task()._replace(numbers=bytes(numbers)),
        task()._replace(ruleset=str(Ruleset.V2_2_4)),
    ]
    found = {play_examples(one) for one in (task(), task(), *others)}
    assert len(found) == 1 + len(others)


def test_new_examples_take_the_place_of_earlier_ones() -> None:
    learning = workshop()
    first = play_examples(task())
    positions = learning.take([first, first])
    assert learning.take([first]) == positions / 2 > 10
    assert learning.weigh(0.0, 1)[3] == positions / 2
    assert learning.take([]) == learning.weigh(0.0, 1)[3] == 0


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        ({"pairs": []}, "at least one pair of decks"),
        ({"pairs": [(("?",), DECKS[0])]}, "without hidden cards"),
        ({"wander": 1.01}, "random moves must be from 0 to 1"),
        ({"wander": float("nan")}, "random moves must be from 0 to 1"),
        ({"first": -1}, "the first game must be from 0"),
        ({"numbers": b"12"}, "another size"),
    ],
)
def test_games_that_cannot_be_played_are_refused(change: dict[str, Any], refusal: str) -> None:
    with pytest.raises(ValueError, match=refusal):
        play_examples(task()._replace(**change))


@cache
def one_game() -> bytes:
    return play_examples(task(PAIRS[:1]))


def spoilt(structure: struct.Struct, section: int, field: int, value: object) -> Callable[[bytes], bytes]:
    """Puts a value into the head (section 0), the first position (1), the first placement (2) or the first pass (3)."""

    def change(part: bytes) -> bytes:
        _, _, _, _, _, positions, rows, moves = HEAD.unpack_from(part)
        at = 0 if section == 0 else HEAD.size
        if section > 1:
            first = at + positions * POSITION.size + rows * 2
            places = range(first, first + moves * MOVE.size, MOVE.size)
            at = next(place for place in places if (MOVE.unpack_from(part, place)[1] == 255) == (section == 3))
        fields: list[Any] = list(structure.unpack_from(part, at))
        fields[field] = value
        return part[:at] + structure.pack(*fields) + part[at + structure.size :]

    return change


def with_first_row(row: int) -> Callable[[bytes], bytes]:
    def change(part: bytes) -> bytes:
        at = HEAD.size + HEAD.unpack_from(part)[5] * POSITION.size
        return part[:at] + row.to_bytes(2, "little") + part[at + 2 :]

    return change


def test_a_position_is_told_half_what_became_of_it_and_half_what_its_best_move_promised() -> None:
    part = play_examples(task(wander=0.0))
    positions = HEAD.unpack_from(part)[5]
    told = list(POSITION.iter_unpack(part[HEAD.size : HEAD.size + positions * POSITION.size]))
    assert len({margin for *_, margin in told}) > 10
    rows = sum(row[0] for row in told)
    moves = MOVE.iter_unpack(part[HEAD.size + positions * POSITION.size + rows * 2 :])
    for _, count, win, draw, loss, _ in told:
        mine = [next(moves) for _ in range(count)]
        assert len({(card, tile) for _, card, tile, *_ in mine}) == count, "each move once"
        assert win + draw + loss == pytest.approx(1.0)
        # Waiting is no move to hope for, a pass later is.
        bests = {max(points for points, *_ in mine), max((move[0] for move in mine if move[1] != 255), default=0.0)}
        results = {round(4 * (win + draw / 2) - 2 * best, 3) for best in bests}
        assert results & {0.0, 1.0, 2.0}
    assert list(moves) == []


@pytest.mark.parametrize(
    "change",
    [
        spoilt(POSITION, 1, 2, 0.25),
        spoilt(POSITION, 1, 3, 0.25),
        spoilt(POSITION, 1, 4, 0.25),
        spoilt(POSITION, 1, 5, 3.5),
        with_first_row(1),
        with_first_row(12_600),
        spoilt(MOVE, 2, 0, 0.875),
        spoilt(MOVE, 2, 1, 100),
        spoilt(MOVE, 2, 2, 14),
        spoilt(MOVE, 2, 3, 4),
        spoilt(MOVE, 2, 11, 49),
        spoilt(MOVE, 3, 3, 52),
    ],
)
def test_everything_that_is_told_counts(change: Callable[[bytes], bytes]) -> None:
    learning = workshop()
    learning.take([one_game()])
    losses = learning.weigh(0.0, 1)
    learning.take([change(one_game())])
    assert learning.weigh(0.0, 1) != losses


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        (lambda part: b"", "these are no examples"),
        (lambda part: part[: HEAD.size - 1], "these are no examples"),
        (lambda part: part[4:], "these are no examples"),
        (lambda part: part[:-1], "not whole"),
        (lambda part: part + b"\0", "not whole"),
        (lambda part: part[: HEAD.size], "not whole"),
        (spoilt(HEAD, 0, 0, 0x51425831), "these are no examples, or those of another kernel or other cards"),
        (spoilt(HEAD, 0, 3, 54), "another kernel"),
        (spoilt(HEAD, 0, 4, 165), "other cards"),
        (spoilt(HEAD, 0, 5, 2**32 - 1), "not whole"),
        (spoilt(POSITION, 1, 0, 65535), "other rows or moves"),
        (spoilt(POSITION, 1, 1, 0), "other rows or moves"),
        (spoilt(POSITION, 1, 2, 1.5), "chances must be from 0 to 1"),
        (spoilt(POSITION, 1, 4, float("nan")), "chances must be from 0 to 1"),
        (spoilt(POSITION, 1, 5, float("inf")), "no game has such a margin"),
        (with_first_row(65535), "a row of an example must be from 0 to"),
        (spoilt(MOVE, 2, 0, -0.5), "chances must be from 0 to 1"),
        (spoilt(MOVE, 2, 1, 166), "a card must be from 0 to 165, not 166"),
        (spoilt(MOVE, 2, 2, 15), "a tile must be from 0 to 14, not 15"),
        (spoilt(MOVE, 2, 2, -1), "a tile must be"),
        (spoilt(MOVE, 2, 3, 5), "the row of a move must be from 0 to 4, not 5"),
        (spoilt(MOVE, 2, 11, 44), "the row of a move must be from 45 to 50, not 44"),
        (spoilt(MOVE, 3, 3, 55), "the row of a pass must be from 51 to 54, not 55"),
    ],
)
def test_bytes_that_are_no_examples_are_refused_and_nothing_is_kept(
    change: Callable[[bytes], bytes], refusal: str
) -> None:
    learning = workshop()
    assert learning.take([one_game(), one_game()]) > 0
    with pytest.raises(ValueError, match=refusal):
        learning.take([one_game(), change(one_game())])
    assert learning.weigh(0.0, 1)[3] == 0


@given(st.lists(st.tuples(st.integers(0), st.integers(0, 255)), min_size=1), st.sampled_from([0, 0, 0, 1, 16]))
@example([(20, 255)], 0)
def test_whatever_comes_is_refused_or_can_be_learned_from(changes: list[tuple[int, int]], cut: int) -> None:
    found = bytearray(one_game())
    for place, value in changes:
        found[place % len(found)] = value
    learning = workshop()
    try:
        positions = learning.take([bytes(found[: len(found) - cut])])
    except ValueError:
        positions = 0
    assert learning.weigh(1.0, 1)[3] == positions


def test_what_is_not_bytes_is_refused_and_an_error_on_the_way_is_told() -> None:
    learning = workshop()
    with pytest.raises(TypeError, match="examples come as bytes"):
        learning.take(["QBX1"])  # type: ignore[list-item]  # that is the point

    def broken() -> Iterator[bytes]:
        yield one_game()
        raise ConnectionError("the line is dead")

    with pytest.raises(ConnectionError, match="the line is dead"):
        learning.take(broken())
    assert learning.weigh(0.0, 1)[3] == 0
