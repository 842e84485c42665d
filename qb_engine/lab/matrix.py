"""Every deck against every other, on the same deals in both seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from qb_engine.lab.deals import MATRIX
from qb_engine.lab.field import Field
from qb_engine.lab.results import Results
from qb_engine.lab.rungs import Cards, Meeting, Rung
from qb_engine.lab.workbench import Workbench


@dataclass(frozen=True, slots=True)
class NamedCards:
    name: str
    cards: Cards


@dataclass(frozen=True)
class Matrix:
    """What each row's deck got of its games against each column's; a deck against itself tells what starting is
    worth."""

    rows: tuple[NamedCards, ...]
    columns: tuple[NamedCards, ...]
    weights: tuple[float, ...]
    """Of the columns, sum 1."""
    cells: tuple[tuple[Results, ...], ...]
    rung: Rung
    games: int
    """Of each cell."""

    def mean(self, row: int) -> float:
        """Of the row's shares, by the weights of the columns."""
        return sum(weight * cell.share for weight, cell in zip(self.weights, self.cells[row], strict=True))


def play_matrix(bench: Workbench, rung: Rung, decks: Sequence[NamedCards], field: Field | None, deals: int) -> Matrix:
    """The decks against each other, or against a field; of two decks that meet twice, one meeting is played."""
    rows = tuple(decks)
    columns = rows if field is None else tuple(NamedCards(deck.name, deck.cards) for deck in field.decks)
    weights = tuple(1 / len(rows) for _ in rows) if field is None else tuple(deck.weight for deck in field.decks)
    row_of_deals = MATRIX[:deals]
    wanted = [(row, column) for row in range(len(rows)) for column in range(len(columns))]
    played = [place for place in wanted if field is not None or place[0] <= place[1]]
    meetings = [Meeting(rows[row].cards, columns[column].cards, row_of_deals) for row, column in played]
    found = dict(zip(played, bench.play(rung, meetings), strict=True))
    cells = tuple(
        tuple(
            found[row, column] if (row, column) in found else found[column, row].swapped()
            for column in range(len(columns))
        )
        for row in range(len(rows))
    )
    return Matrix(rows, columns, weights, cells, rung, 2 * deals)
