"""The table of a tournament as one HTML file that needs nothing else."""

from __future__ import annotations

from html import escape

from tablas.duel.tournament import Tournament, crosstable
from tablas.words import Language, Words

STYLE = """
  body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem;
         color: #241a12; background: #faf6ee; }
  h1 { font: 600 1.6rem/1.2 Georgia, serif; }
  table { border-collapse: collapse; margin: 1rem 0 2rem; }
  th, td { padding: .35rem .7rem; border-bottom: 1px solid #d9ccb6; text-align: right; }
  th:nth-child(2), td:nth-child(2) { text-align: left; }
  .scroll { overflow-x: auto; }
  @media (prefers-color-scheme: dark) {
    body { color: #efe6d6; background: #1c1714; } th, td { border-color: #4a3c30; }
  }
"""
TITLE = Words("Tournament of {game}", "Torneo de {game}")
HEAD = Words(
    "Player|Elo|±95 %|Games|Won|Points a game",
    "Jugador|Elo|±95 %|Partidas|Ganado|Puntos por partida",
)
EACH = Words("Who won how much against whom", "Quién ganó cuánto contra quién")


def page(tournament: Tournament, title: Words, language: Language) -> str:
    """The standings, and under them every two players."""
    standings = tournament.table()
    name = TITLE.about(game=title).spoken(language)
    rows = [
        f"<tr><td>{place}</td><td>{escape(one.name)}</td><td>{one.rating:+.0f}</td>"
        f"<td>{one.within:.0f}</td><td>{one.games}</td><td>{one.won:.1%}</td>"
        f"<td>{one.points:+.3f}</td></tr>"
        for place, one in enumerate(standings, start=1)
    ]
    heads = "".join(f"<th>{escape(word)}</th>" for word in HEAD.spoken(language).split("|"))
    numbers = "".join(f"<th>{place}</th>" for place in range(1, len(standings) + 1))
    cells = [
        f"<tr><td>{place}</td><td>{escape(one.name)}</td>"
        + "".join(f"<td>{cell['won']:.0%}</td>" if cell else "<td>·</td>" for cell in row)
        + "</tr>"
        for place, (one, row) in enumerate(zip(standings, crosstable(tournament), strict=True), 1)
    ]
    return (
        f'<!doctype html>\n<html lang="{language}">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(name)}</title>\n<style>{STYLE}</style>\n<h1>{escape(name)}</h1>\n"
        f'<div class="scroll"><table><tr><th></th>{heads}</tr>\n{chr(10).join(rows)}\n'
        f"</table></div>\n<h2>{escape(EACH.spoken(language))}</h2>\n"
        f'<div class="scroll"><table><tr><th></th><th></th>{numbers}</tr>\n'
        f"{chr(10).join(cells)}\n</table></div>\n</html>\n"
    )
