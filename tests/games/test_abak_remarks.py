"""What a play of Abak does, in words: each remark where it is true, and none where it is not.

A case is a board as `place:stack`, a roll and a play; the points are those of who plays.
"""

from __future__ import annotations

import json
import random

import pytest

from command import tablas
from samples import sample
from setups import SETUPS
from tablas.abak import notation, rules
from tablas.abak.position import Position
from tablas.abak.remark_words import RANK, REMARKS
from tablas.abak.remarks import reasons
from tablas.values import ROLLS, Dice
from tree import ROOT


def board(stacks: str) -> Position:
    """A position, perhaps not of 15 checkers a side, from `12:D 9:s bar:S opp_bar:g`."""
    points, waiting = [""] * 25, {}
    for place in stacks.split():
        name, stack = place.split(":")
        if name.isdigit():
            points[int(name)] = stack
        else:
            waiting[name] = stack
    return Position(tuple(points), **waiting)


def told(position: Position, roll: str, play: str) -> dict[str, list[str]]:
    """The remarks on the play, by their kind."""
    dice = Dice.parse(roll)
    found: dict[str, list[str]] = {}
    for remark in reasons(position, dice, notation.read(position, dice, play)):
        found.setdefault(remark.rule, []).append(str(remark))
    return found


# kind, board, roll, a play of which it is true, its sentence, a play of which it is not
CASES = [
    ("hits", "13:S 8:SS 10:s 1:s", "32", "S13/10* S8/6", "hits the soldier on the 10-point",
     "S13/11 S8/5"),
    ("traps", "12:D 10:O 9:g 8:S 1:s", "31", "D12/9^ S8/7",
     "traps the guard on the 9-point under the druid", "D12/11 S8/5"),
    ("traps", "12:D 10:O 9:s 1:s", "31", "D12/9^ O10/9",
     "traps the soldier on the 9-point under the druid", "O10/9* D12/9"),
    ("assaults", "13:S 11:S 6:OS 5:g 1:s", "61", "S11/5+ S6/5*",
     "assaults the guard on the 5-point with the soldier and the soldier", "S13/7 S11/10"),
    ("frees-trapped", "18:S 15:Sd 13:S 1:s", "31", "S18/15* S13/12",
     "frees the trapped soldier on the 15-point", "S18/17 S13/10"),
    ("releases", "15:sD 13:SS 1:s", "31", "D15/12/11",
     "releases the opponent's soldier on the 15-point", "S13/10 S13/12"),
    ("seals-trap", "18:S 15:sD 13:S 1:s", "31", "S18/15 S13/12",
     "covers the druid on the 15-point: the soldier held there cannot be freed by a hit",
     "S18/17 S13/10"),
    ("opens-trap", "18:S 15:sDS 13:S 1:s", "31", "S15/12 S13/12",
     "leaves the druid alone on the 15-point: a hit there frees the soldier", "S18/17 S13/10"),
    ("prime", "13:SS 10:S 9:SS 8:SG 7:SS 1:ss", "31", "S13/10 S13/12",
     "makes a prime of 4 points, 7 to 10, with 2 checkers behind it", "S13/12 S9/6"),
    ("prime", "13:SS 10:S 9:SS 8:SG 7:SS 1:ss opp_bar:g", "31", "S13/10 S13/12",
     "makes a prime of 4 points, 7 to 10, with 3 checkers behind it", "S13/12 S9/6"),
    ("point", "13:S 8:SS 6:SS 1:s", "31", "S8/5 S6/5", "makes the 5-point", "S13/10 S6/5"),
    ("anchor", "24:S 23:S 13:S 1:s", "21", "S24/22 S23/22", "makes an anchor on the 22-point",
     "S24/22 S13/12"),
    ("guard-post", "13:SG 8:S 1:s", "32", "G13/11 S8/5",
     "posts a guard on the 11-point, which blocks it alone", "S8/5/3"),
    ("breaks-point", "13:SSS 8:SSS 1:s", "31", "S8/5 S8/7", "gives up the 8-point",
     "S13/10 S8/7"),
    ("breaks-prime", "13:SS 8:SS 7:SS 6:SS 5:SS 1:ss", "31", "S6/3 S13/12",
     "breaks the prime of 4 points", "S13/10 S13/12"),
    ("walls-in", "11:S 9:S 7:SS 5:S 3:G 1:e", "41", "S9/5 S11/10",
     "walls in the opponent's even wounded on the 1-point: 2, 4, 6 are blocked", "S9/8 S11/7"),
    ("lame", "bar:O 23:ss 21:ss 19:ss 13:S", "61", "Obar/24 S13/7",
     "leaves the odd wounded on the 24-point without a die to play: 1, 3, 5 are blocked", None),
    ("enters", "bar:E 13:SS 1:s", "61", "Ebar/19 S13/12", "enters the even wounded", None),
    ("still-on-bar", "bar:GSS 13:S 1:s", "61", "Sbar/19 Sbar/24", "leaves 1 on the bar (guard)",
     None),
    ("general-back", "13:S 6:N 1:s", "31", "N6/9 S13/12",
     "takes the general back from the 6-point to the 9-point", "S13/10 N6/5"),
    ("comes-out", "24:E 13:SS 1:s", "61", "E24/18 S13/12",
     "brings the even wounded out of the opponent's home", "S13/7 S13/12"),
    ("uncovers", "24:ED 13:SS 1:s", "61", "D24/18 S13/12",
     "frees the even wounded on the 24-point: nothing lies on it now", "S13/7 S13/12"),
    ("buries", "13:S 9:S 6:N 1:s", "31", "S9/6 S13/12",
     "buries the general on the 6-point under the soldier", "S13/10 S9/8"),
    ("bears-off", "5:S 4:SE 2:O 24:s", "42", "E4/off O2/off",
     "bears off 2 (even wounded, odd wounded)", "S5/1 E4/2"),
    ("all-home", "8:S 5:S 24:s", "21", "S8/6 S5/4", "brings everyone home: bearing off can begin",
     "S8/7 S5/3"),
    ("race-ahead", "9:S 5:S 24:s 20:s 15:sss", "21", "S9/7/6", "it is a race, 25 pips ahead",
     None),
    ("race-behind", "20:S 5:S 24:s 23:s 22:s", "21", "S20/18/17", "it is a race, 16 pips behind",
     None),
    ("full", "13:S 9:S 6:SSSS 1:s", "31", "S9/6 S13/12", "fills the 6-point: five stand there",
     "S13/10 S9/8"),
    ("forced", "24:S 23:ss 1:s", "61", "S24/18/17", "is the only legal play", None),
    ("no-play", "24:S 23:ss 18:ss 1:s", "61", "-", "no checker can move", None),
    # Dangers. Own checkers below the enemy's stand behind his back.
    ("blot", "11:S 4:s 3:SSS", "21", "S11/10 S3/1",
     "leaves the soldier on the 10-point to 17 of 36 rolls", None),
    ("blot", "11:S 4:e 3:SSS", "21", "S11/10 S3/1",
     "leaves the soldier on the 10-point to 14 of 36 rolls", None),
    ("blot", "12:S 10:S 4:s 3:SSS", "21", "S12/11 S3/1",
     "leaves the soldier on the 10-point to 17 of 36 rolls", "S12/10 S3/2"),
    ("blot-trap", "11:S 4:d 3:SSS", "21", "S11/10 S3/1",
     "leaves the soldier on the 10-point to the druid: 17 of 36 rolls trap it", None),
    ("guard-assault", "12:S 11:G 9:s 7:s 3:SSS", "21", "G11/10 S3/1",
     "the lone guard on the 10-point falls to an assault with 3-1, 1-1 (3 of 36)", "S12/11 S3/1"),
    ("guard-hit", "13:G 8:g 3:SSS", "21", "G13/12 S3/1",
     ("the lone guard on the 12-point can be hit by a guard with "
     "6-4, 5-4, 4-4, 4-3, 4-2, 4-1 … (15 of 36)"), None),
    ("danger", "11:SS 4:s 3:SSS", "31", "S11/8 S11/10",
     "27 of 36 rolls hit or trap something", None),
    ("covers", "10:S 12:S 4:s 3:SSS", "21", "S12/10 S3/2",
     "covers the soldier on the 10-point, which 17 of 36 rolls could hit", "S12/11 S3/1"),
    ("saves", "10:S 12:SS 4:s 3:SSS 7:G", "31", "S10/7 S3/2",
     "takes the soldier away from the 10-point, where 16 of 36 rolls could hit it",
     "S12/9 S3/2"),
    ("safe", "10:S 12:S 4:s 3:SSS", "21", "S12/10 S3/2", "leaves nothing to hit", "S12/11 S3/1"),
    ("stuck", "13:S 10:S 6:SS 5:SS 4:SS 3:SS 2:SS opp_bar:s", "31", "S13/10 S10/9",
     "leaves the opponent without a play on 25 of 36 rolls (6-6, 6-5, 6-4, 6-3, 6-2, 5-5 …)",
     None),
    ("shuts-out", "13:S 6:SSS 5:SS 4:SS 3:SS 2:SS 1:S opp_bar:s", "51", "S6/1 S13/12",
     "shuts the opponent out: no roll enters", "S13/8/7"),
    ("aims", "14:S 7:s 3:SS", "21", "S14/13 S3/1",
     "aims at the soldier on the 7-point: 17 of 36 rolls would hit it", "S3/1 S3/2"),
    ("aims-trap", "17:D 10:g 3:SS", "21", "D17/16 S3/1",
     "aims the druid at the guard on the 10-point: 17 of 36 rolls would trap it", "S3/1 S3/2"),
    ("aims-assault", "14:S 11:S 10:g 3:SS", "21", "S14/13 S3/1",
     "prepares an assault on the guard on the 10-point: it needs 3-1, 1-1 (3 of 36)",
     "S3/1 S3/2"),
    ("wins", "1:S off:DEGGNOSSSSSSSS 24:s opp_off:s", "21", "S1/off",
     "bears off the last checker and wins", None),
    ("wins-gammon", "1:S off:DEGGNOSSSSSSSS 24:s", "21", "S1/off",
     "bears off the last checker and wins a gammon", None),
    ("wins-backgammon", "1:S off:DEGGNOSSSSSSSS 3:s", "21", "S1/off",
     "bears off the last checker and wins a backgammon", None),
]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "stacks", "roll", "play", "sentence", "other"),
    CASES,
    ids=[f"{case[0]}: {case[3]}" for case in CASES],
)
def test_a_remark_is_made_where_it_is_true_and_only_there(
    kind, stacks, roll, play, sentence, other
):
    assert sentence in told(board(stacks), roll, play).get(kind, [])
    if other is not None:
        assert kind not in told(board(stacks), roll, other)


