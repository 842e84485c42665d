"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision: str | None = None

WORDS = sa.Text(collation="C").with_variant(sa.Text(), "sqlite")


def upgrade() -> None:
    _matches()
    _events()
    op.create_table(
        "decks",
        sa.Column("name_key", WORDS, primary_key=True),
        sa.Column("name", WORDS, nullable=False),
        sa.Column("card_ids", WORDS, nullable=False),
        sa.Column("ruleset", WORDS, nullable=False),
    )
    op.create_table(
        "owned_cards",
        sa.Column("card_id", WORDS, primary_key=True),
        sa.Column("copies", sa.Integer, nullable=False),
        sa.CheckConstraint("copies > 0", name="owned_means_at_least_one"),
    )
    op.create_table(
        "opponents",
        sa.Column("name_key", WORDS, primary_key=True),
        sa.Column("name", WORDS, nullable=False),
        sa.Column("note", WORDS, nullable=False),
        sa.Column("known", WORDS, nullable=False),
        sa.Column("deck", WORDS),
    )
    op.create_table(
        "sightings",
        sa.Column("match_id", WORDS, sa.ForeignKey("matches.match_id", ondelete="CASCADE"), primary_key=True),
        sa.Column("opponent_key", WORDS, primary_key=True),
        sa.Column("card_ids", WORDS, nullable=False),
    )
    op.create_index("sightings_by_opponent", "sightings", ["opponent_key"])


def _matches() -> None:
    op.create_table(
        "matches",
        sa.Column("match_id", WORDS, primary_key=True),
        sa.Column("title", WORDS, nullable=False),
        sa.Column("ruleset", WORDS, nullable=False),
        sa.Column("opponent", WORDS),
        sa.Column("opponent_key", WORDS),
        sa.Column("result", WORDS),
        sa.Column("setup", WORDS, nullable=False),
        sa.Column("created_at", WORDS, nullable=False),
    )
    op.create_index("matches_by_age", "matches", ["created_at", "match_id"])
    op.create_index("matches_by_opponent", "matches", ["opponent_key"])


def _events() -> None:
    op.create_table(
        "events",
        sa.Column("match_id", WORDS, sa.ForeignKey("matches.match_id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("kind", WORDS, nullable=False),
        sa.Column("payload", WORDS, nullable=False),
        sa.Column("at", WORDS, nullable=False),
        sa.Column("key", WORDS),
        sa.CheckConstraint("seq > 0", name="seq_counts_from_one"),
        sa.UniqueConstraint("match_id", "key", name="one_event_per_key"),
    )
