"""A game in the terminal: the table, the person at it, and what is said."""
