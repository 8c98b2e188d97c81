"""The line protocol of the dice games, from the engine's side (docs/engine-protocol.md)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final

from tablas.engine.bot import bot, opponent, opponents
from tablas.engine.dice.cube_action import judge, state_of
from tablas.engine.engines import dice_side, engine
from tablas.engine.player import PART_OF_CLOCK, Player, Unhurried
from tablas.engine.ranking import Effort
from tablas.engine.weights import net
from tablas.errors import NotationError, TablasError
from tablas.kind import Kind
from tablas.play.cube import Cube, Offer
from tablas.play.state import Phase, State
from tablas.play.terms import Stakes, Terms
from tablas.situation import Situation
from tablas.values import Dice, Side
from tablas.words import quoted

VERSION: Final = 1
USUAL_LINES: Final = 5
USUAL_SECONDS: Final = 1.0
CUBE_PLIES: Final = 2
HURRY_SECONDS: Final = 10.0
QUICK: Final = "expert"  # of the levels that do not look ahead the strongest
"""Who plays for a stronger level that has less than HURRY_SECONDS left."""
OWNERS: Final = ("own", "opponent", "centre")


class DiceConversation:
    """One conversation: takes lines, says lines; every `go` is answered before the next line."""

    def __init__(self, kind: Kind[Any, Any], say: Callable[[str], None], level: str) -> None:
        opponent(kind.name, level)  # refuses what is unknown
        self.kind, self.say, self.level = kind, say, level
        self.seed: int | None = None
        self.seconds: float | None = None  # left on the clock of whoever decides
        self.player: Player | None = None
        self.state = _fresh(kind)

    def run(self, lines: Iterable[str]) -> None:
        """Answer line after line; a bad one is answered by `error`."""
        for line in lines:
            words = line.split()
            if not words:
                continue
            if words[0] == "quit":
                return
            try:
                self.take(words[0], words[1:])
            except (TablasError, ValueError) as error:
                self.say(f"error {' '.join(str(error).split())}")

    def take(self, command: str, words: list[str]) -> None:
        if command not in COMMANDS:
            raise NotationError(
                f"command {quoted(command)}: expected {', '.join(COMMANDS)}, quit",
                f"orden {quoted(command)}: se esperaba {', '.join(COMMANDS)}, quit",
            )
        COMMANDS[command](self, words)

    def hello(self, words: list[str]) -> None:
        if words != [str(VERSION)]:
            raise NotationError(
                f"protocol {quoted(' '.join(words))}: expected {VERSION}",
                f"protocolo {quoted(' '.join(words))}: se esperaba {VERSION}",
            )
        self.say("id name Tablas")
        self.say(f"option level {self.level} {' '.join(opponents(self.kind.name))}")
        self.say("option seed 0 0 1000000000")
        self.say("ready")

    def set(self, words: list[str]) -> None:
        name, value = _fields(words, 2, "set NAME VALUE")
        if name == "level":
            bot(self.kind.name, value)  # refuses what is unknown
            self.level = value
        elif name == "seed":
            self.seed = _whole("seed", value, 0, 10**9)
        else:
            raise NotationError(
                f"option {quoted(name)}: expected level or seed",
                f"opción {quoted(name)}: se esperaba level o seed",
            )
        self.player = None

    def new(self, words: list[str]) -> None:
        _fields(words, 0, "new")
        self.state, self.player, self.seconds = _fresh(self.kind), None, None

    def position(self, words: list[str]) -> None:
        """A text, or `start`; in backgammon an XGID or match ID also tells dice, cube and score."""
        text = " ".join(words)
        if text == "start":
            self.state = _fresh(self.kind)
        else:
            self.state = of_situation(self.kind, *self.kind.formats.read_situation(text))

    def dice(self, words: list[str]) -> None:
        """`dice 31`, or `dice none` before the roll."""
        (text,) = _fields(words, 1, "dice 31")
        rolled = None if text == "none" else Dice.parse(text)
        phase = Phase.TO_PLAY if rolled else Phase.TO_ROLL
        cube = replace(self.state.cube, offer=None)
        self.state = replace(self.state, dice=rolled, phase=phase, cube=cube)

    def cube(self, words: list[str]) -> None:
        """`cube 2 own`, as the player on roll sees it, or `cube none`."""
        stakes = self.state.terms.stakes
        if words == ["none"]:
            self.state = replace(self.state, cube=Cube(), terms=_terms(stakes, cube=False))
            return
        value, owner = _fields(words, 2, "cube VALUE own, opponent or centre")
        number = _whole("cube", value, 1, 1 << 15)
        if number.bit_count() != 1 or owner not in OWNERS:
            raise NotationError(
                f"cube {quoted(' '.join(words))}: expected such as '2 own'",
                f"cube {quoted(' '.join(words))}: se esperaba algo como '2 own'",
            )
        holder = {"own": Side.WHITE, "opponent": Side.BLACK}.get(owner)
        self.state = replace(self.state, cube=Cube(number, holder), terms=_terms(stakes, cube=True))

    def score(self, words: list[str]) -> None:
        """`score money`, `score money jacoby`, or `score OWN OPPONENT`: points still needed."""
        stakes = self.state.terms.stakes
        if words[:1] == ["money"] and words[1:] in ([], ["jacoby"]):
            changed = _terms(stakes, away=None, jacoby=len(words) == 2)
        else:
            own, opponent = _fields(words, 2, "score OWN OPPONENT, points still needed")
            away = (_whole("score", own, 1, 64), _whole("score", opponent, 1, 64))
            changed = _terms(stakes, away=away, jacoby=False, beavers=False, raccoons=False)
        self.state = replace(self.state, terms=changed)

    def doubled(self, words: list[str]) -> None:
        """The player on roll has doubled: the next `go` is the other's answer."""
        _fields(words, 0, "doubled")
        state = self.state
        if not state.terms.stakes.cube or state.cube.owner is Side.BLACK:
            raise NotationError(
                "doubled: the player on roll does not have the cube",
                "doubled: quien tira no tiene el cubo",
            )
        offered = replace(state.cube, offer=None).doubled_by(Side.WHITE)
        self.state = replace(state, dice=None, phase=Phase.TO_ANSWER, cube=offered)

    def go(self, words: list[str]) -> None:
        """The play after a roll; before it, roll or double; take, drop or raise after a double."""
        _fields(words, 0, "go")
        if self.kind.rules.outcome(self.state.position):
            self.say("best none")
            return
        if self.player is None:
            self.player = bot(self.kind.name, self.level, self.seed)
        self.say(f"best {decision(self._in_time(self.player), self.state)}")

    def _in_time(self, player: Player) -> Player:
        """The player, or who plays in its stead, so that the clock does not run out."""
        if self.seconds is None:
            return player
        names = list(opponents(self.kind.name))
        if self.seconds < HURRY_SECONDS and names.index(self.level) > names.index(QUICK):
            return bot(self.kind.name, QUICK, self.seed)
        if isinstance(player, Unhurried):
            return player.within(self.seconds / PART_OF_CLOCK)
        return player

    def clock(self, words: list[str]) -> None:
        """`clock 12.5 60`: seconds left to whoever decides and to the other, or `clock none`."""
        if words == ["none"]:
            self.seconds = None
            return
        own, _ = (_seconds(text) for text in _fields(words, 2, "clock OWN OPPONENT, in seconds"))
        self.seconds = own

    def analyse(self, words: list[str]) -> None:
        """The best plays of a roll, or what the cube is worth before it; `analysed` ends it."""
        most = _whole("lines", words[0], 1, 3060) if words else USUAL_LINES
        _fields(words[1:], 0, "analyse [LINES]")
        lines = analysis(self.state, most, self.seconds)
        for number, line in enumerate(lines, start=1):
            self.say(f"info line {number} {line}")
        self.say(f"analysed {len(lines)}")

    def ping(self, words: list[str]) -> None:
        _fields(words, 0, "ping")
        self.say("pong")


