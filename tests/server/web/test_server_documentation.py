"""The documentation site under /docs: its files, its errors, and how to get it."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from tablas.server.web.routes import documentation
from tablas.server.web.routes.documentation import folder_of


@pytest.fixture
def built(tmp_path: Path) -> Path:
    (tmp_path / "site" / "assets").mkdir(parents=True)
    for name, text in (("index.html", "<h1>Tablas"), ("404.html", "nothing"), ("assets/a.js", "1")):
        (tmp_path / "site" / name).write_text(text, encoding="utf-8")
    (tmp_path / "site" / "key.pem").write_text("secret", encoding="utf-8")
    (tmp_path / "outside.html").write_text("outside", encoding="utf-8")
    return tmp_path / "site"


def test_a_folder_is_a_site_if_it_has_a_first_page(built, monkeypatch):
    assert folder_of(str(built)) == built.resolve()
    assert folder_of(str(built.parent)) is None
    monkeypatch.setattr(documentation, "BUILT", built)
    assert folder_of("") == built


def test_the_site_is_served_and_nothing_beside_it(built, make_server):
    running = make_server(documentation=str(built))
    with httpx.Client(base_url=running.base) as browser:
        assert browser.get("/docs").headers["location"] == "/docs/"
        first = browser.get("/docs/")
        assert (first.status_code, first.text) == (200, "<h1>Tablas")
        assert "frame-ancestors 'none'" in first.headers["content-security-policy"]
        script = browser.get("/docs/assets/a.js")
        assert script.headers["content-type"].startswith("text/javascript")
        for path in ("nowhere.html", "key.pem", "..%2foutside.html", "%2e%2e/outside.html"):
            missing = browser.get(f"/docs/{path}")
            assert (missing.status_code, "secret" in missing.text) == (404, False)
            assert "outside" not in missing.text


def test_without_a_site_the_page_says_how_to_get_it(tmp_path, make_server):
    running = make_server(documentation=str(tmp_path / "nowhere"))
    with httpx.Client(base_url=running.base) as browser:
        for language, words in (("en", "make docs"), ("es", "La documentación aún no está aquí")):
            page = browser.get("/docs/", headers={"accept-language": language})
            assert page.status_code == 404
            assert words in page.text
            assert f'<html lang="{language}">' in page.text
