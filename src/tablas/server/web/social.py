"""What a link shows of itself elsewhere: title, sentence and picture, as Open Graph tags."""

from __future__ import annotations

import html
from typing import Final
from urllib.parse import urlencode

from starlette.requests import Request

from tablas.games import NAMES
from tablas.server.pictures import SIZE
from tablas.server.web.origins import home_address
from tablas.server.web.static import site
from tablas.words import Language, Words

LINE: Final = Words(
    "Abak, backgammon and Abalone: play at once, against bots or people.",
    "Abak, backgammon y Abalone: juega al momento, contra bots o personas.",
)


def social_tags(page: str, title: str, language: Language, request: Request) -> str:
    """The tags of a page, or nothing where this server does not know its own address."""
    home = home_address(request)
    if not home:
        return ""
    width, height = SIZE
    tags = {
        "og:type": "website",
        "og:site_name": "Tablas",
        "og:title": title,
        "og:description": LINE.spoken(language),
        "og:image": home + picture_path(page, request),
        "og:image:width": str(width),
        "og:image:height": str(height),
    }
    lines = [
        f'<meta property="{name}" content="{html.escape(text, quote=True)}">'
        for name, text in tags.items()
    ]
    return "\n    ".join([*lines, '<meta name="twitter:card" content="summary_large_image">'])


def picture_path(page: str, request: Request) -> str:
    """The picture of what a page shows; that of the house where it shows no board."""
    id = str(request.path_params.get("id", ""))  # noqa: A001 the name of the parameter
    if id.replace("-", "").replace("_", "").isalnum():
        if page in ("game", "replay"):
            return f"/api/games/{id}/picture.png"
        if page == "review":
            return f"/api/reviews/{id}/picture.png"
        if page == "invitation":
            return f"/api/offers/{id}/picture.png"
    query = request.query_params
    if page in ("editor", "analysis") and query.get("game") in NAMES and query.get("position"):
        asked = urlencode({"position": query["position"]})
        return f"/api/board/{query['game']}/picture.png?{asked}"
    return f"{site().base}/icons/social.png"
