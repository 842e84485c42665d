"""The fleet game as a person at a terminal meets it."""

import json
import re
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

from fleet_engine.commands import Concession, ShipOrder
from fleet_engine.errors import FleetError
from fleet_engine.transcript import take_step
from fleet_engine.vessels import Vessel
from gamekit.record import Record
from qb_app.cli.program import app
from qb_app.games.fleet.orders import read_command
from qb_app.terminal.fleet.drawing import PLAIN, FleetView
from tests.fleet_engine.positions import C, J, at, duel, game, go, ship, tile
from tests.qb_app.conftest import Refuse
from tests.qb_app.live.test_terminal import Terminal

SMALL = ("--max-score", "10", "--cost-limit", "300")


def run(*arguments: str, typed: str | None = None, colour: bool = False) -> Result:
    environment = {"NO_COLOR": None, "FORCE_COLOR": "1"} if colour else {"NO_COLOR": "1", "FORCE_COLOR": None}
    return CliRunner(env={**environment, "COLUMNS": None}).invoke(app, ["fleet", *arguments], input=typed)


def text_of(drawn: object) -> str:
    console = Console(file=StringIO(), width=80, highlight=False)
    console.print(drawn)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def test_a_simulated_game_is_drawn_and_ends_with_a_result() -> None:
    result = run("simulate", "--seed", "3", *SMALL)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "Round 1 · creator 0 – joiner 0 of 10 · creator to move"
    assert lines[1].split() == [str(col) for col in range(17)]
    assert re.search(r"after \d+ rounds\.$", lines[-1])
    assert max(map(len, lines)) <= 80


def test_round_summaries_say_who_stood_where_and_was_paid() -> None:
    output = run("simulate", "--seed", "3", *SMALL).stdout
    summaries = re.findall(r"Round \d+ is complete; the score is (\d+)–(\d+)\.\n((?:       \w.*\n)+)", output)
    paid = {"creator": 0, "joiner": 0}
    for creator, joiner, lines in summaries:
        payments = re.findall(r"(creator|joiner) +\+(\d+)  ship \d+ stood on \d+,\d+", lines)
        assert payments or "nobody stood on a scoring tile" in lines
        for side, points in payments:
            paid[side] += int(points)
        assert (str(paid["creator"]), str(paid["joiner"])) == (creator, joiner)
    assert sum(paid.values()) > 5


def test_plain_output_is_ascii_without_escapes_and_colours_can_be_declined() -> None:
    plain = run("simulate", "--plain", *SMALL, colour=True).stdout
    assert plain.isascii()
    assert "\x1b" not in plain
    assert "\x1b" not in run("simulate", *SMALL).stdout


def test_json_holds_the_record_every_step_and_both_ends() -> None:
    data = json.loads(run("simulate", "--json", "--seed", "4", *SMALL).stdout)
    assert set(data) == {"map", "frames", "result", "ending", "record"}
    assert Record.parse(data["record"]).moves == tuple(frame["text"] for frame in data["frames"][1:])
    assert data["ending"].endswith("rounds.")
    replayed = run("replay", "-", "--json", typed=data["record"])
    assert json.loads(replayed.stdout) == data


def test_a_saved_game_is_replayed_as_it_was_told(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    told = run("simulate", "--seed", "5", "--ruleset", "released", "--save", str(file), *SMALL)
    again = run("replay", str(file))
    assert again.exit_code == 0
    assert again.stdout == told.stdout


def test_a_series_prints_its_balance() -> None:
    arguments = ("simulate", "--creator", "greedy", "--joiner", "random", "--games", "4", *SMALL)
    data = json.loads(run(*arguments, "--json").stdout)
    wins, draws, losses = data["wins"], data["draws"], data["losses"]
    assert (data["games"], wins + draws + losses, data["share"]) == (4, 4, (wins + draws / 2) / 4)
    said = f"greedy against random, seats changed: 4 games, {wins} won, {draws} drawn, {losses} lost.\n"
    assert run(*arguments).stdout.startswith(said)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("simulate", "--ruleset", "house"), "unknown ruleset 'house'; known are plan and released"),
        (("simulate", "--creator", "lucky"), "there is no player 'lucky'; known are random, greedy, search"),
        (("simulate", "--cost-limit", "2001"), "'--cost-limit': Input should be less than or equal to 2000"),
        (("simulate", "--cost-limit", "10"), "the creator has no ship"),
        (("simulate", "--save", "nowhere/game.txt", *SMALL), "nowhere is no folder, nothing can be written there"),
        (("replay", "nowhere.txt"), "nowhere.txt: there is no such file or folder"),
        (("play", "--side", "both"), "a side is one of creator, joiner, not 'both'"),
    ],
)
def test_errors_are_one_sentence_on_stderr(refuse: Refuse, arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in refuse("fleet", *arguments)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("1. ", "1. dance "), "cannot be played"),
        (('[Game "fleet"]', '[Game "chess"]'), "the record is of game 'chess'"),
        (('[Result "', '[Result "x'), "the moves lead to the result"),
        (("[Seed", "[Luck"), "line"),
    ],
)
def test_broken_records_are_refused(refuse: Refuse, tmp_path: Path, change: tuple[str, str], sentence: str) -> None:
    file = tmp_path / "game.txt"
    run("simulate", "--save", str(file), *SMALL)
    file.write_text(file.read_text(encoding="utf-8").replace(*change, 1), encoding="utf-8")
    assert sentence in refuse("fleet", "replay", str(file))


