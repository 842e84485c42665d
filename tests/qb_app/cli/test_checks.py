"""The start-up checks before a first answer: with a broken engine every guarded command stops, and says why."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from qb_app.cli import live, resume, serve
from qb_app.cli.program import main
from qb_app.live.setup import hydrator_with
from qb_engine import scoring
from qb_engine.card_hydrator import CardHydrator
from qb_engine.kernel import door
from tests.qb_app.conftest import Run

OPENING = ("hand security officer, levrikon, mu, elphadunk, grasslands wolf", "keep")
OWN = '{"id": "own1", "name": "New Card", "rank": 1, "power": 2}'
POWER = (
    "the check 'card hydration' failed, so nothing is answered: card 015 (Zu), field power: is 99, the card data say 2."
    " To mend it: install qbCoach again, so that its cards are those of its data. 'qbcoach diagnose' shows every check"
)
SCORE = (
    "the check 'strict scoring' failed, so nothing is answered: lane 0 has other powers than its cards after 073 M1. "
    "To mend it: install qbCoach again, or undo what was changed in how points are counted. 'qbcoach diagnose' shows "
    "every check"
)
Break = Callable[[pytest.MonkeyPatch], None]


@pytest.fixture(autouse=True)
def _forget_broken_kernels() -> Iterator[None]:
    """A kernel that was made of broken cards must not be met by another test."""
    yield
    door._built.cache_clear()


def break_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """Change the card that every hydrator of this process hands out; old and new ones may hold different objects."""
    for cards in (CardHydrator.shared(), CardHydrator(), hydrator_with(())):
        monkeypatch.setitem(vars(cards["Zu"]), "power", 99)


def break_the_score(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give you a point of power too many in every lane."""
    honest = scoring._lane_score

    def generous(*given: Any) -> scoring.LaneScore:
        lane = honest(*given)
        return replace(lane, power_you=lane.power_you + 1)

    monkeypatch.setattr(scoring, "_lane_score", generous)


def stopped(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command says on stderr that must end with exit code 1 and answer nothing."""
    capsys.readouterr()
    code = main(arguments)
    output = capsys.readouterr()
    assert (code, output.out) == (1, "")
    assert output.err.startswith("error: ")
    assert output.err.count("\n") == 1
    return output.err.removeprefix("error: ").rstrip("\n")


@pytest.mark.parametrize(("breaks", "told"), [(break_a_card, POWER), (break_the_score, SCORE)], ids=["card", "score"])
@pytest.mark.parametrize(
    "arguments",
    [
        ("coach", "--example"),
        ("coach", "--example", "--quick", "--json"),
        ("live",),
        ("live", "--deck", "starter", *OPENING, "best"),
        ("live", "--json", *OPENING),
        ("play", "--seed", "3", "--record", "game.txt"),
        ("serve", "--port", "0", "--no-open"),
        (),
    ],
    ids=lambda arguments: " ".join(arguments[:3]) or "alone",
)
def test_a_broken_engine_answers_stores_and_serves_nothing(
    arguments: tuple[str, ...],
    breaks: Break,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("nothing may be served or opened")

    for name in ("take_port", "take_free_port", "open_storage", "run_server", "show_page"):
        monkeypatch.setattr(serve, name, never)
    monkeypatch.setattr(serve, "answers", lambda place: False)
    monkeypatch.chdir(tmp_path)
    breaks(monkeypatch)
    assert stopped(capsys, *arguments) == told
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("breaks", "told"), [(break_a_card, POWER), (break_the_score, SCORE)], ids=["card", "score"])
def test_a_match_is_not_resumed_by_a_broken_engine_and_stays_as_it_was(
    breaks: Break, told: str, run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run("live", "--top", "0", *OPENING)
    before = run("export", "--format", "jsonl").stdout
    with monkeypatch.context() as broken:
        breaks(broken)
        assert stopped(capsys, "resume", "last", "sec m1") == told
        assert stopped(capsys, "resume", "last", "sec m1", "--json") == told
    assert run("export", "--format", "jsonl").stdout == before
    assert "You play Security Officer on M1." in run("resume", "--top", "0", "last", "sec m1").stdout


@pytest.mark.parametrize("command", [live, resume], ids=["live", "resume"])
def test_a_match_is_checked_with_its_own_cards(
    command: Any, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "own.json"
    file.write_text(OWN, encoding="utf-8")
    checked: list[CardHydrator] = []
    monkeypatch.setattr(command, "check_engine", checked.append)
    run("live", "--top", "0", "--card", str(file), *OPENING)
    run("resume", "--top", "0", "last", "sec m1")
    assert [cards.has_id("own1") for cards in checked] == [True]


def test_several_failures_are_counted_and_the_first_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    break_a_card(monkeypatch)
    break_the_score(monkeypatch)
    assert stopped(capsys, "coach", "--example").startswith("the check 'card hydration' failed, and so did 1 more, so ")


def test_diagnose_runs_everything_and_tells_the_same(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    break_the_score(monkeypatch)
    result = run("diagnose")
    assert result.exit_code == 1
    assert result.stdout.startswith("1 of 7 checks failed.\n")
    told = " ".join(result.stdout.split())
    assert "pawn deltas passed 76 plays" in told, "whole games, and not only the first plays"
    assert "strict scoring FAILED lane 0 has other powers than its cards after 073 M1" in told
    assert "To mend strict scoring: install qbCoach again, or undo what was changed in how points are counted." in told
    assert max(map(len, result.stdout.splitlines())) <= 80
    document = json.loads(run("diagnose", "--json").stdout)
    (failed,) = [check for check in document["checks"] if not check["passed"]]
    assert f"{failed['detail']}. To mend it: {failed['remedy']}." in SCORE
    assert [check["remedy"] for check in document["checks"] if check["passed"]] == [None] * 6
