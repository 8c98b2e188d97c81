"""What `tablas review` does: read, review with a progress bar, tell and write."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import click

from tablas.cli.convert import tell_faults
from tablas.cli.language import usage_error
from tablas.engine.runners import Runner, in_processes, on_ray, one_by_one
from tablas.files import MatchSheet, formats, read_path
from tablas.review.as_json import review_fields
from tablas.review.html import report
from tablas.review.judges import judge_of
from tablas.review.many import review_many
from tablas.review.openings import opening_table, openings_text
from tablas.review.review import Key, Part, review
from tablas.review.store import opened
from tablas.review.text import summary
from tablas.review.trend import PlayedMatch, match_line, trend_fields, trend_text
from tablas.review.value import MatchReview, Thresholds
from tablas.words import Language, Words

PROGRESS = Words("reviewing {file}", "revisando {file}")
MATCHES = Words("{number} of {total} matches", "{number} de {total} encuentros")
WRITTEN = Words("{file} written", "{file} escrito")


def run(
    files: tuple[Path, ...],
    *,
    care: str,
    html: Path | None,
    player: str | None,
    openings: bool,
    mistakes: int,
    threads: int | None,
    processes: int | None,
    ray: str | None,
    fresh: bool,
    language: Language,
    as_json: bool,
    **marks: float | None,
) -> None:
    """One match in full, or many of them together."""
    paths = _matches(files)
    if html and (len(paths) > 1 or player or openings):
        raise usage_error("--html: expected one match", "--html: se esperaba un solo encuentro")
    chosen = tuple((name, cost) for name, cost in marks.items() if cost is not None)
    if len(paths) > 1 or player or openings or ray:
        runner = _runner(ray, processes, len(paths))
        _review_many(paths, care, chosen, runner, player=player, openings=openings, fresh=fresh,
                     language=language, as_json=as_json)  # fmt: skip
        return
    (path,) = paths
    match = read_path(path)
    tell_faults(path, match, language)
    judge = judge_of(match.kind.name, care, threads or os.cpu_count() or 1)
    judged = _reviewed(
        path, match, judge, _thresholds(judge.thresholds, marks), fresh=fresh, language=language
    )
    _tell(match, judged, language, mistakes, as_json=as_json)
    if html:
        _write_report(html, match, judged, language)


def _runner(ray: str | None, processes: int | None, matches: int) -> Runner:
    if ray:
        return on_ray(ray)
    count = min(processes or os.cpu_count() or 1, matches)
    return in_processes(count) if count > 1 else one_by_one


def _review_many(
    paths: Sequence[Path],
    care: str,
    marks: tuple[tuple[str, float], ...],
    runner: Runner,
    *,
    player: str | None,
    openings: bool,
    fresh: bool,
    language: Language,
    as_json: bool,
) -> None:
    """A line for each match as it is done, or at the end what many of them show together."""
    _thresholds(Thresholds(), dict(marks))  # refuses falling costs before the work begins
    played: list[PlayedMatch] = []
    failed = 0
    for number, one in enumerate(review_many(paths, care, marks, runner, fresh=fresh), start=1):
        _watch(language, number, len(paths))
        if one.error or one.match is None or one.review is None:
            failed += 1
            error = one.error.spoken(language) if one.error else ""
            click.echo(f"tablas review: {one.path}: {error}", err=True)
            continue
        played.append(PlayedMatch(one.match.games[0].record.date, one.path.name, one.review))
    played.sort(key=lambda one: one.file)
    if openings:
        table = opening_table([one.review for one in played])
        rows = json.dumps([asdict(row) for row in table], ensure_ascii=False)
        click.echo(rows if as_json else openings_text(table, language))
    elif player:
        fields, text = trend_fields(played, player), trend_text(played, player, language)
        click.echo(json.dumps(fields, ensure_ascii=False) if as_json else text)
    else:
        for one_match in played:
            click.echo(json.dumps({"file": one_match.file} | review_fields(one_match.review))
                       if as_json else match_line(one_match, language))  # fmt: skip
    if failed:
        raise click.exceptions.Exit(2)


def _watch(language: Language, number: int, total: int) -> None:
    if sys.stderr.isatty():
        label = MATCHES.about(number=number, total=total).spoken(language)
        end = "\n" if number == total else ""
        click.echo(f"\r{label}  {_bar(number / total)}{end}", nl=False, err=True)


def _matches(files: Sequence[Path]) -> list[Path]:
    """The files, and those of every folder whose suffix is that of a format."""
    suffixes = {suffix for one in formats() for suffix in one.suffixes}
    matches: list[Path] = []
    for file in files:
        if file.is_dir():
            matches += sorted(path for path in file.iterdir() if path.suffix.lower() in suffixes)
        else:
            matches.append(file)
    if not matches:
        raise usage_error("no matches in these folders", "no hay encuentros en estas carpetas")
    return matches


def _thresholds(usual: Thresholds, asked: dict[str, float | None]) -> Thresholds:
    marks = replace(usual, **{name: cost for name, cost in asked.items() if cost is not None})
    if not marks.doubtful <= marks.error <= marks.blunder:
        raise usage_error(
            f"--doubtful {marks.doubtful:g}, --error {marks.error:g}, --blunder "
            f"{marks.blunder:g}: expected rising costs",
            f"--doubtful {marks.doubtful:g}, --error {marks.error:g}, --blunder "
            f"{marks.blunder:g}: se esperaban costes crecientes",
        )
    return marks


def _reviewed(
    path: Path, match: MatchSheet, judge: Any, marks: Thresholds, *, fresh: bool, language: Language
) -> MatchReview:
    label = PROGRESS.about(file=path.name).spoken(language)
    watched = sys.stderr.isatty()
    with opened(path, match, judge, marks, fresh=fresh) as store:

        def answered(number: int, total: int, key: Key, part: Part) -> None:
            del key
            store.add(part)
            if watched:
                end = "\n" if number == total else ""
                click.echo(f"\r{label}  {_bar(number / total)}{end}", nl=False, err=True)

        return review(match, judge, thresholds=marks, known=dict(store.known), progress=answered)


def _bar(share: float) -> str:
    """How far something is.

    >>> _bar(0.5)
    '##########----------  50 %'
    """
    done = round(20 * share)
    return f"{'#' * done}{'-' * (20 - done)} {round(100 * share):3} %"


def _tell(
    match: MatchSheet, judged: MatchReview, language: Language, mistakes: int, *, as_json: bool
) -> None:
    if as_json:
        click.echo(json.dumps(review_fields(judged), ensure_ascii=False))
        return
    click.echo(summary(match, judged, language, mistakes=mistakes))


def _write_report(html: Path, match: MatchSheet, judged: MatchReview, language: Language) -> None:
    try:
        html.write_text(report(match, judged, language), encoding="utf-8")
    except OSError as error:
        raise usage_error(f"{html}: {error.strerror}", f"{html}: {error.strerror}") from error
    click.echo(WRITTEN.about(file=html).spoken(language), err=True)
