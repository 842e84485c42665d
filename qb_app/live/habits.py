"""How an opponent plays, by the matches that are stored: how often it waited, and how much its turns gave away.

What a match shows depends on its log alone, so it is found once for each version of the log and then kept. Turns are
judged under the equal belief whatever else is known, as those were from which ``GIVEN_BY_SLIPS`` was measured.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from qb_app.errors import InputError
from qb_app.live import commands as c
from qb_app.live.game import LiveGame
from qb_app.live.history import MAIN, History
from qb_app.live.moments import settled
from qb_app.live.setup import MatchSetup
from qb_app.storage.errors import StorageError
from qb_engine.errors import QueensBloodError
from qb_engine.geometry import Side
from qb_engine.temper import LEAST_TURNS, STRENGTH_NODES, Strength, Temper, is_opening

if TYPE_CHECKING:
    from qb_app.answers.advisor import Advisor
    from qb_app.answers.question import Question
    from qb_app.live.tools import Tools
    from qb_app.storage.records import MatchInfo
    from qb_engine.chance import Chance
    from qb_engine.deep.search import Budget

MOST_MATCHES = 50
"""The newest that are looked at; who played otherwise long ago may have changed."""
COULD_PLACE = 0.75
"""A pass is a wait if the enemy held something to place with at least this probability. The equal belief gives 86 % on
its first turn; real decks, and hands after a mulligan, are better than that."""


class OpeningTurns(NamedTuple):
    """Of one match."""

    placed: int
    waited: int


@dataclass(frozen=True, slots=True)
class Manner:
    """How an opponent plays."""

    temper: Temper
    strength: Strength | None
    """None while too few of its turns could be judged."""
    judged: int


class _Turn(NamedTuple):
    """A move of the enemy, with the match around it."""

    before: LiveGame
    after: LiveGame
    is_pass: bool


class Habits:
    """What stored matches tell of opponents; of a ``match`` only those that were begun before it."""

    def __init__(self, tools: Tools, match: MatchInfo | None = None) -> None:
        self._tools = tools
        self._match = match

    def temper(self, opponent: str) -> Temper:
        """How ready it is to wait; the usual readiness where no match tells more. Quick, for nothing is searched."""
        found = [self._opening_turns(info) for info in self._matches(opponent)]
        waited = sum(turns.waited for turns in found)
        return Temper.seen(sum(turns.placed for turns in found) + waited, waited)

    def manner(self, opponent: str) -> Manner:
        """All of it. The first time every turn of the enemy is searched twice; where there is no kernel, none is."""
        matches, given = self._matches(opponent), list[float]()
        for place in self._tools.track(range(len(matches))):
            given += self._given(matches[place])
        return Manner(self.temper(opponent), Strength.of(given), len(given))

    def strength(self, opponent: str) -> Strength:
        """For a second figure; refused while too few turns could be judged."""
        manner = self.manner(opponent)
        if manner.strength is None:
            raise InputError(
                f"how strong {opponent} is cannot be told: {manner.judged} of its turns could be judged in stored "
                f"matches, {LEAST_TURNS} are needed"
            )
        return manner.strength

    def _matches(self, opponent: str) -> list[MatchInfo]:
        if self._tools.matches is None:
            return []
        until = None if self._match is None else self._match.created_at
        found = self._tools.matches.matches(opponent=opponent, limit=MOST_MATCHES, until=until)
        return [info for info in found if not info.damaged and self._counts(info)]

    def _counts(self, info: MatchInfo) -> bool:
        match = self._match
        return match is None or (info.created_at <= match.created_at and info.match_id != match.match_id)

    def _opening_turns(self, info: MatchInfo) -> OpeningTurns:
        return self._tools.advisor.recall(
            f"turns-{info.match_id}-{info.version}",
            lambda: _opening_turns(self._turns(info)),
            lambda turns: turns._asdict(),
            lambda document: OpeningTurns(document["placed"], document["waited"]),
        )

    def _given(self, info: MatchInfo) -> tuple[float, ...]:
        from qb_engine.deep.search import SEARCH_VERSION
        from qb_engine.deep.win_chance import judge_version

        return self._tools.advisor.recall(
            f"given-{STRENGTH_NODES}-{SEARCH_VERSION}-{judge_version()}-{info.match_id}-{info.version}",
            lambda: tuple(self._judged(info)),
            lambda given: {"given": given},
            lambda document: tuple(document["given"]),
        )

    def _judged(self, info: MatchInfo) -> Iterator[float]:
        from qb_engine.deep.search import Budget

        advisor, budget = self._tools.advisor, Budget(STRENGTH_NODES)
        for turn in self._turns(info):
            if turn.before.hidden_in_hand:  # as in the look back: nobody can judge what happened then
                continue
            first, second = (_chance_in(game, advisor, budget) for game in (turn.before, turn.after))
            if first is not None and second is not None:
                yield second.worth - first.worth

    def _turns(self, info: MatchInfo) -> Iterator[_Turn]:
        """The enemy's moves in the main line, as far as the match can be replayed."""
        assert self._tools.matches is not None, "a match is known, so there is a store of matches"
        try:
            game = LiveGame.replay(MatchSetup.from_json(self._tools.matches.setup(info.match_id)), ())
            entries = History.of(self._tools.matches.events(info.match_id)).lines[MAIN].stands
            for entry in entries:
                if isinstance(entry.command, c.SetWaits | c.SetDraws):  # what was believed then
                    continue
                before, game = game, game.fork()
                game.apply(entry.command)
                if isinstance(entry.command, c.Play | c.Pass) and entry.command.side is Side.ENEMY:
                    yield _Turn(before, game, isinstance(entry.command, c.Pass))
        except (InputError, QueensBloodError, StorageError):
            return  # a match of other rules, or of an older program: it tells as much as was read


def _chance_in(game: LiveGame, advisor: Advisor, budget: Budget) -> Chance | None:
    """Your chance in a match, also once it is over; None where there is no kernel."""
    if game.is_over:
        from qb_engine.deep.coach import ended

        return ended(game.state.score().margin, game.draw_worth)
    return advisor.chance(_question(settled(game)), budget)


def _opening_turns(turns: Iterator[_Turn]) -> OpeningTurns:
    placed = waited = 0
    for turn in turns:
        state = turn.before.state
        if not is_opening(state.board, state.passes):
            continue
        if not turn.is_pass:
            placed += 1
        elif _could_place(turn.before) >= COULD_PLACE:
            waited += 1
    return OpeningTurns(placed, waited)


def _could_place(game: LiveGame) -> float:
    """How likely the enemy, whose move it is, holds a card that can be placed."""
    from qb_app.answers.outlook import look_ahead

    return 1.0 - sum(one.in_hand for one in look_ahead(_question(game)).threat.outcomes if one.move is None)


def _question(game: LiveGame) -> Question:
    from qb_app.answers.question import Question
    from qb_app.asking.choices import BeliefName
    from qb_app.asking.enemies import EnemyChoice
    from qb_engine.deck_belief import EqualBelief

    enemy = EnemyChoice(BeliefName.EQUAL, EqualBelief(game.hydrator))
    return Question(game.state.observe(Side.YOU), enemy, game.cards)
