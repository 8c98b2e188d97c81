"""Who sits at a table, as an option: a person, or a level of the game that is played."""

from __future__ import annotations

from typing import Any

import click

from tablas.cli.language import said
from tablas.cli.terminal.telling import HUMAN
from tablas.engine.bot import TITLES, YARDSTICKS, opponents


class LevelName(click.ParamType[str]):
    """A person, or a level of the game that is played."""

    name = "level"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        names = self._names(ctx)
        if value not in names:
            expected = ", ".join(names)
            self.fail(
                said(
                    f"found {value!r}, expected one of {expected}",
                    f"hay {value!r}, se esperaba uno de {expected}",
                ),
                param,
                ctx,
            )
        return str(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[click.shell_completion.CompletionItem]:
        del param
        fitting = (name for name in self._names(ctx) if name.startswith(incomplete))
        return [click.shell_completion.CompletionItem(name) for name in fitting]

    def _names(self, ctx: click.Context | None) -> list[str]:
        """Of the game, where it is known by now; else of any."""
        kind = ctx.params.get("kind") if ctx else None
        levels = [*opponents(kind.name), *YARDSTICKS] if kind else TITLES
        return list(dict.fromkeys([HUMAN, *levels]))
