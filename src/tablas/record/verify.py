"""A record checked whole: its dice by the transcript, its actions by the rules."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from tablas import record
from tablas.errors import NotationError
from tablas.fair_dice import findings
from tablas.fair_dice.findings import finding
from tablas.fair_dice.report import DiceReport
from tablas.fair_dice.verify import check
from tablas.words import Words

WITH_LINE: Final = re.compile(r"record line ([0-9]+): (.*)", re.DOTALL)
WITH_LINE_ES: Final = re.compile(r"línea [0-9]+ del registro: (.*)", re.DOTALL)


def verify(text: str, *, key: bytes | None = None) -> tuple[DiceReport, ...]:
    """The report on each game of a record; NotationError if its lines cannot be read.

    `key` is the server's public key, if it is known from elsewhere.
    """
    reports = check(text, key=key)
    replayed = 0
    try:
        for _ in record.read_all(text):
            replayed += 1
    except NotationError as error:
        return tuple(
            _with_fault(report, error) if index == replayed else report
            for index, report in enumerate(reports)
        )
    return reports


def _with_fault(report: DiceReport, error: NotationError) -> DiceReport:
    parts = WITH_LINE.fullmatch(str(error))
    spanish = WITH_LINE_ES.fullmatch(error.spoken("es"))
    what = Words(parts[2], spanish[1]) if parts and spanish else error.words
    fault = finding(findings.REPLAY, line=int(parts[1]) if parts else report.line, found=what)
    return replace(report, findings=(*report.findings, fault))
