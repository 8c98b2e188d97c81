"""How fast the search is here, by processor time: limits of time that a busy machine cannot cut."""

from __future__ import annotations

import time
from collections.abc import Iterable
from itertools import cycle, islice

from tablas.abalone import rules
from tablas.abalone.starts import STARTS
from tablas.engine.abalone.engine import AbaloneEngine, AbaloneLimit


def speeds(
    judges: Iterable[str] = ("hand", "net"), rounds: int = 16, nodes: int = 60_000
) -> dict[str, float]:
    """Nodes a second of processor time of each evaluation, measured in turns on the starts."""
    engines = {judge: AbaloneEngine(megabytes=16, judge=judge) for judge in judges}
    spent, searched = dict.fromkeys(engines, 0.0), dict.fromkeys(engines, 0)
    for name in islice(cycle(STARTS), rounds):
        for judge, engine in engines.items():
            engine.forget()
            before = time.process_time()
            analysis = engine.analyse(
                rules.start(name), AbaloneLimit(nodes=nodes), variations=False
            )
            spent[judge] += time.process_time() - before
            searched[judge] += analysis.nodes
    return {judge: searched[judge] / spent[judge] for judge in engines}
