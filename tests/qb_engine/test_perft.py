"""Pinned numbers of lines of play: a dozen positions of each rule set, the same in both engines."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from qb_engine.errors import TurnOrderError
from qb_engine.game_state import GameState
from qb_engine.kernel import door as kernel
from qb_engine.models import Move, Mulligan
from qb_engine.perft import divide, perft
from qb_engine.ruleset import Ruleset
from tests.qb_engine.kernel.games import Twin
from tests.qb_engine.kernel.starts import DECK_IDS, HYDRATOR

PAGE = Path(__file__).parent.parent / "data" / "perft.txt"
needs_kernel = pytest.mark.skipif(not kernel.available, reason="the kernel is not built (no compiler, or QBCOACH_PURE)")


class Pinned(NamedTuple):
    """A position and the numbers of its lines: to a depth that Python can count, and to a deeper one."""

    name: str
    depth: int
    lines: int
    deeper: int
    deeper_lines: int
    position: str

    @property
    def state(self) -> GameState:
        return GameState.parse(self.position, HYDRATOR)


def read_pinned() -> list[Pinned]:
    found = []
    for line in PAGE.read_text(encoding="utf-8").splitlines()[1:]:
        name, shallow, deep, position = line.split(" | ")
        depth, lines, deeper, deeper_lines = (int(word) for word in (*shallow.split(), *deep.split()))
        found.append(Pinned(name, depth, lines, deeper, deeper_lines, position))
    return found


PINNED = read_pinned()


@cache
def divided(pinned: Pinned) -> dict[str, int]:
    """By the Python engine, which takes its time."""
    return divide(pinned.state, pinned.depth)


every_position = pytest.mark.parametrize(
    "pinned", PINNED, ids=[f"{number}-{pinned.name}" for number, pinned in enumerate(PINNED)]
)


@pytest.mark.parametrize("ruleset", [Ruleset.REBIRTH, Ruleset.V2_2_4], ids=str)
def test_a_dozen_positions_of_each_rule_set_are_pinned(ruleset: Ruleset) -> None:
    own = [pinned for pinned in PINNED if pinned.state.ruleset == ruleset]
    assert len({pinned.position for pinned in own}) == 12
    words = {word for pinned in own for word in pinned.name.split()}
    assert words == {"opening", "middle", "ending", "replace", "spawn", "count", "death"}


@every_position
def test_python_counts_the_pinned_lines(pinned: Pinned) -> None:
    assert perft(pinned.state, pinned.depth) == pinned.lines


@needs_kernel
@every_position
def test_the_kernel_counts_the_pinned_lines(pinned: Pinned) -> None:
    twin = Twin(pinned.state)
    assert twin.engine.kernel.perft(twin.packed, pinned.depth) == pinned.lines
    assert twin.engine.kernel.perft(twin.packed, pinned.deeper) == pinned.deeper_lines


@every_position
def test_divide_sums_up_to_the_pinned_lines(pinned: Pinned) -> None:
    parts = divided(pinned)
    assert sum(parts.values()) == pinned.lines
    assert list(parts) == [str(move) for move in pinned.state.legal_moves()]


@needs_kernel
@every_position
def test_both_engines_divide_alike(pinned: Pinned) -> None:
    twin = Twin(pinned.state)
    rows = twin.engine.kernel.divide(twin.packed, pinned.depth)
    by_kernel = [(str(twin.engine.move((card, tile))), lines) for card, tile, lines in rows]
    assert by_kernel == list(divided(pinned).items())


def test_a_finished_game_is_one_line() -> None:
    state = PINNED[0].state
    state.play(Move.PASS)
    state.play(Move.PASS)
    assert perft(state, 0) == perft(state, 5) == 1
    assert divide(state, 3) == {}


def test_what_cannot_be_counted_is_refused() -> None:
    state = GameState.start(DECK_IDS[:15], DECK_IDS[-15:], 1, ruleset=Ruleset.REBIRTH, hydrator=HYDRATOR)
    with pytest.raises(TurnOrderError):
        perft(state, 2)
    state.play(Mulligan())
    state.play(Mulligan())
    with pytest.raises(ValueError, match="depth"):
        perft(state, -1)
    with pytest.raises(ValueError, match="depth"):
        divide(state, 0)
