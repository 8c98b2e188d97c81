"""`make bench`: ours beside the peers, from one run on one machine.

    python -m bench.run                      everything, as text
    python -m bench.run --markdown           the same, as docs/performance.md shows it
    python -m bench.run --into docs/performance.md      the same, put into that page
    python -m bench.run --only perft         one group
    python -m bench.run --quick              short runs, to see that everything works

Every figure is the median of at least five repeats, with the least and the most beside it;
contestants take turns. Peers come from `python -m bench.install_peers`; one that is missing is
said to be missing.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import replace
from pathlib import Path

from bench import (
    border,
    command,
    environments,
    other_games,
    perft,
    python_rules,
    random_play,
    report,
    successors,
)
from bench.machine import description, load

GROUPS = {
    "random-play": random_play.measured,
    "environments": environments.measured,
    "successors": successors.measured,
    "perft": perft.measured,
    "other-games": other_games.measured,
    "border": border.measured,
    "python-rules": python_rules.measured,
    "command": command.measured,
}
LEAST_REPEATS = 5
MARKS = ("<!-- bench -->", "<!-- /bench -->")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.run", description="Ours and the peers.")
    parser.add_argument("--only", choices=GROUPS, action="append", help="measure this group only")
    parser.add_argument("--repeats", type=int, default=LEAST_REPEATS, help="at least 5")
    parser.add_argument("--quick", action="store_true", help="short runs")
    parser.add_argument("--markdown", action="store_true", help="tables for docs/performance.md")
    parser.add_argument("--into", type=Path, help="put the Markdown between the marks of this file")
    return parser.parse_args()


def main() -> None:
    options = arguments()
    markdown = options.markdown or options.into is not None
    begin, parts = time.monotonic(), []

    def show(text: str) -> None:
        parts.append(text)
        print(text, flush=True)

    repeats = max(LEAST_REPEATS, options.repeats)
    about = [*description(), f"{repeats} repeats, taking turns{', short runs' * options.quick}"]
    show("\n".join(f"- {line}" if markdown else line for line in about) + "\n")
    for name in options.only or GROUPS:
        print(f"measuring {name} …", file=sys.stderr, flush=True)
        table = GROUPS[name](repeats, options.quick)
        again = f"Again: `python -m bench.run --only {name}`."
        table = replace(table, notes=[*table.notes, again])
        show(report.as_markdown(table) if markdown else report.as_text(table))
    minutes = (time.monotonic() - begin) / 60
    show(f"Took {minutes:.1f} minutes; load average after: {load()}.")
    if options.into:
        put_between_marks(options.into, "\n".join(parts))


def put_between_marks(path: Path, text: str) -> None:
    """Replaces what stands between the two marks and leaves the rest of the file alone."""
    before, _, rest = path.read_text(encoding="utf-8").partition(MARKS[0])
    _, mark, after = rest.partition(MARKS[1])
    assert mark, f"{path} has no {MARKS[0]} … {MARKS[1]}"
    path.write_text(f"{before}{MARKS[0]}\n{text}\n{MARKS[1]}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
