"""What a player sees of a board."""

from io import StringIO

from rich.console import Console

from qb_app.terminal.board import BOARD_WIDTH, BoardView
from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.changes import Pawns
from qb_engine.geometry import Side, Tile
from qb_engine.ruleset import Ruleset

HYDRATOR = CardHydrator()


def board_with(*cards: tuple[str, str, Side]) -> BoardState:
    board = BoardState(Ruleset.REBIRTH)
    for name, tile, side in cards:
        board.place_card(HYDRATOR.get(name), side, *Tile.parse(tile))
    return board


def shown(board: BoardState, *, plain: bool = False, width: int = 80) -> list[str]:
    page = StringIO()
    Console(file=page, width=width, color_system=None).print(BoardView(HYDRATOR, plain=plain).render(board))
    return [line.rstrip() for line in page.getvalue().splitlines()]


def tile_lines(board: BoardState, tile: str) -> list[str]:
    """The two lines drawn inside one tile."""
    lane, col = Tile.parse(tile)
    rows = [line.split("│") for line in shown(board) if line.startswith("│")][1:]
    return [rows[2 * lane][col + 2].strip(), rows[2 * lane + 1][col + 2].strip()]


def test_the_start_is_drawn_to_the_letter() -> None:
    assert shown(BoardState(Ruleset.REBIRTH)) == [
        "┌───┬───────────┬───────────┬───────────┬───────────┬───────────┬─────────────┐",
        "│   │1          │2          │3          │4          │5          │ you – enemy │",
        "├───┼───────────┼───────────┼───────────┼───────────┼───────────┼─────────────┤",
        "│   │           │           │           │           │           │    0 – 0    │",
        "│ T │▶Y ●○○     │·          │·          │·          │◀E ●○○     │    even     │",
        "├───┼───────────┼───────────┼───────────┼───────────┼───────────┼─────────────┤",
        "│   │           │           │           │           │           │    0 – 0    │",
        "│ M │▶Y ●○○     │·          │·          │·          │◀E ●○○     │    even     │",
        "├───┼───────────┼───────────┼───────────┼───────────┼───────────┼─────────────┤",
        "│   │           │           │           │           │           │    0 – 0    │",
        "│ B │▶Y ●○○     │·          │·          │·          │◀E ●○○     │    even     │",
        "└───┴───────────┴───────────┴───────────┴───────────┴───────────┴─────────────┘",
        "Total: you 0, enemy 0; even",
    ]


def test_the_drawing_fits_eighty_columns() -> None:
    board = board_with(("Security Officer", "M1", Side.YOU), ("Moss-Grown Adamantoise", "M5", Side.ENEMY))
    assert max(map(len, shown(board))) == BOARD_WIDTH <= 80


def test_pawns_show_their_number_and_their_owner() -> None:
    board = BoardState(Ruleset.REBIRTH)
    board.set_pawns(Tile.parse("M3").index, Pawns(Side.ENEMY, 0, 3))
    assert tile_lines(board, "M3") == ["", "◀E ●●●"]


def test_a_card_shows_name_and_power_but_not_the_rank_under_it() -> None:
    board = BoardState(Ruleset.REBIRTH)
    board.set_pawns(Tile.parse("M1").index, Pawns(Side.YOU, 3, 0))
    board.place_card(HYDRATOR.get("Zu"), Side.YOU, 1, 0)
    assert tile_lines(board, "M1") == ["Zu", "▶Y 2"]


def test_the_owner_of_a_card_is_shown_and_not_that_of_its_tile() -> None:
    assert tile_lines(board_with(("Zu", "M5", Side.YOU)), "M5")[1].startswith("▶Y")


def test_an_effect_stars_the_tiles_it_lies_on_and_no_other() -> None:
    board = board_with(("Crystalline Crab", "M2", Side.YOU), ("Zu", "T2", Side.YOU))
    starred = {str(tile) for tile in map(Tile.parse, ("T1", "T2", "T3", "M1", "M2", "M3", "B1", "B2", "B3"))}
    assert {name for name in starred if tile_lines(board, name)[1].endswith("★")} == {"T2"}
    board.occupants[Tile.parse("T2").index] = None
    assert tile_lines(board, "T2")[1].endswith("★")
    board.occupants[Tile.parse("M2").index] = None
    assert "★" not in "".join(shown(board))


def test_raised_and_lowered_cards_are_marked() -> None:
    board = board_with(("Crystalline Crab", "M2", Side.YOU), ("Zu", "T2", Side.YOU), ("Ogre", "B4", Side.ENEMY))
    index = Tile.parse("B4").index
    ogre = board.occupants[index]
    assert ogre is not None
    board.occupants[index] = ogre._replace(lasting=-2)
    assert tile_lines(board, "T2")[1].startswith("▶Y 4▲")
    assert tile_lines(board, "B4")[1].startswith("◀E 3▼")


def test_the_lane_strip_tells_powers_leader_and_points() -> None:
    board = board_with(("Zu", "M1", Side.YOU), ("Ogre", "B5", Side.ENEMY), ("Mu", "B1", Side.YOU))
    strips = [line.split("│")[7].strip() for line in shown(board) if line.startswith("│")][1:]
    assert strips == ["0 – 0", "even", "2 – 0", "▶Y 2 points", "1 – 5", "◀E 5 points"]
    assert shown(board)[-1] == "Total: you 2, enemy 5; the enemy leads by 3"


def test_cards_that_count_each_other_are_reported() -> None:
    board = board_with(("075", "M1", Side.YOU), ("075", "M2", Side.YOU))
    assert any("no unique rest point" in line for line in shown(board))
    assert any("no unique rest point" in line for line in shown(board, plain=True))
    assert not any("rest point" in line for line in shown(board_with(("075", "M1", Side.YOU))))


def test_the_plain_board_is_words() -> None:
    board = board_with(("Crystalline Crab", "M2", Side.YOU), ("Zu", "T2", Side.YOU), ("Mu", "M5", Side.ENEMY))
    assert shown(board, plain=True) == [
        "Top lane: you 4, enemy 0; you lead for 4 points",
        "  TOP-1: yours, 1 pawn",
        "  TOP-2: your Zu, power 4, raised, under an effect",
        "  TOP-5: the enemy's, 1 pawn",
        "Middle lane: you 1, enemy 1; even",
        "  MID-1: yours, 1 pawn",
        "  MID-2: your Crystalline Crab, power 1",
        "  MID-5: the enemy's Mu, power 1",
        "Bottom lane: you 0, enemy 0; even",
        "  BOT-1: yours, 1 pawn",
        "  BOT-5: the enemy's, 1 pawn, under an effect",
        "Total: you 4, enemy 0; you lead by 4",
    ]
