"""Find puzzles in self-play, prove and grade them, and write them where the engine reads them.

    python -m training.puzzles [--games N] [--seed S] [--output FILE] [--processes N] [--cluster ADDRESS]
    python -m training.puzzles --tag [--output FILE]
    python -m training.puzzles --grade [--output FILE]

Every game gives one puzzle at most, its hardest. Of each grade the first ones are kept, and nearly equal boards once.
The same seed and games give the same bytes, whoever plays. ``--tag`` finds the themes of the puzzles in the file anew,
after a change of the coach's reasons; ``--grade`` measures their difficulty anew, after a change of the search.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import TypeVar

from gamekit.crew import Crew, CrewError
from qb_app.crews import open_crew
from qb_app.errors import InputError
from qb_app.figures import counted
from qb_app.limits import MOST_PROCESSES
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep.training_puzzles import (
    FILE_NAME,
    GRADES,
    PuzzleResult,
    TrainingPuzzle,
    format_training_puzzles,
    read_training_puzzles,
)
from qb_engine.game_state import GameState
from qb_engine.ruleset import Ruleset
from training.puzzle_games import PuzzleGame, as_puzzle
from training.puzzle_grades import difficulty
from training.puzzle_hunt import hunt
from training.puzzle_themes import tag, told_apart

R = TypeVar("R")

OUTPUT = Path(str(resources.files("qb_engine").joinpath(f"data/{FILE_NAME}")))
SEED = 19
GAMES = 12_000
MOST_OF_A_GRADE = 110
MOST_DRAWS = 13
"""Of a grade too."""
MOST_ALIKE = 13
"""Two boards on which more of the 15 tiles look alike are one puzzle."""
GAMES_A_TASK = 10
"""So many that they take about a second; no result depends on it."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=GAMES, help="to look for puzzles in")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--output", type=Path, default=OUTPUT)
    parser.add_argument("--processes", type=int, help="of this machine; one for each core")
    parser.add_argument("--cluster", metavar="ADDRESS", help="whose workers play: tcp://SCHEDULER:8786, or 'local'")
    again = parser.add_mutually_exclusive_group()
    again.add_argument("--tag", action="store_true", help="find the themes of the puzzles in the file anew")
    again.add_argument("--grade", action="store_true", help="measure how hard the puzzles in the file are anew")
    arguments = parser.parse_args()
    if arguments.games < 1:
        parser.error(f"--games is a number from 1, not {arguments.games}")
    if arguments.processes is not None and not 1 <= arguments.processes <= MOST_PROCESSES:
        parser.error(f"--processes is a number from 1 to {MOST_PROCESSES}, not {arguments.processes}")
    try:
        with open_crew(arguments.processes, arguments.cluster) as crew:
            make(arguments, crew)
    except InputError as error:
        parser.error(str(error))
    except CrewError as error:
        sys.exit(f"error: {error}")


def make(arguments: argparse.Namespace, crew: Crew) -> None:
    """Write the file, and say what is in it."""
    if arguments.tag or arguments.grade:
        puzzles = list(read_training_puzzles(_read(arguments.output)))
    else:
        puzzles = selected(_found(crew, arguments.seed, arguments.games))
    if not puzzles:
        sys.exit(f"error: no puzzle was found in {counted(arguments.games, 'game')}, nothing was written")
    puzzles = _each(crew, graded, puzzles) if arguments.grade else tag(puzzles, _each(crew, told_apart, puzzles))
    about = "Puzzles of self-play, solved exactly; 'make puzzles' writes this file."
    arguments.output.write_text(format_training_puzzles(about, puzzles[0].seed, puzzles), encoding="utf-8")
    print(f"written: {arguments.output}, {len(puzzles)} puzzles")
    for title, found in (
        ("grade", [str(puzzle.grade) for puzzle in puzzles]),
        ("theme", [theme.value for puzzle in puzzles for theme in puzzle.themes]),
        ("result", [puzzle.result.value for puzzle in puzzles]),
        ("moves", [str(len(puzzle.solution)) for puzzle in puzzles]),
    ):
        print(f"by {title}: " + ", ".join(f"{name} {count}" for name, count in sorted(Counter(found).items())))


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from error


def _found(crew: Crew, seed: int, games: int) -> Iterator[TrainingPuzzle]:
    tasks = (
        [PuzzleGame(seed, number) for number in range(first, min(first + GAMES_A_TASK, games))]
        for first in range(0, games, GAMES_A_TASK)
    )
    done = found = 0
    with closing(crew.map(puzzles_of, tasks)) as results:
        for result in results:
            done += GAMES_A_TASK
            found += len(result)
            if done % 500 == 0:
                print(f"{done:,} games, {found:,} puzzles", flush=True)
            yield from result


def puzzles_of(games: Sequence[PuzzleGame]) -> list[TrainingPuzzle]:
    """The hardest puzzle of each game that has one, without its themes."""
    hydrator, ruleset = CardHydrator.shared(), Ruleset.REBIRTH
    found = []
    for game in games:
        ours = [puzzle for state in game.turns(hydrator, ruleset) for puzzle in _puzzles_at(game, state)]
        if ours:
            found.append(max(ours, key=lambda puzzle: puzzle.difficulty.points))
    return found


def _puzzles_at(game: PuzzleGame, state: GameState) -> Iterator[TrainingPuzzle]:
    start = GameState.from_position(as_puzzle(state, game.next_draws), state.hydrator)
    found = hunt(start)
    if found is None:
        return
    puzzle = TrainingPuzzle(
        id=f"p{game.number:04}",
        position=start.key(),
        line=found.line,
        result=PuzzleResult.WIN if found.won else PuzzleResult.DRAW,
        difficulty=difficulty(start, found.line),
        themes=(),
        seed=game.seed,
        game=game.number,
    )
    if found.plies > 1 or puzzle.grade == GRADES[0]:  # a move that ends the game asks for little
        yield puzzle


def selected(found: Iterable[TrainingPuzzle]) -> list[TrainingPuzzle]:
    """Of each grade the first ones, few of them draws, and no two that are nearly the same."""
    kept: list[TrainingPuzzle] = []
    boards: list[tuple[str, ...]] = []
    grades, draws = Counter[int](), Counter[int]()
    for puzzle in found:
        drawn, looks = puzzle.result is PuzzleResult.DRAW, _looks(puzzle)
        if grades[puzzle.grade] >= MOST_OF_A_GRADE or (drawn and draws[puzzle.grade] >= MOST_DRAWS):
            continue
        if any(sum(map(str.__eq__, looks, other)) > MOST_ALIKE for other in boards):
            continue
        grades[puzzle.grade] += 1
        draws[puzzle.grade] += drawn
        boards.append(looks)
        kept.append(puzzle)
    return kept


def _looks(puzzle: TrainingPuzzle) -> tuple[str, ...]:
    """What lies on each tile."""
    lanes = puzzle.position.split()[1]
    return tuple(lanes.replace("/", ",").split(","))


def _each(crew: Crew, work: Callable[[TrainingPuzzle], R], puzzles: Iterable[TrainingPuzzle]) -> list[R]:
    with closing(crew.map(work, puzzles)) as results:
        return list(results)


def graded(puzzle: TrainingPuzzle) -> TrainingPuzzle:
    return replace(puzzle, difficulty=difficulty(puzzle.start(CardHydrator.shared()), puzzle.line))


if __name__ == "__main__":
    main()
