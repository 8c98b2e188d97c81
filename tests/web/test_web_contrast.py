"""Contrast of every pair of colours that must be told apart, computed from the style files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

STYLE = Path(__file__).resolve().parents[2] / "src" / "tablas" / "web" / "style"
BLOCK = re.compile(r"([^{}]+)\{([^{}]*)\}")
VARIABLE = re.compile(r"(--[\w-]+):\s*(#[0-9a-fA-F]{6})\s*;")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)

GROUNDS = ("--board-felt", "--board-point-1", "--board-point-2")
TEXT = 4.5  # WCAG 1.4.3
SHAPE = 3.0  # WCAG 1.4.11


def colours(name: str, *selectors: str) -> dict[str, str]:
    """The variables that hold where all of these selectors match, later blocks first."""
    found: dict[str, str] = {}
    text = COMMENT.sub("", (STYLE / name).read_text(encoding="utf-8"))
    for selector, body in BLOCK.findall(text):
        if any(part.strip() in selectors for part in selector.split(",")):
            found.update(VARIABLE.findall(body))
    return found


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The ratio of WCAG 2.

    >>> round(contrast("#ffffff", "#000000"))
    21
    """
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


THEMES = {
    "felt": (":root",),
    "walnut": (":root", '[data-board="walnut"]'),
    "slate": (":root", '[data-board="slate"]'),
    "high": (":root", '[data-contrast="high"]'),
}


@pytest.mark.parametrize("theme", THEMES)
def test_both_sides_stand_out_from_every_ground(theme):
    found = colours("themes.css", *THEMES[theme])
    least = TEXT if theme == "high" else SHAPE
    for ground in GROUNDS:
        for checker in ("--checker-white", "--checker-black"):
            assert contrast(found[checker], found[ground]) >= least, (checker, ground)
    for marble in ("--marble-white", "--marble-black"):
        assert contrast(found[marble], found["--marble-wood"]) >= SHAPE, marble


@pytest.mark.parametrize("theme", THEMES)
def test_glyphs_and_numbers_can_be_read(theme):
    found = colours("themes.css", *THEMES[theme])
    for side in ("white", "black"):
        assert contrast(found[f"--glyph-{side}"], found[f"--checker-{side}"]) >= 7
    assert contrast(found["--board-number"], found["--board-frame"]) >= TEXT
    assert contrast(found["--marble-name"], found["--marble-wood"]) >= TEXT
    assert contrast(found["--marble-ring"], found["--marble-black"]) >= SHAPE


PAGES = {
    "light": (":root",),
    "dark": (":root", '[data-theme="dark"]'),
    "high": (":root", '[data-contrast="high"]'),
    "high dark": (
        ":root",
        '[data-theme="dark"]',
        '[data-contrast="high"]',
        '[data-contrast="high"][data-theme="dark"]',
    ),
}


@pytest.mark.parametrize("page", PAGES)
def test_text_of_pages_can_be_read(page):
    found = colours("tokens.css", *PAGES[page])
    for ground in ("--ground", "--surface", "--raised"):
        for ink in ("--ink", "--ink-soft", "--link", "--good", "--warn", "--bad"):
            assert contrast(found[ink], found[ground]) >= TEXT, (ink, ground)
        for shape in ("--line-colour", "--focus", "--accent"):
            assert contrast(found[shape], found[ground]) >= SHAPE, (shape, ground)
    assert contrast(found["--accent-ink"], found["--accent"]) >= TEXT
    assert contrast(found["--ink"], found["--accent-soft"]) >= TEXT


def test_the_system_setting_and_the_attribute_mean_the_same_dark():
    asked = colours("tokens.css", ':root:not([data-theme="light"])')
    assert asked == colours("tokens.css", '[data-theme="dark"]')


def test_the_highlights_stand_out_from_every_ground_by_their_black_line():
    for theme in THEMES.values():
        found = colours("themes.css", *theme)
        for ground in GROUNDS:
            # Amber or white on black, black on the ground: one of the two lines is always seen.
            assert contrast("#000000", found[ground]) >= SHAPE
    assert contrast("#ffb000", "#000000") >= SHAPE
