"""A match from a file, move by move."""

import sys

from tablas import load

match = load(sys.argv[1])
print(match.kind.title, match.length, match.score)
for sheet in match.games:
    for setup in sheet.record.game.positions():
        print(match.kind.formats.write(setup))
