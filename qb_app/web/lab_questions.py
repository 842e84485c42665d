"""What can be asked of the deck lab over HTTP, and the runs that it becomes."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, ConfigDict, Field

from qb_app.asking.choices import DEFAULT_RULESET
from qb_app.errors import InputError
from qb_app.lab.fields import LIBRARY
from qb_app.lab.reading import BUILD_GAMES, META_GAMES, META_ROUNDS, LabReader, Wishes
from qb_app.lab.runs import DeckRun, LabRun
from qb_app.limits import (
    LEAST_SECONDS,
    LONGEST_NAME,
    MOST_LAB_NODES,
    MOST_OF_CARDS,
    MOST_ROUNDS,
    MOST_SERVED_LAB_GAMES,
    MOST_SERVED_LAB_SECONDS,
)
from qb_app.naming import ONE_LINE, check_line
from qb_app.storage.stores import Storage
from qb_app.web.texts import Body, CardName, DeckText, OpponentText, RulesetText, Seed
from qb_engine.lab.field import MOST_DECKS, Objective
from qb_engine.lab.rungs import QUICK, RUNGS, Rung

FieldText = Annotated[
    str,
    Field(
        min_length=1,
        max_length=LONGEST_NAME,
        pattern=ONE_LINE,
        description="The name of a field, or a part of it that only one has.",
        examples=[LIBRARY],
    ),
    AfterValidator(check_line),
]
PlayerText = Annotated[
    str,
    Field(
        min_length=1,
        max_length=LONGEST_NAME,
        pattern=ONE_LINE,
        description=f"Who plays both seats: {RUNGS}, with {MOST_LAB_NODES:,} nodes at most.",
        examples=[QUICK.name],
    ),
    AfterValidator(check_line),
]
EvenGames = Annotated[
    int, Field(ge=2, le=MOST_SERVED_LAB_GAMES, strict=True, description="Of every two decks, an even number.")
]
SearchGames = Annotated[int, Field(ge=1, le=MOST_SERVED_LAB_GAMES, strict=True)]
SearchSeconds = Annotated[float, Field(ge=LEAST_SECONDS, le=MOST_SERVED_LAB_SECONDS)]
Cards = Annotated[tuple[CardName, ...], Field(max_length=MOST_OF_CARDS)]


class LabQuestion(Body):
    """What all questions say."""

    ruleset: RulesetText = DEFAULT_RULESET
    seed: Annotated[Seed, Field(description="The same seed gives the same deals.")] = 0

    def reader(self, storage: Storage) -> LabReader:
        return LabReader(storage, self.ruleset, self.seed, files=False)


class PointsQuestion(LabQuestion):
    model_config = ConfigDict(json_schema_extra={"examples": [{"deck": "starter", "against": LIBRARY}]})

    deck: DeckText
    against: FieldText = LIBRARY

    def run(self, storage: Storage) -> DeckRun:
        return self.reader(storage).deck(self.deck, self.against, swaps=False)


class MatrixQuestion(LabQuestion):
    """Every deck against every other, or each against a field."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"kind": "matrix", "decks": ["starter"], "against": LIBRARY, "games": 100}]}
    )

    kind: Literal["matrix"]
    decks: Annotated[list[DeckText], Field(min_length=1, max_length=MOST_DECKS)]
    against: FieldText | None = None
    player: PlayerText = QUICK.name
    games: EvenGames | None = None

    def run(self, storage: Storage) -> LabRun:
        reader = self.reader(storage)
        _check_player(self.player)
        run = reader.matrix(self.decks, self.against, self.player, self.games)
        _check_games(run.games, "decks")
        return run


class DeckQuestion(LabQuestion):
    """Points of a deck against a field, its best changes, and what each card is worth."""

    kind: Literal["deck"]
    deck: DeckText
    against: FieldText = LIBRARY
    owned: Annotated[bool, Field(description="Changes with cards of the collection only.")] = False

    def run(self, storage: Storage) -> LabRun:
        return self.reader(storage).deck(self.deck, self.against, owned=self.owned)


class BuildQuestion(LabQuestion):
    """The best deck that can be found against one of a field, an opponent and a deck."""

    kind: Literal["build"]
    owned: Annotated[bool, Field(description="With cards of the collection only.")] = False
    against: FieldText | None = None
    opponent: OpponentText | None = None
    deck: DeckText | None = None
    objective: Objective = Objective.MEAN
    keep: Annotated[Cards, Field(description="Cards to have; twice for two.")] = ()
    without: Annotated[Cards, Field(description="Cards that must not be used.")] = ()
    before: Annotated[DeckText | None, Field(description="The deck that is to be improved.")] = None
    games: Annotated[SearchGames | None, Field(description=f"Of the search; else {BUILD_GAMES:,}.")] = None
    seconds: Annotated[SearchSeconds | None, Field(description="Time of the search, instead of games.")] = None

    def run(self, storage: Storage) -> LabRun:
        wishes = Wishes(
            owned=self.owned,
            against=self.against,
            opponent=self.opponent,
            deck=self.deck,
            objective=self.objective,
            keep=self.keep,
            without=self.without,
            before=self.before,
            games=self.games,
            seconds=self.seconds,
        )
        return self.reader(storage).build(wishes)


class MetaQuestion(LabQuestion):
    """The mixture of decks that no deck found can exploit, from the decks of a field on."""

    kind: Literal["meta"]
    rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS, strict=True)] = META_ROUNDS
    games: Annotated[SearchGames, Field(description="Of the search in each round.")] = META_GAMES
    against: FieldText = LIBRARY

    def run(self, storage: Storage) -> LabRun:
        _check_games(self.rounds * self.games, "rounds")
        return self.reader(storage).meta(self.rounds, self.games, self.against)


JobQuestion = Annotated[MatrixQuestion | DeckQuestion | BuildQuestion | MetaQuestion, Field(discriminator="kind")]


def _check_games(games: int, fewer: str) -> None:
    if games > MOST_SERVED_LAB_GAMES:
        raise InputError(
            f"{games:,} games are too many: a job of this server has {MOST_SERVED_LAB_GAMES:,} at most, so give fewer"
            f" {fewer} or fewer games"
        )


def _check_player(text: str) -> None:
    nodes = Rung.parse(text).nodes
    if nodes is not None and nodes > MOST_LAB_NODES:
        raise InputError(
            f"{nodes:,} nodes a move are too many: a job of this server is stopped between two games, so its players"
            f" search {MOST_LAB_NODES:,} at most"
        )
