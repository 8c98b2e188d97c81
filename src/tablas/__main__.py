"""`python -m tablas` is the command `tablas`."""

from tablas.cli import main

main()
