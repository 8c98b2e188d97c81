"""Why a message about a game is refused; the rules of the games add their own names."""

from __future__ import annotations

from typing import Any, Final

from tablas.errors import IllegalAction, InvalidPosition, NotationError
from tablas.games import kind
from tablas.play.state import State
from tablas.server.refusals import Refusal, Refused, refusal
from tablas.words import quoted

SOCKET_CODE: Final = 4000  # plus the HTTP status of a refusal: why a socket is closed
NO_SUCH_GAME: Final = refusal("no-such-game", 404, "there is no such game", "no existe esa partida")
GAME_DAMAGED: Final = refusal(
    "game-damaged",
    409,
    "this game cannot be read and is set aside: no clock runs and it counts for nobody until "
    "whoever runs the server has looked at it",
    "esta partida no se puede leer y queda apartada: no corre ningún reloj y no cuenta para nadie "
    "hasta que la revise quien administra el servidor",
)
NOT_A_PLAYER: Final = refusal(
    "not-a-player", 403, "you are not playing in this game", "no juegas en esta partida"
)
UNREADABLE: Final = refusal(
    "unreadable",
    422,
    "the message cannot be read: {detail}",
    "mensaje ilegible: no tiene la forma que describe el protocolo",
)
UNREADABLE_PLAY: Final = refusal(
    "unreadable-play",
    422,
    "the play {text} cannot be read: {detail}",
    "no se entiende la jugada {text}: {detail}; un ejemplo: {example}",
)
ILLEGAL: Final = refusal(
    "illegal",
    409,
    "the rules do not allow that now: {reason}",
    "las reglas no lo permiten ahora: {reason}",
)
NOT_BEGUN: Final = refusal(
    "not-begun", 409, "the game has not begun yet", "la partida aún no ha empezado"
)
MATCH_OVER: Final = refusal(
    "match-over", 409, "this game or match is over", "esta partida o encuentro ha terminado"
)
BETWEEN_GAMES: Final = refusal(
    "between-games",
    409,
    "the next game of the match has not begun yet",
    "la siguiente partida del encuentro aún no ha empezado",
)
NOT_BETWEEN_GAMES: Final = refusal(
    "not-between-games", 409, "a game is being played", "hay una partida en juego"
)
NO_SESSION: Final = refusal(
    "no-session-to-end",
    409,
    "this is not a money session: it ends by itself",
    "esto no es una sesión por dinero: termina por sí sola",
)
NOT_OVER: Final = refusal(
    "not-over", 409, "the game is not over yet", "la partida aún no ha terminado"
)
TOO_LATE_TO_ABORT: Final = refusal(
    "too-late-to-abort",
    409,
    "a game can be aborted only before the first move, a rated one only before the first roll",
    "solo se puede anular antes de la primera jugada; si puntúa, antes de la primera tirada",
)
NO_TAKEBACKS: Final = refusal(
    "no-takebacks",
    409,
    "moves are taken back in friendly games only",
    "solo se deshacen jugadas en partidas amistosas",
)
NOTHING_TO_TAKE_BACK: Final = refusal(
    "nothing-to-take-back",
    409,
    "there is no move of yours that could be taken back now",
    "no hay ninguna jugada tuya que se pueda deshacer ahora",
)
NO_TAKEBACK_OFFER: Final = refusal(
    "no-takeback-offer",
    409,
    "nobody has asked to take a move back",
    "nadie ha pedido deshacer una jugada",
)
STALE: Final = refusal(
    "stale",
    409,
    "the game has moved on since frame {seen}: look again",
    "la partida ha avanzado desde el mensaje {seen}: míralo de nuevo",
)
NOT_ABSENT: Final = refusal(
    "not-absent",
    409,
    "the opponent may still come back",
    "el rival todavía puede volver",
)
TOO_MANY_MESSAGES: Final = refusal(
    "too-many-messages",
    429,
    "more than {most} messages in 20 s",
    "más de {most} mensajes en 20 s",
)
TOO_MANY_SOCKETS: Final = refusal(
    "too-many-sockets",
    429,
    "more than {most} connections of one person",
    "más de {most} conexiones de una persona",
)
FAIR_DICE_FIRST: Final = refusal(
    "fair-dice-first",
    409,
    "this game's dice are made together: roll with the next opening of your chain",
    "los dados de esta partida se hacen entre todos: tira con la siguiente apertura de tu cadena",
)
NOT_FAIR_DICE: Final = refusal(
    "not-fair-dice",
    409,
    "the dice of this game are not made together",
    "los dados de esta partida no se hacen entre todos",
)
FAIR_DICE_ONLY: Final = refusal(
    "fair-dice-only",
    409,
    "the dice of a rated game are made together: nobody can leave them to the server; a browser "
    "needs https for it",
    "los dados de una partida puntuable se hacen entre todos: no se pueden dejar al servidor; "
    "para ello el navegador necesita https",
)
BAD_OPENING: Final = refusal(
    "bad-opening",
    409,
    "this opening does not fit: {reason}",
    "esa apertura no encaja: {reason}",
)
DICE_PENDING: Final = refusal(
    "dice-pending",
    409,
    "a roll is being made: the opponent's opening is missing",
    "se está haciendo una tirada: falta la apertura del rival",
)


def refused_by_rules(
    error: IllegalAction | InvalidPosition | NotationError, text: str, game: str
) -> Refused:
    """The rules' own refusal, under the name of the rule, with both languages where it has them."""
    if isinstance(error, IllegalAction) and error.reason:
        rule = error.reason
        illegal = ILLEGAL.about(reason=rule.words)
        return Refused(Refusal(f"illegal:{rule.rule}", illegal.status, illegal.words))
    example = kind(game).example.play
    return Refused(UNREADABLE_PLAY.about(text=quoted(text), detail=error, example=example))


def allowed_play(state: State[Any, Any], text: str) -> Any:
    """The play that a text names in a state; refused where it is none or against a rule."""
    one = state.kind
    try:
        play = one.notation.read(state.position, state.dice, text, state.turn)
    except (IllegalAction, InvalidPosition, NotationError) as error:
        raise refused_by_rules(error, text, one.name) from None
    if reason := one.rules.why_illegal(state.position, state.dice, play):
        illegal = IllegalAction(reason.words.en, reason.words.es, reason)
        raise refused_by_rules(illegal, text, one.name)
    return play
