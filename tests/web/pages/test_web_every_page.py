"""Every page, opened once in Spanish: axe by day and by night, no English, nothing too wide."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from spanish_text import faults
from tablas.server.web.page_list import PAGES
from web_accounts import MODERATOR, PASSWORD
from web_axe import RUNS
from web_players import Person
from web_visits import MORE, visits

DESKTOP = {"width": 1440, "height": 900}
PHONES = {"phone": {"width": 390, "height": 664}, "small phone": {"width": 320, "height": 640}}
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
# What a browser has drawn two frames after the last answer of the server is what a reader sees.
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
OPEN_ALL = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
TOO_WIDE = "document.documentElement.scrollWidth > innerWidth"
# Words that stand out of their own box, over what is beside it or cut off at the edge.
SPILLED = """() => {
  const words = "p, li, h1, h2, h3, td, th, label, span, button, summary";
  const spills = (one) => one.clientWidth && one.scrollWidth > one.clientWidth + 1
    && getComputedStyle(one).overflowX === "visible";
  const speaks = (one) =>
    [...one.childNodes].some((node) => node instanceof Text && node.data.trim());
  return [...document.querySelectorAll(`#page :is(${words})`)]
    .filter((one) => spills(one) && speaks(one)).map((one) => one.textContent.trim());
}"""
IN_ENGLISH = {"/api"}  # written for programs and their authors, in the language of the protocol
WHAT_A_GUEST_SEES = ["/", "/account", "/history"]


@dataclass
class Readers:
    """A moderator, who sees everything, a guest, and something to see behind every address."""

    moderator: Person
    guest: Person
    addresses: dict[str, str]


@pytest.fixture(scope="module")
def readers(lender: Any, web: Any) -> Iterator[Readers]:
    host = Person(lender, web.base)
    usual = {"locale": "es-ES", "bypass_csp": True, "reduced_motion": "reduce", "live": True}
    moderator, guest = (Person(lender, web.base, viewport=DESKTOP, **usual) for _ in range(2))
    moderator.asked("/api/login", {"name": MODERATOR, "password": PASSWORD})
    yield Readers(moderator, guest, visits(host))
    for one in (host, moderator, guest):
        one.close()
    assert [fault for one in (host, moderator, guest) for fault in one.faults] == []


def test_the_check_finds_an_english_text():
    assert faults(["Jugar", "Play now", "Your move."]) == ["Play now", "Your move."]
    assert faults(["This is a sentence that nobody has put into the catalogue"])
    assert not faults(["No se puede conectar con el servidor. Comprueba tu conexión."])


def test_every_page_has_a_visit(readers):
    assert set(readers.addresses) == {page.path for page in PAGES}
    assert not [path for path in readers.addresses.values() if "{" in path]


def looked_at(me: Person, axe: str, path: str) -> list[str]:
    """What is wrong with one page, in every size and by day and night."""
    me.page.set_viewport_size(DESKTOP)
    if me.page.url.partition("#")[0] == (me.base + path).partition("#")[0]:
        me.page.goto("about:blank")  # otherwise only the place in the page would be another one
    me.open(path)
    me.page.locator("#page h1").first.wait_for(state="attached")
    me.page.wait_for_load_state("networkidle")
    me.page.evaluate(DRAWN)
    me.page.evaluate(axe)
    wrong = []
    for theme, run in RUNS.items():
        me.page.emulate_media(color_scheme=theme)
        found = me.page.evaluate(run)
        wrong += [f"{theme}: {one['id']} {one['nodes'][0]['target']}" for one in found]
    texts = [] if path in IN_ENGLISH else english_on(me)
    for name, size in PHONES.items():
        me.page.set_viewport_size(size)
        me.page.evaluate(DRAWN)
        if me.page.evaluate(TOO_WIDE):
            wrong.append(f"{name}: wider than the screen")
        wrong += [f"{name}: spilled: {text}" for text in me.page.evaluate(SPILLED)]
    texts += [] if path in IN_ENGLISH else english_on(me)
    return wrong + [f"English: {text}" for text in dict.fromkeys(texts)]


def english_on(me: Person) -> list[str]:
    me.page.evaluate(OPEN_ALL)
    return faults(me.page.evaluate(READ))


@pytest.mark.parametrize("path", [page.path for page in PAGES] + MORE)
def test_a_page_is_accessible_spanish_and_narrow_enough(readers, axe, path):
    assert looked_at(readers.moderator, axe, readers.addresses.get(path, path)) == []


@pytest.mark.parametrize("path", WHAT_A_GUEST_SEES)
def test_what_a_guest_sees_is_too(readers, axe, path):
    assert looked_at(readers.guest, axe, path) == []


def test_what_is_said_when_something_is_wrong_is_in_spanish(person):
    reader = person(locale="es-ES")
    reader.open("/rules/abak")
    reader.page.wait_for_load_state("networkidle")
    reader.context.set_offline(True)
    reader.page.locator("#offline p").wait_for()
    assert not faults(reader.page.evaluate(READ))
    reader.context.set_offline(False)
    reader.against_bot("abalone")
    reader.menu()
    reader.page.get_by_role("button", name="Abandonar").click()
    reader.page.get_by_role("dialog").wait_for()
    assert not faults(reader.page.evaluate(READ))