COMMANDS: Final[dict[str, Callable[[DiceConversation, list[str]], None]]] = {
    "tablas": DiceConversation.hello,
    "set": DiceConversation.set,
    "new": DiceConversation.new,
    "position": DiceConversation.position,
    "dice": DiceConversation.dice,
    "cube": DiceConversation.cube,
    "score": DiceConversation.score,
    "doubled": DiceConversation.doubled,
    "clock": DiceConversation.clock,
    "go": DiceConversation.go,
    "analyse": DiceConversation.analyse,
    "ping": DiceConversation.ping,
}


def decision(player: Player, state: State[Any, Any]) -> str:
    """What a player does, in the word or the notation that says it."""
    match state.phase:
        case Phase.TO_PLAY:
            return state.kind.notation.write(state.position, player.choose(state)) or "-"
        case Phase.TO_ANSWER:
            return player.answer(state).value
    may = state.terms.stakes.cube and state.cube.owner is not Side.BLACK
    return "double" if may and player.doubles(state) else "roll"


def analysis(state: State[Any, Any], most: int, left: float | None) -> list[str]:
    """What the engine at its best thinks of a state, each thought a line."""
    if state.kind.rules.outcome(state.position):
        return []
    if state.phase is Phase.TO_PLAY:
        seconds = USUAL_SECONDS if left is None else min(USUAL_SECONDS, max(left / 40, 0.01))
        ranking = engine(state.kind.name).rank(state, Effort(seconds, most))
        return [
            f"equity {one.score:+.4f} chances {_chances(one.chances)} play "
            f"{state.kind.notation.write(state.position, one.play) or '-'}"
            for one in ranking.plays[:most]
        ]
    if not state.terms.stakes.cube:
        raise NotationError(
            "analyse: before a roll the cube is judged, and there is none",
            "analyse: antes de tirar se juzga el cubo, y no lo hay",
        )
    action = judge(
        net(dice_side(state.kind.name).net),
        state.kind.codec.encode_many([state.position]),
        state_of(state),
        plies=CUBE_PLIES,
        game=state.kind.name,
    )
    ways = (("no-double", action.no_double), ("take", action.double_take))
    equities = " ".join(
        f"{name} {worth:+.4f}" for name, worth in (*ways, ("drop", action.double_drop))
    )
    return [f"cube {equities} chances {_chances(action.chances)}"]


