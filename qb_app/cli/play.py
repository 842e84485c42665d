"""The command ``play``."""

from __future__ import annotations

import sys
from pathlib import Path
from random import SystemRandom
from typing import Annotated

import typer

from gamekit.sides import BySide
from qb_app.answers.checks import check_engine
from qb_app.asking.choices import DEFAULT_DECK, DEFAULT_ENEMY_DECK, DEFAULT_RULESET, Beginner
from qb_app.asking.decks import choose_legal_deck
from qb_app.cli import options
from qb_app.cli.exits import REFUSED
from qb_app.files import check_writable, write_text
from qb_app.games.duels.setup import DuelSetup
from qb_app.limits import MOST_SEED
from qb_app.terminal.console import echo, open_console
from qb_app.terminal.play import PersonGame
from qb_app.terminal.table import PlayView
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep.levels import LEVELS
from qb_engine.deep.win_chance import deep_engine
from qb_engine.geometry import Side
from qb_engine.ruleset import Ruleset

_SEEDS = 1_000_000


def play(
    level: Annotated[int, typer.Option(min=1, max=len(LEVELS), help="How strong the enemy is, 8 is the best.")] = 5,
    deck: options.PlayedDeckOption = DEFAULT_DECK,
    enemy_deck: options.PlayedEnemyDeckOption = DEFAULT_ENEMY_DECK,
    first: Annotated[Beginner, typer.Option(help="Who begins.")] = Beginner.YOU,
    seed: Annotated[
        int | None, typer.Option(min=0, max=MOST_SEED, help="The same seed gives the same deal; without one, any.")
    ] = None,
    ruleset: options.RulesetOption = DEFAULT_RULESET,
    record: options.RecordOption = None,
    force: options.ForceRecordOption = False,
    plain: options.PlainOption = False,
) -> None:
    if record is not None:
        check_writable(record, force=force)
    if seed is None:
        seed = SystemRandom().randrange(_SEEDS)
    play_on(_sit_down(level, deck, enemy_deck, first, seed, ruleset, plain=plain), record, force=force)


def play_on(game: PersonGame, record: Path | None = None, *, force: bool = False) -> None:
    """Until the game is over or the person leaves."""
    game.play(lambda: input("Your move> "))
    if record is not None:
        write_text(record, game.record.to_text(), force=force)
        echo(f"Written to {record}; 'qbcoach replay {record}' shows it again.")
    if game.refused and not sys.stdin.isatty():  # whoever sits there has seen it
        raise typer.Exit(REFUSED)


def seated(setup: DuelSetup, hydrator: CardHydrator, *, plain: bool) -> PersonGame:
    """The game of that setup, and who plays with what said."""
    view = PlayView(open_console(), hydrator, plain=plain)
    game = PersonGame(setup, view)
    chosen = LEVELS[setup.level - 1]
    decks, names = setup.decks(hydrator), setup.deck_names
    titled = BySide(decks.first._replace(name=names.first), decks.second._replace(name=names.second))
    view.header(game.seen, titled, f"level {chosen.number} ({chosen.name})", setup.seed)
    return game


def _sit_down(
    level: int, deck: str, enemy_deck: str, first: Beginner, seed: int, ruleset: str, *, plain: bool
) -> PersonGame:
    """Read everything that was chosen, and say who plays with what; both sides know both decks, as in 'simulate'."""
    hydrator, rules = CardHydrator(), Ruleset.parse(ruleset)
    check_engine(hydrator)
    deep_engine(hydrator, rules)  # refuses before anything is shown
    decks = BySide(deck, enemy_deck).map(lambda text: choose_legal_deck(text, rules, hydrator))
    begins = Side.YOU if first is Beginner.YOU else Side.ENEMY
    return seated(DuelSetup.of(rules, decks, begins, seed, LEVELS[level - 1]), hydrator, plain=plain)
