"""Contrast of every pair of colours that must be told apart, computed from the style files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tablas import svg
from tablas.abalone import picture as hexagon
from tablas.dicegame import picture as points

STYLE = Path(__file__).resolve().parents[3] / "src" / "tablas" / "web" / "style"
BLOCK = re.compile(r"([^{}]+)\{([^{}]*)\}")
VARIABLE = re.compile(r"(--[\w-]+):\s*(#[0-9a-fA-F]{6})\s*;")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)

SIDES = ("white", "black")
ENDS = ("-lit", "", "-deep")  # where the light falls, between, and away from it
FELT = tuple(f"--board-felt{end}" for end in ENDS)
POINTS = tuple(f"--board-point-{n}{end}" for n in (1, 2) for end in ("", "-deep"))
BAR = ("--board-bar", "--board-bar-deep")
GROUNDS = (*FELT, *POINTS, *BAR)
WOOD = tuple(f"--marble-{part}{end}" for part in ("wood", "hole", "rim") for end in ENDS)
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


BOARDS = {
    "walnut": (":root",),
    "night": (":root", '[data-board="night"]'),
    "linen": (":root", '[data-board="linen"]'),
}
PIECES = {"ivory": (":root",), "garnet": ('[data-pieces="garnet"]',)}
THEMES = {
    **{
        f"{board} {pieces}": (*on_board, *on_pieces)
        for board, on_board in BOARDS.items()
        for pieces, on_pieces in PIECES.items()
    },
    "high": (":root", '[data-contrast="high"]'),
}


def stands_out(rim: str, body: str, ground: str) -> float:
    """How well the edge of a piece is seen: its rim, or the body within where the rim is lost."""
    return max(contrast(rim, ground), contrast(body, ground))


@pytest.mark.parametrize("theme", THEMES)
def test_the_edge_of_every_piece_stands_out_from_every_ground(theme):
    found = colours("themes.css", *THEMES[theme])
    least = TEXT if theme == "high" else SHAPE
    for piece, grounds in (("checker", GROUNDS), ("marble", WOOD)):
        for side in SIDES:
            rim = found[f"--{piece}-{side}-rim"]
            for end in ("", "-deep"):
                body = found[f"--{piece}-{side}{end}"]
                assert contrast(rim, body) >= SHAPE, (piece, side, end)
                for ground in grounds:
                    assert stands_out(rim, body, found[ground]) >= least, (piece, side, ground)


@pytest.mark.parametrize("theme", THEMES)
def test_glyphs_and_numbers_can_be_read(theme):
    found = colours("themes.css", *THEMES[theme])
    for side in SIDES:
        for end in ("", "-deep"):
            assert contrast(found[f"--glyph-{side}"], found[f"--checker-{side}{end}"]) >= 7
    for end in ENDS:
        assert contrast(found["--board-number"], found[f"--board-frame{end}"]) >= TEXT, end
        assert contrast(found["--marble-name"], found[f"--marble-wood{end}"]) >= TEXT, end
    assert contrast(found["--marble-ring"], found["--marble-black"]) >= SHAPE


@pytest.mark.parametrize("theme", THEMES)
def test_white_and_black_are_told_apart_by_light_alone(theme):
    found = colours("themes.css", *THEMES[theme])
    for piece in ("checker", "marble"):
        assert contrast(found[f"--{piece}-white-deep"], found[f"--{piece}-black"]) >= 7


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


AMBER, DARK_LINE = "#ffc247", "#1b1208"


def test_the_highlights_stand_out_from_every_ground_by_one_of_their_two_lines():
    assert contrast(AMBER, DARK_LINE) >= SHAPE
    for theme in THEMES.values():
        found = colours("themes.css", *theme)
        for ground in (*GROUNDS, *WOOD):
            assert stands_out(AMBER, DARK_LINE, found[ground]) >= SHAPE, ground


def test_pictures_without_a_browser_have_the_colours_of_the_walnut_board():
    found = colours("themes.css", ":root")

    def shades(name: str, ends: tuple[str, ...] = ENDS) -> tuple[str, ...]:
        return tuple(found[f"--{name}{end}"] for end in ends)

    assert shades("board-frame") == shades("marble-rim") == svg.FRAME
    assert shades("board-felt") == points.FELT
    ends = ("", "-deep")
    assert (shades("board-point-2", ends), shades("board-point-1", ends)) == points.POINTS
    assert (shades("checker-white"), shades("checker-black")) == (
        svg.WHITE_CHECKER,
        svg.BLACK_CHECKER,
    )
    rims = [found[f"--{piece}-{side}-rim"] for piece in ("checker", "marble") for side in SIDES]
    assert rims == [svg.IVORY_RIM, svg.DARK_RIM, hexagon.RIM[True], hexagon.RIM[False]]
    assert shades("marble-wood") == hexagon.WOOD
    assert {True: shades("marble-white"), False: shades("marble-black")} == hexagon.GLASS