def _chances(chances: tuple[float, ...]) -> str:
    return " ".join(f"{chance:.4f}" for chance in chances)


def _seconds(text: str) -> float:
    if not re.fullmatch(r"\d{1,6}(\.\d{1,3})?", text, re.ASCII):
        raise NotationError(
            f"clock {quoted(text)}: expected seconds such as 12.5",
            f"clock {quoted(text)}: se esperaban segundos como 12.5",
        )
    return float(text)


def _fresh(kind: Kind[Any, Any]) -> State[Any, Any]:
    """A money game before its first roll; whoever is on roll is White here."""
    return State(
        kind=kind,
        terms=Terms(),
        position=kind.rules.start(kind.usual_start),
        turn=Side.WHITE,
        phase=Phase.TO_ROLL,
        cube=Cube(),
    )


def of_situation(kind: Kind[Any, Any], position: Any, situation: Situation) -> State[Any, Any]:
    """The state that a position text describes, with whoever is on roll as White."""
    mine = situation.turn is Side.WHITE
    owner = None
    if situation.owner:
        owner = Side.WHITE if situation.owner is situation.turn else Side.BLACK
    offer = None
    if situation.pending:
        offer = Offer(Side.WHITE, 2 * situation.cube, Side.BLACK)
    away = None
    if situation.length:
        white, black = (situation.length - points for points in situation.score)
        away = (white, black) if mine else (black, white)
    stakes = Stakes(
        cube=not situation.crawford,
        away=away,
        jacoby=situation.jacoby and not situation.length,
        beavers=situation.beavers,
    )
    phase = Phase.TO_ANSWER if offer else Phase.TO_PLAY if situation.dice else Phase.TO_ROLL
    return replace(
        _fresh(kind),
        terms=Terms(stakes=stakes),
        position=position,
        phase=phase,
        cube=Cube(situation.cube, owner, offer),
        dice=situation.dice,
    )


def _terms(stakes: Stakes, **changes: Any) -> Terms:
    return Terms(stakes=replace(stakes, **changes))


def _fields(words: list[str], count: int, form: str) -> list[str]:
    if len(words) != count:
        raise NotationError(
            f"expected {form!r}, found {len(words)} words after the command",
            f"se esperaba {form!r}, hay {len(words)} palabras tras la orden",
        )
    return words


def _whole(name: str, text: str, least: int, most: int) -> int:
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 12 else -1
    if not least <= number <= most:
        raise NotationError(
            f"{name} {quoted(text)}: expected a number {least} to {most}",
            f"{name} {quoted(text)}: se esperaba un número de {least} a {most}",
        )
    return number
