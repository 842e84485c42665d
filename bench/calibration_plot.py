"""The calibration plot as SVG, drawn with nothing but text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

SIZE = 420
LEFT, TOP, RIGHT, BOTTOM = 60, 40, 20, 50


class Measured(Protocol):
    """Predictions of one bin, what was made of them, and its 95 % interval."""

    @property
    def predicted(self) -> float: ...
    @property
    def made(self) -> float: ...
    @property
    def low(self) -> float: ...
    @property
    def high(self) -> float: ...
    @property
    def size(self) -> int: ...


def draw_plot(path: Path, found: Sequence[Measured], title: str) -> None:
    width, height = LEFT + SIZE + RIGHT, TOP + SIZE + BOTTOM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="{width / 2}" y="22" text-anchor="middle">{title}</text>',
        f'<line x1="{_x(0)}" y1="{_y(0)}" x2="{_x(1)}" y2="{_y(1)}" stroke="#999" stroke-dasharray="4 4"/>',
        f'<rect x="{_x(0)}" y="{_y(1)}" width="{SIZE}" height="{SIZE}" fill="none" stroke="#333"/>',
    ]
    for tenth in range(0, 11, 2):
        share = tenth / 10
        parts.append(f'<text x="{_x(share)}" y="{_y(0) + 18}" text-anchor="middle">{10 * tenth} %</text>')
        parts.append(f'<text x="{_x(0) - 8}" y="{_y(share) + 4}" text-anchor="end">{10 * tenth} %</text>')
    largest = max(each.size for each in found)
    for each in found:
        x, radius = _x(each.predicted), 3 + 6 * (each.size / largest) ** 0.5
        parts.append(f'<line x1="{x}" y1="{_y(each.low)}" x2="{x}" y2="{_y(each.high)}" stroke="#1f5fa8"/>')
        parts.append(f'<circle cx="{x}" cy="{_y(each.made)}" r="{radius:.1f}" fill="#1f5fa8"/>')
    parts.append(f'<text x="{_x(0.5)}" y="{_y(0) + 38}" text-anchor="middle">predicted points</text>')
    parts.append(f'<text transform="translate(16 {_y(0.5)}) rotate(-90)" text-anchor="middle">points made</text>')
    path.write_text("\n".join([*parts, "</svg>", ""]), encoding="utf-8")


def _x(share: float) -> float:
    return round(LEFT + SIZE * share, 1)


def _y(share: float) -> float:
    return round(TOP + SIZE * (1 - share), 1)
