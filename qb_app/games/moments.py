"""A game that was played here as a course to look back on: nothing of it is hidden by now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from qb_app.games.playthrough import Playthrough, Step
from qb_app.review.course import OPENING_HAND, Break, Course, Drawn, Event, Moment
from qb_engine.deep.levels import LEVELS
from qb_engine.game_events import CardDrawn
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import Move
from qb_engine.temper import NEVER_WAITS

if TYPE_CHECKING:
    from gamekit.sides import BySide
    from qb_app.answers.question import Question
    from qb_app.asking.decks import NamedDeck
    from qb_app.games.duels.duel import Duel
    from qb_engine.chance import Chance


def course_of_duel(duel: Duel, match_id: str = "", at: str = "") -> Course:
    """A duel as its person saw it, with the questions that its hints ask."""
    course = _course(duel.start, duel.steps, duel.setup.decks(duel.start.hydrator), resigned=duel.resigned)
    opponent, deck = f"level {duel.setup.level}", duel.setup.deck_names.first
    return replace(course, match_id=match_id, at=at, opponent=opponent, level=duel.setup.level, deck=deck)


def course_of_record(played: Playthrough) -> Course:
    """A recorded game as YOU saw it; both sides knew both decks."""
    course = _course(played.start, played.steps, played.decks)
    enemy = played.agents[Side.ENEMY]
    level = next((one.number for one in LEVELS if enemy == f"level{one.number}"), None)
    return replace(course, opponent=enemy, level=level, deck=played.decks.first.title)


def _course(start: GameState, steps: Sequence[Step], decks: BySide[NamedDeck], *, resigned: bool = False) -> Course:
    last = steps[-1].state if steps else start
    over = resigned or last.is_over
    telling = _Telling(decks, tells_all=over)
    events = tuple(telling.events(start, steps))
    running = not over and not any(last.mulligan_open)
    return Course(
        (*events, Break(telling.question(last))) if resigned and not any(last.mulligan_open) else events,
        start.hydrator,
        last,
        result=_result(last, resigned=resigned),
        now=telling.question(last) if running else None,
    )


def _result(last: GameState, *, resigned: bool) -> Chance | None:
    """Who gave up has lost."""
    from qb_engine.chance import HALF_A_WIN, Chance
    from qb_engine.deep.coach import ended

    margin = last.score().margin
    if resigned:
        return Chance.certain(0.0, 0.0, 1.0, margin)
    return ended(margin, HALF_A_WIN) if last.is_over else None


@dataclass(frozen=True)
class _Telling:
    """Goes through the steps of a game in which both sides know both decks."""

    decks: BySide[NamedDeck]
    tells_all: bool
    """Whether the game is over: while it is running nothing may be told of the enemy's hand."""

    def events(self, start: GameState, steps: Sequence[Step]) -> Iterator[Event]:
        before, number = start, 0
        for step in steps:
            number += isinstance(step.move, Move)
            if isinstance(step.move, Move) or step.side is Side.YOU:
                yield self._moment(number, before, step)
            drawn = tuple(entry.event.card for entry in step.drawn if isinstance(entry.event, CardDrawn))
            if drawn and step.side is Side.ENEMY:
                yield Drawn(number + 1, self.question(_before_draw(before, step)), drawn)
            before = step.state

    def _moment(self, number: int, before: GameState, step: Step) -> Moment:
        question = self.question(before)
        if not isinstance(step.move, Move):
            return Moment(OPENING_HAND, step.side, step.move, question, before)
        if step.side is Side.YOU:
            return Moment(number, step.side, step.move, question, before)
        if not self.tells_all:
            tokens = [card.id for card in before.hands[Side.ENEMY].cards if card.token]
            played = () if step.move.card is None or step.move.card in tokens else (step.move.card,)
            return Moment(number, step.side, step.move, question, before, (*tokens, *played))
        held = tuple(before.hands[Side.ENEMY].as_card_ids())
        return Moment(number, step.side, step.move, question, before, held, self._mirrored(before))

    def question(self, state: GameState) -> Question:
        """As its hints ask it."""
        from qb_app.answers.question import Question
        from qb_app.asking.enemies import known_deck

        enemy = known_deck(self.decks[Side.ENEMY], state.hydrator)
        return Question(state.observe(Side.YOU), enemy, temper=NEVER_WAITS)

    def _mirrored(self, state: GameState) -> Question:
        """As the enemy saw it, from its end of the table."""
        from qb_app.answers.question import Question
        from qb_app.asking.enemies import known_deck
        from qb_engine.enemy_observation import EnemyObservation
        from qb_engine.mirror import mirrored_state

        view, deck = state.observe(Side.ENEMY), self.decks[Side.YOU]
        seen = EnemyObservation.of(view, deck.card_ids, enemy=Side.YOU).snapshot()
        return Question(mirrored_state(view), known_deck(deck, view.hydrator, seen), temper=NEVER_WAITS)


def _before_draw(before: GameState, step: Step) -> GameState:
    """The game after the step, with the draw of the next side still to come."""
    state, move = before.clone(), step.move
    assert isinstance(move, Move), "nobody draws after a mulligan"
    if move.is_pass:
        state.pass_turn(step.side)
    else:
        index, tile = state.placement(step.side, move)
        state.play_card_from_hand(step.side, index, tile.lane, tile.col)
    state.end_turn()
    return state
