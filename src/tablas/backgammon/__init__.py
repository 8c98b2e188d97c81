"""Backgammon: rules, notation, formats and boards as text."""
