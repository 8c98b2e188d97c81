"""A board as a picture: a notebook shows a game by itself, anything else takes the SVG."""

from pathlib import Path

from tablas import new_game

game = new_game("abalone", start="belgian-daisy")
Path("abalone.svg").write_text(game.svg(width=600), encoding="utf-8")
print(game.svg()[:4])
