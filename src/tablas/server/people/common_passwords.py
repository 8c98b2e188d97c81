"""Passwords that anybody would try first, by what they are made of.

Lists of leaked passwords are mostly a few hundred words with digits behind them, letters exchanged
for digits that look alike, or written twice or backwards. So the words are kept here and the rest
is undone. Whoever runs a server can hold passwords against a whole published list of hashes besides
(the setting `breached_passwords`).
"""

from __future__ import annotations

import hashlib
import re
from itertools import pairwise
from pathlib import Path
from typing import Final

from tablas.games import NAMES

TEXT: Final = """
    password passwort passcode contraseña contrasena clave secret secreto letmein login
    logmein welcome bienvenido bienvenida admin administrator root user usuario guest invitado
    master test testing prueba temp temporal default changeme cambiame access acceso enter
    entrar qwerty qwertz azerty qwertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qwe qweasd
    qweasdzxc wsxedc zaqwsx poiuyt lkjhgf mnbvcxz asdf zxcv abc abcd abcde abcdef xyz iloveyou
    love lovely lover loveme teamo tequiero teamomucho amor amorcito corazon corazón micorazon
    mivida cariño carino besos beso amigo amiga amigos familia family friends friend mama mamá
    papa papá mother father brother sister hermano hermana baby bebe bebé hijo hija princess
    princesa prince principe queen reina king rey angel angeles angelito diablo devil dios
    jesus jesucristo cristo maria god heaven cielo church faith blessed bendicion sunshine
    sunny sun moon luna sol estrella estrellas star stars sky rainbow arcoiris summer verano
    winter invierno spring primavera autumn otoño monday lunes friday viernes sunday domingo
    january enero february febrero march marzo april abril may mayo june junio july julio
    august agosto september septiembre october octubre november noviembre december diciembre
    flower flor flores rose rosa rosas butterfly mariposa mariposas tiger tigre lion leon león
    dragon dragón monkey mono dog perro perrito cat gato gatito gatita horse caballo bear oso
    wolf lobo eagle aguila águila shark panther pantera dolphin delfin turtle tortuga bunny
    rabbit conejo chicken pollo kitty puppy fish pescado bird pajaro football futbol fútbol
    soccer baseball beisbol basketball hockey tennis golf rugby boxing realmadrid madrid
    barcelona barca barça atletico sevilla betis valencia chelsea arsenal liverpool manchester
    united juventus milan boca bocajuniors river riverplate america chivas cruzazul pumas
    lakers yankees cowboys steelers eagles packers messi ronaldo neymar maradona pele superman
    batman spiderman ironman hulk avengers marvel pokemon pikachu naruto goku dragonball
    starwars jedi matrix gandalf frodo harry potter harrypotter hermione disney mickey minnie
    snoopy garfield tweety barbie hello hellokitty sakura computer computadora ordenador
    internet google facebook instagram twitter youtube yahoo hotmail gmail microsoft windows
    apple iphone samsung android linux ubuntu nokia sony playstation xbox nintendo minecraft
    roblox fortnite callofduty counter strike gamer juegos games player jugador michael jordan
    jennifer jessica ashley amanda nicole daniel andrew joshua matthew anthony william charlie
    robert thomas david george jorge carlos luis juan jose josé pedro pablo miguel antonio
    manuel francisco javier alejandro alejandra fernando fernanda roberto ricardo eduardo
    sergio andres andrés diego gabriel gabriela daniela valentina camila sofia sofía isabella
    lucia lucía carmen rosario laura andrea paola patricia sandra monica mónica veronica
    claudia silvia natalia carolina alexander alexandra samuel samantha victoria elizabeth
    stephanie melissa michelle hannah olivia emma mexico méxico españa espana argentina
    colombia chile peru perú venezuela ecuador cuba panama bolivia uruguay paraguay guatemala
    london londres paris newyork chicago texas california america england inglaterra france
    francia germany alemania italy italia chocolate cookie banana orange naranja apple manzana
    cherry cereza strawberry fresa vanilla coffee cafe café cheese queso pizza pasta taco
    tacos burger music musica música guitar guitarra piano rock metal metallica nirvana eminem
    beatles money dinero dollar dolar rich happy feliz smile sonrisa funny cool sexy hot
    beautiful bonita hermosa linda lindo guapo guapa crazy loco loca freedom libertad peace
    paz forever siempre nothing nada whatever someone alguien myself yomismo shadow sombra
    ninja killer asesino hunter cazador warrior guerrero soldier soldado police policia doctor
    teacher maestro school escuela colegio student estudiante office oficina company empresa
    house casa home hogar mustang ferrari porsche mercedes toyota honda yamaha harley corvette
    camaro trustno fuckyou fuck shit bitch asshole puta puto mierda pendejo cabron cabrón culo
    chess ajedrez dados dice board tablero tablas damas poker casino lucky suerte
"""
WORDS: Final = frozenset(TEXT.split()) | frozenset(NAMES)
UNLIKE: Final = str.maketrans("0134578$@!€", "oieastbsaie")  # digits and marks read as letters
ENDS: Final = re.compile(r"^[\d\W_]+|[\d\W_]+$")
SHA1_DIGITS: Final = 40
LONG_NUMBER: Final = 16  # digits


def is_common(password: str) -> bool:
    """Whether somebody who guesses would come to it soon."""
    low = password.casefold()
    steps = {ord(b) - ord(a) for a, b in pairwise(low)}
    if len(steps) == 1 or len(set(low)) <= 2 or _short_number(low):
        return True  # aaaaaaaa, abcdefgh, 10101010, a date or a telephone number
    return any(_made_of_words(form) for form in _forms(low))


def _short_number(low: str) -> bool:
    return low.isdecimal() and len(low) < LONG_NUMBER


def _forms(low: str) -> set[str]:
    """A password without what is put around and into words, forwards and backwards."""
    middle, read = ENDS.sub("", low), low.translate(UNLIKE)
    bare = {middle, middle.translate(UNLIKE), read, ENDS.sub("", read)}
    plain = {re.sub(r"[\W_]+", "", form) for form in bare}
    return {form for one in plain for form in (one, one[::-1]) if form}


def _made_of_words(form: str) -> bool:
    """One such word, twice the same, or two of them one after the other."""
    if form in WORDS:
        return True
    return any(form[:cut] in WORDS and form[cut:] in WORDS for cut in range(2, len(form) - 1))


class BreachedPasswords:
    """A file of SHA-1 hashes in order, one a line, as `haveibeenpwned` publishes it.

    A line is `HASH` or `HASH:count`, in capitals. The file is searched where it lies: it may have
    forty gigabytes, and thirty looks find any line.
    """

    def __init__(self, file: Path) -> None:
        self._file = file

    def holds(self, password: str) -> bool:
        """Whether the list has this password."""
        wanted = hashlib.sha1(password.encode(), usedforsecurity=False).hexdigest().upper().encode()
        with self._file.open("rb") as lines:
            low, high = 0, lines.seek(0, 2)
            while low < high:
                middle = (low + high) // 2
                lines.seek(middle)
                if middle:
                    lines.readline()  # the rest of the line in whose middle we are
                line = lines.readline()[:SHA1_DIGITS].upper()
                if line == wanted:
                    return True
                if line and line < wanted:
                    low = middle + 1
                else:
                    high = middle
        return False
