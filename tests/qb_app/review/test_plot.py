"""The chance to win as a picture."""

from __future__ import annotations

import struct
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from qb_app.errors import InputError
from qb_app.review.plot import Bar, drawn_lines, write_plot


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
    bars = [Bar("room", 0.6, "60 %"), Bar("tempo", 0.3, "30 %")]
    write_plot(points, tmp_path / "c.svg", force=False, bars=bars)
    write_plot(points, tmp_path / "c.png", force=False, bars=bars)
    drawn = ET.fromstring((tmp_path / "c.svg").read_text(encoding="utf-8"))
    wide = [float(rect.attrib["width"]) for rect in drawn.findall("{http://www.w3.org/2000/svg}rect")[1:]]
    assert wide[0] == pytest.approx(2 * wide[1])
    assert struct.unpack(">II", (tmp_path / "c.png").read_bytes()[16:24]) == (1600, 808)
    with pytest.raises(InputError, match=r"\.svg or \.png"):
        write_plot(points, tmp_path / "a.gif", force=False)
    with pytest.raises(InputError, match="no chance to plot"):
        write_plot((), tmp_path / "b.svg", force=False)
