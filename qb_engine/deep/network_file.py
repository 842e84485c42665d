"""The file of the judge's network: a line that tells how it was made, then its numbers, packed.

    {"format": "qbcoach-judge-1", "made": …, "version": …, "recipe": …, "figures": …, "cards": […], "numbers": …}

The numbers are whole, of 16 bits, the lower byte first, in the order of ``kernel/network_shape.hpp``.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from qb_engine.errors import QueensBloodError
from qb_engine.models import CardId

NETWORK_FILE = Path(__file__).parents[1] / "data" / "judge.qbn"
FORMAT = "qbcoach-judge-1"


class NetworkFileError(QueensBloodError):
    """A file that holds no network, or not a whole one."""


@dataclass(frozen=True)
class NetworkFile:
    cards: tuple[CardId, ...]
    """The cards that the network has met, in the order of its rows."""
    numbers: bytes
    told: Mapping[str, Any]
    """Day, version of the program, recipe and figures."""

    @staticmethod
    def read(path: Path) -> NetworkFile:
        head, _, packed = path.read_bytes().partition(b"\n")
        try:
            told = json.loads(head)
            if told.pop("format") != FORMAT:
                raise ValueError("another format")
            cards, size = tuple(told.pop("cards")), told.pop("numbers")
            numbers = zlib.decompress(packed)
        except (ValueError, KeyError, AttributeError, TypeError, zlib.error) as error:
            raise NetworkFileError(f"{path.name} is no network of the judge ({error}); 'make fit' makes one") from error
        if len(numbers) != 2 * size:
            raise NetworkFileError(f"{path.name} is not whole: {len(numbers) // 2} numbers instead of {size}")
        return NetworkFile(cards, numbers, told)

    def write(self, path: Path) -> None:
        head = {"format": FORMAT, **self.told, "cards": self.cards, "numbers": len(self.numbers) // 2}
        path.write_bytes(json.dumps(head, separators=(",", ":")).encode() + b"\n" + zlib.compress(self.numbers, 9))
