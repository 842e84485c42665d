"""The compiled kernel (kernel/bindings.cpp); qb_engine.kernel.door is its door.

Sides are 0 (you) and 1 (enemy), tiles 0 to 14, cards their place in the table; a pass is the move (-1, -1).
"""

from collections.abc import Sequence

from qb_engine.errors import QueensBloodError

WORDS: dict[str, tuple[str, ...]]  # of every enumeration
RULE_FIELDS: dict[str, str]  # with their types
WEIGHTS: dict[str, tuple[str, ...]]  # by group
SEARCH_SETTINGS: tuple[str, ...]
PLAY_RECORD: dict[str, tuple[str, int]]  # format of each field, as the module struct has it, and its first byte
PLAY_RECORD_BYTES: int
GAME_RESULT: dict[str, tuple[str, int]]
HIDDEN: int
BOARD_BYTES: int
BOARD_BYTES_WITH_DELTAS: int
STATE_BYTES: int

# owner, your rank, enemy's rank, designated owner, card, side, lasting, own, fired, number
TileRow = Sequence[int]
# tile, source tile, player, enemy
DeltaRow = Sequence[int]
# trigger, target, operation, amount, threshold, per replaced power, named cards, counted status, counted side
AbilityRow = tuple[int, int, int, int, int, bool, list[int], int, int]
# needed rank (0: replaces), power, pawns by side and tile, marks by side and tile, abilities
CardRow = tuple[int, int, list[int], list[int], list[AbilityRow]]

class LimitError(QueensBloodError):
    """Something that is right but larger than the kernel's tables; the Python engine can still do it."""

class Board:
    @property
    def next_number(self) -> int: ...
    def tiles(self) -> list[list[int]]: ...
    def base(self) -> list[tuple[int, int]]: ...
    def deltas(self) -> list[list[int]]: ...

class State:
    @property
    def board(self) -> Board: ...
    @property
    def side_to_act(self) -> int: ...
    @property
    def turn(self) -> int: ...
    @property
    def passes(self) -> int: ...
    @property
    def phase(self) -> int: ...
    @property
    def mulligan_open(self) -> list[bool]: ...
    @property
    def mulligans_applied(self) -> list[int]: ...
    def clone(self) -> State: ...
    def hand(self, side: int, /) -> list[int]: ...
    def deck(self, side: int, /) -> list[int]: ...
    def key(self) -> int: ...

class Kernel:
    def __new__(cls, rules: Sequence[int], weights: Sequence[float], cards: Sequence[CardRow], /) -> Kernel: ...
    def board(
        self,
        tiles: Sequence[TileRow],
        base: Sequence[tuple[int, int]],
        deltas: Sequence[DeltaRow],
        next_number: int,
        /,
    ) -> Board: ...
    def state(
        self,
        board: Board,
        hands: Sequence[Sequence[int]],
        decks: Sequence[Sequence[int]],
        side_to_act: int,
        turn: int,
        passes: int,
        phase: int,
        mulligan_open: Sequence[bool],
        mulligans_applied: Sequence[int],
        /,
    ) -> State: ...
    def is_over(self, state: State, /) -> bool: ...
    def legal_moves(self, state: State, /) -> list[tuple[int, int]]: ...
    def legal_tiles(self, board: Board, side: int, card: int, /) -> int: ...
    def play(self, state: State, card: int, tile: int, /) -> None: ...
    def draw(self, state: State, /) -> int: ...
    def mulligan(
        self, state: State, side: int, hand: Sequence[int], deck: Sequence[int], exchanged: bool, /
    ) -> None: ...
    def describe_board(self, board: Board, /) -> bytes: ...
    def describe_plays(
        self, board: Board, side: int, plays: Sequence[tuple[int, int]], hand: Sequence[int], threads: int, /
    ) -> bytes: ...
    def perft(self, state: State, depth: int, /) -> int: ...
    def divide(self, state: State, depth: int, /) -> list[tuple[int, int, int]]: ...
    def random_games(self, state: State, seed: int, games: int, shuffled: bool, threads: int, /) -> bytes: ...

FEATURES: int
HIDDEN_UNITS: int
OUTPUTS: int
MARGIN_SCALE: float

MovePair = tuple[int, int]
OutlookRow = tuple[float, float, float, float]
FigureRow = tuple[MovePair, int, OutlookRow, float]
PoolRow = tuple[float, Sequence[int], Sequence[int], Sequence[int], int]

class SearchRun:
    def run(self, rounds: int, threads: int, /) -> None: ...
    def figures(self) -> list[FigureRow]: ...
    def line(self, card: int, tile: int, /) -> list[FigureRow]: ...

class Searcher:
    def __init__(self, example: Board, network: Sequence[float], /) -> None: ...
    def features(self, state: State, /) -> bytes: ...
    def outlook(self, state: State, /) -> OutlookRow: ...
    def self_play(
        self,
        start: Board,
        decks: Sequence[tuple[Sequence[int], Sequence[int]]],
        wander: float,
        seed: int,
        games: int,
        threads: int,
        /,
    ) -> bytes: ...
    def search(
        self, state: State, pools: Sequence[PoolRow], settings: Sequence[float], seed: int, trees: int, /
    ) -> SearchRun: ...
    def mulligans(
        self,
        state: State,
        pools: Sequence[PoolRow],
        ways: Sequence[int],
        seed: int,
        first: int,
        deals: int,
        threads: int,
        /,
    ) -> bytes: ...
    def solve(self, state: State, positions: int, /) -> tuple[int, list[MovePair]] | None: ...
    def endings(
        self, state: State, pools: Sequence[PoolRow], draws: int, worlds: int, positions: int, /
    ) -> list[tuple[MovePair, OutlookRow | None]] | None: ...
    def puzzle(self, state: State, orders: int, positions: int, /) -> list[list[MovePair]] | None: ...
