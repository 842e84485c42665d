"""Shares from nothing to all, one after the other, as a picture: blocks for the terminal, SVG and PNG for a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from gamekit.quoting import quoted
from qb_app.errors import InputError

ROWS = 8
_BLOCKS = " ▁▂▃▄▅▆▇█"
_AXIS = {0: "100 %", ROWS // 2: " 50 %"}
_WIDTH, _HEIGHT, _LEFT, _TOP, _RIGHT, _BOTTOM = 800, 320, 56, 24, 16, 40
CHANCES = "Your chance to win, before and after every move"
ACCURACIES = "Your accuracy, match by match; below, what each theme gave away"
"""Captions."""
_LINE, _GRID, _INK = "#0b7285", "#ced4da", "#343a40"


def drawn_lines(points: Sequence[float], width: int) -> list[str]:
    """A column of blocks for each point, as wide as fits, eight rows high."""
    room = max(10, width - 8)
    step = max(1, min(4, room // max(1, len(points))))
    shown = points[-(room // step) :]
    rows = []
    for row in range(ROWS):
        base = ROWS - 1 - row
        cells = (_BLOCKS[min(8, max(0, round((point * ROWS - base) * 8)))] for point in shown)
        rows.append(
            f"{_AXIS.get(row, ''):>5} │" + "".join(cell * max(1, step - 1) + " " * (step > 1) for cell in cells)
        )
    return [row.rstrip() for row in rows] + [f"  0 % └{'─' * (len(shown) * step)}"]


class Bar(NamedTuple):
    """A part of something, below the line of a picture."""

    label: str
    share: float
    told: str


_BAR, _BARS_LEFT, _TOLD = 28, 150, 90
"""Height of a bar, and what is left free before and behind the bars."""


def _bars_height(bars: Sequence[Bar]) -> int:
    return _BAR * len(bars) + (_BAR if bars else 0)


def _bar_length(bar: Bar, bars: Sequence[Bar]) -> float:
    """The greatest goes as far as there is room."""
    most = max(one.share for one in bars) or 1.0
    return (_WIDTH - _BARS_LEFT - _TOLD) * bar.share / most


class _Place(NamedTuple):
    x: float
    y: float


def _places(points: Sequence[float]) -> list[_Place]:
    wide, high = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM
    last = max(1, len(points) - 1)
    return [_Place(_LEFT + wide * number / last, _TOP + high * (1 - point)) for number, point in enumerate(points)]


def _grid() -> list[tuple[str, float]]:
    high = _HEIGHT - _TOP - _BOTTOM
    return [(f"{share} %", _TOP + high * (1 - share / 100)) for share in (0, 25, 50, 75, 100)]


FORMATS = (".svg", ".png")


def check_plot(path: Path, *, force: bool) -> None:
    """Refuse a picture that could not be written, before anything is computed for it."""
    from qb_app.files import check_writable

    if path.suffix.lower() not in FORMATS:
        raise InputError(f"a plot is written as {' or '.join(FORMATS)}, not as {quoted(path.name)}")
    check_writable(path, force=force)


def write_plot(
    points: Sequence[float], path: Path, *, force: bool, caption: str = CHANCES, bars: Sequence[Bar] = ()
) -> None:
    """Write the picture; the ending of the name says which kind."""
    from qb_app.files import write_bytes, write_text

    check_plot(path, force=force)
    if not points:
        raise InputError("there is no chance to plot: no move of this match could be judged")
    if path.suffix.lower() == ".svg":
        write_text(path, svg(points, caption, bars), force=force)
    else:
        write_bytes(path, png(points, caption, bars), force=force)


def svg(points: Sequence[float], caption: str, bars: Sequence[Bar] = ()) -> str:
    high = _HEIGHT + _bars_height(bars)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {high}" font-family="sans-serif" '
        f'font-size="13" fill="{_INK}">',
        f"<title>{caption}</title>",
        f'<rect width="{_WIDTH}" height="{high}" fill="#fff"/>',
    ]
    for label, y in _grid():
        parts.append(f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="{_GRID}"/>')
        parts.append(f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{label}</text>')
    places = _places(points)
    path = " ".join(f"{place.x:.1f},{place.y:.1f}" for place in places)
    parts.append(f'<polyline points="{path}" fill="none" stroke="{_LINE}" stroke-width="2"/>')
    parts += [f'<circle cx="{place.x:.1f}" cy="{place.y:.1f}" r="3.5" fill="{_LINE}"/>' for place in places]
    parts.append(f'<text x="{_LEFT}" y="{_HEIGHT - 12}">{caption}</text>')
    for number, bar in enumerate(bars):
        y, long = _HEIGHT + _BAR * number, _bar_length(bar, bars)
        parts.append(f'<text x="{_BARS_LEFT - 8}" y="{y + 14}" text-anchor="end">{bar.label}</text>')
        parts.append(f'<rect x="{_BARS_LEFT}" y="{y}" width="{long:.1f}" height="{_BAR - 8}" fill="{_LINE}"/>')
        parts.append(f'<text x="{_BARS_LEFT + long + 8:.1f}" y="{y + 14}">{bar.told}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def png(points: Sequence[float], caption: str, bars: Sequence[Bar] = ()) -> bytes:
    from io import BytesIO

    from PIL import Image, ImageDraw, ImageFont

    scale = 2
    image = Image.new("RGB", (_WIDTH * scale, (_HEIGHT + _bars_height(bars)) * scale), "#fff")
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(13 * scale)
    for label, y in _grid():
        pen.line([_LEFT * scale, y * scale, (_WIDTH - _RIGHT) * scale, y * scale], fill=_GRID, width=scale)
        pen.text(((_LEFT - 8) * scale, y * scale), label, fill=_INK, font=font, anchor="rm")
    places = [(place.x * scale, place.y * scale) for place in _places(points)]
    pen.line(places, fill=_LINE, width=2 * scale)
    for x, y in places:
        pen.ellipse([x - 7, y - 7, x + 7, y + 7], fill=_LINE)
    pen.text((_LEFT * scale, (_HEIGHT - 12) * scale), caption, fill=_INK, font=font, anchor="ls")
    for number, bar in enumerate(bars):
        y, right = _HEIGHT + _BAR * number, _BARS_LEFT + _bar_length(bar, bars)
        box = [_BARS_LEFT * scale, y * scale, right * scale, (y + _BAR - 8) * scale]
        pen.rectangle(box, fill=_LINE)
        pen.text(((_BARS_LEFT - 8) * scale, (y + 10) * scale), bar.label, fill=_INK, font=font, anchor="rm")
        pen.text(((right + 8) * scale, (y + 10) * scale), bar.told, fill=_INK, font=font, anchor="lm")
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()
