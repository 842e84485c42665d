"""A chance to win as a bar."""

from __future__ import annotations

from rich.text import Text

from qb_app.terminal.board import SIDE_STYLES
from qb_engine.chance import Chance
from qb_engine.geometry import Side
from qb_engine.wording import chance_words

BAR_WIDTH = 30


def win_bar(chance: Chance, *, plain: bool) -> Text:
    """Your chance as a bar and a number with its interval; the number alone says it too."""
    told = chance_words(chance)
    if plain:
        return Text(f"Chance to win: {told}")
    filled = round(BAR_WIDTH * chance.worth)
    return Text.assemble(
        "Win ", ("█" * filled, SIDE_STYLES[Side.YOU]), ("░" * (BAR_WIDTH - filled), SIDE_STYLES[Side.ENEMY]), f" {told}"
    )
