"""An analysis of Abalone in English and Spanish: what a line is worth and what its move does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tablas.abalone.formations import GLOSSARY
from tablas.engine.abalone.balance import EVEN_SCORE
from tablas.engine.abalone.engine import PROVEN, WIN
from tablas.engine.abalone.facts import MoveFacts, Shapes
from tablas.words import Words

WINS_IN: Final = Words("a forced win in {plies} plies", "victoria forzada en {plies} jugadas")
LOSES_IN: Final = Words("a forced loss in {plies} plies", "derrota forzada en {plies} jugadas")
EVEN: Final = Words("about even", "aproximadamente igualado")
BETTER: Final = Words("slightly better", "ligeramente mejor")
WORSE: Final = Words("slightly worse", "ligeramente peor")
AHEAD: Final = Words("ahead by about {marbles} marbles", "con ventaja de unas {marbles} piezas")
BEHIND: Final = Words(
    "behind by about {marbles} marbles", "con desventaja de unas {marbles} piezas"
)
_CLEAR: Final = 60

EJECTS: Final = Words(
    "ejects a marble with a sumito of {own} against {opp}",
    "expulsa una pieza con un sumito de {own} contra {opp}",
)
PUSHES: Final = Words(
    "pushes: a sumito of {own} against {opp}", "empuja: sumito de {own} contra {opp}"
)
ADVANCES: Final = {
    1: Words("moves one marble", "mueve una pieza"),
    2: Words("moves two marbles in line", "mueve dos piezas en línea"),
    3: Words("moves three marbles in line", "mueve tres piezas en línea"),
}
SIDESTEPS: Final = {
    2: Words("moves two marbles broadside", "mueve dos piezas de flecha"),
    3: Words("moves three marbles broadside", "mueve tres piezas de flecha"),
}
THREATENS: Final = Words("threatens to eject {cells}", "amenaza con expulsar {cells}")
SAVES: Final = Words("takes {cells} out of danger", "pone a salvo {cells}")
EXPOSES: Final = Words("leaves {cells} to be ejected", "deja {cells} a merced de una expulsión")
MORE_SUMITOS: Final = Words("gains {count} sumitos", "gana {count} sumitos")
ONE_SUMITO: Final = Words("gains a sumito", "gana un sumito")
FEWER_SUMITOS: Final = Words(
    "leaves the opponent {count} sumitos fewer", "quita {count} sumitos al rival"
)
ONE_FEWER: Final = Words("takes a sumito from the opponent", "quita un sumito al rival")
JOINS: Final = Words("brings {count} marbles into a block", "suma {count} piezas a un bloque")
JOINS_ONE: Final = Words("brings a marble into a block", "suma una pieza a un bloque")
LEAVES: Final = Words("takes {count} marbles out of a block", "saca {count} piezas de un bloque")
LEAVES_ONE: Final = Words("takes a marble out of a block", "saca una pieza de un bloque")
CLOSER: Final = Words(
    "stands closer together: {count} more pairs of neighbours",
    "junta sus piezas: {count} parejas de vecinas más",
)
LOOSER: Final = Words(
    "stands more loosely: {count} fewer pairs of neighbours",
    "separa sus piezas: {count} parejas de vecinas menos",
)
DRIVES_APART: Final = Words(
    "drives the opponent apart: {count} fewer pairs of neighbours",
    "separa las piezas del rival: {count} parejas de vecinas menos",
)
_MANY_PAIRS: Final = 3  # a move changes one or two all the time
MAKES: Final = Words("makes {shape}", "forma {shape}")
BREAKS: Final = Words("gives up {shape}", "deshace {shape}")
SPLITS: Final = Words("breaks the opponent's {shape}", "rompe al rival {shape}")
DET: Final = Words("cuts off {cells} as a det", "aísla {cells} como det")
GAINS_IN: Final = Words(
    "the variation ejects a marble after {plies} plies",
    "la variante expulsa una pieza en {plies} jugadas",
)
LOSES_ONE: Final = Words(
    "the variation loses a marble after {plies} plies",
    "la variante pierde una pieza en {plies} jugadas",
)
ON: Final = Words("a {shape} on {cells}", "un {shape} en {cells}")
LEAVES_ALONE: Final = Words("leaves a marble alone on {cells}", "deja una pieza sola en {cells}")
JOINS_LONE: Final = Words("joins the lone marble of {cells}", "reúne la pieza suelta de {cells}")
_LANCE: Final = Words("a lance on {cells}", "una lanza en {cells}")
_ARC: Final = Words("an arc on {cells}", "un arco en {cells}")
AND: Final = Words("{many} and {last}", "{many} y {last}")


def verdict(score: int) -> Words:
    """What a score means to the player to move.

    >>> verdict(230).en, verdict(-29_997).es
    ('ahead by about 2.3 marbles', 'derrota forzada en 3 jugadas')
    """
    if abs(score) >= PROVEN:
        return (WINS_IN if score > 0 else LOSES_IN).about(plies=WIN - abs(score))
    if abs(score) < EVEN_SCORE:
        return EVEN
    if abs(score) < _CLEAR:
        return BETTER if score > 0 else WORSE
    return (AHEAD if score > 0 else BEHIND).about(marbles=f"{abs(score) / 100:.1f}")


def sentences(facts: MoveFacts) -> tuple[Words, ...]:
    """What a move does, the most important first."""
    return tuple(_sentences(facts))


def _sentences(facts: MoveFacts) -> Iterator[Words]:
    yield _movement(facts)
    if facts.threatens:
        yield THREATENS.about(cells=_and(facts.threatens))
    if facts.saves:
        yield SAVES.about(cells=_and(facts.saves))
    if facts.exposes:
        yield EXPOSES.about(cells=_and(facts.exposes))
    if facts.sumitos_made > 0:
        yield _counted(facts.sumitos_made, ONE_SUMITO, MORE_SUMITOS)
    if facts.sumitos_met < 0:
        yield _counted(-facts.sumitos_met, ONE_FEWER, FEWER_SUMITOS)
    if facts.closer >= _MANY_PAIRS:
        yield CLOSER.about(count=facts.closer)
    if facts.closer <= -_MANY_PAIRS:
        yield LOOSER.about(count=-facts.closer)
    if facts.opposing_closer <= -_MANY_PAIRS:
        yield DRIVES_APART.about(count=-facts.opposing_closer)
    for cell in facts.dets:
        yield DET.about(cells=cell)
    if facts.joined > 0 and "blocks" not in facts.made:
        yield _counted(facts.joined, JOINS_ONE, JOINS)
    if facts.joined < 0 and "blocks" not in facts.broken:
        yield _counted(-facts.joined, LEAVES_ONE, LEAVES)
    yield from _shapes(MAKES, facts.made)
    yield from _shapes(BREAKS, facts.broken)
    yield from _shapes(SPLITS, {"blocks": facts.opposing_broken.get("blocks", ())})


def _movement(facts: MoveFacts) -> Words:
    if facts.pushed:
        words = EJECTS if facts.ejects else PUSHES
        return words.about(own=facts.moved, opp=facts.pushed)
    return (ADVANCES if facts.in_line else SIDESTEPS)[facts.moved]


def _counted(count: int, one: Words, many: Words) -> Words:
    return one if count == 1 else many.about(count=count)


def _shapes(sentence: Words, shapes: Shapes) -> Iterator[Words]:
    """One sentence for each formation."""
    for name, formations in shapes.items():
        for cells in formations:
            if name == "monomials":
                yield (LEAVES_ALONE if sentence is MAKES else JOINS_LONE).about(cells=cells[0])
            else:
                yield sentence.about(shape=_shape(name, cells))


def _shape(name: str, cells: Sequence[str]) -> Words:
    words = {"lances": _LANCE, "arcs": _ARC}.get(name, ON)
    return words.about(shape=GLOSSARY[name], cells=" ".join(cells))


def _and(cells: Sequence[str]) -> Words:
    """`a1, a2 and a3`."""
    if len(cells) == 1:
        return Words(cells[0], cells[0])
    return AND.about(many=", ".join(cells[:-1]), last=cells[-1])
