"""The win-chance network: the numbers that ``training.fit`` has fitted, and the kernel's searcher that uses them."""

from __future__ import annotations

from functools import cache, lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING

from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep.network_file import NETWORK_FILE, NetworkFile
from qb_engine.errors import QueensBloodError
from qb_engine.kernel.door import KernelEngine, kernel_engine
from qb_engine.kernel.words import PURE
from qb_engine.ruleset import Ruleset

if TYPE_CHECKING:
    from qb_engine import _kernel


class DeepSearchUnavailableError(QueensBloodError):
    """Deep search was asked for where there is no kernel to run it."""


@cache
def network() -> NetworkFile:
    """The network that ``training.fit`` has fitted."""
    return NetworkFile.read(NETWORK_FILE)


@cache
def judge_version() -> str:
    """Names the network: answers of different judges are not to be compared."""
    return sha256(NETWORK_FILE.read_bytes()).hexdigest()[:12]


def deep_engine(hydrator: CardHydrator, ruleset: Ruleset) -> KernelEngine:
    """The kernel for these cards and rules; where there is none, the error says what to do."""
    engine = kernel_engine(hydrator, ruleset)
    if engine is None:
        raise DeepSearchUnavailableError(
            f"deep search needs the compiled kernel: install qbCoach with a C++ compiler and without {PURE}; "
            "the quick advice of 'qbcoach coach' works without it"
        )
    return engine


@lru_cache(maxsize=16)
def searcher(engine: KernelEngine) -> _kernel.Searcher:
    """The kernel's searcher with the fitted network, made once for each kernel."""
    return searcher_with(network(), engine)


def searcher_with(judge: NetworkFile, engine: KernelEngine) -> _kernel.Searcher:
    """A searcher with this network; cards that it has never met count by their traits."""
    from qb_engine import _kernel

    place = {card_id: number for number, card_id in enumerate(judge.cards)}
    places = [place.get(card_id, -1) for card_id in engine.card_ids]
    return _kernel.Searcher(engine.board(BoardState(engine.ruleset)), judge.numbers, len(judge.cards), places)
