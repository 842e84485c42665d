"""Finished answers of the coach."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

WORDS = sa.Text(collation="C").with_variant(sa.Text(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "answers",
        sa.Column("key", WORDS, primary_key=True),
        sa.Column("document", WORDS, nullable=False),
        sa.Column("at", WORDS, nullable=False),
    )
    op.create_index("answers_by_age", "answers", ["at", "key"])
