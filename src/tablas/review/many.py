"""Many matches reviewed, each by itself: the same reviews wherever they are made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from tablas import files
from tablas.engine.runners import Runner
from tablas.errors import TablasError
from tablas.files import MatchSheet
from tablas.review.judge import Judge
from tablas.review.judges import judge_of
from tablas.review.review import Part, questions, review
from tablas.review.store import opened, stored
from tablas.review.value import MatchReview, Thresholds


@dataclass(frozen=True, slots=True)
class Task:
    """A match file to review, with its bytes: the worker may stand on another machine."""

    name: str
    data: bytes
    care: str
    marks: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class ReviewedFile:
    """A file with its match and review, or with the error that it gave."""

    path: Path
    match: MatchSheet | None
    review: MatchReview | None
    error: TablasError | None = None


def thresholds_of(judge: Judge, marks: Sequence[tuple[str, float]]) -> Thresholds:
    """The judge's thresholds with what was asked for instead."""
    return replace(judge.thresholds, **dict(marks))


def reviewed(task: Task) -> MatchReview | TablasError:
    """The review of one file, by this process; an error is an answer, too."""
    try:
        match = files.read(task.data, Path(task.name).suffix)
        judge = _judge(match.kind.name, task.care)
        return review(match, judge, thresholds=thresholds_of(judge, task.marks))
    except TablasError as error:
        return error


@lru_cache(maxsize=4)
def _judge(game: str, care: str) -> Judge:
    """One judge a process: nets are loaded once."""
    return judge_of(game, care)


def review_many(
    paths: Sequence[Path],
    care: str,
    marks: tuple[tuple[str, float], ...],
    runner: Runner,
    *,
    fresh: bool = False,
) -> Iterator[ReviewedFile]:
    """The files as they are done; what was reviewed before is taken from beside its file."""
    asked: list[Path] = []
    for path in paths:
        if done := None if fresh else _stored(path, care, marks):
            yield done
        else:
            asked.append(path)
    tasks = [Task(path.name, path.read_bytes(), care, marks) for path in asked]
    for number, answer in runner(reviewed, tasks):
        path = asked[number]
        if isinstance(answer, TablasError):
            yield ReviewedFile(path, None, None, answer)
            continue
        match = files.read_path(path)
        judge = _judge(match.kind.name, care)
        with opened(path, match, judge, thresholds_of(judge, marks), fresh=True) as store:
            parts: list[Part] = [*answer.decisions, *answer.rolls]
            for part in parts:
                store.add(part)
        yield ReviewedFile(path, match, answer)


def _stored(path: Path, care: str, marks: tuple[tuple[str, float], ...]) -> ReviewedFile | None:
    """A review that stands whole beside its file."""
    try:
        match = files.read_path(path)
    except TablasError:
        return None
    judge = _judge(match.kind.name, care)
    thresholds = thresholds_of(judge, marks)
    known = stored(path, match, judge, thresholds)
    if not known or any(question.key not in known for question in questions(match)):
        return None
    return ReviewedFile(path, match, review(match, judge, thresholds=thresholds, known=known))
