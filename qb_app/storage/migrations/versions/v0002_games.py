"""Games that are played here, each with its log."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

WORDS = sa.Text(collation="C").with_variant(sa.Text(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("game_id", WORDS, primary_key=True),
        sa.Column("kind", WORDS, nullable=False),
        sa.Column("setup", WORDS, nullable=False),
        sa.Column("result", WORDS),
        sa.Column("created_at", WORDS, nullable=False),
        sa.Column("key", WORDS),
        sa.UniqueConstraint("kind", "key", name="one_game_per_key"),
    )
    op.create_index("games_by_age", "games", ["kind", "created_at", "game_id"])
    op.create_table(
        "game_entries",
        sa.Column("game_id", WORDS, sa.ForeignKey("games.game_id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("kind", WORDS, nullable=False),
        sa.Column("payload", WORDS, nullable=False),
        sa.Column("at", WORDS, nullable=False),
        sa.Column("key", WORDS),
        sa.CheckConstraint("seq > 0", name="entries_count_from_one"),
        sa.UniqueConstraint("game_id", "key", name="one_entry_per_key"),
    )
