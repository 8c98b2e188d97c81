"""What two players agree on, as options of a command: length, clocks, all that a game offers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final, TypeVar

import click

from tablas.cli.language import language, usage_error
from tablas.errors import TablasError
from tablas.kind import Kind
from tablas.play.clock import LONGEST, MINUTE, TimeControl, Timing
from tablas.play.match import LONGEST_MATCH, Match
from tablas.play.options import OPTIONS, Option, Value
from tablas.play.terms import Decides, Limits, Repetition, Stakes

F = TypeVar("F", bound=Callable[..., Any])

DAY: Final = 24 * 60 * MINUTE
STAKES: Final = ("cube", "jacoby", "beavers", "raccoons", "automatic_doubles")


class TimeText(click.ParamType[TimeControl]):
    """A time control, such as 'fischer 5+3'."""

    name = "time"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> TimeControl:
        if isinstance(value, TimeControl):
            return value
        try:
            return TimeControl.parse(value)
        except TablasError as error:
            self.fail(error.spoken(language()), param, ctx)


@dataclass(frozen=True, slots=True)
class Agreed:
    """What the options say; `chosen` holds only what was given."""

    length: int | None
    session: bool
    time: TimeControl | None
    days: int | None
    chosen: dict[str, Value]

    def match(self, kind: Kind[Any, Any]) -> Match:
        """The match before its first game; refuses what the game or the rest has no room for."""
        if self.session and (self.length or "session" not in kind.options):
            raise usage_error(
                "--session: for games for money, without --match",
                "--session: es para partidas por dinero, sin --match",
            )
        if self.days and self.time:
            raise usage_error(
                "give --days or --time, not both: days are a clock of their own",
                "da --days o --time, no ambas cosas: los días ya son un reloj",
            )
        for name in self.chosen:
            self._check(kind, OPTIONS[name])
        stakes = {name: value for name, value in self.chosen.items() if name in STAKES}
        return Match(
            length=self.length,
            crawford=bool(self.chosen.get("crawford", True)),
            stakes=Stakes(**stakes),  # type: ignore[arg-type]
            limits=self._limits(),
            time=TimeControl(Timing.PER_MOVE, self.days * DAY) if self.days else self.time,
        )

    def _limits(self) -> Limits:
        usual, chosen = Limits(), self.chosen
        return Limits(
            target=int(chosen.get("target", usual.target)),
            repetition=Repetition(chosen.get("repetition", usual.repetition)),
            quiet=int(chosen.get("quiet", usual.quiet or 0)) or None,
            quiet_decides=Decides(chosen.get("quiet_decides", usual.quiet_decides)),
            plies=int(chosen.get("plies", usual.plies or 0)) or None,
        )

    def _check(self, kind: Kind[Any, Any], option: Option) -> None:
        flag = _flag(option)
        if option.name not in kind.options:
            own = ", ".join(_flag(OPTIONS[name]) for name in kind.options if name in OPTIONS)
            raise usage_error(
                f"{flag}: {kind.name} has no such option, it has {own}",
                f"{flag}: {kind.name} no tiene esa opción, tiene {own}",
            )
        if option.when == "match" and not self.length:
            raise usage_error(
                f"{flag}: belongs to a match, give its length with --match",
                f"{flag}: es de un encuentro, di a cuántos puntos con --match",
            )
        if option.when == "money" and self.length:
            raise usage_error(
                f"{flag}: belongs to money play, leave --match out",
                f"{flag}: es para jugar por dinero, quita --match",
            )
        needed = OPTIONS[option.needs] if option.needs else None
        if needed and not self.chosen.get(needed.name, needed.usual):
            raise usage_error(
                f"{flag}: means nothing without {_flag(needed)}",
                f"{flag}: no sirve de nada sin {_flag(needed)}",
            )


def _flag(option: Option) -> str:
    return f"--{option.name.replace('_', '-')}"


def _as_click(option: Option) -> Callable[[F], F]:
    """The option of the command; left out, it is as usual."""
    flag, offered = _flag(option), [value for value, _ in option.values]
    if isinstance(option.usual, bool):
        flags = f"{flag}/--no-{flag.removeprefix('--')}"
        return click.option(flags, option.name, default=None, help=option.about.en)
    kind: click.ParamType[Any] = click.Choice(list(map(str, offered)))
    if isinstance(option.usual, int):
        kind = click.IntRange(0 if 0 in offered else 1, option.most)
    return click.option(
        flag, option.name, type=kind, show_default=str(option.usual), help=option.about.en
    )


def terms_options(command: F) -> F:
    """Adds the options, handed to the command as one `Agreed` named `agreed`."""

    @wraps(command)
    def with_options(**given: Any) -> Any:
        own = {name: given.pop(name) for name in ("length", "session", "time", "days")}
        chosen = {name: given.pop(name) for name in OPTIONS}
        held = {name: value for name, value in chosen.items() if value is not None}
        return command(agreed=Agreed(chosen=held, **own), **given)

    length, days = click.IntRange(1, LONGEST_MATCH), click.IntRange(1, LONGEST // DAY)
    options = (
        click.option("--match", "length", type=length, help="Play to N points."),
        click.option("--session", is_flag=True, help="Play for money, game after game."),
        click.option("--time", type=TimeText(), help="Clocks: 'fischer 5+3', 'sudden 15' …"),
        click.option("--days", type=days, help="Correspondence: so many days for each turn."),
        *(_as_click(option) for option in OPTIONS.values()),
    )
    decorated: Any = with_options
    for option in reversed(options):
        decorated = option(decorated)
    return decorated  # type: ignore[no-any-return]
