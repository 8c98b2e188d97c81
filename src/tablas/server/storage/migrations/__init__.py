"""Alembic's migrations; `tablas.server.storage.migrating` runs them."""
