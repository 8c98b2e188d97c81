"""The documentation site under /docs, as `make docs` has built it; a page that says how if not."""

from __future__ import annotations

import html
from pathlib import Path
from typing import Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response

from tablas.server.services import services_of
from tablas.server.web.routes.pages import POLICY, language_of
from tablas.words import Words

router: Final = APIRouter()
BUILT: Final = Path(__file__).resolve().parents[5] / "build" / "site"
"""Where `make docs` leaves the site of a source tree."""

# Its theme has scripts and styles in the pages; nothing is asked of other servers.
SITE_POLICY: Final = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self' blob:; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
TYPES: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".map": "application/json",
    ".md": "text/markdown",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".woff2": "font/woff2",
    ".xml": "application/xml",
}
NOT_BUILT: Final = Words("The documentation is not here yet", "La documentación aún no está aquí")
HOW: Final = Words(
    "In the source tree, “make docs” builds it; it is shown here from then on. A server that runs "
    "elsewhere is told where the built site lies by “tablas serve --documentation FOLDER”.",
    "En el árbol de fuentes, «make docs» la construye y desde entonces se muestra aquí. A un "
    "servidor que está en otro sitio se le dice dónde está con «tablas serve --documentation "
    "CARPETA».",
)
RULES: Final = Words("The rules of the games", "Las reglas de los juegos")
API: Final = Words("For programs", "Para programas")


@router.get("/docs", include_in_schema=False)
def door() -> Response:
    """Links within the site are relative to its folder."""
    return RedirectResponse("/docs/")


@router.get("/docs/{path:path}", include_in_schema=False)
def page(path: str, request: Request) -> Response:
    """A file of the site."""
    folder = folder_of(services_of(request).context.settings.documentation)
    if folder is None:
        return _how_to_get_it(request)
    file = (folder / (path or "index.html")).resolve()
    if file.is_dir():
        file /= "index.html"
    kind = TYPES.get(file.suffix)
    if kind is None or not file.is_relative_to(folder) or not file.is_file():
        missing = folder / "404.html"
        if not missing.is_file():
            return _how_to_get_it(request)
        return FileResponse(missing, 404, _headers(), "text/html")
    return FileResponse(file, headers=_headers(), media_type=kind)


def folder_of(setting: str) -> Path | None:
    """Where the site lies: where the setting says, else where this source tree builds it."""
    folder = Path(setting).resolve() if setting else BUILT
    return folder if (folder / "index.html").is_file() else None


def _headers() -> dict[str, str]:
    return {"content-security-policy": SITE_POLICY, "cache-control": "no-cache"}


def _how_to_get_it(request: Request) -> Response:
    language = language_of(request)
    title, how, rules, api = (
        html.escape(words.spoken(language)) for words in (NOT_BUILT, HOW, RULES, API)
    )
    text = (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width"></head><body><main><h1>{title}</h1>'
        f'<p>{how}</p><p><a href="/rules">{rules}</a> · <a href="/api">{api}</a></p></main></body>'
        "</html>"
    )
    headers = {
        "content-security-policy": POLICY,
        "cache-control": "no-cache",
        "vary": "cookie, accept-language",
    }
    return HTMLResponse(text, 404, headers)
