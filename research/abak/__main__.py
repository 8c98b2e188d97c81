"""What self-play of Abak teaches, as pages of docs/.

python -m research.abak openings --threads 16 --minutes 10
python -m research.abak facts --threads 16 --minutes 5
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import click
from research.abak.cluster import rounds_by
from research.abak.experts import EXPERTS
from research.abak.facts import AbakFacts, measure
from research.abak.facts_page import write_page as write_facts
from research.abak.openings import OpeningBook, study
from research.abak.openings_page import write_page as write_openings
from research.abak.openings_page import write_table

from tablas.abak import KIND
from tablas.engine.opening_table import path_of
from tablas.engine.runners import on_ray

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])

player_option = click.option(
    "--player",
    type=click.Choice(["net", "heuristic"]),
    default="net",
    show_default=True,
    help="Who plays both sides.",
)
threads_option = click.option(
    "--threads", type=click.IntRange(1, 256), default=1, show_default=True, help="Of the kernel."
)
minutes_option = click.option(
    "--minutes", type=click.FloatRange(0), default=10.0, show_default=True, help="At most."
)
state_option = click.option(
    "--state",
    type=click.Path(path_type=Path, dir_okay=False),
    help="What has been found so far; a run goes on from it. By default beside the page.",
)


def page_option(name: str) -> Callable[[F], F]:
    return click.option(
        "--page",
        type=click.Path(path_type=Path, dir_okay=False),
        default=Path("docs") / name,
        show_default=True,
        help="Where the page goes.",
    )


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def abak() -> None:
    """Measure Abak by self-play, and write the pages about it."""


@abak.command()
@player_option
@click.option("--error", type=click.FloatRange(1e-4), default=0.01, show_default=True,
              help="Standard error of the best three plays of each roll to stop at.")  # fmt: skip
@click.option("--reply-error", type=click.FloatRange(1e-4), default=0.05, show_default=True,
              help="The same for the replies.")  # fmt: skip
@click.option("--plays", type=click.IntRange(1), default=8, show_default=True,
              help="Candidates of a roll, best at first sight; of a reply half.")  # fmt: skip
@click.option("--round", "games", type=click.IntRange(1, 1296), default=108, show_default=True,
              help="Games of a play before the next look.")  # fmt: skip
@click.option("--turns", type=click.IntRange(0), default=24, show_default=True,
              help="Played before the net judges, luck taken away; 0: to the end.")  # fmt: skip
@click.option("--no-replies", is_flag=True, help="Only the fifteen opening rolls.")
@click.option("--ray", metavar="ADDRESS", help="Play on a Ray cluster: its address, auto or local.")
@threads_option
@minutes_option
@page_option("abak-openings.md")
@state_option
def openings(
    player: str,
    error: float,
    reply_error: float,
    plays: int,
    games: int,
    turns: int,
    no_replies: bool,
    ray: str | None,
    threads: int,
    minutes: float,
    page: Path,
    state: Path | None,
) -> None:
    """Roll out the opening plays of Abak and the best replies, and write the page about them.

    With the net, games are played on for some turns and then judged, and the luck of every roll is
    taken away; without it, or with --turns 0, they go to the end. After each round everything found
    is in the state file: a run that ended, or was stopped, goes on when it is started again. With
    --ray the games are played by the workers of a cluster, to the same numbers.

    \b
    Examples:
      python -m research.abak openings --threads 16 --minutes 10
      python -m research.abak openings --player heuristic --error 0.1 --no-replies
    """
    who = EXPERTS[player](threads)
    path = state or page.with_suffix(".json")
    book = OpeningBook.load(path, who.described(turns))
    replies = None if no_replies else reply_error
    rounds = study(
        book, who, error=error, reply_error=replies, most=plays, games=games, turns=turns,
        rounds=rounds_by(on_ray(ray), player) if ray else None,
    )  # fmt: skip
    for name, line in timed(rounds, minutes):
        book.save(path)
        best = line.best
        click.echo(
            f"{name}: {best.play} {best.equity:+.3f}, largest error {line.error():.3f}", err=True
        )
    options = f"--turns {turns} --error {error:g} --reply-error {reply_error:g}"
    pictures = page.parent / "images" / "openings"
    write_openings(book, page, pictures, made=made("openings", player, options))
    if page == Path("docs") / "abak-openings.md":
        write_table(book, path_of(KIND.name))  # what the explorer of the app shows
    click.echo(str(page))


@abak.command()
@player_option
@click.option("--games", type=click.IntRange(1), default=100_000, show_default=True,
              help="To stop at.")  # fmt: skip
@click.option("--batch", type=click.IntRange(2), default=1000, show_default=True,
              help="Games side by side; the state is written after each batch.")  # fmt: skip
@threads_option
@minutes_option
@page_option("abak-facts.md")
@state_option
def facts(
    player: str,
    games: int,
    batch: int,
    threads: int,
    minutes: float,
    page: Path,
    state: Path | None,
) -> None:
    """Measure what games of Abak are like by self-play, and write the page about them.

    Length, gammons, the advantage of beginning, hits, traps, assaults, the general's way back, and
    what each class is worth. Runs can be stopped and go on, as those of `openings`.

    \b
    Examples:
      python -m research.abak facts --threads 16 --minutes 5
      python -m research.abak facts --player heuristic --games 200 --batch 100 --page /tmp/facts.md
    """
    who = EXPERTS[player](threads)
    path = state or page.with_suffix(".json")
    measured = AbakFacts.load(path, who.name)
    if measured.result.games < games:
        for _ in timed(measure(measured, who.chooser, batch), minutes):
            measured.save(path)
            click.echo(f"{measured.result.games} games", err=True)
            if measured.result.games >= games:
                break
    write_facts(measured, page, made=made("facts", player, f"--games {games}"))
    click.echo(str(page))


def timed(rounds: Iterator[T], minutes: float) -> Iterator[T]:
    """The rounds until the time is up, but at least one."""
    begun = time.monotonic()
    for done in rounds:
        yield done
        if time.monotonic() - begun >= 60 * minutes:
            return


def made(command: str, player: str, options: str) -> str:
    """How the page came about."""
    asked = f"python -m research.abak {command} --player {player} {options}"
    return f"Made on {time.strftime('%Y-%m-%d')} by `{asked}`."


if __name__ == "__main__":
    abak()
