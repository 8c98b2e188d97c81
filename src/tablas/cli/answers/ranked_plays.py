"""The plays of a roll as the engine ranks them, for people and for programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

import click

from tablas.engine.dice.limit import DiceLimit
from tablas.engine.dice.search import Chances, DiceAnalysis, RankedPlay
from tablas.words import Language, Reason, Words

USUAL_PLIES = 2
COLUMNS = (
    Words("play", "jugada"),
    Words("points", "puntos"),
    Words("behind", "cede"),
    Words("won", "gana"),
    Words("lost", "pierde"),
)
DEEP = Words("{plies}-ply", "prof. {plies}")
ROLLED = Words("{trials} trials", "{trials} pruebas")
JUDGED = Words(
    "{nodes} positions judged in {seconds} s",
    "{nodes} posiciones juzgadas en {seconds} s",
)
Remarks = Callable[[RankedPlay], Sequence[Reason]]


def limit_of(seconds: float | None, nodes: int | None, plies: int | None) -> DiceLimit:
    """The limit that was asked for; two plies if none was."""
    if seconds is None and nodes is None and plies is None:
        return DiceLimit(plies=USUAL_PLIES)
    return DiceLimit(seconds, nodes, plies)


def show(
    analysis: DiceAnalysis, lines: int | None, language: Language, remarks: Remarks | None = None
) -> None:
    """A line a play: equity, what it gives away, chances, plies; below it its `remarks`."""
    shown_plays = analysis.plays[:lines]
    width = width_of(shown_plays)
    for play in shown_plays:
        behind = play.equity - analysis.best.equity
        # Plays that were looked at less deeply are not compared with the best one.
        gap = f"{behind:+.3f}" if behind and alike(play, analysis.best) else " " * 6
        click.echo(
            f"{play.text:{width}}  {play.equity:+.3f} {gap}  {percents(play.chances)}  "
            f"{looked(play, language)}"
        )
        for remark in remarks(play) if remarks else ():
            click.echo(f"    {remark.spoken(language)}")
    spent = JUDGED.about(nodes=analysis.nodes, seconds=f"{analysis.seconds:.2f}").spoken(language)
    click.echo(f"{deep(analysis.plies, language)}, {spent}")


def head(analysis: DiceAnalysis, lines: int | None, language: Language) -> None:
    """What the columns of `show` mean, above them."""
    play, points, behind, won, lost = (words.spoken(language) for words in COLUMNS)
    width = width_of(analysis.plays[:lines])
    click.echo(
        f"{play:{width}}  {points:>6} {behind:>6}  {won:>4} {'g':>4} {'bg':>4}"
        f"{lost:>7} {'g':>4} {'bg':>4}"
    )


def width_of(plays: Sequence[RankedPlay]) -> int:
    return max(len(play.text) for play in plays)


def deep(plies: int, language: Language) -> str:
    return DEEP.about(plies=plies).spoken(language)


def alike(play: RankedPlay, best: RankedPlay) -> bool:
    """Whether two plays are judged by the same means."""
    return play.plies == best.plies and bool(play.trials) == bool(best.trials)


def looked(play: RankedPlay, language: Language) -> str:
    """How deeply a play was searched, and how often it was rolled out."""
    rolled = ROLLED.about(trials=play.trials).spoken(language) if play.trials else ""
    return ", ".join(filter(None, (deep(play.plies, language), rolled)))


def percents(chances: Chances) -> str:
    """Won, of these gammons and backgammons; lost, of these gammons and backgammons."""
    won = (chances.win, chances.win_gammon, chances.win_backgammon)
    lost = (1 - chances.win, chances.lose_gammon, chances.lose_backgammon)
    return " - ".join(" ".join(f"{100 * share:4.1f}" for share in side) for side in (won, lost))


def shown(play: RankedPlay) -> dict[str, Any]:
    """A play as JSON has it."""
    return {
        "move": play.text,
        "equity": round(play.equity, 5),
        "chances": rounded(play.chances),
        "plies": play.plies,
        **({"trials": play.trials} if play.trials else {}),
    }


def rounded(chances: Chances) -> dict[str, float]:
    return {name: round(value, 5) for name, value in asdict(chances).items()}


def spent(analysis: DiceAnalysis) -> dict[str, Any]:
    """What the answer cost."""
    return {"nodes": analysis.nodes, "seconds": round(analysis.seconds, 4)}
