"""Our side of GNU Backgammon's external player: it sends boards, we say what we play.

In GNU Backgammon `set player 0 external HOST:PORT` (or the path of a local socket) makes it ask us.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from tablas.engine.backgammon.fibs import MONEY, FibsBoard
from tablas.engine.dice.protocol import decision
from tablas.engine.player import Player
from tablas.errors import NotationError, TablasError, system_words
from tablas.kind import Kind
from tablas.play.cube import Cube
from tablas.play.state import Phase, State
from tablas.play.terms import Stakes, Terms
from tablas.values import Dice, Side

LONGEST: Final = 1000  # bytes of a line; a board has about 150


def state_of(kind: Kind[Any, Any], board: FibsBoard) -> State[Any, Any]:
    """The game that a board shows; whoever is on roll is White."""
    mine, theirs = board.may_double, board.other_may_double
    if not board.turn:
        mine, theirs = theirs, mine
    owner = None if mine == theirs else Side.WHITE if mine else Side.BLACK
    away = None
    if board.length != MONEY:
        away = (board.length - board.score[0], board.length - board.score[1])
    cube = Cube(board.cube, owner)
    phase = Phase.TO_PLAY if board.dice else Phase.TO_ROLL
    if board.doubled:
        cube, phase = cube.doubled_by(Side.WHITE), Phase.TO_ANSWER
    return State(
        kind=kind,
        terms=Terms(stakes=Stakes(cube=not board.crawford, away=away)),
        position=board.position if board.turn else board.position.swapped(),
        turn=Side.WHITE,
        phase=phase,
        cube=cube,
        dice=Dice(*board.dice) if board.dice else None,
    )


def answer(kind: Kind[Any, Any], player: Player, line: str) -> str:
    """What we say to a line of GNU Backgammon."""
    state = state_of(kind, FibsBoard.read(line))
    said = decision(player, state)
    return {"raise": "beaver", "-": ""}.get(said, said)


def serve(
    kind: Kind[Any, Any], player: Player, where: str, say: Callable[[str], None], *, once: bool
) -> None:
    """Answer one connection after another on `host:port` or the path of a local socket."""
    with listening(where) as door:
        say(f"listening on {where}; in GNU Backgammon: set player 0 external {where}")
        while True:
            line, _ = door.accept()
            with line:
                talk(kind, player, line, say)
            if once:
                return


def talk(
    kind: Kind[Any, Any], player: Player, line: socket.socket, say: Callable[[str], None]
) -> None:
    """One connection, until the other side ends it or sends what makes no sense."""
    asked = line.makefile("rb")
    while text := asked.readline(LONGEST):
        # A zero byte ends each of its strings and comes before the next line.
        question = text.decode("ascii", "replace").strip("\0\r\n ")
        if not question:
            continue
        try:
            said = answer(kind, player, question)
        except TablasError as error:
            say(f"error: {error}")
            return
        line.sendall(f"{said}\n".encode("ascii"))


@contextmanager
def listening(where: str) -> Iterator[socket.socket]:
    """An open door; the file of a local socket goes with it."""
    host, colon, port = where.rpartition(":")
    if colon and not port.isdigit():
        raise NotationError(
            f"address {where!r}: expected host:port or the path of a socket",
            f"dirección {where!r}: se esperaba host:puerto o la ruta de un socket",
        )
    door = socket.socket(socket.AF_INET if colon else socket.AF_UNIX)
    try:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind((host or "127.0.0.1", int(port)) if colon else where)
        door.listen(1)
        yield door
    except OSError as error:
        raise NotationError(
            f"address {where!r}: {system_words(error).en}",
            f"dirección {where!r}: {system_words(error).es}",
        ) from error
    finally:
        door.close()
        if not colon:
            Path(where).unlink(missing_ok=True)
