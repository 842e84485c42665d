"""``qbcoach simulate`` and ``qbcoach replay``."""

import json
from pathlib import Path

import pytest

from gamekit.record import Record, replay
from qb_engine.card_hydrator import CardHydrator
from qb_engine.game import QueensBlood
from qb_engine.notation import format_position, parse_position
from tests.qb_app.conftest import Refuse, Run, Spawn

GAME_KEYS = ["format", "ruleset", "behaviour", "seed", "first", "players", "start", "opening", "steps"]
GAME_KEYS += ["score", "result", "record"]
STEP_KEYS = ["number", "turn", "side", "move", "hand", "events", "position", "score", "ambiguous"]
SCORE_KEYS = ["lanes", "you", "enemy", "margin", "winner"]
SERIES_KEYS = ["format", "ruleset", "behaviour", "first", "players", "games", "wins", "draws", "losses", "share"]
SERIES_KEYS += ["interval", "mean_margin", "mean_plies", "results"]


def test_a_game_is_told_from_the_header_to_the_result(run: Run) -> None:
    result = run("simulate", "--seed", "7")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[1:3] == ["Rules: rebirth (behaviour 1)", "Seed: 7, you begin"]
    turns = [line for line in lines if " Turn " in line]
    assert turns[0].startswith("▶Y Turn 1: you play ")
    assert turns[1].startswith("◀E Turn 2: the enemy play")
    placements = sum(" play " in turn or " plays " in turn for turn in turns)
    assert result.stdout.count("┌───") == placements > 5
    assert lines[-1].startswith("The game is over: ")


def test_plain_output_has_no_drawings(run: Run) -> None:
    output = run("simulate", "--seed", "7", "--plain").stdout
    assert not set(output) & set("│─┌●○▶◀★▲▼")
    assert "TOP-1: yours, 1 pawn" in output


