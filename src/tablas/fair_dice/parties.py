"""Who makes the dice: the server and the players, and which of them take part in a roll."""

from __future__ import annotations

from enum import Enum
from typing import Final

from tablas.values import Side
from tablas.words import Words

OPENER: Final = Side.WHITE  # counts as the mover of every opening roll


class Party(Enum):
    """One of the three that each hold a chain; a bot is a player like any other."""

    SERVER = "server"
    WHITE = "white"
    BLACK = "black"

    @classmethod
    def of(cls, side: Side) -> Party:
        return cls(side.value)


class Mode(Enum):
    """How a game is played, which decides who can be asked for an opening.

    Live: both players are there, so all three parties make every roll. Correspondence and local
    play cannot wait for an absent player: there the server and the mover make the roll.
    """

    LIVE = "live"
    CORRESPONDENCE = "correspondence"
    LOCAL = "local"

    @property
    def needs_signature(self) -> bool:
        """Whether a receipt without the server's signature proves nothing.

        At one device there is no server apart from the players, and no key to sign with.
        """
        return self is not Mode.LOCAL


def order(mode: Mode, mover: Side) -> tuple[Party, ...]:
    """Who opens in a roll of `mover`, first to last.

    The mover's opening is the roll command, the opponent answers it, and the server comes last:
    whoever decides to roll decides before anybody could know the dice.
    """
    if mode is Mode.LIVE:
        return Party.of(mover), Party.of(mover.other), Party.SERVER
    return Party.of(mover), Party.SERVER


NAMES: Final = {
    Party.SERVER: Words("the server", "el servidor"),
    Party.WHITE: Words("White", "Blancas"),
    Party.BLACK: Words("Black", "Negras"),
}
OF: Final = {
    Party.SERVER: Words("of the server", "del servidor"),
    Party.WHITE: Words("of White", "de Blancas"),
    Party.BLACK: Words("of Black", "de Negras"),
}
OPENINGS: Final = {
    Party.SERVER: Words("the server's opening", "la apertura del servidor"),
    Party.WHITE: Words("White's opening", "la apertura de Blancas"),
    Party.BLACK: Words("Black's opening", "la apertura de Negras"),
}
MODES: Final = {
    Mode.LIVE: Words(
        "live: the server and both players made every roll together",
        "en vivo: el servidor y los dos jugadores hicieron juntos cada tirada",
    ),
    Mode.CORRESPONDENCE: Words(
        "by correspondence: the server and the player on roll made each roll, the opponent took "
        "no part; this does not protect against the two of them acting together",
        "por correspondencia: cada tirada la hicieron el servidor y el jugador en turno, sin el "
        "rival; esto no protege si esos dos se ponen de acuerdo",
    ),
    Mode.LOCAL: Words(
        "local: one device made every roll; this shows that nothing was changed afterwards, not "
        "that the device did not know the dice",
        "local: un solo dispositivo hizo cada tirada; esto muestra que nada se cambió después, no "
        "que el dispositivo no conociera los dados",
    ),
}
