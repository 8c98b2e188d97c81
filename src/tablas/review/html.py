"""A review as one stand-alone HTML file: no script, no outside files, in both languages, printable.

The language is chosen with two radio buttons; a style sheet hides the other one. Boards are the
pictures that `KIND.picture` draws.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from tablas.files import MatchSheet
from tablas.games import kind
from tablas.review import phrases
from tablas.review.plot import plot
from tablas.review.style import STYLE
from tablas.review.text import (
    better,
    care_words,
    cost_text,
    done,
    name_of,
    names,
    reasons,
    rows,
    title,
    turning_points,
)
from tablas.review.value import Alternative, Decision, MatchReview
from tablas.values import Setup
from tablas.words import Language, Words

MOST_BOARDS = 24
MOST_WAYS = 5
BOARD_WIDTH = 320


def report(match: MatchSheet, review: MatchReview, language: Language = "en") -> str:
    """The whole page; `language` is the one that is shown first."""
    head = title(match, review)
    chosen = {one: " checked" if one == language else "" for one in ("en", "es")}
    body = "\n".join(_body(match, review))
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(head.spoken(language))}</title><style>{STYLE}</style></head><body>"
        '<form class="languages" aria-label="Language · Idioma">'
        f'<label><input type="radio" name="language" id="en"{chosen["en"]}> English</label> '
        f'<label><input type="radio" name="language" id="es"{chosen["es"]}> Español</label>'
        f"</form><main>{body}</main></body></html>\n"
    )


def both(words: Words) -> str:
    """The words in both languages, of which one is shown; once where they are the same."""
    if words.en == words.es:
        return escape(words.en)
    return f'<span lang="en">{escape(words.en)}</span><span lang="es">{escape(words.es)}</span>'


def _body(match: MatchSheet, review: MatchReview) -> Iterator[str]:
    yield f"<h1>{both(title(match, review))}</h1>"
    date = match.games[0].record.date
    when = f" · {escape(date)}" if date else ""
    yield f"<p class=note>{both(care_words(review))}{when}</p>"
    yield _table(review)
    if review.unit == "points":
        yield f"<p class=note>{both(phrases.RATING_NOTE)}</p>"
    yield f"<h2>{both(phrases.PLOT)}</h2>"
    yield plot(review, f"{phrases.PLOT.en} · {phrases.PLOT.es}")
    wrong = review.mistakes()
    yield f"<h2>{both(phrases.MISTAKES)}</h2>"
    if not wrong:
        yield f"<p>{both(phrases.NO_MISTAKES)}</p>"
        return
    yield "<div class=cards>"
    for one in wrong[:MOST_BOARDS]:
        yield _card(review, one)
    yield "</div>"
    if turned := list(turning_points(review)):
        yield f"<h2>{both(phrases.TURNING)}</h2><ol>"
        for one, before in turned:
            yield f"<li>{both(_turned(review, one, before))}</li>"
        yield "</ol>"
    yield _mistakes(review)


def _table(review: MatchReview) -> str:
    white, black = map(escape, names(review))
    lines = "".join(
        f"<tr><th scope=row>{both(name)}</th><td>{both(left)}</td><td>{both(right)}</td></tr>"
        for name, left, right in rows(review)
    )
    return (
        f"<table class=sides><thead><tr><td></td><th scope=col>{white}</th>"
        f"<th scope=col>{black}</th></tr></thead><tbody>{lines}</tbody></table>"
    )


def _card(review: MatchReview, one: Decision) -> str:
    who = phrases.WHERE.about(game=one.game + 1, name=name_of(review, one.side))
    what = phrases.INSTEAD.about(played=done(one), best=better(one))
    bullets = "".join(f"<li>{both(words)}</li>" for words in reasons(review, one))
    return (
        f"<article class={one.mark.value}>{_board(review, one)}<div><h3>{both(who)}"
        f"{' · ' + one.dice if one.dice else ''}</h3><p><b>{both(what)}</b></p>"
        f"<p class=cost>−{cost_text(review, one.cost)} · {both(phrases.MARKS[one.mark])}</p>"
        f"<ul>{bullets}</ul>{_alternatives(review, one)}"
        f"<p class=id><code>{escape(one.position)}</code></p></div></article>"
    )


def _board(review: MatchReview, one: Decision) -> str:
    game = kind(review.game)
    position, situation = game.formats.read_situation(one.position)
    name = name_of(review, one.side)
    words = phrases.BOARD_CUBE if game.dice else phrases.BOARD_MOVE
    if one.dice:
        words = phrases.BOARD
    setup = Setup(position, situation.turn, situation.quiet)
    said = words.about(name=name, dice=one.dice)
    return game.picture.svg(setup, title=f"{said.en} · {said.es}", width=BOARD_WIDTH)


def _alternatives(review: MatchReview, one: Decision) -> str:
    lines = "".join(
        f"<tr{' class=played' if way.text == one.played else ''}><td>{both(_way(way))}</td>"
        f"<td>{_worth(review, way)}</td><td>{both(_depth(review, way))}</td></tr>"
        for way in _shown(one)
    )
    return f"<table class=ways><tbody>{lines}</tbody></table>"


def _shown(one: Decision) -> list[Alternative]:
    """The best ways, and the one that was chosen wherever it stands."""
    best = list(one.alternatives[:MOST_WAYS])
    chosen = [way for way in one.alternatives[MOST_WAYS:] if way.text == one.played]
    return [*best[: MOST_WAYS - len(chosen)], *chosen]


def _way(way: Alternative) -> Words:
    return phrases.ACTIONS.get(way.text, Words(way.text, way.text))


def _worth(review: MatchReview, way: Alternative) -> str:
    text = f"{way.worth:+.3f}" if review.unit == "points" else f"{100 * way.worth:.1f} %"
    return text.replace("-", "−")


def _depth(review: MatchReview, way: Alternative) -> Words:
    if way.trials:
        return phrases.ROLLED_OUT.about(trials=way.trials)
    if review.unit != "points":
        return Words("", "")
    return phrases.ONE_PLY if way.plies == 1 else phrases.PLIES.about(plies=way.plies)


def _turned(review: MatchReview, one: Decision, before: float) -> Words:
    return phrases.TURNED.about(
        game=one.game + 1, played=done(one), before=round(100 * before),
        after=round(100 * one.chance), name=name_of(review, one.side),
    )  # fmt: skip


def _mistakes(review: MatchReview) -> str:
    """All that was marked, in the order of the games, with the position texts to copy."""
    heads = (phrases.GAME, phrases.PLAYER, phrases.MOVE, phrases.BEST, phrases.LOSS, phrases.MARK,
             phrases.POSITION)  # fmt: skip
    cells = "".join(f"<th scope=col>{both(head)}</th>" for head in heads)
    lines = "".join(
        f"<tr class={one.mark.value}><td>{one.game + 1}</td>"
        f"<td>{escape(name_of(review, one.side))}</td>"
        f"<td>{one.dice} {both(done(one))}</td><td>{both(better(one))}</td>"
        f"<td>{cost_text(review, one.cost)}</td><td>{both(phrases.MARKS[one.mark])}</td>"
        f"<td><code>{escape(one.position)}</code></td></tr>"
        for one in sorted(review.mistakes(), key=lambda one: (one.game, one.place))
    )
    return f"<table class=mistakes><thead><tr>{cells}</tr></thead><tbody>{lines}</tbody></table>"
