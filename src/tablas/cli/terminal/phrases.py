"""What the terminal says while a game is played, in English and Spanish."""

from __future__ import annotations

from typing import Final

from tablas.values import Ending
from tablas.words import Words

COMMANDS: Final = {
    "help": ("help", "?", "h", "ayuda"),
    "moves": ("moves", "m", "jugadas"),
    "why": ("why", "porque", "porqué"),
    "undo": ("undo", "u", "deshacer"),
    "board": ("board", "b", "tablero"),
    "roll": ("roll", "tirar", ""),
    "double": ("double", "d", "doblar"),
    "take": ("take", "t", "yes", "y", "aceptar", "sí", "si", "s"),
    "drop": ("drop", "no", "n", "rechazar"),
    "beaver": ("beaver", "castor", "raccoon", "mapache"),
    "resign": ("resign", "abandonar"),
    "draw": ("draw", "empate"),
    "save": ("save", "guardar"),
    "quit": ("quit", "q", "exit", "salir"),
}

HELP: Final = Words(
    """\
  Enter            roll the dice            d, double      offer the cube
  13/7 8/7  a1b2   play (see the rules)     -              play nothing, when nothing moves
  m, moves         list the legal plays     why PLAY       why is it not allowed?
  u, undo          take back                b, board       draw the board again
  t, take          accept an offer          n, drop        refuse it
  resign [1|2|3]   single, gammon, backgammon              draw: offer a draw (Abalone)
  save FILE        write the record         q, quit        leave""",
    """\
  Intro            tirar los dados          d, doblar      ofrecer el cubo
  13/7 8/7  a1b2   jugar (ver las reglas)   -              no jugar nada, si nada se mueve
  m, jugadas       ver las jugadas legales  porque JUGADA  ¿por qué no se permite?
  u, deshacer      retroceder               b, tablero     dibujar el tablero otra vez
  t, aceptar       aceptar una oferta       n, rechazar    rechazarla
  abandonar [1|2|3]  simple, gammon, backgammon            empate: ofrecerlo (Abalone)
  guardar ARCHIVO  escribir el registro     q, salir       dejar la partida""",
)
PERSON: Final = Words("a person", "una persona")
WELCOME: Final = Words(
    "{game}: {white} (White) against {black} (Black). Type ? for help.",
    "{game}: {white} (Blancas) contra {black} (Negras). Escribe ? para ver la ayuda.",
)
OPENING: Final = Words(
    "Opening roll: White {white}, Black {black}.",
    "Tirada de salida: Blancas {white}, Negras {black}.",
)
TIE: Final = Words("A tie: roll again.", "Empate: se tira otra vez.")
ROLLS: Final = Words("{side} rolls {dice}.", "{side}: sale {dice}.")
PLAYS: Final = Words("{side} plays {play}", "{side} juegan {play}")
SKIPS: Final = Words(
    "{side} cannot enter from the bar: the turn is lost.",
    "{side} no pueden entrar desde la barra: pierden el turno.",
)
CUBE: Final = Words("  Cube: {value}, owned by {side}", "  Cubo: {value}, de {side}")
DOUBLES: Final = Words("{side} doubles to {value}.", "{side} doblan a {value}.")
TAKES: Final = Words("{side} takes.", "{side} aceptan.")
DROPS: Final = Words("{side} drops.", "{side} rechazan.")
RAISES: Final = Words(
    "{side} turns the cube once more: {value}.", "{side} vuelven a doblar: {value}."
)
RESIGNS: Final = Words("{side} offers to resign ({level}).", "{side} ofrecen abandonar ({level}).")
REFUSES: Final = Words("{side} refuses.", "{side} no lo aceptan.")
OFFERS_DRAW: Final = Words("{side} offers a draw.", "{side} ofrecen empate.")

ASK_ROLL: Final = Words("{side}: Enter rolls, d doubles> ", "{side}: Intro tira, d dobla> ")
ASK_ROLL_ONLY: Final = Words("{side}: Enter rolls> ", "{side}: Intro tira> ")
ASK_PLAY: Final = Words("{side} to play{dice}> ", "{side} juegan{dice}> ")
ASK_ANSWER: Final = Words("{side}: take (t) or drop (n)? ", "{side}: ¿aceptas (t) o rechazas (n)? ")
ASK_NEXT: Final = Words("Enter starts the next game> ", "Intro empieza la siguiente partida> ")

NOTHING_MOVES: Final = Words("Nothing can move.", "No se puede mover nada.")
NOT_NOW: Final = Words("Not now. Type ? for help.", "Ahora no. Escribe ? para ver la ayuda.")
NO_UNDO: Final = Words("There is nothing to take back.", "No hay nada que deshacer.")
LEGAL: Final = Words("That play is legal.", "Esa jugada es legal.")
COUNT: Final = Words("{count} legal plays:", "{count} jugadas legales:")
MORE: Final = Words("… and {count} more.", "… y {count} más.")
SAVED: Final = Words("Saved in {file}.", "Guardado en {file}.")
NOT_SAVED: Final = Words("Not saved: {error}", "No se guardó: {error}")
LEFT: Final = Words("The game is left unfinished.", "La partida queda sin terminar.")
WINS: Final = Words("{side} wins {points} ({ending}).", "{side} ganan {points} ({ending}).")
DRAWN: Final = Words("A draw ({ending}).", "Empate ({ending}).")
SCORE: Final = Words(
    "Score: White {white}, Black {black}.", "Marcador: Blancas {white}, Negras {black}."
)
MATCH_WON: Final = Words("{side} wins the match.", "{side} ganan el encuentro.")

ENDINGS: Final = {
    Ending.PLAYED_OUT: Words("played out", "hasta el final"),
    Ending.DROPPED: Words("double dropped", "doble rechazado"),
    Ending.RESIGNED: Words("resigned", "abandono"),
    Ending.FLAGGED: Words("on time", "por tiempo"),
    Ending.REPETITION: Words("repetition", "repetición"),
    Ending.NO_PROGRESS: Words("no ejection for too long", "demasiado tiempo sin expulsiones"),
    Ending.PLY_LIMIT: Words("move limit", "límite de jugadas"),
    Ending.AGREED: Words("agreed", "de acuerdo"),
    Ending.LOCKED: Words("neither side can ever move", "nadie puede mover nunca más"),
}
