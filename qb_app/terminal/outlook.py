"""What the enemy may do next, printed: the danger first, then where, which replies, and which cards."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from qb_app.answers.outlook import Outlook, reply_name
from qb_app.figures import counted, points, signed
from qb_app.terminal.board import BOARD_WIDTH, BoardView
from qb_app.terminal.console import needs_plain, say, tile_naming
from qb_app.terminal.heat_map import HeatMap
from qb_engine.card_hydrator import CardHydrator
from qb_engine.geometry import LANE_NAMES, Side, Tile
from qb_engine.prediction import EnemyMoveOutcome
from qb_engine.wording import percent

SHOWN_REPLIES = 10
SHOWN_ODDS = 20
_SIDE_BY_SIDE = 110
_ODDS_WIDTH = 36


class PredictView:
    """Prints outlooks on one console."""

    def __init__(self, console: Console, *, plain: bool) -> None:
        self.console = console
        self.plain = plain or needs_plain(console, BOARD_WIDTH)
        self.place = tile_naming(plain=self.plain)

    def show(self, outlook: Outlook, *, all_odds: bool) -> None:
        self._headline(outlook)
        self.console.print()
        board = BoardView(outlook.question.view.hydrator, plain=self.plain)
        if self.plain:
            self.console.print(board.render(outlook.question.view.board))
        self.console.print(HeatMap(board).render(outlook.question.view.board, outlook.threat))
        self._figures(outlook)
        self._replies(outlook)
        self.odds(outlook, None if all_odds else SHOWN_ODDS, rest="; --all shows them")
        self._basis(outlook)

    def _headline(self, outlook: Outlook) -> None:
        view, threat = outlook.question.view, outlook.threat
        tile, most = max(threat.tile_pressure.items(), key=lambda item: item[1])
        lane = max(threat.lane_pressure, key=lambda lane: threat.lane_pressure[lane])
        where = [LANE_NAMES[lane]] * (threat.lane_pressure[lane] > 0) + [self.place(Tile.at(*tile))] * (most > 0)
        danger = f"Watch {' and '.join(where)}: most pressure there." if where else "Nothing is threatened."
        self.console.print(Text(danger, style="bold"))
        for title, one in (("Worst reply", outlook.worst[0]), ("Likeliest reply", outlook.likeliest[0])):
            say(self.console, f"{title}: {self._told(one, view.hydrator)}")
        acting = "the enemy's move" if view.side_to_act is Side.ENEMY else "your move, but as if the enemy moved now"
        say(self.console, f"Turn {view.turn}, {acting}; {points(outlook.now.score.margin)} so far", "dim")
        for note in outlook.question.notes:
            say(self.console, f"{'' if self.plain else '! '}Warning: {note}", "yellow")

    def _figures(self, outlook: Outlook) -> None:
        threat, now = outlook.threat, outlook.now.value.for_side(Side.ENEMY)
        replies = counted(len(threat.outcomes), "reply", "replies")
        self.console.print()
        say(self.console, f"Score to expect after the reply: {points(outlook.expected_margin, 1)}", indent=0)
        say(
            self.console,
            f"Evaluation from the enemy's side: {signed(now, 1)} now, {signed(threat.expected_enemy_score, 1)} "
            f"expected, {signed(threat.best_enemy_score, 1)} at best ({replies})",
            indent=0,
        )

    def _replies(self, outlook: Outlook) -> None:
        hydrator = outlook.question.view.hydrator
        lists = (("Likeliest replies", outlook.likeliest), ("Worst replies", outlook.worst))
        if self.plain:
            for title, replies in lists:
                self.console.print()
                self.console.print(f"{title}:")
                for number, one in enumerate(replies[:SHOWN_REPLIES], 1):
                    say(self.console, f"{number}. {self._told(one, hydrator)}")
            return
        tables = [_reply_table(title, replies[:SHOWN_REPLIES], hydrator) for title, replies in lists]
        self.console.print()
        if self.console.width >= _SIDE_BY_SIDE:
            row = Table.grid(padding=(0, 4))
            row.add_row(*tables)
            self.console.print(row)
        else:
            self.console.print(tables[0])
            self.console.print()
            self.console.print(tables[1])

    def odds(self, outlook: Outlook, limit: int | None, *, rest: str = "") -> None:
        """What the enemy may hold, likeliest first; ``rest`` tells how to see what is left out."""
        hydrator, shown = outlook.question.view.hydrator, outlook.odds[:limit]
        left = len(outlook.odds) - len(shown)
        self.console.print()
        self.console.print(Text("Cards the enemy may hold", style="bold"))
        if self.plain:
            for card_id, odds in shown:
                say(self.console, f"{hydrator.get(card_id).name}: {percent(odds)}")
        elif shown:
            self.console.print(_odds_grid([(hydrator.get(card).name, odds) for card, odds in shown], self.console))
        if left:
            say(self.console, f"and {left} more, each with {percent(outlook.odds[-left][1])} or less{rest}")
        if not shown:
            say(self.console, "none")

    def _told(self, one: EnemyMoveOutcome, hydrator: CardHydrator) -> str:
        """A reply in words."""
        name, held = reply_name(one, hydrator, self.place), "forced" if one.move is None else "in hand"
        return f"{name}, {held} with {percent(one.in_hand)}; then {points(one.match_score.margin)}"

    def _basis(self, outlook: Outlook) -> None:
        self.console.print()
        belief = outlook.question.belief_words
        say(self.console, f"Belief: {belief}. Every probability is exact for this belief.", "dim", indent=0)
        opponent, hands = outlook.question.enemy.opponent, outlook.hands
        if opponent is not None and opponent.basis:
            say(self.console, f"Profile: {opponent.basis}.", "dim", indent=0)
        if hands.truncated:
            listed = f"{len(hands.hypotheses):,} likeliest hands ({percent(hands.kept_mass)} of the probability)"
            say(self.console, f"Only the {listed} can be listed; the figures here count all.", "dim", indent=0)


def _reply_table(title: str, replies: Sequence[EnemyMoveOutcome], hydrator: CardHydrator) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column(Text(title, style="bold not dim"), min_width=26, no_wrap=True)
    table.add_column("In hand", justify="right")
    table.add_column("You–enemy", justify="right")
    table.add_column("Eval", justify="right")
    for one in replies:
        score = f"{one.match_score.total_you}–{one.match_score.total_enemy}"
        table.add_row(reply_name(one, hydrator), percent(one.in_hand), score, signed(one.resulting_score, 1))
    return table


def _odds_grid(odds: Sequence[tuple[str, float]], console: Console) -> Table:
    """Names and odds in as many columns as fit, read downwards."""
    columns = max(1, console.width // _ODDS_WIDTH)
    rows = -(-len(odds) // columns)
    grid = Table.grid(padding=(0, 1))
    for _ in range(columns):
        grid.add_column(min_width=25, no_wrap=True)
        grid.add_column(justify="right", min_width=5)
        grid.add_column(width=2)
    for row in range(rows):
        cells = [(f"  {name}", percent(chance), "") for name, chance in odds[row::rows]]
        grid.add_row(*(part for cell in cells for part in cell))
    return grid
