"""The help of the options, by their English, and the names of what follows them."""

from __future__ import annotations

from typing import Final

from tablas.play.options import OPTIONS as AGREED

METAVARS: Final[dict[str, str]] = {
    "ADDRESS": "DIRECCIÓN",
    "FORMAT": "FORMATO",
    "BOOLEAN": "SÍ/NO",
    "DICE": "DADOS",
    "DIRECTORY": "CARPETA",
    "FILE": "ARCHIVO",
    "FILENAME": "ARCHIVO",
    "FIRST": "PRIMERO",
    "FLOAT": "NÚMERO",
    "GAME": "JUEGO",
    "HIGH": "ALTO",
    "IN": "ENTRADA",
    "INTEGER": "ENTERO",
    "LEVEL": "NIVEL",
    "KEY": "CLAVE",
    "LOW": "BAJO",
    "NAME": "NOMBRE",
    "OUT": "SALIDA",
    "PATH": "RUTA",
    "PLAY": "JUGADA",
    "POSITION": "POSICIÓN",
    "RANGE": "",  # "INTEGER RANGE": the bounds stand beside it
    "SECOND": "SEGUNDO",
    "TEXT": "TEXTO",
    "TIME": "TIEMPO",
}
OPTIONS: Final[dict[str, str]] = {
    **{option.about.en: option.about.es for option in AGREED.values()},
    "Show the version and exit.": "Muestra la versión y termina.",
    "Show this message and exit.": "Muestra esta ayuda y termina.",
    "English or Spanish; by default as the environment says.": (
        "Inglés o español; por defecto, como diga el entorno."
    ),
    "Answer as one JSON object.": "Responde con un objeto JSON.",
    "By default colour on a terminal.": "Por defecto, color en una terminal.",
    "A named start, such as nackgammon or german-daisy.": (
        "Una salida con nombre, como nackgammon o german-daisy."
    ),
    "Whose side is below.": "Qué bando queda abajo.",
    "Draw a picture (SVG) into this file.": "Dibuja la posición en este archivo, como imagen SVG.",
    "The roll, such as 31.": "La tirada, como 31.",
    "Points by number, or by the N/B names of the sheet (dice games).": (
        "Puntos por número, o por los nombres N/B de la hoja (juegos con dados)."
    ),
    "Who moves, where the position leaves it open.": "Quién juega, si la posición no lo dice.",
    "Answer JSON lines from standard input, one by one.": (
        "Responde a líneas JSON de la entrada estándar, una por una."
    ),
    "A position text; by default the start.": "Un texto de posición; por defecto, la inicial.",
    "What the engine thinks of it besides.": "Además, lo que el motor piensa de ella.",
    "Plies to count.": "Jugadas que contar.",
    "Count with the Python rules, not the kernel.": (
        "Cuenta con las reglas en Python, no con el núcleo."
    ),
    # tablas convert
    "What IN is, where its name and content mislead.": (
        "Qué formato tiene el archivo de entrada, si el nombre y el contenido engañan."
    ),
    "What OUT becomes, if its suffix does not say it.": (
        "En qué formato se escribe, si la extensión no lo dice."
    ),
    "Write over a file that exists.": "Reemplaza un archivo que ya existe.",
    # tablas review
    "How much thinking each decision gets.": "Cuánto se piensa cada decisión.",
    "Write a report with boards into this file.": (
        "Escribe en este archivo un informe con los tableros."
    ),
    "How one player did over all these matches.": (
        "Cómo le ha ido a un jugador en todos estos encuentros."
    ),
    "How the first rolls of all games were played.": (
        "Cómo se jugaron las primeras tiradas de todas las partidas."
    ),
    "So many of the costliest mistakes.": "Cuántos de los errores más caros se muestran.",
    "From this cost on a move is doubtful.": "Desde este coste una jugada es dudosa.",
    "From this cost on it is an error.": "Desde este coste es un error.",
    "From this cost on it is a blunder.": "Desde este coste es un error grave.",
    "Threads of a search; by default all.": "Hilos de cada búsqueda; por defecto, todos.",
    "Processes for many matches; by default one a core.": (
        "Procesos para muchos encuentros; por defecto, uno por núcleo."
    ),
    "Play the trials on a Ray cluster: its address, auto, or local.": (
        "Jugar las pruebas en un clúster de Ray: su dirección, auto o local."
    ),
    "Many matches on a Ray cluster: its address, auto or local.": (
        "Muchos encuentros en un clúster de Ray: su dirección, auto o local."
    ),
    "Forget what an earlier review has judged.": "Olvida lo que averiguó una revisión anterior.",
    # tablas play
    "Who plays White; a person by default.": "Quién juega con Blancas; por defecto, una persona.",
    "Who plays Black; the second weakest level by default.": (
        "Quién juega con Negras; por defecto, el segundo nivel más flojo."
    ),
    "Begin from this position text.": "Empieza en este texto de posición.",
    "Play to N points.": "Encuentro a N puntos.",
    "Play for money, game after game.": "Por dinero, partida tras partida.",
    "Clocks: 'fischer 5+3', 'sudden 15' …": "Relojes: 'fischer 5+3', 'sudden 15' …",
    "Correspondence: so many days for each turn.": (
        "Por correspondencia: tantos días para cada turno."
    ),
    "The same dice and the same bots again.": "Otra vez los mismos dados y los mismos bots.",
    "Write the game down here, turn by turn; an unfinished one is offered to go on with.": (
        "Guarda aquí la partida, turno a turno; si hay una sin terminar, ofrece seguirla."
    ),
    "Go on with the unfinished game of this record.": (
        "Sigue la partida sin terminar de este registro."
    ),
    # engines
    "Seconds to think.": "Segundos para pensar.",
    "Plies ahead.": "Jugadas por delante.",
    "Positions to look at.": "Posiciones que mirar.",
    "So many best moves.": "Tantas mejores jugadas.",
    "Dislike of draws.": "Cuánto evita las tablas.",
    "In money play, too, count the cube.": "Cuenta el cubo también al jugar por dinero.",
    "Roll out the plays that the search leaves close.": (
        "Simula las jugadas que la búsqueda deja igualadas."
    ),
    "A match to N points at A-B, the player to move first.": (
        "Un encuentro a N puntos que va A-B, primero quien juega."
    ),
    "This is the Crawford game.": "Es la partida de Crawford.",
    "The value of the cube.": "El valor del cubo.",
    "Of the cube.": "De quién es el cubo.",
    "Money: the Jacoby rule.": "Por dinero: la regla de Jacoby.",
    "Money: beavers are allowed.": "Por dinero: se permiten castores.",
    "Turns to look ahead.": "Turnos por delante.",
    "At most.": "Como máximo.",
    "That the players look ahead.": "Tiradas que miran por delante los jugadores.",
    "Turns; then the net judges. 0: never.": "Turnos; después juzga la red. 0: nunca.",
    "Play with the cube.": "Juega con el cubo.",
    "Of a roll.": "De una tirada.",
    "Stop at this standard error of every equity.": (
        "Para cuando el error típico de cada valor llega a este."
    ),
    "Drop plays so many standard errors behind the best.": (
        "Descarta las jugadas que queden tantos errores típicos por detrás de la mejor."
    ),
    "At most so many plays.": "Como máximo, tantas jugadas.",
    "What each play does, in words.": "Qué hace cada jugada, en palabras.",
    # tablas tournament
    "Of every two players; an even number.": "De cada dos jugadores; un número par.",
    "Only the first player, against each of the others.": (
        "Solo el primer jugador, contra cada uno de los demás."
    ),
    "End a duel when it is decided: points a game, without dice Elo.": (
        "Termina un duelo cuando está decidido: puntos por partida; sin dados, Elo."
    ),
    "Save the games in the folder: mat, sgf, record, abalone-game …": (
        "Guarda las partidas en la carpeta: mat, sgf, record, abalone-game…"
    ),
    "Write the table into this file.": "Escribe la tabla en este archivo.",
    # tablas duel
    "The game, if it is not said first.": "El juego, si no se dice al principio.",
    "At most; an even number.": "Como máximo; un número par.",
    "The same, counted in pairs.": "Lo mismo, contado en pares.",
    "Money play with the doubling cube.": "Por dinero, con el cubo de doblar.",
    "Seconds a move.": "Segundos por jugada.",
    "Positions a move.": "Posiciones por jugada.",
    "Plies a move.": "Jugadas por delante en cada una.",
    "Stop when it is decided: points a game, without dice Elo.": (
        "Para cuando está decidido: puntos por partida; sin dados, Elo."
    ),
    "The net that tells luck, or none.": "La red que mide la suerte, o ninguna.",
    "Of dice, openings and noise.": "De los dados, las aperturas y el ruido.",
    "That play at the same time; the games are the same.": (
        "Que juegan a la vez; las partidas son las mismas."
    ),
    "Keep the results here, and go on from what it holds.": (
        "Guarda aquí los resultados y sigue a partir de lo que haya."
    ),
    "Of the dice games; by default the strongest.": (
        "De los juegos con dados; por defecto, el más fuerte."
    ),
    "Be an external player of GNU Backgammon on host:port or the path of a local socket.": (
        "Hace de jugador externo de GNU Backgammon en host:puerto o en la ruta de un socket local."
    ),
    "With --gnubg-socket: end with the first connection.": (
        "Con --gnubg-socket: termina con la primera conexión."
    ),
    # tablas train
    "Let the games be played on a Ray cluster: its address, auto, or local.": (
        "Juega las partidas en un clúster de Ray: su dirección, auto o local."
    ),
    "Of --ray; by default one a core.": "Los de --ray; por defecto, uno por núcleo.",
    "A small net on a processor, in a few minutes.": (
        "Una red pequeña en un procesador, en unos minutos."
    ),
    "A plan of your own; the README of tablas/training/GAME explains them.": (
        "Un plan propio; el README de tablas/training/JUEGO los explica."
    ),
    "Everything is kept here; run again, it goes on where it stopped.": (
        "Todo se guarda aquí; al repetir la orden sigue donde paró."
    ),
    "Stop after so long, to go on later.": "Para tras este tiempo, para seguir más tarde.",
    "cpu or cuda; by default a GPU where there is one.": (
        "cpu o cuda; por defecto, una GPU si la hay."
    ),
    "Against the greedy player, to measure the net.": (
        "Contra el jugador «greedy», para medir la red."
    ),
    # records
    "Step through it: next, previous, any move and game.": (
        "Recórrelo: siguiente, anterior, cualquier jugada y partida."
    ),
    "Only this game of the record.": "Solo esta partida del registro.",
    "The position after so many moves.": "La posición tras tantas jugadas.",
    "The key that must have signed the receipt.": "La clave que debe haber firmado el recibo.",
    "Show seals and keys in plain words besides.": (
        "Además, muestra los sellos y las llaves con palabras llanas."
    ),
    # servers
    "For the phones and computers of this house, too.": (
        "También para los móviles y ordenadores de esta casa."
    ),
    "Open the page in a browser.": "Abre la página en un navegador.",
    "Show the log here; on a terminal it is in a file.": (
        "Muestra aquí el registro; en un terminal se guarda en un archivo."
    ),
    "A TOML file with any of these settings (TABLAS_CONFIG).": (
        "Un archivo TOML con cualquiera de estos ajustes (TABLAS_CONFIG)."
    ),
    "Folder of the server's files (TABLAS_DATA).": (
        "Carpeta de los archivos del servidor (TABLAS_DATA)."
    ),
    "postgresql://… (TABLAS_DATABASE).": "postgresql://… (TABLAS_DATABASE).",
    "Read the password from standard input.": "Lee la contraseña de la entrada estándar.",
    "Make a moderator of the new account.": "La cuenta nueva podrá moderar.",
    "Make a player of a moderator again.": "Quien moderaba vuelve a ser jugador.",
    "Although there is a database; it is set aside.": (
        "Aunque haya una base de datos; la que hay se aparta."
    ),
    # tables and books
    "Points that a player needs at most.": "Puntos que le faltan a un jugador, como máximo.",
    "Search so many more positions.": "Busca en tantas posiciones más.",
    "A book of your own.": "Un libro propio.",
}
