"""A match before it begins: what the options of the command line mean, with the help of what is stored."""

from __future__ import annotations

from qb_app.asking.choices import Beginner
from qb_app.live.late_storage import LateStorage
from qb_app.live.setup import MatchSetup
from qb_engine.geometry import Side
from qb_engine.models import CardId
from qb_engine.ruleset import Ruleset


def prepare(
    storage: LateStorage,
    deck: str | None,
    opponent: str | None,
    enemy_deck: str | None,
    first: Beginner,
    cards: tuple[str, ...],
    ruleset: str,
    *,
    files: bool = True,
) -> MatchSetup:
    """The setup that is meant; decks must be legal, names must be known. Without ``files`` no deck is read from one."""
    bare = MatchSetup(ruleset=Ruleset.parse(ruleset), cards=cards)
    hydrator = bare.hydrator()

    def chosen(text: str | None) -> tuple[CardId, ...] | None:
        from qb_app.asking.decks import choose_legal_deck

        if text is None:
            return None
        return choose_legal_deck(text, bare.ruleset, hydrator, storage.get().decks, files=files).card_ids

    def titled(text: str) -> str:
        from qb_app.asking.opponents import choose_opponent

        return choose_opponent(text, storage.get().opponents.list(), hydrator)

    return MatchSetup(
        ruleset=bare.ruleset,
        deck=chosen(deck),
        opponent=None if opponent is None else titled(opponent),
        enemy_deck=chosen(enemy_deck),
        first=Side.YOU if first is Beginner.YOU else Side.ENEMY,
        cards=bare.cards,
    )
