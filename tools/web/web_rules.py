"""The rules pages as HTML: as much Markdown as docs/rules uses, and not a bit more.

A comment `<!-- board {…} -->` behind a picture, a case or alone is a live board: `app/rules` plays
it, and `tests/web/pages/test_web_rules.py` says what its JSON may hold and checks it.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator

_HEADING = re.compile(r"(#{1,4}) (.*)")
_BOARD = re.compile(r" *<!-- board (\{.*?\}) -->")
_PICTURE = re.compile(r"!\[([^\]]+)\]\([^)]+\)")
_ITEM = re.compile(r"( *)(?:[-*]|(\d+)\.) (.*)")
_TITLES = {"en": ("Rules", "Contents"), "es": ("Reglas", "Contenido")}
_SUMMARY = {
    "en": ("Print a one-page summary", "The whole rules"),
    "es": ("Imprimir un resumen de una página", "Las reglas completas"),
}
_LINES = {
    "en": {
        "abak": "Backgammon with classes and stacks.",
        "backgammon": "The classic race, with the doubling cube.",
        "abalone": "Marbles pushed off a hexagonal board.",
    },
    "es": {
        "abak": "Backgammon con clases y pilas.",
        "backgammon": "La carrera clásica, con el cubo de doblar.",
        "abalone": "Canicas que se empujan fuera de un tablero hexagonal.",
    },
}
_NAMES = {"abak": "Abak", "backgammon": "Backgammon", "abalone": "Abalone"}


def index_page(language: str) -> str:
    """The list of the rules pages."""
    title = _TITLES[language][0]
    rows = "\n".join(
        f'<li><div><strong><a href="/rules/{game}">{name}</a></strong>'
        f"<small>{_LINES[language][game]}</small></div></li>"
        for game, name in _NAMES.items()
    )
    return f'<div class="stack"><h1>{title}</h1>\n<ul class="rows panel">\n{rows}\n</ul></div>\n'


def summary_page(source: str, language: str, game: str) -> str:
    """The rules on one sheet of paper."""
    body = "\n".join(rendered(source.splitlines()))
    first, rest = body.split("</h1>", 1)
    link = f'<p class="not-printed"><a href="/rules/{game}">{_SUMMARY[language][1]}</a></p>'
    return f'<article class="reading summary">{first}</h1>\n{link}<div>{rest}\n</div></article>\n'


def rules_page(source: str, language: str, game: str) -> str:
    """One page of rules with its table of contents."""
    # The first lines point to the other language, which the page's own button does.
    lines = [line for line in source.splitlines() if not re.match(r"\*(Leer|Read) ", line)]
    body = "\n".join(rendered(lines))
    heads = re.findall(r'<h2 id="([^"]+)">(.*?)</h2>', body)
    links = "\n".join(f'<li><a href="#{anchor}">{text}</a></li>' for anchor, text in heads)
    contents = (
        f'<nav class="contents" aria-label="{_TITLES[language][1]}"><ul>\n{links}\n</ul></nav>'
    )
    first, rest = body.split("</h1>", 1)
    summary = f'<a class="button" href="/rules/{game}/summary">{_SUMMARY[language][0]}</a>'
    opening = f'{first}</h1>\n<p class="not-printed">{summary}</p>\n{contents}'
    return f'<article class="reading">{opening}{rest}\n</article>\n'


def rendered(lines: list[str]) -> Iterator[str]:
    """The blocks of a text as HTML."""
    at = 0
    while at < len(lines):
        line = lines[at]
        if not line.strip():
            at += 1
        elif line.startswith("```"):
            end = next(i for i in range(at + 1, len(lines)) if lines[i].startswith("```"))
            code = html.escape("\n".join(lines[at + 1 : end]))
            yield f'<pre tabindex="0"><code>{code}</code></pre>'
            at = end + 1
        elif _BOARD.match(line) or _PICTURE.match(line):
            yield figure(line)
            at += 1
        elif matched := _HEADING.match(line):
            level = len(matched[1])
            yield f'<h{level} id="{anchor(matched[2])}">{inline(matched[2])}</h{level}>'
            at += 1
        elif line.startswith("|"):
            end = _until(lines, at, lambda text: text.startswith("|"))
            yield table(lines[at:end])
            at = end
        elif _ITEM.match(line):
            end = _until(lines, at, lambda text: bool(_ITEM.match(text)) or text.startswith("  "))
            yield items(lines[at:end])
            at = end
        else:
            end = _until(lines, at, lambda text: bool(text.strip()) and not _starts(text))
            end = max(end, at + 1)
            yield f"<p>{inline(' '.join(lines[at:end]))}</p>"
            at = end


def _starts(line: str) -> bool:
    return line.startswith(("```", "|", "#", "!", "<!--")) or bool(_ITEM.match(line))


def _until(lines: list[str], at: int, belongs: Callable[[str], bool]) -> int:
    """Where a block ends; a list goes on over a single empty line."""
    end = at
    while end < len(lines) and (
        belongs(lines[end])
        or (
            not lines[end].strip()
            and end + 1 < len(lines)
            and _ITEM.match(lines[at])
            and belongs(lines[end + 1])
        )
    ):
        end += 1
    return end


def items(lines: list[str]) -> str:
    """A list, with what is indented below an item inside it."""
    first = _ITEM.match(lines[0])
    assert first
    indent, numbered = len(first[1]), first[2]
    parts: list[list[str]] = []
    for line in lines:
        matched = _ITEM.match(line)
        if matched and len(matched[1]) == indent:
            parts.append([matched[3]])
        else:
            parts[-1].append(line[indent + 2 :] if not numbered else line[indent + 3 :])
    name = "ol" if numbered else "ul"
    start = f' start="{numbered}"' if numbered and numbered != "1" else ""
    return (
        f"<{name}{start}>\n"
        + "\n".join(f"<li{_named(part)}>{_item(part)}</li>" for part in parts)
        + f"\n</{name}>"
    )


def _named(part: list[str]) -> str:
    """A rule that begins with its name can be linked to: `**Wounded.** The even wounded …`."""
    name = re.match(r"\*\*([^*.:]+)[.:]?\*\*", part[0])
    return f' id="{anchor(name[1])}"' if name else ""


def _item(part: list[str]) -> str:
    while part and not part[-1].strip():
        part = part[:-1]
    blocks = list(rendered(part))
    if len(blocks) == 1:
        return re.sub(r"^<p>(.*)</p>$", r"\1", blocks[0], flags=re.DOTALL)
    return "\n".join(blocks)


def figure(line: str) -> str:
    """A board by itself, with the words of its picture below."""
    words = _PICTURE.match(line)
    caption = f"<figcaption>{inline(words[1])}</figcaption>" if words else ""
    return "".join(_boards(line, caption))


def _boards(text: str, caption: str = "") -> Iterator[str]:
    """Where the boards of a text come to stand."""
    for board in _BOARD.findall(text):
        yield f'<figure class="live" data-board="{html.escape(board)}">{caption}</figure>'


def cases(heads: list[str], lines: list[str]) -> str:
    """A table of worked cases: what each column says, and the boards beside it."""
    parts = []
    for line in lines:
        words = "".join(
            f"<div><dt>{inline(head)}</dt><dd>{inline(cell)}</dd></div>"
            for head, cell in zip(heads, _cells(_BOARD.sub("", line)), strict=True)
        )
        boards = "".join(_boards(line))
        parts.append(f'<div class="case"><dl>{words}</dl><div class="boards">{boards}</div></div>')
    return '<div class="cases">\n' + "\n".join(parts) + "\n</div>"


def table(lines: list[str]) -> str:
    rows = [_cells(line) for line in lines]
    if any(_BOARD.search(line) for line in lines):
        return cases(rows[0], lines[2:])
    # Above a column of names stands nothing, which is no heading.
    heads = (
        f'<th scope="col">{inline(cell)}</th>' if cell.strip() else "<td></td>" for cell in rows[0]
    )
    head = "".join(heads)
    body = "\n".join(
        "<tr>" + "".join(f"<td>{inline(cell)}</td>" for cell in row) + "</tr>" for row in rows[2:]
    )
    return f'<table tabindex="0"><thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table>'


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def anchor(text: str) -> str:
    """The name of a heading, as the links of the documents write it.

    >>> anchor("The board, again")
    'the-board-again'
    """
    plain = re.sub(r"[^\w\- ]", "", text.lower())
    return plain.strip().replace(" ", "-")


def inline(text: str) -> str:
    """Code, links, strong and emphasis inside a block."""
    parts = re.split(r"(`[^`]+`)", text.replace("\\|", "|"))
    return "".join(
        f"<code>{html.escape(part[1:-1])}</code>" if part.startswith("`") else _words(part)
        for part in parts
    )


def _words(text: str) -> str:
    text = html.escape(text, quote=False)
    text = re.sub(r"\[([^\]]+)\]\(([^)]+)\)", lambda m: _link(m[1], m[2]), text)
    text = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", text)
    return re.sub(r"(?<!\*)\*([^*\s](?:[^*]*[^*\s])?)\*(?!\*)", r"<em>\1</em>", text)


def _link(text: str, target: str) -> str:
    """Rules pages link to each other; what else the documents link to is not in the app."""
    if matched := re.fullmatch(r"(abak|backgammon|abalone)\.(?:en|es)\.md(#.*)?", target):
        return f'<a href="/rules/{matched[1]}{matched[2] or ""}">{text}</a>'
    if target.startswith("#"):
        return f'<a href="{target}">{text}</a>'
    if target.startswith(("https://", "http://")):
        return f'<a href="{html.escape(target)}" rel="noopener noreferrer">{text}</a>'
    return text
