"""A live match as a course to look back on: what was entered, with the question that stood before every move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from qb_app.live import commands as c
from qb_app.live.game import LiveGame
from qb_app.review.course import OPENING_HAND, Break, Course, Drawn, Event, Moment
from qb_engine.geometry import Side
from qb_engine.models import HIDDEN, CardId, Move, Mulligan

if TYPE_CHECKING:
    from qb_app.answers.question import Question
    from qb_app.live.history import Entry
    from qb_engine.chance import Chance

Asking = Callable[[LiveGame], "Question"]
TELLS_NOTHING = (c.Note, c.SetScore, c.AddCard, c.SetRemarks)
"""Entries after which every chance is what it was before."""


def course_of(game: LiveGame, entries: Sequence[Entry], ask: Asking, match_id: str) -> Course:
    """The match that these entries made; ``ask`` makes the question of a position in it."""
    commands = [entry.command for entry in entries]
    return Course(
        tuple(_Telling(game, commands, ask).events()),
        game.hydrator,
        game.state,
        result=_ended(game) if game.is_over else None,
        now=None if game.is_over or game.nothing_known else ask(settled(game)),
        screen_score=game.screen_score,
        notes=tuple(game.notes),
        match_id=match_id,
        opponent=game.setup.opponent,
        deck=_title(game),
        at=entries[0].at if entries else "",
    )


def settled(game: LiveGame) -> LiveGame:
    """The match as one who moves in it has it: whoever makes a move has kept the hand, also without saying so."""
    if any(game.state.mulligan_open):
        game = game.fork()
        game.state.settle_opening_hands()
    return game


def _ended(game: LiveGame) -> Chance:
    from qb_engine.deep.coach import ended

    score, shown = game.state.score(), game.screen_score
    return ended(score.margin if shown is None else shown[0] - shown[1], game.draw_worth)


def _title(game: LiveGame) -> str | None:
    from qb_app.asking.decks import named

    deck = game.setup.deck
    return None if deck is None else named(deck, game.hydrator).title


class _Telling:
    """Goes through the entries once."""

    def __init__(self, last: LiveGame, commands: Sequence[c.Command], ask: Asking) -> None:
        self._commands = commands
        self._hydrator = last.hydrator
        self._ask = ask
        self._game = LiveGame.replay(last.setup, ())
        self._moves = 0

    def events(self) -> Iterator[Event]:
        for place, command in enumerate(self._commands):
            before = self._game
            self._game = before.fork()
            match command:
                case c.Play() | c.Pass():
                    self._moves += 1
                    yield from self._move(before, command, self._commands[place:])
                case c.Exchange(indices):
                    told = None if before.hidden_in_hand else self._ask(before)
                    yield Moment(OPENING_HAND, Side.YOU, Mulligan(indices), told, before.state)
                case c.Draw(cards) if before.draw_due:
                    yield self._drawn(self._moves + 1, before, cards)
                case c.HandIs() if self._is_draw(before, command):
                    yield self._drawn(self._moves + 1, before, tuple(_more(before, command)))
                case c.End() if before.is_over:
                    pass
                case _ if not isinstance(command, TELLS_NOTHING):
                    yield Break(self._standing(before))
            self._game.apply(command)

    def _standing(self, before: LiveGame) -> Question | None:
        """The question of a position that moves have led to, where the hand is told."""
        told = self._moves and not before.nothing_known and not before.is_over
        return self._ask(settled(before)) if told else None

    def _move(self, before: LiveGame, command: c.Play | c.Pass, rest: Sequence[c.Command]) -> Iterator[Event]:
        move = Move(command.card, command.tile) if isinstance(command, c.Play) else Move.PASS
        if before.draw_due and move.card is not None and not before.hidden_in_hand:
            held = before.state.hands[Side.YOU].index_of(move.card) is not None
            draw = c.Draw((HIDDEN if held else move.card,))  # a card played without having been named was the draw
            yield self._drawn(self._moves, before, draw.cards)
            before = before.fork()
            before.apply(draw)
        question = None if before.draw_due or before.nothing_known else self._ask(settled(before))
        held_cards = self._held(before, rest) if command.side is Side.ENEMY else ()
        yield Moment(self._moves, command.side, move, question, before.state, held_cards)

    def _held(self, before: LiveGame, rest: Sequence[c.Command]) -> tuple[CardId, ...]:
        """What the enemy is known, by now, to have held: tokens, the card it plays, and later ones if it drew none."""
        seen = rest[:1] if len(before.state.decks[Side.ENEMY]) else rest
        plays = [each.card for each in seen if isinstance(each, c.Play) and each.side is Side.ENEMY]
        tokens = [card for card in before.state.hands[Side.ENEMY].as_card_ids() if card != HIDDEN]
        return (*tokens, *(card for card in plays if not self._hydrator.get(card).token))

    def _drawn(self, number: int, before: LiveGame, cards: tuple[CardId, ...]) -> Drawn:
        question = None if before.nothing_known else self._ask(before)
        return Drawn(number, question, tuple(card for card in cards if card != HIDDEN))

    @staticmethod
    def _is_draw(before: LiveGame, command: c.HandIs) -> bool:
        """Whether the hand is the one that was known, and one card more."""
        held = Counter(before.state.hands[Side.YOU].as_card_ids())
        return before.draw_due and not held - Counter(command.cards) and _more(before, command).total() == 1


def _more(before: LiveGame, command: c.HandIs) -> Counter[CardId]:
    """The cards of the hand told that were not in the one known."""
    return Counter(command.cards) - Counter(before.state.hands[Side.YOU].as_card_ids())
