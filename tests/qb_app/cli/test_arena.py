"""``qbcoach arena``."""

import csv
import json
import os
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import pytest

from gamekit.arena import FinishedGame, Fixture
from gamekit.crew import Crew
from qb_app.cli.program import main
from qb_app.games.arena.tournament import Arena
from tests.qb_app.conftest import Refuse, Run
from tests.qb_engine.deep.games import needs_kernel

KEYS = ["format", "ruleset", "behaviour", "seeds", "known_decks", "same_deck", "decks", "players", "pairings", "sprt"]
PLAYER_KEYS = ["name", "about", "elo", "interval", "games", "wins", "draws", "losses", "share"]
PAIRING_KEYS = ["player", "opponent", "games", "wins", "draws", "losses", "share", "interval", "pairs"]
SPRT_KEYS = ["player", "opponent", "elo0", "elo1", "games", "ratio", "bounds", "verdict"]
SMALL = ("arena", "random", "greedy", "--games", "10", "--seed", "30", "--processes", "1")
DEEP = ("arena", "level2", "level1", "greedy", "--games", "2")


def test_a_page_shows_ratings_and_who_beat_whom(run: Run) -> None:
    result = run(*SMALL)
    assert result.exit_code == 0
    page = result.stdout
    assert "Games: 10 for each pair, both seats of every deal, seeds 30 to 34" in page
    rows = [line.split() for line in page.splitlines()]
    better, worse = (next(row for row in rows if row[:1] == [place]) for place in ("1", "2"))
    assert (better[1], worse[1]) == ("greedy", "random")
    assert int(better[2]) + int(worse[2]) == 2000
    assert int(better[3]) < int(better[2]) < int(better[5])


def test_the_json_has_the_documented_fields_and_adds_up(run: Run) -> None:
    document = json.loads(run(*SMALL, "--json").stdout)
    assert list(document) == KEYS
    assert [list(player) for player in document["players"]] == [PLAYER_KEYS] * 2
    assert [list(pairing) for pairing in document["pairings"]] == [PAIRING_KEYS]
    assert [player["name"] for player in document["players"]] == ["greedy", "random"]
    assert sum(player["share"] for player in document["players"]) == pytest.approx(1)
    pairing = document["pairings"][0]
    assert pairing["wins"] + pairing["draws"] + pairing["losses"] == pairing["games"] == 10
    assert pairing["interval"][0] < pairing["share"] < pairing["interval"][1]
    assert sum(pairing["pairs"]) == 5
    points = zip(pairing["pairs"], (0, 0.5, 1, 1.5, 2), strict=True)
    assert sum(count * score for count, score in points) == 10 * pairing["share"]
    assert document["sprt"] is None
    assert document["seeds"] == [30, 34]
    assert len(document["decks"]) == 7


def test_plain_output_has_no_drawings(run: Run) -> None:
    page = run(*SMALL, "--plain").stdout
    assert not set(page) & set("│─┌")
    assert "greedy against random: " in page


def test_a_narrow_terminal_gets_the_plain_form(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "25")
    lines = run(*SMALL).stdout.splitlines()
    assert max(map(len, lines)) <= 25
    assert any("greedy against" in line for line in lines)


