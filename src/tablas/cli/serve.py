"""`tablas serve`: a server for one person at home, a club, or thousands of players."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablas.cli.language import language, usage_error
from tablas.cli.spanish import SETTINGS
from tablas.cli.spoken_help import SpokenCommand
from tablas.words import Words

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

    from tablas.server.settings import Settings

MISSING = Words(
    "the server needs more packages: pip install 'tablas[serve]' ({error})",
    "el servidor necesita más paquetes: pip install 'tablas[serve]' ({error})",
)


class ServeCommand(SpokenCommand):
    """Adds one option for each setting, when the command is used and not before."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        return [*super().get_params(ctx), *_options()]


def _options() -> list[click.Parameter]:
    settings = _settings_class()
    return [
        click.Option(
            [_flags(name, field)],
            type=bool if _flag(field) else str,
            default=None,
            is_flag=_flag(field),
            help=_help(name, field),
        )
        for name, field in settings.model_fields.items()
    ]


def _flags(name: str, field: FieldInfo) -> str:
    word = name.replace("_", "-")
    return f"--{word}/--no-{word}" if _flag(field) else f"--{word}"


def _flag(field: FieldInfo) -> bool:
    return field.annotation is bool


def _help(name: str, field: FieldInfo) -> str:
    default = field.get_default(call_default_factory=True, validated_data={})
    words = field.description or ""
    label = "default"
    if language() == "es":
        words, label = SETTINGS.get(words, words), "por defecto"
    usual = f" [{label}: {default}]" if default not in ("", (), None) else ""
    return f"{words} (TABLAS_{name.upper()}){usual}"


def _settings_class() -> type[Settings]:
    try:
        from tablas.server.settings import Settings  # noqa: PLC0415
    except ImportError as error:
        raise click.ClickException(MISSING.about(error=error).spoken(language())) from None
    return Settings


def read_settings(config: Path | None, chosen: dict[str, Any]) -> Settings:
    """The settings of flags, environment and file; what is wrong is told in one line."""
    settings_class = _settings_class()  # says what is missing, before anything else is
    from pydantic import ValidationError  # noqa: PLC0415

    if config is not None:
        os.environ["TABLAS_CONFIG"] = str(config)
    try:
        return settings_class(**{k: v for k, v in chosen.items() if v is not None})
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise usage_error(
            f"{where}: {first['msg']}", f"{where}: valor no válido: {first.get('input')!r}"
        ) from None


config_option: Callable[..., Any] = click.option(
    "--config",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A TOML file with any of these settings (TABLAS_CONFIG).",
)


@click.command(cls=ServeCommand)
@config_option
@click.option("--lan", is_flag=True, help="For the phones and computers of this house, too.")
@click.option("--browser/--no-browser", default=True, help="Open the page in a browser.")
@click.option("--verbose", is_flag=True, help="Show the log here; on a terminal it is in a file.")
def serve(config: Path | None, lan: bool, browser: bool, verbose: bool, **chosen: Any) -> None:
    """Serve the three games to people and bots.

    Without any option it keeps everything in one SQLite file in your data folder, listens on this
    machine only, and opens the page in your browser. Flags come before the environment, which comes
    before the file.

    \b
    Examples:
      tablas serve
      tablas serve --lan
      tablas serve --host 0.0.0.0 --port 8000
      tablas serve --database postgresql://tablas@localhost/tablas --bus redis://localhost
    """
    if lan and chosen.get("host") is None:
        chosen["host"] = "0.0.0.0"  # noqa: S104 that is what was asked for
    settings = read_settings(config, chosen)
    from tablas.server.greeting import Greeting  # noqa: PLC0415
    from tablas.server.running import run  # noqa: PLC0415

    usual = None if "port" in settings.model_fields_set else settings.port
    run(settings, Greeting(language(), browser, usual), house=lan, verbose=verbose)
