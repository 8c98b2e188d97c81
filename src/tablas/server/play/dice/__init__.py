"""The dice of a table: fair rolls, who deals them, and how they fell in all games."""
