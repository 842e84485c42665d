"""A matrix as a picture: PNG or SVG, by the ending of the file's name."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from gamekit.quoting import quoted, shortened
from qb_app.errors import InputError
from qb_app.files import check_writable, write_bytes, write_text

ENDINGS = (".png", ".svg")
_CELL, _ROW, _TOP, _LETTER, _EDGE = 64, 44, 64, 7.2, 16
_LONGEST = 44
_LOW, _EVEN, _HIGH = (178, 24, 43), (247, 247, 247), (33, 102, 172)
"""Losing, even, winning: red and blue are told apart by nearly everybody, and each cell says its number."""
_INK = "#212529"


class Cell(NamedTuple):
    share: float
    started: float
    followed: float


class HeatPicture(NamedTuple):
    """Rows against columns; columns are numbered, and the rows say which number is whose where they are the same."""

    title: str
    rows: Sequence[str]
    columns: Sequence[str]
    cells: Sequence[Sequence[Cell]]


class _Box(NamedTuple):
    x: float
    y: float
    colour: str


class _Text(NamedTuple):
    x: float
    y: float
    text: str
    size: int
    anchor: str
    colour: str


def check_picture(path: Path, *, force: bool) -> None:
    if path.suffix.lower() not in ENDINGS:
        raise InputError(f"{quoted(path.name)} is no name of a picture: it ends in {' or '.join(ENDINGS)}")
    check_writable(path, force=force)


def write_picture(picture: HeatPicture, path: Path, *, force: bool) -> None:
    check_picture(path, force=force)
    if path.suffix.lower() == ".svg":
        write_text(path, svg(picture), force=force)
    else:
        write_bytes(path, png(picture), force=force)


def svg(picture: HeatPicture) -> str:
    width, height = _size(picture)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">',
        f"<title>{escape(picture.title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for box in _boxes(picture):
        parts.append(f'<rect x="{box.x}" y="{box.y}" width="{_CELL - 2}" height="{_ROW - 2}" fill="{box.colour}"/>')
    for text in _texts(picture):
        anchor = {"l": "start", "m": "middle"}[text.anchor]
        place = f'x="{text.x}" y="{text.y}" font-size="{text.size}" text-anchor="{anchor}" fill="{text.colour}"'
        parts.append(f"<text {place}>{escape(text.text)}</text>")
    return "\n".join([*parts, "</svg>"]) + "\n"


def png(picture: HeatPicture) -> bytes:
    from PIL import Image, ImageDraw, ImageFont

    scale = 2
    width, height = _size(picture)
    image = Image.new("RGB", (width * scale, height * scale), "#fff")
    pen = ImageDraw.Draw(image)
    for box in _boxes(picture):
        corner = ((box.x + _CELL - 2) * scale, (box.y + _ROW - 2) * scale)
        pen.rectangle([(box.x * scale, box.y * scale), corner], fill=box.colour)
    for text in _texts(picture):
        font = ImageFont.load_default(text.size * scale)
        place = (text.x * scale, text.y * scale)
        pen.text(place, text.text, fill=text.colour, font=font, anchor=f"{text.anchor}s")
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def _left(picture: HeatPicture) -> int:
    return round(max(len(_label(name)) for name in picture.rows) * _LETTER) + 2 * _EDGE + 24


def _size(picture: HeatPicture) -> tuple[int, int]:
    grid = _left(picture) + _CELL * len(picture.columns) + _EDGE
    foot = 0 if picture.rows == picture.columns else 18 * len(picture.columns) + _EDGE
    return max(grid, round(len(picture.title) * _LETTER) + 2 * _EDGE), _TOP + _ROW * len(picture.rows) + foot + _EDGE


def _boxes(picture: HeatPicture) -> list[_Box]:
    left = _left(picture)
    return [
        _Box(left + column * _CELL, _TOP + row * _ROW, "#{:02x}{:02x}{:02x}".format(*_colour(cell.share)))
        for row, cells in enumerate(picture.cells)
        for column, cell in enumerate(cells)
    ]


def _texts(picture: HeatPicture) -> list[_Text]:
    left, rows = _left(picture), len(picture.rows)
    found = [_Text(_EDGE, 24, picture.title, 14, "l", _INK)]
    for column in range(len(picture.columns)):
        found.append(_Text(left + column * _CELL + _CELL // 2 - 1, _TOP - 8, str(column + 1), 13, "m", _INK))
    for row, name in enumerate(picture.rows):
        number = f"{row + 1}. " if picture.rows == picture.columns else ""
        found.append(_Text(_EDGE, _TOP + row * _ROW + 26, number + _label(name), 13, "l", _INK))
        for column, cell in enumerate(picture.cells[row]):
            middle, top = left + column * _CELL + _CELL // 2 - 1, _TOP + row * _ROW
            ink = _ink(_colour(cell.share))
            found.append(_Text(middle, top + 20, f"{100 * cell.share:.0f} %", 14, "m", ink))
            seats = f"{100 * cell.started:.0f} / {100 * cell.followed:.0f}"
            found.append(_Text(middle, top + 35, seats, 10, "m", ink))
    if picture.rows != picture.columns:
        for column, name in enumerate(picture.columns):
            y = _TOP + rows * _ROW + 18 * (column + 1)
            found.append(_Text(_EDGE, y, f"{column + 1}  {_label(name)}", 12, "l", _INK))
    return found


def _label(name: str) -> str:
    return shortened(name, _LONGEST)


def _colour(share: float) -> tuple[int, int, int]:
    end, part = (_HIGH, 2 * share - 1) if share >= 0.5 else (_LOW, 1 - 2 * share)
    red, green, blue = (round(even + (one - even) * part) for even, one in zip(_EVEN, end, strict=True))
    return red, green, blue


def _ink(ground: tuple[int, int, int]) -> str:
    """Dark or white, whichever stands out more."""
    red, green, blue = ((part / 255) ** 2.2 for part in ground)
    brightness = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return _INK if (brightness + 0.05) ** 2 > 1.05 * 0.066 else "#fff"
