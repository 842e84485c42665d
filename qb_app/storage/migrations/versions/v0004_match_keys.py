"""The key with which a match was made."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

WORDS = sa.Text(collation="C").with_variant(sa.Text(), "sqlite")


def upgrade() -> None:
    op.add_column("matches", sa.Column("key", WORDS))
    op.create_index("one_match_per_key", "matches", ["key"], unique=True)
