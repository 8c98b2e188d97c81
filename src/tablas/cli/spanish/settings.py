"""The settings of a server in Spanish, by their English (`tablas.server.settings`)."""

from __future__ import annotations

from typing import Final

SETTINGS: Final[dict[str, str]] = {
    "Address to listen on; 0.0.0.0 for a whole network.": (
        "Dirección en la que atiende; 0.0.0.0 para toda una red."
    ),
    "Port to listen on; 0 takes a free one.": "Puerto en el que atiende; 0 toma uno libre.",
    "Folder for the SQLite file and the keys.": "Carpeta del archivo SQLite y de las claves.",
    "postgresql://… to use PostgreSQL; empty: a SQLite file in the data folder.": (
        "postgresql://… para usar PostgreSQL; vacío: un archivo SQLite en la carpeta de datos."
    ),
    "redis://… (Valkey or Redis) when several processes serve; empty: none.": (
        "redis://… (Valkey o Redis) cuando sirven varios procesos; vacío: ninguno."
    ),
    "Sites that may call this server besides itself, such as https://club.example; as a flag, "
    "separate them by commas.": (
        "Otros sitios que pueden llamar a este servidor, como https://club.example; como opción, "
        "separados por comas."
    ),
    "The address people use, for invitation links; empty: links without one.": (
        "La dirección que usa la gente, para los enlaces de invitación; vacío: enlaces sin ella."
    ),
    "File of SHA-1 hashes of leaked passwords in order, as haveibeenpwned offers; "
    "empty: a list of our own.": (
        "Archivo de resúmenes SHA-1 de contraseñas filtradas, en orden, como el que ofrece "
        "haveibeenpwned; vacío: una lista propia."
    ),
    "Addresses that may read /api/metrics and the details of /api/ready, separated by commas.": (
        "Direcciones que pueden leer /api/metrics y los detalles de /api/ready, separadas por "
        "comas."
    ),
    "Addresses of proxies whose X-Forwarded-For is believed, separated by commas.": (
        "Direcciones de los proxies a cuyo X-Forwarded-For se da crédito, separadas por comas."
    ),
    "Key that signs cookies (several processes share it); empty: a kept file.": (
        "Clave que firma las cookies (la comparten varios procesos); vacío: un archivo guardado."
    ),
    "Processes that think for the bots; 0: no bots here.": (
        "Procesos que piensan por los bots; 0: aquí no hay bots."
    ),
    "Processes that analyse positions for people; 0: none here.": (
        "Procesos que analizan posiciones para la gente; 0: aquí no hay."
    ),
    "Processes that review finished games, after bots; 0: none here.": (
        "Procesos que revisan partidas acabadas, detrás de los bots; 0: aquí no hay."
    ),
    "Rolls, plays and doubles that one person may have reviewed a day.": (
        "Tiradas, jugadas y dobles que se revisan a cada persona por día."
    ),
    "Most time a bot may think about one move.": (
        "Tiempo máximo que un bot puede pensar una jugada."
    ),
    "Open sockets that one person may have.": "Conexiones abiertas que puede tener una persona.",
    "Messages a socket may send in 20 s.": "Mensajes que una conexión puede enviar en 20 s.",
    "Time for the headers of a request to come in.": (
        "Tiempo para que lleguen las cabeceras de una petición."
    ),
    "Connections that one address may have; our proxies are exempt.": (
        "Conexiones que puede tener una dirección; nuestros proxies quedan exentos."
    ),
    "Connections in all; fewer where the system allows fewer files.": (
        "Conexiones en total; menos si el sistema permite menos archivos."
    ),
    "Requests that one address may send in a minute.": (
        "Peticiones que una dirección puede enviar en un minuto."
    ),
    "Frames that wait for a slow reader before it must resync.": (
        "Mensajes que esperan a un lector lento antes de que deba ponerse al día."
    ),
    "Time to finish what is under way when the server is told to stop.": (
        "Tiempo para acabar lo que esté en curso cuando se para el servidor."
    ),
    "How long a game nobody watches is kept in memory.": (
        "Cuánto se guarda en memoria una partida que nadie mira."
    ),
    "A live game without a clock is aborted after so long a silence.": (
        "Una partida en vivo sin reloj se anula tras este silencio."
    ),
    "Shorter ways inside uvicorn, for releases known to this one; else the usual.": (
        "Caminos más cortos dentro de uvicorn, con las versiones conocidas; si no, los de siempre."
    ),
    "Show the interactive description of the API at /api.": (
        "Muestra la descripción interactiva de la API en /api."
    ),
    "Folder of the built documentation site, shown at /docs; empty: its own.": (
        "Carpeta con la documentación construida, que se ve en /docs; vacío: la suya."
    ),
    "Cookies over https only, with the __Host- prefix; set it behind https.": (
        "Cookies solo por https, con el prefijo __Host-; actívalo detrás de https."
    ),
    "critical, error, warning, info or debug.": "critical, error, warning, info o debug.",
}
