"""A bot of one's own: whatever has a name, chooses a play, and answers the cube."""

from tablas import new_game, open_engine, play_game
from tablas.engine.player import Answer


class Runner:
    name = "runner"

    def choose(self, state):  # noqa: ANN001, ANN201
        plays = state.kind.rules.plays(state.position, state.dice)
        return plays[min(plays, key=lambda reached: reached.swapped().pips)]

    doubles = staticmethod(lambda _state: False)
    answer = staticmethod(lambda _state: Answer.TAKE)


game = play_game(new_game("backgammon"), Runner(), open_engine("backgammon", "beginner").player)
print(game.result)
