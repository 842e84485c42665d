"""What a player asks in the middle of a match, answered from one position. Nothing here changes anything."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

from qb_app.errors import InputError
from qb_app.live import commands as c
from qb_app.live.game import LiveGame
from qb_app.live.grammar import format_command
from qb_app.live.history import Entry, History
from qb_app.live.moments import TELLS_NOTHING
from qb_app.live.outcome import (
    Advised,
    BoardShown,
    Explained,
    Foreseen,
    HandAdvised,
    HelpShown,
    Outcome,
    Summed,
    Supposed,
    Weighed,
)
from qb_app.live.refusals import stale_hand
from qb_app.live.telling import describe, named
from qb_engine.geometry import Side, long_name
from qb_engine.models import HIDDEN, CardId, Move
from qb_engine.narration import result_words

if TYPE_CHECKING:
    from qb_app.answers.advice import Advice
    from qb_app.answers.question import Question
    from qb_app.live.habits import Habits
    from qb_app.live.tools import Tools
    from qb_app.review.course import Course
    from qb_app.review.remarks import Remark
    from qb_app.storage.records import MatchInfo, Sighting
    from qb_engine.opponents import Opponent
    from qb_engine.temper import Strength, Temper


NOTHING_TO_REMARK = "Nothing is to be said of the last move."


class Questions:
    """Answers about one position; everything dear is computed once, when first asked."""

    def __init__(
        self, game: LiveGame, history: History, entries: tuple[Entry, ...], match: MatchInfo, tools: Tools
    ) -> None:
        self.game = game
        self._history = history
        self._entries = entries
        self._match = match
        self._tools = tools

    # What is known of the enemy.

    @cached_property
    def opponent(self) -> Opponent | None:
        from qb_app.asking.opponents import profile_of

        title = self.game.setup.opponent
        return None if title is None else profile_of(title, self._tools.opponents, self.game.hydrator)

    @cached_property
    def sightings(self) -> tuple[Sighting, ...]:
        """What earlier matches showed of this opponent; no later ones, so that a look back knows what was known."""
        title = self.game.setup.opponent
        if title is None or self._tools.opponents is None:
            return ()
        seen = self._tools.opponents.seen(title, begun_by=self._match.created_at)
        return tuple(one for one in seen if one.match_id != self._match.match_id)

    @cached_property
    def question(self) -> Question:
        """The position as you see it, for the coach."""
        return self._question_in(self.game)

    def _question_in(self, game: LiveGame) -> Question:
        from qb_app.answers.question import Question
        from qb_app.live.enemy import believe

        unseen = tuple(sorted(game.unseen)) if game.hidden_in_hand and game.deck_is_listed else ()
        enemy = believe(game, self.opponent, self.sightings)
        waits, temper = game.enemy_waits, self._temper
        told = temper if waits is None else temper.told(waits)
        return Question(game.state.observe(Side.YOU), enemy, game.cards, unseen, told, game.draw_worth)

    @cached_property
    def _temper(self) -> Temper:
        """How the enemy plays, by earlier matches."""
        from qb_engine.temper import Temper

        title = self.game.setup.opponent
        return Temper() if title is None else self._habits.temper(title)

    @property
    def _habits(self) -> Habits:
        from qb_app.live.habits import Habits

        return Habits(self._tools, self._match)

    def strength(self) -> tuple[str, Strength]:
        """Who the enemy is, and how strong; refused where nobody was named, or too few turns could be judged."""
        title = self.game.setup.opponent
        if title is None:
            raise InputError(
                "no opponent was named, so nothing is known of its strength; name one when the match begins "
                "('qbcoach live --opponent NAME')"
            )
        return title, self._habits.strength(title)

    @property
    def enemy_cards(self) -> list[CardId]:
        """Cards that the enemy is likely to play, by its hand, its known deck, its profile, or what it has shown."""
        from qb_app.asking.opponents import known_of

        tokens = [card_id for card_id in self.game.state.hands[Side.ENEMY].as_card_ids() if card_id != HIDDEN]
        deck = self.game.enemy_deck
        if deck is not None:
            return [*tokens, *(Counter(deck) - Counter(self.game.enemy_played)).elements()]
        known = known_of(self.opponent, self.sightings) if self.opponent else ()
        return [*tokens, *self.game.enemy_played, *known]

    @property
    def enemy_likely(self) -> list[CardId]:
        """The same cards, each once, the likeliest in its hand first."""
        cards = list(dict.fromkeys(self.enemy_cards))
        if len(cards) < 2:
            return cards
        from qb_app.live.enemy import believe, held_by

        held = held_by(believe(self.game, self.opponent, self.sightings), self.game)
        return sorted(cards, key=lambda card_id: -round(held.get(card_id, 0.0), 9))

    # What is thought of the position.

    @cached_property
    def advice(self) -> Advice:
        """All moves of the cards you have told, best first; refused while your draw is due or no card is told."""
        self.check_hand()
        with self._tools.busy():
            return self._tools.advisor.advise(self.question)

    @cached_property
    def compared(self) -> Advice:
        """The same with a second figure, against this opponent as weak as its turns show it."""
        enemy, strength = self.strength()
        advice = self.advice
        with self._tools.busy():
            return self._tools.advisor.compared(advice, enemy, strength)

    def check_hand(self) -> None:
        """Refuse to advise on an old hand, or on one of which nothing is told."""
        game = self.game
        if not game.is_over and (game.draw_due or game.nothing_known):
            raise stale_hand(draw_due=game.draw_due)

    def answer(self, command: c.Command) -> Outcome:
        match command:
            case c.Best() if self.question.on_opening_hand and not self.game.nothing_known:
                with self._tools.busy():
                    advice = self._tools.advisor.mulligan(self.question)
                return Outcome(lines=(advice.primary, *self.question.assumed), answer=HandAdvised(advice))
            case c.Best(top):
                return Outcome(answer=Advised(self.advice, top))
            case c.Ask(c.Question.AGAINST):
                return Outcome(answer=Advised(self.compared, c.Best().top))
            case c.Why(number):
                return Outcome(answer=self._why(number))
            case c.AskPlay(card, tile):
                return self._asked(Move(card, tile))
            case c.Ask(c.Question.ASK_PASS):
                return self._asked(Move.PASS)
            case c.WhatPlay() | c.Ask(c.Question.WHAT_PASS):
                return Outcome(answer=self._suppose(command))
            case c.Ask(c.Question.THREAT | c.Question.ODDS):
                return self._foresee(command)
            case c.Ask(c.Question.BOARD):
                return Outcome(answer=BoardShown(self.game.state))
            case c.Ask(c.Question.SUMMARY):
                return Outcome(answer=self.summary())
            case c.Ask(c.Question.HELP):
                return Outcome(answer=HelpShown())
        return Outcome(lines=self._told(command))

    def _why(self, number: int) -> Explained:
        moves = self.advice.recommendation.moves
        if number > len(moves):
            raise InputError(f"there are only {len(moves)} moves here; 'why 1' explains the best")
        return Explained(self.advice, moves[number - 1])

    def _asked(self, move: Move) -> Outcome:
        """A move searched as closely as the best, and how far it lies behind."""
        self.check_hand()
        question = self.question.asking(move)
        with self._tools.busy():
            advice = self._tools.advisor.advise(question)
        told = advice.asked_words(self._tools.place)
        if advice.asked is None or told is None:
            raise InputError("the search was called off before it came to this move; ask again")
        why = advice.contrast(move).sentences(self.game.hydrator, self._tools.place)
        return Outcome(lines=(told, *why), answer=Explained(advice, advice.asked))

    def _suppose(self, command: c.WhatPlay | c.Ask) -> Supposed:
        """Play the move on a copy of the match."""
        play = c.Play(command.card, Side.YOU, command.tile) if isinstance(command, c.WhatPlay) else c.Pass(Side.YOU)
        game = self.game
        tried = game.fork()
        changes = tried.apply(play)
        move = Move(play.card, play.tile) if isinstance(play, c.Play) else Move.PASS
        told = not (game.draw_due or game.nothing_known or game.state.mulligan_open[Side.YOU])
        ranked = self.advice.every if told else ()
        found = next((one for one in ranked if one.candidate.move == move), None)
        judged = None if found is None else Explained(self.advice, found)
        return Supposed(move, tuple(changes), tried.state, judged)

    def _foresee(self, command: c.Command) -> Outcome:
        from qb_app.answers.outlook import look_ahead

        with self._tools.busy():
            outlook = look_ahead(self.question)
        if command == c.Ask(c.Question.THREAT):
            return Outcome(lines=(outlook.sentence(self._tools.place),), answer=Foreseen(outlook))
        return Outcome(answer=Weighed(outlook, self.draws))

    @property
    def draws(self) -> dict[CardId, float]:
        """How likely each card is your next draw, likeliest first; empty without a deck list."""
        unseen = self.game.unseen
        if HIDDEN in unseen or not unseen:
            return {}
        return {card_id: copies / len(unseen) for card_id, copies in Counter(unseen).most_common()}

    @property
    def course(self) -> Course:
        """The match to look back on."""
        from qb_app.live.moments import course_of

        return course_of(self.game, self._entries, self._question_in, self._match.match_id)

    @property
    def is_news(self) -> bool:
        """Whether the last entry is one after which there may be something to say of a move."""
        return bool(self._entries) and not isinstance(self._entries[-1].command, TELLS_NOTHING)

    def remark(self) -> Remark | None:
        """What is to be said of the last move, if it was costly; of the enemy's once you can answer it."""
        from qb_app.review.remarks import remark_on

        commands = (entry.command for entry in reversed(self._entries))
        last = next((command for command in commands if not isinstance(command, TELLS_NOTHING)), None)
        if not isinstance(last, c.Play | c.Pass | c.Draw | c.HandIs):
            return None
        with self._tools.busy():
            return remark_on(self.course, self._tools.advisor, self._tools.place)

    def summary(self) -> Summed:
        from qb_app.review.review import look_back

        return Summed(look_back(self.course, self._tools.advisor, self._tools.track))

    def _told(self, command: c.Command) -> tuple[str, ...]:
        game = self.game
        match command:
            case c.Ask(c.Question.SCORE):
                shown = game.screen_score
                screen = () if shown is None else (f"The screen shows {shown[0]}–{shown[1]}.",)
                ended = "The match is over" if game.is_over else "If the match ended now"
                return (f"{ended}: {result_words(game.state.score())}.", *screen)
            case c.Ask(c.Question.REMARK):
                remark = self.remark()
                return (NOTHING_TO_REMARK,) if remark is None else remark.lines
            case c.Ask(c.Question.HAND):
                return (f"Your hand: {named(game.state.hands[Side.YOU].as_card_ids(), game.hydrator)}.",)
            case c.Ask(c.Question.BRANCHES):
                return tuple(
                    f"{'*' if name == self._history.branch else ' '} {name}: {len(line.stands)} entries"
                    for name, line in self._history.lines.items()
                )
            case c.Ask(c.Question.LOG):
                stands = self._history.line.stands
                return tuple(
                    f"{number}. {describe(one.command, game.hydrator, long_name)}"
                    for number, one in enumerate(stands, 1)
                )
        raise TypeError(f"{format_command(command)} is no question")
