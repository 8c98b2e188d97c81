"""The opening book as a page: tables, what each best play does in words, and boards as pictures."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from research.abak.openings import KEPT, OPENINGS, Candidate, OpeningBook, OpeningLine

from tablas.abak import KIND, notation, picture
from tablas.abak.remarks import reasons
from tablas.engine.opening_table import key_of
from tablas.values import ROLLS, Dice, Setup, Side

SHOWN: Final = 5  # plays of a roll on the page
REMARKS: Final = 5  # sentences under a picture


def write_page(book: OpeningBook, page: Path, pictures: Path, *, made: str) -> None:
    """Write the page, and one picture for each opening roll beside it."""
    pictures.mkdir(parents=True, exist_ok=True)
    folder = pictures.relative_to(page.parent).as_posix()
    for line in _lines(book):
        picture_file = pictures / f"{line.dice}.svg"
        picture_file.write_text(_picture(line), encoding="utf-8")
    page.write_text("\n".join(_page(book, folder, made)) + "\n", encoding="utf-8")


def write_table(book: OpeningBook, path: Path) -> None:
    """The same for the package, from which the pages of the app take it: plays, not sums."""
    rows = {
        key_of(KIND, line.position, line.dice): [
            [one.play, round(one.equity, 4), round(one.error, 4), one.rolled_mean.games]
            for one in line.candidates
            if one.rolled_mean.games > 1
        ]
        for line in (*book.first.values(), *book.replies.values())
    }
    lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(row)}" for key, row in rows.items())
    path.write_text(
        f'{{"made": {json.dumps(book.player)},\n"lines": {{\n{lines}\n}}}}\n', encoding="utf-8"
    )


def _lines(book: OpeningBook) -> list[OpeningLine]:
    """The opening rolls that have been looked at."""
    begun = [book.first[str(roll)] for roll in OPENINGS if str(roll) in book.first]
    return [line for line in begun if line.best.rolled_mean.games]


def _picture(line: OpeningLine) -> str:
    """The board after the best play, seen by who made it."""
    after = line.best.reached.swapped()
    title = f"After an opening {_roll(line.dice)} played {line.best.play}"
    return picture.svg(Setup(after, Side.WHITE), title=title)


def _page(book: OpeningBook, folder: str, made: str) -> Iterator[str]:
    lines = _lines(book)
    looked_at = [*book.first.values(), *book.replies.values()]
    games = sum(play.rolled_mean.games for line in looked_at for play in line.candidates)
    replies = ", and the best replies" if book.replies else ""
    yield "# Opening theory of Abak"
    yield ""
    yield (
        "The fifteen opening rolls, each play rolled out many times by the same player "
        f"({book.player}) on both sides{replies}. Equities are points a game "
        "without a cube for who made the play, ± one standard error; a play is written in the "
        "[notation](rules/abak.en.md) of the game. Plays of one roll were rolled out with the "
        "same dice, and each first roll came equally often, so differences between them are known "
        "a little better than the errors say."
    )
    if "judged" in book.player:
        yield ""
        yield (
            "The luck of every roll was taken away, which leaves the mean as it is and the errors "
            "small. Inside the rollouts a small net names the likeliest plays of a roll, at most "
            "five for the mean over all rolls, and the net chooses among them. It also had the "
            "last word where a game was cut off, so the errors are those of the dice, not those "
            "of the net."
        )
    yield ""
    yield f"{made} {games:,} games in all."
    yield ""
    yield "| roll | best | equity | second | behind | third | behind |"
    yield "|---|---|---|---|---|---|---|"
    for line in lines:
        yield _summary(line)
    for line in lines:
        yield from _opening(book, line, folder)


def _summary(line: OpeningLine) -> str:
    best, *others = line.candidates[:KEPT]
    cells = [_roll(line.dice), f"`{best.play}`", _equity(best)]
    for other in others:
        cells += [f"`{other.play}`", f"{other.equity - best.equity:+.3f}"]
    cells += [""] * (3 + 2 * (KEPT - 1) - len(cells))
    return f"| {' | '.join(cells)} |"


def _opening(book: OpeningBook, line: OpeningLine, folder: str) -> Iterator[str]:
    best = line.best
    yield ""
    yield f"## {_roll(line.dice)}: `{best.play}`"
    yield ""
    yield f"![The board after {best.play}]({folder}/{line.dice}.svg)"
    yield ""
    remarks = reasons(line.position, line.dice, notation.read(line.position, line.dice, best.play))
    for remark in remarks[:REMARKS]:
        yield f"- {remark}"
    yield ""
    yield "| play | equity | wins | gammons won | gammons lost | games |"
    yield "|---|---|---|---|---|---|"
    for candidate in line.candidates[:SHOWN]:
        yield _row(candidate)
    yield from _replies(book, line)


def _row(candidate: Candidate) -> str:
    won, gammons, lost = (candidate.rolled_mean.chance(which) for which in (0, 1, 3))
    return (
        f"| `{candidate.play}` | {_equity(candidate)} | {won:.1%} | {gammons:.1%} | {lost:.1%} "
        f"| {candidate.rolled_mean.games:,} |"
    )


def _replies(book: OpeningBook, line: OpeningLine) -> Iterator[str]:
    """The best reply to the best play, roll by roll, where they have been looked at."""
    replies = [
        book.replies[name]
        for roll in ROLLS
        if (name := f"{line.best.play} | {roll}") in book.replies
    ]
    replies = [reply for reply in replies if reply.best.rolled_mean.games]
    if not replies:
        return
    yield ""
    yield f"Replies to `{line.best.play}`, seen by who replies:"
    yield ""
    yield "| roll | reply | equity | next best | behind |"
    yield "|---|---|---|---|---|"
    for reply in replies:
        best, *others = reply.candidates
        second = others[0] if others and others[0].rolled_mean.games else None
        cells = [_roll(reply.dice), f"`{best.play}`", _equity(best)]
        cells += [f"`{second.play}`", f"{second.equity - best.equity:+.3f}"] if second else ["", ""]
        yield f"| {' | '.join(cells)} |"


def _equity(candidate: Candidate) -> str:
    return f"{candidate.equity:+.3f} ± {candidate.error:.3f}"


def _roll(dice: Dice) -> str:
    return f"{dice.high}-{dice.low}"
