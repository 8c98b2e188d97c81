"""Abak Evolution: backgammon with classes of checkers and ordered stacks."""