def test_the_table_of_games_has_both_seats_of_every_deal(run: Run, refuse: Refuse, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    document = json.loads(run(*SMALL, "--csv", str(path), "--json").stdout)
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    assert [row["seed"] for row in rows] == [str(seed) for seed in range(30, 35) for _ in range(2)]
    for there, back in zip(rows[::2], rows[1::2], strict=True):
        assert (there["first"], there["second"]) == (back["second"], back["first"])
        assert (there["first_deck"], there["second_deck"]) == (back["first_deck"], back["second_deck"])
    assert [row["first_deck"] == row["second_deck"] for row in rows[::2]] == [True, False, True, False, True]
    won = [row["result"][0] == ("Y" if row["first"] == "greedy" else "E") for row in rows]
    assert sum(won) == document["pairings"][0]["wins"]
    assert "--force" in refuse(*SMALL, "--csv", str(path))


def test_named_decks_are_played(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    run(*SMALL, "--deck", "starter", "--deck", "shinra", "--csv", str(path))
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    assert len({row["first_deck"] for row in rows} | {row["second_deck"] for row in rows}) == 2


def test_both_sides_can_play_the_same_deck_in_every_deal(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    assert "the same deck on both sides" in run(*SMALL, "--same-deck", "--csv", str(path), "--plain").stdout
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    assert all(row["first_deck"] == row["second_deck"] for row in rows)
    assert json.loads(run(*SMALL, "--same-deck", "--json").stdout)["same_deck"] is True


def test_the_order_of_players_changes_nothing(run: Run) -> None:
    other = ("arena", "greedy", "random", *SMALL[3:])
    assert run(*other, "--json").stdout == run(*SMALL, "--json").stdout


@needs_kernel
def test_results_do_not_depend_on_the_number_of_processes(run: Run, tmp_path: Path) -> None:
    found = []
    for processes in ("1", "2"):
        log = tmp_path / f"{processes}.jsonl"
        page = run(*DEEP, "--processes", processes, "--resume", str(log), "--json").stdout
        found.append((page, log.read_bytes()))
    assert found[0] == found[1]


@needs_kernel
def test_whether_decks_are_known_is_told_and_matters(run: Run, tmp_path: Path) -> None:
    pages = []
    for option in ("--known", "--unknown"):
        log = tmp_path / option
        pages.append(json.loads(run(*DEEP, "--processes", "1", option, "--resume", str(log), "--json").stdout))
    assert [page["known_decks"] for page in pages] == [True, False]
    known, unknown = (
        (tmp_path / option).read_text(encoding="utf-8").splitlines() for option in ("--known", "--unknown")
    )
    assert known[1:] != unknown[1:]


def test_a_tournament_goes_on_where_it_was_broken_off(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    page = run(*SMALL, "--resume", str(log), "--json").stdout
    whole = log.read_bytes()
    lines = whole.splitlines(keepends=True)
    for kept in (b"", lines[0], b"".join(lines[:4]), b"".join(lines[:4]) + lines[4][:7], whole[:-1], whole):
        log.write_bytes(kept)
        assert run(*SMALL, "--resume", str(log), "--json").stdout == page
        assert log.read_bytes() == whole


def test_finished_games_are_not_played_again(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "log.jsonl"
    page = run(*SMALL, "--resume", str(log)).stdout
    monkeypatch.setattr("qb_app.games.arena.tournament._play", None)
    assert run(*SMALL, "--resume", str(log)).stdout == page


def test_an_interrupt_keeps_what_is_finished(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    log, play = tmp_path / "log.jsonl", Arena.play

    def interrupted(self: Arena, fixtures: Iterable[Fixture], crew: Crew) -> Iterator[FinishedGame]:
        yield from islice(play(self, fixtures, crew), 3)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Arena, "play", interrupted)
        assert main((*SMALL, "--resume", str(log))) == 130
        output = capsys.readouterr()
        assert output.out == ""
        assert output.err == f"broken off, 3 of 10 games are finished; {log} holds them, the same command goes on\n"
        assert main(SMALL) == 130
        assert "with --resume FILE they would be kept" in capsys.readouterr().err
    assert len(log.read_text(encoding="utf-8").splitlines()) == 1 + 3
    assert run(*SMALL, "--resume", str(log)).stdout == run(*SMALL).stdout


def test_a_test_stops_when_it_is_decided(run: Run, tmp_path: Path) -> None:
    asked = ("arena", "greedy", "random", "--games", "1000", "--processes", "1", "--sprt", "0,200")
    log, table = tmp_path / "log.jsonl", tmp_path / "games.csv"
    page = run(*asked, "--resume", str(log), "--json").stdout
    document = json.loads(page)
    test = document["sprt"]
    assert list(test) == SPRT_KEYS
    assert (test["player"], test["opponent"], test["elo0"], test["elo1"]) == ("greedy", "random", 0, 200)
    assert (test["verdict"], test["bounds"]) == ("elo1", pytest.approx([-2.944, 2.944], abs=0.001))
    assert test["ratio"] >= test["bounds"][1]
    assert test["games"] == document["pairings"][0]["games"] < 1000
    lines = log.read_bytes().splitlines(keepends=True)
    assert len(lines) == 1 + test["games"]
    log.write_bytes(b"".join(lines[:6]))
    assert run(*asked, "--resume", str(log), "--csv", str(table), "--json").stdout == page
    assert log.read_bytes() == b"".join(lines)
    assert len(table.read_text(encoding="utf-8").splitlines()) == 1 + test["games"]
    sentence = " ".join(run(*asked, "--resume", str(log), "--plain").stdout.split())
    question = "Does greedy lead random by 0 or by 200 Elo points?"
    assert f"{question} It is decided for 200 after {test['games']} games (log-likelihood ratio" in sentence
    assert "Games: at most 1000 for each pair" in sentence


def test_a_test_does_not_depend_on_the_number_of_processes_or_on_games_played_beyond_it(
    run: Run, tmp_path: Path
) -> None:
    asked = ("arena", "random", "greedy", "--games", "80", "--seed", "30")
    log = tmp_path / "log.jsonl"
    pages = [run(*asked, "--sprt", "-200,0", "--processes", count, "--json").stdout for count in ("1", "2")]
    run(*asked, "--processes", "1", "--resume", str(log))
    pages.append(run(*asked, "--sprt", "-200,0", "--resume", str(log), "--json").stdout)
    assert pages[0] == pages[1] == pages[2]
    assert json.loads(pages[0])["sprt"]["verdict"] == "elo0"
    assert json.loads(pages[0])["sprt"]["games"] < 80


def test_a_test_that_the_games_do_not_decide_says_so(run: Run) -> None:
    page = run(*SMALL, "--sprt", "0,5").stdout
    assert "It is not decided by 10 games" in " ".join(page.split())


def test_a_log_of_another_plan_is_refused_and_kept(run: Run, refuse: Refuse, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    run(*SMALL, "--resume", str(log))
    before = log.read_bytes()
    for other in (("--games", "12"), ("--seed", "31"), ("--ruleset", "v2.2.4"), ("--deck", "starter"), ("--unknown",)):
        sentence = refuse(*SMALL, *other, "--resume", str(log))
        assert sentence.startswith(f"{log} cannot be resumed: the games in it are of another plan, ")
    assert log.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("random",), "two players or more"),
        ((), "PLAYER"),
        (("random", "clever"), "'clever' is no player"),
        (("random", "random"), "random is named twice"),
        (("random", "greedy", "--games", "3"), "--games must be even, not 3"),
        (("random", "greedy", "--games", "0"), "--games"),
        (("random", "greedy", "--processes", "0"), "--processes"),
        (("random", "greedy", "--deck", "nothing"), "'nothing' is no deck"),
        (("random", "greedy", "--ruleset", "chess"), "unknown ruleset"),
        (("random", "greedy", "--csv", "no-such-folder/x"), "no-such-folder is no folder"),
        (("random", "greedy", "--resume", os.path.join("no-such-folder", "x")), "there is no such file or folder"),
        (("random", "greedy", "--sprt", "20,0"), "--sprt takes the smaller lead first, so 0,20 and not 20,0"),
        (("random", "greedy", "--sprt", "5,5"), "--sprt takes two different leads, not 5 twice"),
        (("random", "greedy", "--sprt", "20"), "'20' is no test: --sprt takes two leads in Elo points, such as 0,20"),
        (("random", "greedy", "--sprt", "0,2000"), "--sprt takes leads from -1000 to 1000 Elo points, not 0,2000"),
        (("random", "greedy", "coach", "--sprt", "0,20"), "--sprt asks about exactly two players, not 3"),
        (("random", "greedy", "--resume", "."), "it is a folder, not a file"),
    ],
)
def test_wrong_input_is_answered_with_one_sentence(refuse: Refuse, arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in refuse("arena", *arguments)


@pytest.mark.parametrize("text", ["mine", "mine\nno newline"])
def test_a_file_of_another_kind_is_not_touched(refuse: Refuse, tmp_path: Path, text: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(text, encoding="utf-8")
    assert "no log of an arena" in refuse(*SMALL, "--resume", str(path))
    assert path.read_text(encoding="utf-8") == text


@needs_kernel
def test_levels_and_deep_players_play_single_games_too(run: Run) -> None:
    arguments = ("simulate", "--agent", "level2", "--enemy-agent", "deep:30", "--json")
    document = json.loads(run(*arguments).stdout)
    assert [document["players"][side]["agent"] for side in "YE"] == ["level2", "deep:30"]
    assert run(*arguments).stdout == json.dumps(document, ensure_ascii=False, indent=2) + "\n"
