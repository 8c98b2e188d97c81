"""Two players of a duel who sit in one process, and the pairs that they play."""

from __future__ import annotations

from typing import Any, Final, Self, cast

from tablas.duel import board_games
from tablas.duel.pairs import PlayedPairs
from tablas.duel.setting import NOBODY, Setting
from tablas.engine.seats import BoardDuel, DuelSeat
from tablas.games import kind

SIDE_BY_SIDE: Final = 25
"""Pairs played at once: a net judges boards in bulk, and little is lost when a duel is stopped."""
SLOWLY: Final = 5
"""Pairs at once where a side looks two plies ahead, which gains nothing from bulk."""


class SeatedMatch:
    """Both players of a setting; a context that closes them."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.side = setting, setting.side
        self.seats: list[DuelSeat] = []
        self._judge: Any = None

    def __enter__(self) -> Self:
        try:
            for name in (self.setting.first, self.setting.second):
                self.seats.append(self.side.seat(name, self.setting.options))
            if not isinstance(self.side, BoardDuel) and self.setting.judge != NOBODY:
                self._judge = self.side.judging(self.setting.judge)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for seat in self.seats:
            seat.close()

    @property
    def names(self) -> tuple[str, str]:
        """What the players call themselves."""
        one, other = self.seats
        return one.name, other.name

    @property
    def at_once(self) -> int:
        """How many pairs are best played together."""
        if isinstance(self.side, BoardDuel):
            return 1
        return SLOWLY if any(getattr(seat, "slow", False) for seat in self.seats) else SIDE_BY_SIDE

    def play(self, pairs: range) -> PlayedPairs:
        """These pairs; what comes out does not depend on what was played before."""
        before = [seat.cpu() for seat in self.seats]
        played = self._played(pairs)
        one, other = (
            round(seat.cpu() - begun, 6) for seat, begun in zip(self.seats, before, strict=True)
        )
        played.cpu = (one, other)
        return played

    def _played(self, pairs: range) -> PlayedPairs:
        setting = self.setting
        one, other = cast("list[Any]", self.seats)
        if isinstance(self.side, BoardDuel):
            return board_games.play_pairs(
                kind(setting.game), self.side, one, other, pairs, setting.seed,
                written=setting.written,
            )  # fmt: skip
        from tablas.duel import dice_games  # noqa: PLC0415 (numpy and the kernel)

        for number, seat in enumerate(self.seats):
            seat.new(abs(hash((setting.seed, number, pairs.start))))
        box = dice_games.Dicebox(setting.seed, pairs)
        return dice_games.play_pairs(
            setting.game, one, other, box, self._judge, cube=setting.cube, written=setting.written
        )
