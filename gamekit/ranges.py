"""Whole numbers with a stated range, read from text that anyone may have written."""

import re
from dataclasses import dataclass

_NUMBER = re.compile(r"([+-]?)0*+([0-9]*+)")


@dataclass(frozen=True, slots=True)
class Range:
    """The whole numbers from ``low`` to ``high``; printed, it says what would be right."""

    low: int
    high: int

    def __contains__(self, number: int) -> bool:
        return self.low <= number <= self.high

    def __str__(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    def find(self, text: str) -> int | None:
        """The number that is written there; None where it is none, or none of these."""
        found = _NUMBER.fullmatch(text)
        if found is None or not text[-1:].isdigit() or len(found[2]) > self._digits:
            return None  # before a number is made of thousands of digits
        number = int(f"{found[1]}{found[2] or 0}")
        return number if number in self else None

    @property
    def _digits(self) -> int:
        return len(str(max(abs(self.low), abs(self.high))))
