"""Every stored match and duel as a course to look back on, and what all of them together show."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING

from qb_app.errors import InputError
from qb_app.games.duels.setup import KIND
from qb_app.live.session import Session
from qb_app.live.times import latest_time
from qb_app.storage.errors import NoSuchGameError, NoSuchMatchError, StorageError
from qb_engine.errors import QueensBloodError

if TYPE_CHECKING:
    from qb_app.games.duels.setup import DuelSetup
    from qb_app.live.tools import Tools
    from qb_app.review.course import Course
    from qb_app.review.habits import Digest, Progress
    from qb_app.storage.records import OpponentProfile
    from qb_app.storage.stores import Storage

MATCH = "match"
MOST_MATCHES = 100
"""So many of either kind are looked back on, the newest."""


USUAL_LEVEL = 5
"""Of an engine that plays on where the enemy was none."""


@dataclass(frozen=True, slots=True)
class Played:
    """A stored match or duel."""

    kind: str
    match_id: str
    version: int
    at: str


@dataclass(frozen=True)
class Courses:
    """Those of a storage."""

    storage: Storage
    tools: Tools

    def named(self, match_id: str) -> Course:
        """The course of the match or duel with that id."""
        try:
            return self.of_match(match_id)
        except NoSuchMatchError:
            with suppress(NoSuchGameError):
                return self.of_duel(match_id)
            raise

    @staticmethod
    def of_record(text: str) -> Course:
        """The course of a recorded game; one that does not play as recorded is refused."""
        from gamekit.record import Record
        from qb_app.games.moments import course_of_record
        from qb_app.games.playthrough import play_through
        from qb_engine.game import QueensBlood

        return course_of_record(play_through(QueensBlood(), Record.parse(text)))

    def of_match(self, match_id: str) -> Course:
        return Session.look(self.storage.matches, match_id, self.tools).questions.course

    def of_duel(self, duel_id: str) -> Course:
        from qb_app.games.duels.duel import Duel
        from qb_app.games.duels.setup import DuelSetup
        from qb_app.games.moments import course_of_duel
        from qb_engine.card_hydrator import CardHydrator

        stored = self.storage.games.read(KIND, duel_id)
        setup = DuelSetup.from_json(stored.info.setup)
        duel = Duel(CardHydrator.shared(), setup, stored.entries)
        return course_of_duel(duel, duel_id, stored.info.created_at)

    def of_lines(
        self, position: str, lines: Sequence[str], opponent: str | None, enemy_deck: str | None, *, files: bool
    ) -> Course:
        """The course of what was entered after a position, with what is known of the enemy."""
        from qb_app.asking.choices import Beginner
        from qb_app.live.late_storage import LateStorage
        from qb_app.live.shared import course_of_lines
        from qb_app.live.start import prepare
        from qb_engine.game_state import GameState

        ruleset = str(GameState.parse(position).ruleset)
        late = LateStorage(lambda: self.storage)
        setup = prepare(late, None, opponent, enemy_deck, Beginner.YOU, (), ruleset, files=files)
        return course_of_lines(setup, position, lines, self.tools)

    def played(self) -> tuple[Played, ...]:
        """Matches and duels in the order in which they were begun."""
        matches = self.storage.matches.matches(limit=MOST_MATCHES, until=latest_time(self.tools.clock()))
        found = [Played(MATCH, one.match_id, one.version, one.created_at) for one in matches if not one.damaged]
        duels = self.storage.games.games(KIND, limit=MOST_MATCHES)
        found += [Played(KIND, one.game_id, one.version, one.created_at) for one in duels]
        return tuple(sorted(found, key=lambda one: (one.at, one.kind, one.match_id)))

    def progress(self) -> Progress:
        """What all of them show. Whatever was not looked back on as it stands is, which takes seconds each."""
        from qb_app.review.habits import Progress

        played = self.played()
        found: list[Digest] = []
        for place in self.tools.track(range(len(played))):
            digest = self._digest(played[place])
            if digest.losses:
                found.append(digest)
        if not found:
            raise InputError(
                "no stored match or duel has a move that can be judged yet; "
                "'qbcoach live' enters a match, and chances come from the search, which needs the compiled kernel"
            )
        return Progress(tuple(found))

    def _digest(self, played: Played) -> Digest:
        """Nothing is found in what cannot be looked back on: without moves, of other rules, damaged."""
        from qb_app.review.habits import Digest, digest_of, pack_digest, unpack_digest
        from qb_app.review.review import look_back

        def find() -> Digest:
            course = self._course(played)
            if course is None:
                return Digest(played.match_id, played.kind, played.at, None, None, None, (), ())
            return digest_of(look_back(course, self.tools.advisor), played.kind)

        return self.tools.advisor.recall(self._key(played), find, pack_digest, unpack_digest)

    def _course(self, played: Played) -> Course | None:
        with suppress(InputError, QueensBloodError, StorageError, LookupError, TypeError, ValueError):
            open_it = self.of_match if played.kind == MATCH else self.of_duel
            course = open_it(played.match_id)
            course.check_moves()
            return course
        return None

    @cached_property
    def _noted(self) -> tuple[OpponentProfile, ...]:
        return () if self.tools.opponents is None else self.tools.opponents.list()

    def _key(self, played: Played) -> str:
        """Names what was found in the match as it stands, by this search and by what you noted of opponents."""
        from qb_engine.deep.search import SEARCH_VERSION
        from qb_engine.deep.win_chance import judge_version

        told = (played, self._noted, self.tools.advisor.budget.nodes, SEARCH_VERSION, judge_version())
        return f"habits-{sha256(repr(told).encode()).hexdigest()[:32]}"


def again(course: Course, number: int, seed: int, level: int | None = None) -> DuelSetup:
    """A duel that goes on from before that move, against an engine of that level; else of the one it was."""
    from gamekit.sides import BySide
    from qb_app.games.duels.setup import DuelSetup
    from qb_app.review.again import filled
    from qb_engine.deep.levels import LEVELS

    state = filled(course.moment(number), seed)
    names = BySide(course.deck or "your cards", f"the cards of {course.opponent or 'the enemy'}")
    return DuelSetup.again(state, names, seed, LEVELS[(level or course.level or USUAL_LEVEL) - 1])
