"""Alembic's migrations; `tablas.server.migrating` runs them."""
