"""Whole turns instead of checker steps, in OpenSpiel."""

import pyspiel

import tablas.envs.open_spiel  # noqa: F401 (registers the games)

state = pyspiel.load_game("tablas_backgammon(afterstates=true)").new_initial_state()
state.apply_action(6 * (3 - 1) + 1 - 1)  # White throws 3, Black 1
plays = [state.action_to_string(action) for action in state.legal_actions()]
print(len(plays), "8/5 6/5" in plays)