def test_a_narrow_terminal_gets_the_plain_form(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    lines = run("simulate").stdout.splitlines()
    assert max(map(len, lines)) <= 60
    assert not any("│" in line for line in lines)


def test_the_side_that_begins_can_be_chosen(run: Run) -> None:
    output = run("simulate", "--first", "enemy").stdout
    assert "the enemy begins" in output
    assert "◀E Turn 1: the enemy play" in output


def test_the_json_of_a_game_has_the_documented_fields(run: Run) -> None:
    document = json.loads(run("simulate", "--seed", "7", "--json").stdout)
    assert list(document) == GAME_KEYS
    assert list(document["players"]) == ["Y", "E"]
    assert list(document["players"]["Y"]) == ["agent", "deck"]
    assert list(document["players"]["Y"]["deck"]) == ["name", "code", "cards"]
    assert list(document["score"]) == SCORE_KEYS
    for step in document["steps"]:
        assert list(step) == STEP_KEYS
        assert list(step["score"]) == SCORE_KEYS
        assert all(list(event) == ["kind", "of", "text", "facts"] for event in step["events"])
    assert document["steps"][-1]["events"][-1]["kind"] == "game_ended"


def test_the_json_of_a_game_can_be_replayed_and_its_positions_read(run: Run) -> None:
    document = json.loads(run("simulate", "--seed", "3", "--ruleset", "v2.2.4", "--json").stdout)
    last = replay(QueensBlood(), Record.parse(document["record"]))
    assert last.key() == document["steps"][-1]["position"]
    hydrator = CardHydrator()
    for step in document["steps"]:
        assert format_position(parse_position(step["position"], hydrator)) == step["position"]


def test_a_series_sums_up_its_games(run: Run) -> None:
    arguments = ("simulate", "--seed", "5", "--games", "12", "--agent", "random")
    document = json.loads(run(*arguments, "--json").stdout)
    assert list(document) == SERIES_KEYS
    results = document["results"]
    assert [game["seed"] for game in results] == list(range(5, 17))
    assert document["wins"] == sum(game["result"].startswith("Y ") for game in results)
    assert document["wins"] + document["draws"] + document["losses"] == document["games"] == 12
    assert document["mean_margin"] == pytest.approx(sum(game["margin"] for game in results) / 12)
    low, high = document["interval"]
    assert 0 <= low < document["share"] < high <= 1
    lines = {line.strip() for line in run(*arguments).stdout.splitlines()}
    assert any(line.split() == ["Won", str(document["wins"])] for line in lines)
    assert any(line.startswith("95 % interval (Wilson, 12 games)") for line in lines)


def test_a_game_of_a_series_is_the_game_of_its_seed(run: Run) -> None:
    series = json.loads(run("simulate", "--seed", "5", "--games", "2", "--json").stdout)
    single = json.loads(run("simulate", "--seed", "6", "--json").stdout)
    assert series["results"][1]["result"] == single["result"]
    assert series["results"][1]["plies"] == len(single["steps"]) - 2


def test_one_seed_gives_the_same_bytes_in_every_process(run: Run, spawn: Spawn) -> None:
    arguments = ("simulate", "--seed", "7", "--agent", "random", "--json")
    first = run(*arguments).stdout
    again = [spawn(*arguments, PYTHONHASHSEED=seed) for seed in ("1", "2")]
    assert [process.stdout.decode("utf-8") for process in again] == [first, first]
    assert [(process.returncode, process.stderr) for process in again] == [(0, b""), (0, b"")]
    assert run("simulate", "--seed", "8", "--agent", "random", "--json").stdout != first


def test_a_recorded_game_replays_to_the_same_page(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    for options in ((), ("--json",), ("--plain",)):
        page = run("simulate", "--seed", "9", "--record", str(path), "--force", *options).stdout
        assert run("replay", str(path), *options).stdout == page
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.txt"]


def test_a_record_is_not_overwritten_unless_told_to(run: Run, refuse: Refuse, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("mine")
    assert "--force" in refuse("simulate", "--record", str(path))
    assert path.read_text() == "mine"
    assert run("simulate", "--record", str(path), "--force").exit_code == 0
    assert Record.parse(path.read_text(encoding="utf-8")).game == "queens-blood"


def test_one_step_of_a_record(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    document = json.loads(run("simulate", "--seed", "7", "--record", str(path), "--json").stdout)
    assert json.loads(run("replay", str(path), "--step", "4", "--json").stdout) == document["steps"][3]
    page = run("replay", str(path), "--step", "4").stdout
    assert page.count("┌───") == 1
    assert f"Position: {document['steps'][3]['position']}\n" in page
    assert "Keeps the opening hand" in run("replay", str(path), "--step", "1").stdout


def test_an_unfinished_record_says_so(run: Run, tmp_path: Path) -> None:
    text = json.loads(run("simulate", "--seed", "7", "--json").stdout)["record"]
    headers, moves = text.split("\n\n")
    record = Record.parse(headers + "\n\n" + "\n".join(moves.splitlines()[:5]) + "\n")
    path = tmp_path / "part.txt"
    path.write_text(record.to_text().replace(f'"{record.result}"', '"*"'), encoding="utf-8")
    assert "The game is not finished: " in run("replay", str(path)).stdout.splitlines()[-1]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("queens-blood", "chess"), "the record is of game 'chess'"),
        (('[Version "1"]', "[Version]"), "line 2"),
        (('[Version "1"]', '[Version "9"]'), "version 9"),
        (('"behaviour" "1"', '"behaviour" "7"'), "version 7 of rebirth"),
        (('"ruleset" "rebirth"', '"ruleset" "chess"'), "unknown ruleset 'chess'"),
        (("\n3. ", "\n3. 015 M3 M3 "), "move 3"),
        (("\n3. ", "\n4. "), "expected move 3"),
        (('Result "', 'Result "0'), "the record says"),
    ],
)
def test_a_record_that_does_not_play_is_refused(
    run: Run, refuse: Refuse, tmp_path: Path, change: tuple[str, str], sentence: str
) -> None:
    path = tmp_path / "game.txt"
    text = json.loads(run("simulate", "--seed", "7", "--json").stdout)["record"]
    assert change[0] in text
    path.write_text(text.replace(*change, 1), encoding="utf-8")
    assert sentence in refuse("replay", str(path))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("replay", "no-such-file"), "no-such-file: there is no such file or folder"),
        (("replay", "."), "it is a folder, not a file"),
        (("simulate", "--ruleset", "chess"), "unknown ruleset 'chess'"),
        (("simulate", "--ruleset", "rebirth{capture=maybe}"), "capture takes claim or stepwise"),
        (("simulate", "--deck", "startr"), "did you mean Starter Deck"),
        (("simulate", "--deck", "QB1-AEBA-0000"), "checksum"),
        (("simulate", "--enemy-deck", "2 Zuu, Mu"), "unknown card 'Zuu', did you mean Zu"),
        (("simulate", "--deck", "3 Zu"), "it has 3 cards, not 15; it holds 3 copies of Zu"),
        (("simulate", "--games", "0"), "--games"),
        (("simulate", "--games", "2", "--record", "x"), "--record writes one game"),
        (("simulate", "--agent", "clever"), "'clever' is no player, there are random, greedy"),
        (("simulate", "--agent", "deep:0s"), "'0s' is no time to search"),
        (("simulate", "--seed", "x"), "--seed"),
        (("simulate", "--record", "no-such-folder/x"), "no-such-folder is no folder"),
        (("simulate", "--sed", "7"), "--sed"),
        (("simulat",), "simulat"),
    ],
)
def test_wrong_input_is_answered_with_one_sentence(refuse: Refuse, arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in refuse(*arguments)


def test_a_step_beyond_the_end_is_refused(run: Run, refuse: Refuse, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    run("simulate", "--record", str(path))
    assert "does not exist" in refuse("replay", str(path), "--step", "999")