def test_a_file_that_is_no_text_is_refused(refuse: Refuse, tmp_path: Path) -> None:
    file = tmp_path / "game.bin"
    file.write_bytes(b"\xff\xfe\x00")
    assert "is not a text file" in refuse("fleet", "replay", str(file))


def test_a_person_plays_and_is_answered() -> None:
    result = run("play", "--seed", "3", *SMALL, typed="help\n99\nsing\n1\nships\nboard\nmoves 3\nmoves 99\nquit\n")
    assert result.exit_code == 2  # lines of a pipe were refused
    assert "Orders name a ship" in result.stdout
    assert "No: there is no ship 99 in this game; choose one of your own." in result.stdout
    assert "No: 'sing' is no command" in result.stdout
    assert re.search(r"1\. creator 1 stay pass", result.stdout)
    assert re.search(r"2\. joiner  \d+ ", result.stdout)
    assert "3 stay: pass" in result.stdout
    # Drawn at the start, when it is the person's turn again, and when asked for; not after a refusal.
    assert result.stdout.count("Round 1 · ") == 3
    assert "No: ship 99 has nothing to do now" in result.stdout
    assert result.stdout.endswith("You left the game; it is not finished.\n")


def test_words_are_understood_in_capitals_as_in_a_duel() -> None:
    result = run("play", "--seed", "3", *SMALL, typed="HELP\nUndo\nQUIT\n")
    assert "Orders name a ship" in result.stdout
    assert "No: there is no order of yours to take back." in result.stdout
    assert result.stdout.endswith("You left the game; it is not finished.\n")


