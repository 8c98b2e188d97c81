"""Every legal play of a position and a roll, and why another one is not allowed."""

from tablas import IllegalAction, new_game

game = new_game("backgammon").roll((6, 5))
print(len(game.legal_plays()), game.legal_plays()[:3])
try:
    game.play("24/18 6/1")
except IllegalAction as error:
    print(error)
