"""Runs the migrations on the connection that `tablas.server.storage.migrate` hands over."""

from __future__ import annotations

from alembic import context

from tablas.server.storage import schema_people
from tablas.server.storage.schema import metadata

assert schema_people.people.metadata is metadata  # importing it is what adds its tables

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transaction_per_migration=False,
)
context.run_migrations()
