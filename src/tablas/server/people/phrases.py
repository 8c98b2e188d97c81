"""The stock phrases of the chat: each reader sees them in their own language."""

from __future__ import annotations

from typing import Final

from tablas.words import Words

PHRASES: Final[dict[str, Words]] = {
    "hello": Words("Hello!", "¡Hola!"),
    "good-luck": Words("Good luck!", "¡Suerte!"),
    "have-fun": Words("Have fun!", "¡Que te diviertas!"),
    "you-too": Words("You too!", "¡Igualmente!"),
    "well-played": Words("Well played!", "¡Bien jugado!"),
    "nice-roll": Words("Nice roll!", "¡Buena tirada!"),
    "lucky": Words("That was lucky.", "Eso fue suerte."),
    "unlucky": Words("Bad luck.", "Mala suerte."),
    "oops": Words("Oops!", "¡Uy!"),
    "thinking": Words("Let me think.", "Déjame pensar."),
    "one-moment": Words("One moment, please.", "Un momento, por favor."),
    "back": Words("I am back.", "Ya estoy aquí."),
    "connection": Words("My connection is bad.", "Mi conexión va mal."),
    "sorry": Words("Sorry!", "¡Perdón!"),
    "no-problem": Words("No problem.", "No pasa nada."),
    "thanks": Words("Thank you!", "¡Gracias!"),
    "good-game": Words("Good game!", "¡Buena partida!"),
    "rematch": Words("Another one?", "¿Otra?"),
    "must-go": Words("I have to go.", "Tengo que irme."),
    "bye": Words("Goodbye!", "¡Adiós!"),
}
"""By their short names, which are what is sent and stored."""
