"""Games played by both engines at once, compared at every ply; a game that tells them apart is shrunk and saved."""

from __future__ import annotations

import struct
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from enum import Enum
from functools import lru_cache
from pathlib import Path
from random import Random

from gamekit.sides import BySide
from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.changes import Pawns
from qb_engine.evaluation import LanePowerEvaluator
from qb_engine.game import sensible_moves
from qb_engine.game_state import GameState
from qb_engine.geometry import TILE_COUNT, Side
from qb_engine.kernel import KernelEngine
from qb_engine.models import Decision, Move, Mulligan
from qb_engine.notation import Position, parse_decision, parse_position
from qb_engine.ruleset import Ruleset

HYDRATOR = CardHydrator()
EVALUATOR = LanePowerEvaluator()
DECK_IDS = [card.id for card in HYDRATOR.deck_cards()]
RECORD = struct.Struct("10d64i")
SAVED_GAMES = Path(tempfile.gettempdir()) / "qbcoach-differential"


@lru_cache(maxsize=64)
def engine_for(ruleset: Ruleset) -> KernelEngine:
    return KernelEngine(HYDRATOR, ruleset)


# Random games.


def random_ruleset(rng: Random) -> Ruleset:
    """A named rule set; more often one whose open fields, all or some, are answered at random."""
    named = rng.choice([Ruleset.REBIRTH, Ruleset.V2_2_4])
    if rng.random() < 0.4:
        return named
    answers: dict[str, object] = {}
    for field in fields(Ruleset):
        value = getattr(named, field.name)
        choices = [False, True] if isinstance(value, bool) else list(type(value)) if isinstance(value, Enum) else []
        if choices and rng.random() < 0.5:
            answers[field.name] = rng.choice(choices)
    return named.varied(**answers)


def random_start(seed: int) -> GameState:
    """A new game of random decks; in every second one tokens come into the hands and pawns onto the board."""
    rng = Random(f"start/{seed}")
    decks = rng.sample(DECK_IDS, 15), rng.sample(DECK_IDS, 15)
    ruleset, first = random_ruleset(rng), rng.choice(list(Side))
    state = GameState.start(*decks, seed, ruleset=ruleset, first=first, hydrator=HYDRATOR)
    if rng.random() < 0.5:
        for side in Side:
            state.hands[side].cards += rng.choices(HYDRATOR.all(), k=3)
        for index in range(TILE_COUNT):
            if rng.random() < 0.4:
                state.board.set_pawns(index, _random_pawns(rng))
    return state


def _random_pawns(rng: Random) -> Pawns:
    rank = rng.randint(1, 3)
    return Pawns(Side.YOU, rank, 0) if rng.random() < 0.5 else Pawns(Side.ENEMY, 0, rank)


def random_decision(state: GameState, rng: Random) -> Decision:
    """Mostly a mulligan or a placement; one time in twenty any decision, passes among them."""
    return rng.choice(sensible_moves(state) if rng.random() < 0.95 else state.legal_moves())


# One game in both engines.


class Twin:
    """The same game in Python and in the kernel."""

    def __init__(self, start: GameState) -> None:
        self.state = start.clone()
        self.engine = engine_for(start.ruleset)
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
        for name, python, kernel in self._views():
            if python != kernel:
                return f"{name}: Python has {python}, the kernel {kernel}"
        return None

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
    return replace(state.position(), seed=None, deck_seeds=BySide(None, None))


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
        *(0, 0, 0, 0),
        *found.powers,
        *(side_number(owner) for owner in board.owners),
        *(side_number(occupant and occupant.side) for occupant in board.occupants),
    )


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
        start = GameState.from_position(parse_position(first, HYDRATOR), HYDRATOR)
        return Game(start, tuple(parse_decision(line, HYDRATOR) for line in rest))


def replay(game: Game, watch: Callable[[Twin], str | None] | None = None) -> str | None:
    """The first thing the engines see differently in this game; None when they agree to its last decision."""
    twin = Twin(game.start)
    found = twin.disagreement()
    for decision in game.decisions:
        if found is not None:
            return found
        twin.play(decision)
        found = twin.disagreement()
        if found is None and watch is not None:
            found = watch(twin)
    return found


def play_random_game(seed: int) -> Game:
    """A whole game by the Python engine."""
    rng, start = Random(f"decisions/{seed}"), random_start(seed)
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
