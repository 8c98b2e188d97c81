"""Files of backgammon matches, together as `FORMATS`."""

from __future__ import annotations

import re
from typing import Final

from tablas.files.backgammon import (
    gnubg_text,
    mat_read,
    mat_write,
    ogxm,
    sgf_clock,
    sgf_read,
    sgf_write,
)
from tablas.files.backgammon.ogxm_document import keeps_times
from tablas.files.file_format import (
    ANALYSIS,
    COMMENTS,
    ILLEGAL,
    PROOFS,
    TIMES,
    FileFormat,
    decoded,
    has_analysis,
    has_comments,
    has_proofs,
    has_rest,
    has_times,
)
from tablas.files.sheet import MatchSheet
from tablas.words import Words


def _mat_leaves_out(match: MatchSheet) -> tuple[Words, ...]:
    asked = (
        (has_comments(match), COMMENTS),
        (has_analysis(match), ANALYSIS),
        (has_times(match), TIMES),
        (has_proofs(match), PROOFS),
        (has_rest(match, "mat"), ILLEGAL),
    )
    return tuple(words for left_out, words in asked if left_out)


def _sgf_leaves_out(match: MatchSheet) -> tuple[Words, ...]:
    timed = (sheet.record.game for sheet in match.games if sheet.record.game.first.clock)
    asked = (
        (not all(map(sgf_clock.tells, timed)), TIMES),
        (has_proofs(match), PROOFS),
        (has_rest(match, "sgf"), ILLEGAL),
    )
    return tuple(words for left_out, words in asked if left_out)


def _ogxm_leaves_out(match: MatchSheet) -> tuple[Words, ...]:
    asked = (
        (has_analysis(match), ANALYSIS),
        (has_times(match) and not keeps_times(match), TIMES),
        (has_proofs(match), PROOFS),
        (has_rest(match, ""), ILLEGAL),
    )
    return tuple(words for left_out, words in asked if left_out)


FORMATS: Final = (
    FileFormat(
        name="mat",
        title=Words("Jellyfish match", "encuentro de Jellyfish"),
        suffixes=(".mat",),
        game="backgammon",
        looks_like=lambda data: re.search(rb"(?m)^[ \t]*[0-9]+ points? match", data) is not None,
        read=lambda data: mat_read.read(decoded(data)),
        write=mat_write.write,
        leaves_out=_mat_leaves_out,
    ),
    FileFormat(
        name="sgf",
        title=Words("Smart Game Format of backgammon", "Smart Game Format de backgammon"),
        suffixes=(".sgf",),
        game="backgammon",
        looks_like=lambda data: re.match(rb"\s*(?:\xef\xbb\xbf)?\s*\(\s*;", data) is not None,
        read=lambda data: sgf_read.read(decoded(data)),
        write=sgf_write.write,
        leaves_out=_sgf_leaves_out,
    ),
    FileFormat(
        name="gnubg-text",
        title=Words("text of GNU Backgammon", "texto de GNU Backgammon"),
        suffixes=(".txt",),
        game="backgammon",
        looks_like=lambda data: data.lstrip().startswith(b"The score (after "),
        read=lambda data: gnubg_text.read(decoded(data)),
    ),
    FileFormat(
        name="ogxm",
        title=Words("OGXM of OpenGammon", "OGXM de OpenGammon"),
        suffixes=(".ogxm", ".gvab"),
        game="backgammon",
        looks_like=lambda data: data.startswith(b"OGXM"),
        read=ogxm.read_ogxm,
        text=False,
        write=ogxm.write_ogxm,
        leaves_out=_ogxm_leaves_out,
    ),
    FileFormat(
        name="gva",
        title=Words("OGXM as JSON", "OGXM como JSON"),
        suffixes=(".gva",),
        game="backgammon",
        looks_like=lambda data: re.match(rb'\s*\{\s*"(?:match_length|games)"', data) is not None,
        read=ogxm.read_gva,
        write=ogxm.write_gva,
        leaves_out=_ogxm_leaves_out,
        text=False,
    ),
    FileFormat(
        name="xg",
        title=Words("match of eXtreme Gammon", "encuentro de eXtreme Gammon"),
        suffixes=(".xg", ".xgp"),
        game="backgammon",
        looks_like=lambda data: data.startswith(b"RGMH"),
        read=ogxm.read_xg,
        text=False,
    ),
    FileFormat(
        name="bgf",
        title=Words("match of BGBlitz", "encuentro de BGBlitz"),
        suffixes=(".bgf",),
        game="backgammon",
        looks_like=lambda data: re.match(rb'\{[^\n]*"format" *: *"BGF"', data) is not None,
        read=ogxm.read_bgf,
        text=False,
    ),
)
