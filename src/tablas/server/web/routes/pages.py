"""What a browser shows: one shell of HTML for every page, the files behind it, helpful 404s.

The shell names its page in `data-page`; `web/app/main.js` does the rest. Rules pages come with
their text, so that they can be read without any script.
"""

from __future__ import annotations

import html
import re
from collections.abc import Awaitable, Callable
from string import Template
from typing import Final

from fastapi import APIRouter, FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from tablas.server.people.cookies import cookie_in
from tablas.server.services import services_of
from tablas.server.web.bundle import FOLDER
from tablas.server.web.packed import packed_response
from tablas.server.web.page_list import BROKEN, EMBLEMS, MISSING, PAGES, Page
from tablas.server.web.social import social_tags
from tablas.server.web.static import WEB, StaticFiles, site
from tablas.words import Language

router: Final = APIRouter()
LANGUAGE_COOKIE: Final = "tablas-language"
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "media-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types lit-html tablas"
)
WORKER: Final = "app/engine/worker.js"
WORKER_POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; "
    "base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)
"""Of the one file that may compile WebAssembly: it has no page at hand, and there, too, no text
becomes a script."""
CATALOGUE: Final = f"{FOLDER}/app/catalogue.js"  # what asks for /api/kinds
FILE_LIST: Final = "files.json"  # what an installed app keeps
EMBED: Final = "embed.html"  # the one page that others may frame
FOREVER: Final = "public, max-age=31536000, immutable"


def language_of(request: Request) -> Language:
    """The language that was chosen here, else the first one of the browser that we speak."""
    chosen = cookie_in(request.headers, LANGUAGE_COOKIE)
    if chosen in ("en", "es"):
        return "es" if chosen == "es" else "en"
    preferred = re.findall(r"\b(en|es)\b", request.headers.get("accept-language", "").lower()[:200])
    return "es" if preferred[:1] == ["es"] else "en"


def shell(page: Page, language: Language, files: StaticFiles, social: str = "") -> str:
    """The HTML of a page; `social` is what its link shows elsewhere."""
    entries = ("app/main.js", page.entry, *(EMBLEMS if page.name == "home" else ()))
    modules = files.bundles.files(*entries)
    links = [f'<link rel="stylesheet" href="{files.style(name)}">' for name in page.styles]
    links += [f'<link rel="modulepreload" href="{files.base}/{name}">' for name in modules]
    words = f"locale/{language}{'.home' if page.name == 'home' else ''}.json"
    fetched = [f"{files.base}/{words}"] if words in files.files else []
    if CATALOGUE in modules:
        fetched.append("/api/kinds")
    links += [f'<link rel="preload" as="fetch" crossorigin href="{path}">' for path in fetched]
    content = f"{page.content}.{language}.html"
    return Template((WEB / "shell.html").read_text(encoding="utf-8")).substitute(
        language=language,
        title=html.escape(page.title.spoken(language)),
        static=files.base,
        page=page.name,
        social=social,
        links="\n    ".join(links),
        content=files.text(content) if page.content and content in files.files else "",
    )


def page_response(page: Page, request: Request, status: int = 200) -> Response:
    headers = {
        "content-security-policy": POLICY,
        "cache-control": "no-cache",
        "vary": "cookie, accept-language",
    }
    language = language_of(request)
    social = social_tags(page.name, page.title.spoken(language), language, request)
    text = shell(page, language, site(), social)
    return packed_response(request, text.encode(), headers, "text/html; charset=utf-8", status)


def _shows(page: Page) -> Callable[[Request], Awaitable[Response]]:
    async def show(request: Request) -> Response:
        return page_response(page, request)

    return show


async def static_file(request: Request) -> Response:
    """A file of the present version; the files of an older one are gone."""
    files, version = site(), request.path_params["version"]
    if request.path_params["path"] == FILE_LIST and version == files.version:
        return JSONResponse({"files": files.for_offline()}, 200, {"cache-control": FOREVER})
    file = files.files.get(request.path_params["path"])
    if file is None or version != files.version:
        raise HTTPException(404)
    headers = {"cache-control": FOREVER, "vary": "accept-encoding"}
    if request.path_params["path"] == EMBED:
        # Without the directive: a page opened from disk may frame it too, which `*` does not allow.
        headers["content-security-policy"] = POLICY.replace("frame-ancestors 'none'; ", "")
    if request.path_params["path"] == WORKER:
        headers["content-security-policy"] = WORKER_POLICY
    if file.packed and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(
            file.packed, 200, headers | {"content-encoding": "gzip"}, media_type=file.kind
        )
    return Response(file.content, 200, headers, media_type=file.kind)


def _root_file(path: str, name: str) -> None:
    """A file that browsers look for at the root."""

    async def send(_request: Request) -> Response:
        file = site().files[name]
        return Response(file.content, 200, {"cache-control": "no-cache"}, media_type=file.kind)

    router.add_route(path, send)


async def embed(request: Request) -> Response:
    """A board for other people's pages: `/embed?game=abak&position=…`."""
    query = f"?{request.url.query}" if request.url.query else ""
    return RedirectResponse(f"{site().base}/{EMBED}{query}", 307)


async def saved_dice_page(request: Request) -> Response:
    """The check of the dice as one file that works from disk, without this server.

    The key of the server is part of it, so that it knows whose signature to accept.
    """
    files = site()
    verify, offline = (files.text(f"app/dice/{name}.js") for name in ("verify", "offline"))
    text = Template(files.text("app/dice/offline.html")).substitute(
        key=services_of(request).rooms.services.dealer.public_key().hex(),
        verify=re.sub(r"^export ", "", verify, flags=re.MULTILINE),
        offline=re.sub(r"^import .*$", "", offline, flags=re.MULTILINE),
    )
    headers = {"content-disposition": 'attachment; filename="tablas-dice.html"'}
    return Response(text, 200, headers, "text/html; charset=utf-8")


def add_pages(app: FastAPI) -> None:
    """Add the pages; what is not found or breaks is told as a page to whoever reads pages."""
    app.routes.extend(router.routes)
    plain = app.exception_handlers[HTTPException]
    broken = app.exception_handlers[Exception]

    async def not_here(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == 404 and _reads_pages(request):
            return page_response(MISSING, request, 404)
        return await plain(request, error)  # type: ignore[misc, no-any-return]

    async def went_wrong(request: Request, error: Exception) -> Response:
        if _reads_pages(request):
            return page_response(BROKEN, request, 500)
        return await broken(request, error)  # type: ignore[misc, no-any-return]

    app.add_exception_handler(HTTPException, not_here)
    app.add_exception_handler(Exception, went_wrong)


def _reads_pages(request: Request) -> bool:
    if request.url.path.startswith(("/api", "/static", "/socket")):
        return False
    return "text/html" in request.headers.get("accept", "")


for _page in PAGES:
    router.add_route(_page.path, _shows(_page))
router.add_route("/static/{version}/{path:path}", static_file)
router.add_route("/embed", embed)
router.add_route("/dice.html", saved_dice_page)
_root_file("/sw.js", "sw.js")
_root_file("/robots.txt", "robots.txt")
_root_file("/favicon.ico", "icons/icon.svg")
