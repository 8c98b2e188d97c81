"""Read a position in any notation, look at it, write it in another."""

from tablas import kind

backgammon = kind("backgammon")
position, situation = backgammon.formats.read_situation("4HPwATDgc/ABMA")
setup = backgammon.formats.read("4HPwATDgc/ABMA")
print(backgammon.text.draw(setup))
for words, text in backgammon.formats.notations(position, situation):
    print(f"{words}: {text}")
