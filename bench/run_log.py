"""Long measurements: a line of JSON for each finished piece of work, so that they can be broken off and go on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from gamekit.arena import intact
from gamekit.quoting import quoted
from qb_engine.deep.search import SEARCH_VERSION
from qb_engine.deep.win_chance import judge_version

Plan = TypeVar("Plan")
Row = dict[str, Any]


class RunLogError(ValueError):
    """A log of another measurement."""


def run_head(**settings: object) -> Row:
    """What the rows of a measurement depend on, the search and its judge with it; it is the first line of a log."""
    return {**settings, "search": SEARCH_VERSION, "judge": judge_version()}


def read_log(path: Path, head: Mapping[str, object]) -> dict[int, Row]:
    """The finished rows by their numbers; a torn last line is left out."""
    lines = intact(path.read_text(encoding="utf-8")).splitlines()
    if lines and json.loads(lines[0]) != head:
        raise RunLogError(
            f"{quoted(path.name)} is the log of another measurement ({lines[0]}, here {json.dumps(head)}); "
            "name another file with --resume"
        )
    return {row["number"]: row for row in map(json.loads, lines[1:])}


def measured(
    work: Callable[[Plan], Row], plans: Sequence[Plan], head: Mapping[str, object], processes: int, path: Path | None
) -> Iterator[Row]:
    """One row for each plan, in their order, kept in the log; those that it holds already are not made again.

    Numbers are places among the plans, so a measurement may go on with more of them.
    """
    done: dict[int, Row] = {}
    if path is not None:
        done = read_log(path, head) if path.exists() else {}
        lines = [json.dumps(head), *map(json.dumps, done.values())]
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    missing = [number for number in range(len(plans)) if number not in done]
    with ProcessPoolExecutor(processes) as pool:
        made = zip(missing, pool.map(work, [plans[number] for number in missing]), strict=True)
        for number in range(len(plans)):
            if number in done:
                yield done[number]
                continue
            _, row = next(made)
            row = {"number": number, **row}
            if path is not None:
                with path.open("a", encoding="utf-8") as log:
                    log.write(json.dumps(row) + "\n")
            yield row
