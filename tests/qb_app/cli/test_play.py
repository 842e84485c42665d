"""``qbcoach play``: a person types, the engine answers."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from gamekit.record import Record, replay
from qb_app.asking.choices import Beginner
from qb_app.cli.play import _sit_down
from qb_app.cli.program import app
from qb_app.terminal.play import PersonGame
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep.levels import LEVELS
from qb_engine.game import QueensBlood
from qb_engine.geometry import Side
from qb_engine.kernel import door as kernel
from tests.qb_app.conftest import Refuse, Run

HYDRATOR = CardHydrator()
ROOT = Path(__file__).resolve().parents[3]
needs_kernel = pytest.mark.skipif(not kernel.available, reason="the kernel is not built")


# A game.


def play(*typed: str, options: tuple[str, ...] = ()) -> Result:
    runner = CliRunner(env={"NO_COLOR": "1", "COLUMNS": "80"})
    arguments = ["play", "--seed", "3", "--level", "1", *options]
    return runner.invoke(app, arguments, input="".join(f"{line}\n" for line in typed), prog_name="qbcoach")


def person_game(seed: int = 3, first: Beginner = Beginner.YOU) -> PersonGame:
    return _sit_down(1, "some blight", "Shinra-8 tournament", first, seed, "rebirth", plain=True)


def answers(game: PersonGame) -> str:
    """What a person who places the first card that fits would type now."""
    if game.state.mulligan_open[Side.YOU]:
        return "keep"
    placements = game.state.legal_placements(Side.YOU)
    if not placements:
        return "pass"
    move = placements[0]
    number = game.state.hands[Side.YOU].as_card_ids().index(str(move.card)) + 1
    return f"{number} {str(move.tile).lower()}"


@needs_kernel
@pytest.mark.parametrize("first", list(Beginner))
def test_a_whole_game_ends_with_its_score_and_its_record_replays(
    first: Beginner, capsys: pytest.CaptureFixture[str]
) -> None:
    game = person_game(first=first)
    assert game.state.first is (Side.YOU if first is Beginner.YOU else Side.ENEMY)
    game.play(lambda: answers(game))
    assert game.state.is_over
    output = capsys.readouterr().out
    score = game.state.score()
    words = f"{max(score.total_you, score.total_enemy)}–{min(score.total_you, score.total_enemy)}."
    assert output.splitlines()[-1].startswith("The game is over: ")
    assert output.splitlines()[-1].endswith(words)
    record = Record.parse(game.record.to_text())
    assert replay(QueensBlood(), record).key() == game.state.key()
    assert dict(record.setup)["agent_you"] == "person"
    assert dict(record.setup)["agent_enemy"] == "level1"


@needs_kernel
def test_the_person_is_never_shown_a_hidden_card(capsys: pytest.CaptureFixture[str]) -> None:
    """Every card name on the screen is in the person's hand, on the board or was seen to be played."""
    game = person_game()
    for _ in range(4):
        game.play(iter([answers(game), "quit"]).__next__)
    hidden = set(game.state.hands[Side.ENEMY].as_card_ids()) | set(game.state.decks[Side.ENEMY].remaining())
    seen = {card.card.id for card in game.state.board.occupants if card}
    seen |= set(game.state.hands[Side.YOU].as_card_ids()) | set(game.state.decks[Side.YOU].remaining())
    output = capsys.readouterr().out
    assert hidden - seen
    for card_id in hidden - seen:
        assert HYDRATOR.get(card_id).name not in output
    assert "Draws a card" in output


@needs_kernel
def test_the_same_seed_and_the_same_typing_give_the_same_game() -> None:
    typed = ("keep", "3 m1", "pass", "5 t1", "quit")
    assert play(*typed).stdout == play(*typed).stdout


@needs_kernel
def test_a_refusal_says_why_and_changes_nothing() -> None:
    result = play("3 m1", "keep", "zo m1", "1 m1", "m1", "quit")
    output = result.stdout
    assert result.exit_code == 2  # lines of a pipe were refused
    assert "No: the opening hand comes first: keep it or mulligan." in output
    assert "No: unknown card 'zo'; 'qbcoach cards' lists all cards." in output
    assert "No: M1 lacks 1 of the pawns that Grenadier needs." in output
    assert "No: 'm1' is not a move; write 'Zu M3'" in output
    assert output.count("Your hand:") == 2, "board and hand are shown when something has changed"


