"""The games for OpenSpiel: import this module, then `pyspiel.load_game("tablas_abak")`.

Steps as in the other environments, with every throw as an explicit chance node. With
`tablas_abak(afterstates=true)` a turn is one action instead: one of the states that it leads to.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import pyspiel
from numpy.typing import NDArray
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from tablas.envs.choices import Steps, Turns
from tablas.envs.episodes import NOBODY, Episodes
from tablas.envs.options import MoveOptions, Options
from tablas.games import NAMES, kind

PREFIX: Final = "tablas_"
THROWS: Final = 36  # of the opening
# A game has to have an end that can be told before it: random games of Abak have about 150 turns.
PARAMETERS: Final[dict[bool, dict[str, Any]]] = {
    True: {"afterstates": False, "cube": False, "match_length": 0, "max_turns": 2000},
    False: {"target": 6, "quiet": 200, "max_turns": 1000},
}


def game_type(name: str) -> Any:
    """How OpenSpiel classes a game."""
    dice = kind(name).dice
    chance = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=PREFIX + name,
        long_name=f"Tablas {kind(name).title.en}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if dice else chance.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS[dice],
    )


class SpielGame(pyspiel.Game):
    """One of the games with its parameters; the subclasses made below name it."""

    name = ""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        dice = kind(self.name).dice
        given = {**PARAMETERS[dice], **(params or {})}
        whole_turns = given.pop("afterstates", False)
        self.options = Options(explicit_chance=True, **given) if dice else MoveOptions(**given)
        self.scratch = Episodes(self.name, 1, options=self.options)
        self.choices = Turns(self.scratch) if whole_turns else Steps(self.scratch)
        most = self._most_points()
        info = pyspiel.GameInfo(
            num_distinct_actions=self.choices.count,
            max_chance_outcomes=THROWS if dice else 0,
            num_players=2,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=self.options.max_turns * self.choices.most_a_turn,
        )
        super().__init__(game_type(self.name), info, dict(params or {}))

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Planes for whoever wants everything; nothing is private, and nothing is remembered."""
        wanted = iig_obs_type
        if wanted is None or (wanted.public_info and not wanted.perfect_recall):
            return SpielObserver(self.scratch)
        return IIGObserverForPublicInfoGame(wanted, params)

    def _most_points(self) -> float:
        if isinstance(self.options, MoveOptions) or self.options.match_length:
            return 1.0
        return 3.0 * (1024 if self.options.cube else 1)


class SpielState(pyspiel.State):
    """An episode as bytes; what is asked of it is worked out in the game's one scratch row."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        game.scratch.reset(0)
        self._row = game.scratch.states.tobytes()

    def loaded(self) -> Episodes:
        """The scratch row with this state in it."""
        scratch: Episodes = self.get_game().scratch
        scratch.states[0] = np.frombuffer(self._row, np.uint8)
        scratch.observe()
        return scratch

    def current_player(self) -> Any:
        episodes = self.loaded()
        player = int(episodes.players[0])
        if episodes.over[0]:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if player == NOBODY else player

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 (asked of who acts only)
        return self._choices().legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.loaded().chances(0)

    def _apply_action(self, action: int) -> None:
        self._row = self._choices().after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"throw {action}"
        return self._choices().name(action)

    def _choices(self) -> Steps:
        """What can be chosen in this state."""
        self.loaded()
        choices: Steps = self.get_game().choices
        return choices

    def is_terminal(self) -> bool:
        return bool(self.loaded().over[0])

    def returns(self) -> list[float]:
        """What White and Black have won."""
        episodes = self.loaded()
        if not episodes.over[0]:
            return [0.0, 0.0]
        points = float(episodes.fields["points"][0])
        if getattr(episodes.options, "match_length", 0):
            points = float(np.sign(points))
        return [points, -points]

    def __str__(self) -> str:
        return self.loaded().text(0)


class SpielObserver:
    """What a player sees, as the planes of the other environments."""

    def __init__(self, scratch: Episodes) -> None:
        shape = scratch.observations.shape[1:]
        self.tensor: NDArray[np.float32] = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"planes": self.tensor.reshape(shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        planes, _ = state.loaded().seen_by(player)
        self.tensor[:] = planes[0].ravel()

    def string_from(self, state: SpielState, player: int) -> str:
        return f"player {player}\n{state}"


def register() -> None:
    """Make every game known to OpenSpiel; done when this module is imported."""
    known = set(pyspiel.registered_names())
    for name in NAMES:
        if PREFIX + name not in known:
            made = type(f"Spiel{name.title()}", (SpielGame,), {"name": name})
            pyspiel.register_game(game_type(name), made)


register()
