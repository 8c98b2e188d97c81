"""The opening book as a page: tables, what each best play does in words, and boards as pictures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tablas.abak import notation, picture
from tablas.abak.remarks import reasons
from tablas.engine.abak.openings import KEPT, OPENINGS, Book, Candidate, Line
from tablas.values import ROLLS, Dice, Setup, Side

SHOWN: Final = 5  # plays of a roll on the page
REMARKS: Final = 5  # sentences under a picture


def write_page(book: Book, page: Path, pictures: Path, *, made: str) -> None:
    """Write the page, and one picture for each opening roll beside it."""
    pictures.mkdir(parents=True, exist_ok=True)
    folder = pictures.relative_to(page.parent).as_posix()
    for line in _lines(book):
        picture_file = pictures / f"{line.dice}.svg"
        picture_file.write_text(_picture(line), encoding="utf-8")
    page.write_text("\n".join(_page(book, folder, made)) + "\n", encoding="utf-8")


def _lines(book: Book) -> list[Line]:
    """The opening rolls that have been looked at."""
    begun = [book.first[str(roll)] for roll in OPENINGS if str(roll) in book.first]
    return [line for line in begun if line.best.found.games]


def _picture(line: Line) -> str:
    """The board after the best play, seen by who made it."""
    after = line.best.reached.swapped()
    title = f"After an opening {_roll(line.dice)} played {line.best.play}"
    return picture.svg(Setup(after, Side.WHITE), title=title)


def _page(book: Book, folder: str, made: str) -> Iterator[str]:
    lines = _lines(book)
    looked_at = [*book.first.values(), *book.replies.values()]
    games = sum(play.found.games for line in looked_at for play in line.candidates)
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


def _summary(line: Line) -> str:
    best, *others = line.candidates[:KEPT]
    cells = [_roll(line.dice), f"`{best.play}`", _equity(best)]
    for other in others:
        cells += [f"`{other.play}`", f"{other.equity - best.equity:+.3f}"]
    cells += [""] * (3 + 2 * (KEPT - 1) - len(cells))
    return f"| {' | '.join(cells)} |"


def _opening(book: Book, line: Line, folder: str) -> Iterator[str]:
    best = line.best
    yield ""
    yield f"## {_roll(line.dice)}: `{best.play}`"
    yield ""
    yield f"![The board after {best.play}]({folder}/{line.dice}.svg)"
    yield ""
    told = reasons(line.position, line.dice, notation.read(line.position, line.dice, best.play))
    for remark in told[:REMARKS]:
        yield f"- {remark}"
    yield ""
    yield "| play | equity | wins | gammons won | gammons lost | games |"
    yield "|---|---|---|---|---|---|"
    for candidate in line.candidates[:SHOWN]:
        yield _row(candidate)
    yield from _replies(book, line)


def _row(candidate: Candidate) -> str:
    won, gammons, lost = (candidate.found.chance(which) for which in (0, 1, 3))
    return (
        f"| `{candidate.play}` | {_equity(candidate)} | {won:.1%} | {gammons:.1%} | {lost:.1%} "
        f"| {candidate.found.games:,} |"
    )


def _replies(book: Book, line: Line) -> Iterator[str]:
    """The best reply to the best play, roll by roll, where they have been looked at."""
    found = [
        book.replies[name]
        for roll in ROLLS
        if (name := f"{line.best.play} | {roll}") in book.replies
    ]
    found = [reply for reply in found if reply.best.found.games]
    if not found:
        return
    yield ""
    yield f"Replies to `{line.best.play}`, seen by who replies:"
    yield ""
    yield "| roll | reply | equity | next best | behind |"
    yield "|---|---|---|---|---|"
    for reply in found:
        best, *others = reply.candidates
        second = others[0] if others and others[0].found.games else None
        cells = [_roll(reply.dice), f"`{best.play}`", _equity(best)]
        cells += [f"`{second.play}`", f"{second.equity - best.equity:+.3f}"] if second else ["", ""]
        yield f"| {' | '.join(cells)} |"


def _equity(candidate: Candidate) -> str:
    return f"{candidate.equity:+.3f} ± {candidate.error:.3f}"


def _roll(dice: Dice) -> str:
    return f"{dice.high}-{dice.low}"
