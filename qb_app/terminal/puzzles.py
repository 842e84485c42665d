"""Puzzles drawn: the lists, and one to train with."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from qb_app.documents.puzzles import TrainingPuzzleDocument
from qb_app.figures import counted
from qb_app.terminal.board import BOARD_WIDTH, BoardView
from qb_app.terminal.console import needs_plain, say
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep.puzzles import Puzzle
from qb_engine.deep.training_puzzles import GRADES, TrainingPuzzle, puzzle_themes, training_puzzles
from qb_engine.models import CardId


def show_puzzles(console: Console, puzzles: Sequence[Puzzle]) -> None:
    """Every puzzle of the game with its hint, by group; those that can be solved say so."""
    group = ""
    for puzzle in puzzles:
        if puzzle.group != group:
            group = puzzle.group
            console.print(Text(group, style="bold"))
        known = ("  board known", "green") if puzzle.board else ("", "")
        console.print(Text.assemble(f"{puzzle.number:>4}  ", puzzle.title, known))
        say(console, puzzle.hint, "dim", indent=6)
    playable = sum(puzzle.board is not None for puzzle in puzzles)
    say(console, f"{playable} of {len(puzzles)} can be solved, the others are known by title and hint only.", indent=0)
    *others, last = puzzle_themes()
    say(
        console,
        f"{len(training_puzzles())} more are there to train with: --grade {GRADES[0]} to {GRADES[-1]} lists them, and "
        f"--theme {', '.join(others)} or {last}.",
        indent=0,
    )


def show_training(console: Console, puzzles: Sequence[TrainingPuzzle]) -> None:
    """One line for each puzzle: what it asks and what it is about."""
    for puzzle in puzzles:
        order = counted(len(puzzle.solution), "move")
        told = f"{puzzle.id}  grade {puzzle.grade}  {puzzle.result:<4}  {order:<7}  {', '.join(puzzle.themes)}"
        console.print(Text(told))
    hint = (
        f"'qbcoach puzzles {puzzles[0].id}' shows the first." if puzzles else "Leave --grade or --theme out for more."
    )
    say(console, f"{counted(len(puzzles), 'puzzle')} to train with. {hint}", indent=0)


class TrainingView:
    """Shows a puzzle to train with, but not how it is solved."""

    def __init__(self, console: Console, *, plain: bool) -> None:
        self.console = console
        self.plain = plain or needs_plain(console, BOARD_WIDTH)

    def show(self, puzzle: TrainingPuzzle, document: TrainingPuzzleDocument, hydrator: CardHydrator) -> None:
        self.console.print(Text(f"Puzzle {puzzle.id}, grade {puzzle.grade} of {GRADES[-1]}", style="bold"))
        say(self.console, document["task"], indent=0)
        self.console.print()
        self.console.print(BoardView(hydrator, plain=self.plain).render(puzzle.start(hydrator).board))
        for title, cards in (
            ("Your hand", document["hand"]),
            ("You still draw", document["deck"]),
            ("The enemy's hand", document["enemy_hand"]),
            ("The enemy still draws", document["enemy_deck"]),
        ):
            if cards:
                say(self.console, f"{title}: {_names(cards, hydrator)}", indent=0)
        self.console.print()
        say(self.console, f"'qbcoach solve {puzzle.id}' tells the solution.", "dim", indent=0)


def _names(cards: Sequence[CardId], hydrator: CardHydrator) -> str:
    return ", ".join(hydrator.get(card_id).name for card_id in cards)
