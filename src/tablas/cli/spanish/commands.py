"""What each command does: the first line of its help in English, and all its paragraphs in Spanish.

The examples below them are the same in both languages; `NOTES` has the words beside them.
"""

from __future__ import annotations

from typing import Final

COMMANDS: Final[dict[str, str]] = {
    "Abak Evolution, Backgammon and Abalone by their exact rules.": (
        "Abak Evolution, Backgammon y Abalone con sus reglas exactas."
    ),
    "Draw a position, by default the start, seen by the player to move.": (
        "Dibuja una posición, por defecto la inicial, vista por quien juega."
    ),
    "List the legal plays of a position, each by one play that reaches it.": (
        "Muestra las jugadas legales de una posición, una por cada posición que se alcanza."
    ),
    "Say whether a play is legal, and if not, which rule forbids it.": """\
Dice si una jugada es legal y, si no lo es, qué regla la prohíbe.

El código de salida es 0 si es legal, 1 si no lo es y 2 si no se puede leer.""",
    "Say what a legal play does: hits, points, traps, blots and who can hit them.": """\
Dice qué hace una jugada legal: golpes, puntos, retenciones, fichas solas y quién puede golpearlas.

Lo más importante va primero. Los puntos se numeran desde el lado de quien juega; las tiradas se
cuentan sobre las 36 según las reglas. --worth añade lo que el motor piensa de la jugada, con el
cubo y el marcador que diga la posición. `tablas why` explica por qué una jugada no es legal.""",
    "Count the distinct plays to a depth; in the dice games over all 21 rolls.": """\
Cuenta las jugadas distintas hasta una profundidad; con dados, en las 21 tiradas.

Cuenta el núcleo compilado, si está; si no, o con --python, cuentan las reglas.""",
    "Play in the terminal, two people or against a bot; 'tablas levels' lists them.": """\
Juega en la terminal, dos personas o contra un bot; «tablas levels» los enumera.

Escribe ? durante la partida para ver la ayuda: deshacer, las jugadas legales, una pista, la mejor
jugada y por qué una jugada no se permite. Con --record nada se pierde si se deja la partida o el
programa se cierra de golpe.""",
    "List the opponents, from the weakest to the strongest, and what was measured.": (
        "Muestra los rivales, del más flojo al más fuerte, y lo que se ha medido de ellos."
    ),
    "Find the best move of a position.": """\
Busca la mejor jugada de una posición.

Backgammon y Abak: el valor es lo que quien juega espera ganar en puntos sin cubo, o en unidades del
cubo si la posición dice un marcador o un cubo ya girado; la jugada es la mejor en ese caso. Sin
límite, el motor mira 2 jugadas por delante. Abalone: la puntuación va en centésimas de pieza; 30000
menos n es una victoria en n jugadas; sin límite, piensa un segundo.""",
    "Double, take or drop? For money, or at the score of a match.": """\
¿Doblar, aceptar o rechazar? Por dinero o con el marcador de un encuentro.

Los valores van en unidades del cubo tal como está. Un XGID o un ID de GNU Backgammon dice de quién
es el cubo y cómo va el marcador; las opciones añaden lo que falta y tienen prioridad.""",
    "Play a position on, many times, and tell what comes of it.": """\
Juega una posición muchas veces hasta el final y dice qué sale de ello.

Sin dados se juega la posición antes de tirar, con --cubeful tanto sin doblar como doblada; con
dados, las mejores jugadas. La suerte de los dados se descuenta, y la misma semilla da los mismos
números con cualquier cantidad de hilos o máquinas. Ctrl-C lo para y muestra lo que haya.""",
    "Rank the plays of a position.": """\
Ordena las jugadas de una posición.

Con una tirada, en --dice o en la posición, las jugadas de backgammon y Abak llevan su valor, lo
que ceden y las probabilidades en tanto por ciento de ganar y de perder, con sus gammons (g) y
backgammons (bg). Las jugadas miradas más a fondo van primero; cada una dice cuánto. El cubo y el
marcador de un XGID o de un ID de encuentro cuentan en cada turno que se mira por delante, y los
valores van entonces en unidades del cubo. Sin tirada: las probabilidades antes de ella. Con
--reasons cada jugada dice qué hace: golpes, retenciones, puntos, fichas solas. Las de Abalone lo
dicen siempre: expulsiones, amenazas, sumitos, formaciones.""",
    "Let two players meet in pairs of games: same dice or opening, sides swapped.": """\
Enfrenta a dos jugadores por pares de partidas: mismos dados o apertura, colores cambiados.

A los puntos se les descuenta la suerte de los dados: lo que cada tirada dio de más sobre la media
de todas, según una red. Ctrl-C termina el duelo con el resultado que haya.""",
    "Let many players meet, every two of them in a duel, and rate them all together.": """\
Enfrenta a muchos jugadores, cada dos en un duelo, y los puntúa a todos juntos.

Los jugadores son los de «tablas duel»: niveles, búsquedas, archivos de pesos, órdenes. La
puntuación es Elo sobre la media de todos, con intervalos del 95 %. Ctrl-C lo detiene; la misma
orden sigue, y un jugador más solo cuesta sus propios duelos. Con --sprt un duelo termina en cuanto
una prueba secuencial sabe si el primer jugador es mejor por más de BAJO o por ALTO.""",
    "Speak the line protocol of docs/engine-protocol.md on standard input and output.": """\
Habla el protocolo de docs/engine-protocol.md por la entrada y la salida estándar.

A un programa que empieza por «ubgi» se le responde con la Universal Backgammon Interface.

Con --gnubg-socket, GNU Backgammon juega contra nosotros: escribe allí
«set player 0 external DIRECCIÓN» y después «new game».""",
    "Train the nets of a game by self-play from nothing but the rules.": """\
Entrena las redes de un juego jugando contra sí mismas, solo a partir de las reglas.

Sin JUEGO es el de las redes más pequeñas. Ctrl-C lo para; la misma orden continúa. Al final la red
juega contra el jugador «greedy», sin contar la suerte; úsala con «tablas duel JUEGO
tablas-training/net.safetensors expert».""",
    "Play a record again, show its moves, the last position and the result.": """\
Reproduce un registro: muestra sus jugadas, la última posición y el resultado.

También sirven otros archivos: .mat, .sgf y todo lo demás que lea `tablas convert`.

Con --step lo recorres a tu ritmo: Intro muestra la jugada siguiente, «a» la anterior, un número va
a esa jugada y «g 2» a la segunda partida.""",
    "Read a match from one file and write it to another; the suffixes say how.": """\
Lee un encuentro de un archivo y lo escribe en otro; las extensiones dicen cómo.

Las jugadas ilegales se conservan y se señalan con su línea y la regla que infringen. También se
dice lo que no cabe en el nuevo formato.""",
    "Review a match: what each decision cost, how lucky each side was, and why.": """\
Revisa un encuentro: qué costó cada decisión, cuánta suerte tuvo cada bando y por qué.

Lee todos los archivos que lee `tablas convert`; una carpeta vale por todos sus encuentros. Lo que
se averigua queda en un archivo junto al encuentro: una revisión interrumpida continúa donde estaba
y la segunda es inmediata.""",
    "Check the dice of a record: seals, openings, every die, and that it replays.": """\
Comprueba los dados de un registro: sellos, aperturas, cada dado y que la partida se reproduce.

El código de salida es 0 si los dados están probados, 1 si no lo están, 2 si no se puede leer y 3 si
todo encaja pero se desconoce la clave que lo firmó: indica la del servidor con --server-key.""",
    "Serve the three games to people and bots.": """\
Ofrece los tres juegos a personas y bots por la red.

Sin opciones lo guarda todo en un archivo SQLite de tu carpeta de datos, solo atiende a esta máquina
y abre la página en tu navegador. Las opciones van antes que el entorno, y el entorno antes que el
archivo.""",
    "Look after a server: accounts, moderators, backups, migrations, checks.": """\
Cuida de un servidor: cuentas, moderación, copias, migraciones, comprobaciones.

Lee los mismos ajustes que `tablas serve`. Con SQLite, para el servidor antes de cualquier cosa que
escriba (una copia y una comprobación solo leen); mientras, los relojes no corren.""",
    "Make an account with a password.": "Crea una cuenta con contraseña.",
    "Let somebody in again who has lost the app and all recovery codes.": """\
Deja entrar de nuevo a quien ha perdido la aplicación y todos los códigos de recuperación.

Después la contraseña sola abre la cuenta; asegúrate de quién lo pide.""",
    "Give somebody a new password; all their sessions end.": (
        "Da a alguien una contraseña nueva; se cierran todas sus sesiones."
    ),
    "Let somebody mute, ban and close accounts, with a log of all that.": (
        "Permite a alguien silenciar, expulsar y cerrar cuentas; todo queda registrado."
    ),
    "Copy the database and the keys into one file, while the server runs.": (
        "Copia la base de datos y las claves en un archivo, con el servidor en marcha."
    ),
    "Put a backup in place, after checking it; the server must be stopped.": (
        "Recupera una copia tras comprobarla; el servidor debe estar parado."
    ),
    "Bring the database to the schema of this version; does nothing where it already is.": (
        "Lleva la base de datos al esquema de esta versión; si ya lo tiene, no hace nada."
    ),
    "Replay every game, compare every rating, test the file; exit code 1 if anything is wrong.": (
        "Reproduce cada partida, compara cada puntuación y prueba el archivo; sale con 1 si algo "
        "falla."
    ),
    "Print the kernel's signature: a digest of fixed random games of the three games.": """\
Muestra la firma del núcleo: un resumen de partidas al azar, siempre las mismas, de los tres juegos.

Es igual con cualquier compilador, procesador y cantidad de hilos; los cambios del núcleo la citan.
Con --json, también las de las búsquedas de Abalone y de los juegos con dados, que cambian con
ellas.""",
    "Print the completion script for a shell.": (
        "Muestra el guion con que un intérprete de órdenes completa las palabras."
    ),
    "Build, check and ask the bear-off tables of backgammon.": """\
Construye, comprueba y consulta las tablas de finales de backgammon.

Los dos bandos deben estar en sus casas. Con seis fichas cada uno como máximo las probabilidades
son exactas, con y sin cubo; con más, cada bando saca tan deprisa como puede. El motor construye
las tablas cuando las necesita; ocupan 23 MB en la carpeta de datos.""",
    "Build the tables anew and write them to the data folder.": (
        "Construye las tablas de nuevo y las guarda en la carpeta de datos."
    ),
    "Say whether the file of the tables is whole.": "Dice si el archivo de las tablas está entero.",
    "Tell what the tables know of a position before the roll.": """\
Dice lo que saben las tablas de una posición antes de tirar.

Los valores son los de tirar ahora; quien en vez de eso dobla espera el menor de 1 y el doble del
valor con el cubo del rival.""",
    "Chances of winning a match from every score, in percent.": """\
Probabilidades de ganar un encuentro con cada marcador, en tanto por ciento.

Una línea por cada número de puntos que le faltan a un jugador, una columna por los que le faltan
al rival; cuando a uno le falta un solo punto, la partida que viene es la de Crawford. La última
línea es para quien va por detrás después de ella. En Abak hay muchos más gammons, así que tiene su
propia tabla. Cómo se calculan: docs/cube-and-rollouts.md.""",
    "Show the moves that the opening book of Abalone knows in a position, or let a book grow.": """\
Muestra las jugadas que el libro de aperturas de Abalone conoce en una posición, o lo hace crecer.

El libro lo hizo el motor desde la posición estándar y la margarita belga. Crece a partir de donde
acaba el archivo y se puede parar en cualquier momento.""",
}

NOTES: Final[dict[str, str]] = {
    "a game in the terminal": "una partida en la terminal",
    "draw the start": "dibuja la posición inicial",
    "the plays of an opening 31": "las jugadas de una salida con 31",
    "what the engine would play": "lo que jugaría el motor",
    "its best moves, in words": "sus mejores jugadas, en palabras",
    "play with others over the net": "juega con otros por la red",
    "look through a server's database": "revisa la base de datos de un servidor",
    "(Standard)": "(estándar)",
}
"""Words that stand beside examples."""
