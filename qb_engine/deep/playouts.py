"""Games that may follow a move, as the kernel counts them."""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct

from qb_engine.geometry import PerSide
from qb_engine.kernel.door import KernelEngine
from qb_engine.kernel.words import told
from qb_engine.prospect import Prospect

_FIELDS: dict[str, tuple[str, int]] = told("PROSPECT_RECORD")
"""How many numbers of which type, and at which byte."""


def read_prospect(record: bytes, hand: Sequence[int], engine: KernelEngine) -> Prospect:
    """The record of one move; ``hand`` are the cards whose later use was counted, in that order."""
    row = {name: Struct(f"={start}x{kind}").unpack_from(record) for name, (kind, start) in _FIELDS.items()}
    used = zip(map(engine.card_id, hand), row["used"], strict=False)
    return Prospect(
        games=row["games"][0],
        won=row["won"][0],
        drawn=row["drawn"][0],
        turns=row["turns"][0],
        margin=row["margin"][0],
        placed=PerSide(*row["placed"]),
        out_first=PerSide(*row["out_first"]),
        stuck_enemy=row["stuck_enemy"][0],
        stuck_you=row["stuck_you"][0],
        lanes_you=row["lanes_you"],
        lanes_enemy=row["lanes_enemy"],
        kept=row["kept"],
        placed_on=PerSide(row["placed_you"], row["placed_enemy"]),
        used=tuple(used),
        next=engine.move((row["next_card"][0], row["next_tile"][0])) if row["next_games"][0] else None,
        next_games=row["next_games"][0],
    )