def test_every_kind_of_remark_has_a_case():
    assert {case[0] for case in CASES} == set(REMARKS)


def test_the_most_important_remark_comes_first():
    position = board("18:S 15:Sd 13:S 8:SS 6:SS 1:s")
    dice = Dice(3, 1)
    found = reasons(position, dice, notation.read(position, dice, "S18/15* S8/7"))
    ranks = [RANK[remark.rule] for remark in found]
    assert ranks == sorted(ranks)
    assert [remark.rule for remark in found][:2] == ["hits", "frees-trapped"]


def test_remarks_speak_spanish():
    position = board("12:D 10:O 9:g 8:S 1:s")
    dice = Dice(3, 1)
    found = reasons(position, dice, notation.read(position, dice, "D12/9^ S8/7"))
    assert found[0].spoken("es") == "atrapa al guardia en el punto 9 bajo el druida"


def test_no_sentence_is_left_with_an_unfilled_fact():
    rng = random.Random(2)
    for _ in range(sample(20)):
        position, dice = SETUPS["abak"](rng), rng.choice(ROLLS)
        for play in rng.sample(list(rules.plays(position, dice).values()), 1):
            for remark in reasons(position, dice, play):
                assert "{" not in remark.words.en + remark.words.es
                assert " de el " not in remark.words.es
                assert " a el " not in remark.words.es


def test_the_page_lists_every_kind_with_its_sentences():
    page = (ROOT / "docs" / "abak-reasons.md").read_text(encoding="utf-8")
    for remark in REMARKS.values():
        assert f"| `{remark.rule}` | {remark.words.en} | {remark.words.es} |" in page


def test_the_command_tells_the_reasons_in_both_languages_and_as_json():
    arguments = ("explain", "abak", "S8/5 N6/5", "--dice", "31")
    assert tablas(*arguments).stdout == "makes the 5-point\n"
    assert tablas(*arguments, "--lang", "es").stdout == "hace el punto 5\n"
    answer = json.loads(tablas(*arguments, "--json").stdout)
    assert answer["reasons"] == [
        {"kind": "point", "en": "makes the 5-point", "es": "hace el punto 5"}
    ]


def test_the_command_refuses_illegal_plays():
    illegal = tablas("explain", "abak", "S8/5 S6/5", "--dice", "31")
    assert (illegal.returncode, "only the top checker" in illegal.stderr) == (2, True)
