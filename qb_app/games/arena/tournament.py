"""A tournament of players over decks and seeds, played by a crew."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from gamekit.arena import ArenaPlan, Deal, FinishedGame, Fixture, deal_of, pairs, scores, tally
from gamekit.crew import Crew
from gamekit.elo import Rating, ratings
from gamekit.match import Tally, play_match
from gamekit.pairs import Pairs
from gamekit.record import first_share
from gamekit.sides import BySide
from gamekit.sprt import Sprt, SprtCourse
from qb_app.asking.decks import NamedDeck, choose_legal_deck
from qb_app.asking.players import Player, parse_player
from qb_app.asking.sprt import choose_sprt
from qb_app.errors import InputError
from qb_app.games.playthrough import DECK_KEYS
from qb_engine.deck_notation import parse_deck
from qb_engine.game import QueensBlood, setup_of
from qb_engine.geometry import Side
from qb_engine.library import library_decks
from qb_engine.ruleset import Ruleset


class Task(NamedTuple):
    """A game as it is handed to another process."""

    fixture: Fixture
    deal: Deal
    known: bool


@dataclass(frozen=True)
class Arena:
    """Everything that decides a tournament; half of its deals, or all, are mirror matches of one deck."""

    ruleset: Ruleset
    players: tuple[Player, ...]
    decks: tuple[NamedDeck, ...]
    seeds: range
    known: bool
    """Whether players are told the enemy's deck."""
    same_deck: bool = False
    """Whether both sides play the same deck in every deal."""
    sprt: Sprt | None = None
    """A question about the first of two players; the games end when it is decided."""

    @staticmethod
    def set_up(
        names: Sequence[str],
        decks: Sequence[str],
        ruleset: str,
        *,
        games: int,
        seed: int,
        known: bool,
        same_deck: bool = False,
        sprt: str | None = None,
    ) -> Arena:
        """The tournament that the user's words mean: so many games for each pair, all decks of the library if none is
        named."""
        test = choose_sprt(sprt) if sprt is not None else None
        rules, hydrator = Ruleset.parse(ruleset), _game().hydrator
        players = tuple(map(parse_player, names))
        if len(players) < 2:
            raise InputError("an arena needs two players or more")
        if test is not None and len(players) > 2:
            raise InputError(f"--sprt asks about exactly two players, not {len(players)}")
        for place, player in enumerate(players):
            if player in players[:place]:
                raise InputError(f"{player} is named twice, name every player once")
            player.check(hydrator, rules)
        if games % 2:
            raise InputError(f"--games must be even, not {games}: every deal is played in both seats")
        texts = decks or [deck.name for deck in library_decks(hydrator)]
        chosen = tuple(choose_legal_deck(text, rules, hydrator) for text in texts)
        return Arena(rules, players, chosen, range(seed, seed + games // 2), known, same_deck, test)

    @cached_property
    def plan(self) -> ArenaPlan:
        game = _game()
        players = {player.name: player.about for player in self.players}
        conditions = {"decks": "known" if self.known else "unknown"}
        return ArenaPlan(game.name, game.version, players, conditions, tuple(map(self._deal, self.seeds)))

    def decks_of(self, seed: int) -> BySide[NamedDeck]:
        return deal_of(seed, self.decks, same=self.same_deck)

    def _deal(self, seed: int) -> Deal:
        decks = self.decks_of(seed)
        return Deal(tuple(setup_of(self.ruleset, decks.first.code, decks.second.code).items()), seed)

    def play(self, fixtures: Iterable[Fixture], crew: Crew) -> Generator[FinishedGame, None, None]:
        """The games in the order given, whoever plays them."""
        return crew.map(_play, (Task(fixture, self.plan.deals[fixture.deal], self.known) for fixture in fixtures))


@dataclass(frozen=True)
class ArenaResult:
    """A tournament with its finished games."""

    arena: Arena
    games: tuple[FinishedGame, ...]
    course: SprtCourse | None = None
    """How the test of the arena went, if it has one."""

    @cached_property
    def ratings(self) -> tuple[Rating, ...]:
        """The players, strongest first."""
        return ratings(scores(self.games))

    def tally(self, player: str, opponent: str | None = None) -> Tally:
        """How a player fared against one opponent, or against all."""
        others = [rating.player for rating in self.ratings if rating.player != player]
        found = [tally(self.games, player, other) for other in ([opponent] if opponent else others)]
        return Tally(sum(t.wins for t in found), sum(t.draws for t in found), sum(t.losses for t in found))

    def pairs(self, player: str, opponent: str) -> Pairs:
        """What a player got of each deal against an opponent."""
        return pairs(self.games, player, opponent)


@cache
def _game() -> QueensBlood:
    return QueensBlood()


def _play(task: Task) -> FinishedGame:
    game = _game()
    setup = dict(task.deal.setup)
    known = {side: parse_deck(setup[DECK_KEYS[side]], game.hydrator) for side in Side} if task.known else {}
    agents = task.fixture.players.map(lambda name: parse_player(name).agent(game.hydrator, known))
    result = play_match(game, setup, task.deal.seed, agents).result
    return FinishedGame(task.fixture, result, first_share(game, result))