@needs_kernel
def test_hints_name_a_legal_move_and_its_reasons() -> None:
    output = play("hint", "keep", "hint", "quit").stdout
    assert re.search(r"➤ (Exchange|Keep) .*deals tried", " ".join(output.split()))
    assert "choices in the same" in output
    assert re.search(r"1\. .*: best, \d+ % \(\d+ to \d+\)", output)
    assert "   + " in output


@needs_kernel
def test_undo_takes_back_the_decision_with_what_followed(capsys: pytest.CaptureFixture[str]) -> None:
    game = person_game()
    typed = iter(["undo", "keep", "3 m1", "undo", "3 m1", "undo", "3 t1", "quit"])
    keys = []

    def ask() -> str:
        keys.append(game.state.key())
        return next(typed)

    game.play(ask)
    assert keys[2] == keys[4] == keys[6], "undo leads back to the position after keep"
    assert keys[3] == keys[5], "the same move again gets the same answer"
    moves = game.record.moves
    assert moves[:3] == ("keep", moves[1], "020 T1")
    assert replay(QueensBlood(), game.record).key() == game.state.key()
    output = capsys.readouterr().out
    assert "No: there is no decision of yours to take back." in output
    assert "Taken back to before your last decision." in output


@needs_kernel
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("keep", "resign"), "You resigned; it stood 0–0."),
        (("keep", "quit"), "You left the game; it is not finished."),
        (("keep",), "You left the game; it is not finished."),
    ],
)
def test_leaving_early_is_said_and_the_record_is_unfinished(typed: tuple[str, ...], said: str, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    result = play(*typed, options=("--record", str(file)))
    assert result.exit_code == 0
    assert said in result.stdout
    record = Record.parse(file.read_text(encoding="utf-8"))
    assert record.result == "*"
    assert record.moves[0] == "keep"
    assert replay(QueensBlood(), record).turn == 1


@needs_kernel
def test_help_lists_what_can_be_typed() -> None:
    output = play("?", "quit").stdout
    for word in ("zu m3", "2 m3", "pass", "mulligan 1 3", "keep", "hint", "undo", "resign", "quit"):
        assert f"  {word} " in output


def test_wrong_options_are_refused_before_the_game(refuse: Refuse, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("mine", encoding="utf-8")
    assert "exists already, use --force to overwrite it" in refuse("play", "--record", str(file))
    assert refuse("play", "--level", "9").startswith("Invalid value for '--level'")
    assert file.read_text(encoding="utf-8") == "mine"


@needs_kernel
def test_unknown_decks_and_rule_sets_are_refused(refuse: Refuse) -> None:
    assert "is no deck of the library" in refuse("play", "--deck", "qqqq")
    assert "house" in refuse("play", "--ruleset", "house")


def test_levels_are_numbered_from_one_to_the_best_one_that_help_names(run: Run) -> None:
    assert [level.number for level in LEVELS] == list(range(1, len(LEVELS) + 1))
    assert f"1<=x<={len(LEVELS)}" in run("play", "--help").stdout


@needs_kernel
def test_it_works_on_a_real_terminal(tmp_path: Path) -> None:
    """Typed into a pseudo-terminal: the prompt appears, moves are answered, the record is written."""
    file = tmp_path / "game.txt"
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "qb_app.cli", "play", "--seed", "3", "--level", "2", "--record", str(file)]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    environment.pop("NO_COLOR", None)
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdin=slave, stdout=slave, stderr=slave) as process:
        os.close(slave)
        shown = ""
        for typed in ("keep", "3 m1", "resign"):
            shown += read_until(master, "Your move> ")
            os.write(master, f"{typed}\n".encode())
        shown += read_until(master, "shows it again.")
        assert process.wait(timeout=30) == 0
    os.close(master)
    assert "▶Y" in shown
    assert "\x1b[" in shown, "a terminal gets colours"
    assert "Traceback" not in shown
    assert "You resigned" in shown
    moves = Record.parse(file.read_text(encoding="utf-8")).moves
    assert moves[0] == "keep"
    assert moves[2] == "020 M1"


def read_until(master: int, end: str) -> str:
    shown = b""
    while end.encode() not in shown:
        shown += os.read(master, 4096)
    return shown.decode(errors="replace")
