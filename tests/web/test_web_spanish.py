"""The app in Spanish, page by page: no text of the English catalogue, no English sentence."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from tablas.server.web.routes.pages import PAGES
from web_accounts import MODERATOR, PASSWORD
from web_visits import MORE, visits
from word_tables import sentences

LOCALE = Path(__file__).resolve().parents[2] / "src" / "tablas" / "web" / "locale"
# Every text and every name that a reader or a screen reader meets, in boards as well; not the
# foreign terms that rules pages set in italics, nor the titles of pages elsewhere.
READ = """() => {
  const texts = [];
  const say = (text) => {
    const tidy = text?.replace(/\\s+/g, " ").trim();
    if (tidy) texts.push(tidy);
  };
  const walk = (node) => {
    if (node.nodeType === Node.TEXT_NODE) say(node.data);
    if (![Node.ELEMENT_NODE, Node.DOCUMENT_FRAGMENT_NODE].includes(node.nodeType)) return;
    if (node.matches?.("script, style, noscript, code, pre, kbd, samp")) return;
    if (node.matches?.("em, a[href^=http], [lang=en]")) return;
    for (const name of ["aria-label", "aria-description", "title", "placeholder", "alt"])
      say(node.getAttribute?.(name));
    if (node.shadowRoot) walk(node.shadowRoot);
    for (const child of node.childNodes) walk(child);
  };
  walk(document.body);
  say(document.title);
  return texts;
}"""
OPENED = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
LOG_IN = """async ([name, password]) => {
  const headers = { "content-type": "application/json", "x-tablas": "web" };
  const body = JSON.stringify({ name, password });
  const answer = await fetch("/api/login", { method: "POST", headers, body });
  if (!answer.ok) throw new Error(await answer.text());
}"""
COMMON = re.compile(
    r"\b(the|of|and|with|is|are|to|for|not|from|by|it|you|your|that|this|has|have|on|in|an|be)\b",
    re.IGNORECASE,
)
FACT = re.compile(r"\{\w+\}")
WORD = re.compile(r"[A-Za-z]{3}")
SENTENCE = 4  # words from which on a text is one
THINGS_IN_ENGLISH = 3  # common words that no Spanish sentence of this app has so many of


@cache
def english() -> list[re.Pattern[str]]:
    """The texts whose Spanish is another, each as what a page would show of it."""
    pairs = [(one.en, one.es) for one in sentences() if "{detail}" not in one.en]
    with (LOCALE / "es.po").open("rb") as file:
        for message in read_po(file):
            ids = (message.id,) if isinstance(message.id, str) else message.id
            strings = (message.string,) if isinstance(message.string, str) else message.string
            pairs += zip(ids, strings, strict=False)
    spanish = {es.casefold() for _, es in pairs}
    return [
        _as_shown(text)
        for text in sorted({en for en, es in pairs if en and en.casefold() != es.casefold()})
        if text.casefold() not in spanish and WORD.search(FACT.sub("", text))
    ]


def _as_shown(text: str) -> re.Pattern[str]:
    return re.compile(".+".join(map(re.escape, FACT.split(text))))


def faults(texts: list[str]) -> list[str]:
    return [text for text in dict.fromkeys(texts) if in_catalogue(text) or english_sentence(text)]


def in_catalogue(text: str) -> bool:
    return any(one.fullmatch(text) for one in english())


def english_sentence(text: str) -> bool:
    return len(text.split()) >= SENTENCE and len(COMMON.findall(text)) >= THINGS_IN_ENGLISH


def test_the_check_finds_an_english_text():
    assert faults(["Jugar", "Play now", "Your move."]) == ["Play now", "Your move."]
    assert faults(["This is a sentence that nobody has put into the catalogue"])
    assert not faults(["No se puede conectar con el servidor. Comprueba tu conexión."])


@pytest.mark.parametrize("size", [(1440, 900), (390, 664)], ids=["desktop", "phone"])
def test_no_page_in_spanish_shows_english(person, size):
    addresses = visits(person())
    reader = person(locale="es-ES", viewport={"width": size[0], "height": size[1]})
    reader.open("/")
    reader.page.evaluate(LOG_IN, [MODERATOR, PASSWORD])
    assert set(addresses) == {page.path for page in PAGES}
    found = {}
    for path in [*addresses.values(), *MORE, "/rules/abak", "/rules/backgammon", "/rules/abalone"]:
        if path == "/api":
            continue  # written for programs and their authors, in the language of the protocol
        reader.page.goto("about:blank")
        reader.open(path)
        reader.page.locator("#page h1").first.wait_for(state="attached")
        reader.page.wait_for_load_state("networkidle")
        reader.page.evaluate(OPENED)
        if wrong := faults(reader.page.evaluate(READ)):
            found[path] = wrong
    assert not found


def test_what_is_said_when_something_is_wrong_is_in_spanish(person):
    reader = person(locale="es-ES")
    reader.open("/rules/abak")
    reader.page.wait_for_load_state("networkidle")
    reader.context.set_offline(True)
    reader.page.locator("#offline p").wait_for()
    assert not faults(reader.page.evaluate(READ))
    reader.context.set_offline(False)
    reader.start("abalone")
    reader.page.get_by_text("Más", exact=True).first.click()
    reader.page.get_by_role("button", name="Abandonar").click()
    reader.page.get_by_role("dialog").wait_for()
    assert not faults(reader.page.evaluate(READ))
