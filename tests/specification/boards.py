"""What the programs of this room share: the cards, the sides as the specification writes them, boards and games."""

from typing import Literal

from qb_engine import BoardState, CardHydrator, EffectEngine, GameState, Tile

Player = Literal["Y", "E"]

CARDS = CardHydrator()
EFFECTS = EffectEngine(CARDS)
START = "Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1"
TILES = [(lane, col) for lane in range(3) for col in range(5)]


def put(board: BoardState, card_id: str, side: Player, lane: int, col: int) -> int:
    """Lay a card, without its pawns and effects; its number in play."""
    return board.place_card(CARDS.get(card_id), side, lane, col).number


def at(name: str) -> int:
    return Tile.parse(name).index


def stored(board: BoardState) -> list[object]:
    """Everything that the tiles of a board store, as text, so that later changes do not show in it."""
    return [repr(board.tile(lane, col)) for lane, col in TILES]


def game(
    tiles: str = START, *, to_act: Player = "Y", hand: str = "001", enemy: str = "001", more: str = ""
) -> GameState:
    """A game of the specification, entered as one line."""
    hands = [f"hand={hand}"] * bool(hand) + [f"ehand={enemy}"] * bool(enemy)
    return GameState.parse(" ".join(["v2.2.4", tiles, to_act, *more.split(), *hands]))
