"""What a backup holds, as a table."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from qb_app.figures import counted
from qb_app.storage.backup import BackupHead


def show_backup(console: Console, headline: str, head: BackupHead) -> None:
    total = counted(sum(head.rows.values()), "row")
    console.print(Text(f"{headline}: {total}, tables of version {head.schema}."), soft_wrap=True)
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("Table")
    table.add_column("Rows", justify="right")
    for name, rows in head.rows.items():
        table.add_row(Text(name.replace("_", " ")), str(rows))
    console.print(table)
