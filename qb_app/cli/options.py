"""Arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from qb_app.asking.choices import BeliefName
from qb_app.limits import MOST_MOVES_SHOWN, MOST_PROCESSES, MOST_SEED

JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
PlainOption = Annotated[bool, typer.Option("--plain", help="Words instead of drawings, for screen readers.")]
RulesetOption = Annotated[
    str, typer.Option(help="rebirth (the real game) or v2.2.4, also with fields: rebirth{two_face=every_entry}")
]

DeckArgument = Annotated[
    list[str], typer.Argument(metavar="DECK", help="A saved or library name, a deck code, a file or a list.")
]
PlayedDeckOption = Annotated[str, typer.Option(help="Your deck: library name, deck code, file or list.")]
PlayedEnemyDeckOption = Annotated[str, typer.Option(help="The enemy's deck, given likewise.")]
RecordOption = Annotated[Path | None, typer.Option(help="Write the game to this file, for 'qbcoach replay'.")]
ForceRecordOption = Annotated[bool, typer.Option("--force", help="Let --record overwrite a file.")]

PositionArgument = Annotated[
    list[str] | None, typer.Argument(metavar="POSITION", help="A position in one line, or '-' to read it from stdin.")
]
ExampleOption = Annotated[bool, typer.Option("--example", help="Take a position of the middle of a game.")]
EnemyDeckOption = Annotated[
    str | None, typer.Option(metavar="DECK", help="The enemy's deck, if known: library name, deck code, file or list.")
]
OpponentOption = Annotated[
    str | None, typer.Option(metavar="NAME", help="Who the enemy is in the game: the profile is weighed in.")
]
BeliefOption = Annotated[
    BeliefName | None, typer.Option(help="How candidate decks are weighed; equal unless an opponent is named.")
]
IgnorePassOption = Annotated[
    bool, typer.Option("--ignore-pass", help="Let a pass of the enemy tell nothing about its hand.")
]
EnemyWaitsOption = Annotated[
    str | None,
    typer.Option(metavar="SHARE", help="How ready the enemy is to wait in the opening: 20%; else by its matches."),
]
MustWinOption = Annotated[bool, typer.Option("--must-win", help="Let a draw count as nothing, not as half a win.")]
AgainstOption = Annotated[
    str | None,
    typer.Option(
        metavar="NAME|MOVE",
        help="Add the chances against this opponent, as weak as stored matches show it; or say why not this move.",
    ),
]
AskedMoveOption = Annotated[
    str | None,
    typer.Option(metavar="MOVE", help="Ask about this move too, as in 'zu m3': it is searched as closely as the best."),
]

MatchArgument = Annotated[str, typer.Argument(metavar="[MATCH]", help="The id of a match; the latest without one.")]
EntriesArgument = Annotated[
    list[str] | None, typer.Argument(metavar="[ENTRY]...", help="Lines to enter at once, each in quotes.")
]
TopOption = Annotated[
    int,
    typer.Option(min=0, max=MOST_MOVES_SHOWN, help="Show so many moves on your turn; 0 shows none until asked."),
]
ProcessesOption = Annotated[
    int | None,
    typer.Option(min=1, max=MOST_PROCESSES, help="How much is done at once on this machine; one for each core."),
]
ClusterOption = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS", help="Let a Dask cluster work: tcp://SCHEDULER:8786, or 'local' for one made here."
    ),
]
SeedOption = Annotated[int, typer.Option(min=0, max=MOST_SEED, help="The same seed gives the same game.")]
