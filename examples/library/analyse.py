"""The five best plays of an opening roll, with what each is worth."""

from tablas import new_game, open_engine

game = new_game("backgammon").roll((4, 2))
for advice in open_engine("backgammon").analyse(game, plays=5):
    print(f"{advice.play:12} {advice.equity:+.3f}  {advice.chances[0]:.1%} wins")
