"""Games played by both engines at once, compared at every ply; a game that tells them apart is shrunk and saved."""

from __future__ import annotations

import struct
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from random import Random

from qb_engine.board_state import BoardState
from qb_engine.changes import CardDestroyed, TileCaptured
from qb_engine.errors import BoardError
from qb_engine.evaluation import LanePowerEvaluator
from qb_engine.game import sensible_moves
from qb_engine.game_state import GameState
from qb_engine.geometry import PerSide, Side
from qb_engine.kernel.door import KernelEngine
from qb_engine.models import Decision, Move, Mulligan
from qb_engine.notation import Position
from qb_engine.reader import parse_decision
from qb_engine.replies import standing
from qb_engine.ruleset import Ruleset
from tests.qb_engine.kernel.starts import HYDRATOR, random_start

EVALUATOR = LanePowerEvaluator()
RECORD = struct.Struct("10d51i4x")
PLAYS_COMPARED = 12
"""About so many plays of each side are compared at the start of a game; after that, those that are made."""
SAVED_GAMES = Path(tempfile.gettempdir()) / "qbcoach-differential"


@lru_cache(maxsize=64)
def engine_for(ruleset: Ruleset) -> KernelEngine:
    return KernelEngine(HYDRATOR, ruleset)


# Random games.


def random_decision(state: GameState, rng: Random) -> Decision:
    """Mostly a mulligan or a placement; one time in twenty any decision, passes among them."""
    return rng.choice(sensible_moves(state) if rng.random() < 0.95 else state.legal_moves())


# One game in both engines.


