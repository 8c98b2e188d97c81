"""What the terminal says while a game is played, in English and Spanish."""

from __future__ import annotations

from typing import Final

from tablas.values import Ending
from tablas.words import Words

COMMANDS: Final = {
    "help": ("help", "?", "h", "ayuda"),
    "moves": ("moves", "m", "list", "jugadas", "lista"),
    "hint": ("hint", "pista"),
    "best": ("best", "mejor"),
    "why": ("why", "porque", "porqué"),
    "undo": ("undo", "u", "deshacer"),
    "board": ("board", "b", "tablero"),
    "roll": ("roll", "tirar", ""),
    "double": ("double", "d", "doblar"),
    "take": ("take", "t", "yes", "y", "aceptar", "sí", "si", "s"),
    "drop": ("drop", "no", "n", "rechazar"),
    "beaver": ("beaver", "castor", "raccoon", "mapache"),
    "resign": ("resign", "abandonar"),
    "draw": ("draw", "tablas", "empate"),
    "save": ("save", "guardar"),
    "quit": ("quit", "q", "exit", "salir"),
}

HELP: Final = Words(
    """\
  Enter            roll the dice            d, double      offer the cube
  13/7 8/7  a1b2   play (see the rules)     -              play nothing, when nothing moves
  m, moves         list the legal plays     why PLAY       why is it not allowed?
  hint             what a good play does    best           the best plays, by name
  u, undo          take back                b, board       draw the board again
  t, take          accept an offer          n, drop        refuse it
  resign [1|2|3]   single, gammon, backgammon              draw: offer a draw (Abalone)
  save FILE        write the record         q, quit        leave
  Arrow keys edit the line and bring back what you typed; Tab completes commands and plays.""",
    """\
  Intro            tirar los dados          d, doblar      ofrecer el cubo
  13/7 8/7  a1b2   jugar (ver las reglas)   -              no jugar nada, si nada se mueve
  m, jugadas       ver las jugadas legales  porque JUGADA  ¿por qué no se permite?
  pista            qué hace una buena jugada               mejor: las mejores jugadas
  u, deshacer      retroceder               b, tablero     dibujar el tablero otra vez
  t, aceptar       aceptar una oferta       n, rechazar    rechazarla
  abandonar [1|2|3]  simple, gammon, backgammon            tablas: ofrecerlas (Abalone)
  guardar ARCHIVO  escribir el registro     q, salir       dejar la partida
  Las flechas corrigen la línea y recuperan lo escrito; Tab completa órdenes y jugadas.""",
)
PERSON: Final = Words("a person", "una persona")
WELCOME: Final = Words(
    "{game}: {white} (White) against {black} (Black). Type ? for help.",
    "{game}: {white} (Blancas) contra {black} (Negras). Escribe ? para ver la ayuda.",
)
GOES_ON: Final = Words(
    "The game goes on where it was left, after {count} actions.",
    "La partida sigue donde se dejó, tras {count} acciones.",
)
ASK_GO_ON: Final = Words(
    "{file} holds an unfinished game of {game}. Go on with it? (y/n) ",
    "{file} contiene una partida de {game} sin terminar. ¿Seguir con ella? (s/n) ",
)
OPENING: Final = Words(
    "Opening roll: White {white}, Black {black}.",
    "Tirada de salida: Blancas {white}, Negras {black}.",
)
TIE: Final = Words("A tie: roll again.", "Dados iguales: se tira otra vez.")
ROLLS: Final = Words("{side} rolls {dice}.", "{side}: sale {dice}.")
ILLEGAL: Final = Words("{what} (illegal: {why})", "{what} (ilegal: {why})")
COMMENTED: Final = Words("{what}  – {comment}", "{what}  – {comment}")
PLAYS: Final = Words("{side} plays {play}.", "{side} juegan {play}.")
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
OFFERS_DRAW: Final = Words("{side} offers a draw.", "{side} ofrecen tablas.")

FLAG_FELL: Final = Words("{side}'s time is up.", "A {side} se les acabó el tiempo.")
FORFEITS: Final = Words(
    "{side} stayed away too long.", "{side} estuvieron ausentes demasiado tiempo."
)
GRANTED: Final = Words("{side} is given {seconds} s more.", "{side} reciben {seconds} s más.")

ASK_ROLL: Final = Words("{side}: Enter rolls, d doubles> ", "{side}: Intro tira, d dobla> ")
ASK_ROLL_ONLY: Final = Words("{side}: Enter rolls> ", "{side}: Intro tira> ")
ASK_PLAY: Final = Words("{side} to play{dice}> ", "{side} juegan{dice}> ")
ASK_ANSWER: Final = Words("{side}: take (t) or drop (n)? ", "{side}: ¿aceptas (t) o rechazas (n)? ")
ASK_NEXT: Final = Words("Enter starts the next game> ", "Intro empieza la siguiente partida> ")

