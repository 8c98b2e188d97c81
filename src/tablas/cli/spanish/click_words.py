"""What click itself says, in Spanish, by its English: the messages that its users can meet."""

from __future__ import annotations

from typing import Final

CLICK: Final[dict[str, str]] = {
    "Usage:": "Uso:",
    "Options": "Opciones",
    "Commands": "Órdenes",
    "Positional arguments": "Argumentos",
    "default: {default}": "por defecto: {default}",
    "required": "obligatorio",
    "(dynamic)": "(según el entorno)",
    "env var: {var}": "variable: {var}",
    "deprecated": "anticuada",
    "Show the version and exit.": "Muestra la versión y termina.",
    "Show this message and exit.": "Muestra esta ayuda y termina.",
    "%(prog)s, version %(version)s": "%(prog)s, versión %(version)s",
    "Aborted!": "¡Interrumpido!",
    "Error: {message}": "Error: {message}",
    "Try '{command} {option}' for help.": "Prueba «{command} {option}» para ver la ayuda.",
    "Invalid value: {message}": "Valor no válido: {message}",
    "Invalid value for {param_hint}: {message}": "Valor no válido para {param_hint}: {message}",
    "Missing argument": "Falta el argumento",
    "Missing option": "Falta la opción",
    "Missing parameter": "Falta el parámetro",
    "Missing {param_type}": "Falta {param_type}",
    "Missing parameter: {param_name}": "Falta el parámetro {param_name}",
    "Missing command.": "Falta la orden.",
    "No such option {name!r}.": "No existe la opción {name!r}.",
    "No such command {name!r}.": "No existe la orden {name!r}.",
    "unknown error": "error desconocido",
    "Could not open file {filename!r}: {message}": (
        "No se puede abrir el archivo {filename!r}: {message}"
    ),
    "Invalid start character for option ({option})": (
        "Carácter inicial no válido para una opción ({option})"
    ),
    "Argument {name!r} takes {nargs} values.": "El argumento {name!r} lleva {nargs} valores.",
    "Option {name!r} does not take a value.": "La opción {name!r} no lleva valor.",
    "Value must be an iterable.": "El valor debe ser una lista.",
    "Choose from:\n\t{choices}": "Elige entre:\n\t{choices}",
    "{value!r} is not a valid {number_type}.": "{value!r} no es un número válido.",
    "{value} is not in the range {range}.": "{value} no está en el intervalo {range}.",
    "{value!r} is not a valid boolean. Recognized values: {states}": (
        "{value!r} no es ni sí ni no. Valores conocidos: {states}"
    ),
    "{name} {filename!r} does not exist.": "{filename!r} no existe.",
    "{name} {filename!r} is a file.": "{filename!r} es un archivo.",
    "{name} {filename!r} is a directory.": "{filename!r} es una carpeta.",
    "{name} {filename!r} is not readable.": "{filename!r} no se puede leer.",
    "{name} {filename!r} is not writable.": "En {filename!r} no se puede escribir.",
    "{name} {filename!r} is not executable.": "{filename!r} no se puede ejecutar.",
    "Repeat for confirmation": "Repítela para confirmarla",
    "Error: The two entered values do not match.": "Error: los dos valores no coinciden.",
    "Error: invalid input": "Error: entrada no válida",
    "Do you want to continue?": "¿Quieres continuar?",
}

PLURALS: Final[dict[str, tuple[str, str]]] = {
    "Got unexpected extra argument ({args})": (
        "Sobra un argumento ({args})",
        "Sobran argumentos ({args})",
    ),
    "Did you mean {possibility}?": (
        "¿Querías decir {possibility}?",
        "(¿Querías decir una de estas: {possibilities}?)",
    ),
    "Option {name!r} requires an argument.": (
        "La opción {name!r} necesita un valor.",
        "La opción {name!r} necesita {nargs} valores.",
    ),
    "{value!r} is not {choice}.": (
        "{value!r} no es {choice}.",
        "{value!r} no es ninguna de {choices}.",
    ),
    "Takes {nargs} values but 1 was given.": (
        "Lleva {nargs} valores, pero se dio 1.",
        "Lleva {nargs} valores, pero se dieron {len}.",
    ),
    "{len_type} values are required, but {len_value} was given.": (
        "Hacen falta {len_type} valores, pero se dio {len_value}.",
        "Hacen falta {len_type} valores, pero se dieron {len_value}.",
    ),
}
"""Messages with a number: by their English for one, the Spanish for one and for several."""
