"""The two faces of the pages: small enough, asked for at once, and with their licences."""

from __future__ import annotations

import re
from pathlib import Path

from tablas.server.web.static import site

WEB = Path(__file__).resolve().parents[3] / "src" / "tablas" / "web"
FACES = ("figtree", "fraunces")
MOST = 60_000  # bytes, together


def test_both_faces_are_small_and_have_their_licences():
    assert sum((WEB / "fonts" / f"{face}.woff2").stat().st_size for face in FACES) <= MOST
    for face in FACES:
        licence = (WEB / "fonts" / f"{face}.LICENSE.txt").read_text(encoding="utf-8")
        assert "SIL Open Font License, Version 1.1" in licence
        assert f"The {face.capitalize()} Project Authors" in licence


def test_both_faces_are_served_as_they_are_and_asked_for_before_any_style():
    shell = (WEB / "shell.html").read_text(encoding="utf-8")
    asked = re.findall(r'rel="preload" href="\$static/(fonts/\w+\.woff2)" as="font"', shell)
    assert asked == [f"fonts/{face}.woff2" for face in FACES]
    assert shell.index("fonts/fraunces") < shell.index('rel="stylesheet"')
    for path in asked:
        sent = site().files[path]
        assert (sent.kind, sent.packed) == ("font/woff2", None)
        assert sent.content.startswith(b"wOF2")


def test_until_they_come_there_are_faces_with_the_same_measures():
    tokens = (WEB / "style" / "tokens.css").read_text(encoding="utf-8")
    for face in ("Figtree", "Fraunces"):
        block = tokens.split(f'font-family: "{face} before";')[1].split("}")[0]
        assert "ascent-override" in block
        assert f'{face}, "{face} before"' in tokens
