"""A duel from its first pair to its last, kept in a file so that it can go on another day."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Self

from tablas.duel.games import Dicebox, play_pairs
from tablas.duel.luck import Glance, Judge
from tablas.duel.names import seat
from tablas.duel.result import PointsTest, Tally
from tablas.duel.seats import SearchSeat, Seat
from tablas.engine.weights import net
from tablas.errors import NotationError

SIDE_BY_SIDE: Final = 25
"""Pairs played at once: a net judges boards in bulk, and little is lost when a match is stopped."""
SLOWLY: Final = 5
"""Pairs at once where a side looks two plies ahead, which gains nothing from bulk."""


JUDGES: Final = {"backgammon": "backgammon", "abak": "abak-quick"}
"""The nets that tell luck. In Abak the small one, which is six times as fast as the next: between
two nets it brought the error of 80 games from .17 down to .10 points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """Everything that decides the games of a duel."""

    game: str
    first: str
    second: str
    cube: bool = False
    seed: int = 1
    judge: str = ""  # of luck; the usual one of the game if nobody is named

    def __post_init__(self) -> None:
        if not self.judge:
            object.__setattr__(self, "judge", JUDGES[self.game])


class Duel:
    """Two seats and what they have played; a context that closes the seats."""

    def __init__(self, setting: Setting, kept: Path | None = None) -> None:
        self.setting, self.kept = setting, kept
        self.tally = begun(kept, setting) if kept else Tally()
        self.begun_at = self.tally.turns
        self.seats: list[Seat] = []

    def __enter__(self) -> Self:
        told = self.setting
        try:
            for number, name in enumerate((told.first, told.second)):
                # A duel that goes on does not repeat the mistakes of its first part.
                seed = hash((told.seed, number, len(self.tally.raw)))
                self.seats.append(seat(name, told.game, cube=told.cube, seed=abs(seed)))
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for one in self.seats:
            one.close()

    def play(self, games: int, test: PointsTest | None = None) -> Iterator[Tally]:
        """Play on to so many games, or until the test has decided; gives the tally as it grows."""
        judge, at_once = self._judge(), self._at_once()
        while len(self.tally.raw) < -(-games // 2):
            at = len(self.tally.raw)
            pairs = range(at, min(at + at_once, -(-games // 2)))
            self._play(pairs, judge)
            yield self.tally
            if test and test.verdict(self.tally.best()):
                return

    def milliseconds(self) -> tuple[float | None, float | None]:
        """Processor time a turn of each side in this run; None before the first."""
        turns = (self.tally.turns - self.begun_at) / 2
        if not turns:
            return None, None
        one, other = (round(1000 * seat.cpu() / turns, 3) for seat in self.seats)
        return one, other

    def _play(self, pairs: range, judge: Judge | None) -> None:
        told = self.setting
        box = Dicebox(told.seed, pairs)
        one, other = self.seats
        found = play_pairs(told.game, one, other, box, judge, cube=told.cube)
        line = {
            "raw": found.raw.tolist(),
            "adjusted": [] if found.adjusted is None else found.adjusted.round(6).tolist(),
            "won": found.won.round(6).tolist(),
            "turns": found.turns,
        }
        _add(self.tally, line)
        if self.kept:
            with self.kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")

    def _at_once(self) -> int:
        searches = [one.player.limit for one in self.seats if isinstance(one, SearchSeat)]
        return SLOWLY if any((limit.plies or 0) > 1 for limit in searches) else SIDE_BY_SIDE

    def _judge(self) -> Judge | None:
        """Whoever tells luck: a net of the game, unless nobody shall."""
        game, name = self.setting.game, self.setting.judge
        if name == "none":
            return None
        return Glance(name) if game == "backgammon" else net(name)


def begun(path: Path, setting: Setting) -> Tally:
    """What a file holds of this duel; a new one gets a first line that says what the duel is.

    At once, so that a place where nothing can be written is known before the first game.
    """
    try:
        if path.exists():
            return read(path, setting)
        path.write_text(json.dumps(asdict(setting)) + "\n", encoding="utf-8")
    except OSError as error:
        raise NotationError(f"{path}: the games cannot be kept there: {error.strerror}") from None
    return Tally()


def read(path: Path, setting: Setting) -> Tally:
    """What a file holds; one of another duel is refused."""
    tally = Tally()
    try:
        head, *lines = path.read_text(encoding="utf-8").splitlines()
        if json.loads(head) != asdict(setting):
            raise NotationError(f"{path}: holds another duel: {head}")
        for line in lines:
            _add(tally, json.loads(line))
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, NotationError):
            raise
        raise NotationError(f"{path}: not the file of a duel: {error}") from None
    return tally


def _add(tally: Tally, line: dict[str, Any]) -> None:
    tally.raw += [(a, b) for a, b in line["raw"]]
    tally.adjusted += [(a, b) for a, b in line["adjusted"]]
    tally.won += [(a, b) for a, b in line["won"]]
    tally.turns += line["turns"]
