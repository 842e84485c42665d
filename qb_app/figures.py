"""Numbers as a player reads them."""

from __future__ import annotations


def signed(number: float, places: int = 0) -> str:
    """``+3``, ``-2``, ``0``: from your side, so plus is good."""
    text = f"{number:+.{places}f}"
    return text[1:] if not text.strip("+-0.") else text


def points(margin: float, places: int = 0) -> str:
    """Who leads by how much, in words."""
    text = signed(margin, places)
    if not text.startswith(("+", "-")):
        return "even"
    return f"{'you lead' if margin > 0 else 'the enemy leads'} by {text[1:]}"


def share(part: float, places: int = 1) -> str:
    """``72.5 %``."""
    return f"{100 * part:.{places}f} %"


def counted(number: int, noun: str, plural: str = "") -> str:
    """``1 card``, ``3 cards``."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"
