"""Python and the kernel agree on names: their order is free, and a kernel with other names is refused at import."""

from __future__ import annotations

import os
import subprocess
import sys
from struct import pack_into

import pytest

from qb_engine.kernel import door as kernel

pytestmark = pytest.mark.skipif(not kernel.available, reason="the kernel is not built (no compiler, or QBCOACH_PURE)")

PLANT = """
import sys
from types import ModuleType
import qb_engine
from qb_engine import _kernel
planted = ModuleType("qb_engine._kernel")
vars(planted).update(vars(_kernel))
sys.modules["qb_engine._kernel"] = qb_engine._kernel = planted
"""


def run(change: str, then: str, pure: str = "0") -> subprocess.CompletedProcess[str]:
    """Change what the kernel tells of itself, then run something that opens it."""
    code = f"{PLANT}\n{change}\n{then}"
    environment = {**os.environ, "QBCOACH_PURE": pure, "NO_COLOR": "1"}
    return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)


def of(table: str, name: str, value: str) -> str:
    return f"planted.{table} = {{**_kernel.{table}, {name!r}: {value}}}"


DIFFERENCES = [
    (
        of("WORDS", "Trigger", "(*_kernel.WORDS['Trigger'], 'on_full_moon')"),
        "kernel/cards.hpp as built has the Trigger 'on_full_moon', qb_engine/effects.py has not",
    ),
    (
        of("WORDS", "Status", "('enhanced', 'either')"),
        "qb_engine/effects.py has the Status 'enfeebled', kernel/cards.hpp as built has not",
    ),
    (
        of("WORDS", "Operation", "_kernel.WORDS['Operation'][1:]"),
        "qb_engine/effects.py has the operation 'modify_power', kernel/cards.hpp as built has not",
    ),
    (
        of("WORDS", "Capture", "('claim',)"),
        "qb_engine/ruleset.py has the Capture 'stepwise', kernel/ruleset.hpp as built has not",
    ),
    (
        of("WORDS", "TurnPhase", "('draw', 'play', 'end', 'wait')"),
        "kernel/game_state.hpp as built has the TurnPhase 'wait', qb_engine/notation.py has not",
    ),
    (
        of("WORDS", "Side", "('ENEMY', 'YOU')"),
        "kernel/geometry.hpp as built has the side 'ENEMY: 0', qb_engine/geometry.py has not",
    ),
    (
        of("RULE_FIELDS", "flooding", "'bool'"),
        "kernel/ruleset.hpp as built has the rule field 'flooding: bool', qb_engine/ruleset.py has not",
    ),
    (
        of("RULE_FIELDS", "two_face", "'bool'"),
        "qb_engine/ruleset.py has the rule field 'two_face: FirstTime', kernel/ruleset.hpp as built has not",
    ),
    (
        of("WEIGHTS", "effect", "()"),
        "qb_engine/evaluation.py has the weight 'effect.promised_power: 12', kernel/evaluation.hpp as built has not",
    ),
    (
        of("PLAY_RECORD", "fallen", "('2d', 148)"),
        "kernel/replies.hpp as built has the field of PlayRecord 'fallen: 2d', qb_engine/kernel/records.py has not",
    ),
    (
        of("GAME_RESULT", "plies", "('1i', 16)"),
        "kernel/random_games.hpp as built has the field of GameResult 'plies: ('1i', 16)', "
        "qb_engine/kernel/door.py has not",
    ),
    (
        "planted.SEARCH_SETTINGS = (*_kernel.SEARCH_SETTINGS, 'patience')",
        "kernel/search.hpp as built has the search setting 'patience', qb_engine/deep/search.py has not",
    ),
    ("del planted.WORDS", "qb_engine/geometry.py has the side 'ENEMY: 1', kernel/geometry.hpp as built has not"),
]


@pytest.mark.parametrize(("change", "sentence"), DIFFERENCES, ids=[sentence for _, sentence in DIFFERENCES])
def test_a_kernel_with_other_names_is_refused_at_import(change: str, sentence: str) -> None:
    done = run(change, "import qb_engine.deep.search")
    assert done.returncode != 0
    assert done.stderr.splitlines()[-1] == (
        f"qb_engine.kernel.words.KernelDiffersError: the compiled kernel does not fit: {sentence}; "
        "run scripts/setup to build it anew, or set QBCOACH_PURE=1 to go without it"
    )


def test_a_command_tells_it_in_one_sentence() -> None:
    done = run("del planted.WORDS", "from qb_app.cli.program import main\nsys.exit(main(['coach', '--example']))")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: the compiled kernel does not fit: ")
    assert done.stderr.count("\n") == 1


def test_without_the_kernel_its_names_do_not_matter() -> None:
    done = run("del planted.WORDS", "from qb_engine.kernel import door\nprint(door.available)", pure="1")
    assert (done.returncode, done.stdout) == (0, "False\n")


def test_words_and_rules_take_the_places_that_the_kernel_gives_them() -> None:
    change = """
planted.WORDS = {name: words if name == "Side" else words[::-1] for name, words in _kernel.WORDS.items()}
planted.RULE_FIELDS = dict(reversed(_kernel.RULE_FIELDS.items()))
"""
    then = """
from qb_engine import CardHydrator, Ruleset
from qb_engine.kernel.tables import card_row, rule_row
lane_won = next(card for card in CardHydrator().all() if any(a.trigger == "on_lane_won" for a in card.abilities))
print(rule_row(Ruleset.V2_2_4), card_row(lane_won, {})[4][0][:3])
"""
    assert run("", then).stdout == "[1, 0, 1, 1, 2, 1, 0, 0, 1, 0, 0, 0, 0] (11, 7, 5)\n"
    assert run(change, then).stdout == "[1, 1, 1, 1, 1, 0, 1, 1, 0, 1, 1, 0, 0] (1, 1, 1)\n"


def test_a_record_is_read_where_the_kernel_says_that_its_fields_lie() -> None:
    change = "planted.PLAY_RECORD = {**_kernel.PLAY_RECORD, 'margin': ('1i', 20), 'value': ('1d', 8)}"
    data = bytearray(288)
    pack_into("=d", data, 8, 2.5)
    pack_into("=2i", data, 20, -7, 9)
    then = f"from qb_engine.kernel.records import PlayRecord\nrecord = PlayRecord({bytes(data)!r})\n"
    assert run(change, f"{then}print(record.margin, record.value)").stdout == "-7 2.5\n"
