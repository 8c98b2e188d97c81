"""What `tablas train` says while it works: windows of self-play, or rounds of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tablas.cli.language import said

if TYPE_CHECKING:
    from tablas.training import Progress, Report

HAND: Final = "hand"
"""How the recipes call the evaluation that people wrote."""


def in_words(report: Report | Progress, windows: int) -> str:
    """Where a run in windows stands, as a person reads it."""
    from tablas.training.progress import Progress  # noqa: PLC0415 (PyTorch)

    if isinstance(report, Progress):
        return said(
            f"window {report.window} of {windows}, {report.seconds:.0f} s, {report.games} games, "
            f"{report.positions} positions, loss {report.loss:.3f}",
            f"ventana {report.window} de {windows}, {report.seconds:.0f} s, "
            f"{report.games} partidas, {report.positions} posiciones, error {report.loss:.3f}",
        )
    thumb = report.match["thumb"]
    return said(
        f"window {report.window} of {windows}, {report.seconds:.0f} s, {report.games} games: "
        f"{thumb.points:+.2f} ± {thumb.error:.2f} points a game against rules of thumb",
        f"ventana {report.window} de {windows}, {report.seconds:.0f} s, {report.games} partidas: "
        f"{thumb.points:+.2f} ± {thumb.error:.2f} puntos por partida contra reglas prácticas",
    )


def round_in_words(facts: dict[str, Any], rounds: int) -> str | None:
    """A line of the log of a run in rounds, or None where a person learns nothing from it."""
    if (fact := _fact(facts)) is None:
        return None
    number = facts["round"] + 1
    return said(f"round {number} of {rounds}: {fact}", f"ronda {number} de {rounds}: {fact}")


def _fact(facts: dict[str, Any]) -> str | None:
    match facts:
        case {"shard": shard, "games": games, "seconds": seconds}:
            return said(
                f"shard {shard}, {games} games in {seconds} s",
                f"lote {shard}, {games} partidas en {seconds} s",
            )
        case {"positions": positions, "held_out": kept}:
            return said(
                f"{positions} positions to learn from, {kept} kept to judge by",
                f"{positions} posiciones para aprender y {kept} reservadas para juzgar",
            )
        case {"epoch": epoch, "learned": learned, "of": count}:
            return said(
                f"epoch {epoch}, {learned / count:.0%} of it learned",
                f"época {epoch}, aprendida en un {learned / count:.0%}",
            )
        case {"epoch": epoch, "loss": loss, "held_out": held_out, "hand_made": by_hand}:
            return said(
                f"epoch {epoch}, error {loss:.4f}; {held_out:.4f} on the positions kept, "
                f"where the hand-written evaluation has {by_hand:.4f}",
                f"época {epoch}, error {loss:.4f}; {held_out:.4f} en las posiciones reservadas, "
                f"donde la evaluación hecha a mano tiene {by_hand:.4f}",
            )
        case {"against": rival, "match": {"won": won, "drawn": drawn, "lost": lost}}:
            return result_in_words(rival, won, drawn, lost)
    return None


def result_in_words(rival: str, won: int, drawn: int, lost: int) -> str:
    """A match of a run in rounds: against people's evaluation, an earlier round or another net."""
    if rival == HAND:
        whom = said("the hand-written evaluation", "la evaluación hecha a mano")
    elif rival.removeprefix("round").isdecimal():
        number = int(rival.removeprefix("round")) + 1
        whom = said(f"the net of round {number}", f"la red de la ronda {number}")
    else:
        whom = rival
    return said(
        f"{won} games won, {drawn} drawn, {lost} lost against {whom}",
        f"{won} partidas ganadas, {drawn} en tablas, {lost} perdidas contra {whom}",
    )
