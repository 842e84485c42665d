"""Verdicts on first sentences: the stored file is whole, shares add up, and what is no longer said is left out."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bench.explained import explain
from bench.verdicts import Ruling, Said, Verdict, VerdictError, read_verdicts, still_said, told
from qb_engine import GameState, Side, format_position
from tests.qb_engine.deep.games import needs_kernel

NODES = 500
SAID = Said(first=True, last=True)
ONE = Verdict(1, "rebirth", "pass", 50, "Wait.", Ruling.RIGHT, "", "pass", "Wait.", Ruling.BESIDE)


def counts(line: str) -> dict[str, tuple[int, float]]:
    return {name: (int(n), float(share)) for n, name, share in re.findall(r"(\d+) (\w+) \(([\d.]+)%\)", line)}


def test_the_stored_verdicts_are_whole() -> None:
    verdicts = read_verdicts()
    assert len(verdicts) >= 60
    assert len({each.seed for each in verdicts}) == len(verdicts)
    for each in verdicts:
        assert GameState.parse(each.position).to_move is Side.YOU
        assert 0 <= each.chance <= 100
        assert (each.note == "") == (each.verdict is Ruling.RIGHT)
        assert each.first


def test_shares_add_up_over_all_rulings() -> None:
    verdicts = read_verdicts()
    for line in told(verdicts, [SAID] * len(verdicts)):
        found = counts(line)
        assert {*found} == {*Ruling}
        assert sum(n for n, _ in found.values()) == len(verdicts)
        assert sum(share for _, share in found.values()) == pytest.approx(100, abs=0.2)
        assert f"{len(verdicts)} of {len(verdicts)} still said, 0 no longer" in line


def test_what_is_no_longer_said_is_left_out_of_the_share() -> None:
    verdicts = [ONE, ONE._replace(verdict=Ruling.FALSE), ONE._replace(verdict=Ruling.MISSING)]
    said = [SAID, Said(first=True, last=False), Said(first=False, last=False)]
    best, last = told(verdicts, said)
    assert "2 of 3 still said, 1 no longer" in best
    assert counts(best) == {"right": (1, 50.0), "beside": (0, 0.0), "missing": (0, 0.0), "false": (1, 50.0)}
    assert counts(last)["beside"] == (1, 100.0)
    assert next(told([ONE], [Said(first=False, last=True)])).endswith("0 of 1 still said, 1 no longer")


def test_a_line_that_is_no_verdict_is_refused_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "read.jsonl"
    good = json.dumps(ONE._asdict())
    for bad in ("{", "[]", json.dumps({"seed": 1}), good.replace('"right"', '"perhaps"')):
        path.write_text(f"{good}\n{bad}\n", encoding="utf-8")
        with pytest.raises(VerdictError, match=r"read\.jsonl.*line 2, is no verdict: ") as refused:
            read_verdicts(path)
        assert "\n" not in str(refused.value)
    path.write_text(f"{good}\n", encoding="utf-8")
    assert read_verdicts(path) == [ONE]


@needs_kernel
def test_a_sentence_is_still_said_if_move_position_and_words_are_the_same() -> None:
    found = explain(9_400_020, NODES)
    best, last = found.answer.recommendation.moves[0], found.answer.recommendation.moves[-1]
    verdict = ONE._replace(
        seed=found.seed,
        position=format_position(found.view.position()),
        move=best.candidate.name,
        first=best.lines[0],
        last_move=last.candidate.name,
        last_first=last.lines[0],
    )
    assert still_said(verdict, NODES) == SAID
    assert still_said(verdict._replace(first="Something else."), NODES) == Said(first=False, last=True)
    assert still_said(verdict._replace(last_move=best.candidate.name), NODES) == Said(first=True, last=False)
    assert still_said(verdict._replace(position="another"), NODES) == Said(first=False, last=False)
