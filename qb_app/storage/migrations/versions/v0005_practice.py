"""Practice: every attempt at an exercise, what stands of each exercise after it, and ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

WORDS = sa.Text(collation="C").with_variant(sa.Text(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "attempts",
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("exercise_id", WORDS, nullable=False),
        sa.Column("document", WORDS, nullable=False),
        sa.Column("at", WORDS, nullable=False),
        sa.Column("key", WORDS),
        sa.CheckConstraint("seq > 0", name="attempts_count_from_one"),
        sa.UniqueConstraint("key", name="one_attempt_per_key"),
    )
    op.create_table(
        "exercise_progress",
        sa.Column("exercise_id", WORDS, primary_key=True),
        sa.Column("document", WORDS, nullable=False),
    )
    op.create_table(
        "player_ratings",
        sa.Column("player", WORDS, primary_key=True),
        sa.Column("document", WORDS, nullable=False),
    )
