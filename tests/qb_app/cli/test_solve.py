"""``qbcoach solve`` and ``qbcoach puzzles`` as a user meets them."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner

from qb_app.cli.program import app
from qb_app.cli.solve import DEFAULT_POSITIONS
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep.solver import MAX_POSITIONS
from qb_engine.game_state import GameState
from qb_engine.kernel import door as kernel
from qb_engine.reader import parse_decision
from tests.qb_app.conftest import Refuse, Run

needs_kernel = pytest.mark.skipif(not kernel.available, reason="the kernel is not built")

LANES = (
    "Y1[020],Y1[007],Y1,E1,E2[014]/Y2[008],Y2,-,E2[024],E2[107]/Y1[026],Y1,E1,E1[019],E1[025]"  # the example's board
)
OPEN = f"rebirth {LANES} Y turn=11 hand=003,001*2 ehand=008,005,011"
SECRET = f"rebirth {LANES} Y turn=11 hand=003,001*2 ehand=?*3"
HOPELESS = "rebirth Y1,-,-,-,E1[011]/-,-,-,-,-/-,-,-,-,- Y hand=001"
START = "rebirth Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 Y hand=001,007,008,009,010 ehand=001,007,008,011,012"
ENDLESS = f"{START} deck=002,003,004,005,006,013,014,015 edeck=016,017,018,019,020,021,022,023"


@needs_kernel
def test_a_position_is_told_with_result_line_and_last_board(run: Run) -> None:
    lines = run("solve", OPEN).stdout.splitlines()
    assert lines[0] == "Exact: the enemy wins 14–7, if both sides play their best."
    steps = [line for line in lines if "Turn" in line]
    assert steps[0].split() == ["▶Y", "Turn", "11:", "you", "play", "Security", "Officer", "T3", "-5"]
    assert steps[-1].split() == ["◀E", "Turn", "18:", "the", "enemy", "passes", "-7"]
    assert "The board at the end:" in lines
    assert "Total: you 7, enemy 14; the enemy leads by 7" in lines
    assert max(map(len, lines)) <= 80


@needs_kernel
def test_plain_words_say_the_same(run: Run) -> None:
    lines = run("solve", OPEN, "--plain").stdout.splitlines()
    assert "Turn 11: You play Security Officer TOP-3; the enemy leads by 5" in lines
    assert "Turn 17: You pass; the enemy leads by 7" in lines
    assert "┌" not in "".join(lines)


@needs_kernel
def test_the_line_of_the_json_leads_to_its_end(run: Run) -> None:
    data = json.loads(run("solve", OPEN, "--json").stdout)
    assert (data["format"], data["exact"], data["margin"], data["result"]) == ("qbcoach-solution-1", True, -7, "loss")
    hydrator = CardHydrator()
    state = GameState.parse(data["position"], hydrator)
    for step in data["line"]:
        assert step["side"] == state.side_to_act
        state.play(parse_decision(step["move"], hydrator))
        assert state.score().margin == step["board"]["margin"]
    assert state.is_over
    assert state.key() == data["end"]
    assert data["board"]["margin"] == data["margin"]


@needs_kernel
def test_a_position_can_be_piped_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    result = CliRunner().invoke(app, ["solve", "-"], input=f"{OPEN}\n", prog_name="qbcoach")
    assert result.stdout.startswith("Exact: the enemy wins 14–7")


@needs_kernel
def test_an_enemy_without_cards_is_pointed_out(run: Run) -> None:
    output = run("solve", f"rebirth {LANES} Y hand=001").stdout
    assert "The position gives the enemy no card (ehand=…), so it can only pass." in output
    assert "only pass" not in run("solve", OPEN).stdout


@needs_kernel
def test_a_puzzle_of_the_game_is_solved_by_name_or_number(run: Run) -> None:
    named = run("solve", "three-card", "stud").stdout
    assert named == run("solve", "1").stdout
    lines = named.splitlines()
    assert lines[:3] == [
        "Three-Card Stud",
        "Exact: 1 order of plays wins, no other does.",
        "1. Fleetwing B3, Zu T1, Quetzalcoatl M2",
    ]
    assert "Total: you 5, enemy 4; you lead by 1" in lines
    assert "Reconstructed: The names and columns of the enemy's cards are not known" in named


@needs_kernel
def test_the_first_winning_orders_are_shown_and_all_of_them_on_request(run: Run) -> None:
    short, whole = run("solve", OPEN, "--puzzle").stdout, run("solve", OPEN, "--puzzle", "--all").stdout
    assert "Exact: 14 orders of plays win, no other does." in short
    assert "… and 9 more; --all shows them." in short
    assert "6. " not in short
    assert "14. " in whole
    assert "more; --all" not in whole
    orders = json.loads(run("solve", OPEN, "--puzzle", "--json").stdout)["orders"]
    assert len(orders) == 14
    assert [move["move"] for move in orders[0]] == ["001 TOP-3", "001 TOP-4", "003 MID-2"]


@needs_kernel
def test_a_puzzle_that_cannot_be_won_is_proved_so(run: Run) -> None:
    output = run("solve", HOPELESS, "--puzzle").stdout
    assert output.startswith("Exact: this cannot be won; every order of plays was tried.\n")
    data = json.loads(run("solve", HOPELESS, "--puzzle", "--json").stdout)
    assert (data["solvable"], data["orders"], data["title"]) == (False, [], None)


@needs_kernel
def test_a_puzzle_that_is_won_already_needs_no_play(run: Run) -> None:
    output = run("solve", "rebirth Y1[001],-,-,-,-/-,-,-,-,-/-,-,-,-,- Y", "--puzzle").stdout
    assert output.startswith("Exact: you lead already; no card has to be played.\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("solve", SECRET), "not all of the enemy's cards are known, and there is no single best line; name them"),
        (("solve", f"{OPEN} passes=2"), "the game is over; there is nothing left to solve"),
        (("solve", "sudoku"), "there is no puzzle 'sudoku'; 'qbcoach puzzles' lists them"),
        (("solve", "p0"), "there is no training puzzle 'p0'; they are called as in p0"),
        (("solve", "moogles"), "the board of 'Mischief-Making Moogles' is not known, only its hint: Play Moogle Trio"),
        (("solve", "a/b", "c"), "'a/b c' is no position; it needs a rule set, three lanes and the side to act"),
        pytest.param(("solve", START, "--positions", "1000"), "not solved within 1,000 positions", marks=needs_kernel),
        (("solve", OPEN, "--all"), "--all shows the winning orders of a puzzle; a position has one best line"),
    ],
)
def test_what_cannot_be_solved_is_refused_in_one_sentence(
    refuse: Refuse, arguments: tuple[str, ...], sentence: str
) -> None:
    assert refuse(*arguments).startswith(sentence)


def test_the_puzzles_are_listed_with_what_is_known_of_them(run: Run) -> None:
    output = run("puzzles").stdout
    assert "   1  Three-Card Stud  board known\n      Right place, right order, three cards." in output
    assert "   3  Mischief-Making Moogles\n" in output
    assert "2 of 22 can be solved, the others are known by title and hint only." in output.splitlines()
    rows = json.loads(run("puzzles", "--json").stdout)["puzzles"]
    assert [row["title"] for row in rows if row["position"]] == ["Three-Card Stud", "Go for Choco-Broke"]
    assert rows[0]["solution"] == ["023 BOT-3", "015 TOP-1", "014 MID-2"]


def test_the_command_and_the_engine_allow_the_same_number_of_positions() -> None:
    assert DEFAULT_POSITIONS == MAX_POSITIONS


def _heed_ctrl_c() -> None:
    """Whoever runs the tests in the background ignores Ctrl-C, and its children would too."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def _ended(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """A test that fails leaves nobody computing."""
    try:
        yield
    finally:
        process.kill()


@needs_kernel
def test_on_a_terminal_a_sign_of_life_turns_and_ctrl_c_ends_it() -> None:
    """The opening cannot be solved in time; stderr is a real terminal."""
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "qb_app.cli", "solve", ENDLESS, "--positions", str(10**12)]
    environment = {**os.environ, "TERM": "xterm", "NO_COLOR": "1"}
    root = Path(__file__).resolve().parents[3]
    with (
        subprocess.Popen(
            command,
            cwd=root,
            env=environment,
            stdin=slave,
            stdout=subprocess.PIPE,
            stderr=slave,
            preexec_fn=_heed_ctrl_c,
        ) as process,
        _ended(process),
    ):
        os.close(slave)
        shown = b""
        while b"Solving" not in shown:
            shown += os.read(master, 1024)
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 130
        assert time.monotonic() - began < 10
    os.close(master)
