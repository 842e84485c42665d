"""The look back on a match, with an advisor that really gives chances, and with one that gives none."""

from __future__ import annotations

import struct
import xml.etree.ElementTree as ET
from io import StringIO
from itertools import pairwise
from pathlib import Path

import pytest
from rich.console import Console

from qb_app.errors import InputError
from qb_app.live.plot import drawn_lines, write_plot
from qb_app.live.summary import JUDGEMENTS, Judgement, Ply, Summary, judge
from qb_app.live.tools import Tools
from qb_app.terminal.summary import show_summary
from qb_engine.chance import Chance
from qb_engine.geometry import Side
from tests.qb_app.live.advisors import OnePlyAdvisor, PlayoutAdvisor
from tests.qb_app.live.material import FIRST_ROUND
from tests.qb_app.live.stores import MOMENT, entered


def looked_back(*more: str) -> Summary:
    tools = Tools(advisor=PlayoutAdvisor(), clock=lambda: MOMENT)
    return entered(*FIRST_ROUND, "draw zu", *more, tools=tools).questions.summary().summary


def chance(points: float) -> Chance:
    return Chance(points, 0, 1 - points, points, points, 1, True, 0)


@pytest.mark.parametrize(
    ("loss", "judgement"),
    [(0.0, "good"), (0.099, "good"), (0.10, "inaccuracy"), (0.2, "mistake"), (0.3, "blunder"), (1.0, "blunder")],
)
def test_moves_are_judged_by_one_table(loss: float, judgement: str) -> None:
    assert judge(loss) == judgement
    assert [least for least, _ in JUDGEMENTS] == sorted((least for least, _ in JUDGEMENTS), reverse=True)


def test_only_your_own_losses_are_judged_and_gains_cost_nothing() -> None:
    down, up = chance(0.2), chance(0.6)
    assert Ply(1, Side.YOU, "", up, down).judgement is Judgement.BLUNDER
    assert Ply(1, Side.YOU, "", down, up).loss == 0
    assert Ply(2, Side.ENEMY, "", up, down).loss == 0


def test_every_move_with_a_told_hand_has_its_chances() -> None:
    summary = looked_back("lev m2", "e pass", "draw mu", "pass")
    assert summary.moves == len(summary.plies) == 5
    assert summary.over
    assert all(0 <= point <= 1 for point in summary.points)
    assert summary.points[-1] in (0.0, 0.5, 1.0), "the end is certain"
    assert summary.without_chances is None


def test_a_hand_that_was_kept_without_a_word_is_judged_as_one_that_was_kept() -> None:
    silent = [line for line in FIRST_ROUND if line != "keep"]
    tools = Tools(advisor=PlayoutAdvisor(), clock=lambda: MOMENT)
    summary = entered(*silent, "draw zu", tools=tools).questions.summary().summary
    assert summary.points == looked_back().points
    assert summary.without_chances is None


def test_a_move_with_an_untold_hand_is_left_out() -> None:
    assert [ply.number for ply in looked_back("lev m2", "e pass", "grass m3", "e pass").plies] == [1, 2, 3, 4]


def test_turning_points_are_the_great_swings_in_order() -> None:
    points = (0.5, 0.9, 0.85, 0.2, 0.6, 0.61)
    plies = tuple(
        Ply(number, Side.YOU, "x", chance(before), chance(after))
        for number, (before, after) in enumerate(pairwise(points), 1)
    )
    summary = Summary(True, looked_back().score, None, 5, plies, None, ())
    assert [ply.number for ply in summary.turning_points] == [1, 3, 4]
    assert summary.points == points


def test_without_chances_the_summary_says_so_in_a_sentence() -> None:
    one_ply = Tools(advisor=OnePlyAdvisor(), clock=lambda: MOMENT)
    summary = entered(*FIRST_ROUND, "note a close one", tools=one_ply).questions.summary().summary
    assert summary.without_chances is not None
    page = StringIO()
    show_summary(Console(file=page, width=80, color_system=None), summary, plain=False)
    assert summary.without_chances in " ".join(page.getvalue().split())
    assert "a close one" in page.getvalue()


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_page_fits(width: int, plain: bool) -> None:
    page = StringIO()
    show_summary(Console(file=page, width=width, color_system=None), looked_back("lev m2", "e pass"), plain=plain)
    assert max(map(len, page.getvalue().splitlines())) <= width
    assert "Turning points" in page.getvalue()


def test_the_drawn_plot_has_its_extremes_where_they_belong() -> None:
    lines = drawn_lines((0.0, 0.5, 1.0), 60)
    assert "█" in lines[0]
    assert lines[0].index("█") > lines[-2].index("█")
    assert max(map(len, drawn_lines([0.5] * 500, 60))) <= 60


def test_plots_are_written_as_real_svg_and_png(tmp_path: Path) -> None:
    points = (0.5, 0.9, 0.2)
    write_plot(points, tmp_path / "a.svg", force=False)
    write_plot(points, tmp_path / "a.png", force=False)
    root = ET.fromstring((tmp_path / "a.svg").read_text(encoding="utf-8"))
    assert len(root.findall("{http://www.w3.org/2000/svg}circle")) == len(points)
    content = (tmp_path / "a.png").read_bytes()
    assert content.startswith(b"\x89PNG")
    assert struct.unpack(">II", content[16:24]) == (1600, 640)
    with pytest.raises(InputError, match=r"\.svg or \.png"):
        write_plot(points, tmp_path / "a.gif", force=False)
    with pytest.raises(InputError, match="no chance to plot"):
        write_plot((), tmp_path / "b.svg", force=False)
