"""The opening book: symmetries, what it knows, and that it grows on where it stopped."""

from __future__ import annotations

import json
import random

import pytest

from tablas.abalone import notation, rules
from tablas.abalone.symmetry import SYMMETRIES
from tablas.cli import main
from tablas.engine.abalone import book as abalone_book
from tablas.engine.abalone.book import MARGIN, PLAYED, Book, packaged, read, usual
from tablas.engine.abalone.engine import AbaloneEngine, AbaloneLimit
from tablas.engine.abalone.levels import LEVELS, choose
from tablas.errors import NotationError

LIMIT = AbaloneLimit(nodes=2000)


def engine() -> AbaloneEngine:
    return AbaloneEngine(megabytes=4)


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    out = capsys.readouterr()
    return left.value.code, out.out, out.err


@pytest.mark.parametrize("name", ["belgian-daisy", "infiltration", "the-wall"])
def test_symmetries_keep_the_rules(name):
    here = rules.start(name)
    for symmetry in SYMMETRIES:
        there = symmetry.position(here)
        assert symmetry.inverse.position(there) == here
        moved = {symmetry.move(move) for move in rules.plays(here).values()}
        assert moved == set(rules.plays(there).values())
        for reached, move in rules.plays(here).items():
            assert rules.after(there, symmetry.move(move)) == symmetry.position(reached)


def test_the_twelve_symmetries_differ_and_share_one_name():
    here = rules.start("infiltration")
    move = next(iter(rules.plays(here)))
    assert len({symmetry.position(move) for symmetry in SYMMETRIES}) == 12
    assert len({usual(symmetry.position(move))[0] for symmetry in SYMMETRIES}) == 1


def test_a_book_knows_a_position_however_it_lies():
    book = Book()
    here = next(iter(rules.plays(rules.start("snakes"))))
    book.add(engine(), LIMIT, here)
    scores = [score for _, score in book.moves(here)]
    assert scores == sorted(scores, reverse=True)
    for symmetry in SYMMETRIES:
        there = symmetry.position(here)
        moves = book.moves(there)
        assert [score for _, score in moves] == scores
        assert all(move in rules.plays(there).values() for move, _ in moves)
    assert book.moves(rules.start()) == []


def test_a_book_that_was_stopped_grows_on_as_if_it_had_not_been(tmp_path):
    def grown(book: Book, count: int) -> Book:
        for _ in book.grow(_Fresh(), LIMIT, count, ["belgian-daisy", "standard"]):
            pass
        return book

    whole = grown(Book(), 8)
    grown(first := Book(), 3).write(tmp_path / "book.json")
    assert len(first.entries) == 3
    again = read((tmp_path / "book.json").read_text("utf-8"))
    assert again == first
    assert grown(again, 5) == whole


class _Fresh(AbaloneEngine):
    """Searches that do not remember each other."""

    def __init__(self) -> None:
        super().__init__(megabytes=4)

    def analyse(self, *words, **options):
        self.forget()
        return super().analyse(*words, **options)


def test_what_is_not_a_book_is_refused():
    for text in ("", "[]", '{"00": 1}', '{"00": {"moves": [["a1b2"]], "depth": 1}}'):
        with pytest.raises(NotationError, match="book"):
            read(text)


def test_the_packaged_book_holds_legal_moves_of_both_starts():
    book = packaged()
    assert len(book.entries) >= 200
    for name in abalone_book.STARTS:
        line, here = 0, rules.start(name)
        while moves := book.moves(here):
            legal = set(rules.plays(here).values())
            assert all(move in legal for move, _ in moves)
            here, line = rules.after(here, moves[0][0]), line + 1
        assert line >= 4, name


def test_levels_with_a_book_play_from_it_and_vary():
    level = LEVELS["expert"]
    assert level.book
    here = rules.start()
    best = packaged().moves(here)[0][1]
    good = {move for move, score in packaged().moves(here) if score >= best - PLAYED}
    rng = random.Random(1)
    played = {choose(_Refuses(), level, rng, here) for _ in range(40)}
    assert played == good
    assert PLAYED < MARGIN


class _Refuses(AbaloneEngine):
    """An engine that must not be asked."""

    def __init__(self) -> None:
        super().__init__(megabytes=4)

    def analyse(self, *_words, **_options):
        raise AssertionError


def test_the_command_shows_and_grows_a_book(capsys, tmp_path):
    code, out, _ = run(capsys, "book", "abalone", "--json")
    answer = json.loads(out)
    assert code == 0
    assert notation.read(rules.start(), None, answer["moves"][0][0])
    file = tmp_path / "mine.json"
    told = ["--grow", "2", "--nodes", "500", "--file", str(file), "--start", "standard"]
    code, out, err = run(capsys, "book", "abalone", *told)
    assert (code, out) == (0, "2 positions in mine.json\n")
    assert len(err.splitlines()) == 2
    code, out, _ = run(capsys, "book", "abalone", "--start", "standard", "--file", str(file))
    assert "2 positions in the book" in out
    code, _, err = run(capsys, "book", "abalone", "--grow", "2")
    assert code == 2
    assert "--file" in err
