"""The words of a review in English and Spanish."""

from __future__ import annotations

from typing import Final

from tablas.review.value import Mark
from tablas.words import Words

MARKS: Final = {
    Mark.FINE: Words("fine", "bien"),
    Mark.DOUBTFUL: Words("doubtful", "dudosa"),
    Mark.ERROR: Words("error", "error"),
    Mark.BLUNDER: Words("blunder", "error grave"),
}
MARK_COUNTS: Final = {
    Mark.DOUBTFUL: Words("Doubtful", "Dudosas"),
    Mark.ERROR: Words("Errors", "Errores"),
    Mark.BLUNDER: Words("Blunders", "Errores graves"),
}
FAULTS: Final = {
    "missed-double": Words("missed double", "doble no hecho"),
    "wrong-double": Words("wrong double", "doble equivocado"),
    "too-good": Words("too good to double", "demasiado buena para doblar"),
    "wrong-take": Words("wrong take", "aceptar fue un error"),
    "wrong-drop": Words("wrong drop", "rechazar fue un error"),
    "missed-ejection": Words("missed ejection", "expulsión no vista"),
}
ACTIONS: Final = {
    "double": Words("double", "doblar"),
    "no-double": Words("no double", "no doblar"),
    "take": Words("take", "aceptar"),
    "drop": Words("drop", "rechazar"),
    "beaver": Words("beaver", "castor"),
    "double-take": Words("double, take", "doblar, aceptar"),
    "double-drop": Words("double, drop", "doblar, rechazar"),
}
NO_GRADE: Final = Words("everything still to learn", "todo por aprender")

TITLE: Final = Words("Review", "Revisión")
MATCH_TO: Final = Words("match to {length}", "encuentro a {length}")
SESSION: Final = Words("session", "sesión")
GAMES: Final = Words("{count} games", "{count} partidas")
ONE_GAME: Final = Words("one game", "una partida")
CARE: Final = Words("analysis: {care}", "análisis: {care}")
RATING: Final = Words("Performance rating", "Índice de juego")
RATING_NOTE: Final = Words(
    "500 × the mean cost of a decision; lower is better",
    "500 × el coste medio de una decisión; cuanto más bajo, mejor",
)
GRADE: Final = Words("Level", "Nivel")
ACCURACY: Final = Words("Accuracy", "Precisión")
PLAYS: Final = Words("Unforced plays", "Jugadas no forzadas")
CUBES: Final = Words("Cube decisions", "Decisiones de cubo")
COST: Final = Words("Given away", "Regalado")
LUCK: Final = Words("Luck", "Suerte")
WITHOUT_LUCK: Final = Words("Without luck", "Sin la suerte")
PHASE: Final = Words("rating: {phase}", "índice: {phase}")
MISTAKES: Final = Words("The costliest mistakes", "Los errores más caros")
NO_MISTAKES: Final = Words("No mistake was marked.", "No se ha marcado ningún error.")
WHERE: Final = Words("Game {game}, {name}", "Partida {game}, {name}")
INSTEAD: Final = Words("{played} instead of {best}", "{played} en vez de {best}")
PLAYED: Final = Words("played", "jugado")
DOES: Final = Words("{play}: {what}", "{play}: {what}")
POINTS: Final = Words("{points} points", "{points} puntos")
TURNING: Final = Words("Turning points", "Momentos decisivos")
TURNED: Final = Words(
    "game {game}: {played} turns {before} % into {after} % for {name}",
    "partida {game}: {played} cambia el {before} % en el {after} % para {name}",
)
ILLEGAL: Final = Words(
    "{count} illegal plays were kept and not judged",
    "{count} jugadas ilegales se han conservado sin juzgarlas",
)
PLOT: Final = Words(
    "White's chances of winning each game", "Posibilidades de Blancas de ganar cada partida"
)
PLAYER: Final = Words("Player", "Jugador")
MOVE: Final = Words("Move", "Jugada")
BEST: Final = Words("Best", "Mejor")
LOSS: Final = Words("Cost", "Coste")
MARK: Final = Words("Mark", "Juicio")
POSITION: Final = Words("Position", "Posición")
PLIES: Final = Words("{plies} plies", "{plies} jugadas")
ONE_PLY: Final = Words("1 ply", "1 jugada")
ROLLED_OUT: Final = Words("{trials} rollouts", "{trials} simulaciones")
GAME: Final = Words("Game", "Partida")
BOARD: Final = Words("{name} to play {dice}", "{name} juega {dice}")
BOARD_CUBE: Final = Words("{name}: cube decision", "{name}: decisión de cubo")
BOARD_MOVE: Final = Words("{name} to move", "juega {name}")
CHANCES: Final = Words("winning chances", "posibilidades de ganar")
