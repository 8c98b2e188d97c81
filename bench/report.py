"""Tables of results, as plain text for a terminal or as Markdown for the documentation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bench.measure import Result, between, number, ratio


@dataclass(frozen=True, slots=True)
class Table:
    """One group of measurements: rows of text below headings, then remarks."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str]


def comparison(
    title: str, results: Sequence[Result], units: Sequence[str], notes: Sequence[str]
) -> Table:
    """Ours beside the peers; the first contestant of each number of threads is ours.

    Speed is compared by the first unit, in which more is better.
    """
    main, *others = units
    ours: dict[int, float] = {}
    rows = []
    for result in results:
        contestant = result.contestant
        name, threads = contestant.name, str(contestant.threads)
        mine = ours.setdefault(contestant.threads, result.median(main))
        if result.missing:
            rows.append([name, threads, result.missing, *[""] * (len(others) + 3)])
            continue
        leads = mine == result.median(main)
        rows.append(
            [
                name,
                threads,
                number(result.median(main)),
                between(*result.spread(main)),
                *(number(result.median(unit)) for unit in others),
                "" if leads else ratio(mine, result.median(main)),
                f"≥ {contestant.goal:g}×" if contestant.goal else "",
            ]
        )
    columns = ["", "threads", main, "least – most", *others, "first row / this", "goal"]
    return Table(title, columns, rows, notes)


def listing(
    title: str,
    results: Sequence[Result],
    units: Sequence[str],
    notes: Sequence[str],
    goals: Sequence[str] = (),
) -> Table:
    """One row a result and unit, for figures that stand alone; `goals` go with the rows."""
    rows = []
    for result in results:
        for unit in units if result.missing == "" else units[:1]:
            if unit in result.values or result.missing:
                threads = str(result.contestant.threads)
                value = result.missing or number(result.median(unit))
                name = result.contestant.name
                rows.append([name, threads, value, between(*result.spread(unit)), unit])
    if goals:
        rows = [[*row, goal] for row, goal in zip(rows, goals, strict=True)]
    columns = ["", "threads", "median", "least – most", "unit", *(["goal"] if goals else [])]
    return Table(title, columns, rows, notes)


def as_text(table: Table) -> str:
    """The table in columns of equal width."""
    lines = [table.columns, *table.rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(table.columns))]
    out = [table.title, "=" * len(table.title)]
    for line in lines:
        cells = [
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        out.append("  ".join(cells).rstrip())
    return "\n".join([*out, *(f"  {note}" for note in table.notes), ""])


def as_markdown(table: Table) -> str:
    """The table as docs/performance.md shows it: goals stand in docs/notes/kernel-speed.md."""
    shown = len(table.columns) - (table.columns[-1] == "goal")
    rule = ["---", *["--:"] * (shown - 1)]
    lines = ["| " + " | ".join(line[:shown]) + " |" for line in [table.columns, rule, *table.rows]]
    notes = "\n".join(f"- {note}" for note in table.notes)
    return "\n".join([f"### {table.title}", "", *lines, "", notes, ""])
