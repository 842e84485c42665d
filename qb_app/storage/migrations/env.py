"""Alembic's entry: run the steps inside the transaction that the caller has begun."""

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    version_table=context.config.attributes["version_table"],
)
context.run_migrations()
