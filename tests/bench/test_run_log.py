"""Long measurements go on where they were broken off, and never mix with others."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.run_log import Row, RunLogError, measured, read_log, run_head

HEAD = {"kind": "squares"}


def square(number: int) -> Row:
    return {"square": number * number}


def run(path: Path | None, count: int, processes: int = 1) -> list[Row]:
    return list(measured(square, range(3, 3 + count), HEAD, processes, path))


def test_rows_come_in_the_order_of_the_plans_with_any_number_of_processes() -> None:
    assert run(None, 3) == run(None, 3, processes=2)
    assert run(None, 3) == [{"number": number, "square": (3 + number) ** 2} for number in range(3)]


def test_what_is_in_the_log_is_not_made_again_and_more_can_be_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    run(path, 2)
    path.write_text(path.read_text().replace('"square": 16', '"square": 0'))
    assert [row["square"] for row in run(path, 4)] == [9, 0, 25, 36]
    assert len(read_log(path, HEAD)) == 4


def test_a_torn_line_is_made_again(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    whole = run(path, 3)
    path.write_text(path.read_text()[:-5])
    assert len(read_log(path, HEAD)) == 2
    assert run(path, 3) == whole
    assert list(read_log(path, HEAD).values()) == whole


def test_the_log_of_another_measurement_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    run(path, 1)
    with pytest.raises(RunLogError, match=r"run\.jsonl.* is the log of another measurement"):
        read_log(path, {"kind": "cubes"})


def test_the_head_tells_searches_and_judges_apart() -> None:
    assert {"search", "judge", "nodes"} == set(run_head(nodes=5))
