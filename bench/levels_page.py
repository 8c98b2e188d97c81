"""The pages about the strength of the levels, in English and in Spanish, from what was measured."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from tablas import games
from tablas.duel.elo import as_text
from tablas.engine.bot import opponent, opponents
from tablas.words import Language, Words

DOCS: Final = Path(__file__).resolve().parent.parent / "docs"
PAGES: Final[dict[Language, Path]] = {"en": DOCS / "levels.md", "es": DOCS / "levels.es.md"}
COLUMNS: Final = (
    Words("level", "nivel"),
    Words("what it does", "qué hace"),
    Words("against", "contra"),
    Words("games", "partidas"),
    Words("won", "ganadas"),
    Words("points a game", "puntos por partida"),
    Words("Elo", "Elo"),
    Words("error rate", "tasa de error"),
    Words("PR", "PR"),
    Words("measured", "medido"),
)
ALL_WON: Final = Words("all won", "todas")
HEAD: Final = Words(
    """# The levels, measured

*Léelo en [español](levels.es.md).*
The opponents of each game from the weakest to the strongest, as `tablas play`, the app and
`tablas duel` know them. Each was measured against the one above it in the table: its share of the
games, what it won a game with the standard error, and the same as a difference in Elo. In
backgammon, and for Abak's two strongest, results are luck-adjusted, so the errors are small; games
are played for money without a cube, dice paired and sides swapped; in Abalone every
start position with both colours, and a level that thinks by the clock gets as many nodes as that
much processor time is worth (`strongest` met `master` with a tenth of the time of both:
`--share 0.1`). The numbers in brackets are the ends of a 95 % interval; a dash is one that so few
games do not show.
The error rate is what a level loses a decision in its own games, in points, by the large net at
0-ply; 500 times that is the performance rating (PR) that backgammon players know. `expert`,
`master` and `strongest` are about as good as that judge: theirs is the large net's search, three
plies deep, over decisions of the small net's games, and in backgammon its rollouts of what two
plies leave close (`python -m bench.strong_levels`, standard error at most a third; what the net
itself misjudges it does not see). `roller`, who thinks for some seconds, has played no games: its
rate is by rollouts that it knows nothing of, in backgammon those of bgsage, which shares no net
with it ([how that was found](notes/backgammon-engine.md#rolling-out-what-is-close)), in Abak two
kinds of our own ([how they differ](notes/abak-engine.md#rolling-out-what-is-close)). `humanlike`
errs as people do: [how it was made](notes/human-level.md). All on a 2-core AMD EPYC; this page is
written by `python -m bench.ladder`, as in `python -m bench.ladder backgammon --games 400`.
""",
    """# Los niveles, medidos

*Read in [English](levels.md).*
Los rivales de cada juego, del más flojo al más fuerte, tal como los conocen `tablas play`, la
aplicación y `tablas duel`. Cada uno se midió contra el que tiene encima en la tabla: qué parte de
las partidas ganó, cuántos puntos por partida, con su error típico, y a cuántos puntos Elo equivale.
En backgammon, y en los dos mejores de Abak, se descuenta la suerte de los dados, y por eso los
errores son pequeños; se juega por dinero y sin cubo, con los mismos dados dos veces y los bandos
cambiados. En Abalone se juega cada posición inicial con los dos colores, y a los niveles que
piensan por reloj se les dan los nodos que caben en ese tiempo de procesador (`strongest` se
enfrentó a `master` con la décima parte del tiempo de ambos: `--share 0.1`). Entre corchetes van los
extremos de un intervalo del 95 %; una raya indica que tan pocas partidas no permiten fijarlo.
La tasa de error son los puntos que un nivel pierde por decisión en sus propias partidas, según la
red grande sin mirar ninguna tirada más allá; multiplicada por 500 es el PR (*performance rating*)
que conocen los jugadores de backgammon. `expert`, `master` y `strongest` juegan casi tan bien como
ese juez o mejor; a ellos los juzga la red grande mirando tres tiradas por delante, en decisiones de
partidas de la red pequeña, y en backgammon simulando lo que sigue igualado tras dos
(`python -m bench.strong_levels`; el error típico es de un tercio como mucho, y lo que la propia red
juzga mal no se ve). `roller`, que piensa unos segundos, no ha jugado partidas: su tasa es la que
dan simulaciones que él no conoce: en backgammon las de bgsage, que no comparte ninguna red con él
([así se averiguó](notes/backgammon-engine.md#rolling-out-what-is-close)), y en Abak dos clases de
simulaciones propias ([en qué se distinguen](notes/abak-engine.md#rolling-out-what-is-close)).
`humanlike` se equivoca como la gente: [así se hizo](notes/human-level.md). Todo en un AMD EPYC de
2 núcleos; esta página la escribe `python -m bench.ladder`, por ejemplo
`python -m bench.ladder backgammon --games 400`.
""",
)


def write_pages(written: dict[str, dict[str, dict[str, Any]]]) -> None:
    """Both pages anew."""
    for lang, path in PAGES.items():
        path.write_text(page(written, lang), encoding="utf-8")


def page(written: dict[str, dict[str, dict[str, Any]]], lang: Language) -> str:
    """The tables of every game that has been measured."""
    lines = [HEAD.spoken(lang)]
    for game in games.NAMES:
        lines += [f"## {game.capitalize()}", ""]
        lines += ["| " + " | ".join(words.spoken(lang) for words in COLUMNS) + " |"]
        lines += ["|---" * len(COLUMNS) + "|"]
        lines += [row(game, name, written.get(game, {}).get(name), lang) for name in ladder(game)]
        lines.append("")
    return "\n".join(lines)


def row(game: str, name: str, strength: dict[str, Any] | None, lang: Language) -> str:
    """One level, and what it did if it was measured."""
    words = opponent(game, name).words.spoken(lang)
    if strength is None:
        return f"| `{name}` | {words} " + "| " * (len(COLUMNS) - 2) + "|"
    judged = strength["judged"]
    lost, rating = ("", "") if judged is None else (f"{judged:.4f}", f"{500 * judged:.1f}")
    if lang == "es":
        lost, rating = lost.replace(".", ","), rating.replace(".", ",")
    cells = [f"`{name}`", words, *played(strength, lang), lost, rating, strength["date"]]
    return f"| {' | '.join(cells)} |"


def played(strength: dict[str, Any], lang: Language) -> list[str]:
    """Against whom, how many games, the share and the points that it won, Elo."""
    if strength["won"] is None:
        return [""] * 5
    points = f"{strength['points']:+.3f}"
    points += f" ± {strength['error']:.3f}" if strength["error"] is not None else ""
    won = f"{strength['won']:.1%}"
    gap = ALL_WON.spoken(lang) if strength["gap"] is None else f"{strength['gap']:+d}"
    if "pairs" in strength:
        gap += f" [{as_text(strength['low'])}, {as_text(strength['high'])}]"
    if lang == "es":
        won, points = won.replace("%", " %").replace(".", ","), points.replace(".", ",")
    return [f"`{strength['against']}`", str(strength["games"]), won, points, gap]


def ladder(game: str) -> list[str]:
    """The players of a game from the weakest to the strongest, the yardsticks first."""
    levels = list(opponents(game))
    if game == "backgammon":
        return ["random", "greedy", *levels]
    if game == "abak":  # its rules of thumb are among the levels
        return ["random", *levels]
    return ["random", levels[0], "greedy", *levels[1:]]  # the beginner is weaker than they are
