"""Other programs' word on the same positions: GNU Backgammon and OpenSpiel, from `tests/corpus`.

The files are made by `gnubg_moves.py`, `gnubg_ids.py` and `openspiel_moves.py` of `tools/oracles`.
"""

import json
import lzma
from collections import Counter
from dataclasses import replace
from typing import Any

from tablas.backgammon import notation
from tablas.backgammon.formats import read_situation
from tablas.backgammon.gnubg import (
    PLAYERS,
    from_match_id,
    from_position_id,
    gnubg_id,
    position_id,
)
from tablas.backgammon.reasons import BAR
from tablas.backgammon.rules import Position, after, plays
from tablas.situation import Situation
from tablas.values import Dice, Side
from tree import CORPUS


def lines(name: str) -> list[str]:
    return lzma.decompress((CORPUS / name).read_bytes()).decode().splitlines()


def results(position: Position, dice: Dice) -> list[str]:
    return sorted(position_id(end) for end in plays(position, dice))


def kinds(position: Position, reached: list[str], before: Counter[str]) -> None:
    """Counts what a case is good for, so that a poor corpus does not pass unseen."""
    rear, opposing = (
        max((place for place, count in enumerate(side) if count and place), default=0)
        for side in (position.own, position.opp)
    )
    before["positions"] += 1
    before["results"] += len(reached)
    before["bar"] += position.own[BAR] > 0
    before["home"] += rear <= 6
    before["contact"] += rear + opposing > BAR


def test_gnu_backgammon_finds_the_same_plays_in_2000_positions() -> None:
    seen: Counter[str] = Counter()
    for line in lines("gnubg_moves.txt.xz"):
        text, dice, *ends = line.split("\t")
        position, expected = from_position_id(text), [end[:14] for end in ends]
        assert results(position, Dice.parse(dice)) == expected, f"{text} {dice}"
        kinds(position, expected, seen)
    assert seen["positions"] == 2000
    assert seen["results"] > 25_000
    assert min(seen["bar"], seen["home"]) > 400
    assert 1000 < seen["contact"] < 1800


def test_plays_as_gnu_backgammon_writes_them_are_read() -> None:
    read = 0
    for line in lines("gnubg_moves.txt.xz")[::5]:
        text, dice, *ends = line.split("\t")
        position = from_position_id(text)
        for reached, play in (end.split(" ", 1) for end in ends[:20]):
            meant = notation.read(position, Dice.parse(dice), play)
            assert position_id(after(position, meant)) == reached, f"{text} {dice} {play}"
            read += 1
    assert read > 2500


def test_openspiel_finds_the_same_plays_in_2000_positions() -> None:
    seen: Counter[str] = Counter()
    for line in lines("openspiel_moves.txt.xz"):
        text, dice, *expected = line.split("\t")
        position = from_position_id(text)
        assert results(position, Dice.parse(dice)) == expected, f"{text} {dice}"
        kinds(position, expected, seen)
    assert seen["positions"] == 2000
    assert seen["results"] > 25_000
    assert min(seen["bar"], seen["home"]) > 150


def facts(kind: str) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in lines("gnubg_ids.jsonl.xz")]
    return [fact for fact in found if kind in fact]


def test_ids_that_gnu_backgammon_prints_are_written_the_same() -> None:
    printed = facts("id")
    assert len(printed) == 1000
    for fact in printed:
        assert gnubg_id(*read_situation(fact["id"])) == fact["id"]


def test_ids_mean_what_gnu_backgammon_says() -> None:
    states = facts("board")
    assert len(states) == 600
    for fact in states:
        position, situation = read_situation(fact["id"])
        # GNU Backgammon's boards leave out what is borne off; the player on roll comes second.
        assert [list(position.opp[1:]), list(position.own[1:])] == fact["board"]
        fact["pos"]["dice"].sort(reverse=True)  # as rolled here, the higher one first in the ID
        assert told_by_posinfo(situation) == fact["pos"], fact["id"]
        if fact["cube"]:
            assert told_by_cubeinfo(situation, fact["cube"]) == fact["cube"], fact["id"]


def told_by_posinfo(situation: Situation) -> dict[str, Any]:
    dice = situation.dice
    return {
        "dice": [dice.high, dice.low] if dice else [0, 0],
        "turn": PLAYERS.index(situation.to_act),
        "resigned": situation.resigned,
        "doubled": int(situation.pending is not None),
        "gamestate": situation.state.value,
    }


def told_by_cubeinfo(situation: Situation, fact: dict[str, Any]) -> dict[str, Any]:
    money = not situation.length
    return {
        "cube": situation.cube,
        "cubeowner": PLAYERS.index(situation.owner) if situation.owner else -1,
        "move": PLAYERS.index(situation.turn),
        "matchto": situation.length,
        # `cubeinfo` does not tell the score of a money session, nor Jacoby in a match.
        "score": fact["score"] if money else [*reversed(situation.score)],
        "crawford": int(situation.crawford),
        "jacoby": int(situation.jacoby) if money else fact["jacoby"],
    }


def test_xgids_mean_what_gnu_backgammon_makes_of_them() -> None:
    texts = facts("xgid")
    assert len(texts) == 400
    for fact in texts:
        position, situation = read_situation(fact["xgid"])
        assert gnubg_id(position, in_seat_one(situation)) == fact["id"], fact["xgid"]


def in_seat_one(situation: Situation) -> Situation:
    """GNU Backgammon changes seats after an XGID, so that the player on turn is X."""
    if situation.turn is Side.WHITE:
        return situation
    owner = situation.owner.other if situation.owner else None
    return replace(situation, turn=Side.WHITE, owner=owner, score=situation.score[::-1])


def test_match_ids_of_the_corpus_cover_every_offer_and_end() -> None:
    situations = [from_match_id(fact["id"].partition(":")[2]) for fact in facts("board")]
    assert len({situation.pending for situation in situations}) == 4
    assert {situation.state.value for situation in situations} == {1, 2, 3, 4}
    assert {situation.resigned for situation in situations} == {0, 1, 2, 3}
    assert any(situation.crawford for situation in situations)
    assert any(situation.acts for situation in situations)
