"""Dice that nobody can bias or foresee: made by three parties, checked by anybody.

`chain` is what each party commits to, `roll` turns three openings into two dice, `dealing` keeps
the order while a game is played, `transcript` and `verify` check it afterwards, and `envelope`
says the same to people who do not want to read hashes. docs/fair-dice.md has the exact bytes.
"""
