"""Where everything is kept: database, schema, the append-only log, the bus between processes."""
