"""Alembic's migrations; `tablas.server.storage.migrate` runs them."""
