"""Every page of the app: its address, its title, the module that shows it, and its styles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tablas.games import NAMES, kind
from tablas.words import Words


@dataclass(frozen=True, slots=True)
class Page:
    """A page by its address, and its name in the window's title."""

    path: str
    name: str
    title: Words
    content: str = ""  # a file of HTML that stands in the page
    styles: tuple[str, ...] = ("board",)  # beside those of every page: groups of files, or files

    @property
    def entry(self) -> str:
        """The module that shows it."""
        return f"app/pages/{self.name}.js"


STYLE_GROUPS: Final = {
    "base": ("style/tokens", "style/themes", "style/base", "app/style/app", "app/style/pages"),
    "board": tuple(
        f"app/style/{name}" for name in ("game", "moves", "table", "landscape", "editor")
    ),
    "home": ("app/style/home", "app/style/miniature"),
}
"""Files that always go together, and so are sent as one; `base` is part of every page."""
RULES_STYLES: Final = ("board", "rules")
REVIEW_STYLES: Final = ("board", "review")
ANALYSIS_STYLES: Final = (*REVIEW_STYLES, "analysis")
LEARN_STYLES: Final = ("board", "learn")
PROBLEM_STYLES: Final = (*REVIEW_STYLES, "problems")
PAGES: Final = (
    Page("/", "home", Words("Play", "Jugar"), styles=("home",)),
    Page("/lobby", "home", Words("Play", "Jugar"), styles=("home",)),
    Page("/game/{id}", "game", Words("Game", "Partida")),
    Page("/local", "game", Words("Game on this device", "Partida en este dispositivo")),
    Page("/invitation/{id}", "invitation", Words("Invitation", "Invitación")),
    Page("/replay/{id}", "replay", Words("Replay", "Repetición")),
    Page("/review", "review", Words("Review", "Revisión"), styles=REVIEW_STYLES),
    Page("/review/{id}", "review", Words("Review", "Revisión"), styles=REVIEW_STYLES),
    Page("/analysis", "analysis", Words("Analysis", "Análisis"), styles=ANALYSIS_STYLES),
    Page("/history", "history", Words("My games", "Mis partidas")),
    Page("/person/{name}", "person", Words("Profile", "Perfil")),
    Page("/problems", "problems", Words("Problems", "Problemas"), styles=PROBLEM_STYLES),
    Page("/progress", "progress", Words("My progress", "Mi progreso"), styles=PROBLEM_STYLES),
    Page("/settings", "settings", Words("Settings", "Ajustes")),
    Page("/account", "account", Words("Account", "Cuenta")),
    Page("/dice", "dice", Words("Check the dice", "Comprobar los dados")),
    Page("/editor", "editor", Words("Position editor", "Editor de posiciones")),
    Page("/moderation", "moderation", Words("Moderation", "Moderación")),
    Page("/learn", "learn", Words("Learn", "Aprender"), styles=LEARN_STYLES),
    Page("/offline", "offline", Words("No connection", "Sin conexión")),
    Page("/api", "api", Words("For programs", "Para programas")),
    Page("/rules", "rules", Words("Rules", "Reglas"), "rules/index"),
    *(
        Page(
            f"/rules/{name}",
            "rules",
            Words(f"Rules of {kind(name).title.en}", f"Reglas del {kind(name).title.es}"),
            f"rules/{name}",
            RULES_STYLES,
        )
        for name in NAMES
    ),
    *(
        Page(
            f"/rules/{name}/summary",
            "rules",
            Words(f"{kind(name).title.en} on one page", f"{kind(name).title.es} en una página"),
            f"rules/{name}.summary",
            RULES_STYLES,
        )
        for name in NAMES
    ),
)
MISSING: Final = Page("", "missing", Words("Nothing here", "Aquí no hay nada"))
BROKEN: Final = Page("", "broken", Words("Something went wrong", "Algo ha fallado"))
FIRST: Final = ("app/main.js", PAGES[0].entry)
"""The modules of a visitor's first page."""
EMBLEMS: Final = tuple(f"app/games/{name}.js" for name in NAMES)
BOARDS: Final = tuple(f"board/{name}/{kind(name).element}.js" for name in NAMES)
ENTRIES: Final = tuple(
    dict.fromkeys(
        ("app/main.js", *(page.entry for page in (*PAGES, MISSING, BROKEN)), *EMBLEMS, *BOARDS)
    )
)
"""The modules that are loaded by name."""
