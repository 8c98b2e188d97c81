"""Whole games as PGN-like text."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from samples import sample
from tablas.abalone import formats, gamefile, notation, rules, starts
from tablas.abalone.gamefile import GameFile
from tablas.abalone.rules import Move
from tablas.errors import IllegalAction, InvalidPosition, NotationError

ODD = st.text() | st.text('[]"RVFEN \\\n{};.*1-0ab2\ud800٣', max_size=40)


def random_game(seed: int, longest: int = 120) -> GameFile:
    chance = Random(seed)
    start = formats.read(chance.choice([*starts.STARTS]))
    position = start.position
    moves: list[Move] = []
    while len(moves) < longest and not rules.outcome(position):
        position, played = chance.choice([*rules.plays(position).items()])
        moves.append(played)
    return GameFile(start, tuple(moves), "*", {"Round": str(seed)})


def test_a_game_file_has_tags_numbers_and_a_result() -> None:
    start = formats.read("belgian-daisy")
    moves: list[Move] = []
    for text in ("a1b2", "i5h5", "a2b3"):
        position = start.position
        for played in moves:
            position = rules.after(position, played)
        moves.append(notation.read(position, None, text))
    game = GameFile(start, tuple(moves), "1-0", {"Event": 'The "Club"', "TimeControl": "900"})
    assert gamefile.write(game) == (
        '[Event "The \\"Club\\""]\n[TimeControl "900"]\n[Variant "belgian-daisy"]\n'
        '[Notation "aba-pro"]\n[Result "1-0"]\n\n1. a1b2 i5h5 2. a2b3 1-0\n'
    )
    assert gamefile.read(gamefile.write(game)) == game


@pytest.mark.parametrize("seed", range(6))
def test_random_games_round_trip_through_their_file(seed: int) -> None:
    game = random_game(seed, 200)
    text = gamefile.write(game)
    assert gamefile.read(text) == game
    assert gamefile.read(text.replace("\n", "\r\n")) == game
    assert all(len(line) <= 80 for line in text.splitlines())


def test_a_file_may_begin_anywhere_with_white_and_hold_notes() -> None:
    text = (
        '[Position "5/6/7/8/bbb6/8/7/6/2w2 w 0-0 7"]\n\n{ late } 1... a3a4 ; quiet\n'
        "2.e1e2 {pushes\nnothing} a4a3 2-0".replace("2-0", "*")
    )
    game = gamefile.read(text)
    assert game.start == formats.read("5/6/7/8/bbb6/8/7/6/2w2 w 0-0 7")
    assert len(game.moves) == 3
    assert "1... a3a4 2. e1e2 a4a3 *" in gamefile.write(game)
    assert gamefile.read(gamefile.write(game)) == game


def test_a_file_says_which_notation_it_is_in() -> None:
    nacre = gamefile.read('[Notation "Nacre"]\n1. a1d4')
    assert nacre == gamefile.read('[Notation "aba-pro"]\n1. a1b2') == gamefile.read("a1b2 *")
    with pytest.raises(IllegalAction, match="line 1, black to move: illegal move 'a1d4'"):
        gamefile.read("1. a1d4")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('[Variant "moon"]', "tag Variant 'moon': expected one of standard"),
        ('[Notation "chess"]', "tag Notation 'chess': expected aba-pro or nacre"),
        ('[Round "1"]\n[Round "2"]', "line 2: the tag Round stands twice"),
        ("[Round]", "line 1: tag '.Round.'; expected .Name"),
        ('[FEN "a"]\n[Position "b"]', "both Position and FEN"),
        ("\n\n1. a1b2\n3. a2b3", "line 4, white to move: move number 3, expected 1"),
        ("1. a1b2 ?", "line 1, white to move: move '.': expected Aba-Pro"),
        ("1. a1b2 {", "line 1, white to move: '{'; expected a move, a number or a result"),
        ("1. a1b2 1-0 i5h5", "'i5h5'; expected nothing after the result"),
        ('[Result "1-0"]\n1. a1b2 0-1', "result: '1-0' in the tag, '0-1' after the moves"),
        ('[Result "maybe"]', "result: 'maybe' in the tag"),
        ("x" * 1_000_001, "1000001 characters"),
    ],
)
def test_damaged_files_are_refused_with_the_place(text: str, found: str) -> None:
    with pytest.raises(NotationError, match=found):
        gamefile.read(text)


@settings(max_examples=sample(60))
@given(ODD)
@example("{" * 100_000)
@example("[" * 100_000)
@example('[A "' + "\\" * 100_000)
def test_any_file_gives_a_game_or_the_documented_error(text: str) -> None:
    try:
        game = gamefile.read(text)
    except (NotationError, InvalidPosition, IllegalAction):
        return
    assert gamefile.read(gamefile.write(game)) == game


@given(st.dictionaries(st.from_regex(r"\A[A-Z][A-Za-z0-9_]{0,9}\Z"), st.text(), max_size=4))
def test_any_tag_value_round_trips(tags: dict[str, str]) -> None:
    others = {name: tags[name] for name in tags if name not in gamefile.TOLD_BY_FIELDS}
    game = GameFile(formats.read("star"), (), "0-1", others)
    assert gamefile.read(gamefile.write(game)) == game


def test_a_tag_name_that_no_file_can_hold_is_refused() -> None:
    with pytest.raises(NotationError, match="tag 'no name'"):
        gamefile.write(GameFile(formats.read("star"), tags={"no name": ""}))
