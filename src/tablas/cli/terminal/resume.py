"""A game that was left unfinished: read from its record, with the match that it belongs to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tablas import record
from tablas.errors import NotationError
from tablas.play.match import Match
from tablas.record import Record


@dataclass(frozen=True, slots=True)
class Saved:
    """What a file of records holds: its finished games, and perhaps one to go on with.

    `size` is the length in bytes of what could be read: a last line that was cut short when the
    program was killed is not part of it.
    """

    finished: tuple[Record, ...]
    unfinished: Record | None
    size: int

    def match(self) -> Match:
        """The match or session that the unfinished game is part of."""
        assert self.unfinished is not None
        return match_of(self.finished, self.unfinished)

    def last_moment(self) -> int | None:
        """When something last happened on the clock of the unfinished game; None without one."""
        assert self.unfinished is not None
        game = self.unfinished.game
        moments = [entry.at for entry in game.log if entry.at is not None]
        since = game.first.clock.since if game.first.clock else None
        return moments[-1] if moments else since


def read_saved(file: Path) -> Saved:
    """The games of a file; an empty or missing file holds none."""
    data = file.read_bytes() if file.exists() else b""
    size = data.rfind(b"\n") + 1
    try:
        games = list(record.read_all(data[:size].decode()))
    except UnicodeDecodeError as error:
        raise NotationError(
            f"{file}: byte {error.start + 1} is not UTF-8",
            f"{file}: el byte {error.start + 1} no es UTF-8",
        ) from None
    except NotationError as error:
        raise NotationError(f"{file}: {error}", f"{file}: {error.spoken('es')}") from None
    if data and not games:
        raise NotationError(
            f"{file}: no games, expected a record",
            f"{file}: no hay partidas, se esperaba un registro",
        )
    if games and not games[-1].game.result:
        return Saved(tuple(games[:-1]), games[-1], size)
    return Saved(tuple(games), None, size)


def match_of(finished: Sequence[Record], last: Record) -> Match:
    """The match whose next game is `last`, from the games before it in the same file."""
    stakes, limits = last.game.first.terms.stakes, last.game.first.terms.limits
    match = Match(
        length=last.length or None,
        stakes=replace(stakes, away=None, length=None, cube=stakes.cube or bool(last.length)),
        limits=limits,
        time=last.game.first.terms.time,
    )
    if not last.length:
        return match
    for paper in _same_match(finished, last):
        assert paper.game.result is not None
        match = match.after(paper.game.result)
    if match.score != last.score:
        white, black = match.score
        raise NotationError(
            f"record: the match stands at {last.score[0]}-{last.score[1]} in the last game, "
            f"but the games before it make {white}-{black}",
            f"registro: en la última partida el encuentro va {last.score[0]}-{last.score[1]}, "
            f"pero las partidas anteriores suman {white}-{black}",
        )
    # A Crawford game is told by its missing cube; where one was played with it, none was agreed.
    if match.crawford_game and stakes.cube:
        return replace(match, crawford=False)
    return match


def _same_match(finished: Sequence[Record], last: Record) -> list[Record]:
    """The games just before `last` that began with it at nought all."""
    games: list[Record] = []
    for paper in reversed(finished):
        if last.score == (0, 0) and not games:
            break
        if paper.length != last.length or not paper.game.result:
            break
        games.insert(0, paper)
        if paper.score == (0, 0):
            break
    return games