class Twin:
    """The same game in Python and in the kernel."""

    def __init__(self, start: GameState, engine: KernelEngine | None = None) -> None:
        self.state = start.clone()
        self.engine = engine or engine_for(start.ruleset)
        self.packed = self.engine.state(self.state)

    def play(self, decision: Decision) -> None:
        side = self.state.to_move
        assert side is not None, "the game is over"
        self.state.play(decision)
        if isinstance(decision, Move):
            self.engine.kernel.play(self.packed, *self.engine.pair(decision))
            return
        # The kernel has no shuffle of its own for mulligans: it is told what the hand and the deck have become.
        hand = self.engine.indexes(self.state.hands[side].as_card_ids())
        deck = self.engine.indexes(self.state.decks[side].remaining())
        self.engine.kernel.mulligan(self.packed, side.index, hand, deck, bool(decision.indices))

    def disagreement(self) -> str | None:
        """What the two see differently now, in words; None while they agree."""
        try:
            for name, python, kernel in self._views():
                if python != kernel:
                    return f"{name}: Python has {python}, the kernel {kernel}"
        except BoardError as error:  # of the kernel's board; that of the Python engine was checked after the play
            return f"the board: the kernel has one that cannot be, {error}"
        return None

    def disagreement_on_plays(self) -> str | None:
        """The same for what some plays lead to, those of the side that is not to act among them."""
        for side in Side:
            moves = self.state.legal_placements(side)
            for move in moves[:: max(1, len(moves) // PLAYS_COMPARED)]:
                python, kernel = expected_record_after(self.state, side, move), self._record_after(side, move)
                if python != kernel:
                    return f"{side.name} plays {move}: Python has {python}, the kernel {kernel}"
        return None

    def _record_after(self, side: Side, move: Move) -> tuple[float, ...]:
        hand = self.engine.indexes(self.state.hands[Side.YOU].as_card_ids())
        pairs = [self.engine.pair(move)]
        return RECORD.unpack(self.engine.kernel.describe_plays(self.packed.board, side.index, pairs, hand, 1))

    def _views(self) -> Iterator[tuple[str, object, object]]:
        engine, state, packed = self.engine, self.state, self.packed
        yield "the end", state.is_over, engine.kernel.is_over(packed)
        if not any(state.mulligan_open):
            moves = [engine.move(pair) for pair in engine.kernel.legal_moves(packed)]
            yield "legal moves", [str(move) for move in state.legal_moves()], [str(move) for move in moves]
        unpacked = engine.unpack_state(packed)
        yield "the position", comparable(state), comparable(unpacked)
        yield "the round trip", comparable(state), comparable(engine.unpack_state(engine.state(state)))
        yield "the key of the same position", engine.state(state).key(), packed.key()
        yield "the key after a round trip", engine.state(unpacked).key(), packed.key()
        record = RECORD.unpack(engine.kernel.describe_board(packed.board))
        yield "the evaluation", expected_record(state.board), record


def comparable(state: GameState) -> Position:
    """The position without seeds, which the kernel does not keep."""
    return replace(state.position(), seed=None, deck_seeds=PerSide(None, None))


def expected_record(board: BoardState) -> tuple[float, ...]:
    """The kernel's record of a board as the Python engine gives it; what only a play can say is 0."""
    found = EVALUATOR.evaluate(board)
    lanes, scores = found.lanes, found.score.lanes
    return (
        found.value.for_you,
        *(lane.stability for lane in lanes),
        *(lane.access for lane in lanes),
        *(lane.effect for lane in lanes),
        *(lane.diff for lane in lanes),
        *(score.power_you for score in scores),
        *(score.power_enemy for score in scores),
        *(side_number(score.winner) for score in scores),
        *(score.lane_points for score in scores),
        found.score.margin,
        *(0, 0, 0),
        tile_set([index for index, occupant in enumerate(board.occupants) if occupant is not None]),
        0,
        *found.powers,
        *standing(board, found),
    )


def expected_record_after(state: GameState, side: Side, move: Move) -> tuple[float, ...]:
    """The kernel's record of a play as the Python engine gives it."""
    assert move.card is not None
    assert move.tile is not None
    board = state.board.clone()
    changes = state.effect_engine.resolve_play(board, side, state.hydrator.get(move.card), move.tile)
    fallen = [change.card for change in changes if isinstance(change, CardDestroyed)]
    hand = state.hands[Side.YOU].cards
    record = list(expected_record(board))
    record[26] = tile_set([change.tile.index for change in changes if isinstance(change, TileCaptured)])
    record[27], record[28] = (tile_set([at.tile.index for at in fallen if at.side is who]) for who in Side)
    record[30] = any(state.legality.legal_tiles(board, Side.YOU, card) for card in hand)
    return tuple(record)


def tile_set(tiles: list[int]) -> int:
    return sum(1 << index for index in set(tiles))


def side_number(side: Side | None) -> int:
    return -1 if side is None else side.index


# What went wrong, as short as it can be.


@dataclass(frozen=True)
class Game:
    """Where a game starts and what was decided in it."""

    start: GameState
    decisions: tuple[Decision, ...] = ()

    def after(self, count: int) -> Game:
        """The same game, begun that many decisions later."""
        state = self.start.clone()
        for decision in self.decisions[:count]:
            state.play(decision)
        return Game(state, self.decisions[count:])

    def __str__(self) -> str:
        return "\n".join([self.start.key(), *map(str, self.decisions)]) + "\n"

    @staticmethod
    def parse(text: str) -> Game:
        first, *rest = text.splitlines()
        start = GameState.parse(first, HYDRATOR)
        return Game(start, tuple(parse_decision(line, HYDRATOR) for line in rest))


def replay(game: Game, watch: Callable[[Twin], str | None] | None = None) -> str | None:
    """The first thing the engines see differently in this game; None when they agree to its last decision."""
    twin = Twin(game.start)
    found = twin.disagreement() or twin.disagreement_on_plays()
    for decision in game.decisions:
        if found is not None:
            return found
        twin.play(decision)
        found = twin.disagreement()
        if found is None and watch is not None:
            found = watch(twin)
    return found


def play_random_game(seed: int, ruleset: Ruleset | None = None) -> Game:
    """A whole game by the Python engine, under this rule set or a random one."""
    rng, start = Random(f"decisions/{seed}"), random_start(seed, ruleset)
    state, decisions = start.clone(), []
    while state.to_move is not None:
        decisions.append(random_decision(state, rng))
        state.play(decisions[-1])
    return Game(start, tuple(decisions))


def decided(seed: int, plies: int = 6) -> Twin:
    """A game some decisions after both opening hands were kept."""
    state, rng = random_start(seed), Random(seed)
    while any(state.mulligan_open):
        state.play(Mulligan())
    for _ in range(plies):
        placements = state.legal_placements(state.side_to_act)
        if state.is_over or not placements:
            break
        state.play(rng.choice(placements))
    return Twin(state)


def shrink(game: Game, fails: Callable[[Game], bool]) -> Game:
    """The shortest prefix that fails, then as few decisions as still do: begun later, and single ones left out."""
    for length in range(len(game.decisions) + 1):
        prefix = Game(game.start, game.decisions[:length])
        if fails(prefix):
            game = prefix
            break
    for skipped in range(len(game.decisions), 0, -1):
        if fails(later := game.after(skipped)):
            game = later
            break
    return _without_idle_decisions(game, fails)


def _without_idle_decisions(game: Game, fails: Callable[[Game], bool]) -> Game:
    for index in reversed(range(len(game.decisions))):
        shorter = Game(game.start, game.decisions[:index] + game.decisions[index + 1 :])
        if is_legal(shorter) and fails(shorter):
            game = shorter
    return game


def is_legal(game: Game) -> bool:
    try:
        game.after(len(game.decisions))
    except ValueError:
        return False
    return True


def failure(seed: int, game: Game, what: str) -> str:
    """Save the shrunk game and say where it lies."""
    small = shrink(game, lambda tried: replay(tried) is not None)
    SAVED_GAMES.mkdir(parents=True, exist_ok=True)
    path = SAVED_GAMES / f"seed-{seed}.txt"
    path.write_text(str(small), encoding="utf-8")
    return f"seed {seed}: {what}\n{len(small.decisions)} decisions are left of the game, saved as {path}:\n{small}"
