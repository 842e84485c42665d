"""Training at the terminal: an exercise is shown, moves are read line by line, and answers are told on the board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from rich.console import Console
from rich.text import Text

from qb_app.answers.advisor import Advisor
from qb_app.errors import InputError
from qb_app.practice import sentences
from qb_app.practice.choosing import Wish
from qb_app.practice.exercise import Exercise, Verdict, worded
from qb_app.practice.hints import hints_after
from qb_app.practice.lessons import Lesson, lessons
from qb_app.practice.reading import read_next
from qb_app.practice.refutation import Asking, proven, refute
from qb_app.practice.trainer import Answered, Practice, Trainer
from qb_app.terminal.console import say
from qb_app.terminal.spinner import waited_for
from qb_app.terminal.table import PlayView
from qb_engine.errors import QueensBloodError
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import HIDDEN, Card, Move
from qb_engine.narration import move_name


class TrainingView:
    """Prints exercises and what came of answers on one console."""

    def __init__(self, console: Console, *, plain: bool) -> None:
        self.console = console
        self._asked_plain = plain

    def table(self, exercise: Exercise) -> PlayView:
        return PlayView(self.console, exercise.hydrator, plain=self._asked_plain)

    def lesson(self, lesson: Lesson) -> None:
        self.console.print()
        self.say(sentences.lesson_title(lesson.number, lesson.title), "bold")
        self.say(worded(lesson.text))

    def exercise(self, exercise: Exercise, state: GameState) -> None:
        """The board with your move due, the cards, and what is to be done."""
        table = self.table(exercise)
        self.console.print()
        self.say(exercise.origin.title, "bold")
        self.turn(exercise, state)
        for note in exercise.notes:
            self.say(worded(note, table.place), "dim")
        self.say(worded(exercise.task, table.place), "cyan")

    def turn(self, exercise: Exercise, state: GameState) -> None:
        table = self.table(exercise)
        table.board(state)
        table.hand(state)
        for line in known_cards(state):
            self.say(line)

    def board(self, exercise: Exercise, state: GameState) -> None:
        self.table(exercise).board(state)

    def say(self, text: str, style: str = "") -> None:
        for line in text.splitlines():
            say(self.console, line.lstrip(), style, indent=len(line) - len(line.lstrip()))

    def refuse(self, reason: str) -> None:
        self.console.print(Text(f"No: {reason}{'' if reason.endswith('?') else '.'}"), soft_wrap=True)


def known_cards(state: GameState) -> list[str]:
    """What a player sees of cards that are usually hidden, as sentences."""
    held, lines = state.hands[Side.ENEMY].cards, []
    if held and HIDDEN not in [card.id for card in held]:
        lines.append(sentences.enemy_holds(_names(held)))
    for side in Side:
        coming = state.decks[side].remaining()
        if coming and HIDDEN not in coming:
            names = [state.hydrator.get(card_id).name for card_id in coming]
            lines.append(sentences.draws_next(names, yours=side is Side.YOU))
    return lines


def _names(cards: list[Card]) -> list[str]:
    return [card.name for card in cards]


@dataclass
class Course:
    """What is trained in one sitting: as wished, the exercises of a lesson in their order, or a single one."""

    trainer: Trainer
    wish: Wish
    seed: int
    lesson: Lesson | None = None
    chosen: str | None = None
    """The id of one exercise that is wanted, and no other."""
    skipped: set[str] = field(default_factory=set)

    def exercises(self) -> Iterator[Exercise]:
        if self.chosen is not None:
            yield self.practice.shelf.find(self.chosen)
            return
        if self.lesson is not None:
            yield from self.practice.shelf.tasks_of(self.lesson)
            return
        while (following := self.practice.next(self.wish, self.seed, self.skipped)) is not None:
            yield following

    @property
    def practice(self) -> Practice:
        return self.trainer.practice()

    def ending(self) -> str:
        """What is said when nothing is left."""
        if self.chosen is not None:
            return sentences.go_on()
        if self.lesson is None:
            return sentences.nothing_left()
        following = next((one.title for one in lessons() if one.number == self.lesson.number + 1), None)
        return sentences.lesson_done(self.lesson.number, following)


@dataclass
class Sitting:
    """A person trains by typing."""

    course: Course
    advisor: Advisor
    ask_about: Asking
    view: TrainingView
    refused: bool = False
    """Whether something that was typed could not be done."""

    def train(self, ask: Callable[[], str]) -> None:
        """Until nothing is left or the person leaves, by a word or as ``input`` tells it."""
        try:
            finished = self._train(ask)
        except (EOFError, KeyboardInterrupt):
            self.view.console.print()
            finished = False
        self.view.say(self.course.ending() if finished else sentences.left())

    def _train(self, ask: Callable[[], str]) -> bool:
        if self.course.lesson is not None:
            self.view.lesson(self.course.lesson)
        for exercise in self.course.exercises():
            trial = Trial(exercise, self)
            trial.show()
            while not trial.over:
                if not trial.obey(ask().strip()):
                    return False
        return True


@dataclass
class Trial:
    """One exercise, as far as it was done."""

    exercise: Exercise
    sitting: Sitting
    moves: tuple[Move, ...] = ()
    """Those that are on the way."""
    hints: int = 0
    """Those that were given in all."""
    known: int = 0
    """Those of them that are about the next move."""
    missed: bool = False
    """Whether a wrong answer was stored already."""
    over: bool = False

    @property
    def view(self) -> TrainingView:
        return self.sitting.view

    def show(self) -> None:
        self.view.exercise(self.exercise, self.exercise.after(self.moves))

    def obey(self, text: str) -> bool:
        """Do what was typed; False once the person wants to leave."""
        match text.casefold().split():
            case []:
                pass
            case ["quit" | "exit" | "q"]:
                return False
            case ["?" | "help"]:
                self.view.say(sentences.help_text())
            case ["board"]:
                self.show()
            case ["hint"]:
                self.hint()
            case ["show"]:
                self.give_up()
            case ["skip"]:
                self.sitting.course.skipped.add(self.exercise.exercise_id)
                self.over = True
            case _:
                self.attempt(text)
        return True

    def hint(self) -> None:
        hints = hints_after(self.exercise, self.moves)[self.known :]
        if not hints:
            self.view.say(sentences.no_more_hints())
            return
        self.view.say(worded(hints[0], self.view.table(self.exercise).place), "cyan")
        self.hints += 1
        self.known += 1

    def give_up(self) -> None:
        answered = self._stored((), gave_up=True)
        self._tell_solution()
        self._tell_time(answered)
        self.over = True

    def attempt(self, text: str) -> None:
        try:
            move = read_next(self.exercise, self.moves, text)
        except (InputError, QueensBloodError) as error:
            self.sitting.refused = True
            self.view.refuse(str(error))
            return
        moves = (*self.moves, move)
        match self.exercise.judge(moves):
            case Verdict.RIGHT:
                self._right(moves)
            case Verdict.ON_THE_WAY:
                self._go_on(moves)
            case Verdict.WRONG:
                self._wrong(moves)

    def _stored(self, moves: tuple[Move, ...], *, gave_up: bool = False) -> Answered:
        trainer = self.sitting.course.trainer
        return trainer.answer(self.exercise, moves, hints=self.hints, gave_up=gave_up)

    def _right(self, moves: tuple[Move, ...]) -> None:
        answered = self._stored(moves)
        self.view.board(self.exercise, self.exercise.played(moves))
        self.view.say(sentences.right(self.hints, length=self.exercise.length), "bold green")
        if proof := waited_for("Solving", lambda: proven(self.exercise, moves)):
            self.view.say(proof)
        for line in self.exercise.explanation:
            self.view.say(worded(line, self.view.table(self.exercise).place))
        self._tell_time(answered)
        self.over = True

    def _go_on(self, moves: tuple[Move, ...]) -> None:
        left = self.exercise.length - len(moves)
        self.moves, self.known = moves, 0
        self.view.say(sentences.on_the_way(self._named(self.exercise.answer_to(moves)), left), "green")
        self.view.turn(self.exercise, self.exercise.after(moves))

    def _wrong(self, moves: tuple[Move, ...]) -> None:
        """Told on the board; then the person may try again."""
        answered = self._stored(moves)
        exercise, sitting = self.exercise, self.sitting
        place = self.view.table(exercise).place
        found = waited_for("Searching", lambda: refute(exercise, moves, sitting.advisor, sitting.ask_about, place))
        self.view.say(sentences.wrong(self._named(moves[-1])), "bold red")
        self.view.say(found.sentence)
        self.view.board(exercise, found.board)
        self._tell_time(answered)
        self.missed = True
        self.view.say(sentences.try_again())

    def _tell_solution(self) -> None:
        ways = [[self._named(move) for move in line[::2]] for line in self.exercise.lines]
        self.view.say(sentences.solution(ways), "bold")
        for line in self.exercise.explanation:
            self.view.say(worded(line, self.view.table(self.exercise).place))

    def _tell_time(self, answered: Answered) -> None:
        if self.missed or answered.due is None:  # what was missed was told already
            return
        if not answered.counted:
            self.view.say(sentences.not_counted(), "dim")
            return
        now = self.sitting.course.trainer.practice().now
        self.view.say(sentences.next_time(answered.due, now), "dim")
        if answered.rating is not None:
            standing = answered.rating.standing
            words = sentences.rating_words(standing.rating, standing.reach, answered.rating.exercises)
            self.view.say(words, "dim")

    def _named(self, move: Move) -> str:
        return move_name(move, self.exercise.hydrator, self.view.table(self.exercise).place)


def show_standing(view: TrainingView, practice: Practice, *, anything: bool) -> None:
    """How training stands, before the first exercise; whether ``anything`` may come decides if lessons are offered."""
    player = practice.player
    view.say(sentences.due_words(len(practice.due()), len(practice.new())), "bold")
    view.say(sentences.rating_words(player.standing.rating, player.standing.reach, player.exercises))
    if not practice.version and anything:
        view.say(sentences.first_time())
