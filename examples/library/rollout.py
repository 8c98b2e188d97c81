"""A position played on many times, with the luck of the dice taken away."""

from tablas import new_game, open_engine

engine = open_engine("backgammon")
game = new_game("backgammon").roll((3, 1)).play("8/5 6/5")
result = engine.rollout(game, trials=72, truncate=5)
print(f"{result.equity:+.3f} ± {result.error:.3f} in {result.trials} trials")
