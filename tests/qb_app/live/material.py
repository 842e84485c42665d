"""What tests of live matches share: a deck, the first entries of a match, and ways to look at a session."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from qb_app.live.session import Session
from qb_app.terminal.board import BoardView
from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.geometry import Side, Tile
from qb_engine.library import library_decks

HYDRATOR = CardHydrator()
STARTER = next(deck.card_ids for deck in library_decks(HYDRATOR) if "starter" in deck.name.casefold())
OPENING = ("hand security officer, levrikon, mu, elphadunk, grasslands wolf", "keep")
FIRST_ROUND = (*OPENING, "sec m1", "e levrikon m5")


def hand(session: Session) -> list[str]:
    return [card.name for card in session.state.hands[Side.YOU].cards]


def card_on(session: Session, tile: str) -> str | None:
    card = session.state.board.occupants[Tile.parse(tile).index]
    return None if card is None else card.card.name


def drawn(board: BoardState, hydrator: CardHydrator, *, plain: bool = False, narrow: bool = False) -> str:
    page = StringIO()
    console = Console(file=page, width=60 if narrow else 80, color_system=None)
    console.print(BoardView(hydrator, plain=plain, narrow=narrow).render(board))
    return page.getvalue()


def printed(session: Session) -> str:
    return drawn(session.state.board, session.game.hydrator)
