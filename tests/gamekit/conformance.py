"""Checks by seeded random play that a game keeps the promises of `gamekit.protocol`."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import product
from random import Random
from typing import Generic

from gamekit.agents import ScriptedAgent
from gamekit.match import play_match
from gamekit.protocol import Game, MoveT, StateT
from gamekit.record import Record, replay
from gamekit.sides import BySide


class Promise(StrEnum):
    OVER = "to_move is None exactly when there is an outcome and no legal move"
    STABLE = "legal_moves changes nothing and gives the same moves in the same order when asked again"
    DISTINCT = "legal_moves names no move twice"
    NOTATION = "parse_move reads back every legal move that format_move writes"
    CLONE_EQUAL = "a clone has the key of its original, before and after the same move"
    CLONE_ISOLATED = "playing on a state or on its clone leaves the key of the other unchanged"
    VIEW_MOVES = "observe keeps to_move and the legal moves for the side to move"
    VIEW_IDEMPOTENT = "observing a view from the same side changes nothing"
    VIEW_ISOLATED = "observing a state, and playing on the view, leaves the key of the state unchanged"
    LEGAL = "a legal move can be played"
    REFUSAL = "play refuses an illegal move with a ValueError"
    UNTOUCHED = "a refused move leaves the key unchanged"
    ENDS = "the game ends within the allowed number of moves"
    REPEATABLE = "the same setup, seed and moves give the same keys"
    RECORD = "a game's record replays to the same final key and is written with the same bytes"


class ConformanceError(AssertionError):
    """A broken promise; the message says which, and in which game after which move."""

    def __init__(self, promise: Promise, where: str) -> None:
        super().__init__(f"{where}: broken promise: {promise}")
        self.promise = promise


def check_game(
    game: Game[StateT, MoveT], setups: Iterable[Mapping[str, str]], seeds: Iterable[int], max_moves: int = 10_000
) -> None:
    """Play a random game for every setup and seed; the first broken promise raises a ConformanceError."""
    for setup, seed in product(setups, seeds):
        walk = _Walk(game, setup, seed)
        walk.play_through(max_moves)
        walk.check_repeatable()
        walk.check_record()


@dataclass
class _Walk(Generic[StateT, MoveT]):
    """One random game, checked at every position."""

    game: Game[StateT, MoveT]
    setup: Mapping[str, str]
    seed: int
    number: int = 0
    moves: list[MoveT] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)

    def broken(self, promise: Promise) -> ConformanceError:
        where = f"{self.game.name}, setup {dict(self.setup)}, seed {self.seed}, after move {self.number}"
        return ConformanceError(promise, where)

    def require(self, kept: bool, promise: Promise) -> None:
        if not kept:
            raise self.broken(promise)

    @contextmanager
    def promised(self, promise: Promise) -> Iterator[None]:
        """Report any error that the game raises in here as this broken promise."""
        try:
            yield
        except Exception as error:
            raise self.broken(promise) from error

    def play_through(self, max_moves: int) -> None:
        rng = Random(f"{self.seed}/conformance")
        state = self.game.start(self.setup, self.seed)
        # For an unknown game, moves that were legal at another time are the only source of illegal ones.
        seen: dict[MoveT, None] = {}
        while True:
            self.keys.append(state.key())
            self.require(state.clone().key() == self.keys[-1], Promise.CLONE_EQUAL)
            legal = self.check_moves(state)
            self.check_views(state, legal, rng)
            possible = set(legal)
            self.check_refusal(state, [move for move in seen if move not in possible], rng)
            if not legal:
                return
            self.require(self.number < max_moves, Promise.ENDS)
            seen.update(dict.fromkeys(legal))
            self.advance(state, rng.choice(legal))
            self.number += 1

    def check_moves(self, state: StateT) -> list[MoveT]:
        legal: list[MoveT] = list(state.legal_moves())
        self.require((state.to_move is None) == (state.outcome() is not None) == (not legal), Promise.OVER)
        self.require(state.legal_moves() == legal and state.key() == self.keys[-1], Promise.STABLE)
        self.require(len(set(legal)) == len(legal), Promise.DISTINCT)
        with self.promised(Promise.NOTATION):
            readable = all(self.game.parse_move(self.game.format_move(move)) == move for move in legal)
        self.require(readable, Promise.NOTATION)
        return legal

    def check_views(self, state: StateT, legal: list[MoveT], rng: Random) -> None:
        for side in self.game.sides:
            view = state.observe(side)
            self.require(view.observe(side).key() == view.key(), Promise.VIEW_IDEMPOTENT)
            if side is state.to_move:
                self.require(view.to_move is side and view.legal_moves() == legal, Promise.VIEW_MOVES)
                # What is hidden may decide what the move does, so a view is free to refuse it.
                with suppress(ValueError):
                    view.play(rng.choice(legal))
            self.require(state.key() == self.keys[-1], Promise.VIEW_ISOLATED)

    def check_refusal(self, state: StateT, illegal: list[MoveT], rng: Random) -> None:
        if not illegal:
            return
        try:
            state.play(rng.choice(illegal))
        except ValueError:
            self.require(state.key() == self.keys[-1], Promise.UNTOUCHED)
        except Exception as error:
            raise self.broken(Promise.REFUSAL) from error
        else:
            raise self.broken(Promise.REFUSAL)

    def advance(self, state: StateT, move: MoveT) -> None:
        twin, kept = state.clone(), state.clone()
        with self.promised(Promise.LEGAL):
            twin.play(move)
        self.require(state.key() == self.keys[-1], Promise.CLONE_ISOLATED)
        with self.promised(Promise.LEGAL):
            state.play(move)
        self.require(kept.key() == self.keys[-1], Promise.CLONE_ISOLATED)
        self.require(twin.key() == state.key(), Promise.CLONE_EQUAL)
        self.moves.append(move)

    def check_repeatable(self) -> None:
        state = self.game.start(self.setup, self.seed)
        for number, key in enumerate(self.keys):
            self.number = number
            if number:
                with self.promised(Promise.REPEATABLE):
                    state.play(self.moves[number - 1])
            self.require(state.key() == key, Promise.REPEATABLE)

    def check_record(self) -> None:
        with self.promised(Promise.RECORD):
            text = self.written(self.moves)
            record = Record.parse(text)
            final = replay(self.game, record).key()
            again = self.written([self.game.parse_move(move) for move in record.moves])
        self.require(final == self.keys[-1] and again == text, Promise.RECORD)

    def written(self, moves: list[MoveT]) -> str:
        script = ScriptedAgent(moves)
        return play_match(self.game, self.setup, self.seed, BySide(script, script)).to_text()
