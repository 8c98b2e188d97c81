"""What a review has found, kept in a file beside the match, so that nothing is computed twice.

`match.mat.normal.review` has a header line and a line for each answer, written as it is found: a
review that was stopped goes on from there. Another match, engine or setting begins it anew.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final

from tablas.files import MatchSheet, format_named
from tablas.files.file_format import encoded
from tablas.review.as_json import key_of, part_fields, read_part
from tablas.review.judge import Judge
from tablas.review.review import Key, Part
from tablas.review.value import Thresholds

VERSION: Final = 1


class ReviewStore:
    """The answers about one match; `add` writes one down."""

    def __init__(self, known: dict[Key, Part], file: IO[str] | None) -> None:
        self.known = known
        self._file = file

    def add(self, part: Part) -> None:
        self.known[key_of(part)] = part
        if self._file:
            self._file.write(json.dumps(part_fields(part), ensure_ascii=False) + "\n")


def store_path(match_file: Path, care: str) -> Path:
    return match_file.with_name(f"{match_file.name}.{care}.review")


@contextmanager
def opened(
    match_file: Path, match: MatchSheet, judge: Judge, marks: Thresholds, *, fresh: bool = False
) -> Iterator[ReviewStore]:
    """The store of a match's review; where nothing can be written it lasts for this time only."""
    path = store_path(match_file, judge.care)
    header = _header(match, judge, marks)
    known = {} if fresh else _read(path, header)
    file: IO[str] | None = None
    with suppress(OSError):
        file = path.open("a" if known else "w", encoding="utf-8")
        if not known:
            file.write(json.dumps(header) + "\n")
    try:
        yield ReviewStore(known, file)
    finally:
        if file:
            file.close()


def stored(match_file: Path, match: MatchSheet, judge: Judge, marks: Thresholds) -> dict[Key, Part]:
    """The answers that lie beside a match, without touching them."""
    return _read(store_path(match_file, judge.care), _header(match, judge, marks))


def _header(match: MatchSheet, judge: Judge, marks: Thresholds) -> dict[str, Any]:
    write = format_named("record").write
    assert write is not None
    digest = hashlib.sha256(encoded(write(match))).hexdigest()
    return {
        "tablas-review": VERSION,
        "match": digest,
        "engine": judge.name,
        "care": judge.care,
        "marks": [marks.doubtful, marks.error, marks.blunder],
    }


def _read(path: Path, header: dict[str, Any]) -> dict[Key, Part]:
    """The answers that a file holds for this very review; a line cut short ends them."""
    known: dict[Key, Part] = {}
    with suppress(OSError, ValueError, KeyError, TypeError), path.open(encoding="utf-8") as lines:
        if json.loads(next(lines, "null")) != header:
            return {}
        for line in lines:
            part = read_part(json.loads(line))
            known[key_of(part)] = part
    return known
