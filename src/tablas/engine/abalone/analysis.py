"""A position explained: the lines of a search, with what each move does and what it leads to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tablas.abalone import notation, rules
from tablas.abalone.rules import Position
from tablas.engine.abalone.balance import Balance, after, balance
from tablas.engine.abalone.engine import PROVEN, AbaloneAnalysis, Line, write_score
from tablas.engine.abalone.facts import MoveFacts, facts
from tablas.engine.abalone.outlook import all_the_same, figures, outlook
from tablas.engine.abalone.words import GAINS_IN, LOSES_ONE, sentences, verdict
from tablas.words import Language, Words


@dataclass(frozen=True, slots=True)
class ExplainedLine:
    """A line of an analysis with its words."""

    line: Line
    facts: MoveFacts
    first_ejection: int | None
    """The ply of the variation at which a marble goes, from 1; odd ones are the player's."""
    then: Balance
    """How it stands at the end of the variation."""
    verdict: Words
    words: tuple[Words, ...]

    def as_json(self, language: Language) -> dict[str, Any]:
        """As plain values, for JSON."""
        return {
            "move": self.line.pv[0],
            "score": self.line.score,
            "pv": list(self.line.pv),
            "verdict": self.verdict.spoken(language),
            "words": [words.spoken(language) for words in self.words],
            "first_ejection": self.first_ejection,
            "then": asdict(self.then),
            **asdict(self.facts),
        }


def explained(position: Position, analysis: AbaloneAnalysis) -> tuple[ExplainedLine, ...]:
    """Every line of an analysis, explained."""
    return tuple(_explained(position, line) for line in analysis.lines)


def _explained(position: Position, line: Line) -> ExplainedLine:
    seen = facts(position, line.move)
    ply = first_ejection(position, line.pv)
    now, then = balance(position), after(position, line.pv)
    words = sentences(seen)
    if ply is not None and ply > 1:
        words += ((GAINS_IN if ply % 2 else LOSES_ONE).about(plies=ply),)
    words += tuple(outlook(now, then, line.score))
    return ExplainedLine(line, seen, ply, then, verdict(line.score), words)


def how_it_stands(position: Position, analysis: AbaloneAnalysis) -> tuple[Words, ...]:
    """The position in figures and, where they do not say who is better, why that is so."""
    here = balance(position)
    why = all_the_same(here, analysis.best.score)
    return (figures(here), why) if why else (figures(here),)


def first_ejection(position: Position, moves: Sequence[str]) -> int | None:
    """The first of these moves that ejects, counted from 1; None if none does."""
    for ply, text in enumerate(moves, 1):
        move = notation.read(position, None, text)
        if rules.ejects(position, move):
            return ply
        position = rules.after(position, move)
    return None


def paragraph(line: ExplainedLine, language: Language) -> str:
    """A line as people read it: the move, its score, what that means, what it does."""
    words = "; ".join(words.spoken(language) for words in line.words)
    head = f"{line.line.pv[0]}  {write_score(line.line.score, language)}"
    if abs(line.line.score) < PROVEN:  # a forced end is told by the score itself
        head += f" ({line.verdict.spoken(language)})"
    return f"{head}: {words}.\n    {' '.join(line.line.pv)}"