HINT: Final = Words("A good play {does}.", "Una buena jugada {does}.")
HINT_QUIET: Final = Words(
    "A good play changes little here: no point, hit or danger.",
    "Aquí una buena jugada cambia poco: ni puntos, ni golpes, ni peligros.",
)
AND: Final = Words("{first}; {second}", "{first}; {second}")
WORTH: Final = {
    "points": Words("{play}  {score} points, {win} % won", "{play}  {score} puntos, gana {win} %"),
    "marbles": Words("{play}  {score} marbles: {line}", "{play}  {score} piezas: {line}"),
}
CUBE_ADVICE: Final = Words("The engine says: {do}.", "El motor dice: {do}.")
CUBE_WORTH: Final = Words("  {way}  {equity}", "  {way}  {equity}")
ROLL_ADVICE: Final = Words("Roll: there is nothing else to do.", "Tira: no hay nada más que hacer.")
NO_ENGINE: Final = Words("No advice: {error}", "Sin consejo: {error}")

RESULT: Final = Words("result: {how}", "resultado: {how}")
STEP: Final = Words(
    "game {game} of {games}: {white} – {black}{score} · move {move} of {moves}",
    "partida {game} de {games}: {white} – {black}{score} · jugada {move} de {moves}",
)
IN_MATCH: Final = Words(", {white}-{black} of {length}", ", {white}-{black} a {length}")
ASK_STEP: Final = Words(
    "Enter next, p previous, NUMBER move, g NUMBER game, ? help> ",
    "Intro siguiente, a anterior, NÚMERO jugada, g NÚMERO partida, ? ayuda> ",
)
STEP_COMMANDS: Final = {
    "next": ("", "n", "next", "s", "siguiente"),
    "previous": ("p", "previous", "a", "anterior"),
    "first": ("first", "inicio"),
    "last": ("last", "end", "fin"),
    "game": ("g", "game", "partida"),
    "moves": ("m", "moves", "jugadas"),
    "help": ("?", "h", "help", "ayuda"),
    "quit": ("q", "quit", "salir"),
}
STEP_HELP: Final = Words(
    """\
  Enter, n         the next move, or the next game after the last one
  p                the previous move
  NUMBER           go to that move of this game; 0 is the start
  g NUMBER         go to that game; g alone lists the games
  first, last      the start and the end of this game
  m                list the moves of this game
  q                leave""",
    """\
  Intro, s         la jugada siguiente, o la partida siguiente tras la última
  a                la jugada anterior
  NÚMERO           ir a esa jugada de la partida; 0 es la posición inicial
  g NÚMERO         ir a esa partida; g a solas muestra la lista de partidas
  inicio, fin      el comienzo y el final de esta partida
  m                ver las jugadas de esta partida
  q                salir""",
)
NO_SUCH_MOVE: Final = Words(
    "This game has moves 0 to {last}.", "Esta partida tiene jugadas de la 0 a la {last}."
)
NO_SUCH_GAME: Final = Words(
    "This record has games 1 to {last}.", "Este registro tiene partidas de la 1 a la {last}."
)
AT_THE_END: Final = Words("This is the last position.", "Esta es la última posición.")
AT_THE_START: Final = Words("This is the first position.", "Esta es la primera posición.")

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
DRAWN: Final = Words("A draw ({ending}).", "Tablas ({ending}).")
SCORE: Final = Words(
    "Score: White {white}, Black {black}.", "Marcador: Blancas {white}, Negras {black}."
)
MATCH_WON: Final = Words("{side} wins the match.", "{side} ganan el encuentro.")

ENDINGS: Final = {
    Ending.PLAYED_OUT: Words("played out", "hasta el final"),
    Ending.DROPPED: Words("double dropped", "doble rechazado"),
    Ending.RESIGNED: Words("resigned", "abandono"),
    Ending.FLAGGED: Words("on time", "por tiempo"),
    Ending.FORFEITED: Words("stayed away too long", "por ausencia"),
    Ending.REPETITION: Words("repetition", "repetición"),
    Ending.NO_PROGRESS: Words("no ejection for too long", "demasiado tiempo sin expulsiones"),
    Ending.PLY_LIMIT: Words("move limit", "límite de jugadas"),
    Ending.AGREED: Words("agreed", "de acuerdo"),
    Ending.LOCKED: Words("neither side can ever move", "nadie puede mover nunca más"),
}