def test_leaving_by_end_of_input_is_no_crash_and_the_game_so_far_is_saved(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    result = run("play", "--seed", "3", "--save", str(file), *SMALL, typed="1\n")
    assert result.exit_code == 0
    assert "You left the game" in result.stdout
    record = Record.parse(file.read_text(encoding="utf-8"))
    assert (record.result, record.moves[0], len(record.moves)) == ("*", "1 stay pass", 2)
    replayed = run("replay", str(file))
    assert replayed.exit_code == 0
    assert replayed.stdout.endswith("The game is not finished.\n")


def test_an_interrupt_is_no_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    result = run("play", *SMALL)
    assert (result.exit_code, "You left the game" in result.stdout) == (0, True)


def test_an_order_can_be_taken_back(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    result = run("play", "--seed", "3", *SMALL, typed=f"undo\n1\nundo\n3 stay\nsave {file}\nsave {tmp_path}\n")
    assert "No: there is no order of yours to take back." in result.stdout
    assert "Taken back to before your last order." in result.stdout
    assert Record.parse(file.read_text(encoding="utf-8")).moves[0] == "3 stay pass"
    assert "is a folder, give the name of a file." in re.sub(r"\s+", " ", result.stdout)


def test_the_other_side_can_be_played_and_a_game_given_up_but_not_for_the_other() -> None:
    result = run("play", "--side", "joiner", "--against", "random", *SMALL, typed="concede creator\nconcede\n")
    assert result.exit_code == 2
    assert "No: you play the joiner and can give up for nobody else." in result.stdout
    assert "The creator wins, the joiner gave up" in result.stdout


@pytest.mark.parametrize(
    ("typed", "form"),
    [
        ("1", "1 stay pass"),
        ("1 5,5", "1 move 5,5 pass"),
        ("1 5,4", "1 stay pass"),
        ("1 move 5,5", "1 move 5,5 pass"),
        ("1 stay", "1 stay pass"),
        ("1 shoot 2", "1 stay shoot 2"),
        ("1 5,5 shoot 2", "1 move 5,5 shoot 2"),
        ("1 move 5,4 shoot 2", "1 stay shoot 2"),
        ("timeout", "+301 timeout"),
        ("concede", "concede"),
    ],
)
def test_short_forms_are_understood(typed: str, form: str) -> None:
    state = duel()
    step_text = FleetView(PLAIN)
    command = read_command(typed, state)
    assert isinstance(command, ShipOrder | Concession) or form == "+301 timeout"
    state.vessels[2].tile = at("5,6")
    state.grid = {vessel.tile: vessel for vessel in state.vessels.values()}
    assert form in text_of(step_text.step(take_step(state, command, 1)))


def test_nonsense_is_refused_in_a_sentence() -> None:
    with pytest.raises(FleetError, match="is no command"):
        read_command("1 2 3 4 5", duel())


def grid_of(*ships: Vessel) -> list[str]:
    scoring = (tile("1,1", 3), tile("1,2", 5, once=True), tile("2,2", 4), tile("3,0", 2, once=True))
    state = game(*ships, scoring=scoring, blocked=("0,1", "1,0", "2,1", "1,1"))
    go(state, 1)
    return text_of(FleetView(PLAIN).board(state)).splitlines()


def test_the_grid_shows_ships_by_shape_hull_blocked_and_scoring_tiles() -> None:
    lines = grid_of(
        ship(1, C, "0,0", hull=85),
        ship(2, J, "2,2", hull=0, reactor=2),
        ship(3, C, "2,1", hull=0),
        ship(12, J, "3,0"),
        ship(5, C, "4,4"),
    )
    assert len(lines) == 1 + 2 * 11 + 1
    assert lines[1].startswith(" 0 >1' ### .")
    assert lines[2].startswith("   85  ###")
    assert lines[3].startswith(" 1 ### #+3 +5! .")
    assert lines[5].startswith(" 2 .   )3  (2  .")
    assert lines[6].startswith("       r0# r2+")
    assert lines[7].startswith(" 3 <12 .")
    assert lines[8] == "   100!"
    assert lines[-1].startswith("> creator < joiner )( disabled ' has moved ### blocked")


def test_long_ship_numbers_still_fit_their_cells() -> None:
    state = game(ship(1234, C, "0,0"), ship(999, J, "0,1"))
    assert text_of(FleetView(PLAIN).board(state)).splitlines()[1].startswith(" 0 >234<999.")


@pytest.mark.parametrize("command", ["simulate", "play"])
def test_a_file_is_not_overwritten_unless_forced(refuse: Refuse, tmp_path: Path, command: str) -> None:
    file = tmp_path / "game.txt"
    file.write_text("precious", encoding="utf-8")
    sentence = refuse("fleet", command, "--save", str(file), *SMALL)
    assert sentence == f"{file} exists already, use --force to overwrite it"
    assert file.read_text(encoding="utf-8") == "precious"
    assert run(command, "--save", str(file), "--force", *SMALL, typed="quit\n").exit_code == 0
    assert Record.parse(file.read_text(encoding="utf-8")).game == "fleet"


def test_a_game_being_played_overwrites_only_what_it_wrote(tmp_path: Path) -> None:
    file, other = tmp_path / "game.txt", tmp_path / "other.txt"
    other.write_text("precious", encoding="utf-8")
    told = run("play", "--seed", "3", *SMALL, typed=f"save {file}\n1\nsave {file}\nsave {other}\nquit\n").stdout
    assert told.count("Saved to") == 2
    assert "exists already" in told
    assert other.read_text(encoding="utf-8") == "precious"
    assert len(Record.parse(file.read_text(encoding="utf-8")).moves) == 2


def test_one_file_holds_one_game(refuse: Refuse, tmp_path: Path) -> None:
    sentence = refuse("fleet", "simulate", "--games", "2", "--save", str(tmp_path / "game.txt"), *SMALL)
    assert sentence == "--save writes one game and does not go with --games"


def test_a_series_shows_how_far_it_is_on_a_terminal(tmp_path: Path) -> None:
    watched = Terminal(tmp_path, "fleet", "simulate", "--games", "8", *SMALL, NO_COLOR="1")
    assert "Playing" in watched.wait_for("seats changed: 8 games")
    assert watched.ended() == 0
