"""The REST routes under /api, one file a topic."""
