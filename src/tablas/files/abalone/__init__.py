"""Files of Abalone games, together as `FORMATS`."""

from __future__ import annotations

import re
from typing import Final

from tablas.files.abalone import game_text
from tablas.files.file_format import COMMENTS, TIMES, FileFormat, decoded, has_comments, has_times
from tablas.files.sheet import MatchSheet
from tablas.words import Words


def _leaves_out(match: MatchSheet) -> tuple[Words, ...]:
    asked = ((has_comments(match), COMMENTS), (has_times(match), TIMES))
    return tuple(words for left_out, words in asked if left_out)


FORMATS: Final = (
    FileFormat(
        name="abalone-game",
        title=Words("Abalone game file", "archivo de partida de Abalone"),
        suffixes=(".abagame", ".pgn", ".txt"),
        game="abalone",
        looks_like=lambda data: (
            re.match(rb'\s*\[[A-Za-z]\w*\s+"', data) is not None
            and re.search(rb"(?m)^\s*1\.", data) is not None
        ),
        read=lambda data: game_text.read(decoded(data)),
        write=game_text.write,
        leaves_out=_leaves_out,
    ),
)
