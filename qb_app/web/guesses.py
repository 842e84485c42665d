"""Wrong tokens: whoever sends several has to wait, longer each time."""

from __future__ import annotations

import hashlib
import math
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

FREE = 5
"""So many may be wrong before one has to wait: people mistype."""
LONGEST_SECONDS = 30
FORGOTTEN_SECONDS = 15 * 60
MOST_ADDRESSES = 1_000


@dataclass(slots=True)
class _Guesser:
    wrong: int = 0
    last: bytes = b""
    """The last wrong token, not to be read back: a tab that repeats it does not guess."""
    at: float = 0.0
    free_at: float = 0.0


class Guesses:
    """Counts wrong tokens by address. What it remembers has an end: the longest silent one is forgotten first."""

    def __init__(self, clock: Callable[[], float], most: int = MOST_ADDRESSES) -> None:
        self._clock = clock
        self._most = most
        self._guessers: OrderedDict[str, _Guesser] = OrderedDict()

    def seconds_to_wait(self, address: str) -> int:
        """How long no token of this address is looked at, not even the right one; 0 when it is."""
        guesser = self._guessers.get(address)
        return 0 if guesser is None else max(0, math.ceil(guesser.free_at - self._clock()))

    def wrong(self, address: str, token: str) -> None:
        now = self._clock()
        guesser = self._guessers.get(address)
        if guesser is None or now - guesser.at > FORGOTTEN_SECONDS:
            guesser = self._guessers[address] = _Guesser()
        self._guessers.move_to_end(address)
        if len(self._guessers) > self._most:
            self._guessers.popitem(last=False)
        guesser.at = now
        sent = hashlib.sha256(token.encode()).digest()
        if sent == guesser.last:
            return
        guesser.last = sent
        guesser.wrong += 1
        if guesser.wrong >= FREE:
            guesser.free_at = now + min(2 ** (guesser.wrong - FREE), LONGEST_SECONDS)

    def __len__(self) -> int:
        """How many addresses are remembered."""
        return len(self._guessers)

    def right(self, address: str) -> None:
        self._guessers.pop(address, None)
