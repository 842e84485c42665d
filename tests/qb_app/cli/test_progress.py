"""What all stored matches gave away, printed, as a document, as a picture and over HTTP."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from qb_app.answers.advisor import Advisor
from qb_app.storage import open_storage
from qb_engine.deep.coach import DeepCoach
from qb_engine.deep.search import Budget
from tests.qb_app.conftest import Refuse, Run
from tests.qb_engine.deep.games import needs_kernel

LOST = ("hand security officer, levrikon, mu, elphadunk, grasslands wolf", "keep", "sec m1", "e levrikon m5", "draw mu")


@pytest.fixture(autouse=True)
def _small_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Advisor, "budget", Budget(300))


def test_without_a_match_there_is_nothing_to_tell(refuse: Refuse) -> None:
    assert "no stored match or duel has a move that can be judged yet" in refuse("progress")


@needs_kernel
def test_habits_are_told_with_examples(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    run("live", "--top", "0", "--deck", "starter", *LOST, "pass", "e pass")
    run("live", "--top", "0", "--opponent", "Red XIII rematch", *LOST, "lev m2", "e pass")
    run("live", "--top", "0", LOST[0])
    with open_storage(reading=True) as storage:
        *_, oldest = (info.match_id for info in storage.matches.matches())
    found = json.loads(run("progress", "--json").stdout)
    assert (found["format"], found["whole"]["matches"]) == ("qbcoach-progress-1", 2)
    assert found["habits"] == [theme["name"] for theme in found["themes"]][:3]
    passing = next(theme for theme in found["themes"] if theme["name"] == "passing")
    (example,) = passing["examples"]
    assert (example["match"], example["number"], example["played"]) == (oldest, 3, "pass")
    assert example["best"].rpartition(" ")[2].partition("-")[0] in ("TOP", "MID", "BOT")
    assert found["whole"]["note"] is not None, "few decisions"
    total = found["small"] + sum(theme["given"] for theme in found["themes"])
    assert total == pytest.approx(found["whole"]["given"])
    assert {one["name"] for one in found["opponents"]} == {"unknown", "Red XIII, The Gold Saucer (rematch)"}

    def searched(*_: object, **__: object) -> None:
        raise AssertionError("a match was looked back on again")

    monkeypatch.setattr(DeepCoach, "look", searched)
    for columns, plain in ((60, ()), (80, ()), (80, ("--plain",))):
        monkeypatch.setenv("COLUMNS", str(columns))
        printed = run("progress", *plain).stdout
        assert max(map(len, printed.splitlines())) <= columns
        assert f"match {oldest}, move 3: pass" in " ".join(printed.split())
    assert run("progress", "--plot", str(tmp_path / "habits.svg")).exit_code == 0
    picture = (tmp_path / "habits.svg").read_text(encoding="utf-8")
    assert "Your accuracy, match by match" in picture
    assert ">passing</text>" in picture


@needs_kernel
def test_what_is_noted_of_an_opponent_later_counts_in_both_looks_back(run: Run) -> None:
    def accuracies() -> tuple[float, float]:
        progress, summary = (json.loads(run(command, "--json").stdout) for command in ("progress", "summary"))
        return progress["matches"][0]["accuracy"], summary["accuracy"]["Y"]

    run("opponents", "save", "Bob")
    run("live", "--top", "0", "--opponent", "Bob", *LOST, "lev m2", "e pass")
    before = accuracies()
    run("opponents", "save", "Bob", "--deck", "Red XIII rematch")
    after = accuracies()
    assert before[0] == before[1] != after[0] == after[1]


@needs_kernel
def test_a_look_back_is_on_records_and_positions_too(run: Run, refuse: Refuse, tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    assert run("simulate", "--seed", "3", "--record", str(record)).exit_code == 0
    found = json.loads(run("summary", "--record", str(record), "--json").stdout)
    assert (found["over"], len(found["plies"])) == (True, found["moves"])
    record.write_text(record.read_text(encoding="utf-8").replace("\n1. keep", "\n1. pass", 1), encoding="utf-8")
    assert "\n" not in refuse("summary", "--record", str(record))
    position = found["plies"][2]["position"]
    told = json.loads(run("summary", "--position", position, "--move", "pass", "--json").stdout)
    assert told["moves"] == 1
    assert "no move was made in this match yet" in refuse("summary", "--position", position)
    many = [word for _ in range(201) for word in ("--move", "note")]
    assert "takes 200 entries at most, not 201" in refuse("summary", "--position", position, *many)
    assert "'e zu m3' cannot be: " in refuse("summary", "--position", position, "--move", "e zu m3")


@needs_kernel
def test_a_match_is_played_on_from_a_move(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run("live", "--top", "0", "--deck", "starter", *LOST, "pass", "e pass")
    typed = iter(["pass", "quit"])
    monkeypatch.setattr("builtins.input", lambda _: next(typed))
    printed = run("summary", "--again", "3", "--level", "1", "--seed", "2").stdout
    assert "against level 1 (beginner)" in printed
    assert "You left the game" in printed or "The game is over" in printed
