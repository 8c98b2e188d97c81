"""Bots and analysis: players of the engine, asked in other processes."""
