"""Runs the migrations on the connection that `tablas.server.storage.migrate` hands over."""

from __future__ import annotations

from alembic import context

from tablas.server.storage import schema_people, schema_problems
from tablas.server.storage.schema import metadata

# Importing them is what adds their tables.
assert schema_people.people.metadata is metadata is schema_problems.mistakes.metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transaction_per_migration=False,
)
context.run_migrations()
