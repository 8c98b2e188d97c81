"""What a move does, in facts and in words of both languages."""

from __future__ import annotations

import json

import pytest

from tablas.abalone import formats, notation, rules
from tablas.abalone.movement import Position
from tablas.cli import main
from tablas.engine.abalone.analysis import explained, first_ejection, paragraph
from tablas.engine.abalone.balance import after, balance
from tablas.engine.abalone.engine import AbaloneEngine, AbaloneLimit
from tablas.engine.abalone.facts import ejectable, facts
from tablas.engine.abalone.outlook import SEEN, all_the_same, outlook
from tablas.engine.abalone.words import sentences, verdict
from tablas.words import Words


def position(own: str, opp: str, own_lost: int = 0, opp_lost: int = 0) -> Position:
    return Position(frozenset(own.split()), frozenset(opp.split()), own_lost, opp_lost)


def told(here: Position, move: str, language: str = "en") -> list[str]:
    found = facts(here, notation.read(here, None, move))
    return [words.spoken(language) for words in sentences(found)]


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    out = capsys.readouterr()
    return left.value.code, out.out, out.err


def test_an_ejection_is_told_with_its_sumito():
    here = position("e2 e3 e4 g5", "e5 a1 a2", opp_lost=2)
    edge = position("e6 e7 e8 g5", "e9 a1 a2")
    assert told(here, "e2e3")[0] == "pushes: a sumito of 3 against 1"
    assert told(edge, "e7e8")[0] == "ejects a marble with a sumito of 2 against 1"
    assert told(edge, "e6e7", "es")[0] == "expulsa una pieza con un sumito de 3 contra 1"


def test_a_threat_is_new_and_names_the_marble():
    here = position("e5 e6 e7", "e9 b2 b3")
    found = facts(here, notation.read(here, None, "e5e6"))
    assert not ejectable(here)
    assert found.threatens == ("e9",)
    assert "threatens to eject e9" in told(here, "e5e6")
    assert "amenaza con expulsar e9" in told(here, "e5e6", "es")
    already = position("e6 e7 e8 c3", "e9 b2 b3")
    assert facts(already, notation.read(already, None, "c3c4")).threatens == ()


def test_a_marble_taken_out_of_danger_and_one_left_in_it():
    here = position("a1 e5 e6", "c3 b2 h8")
    assert ejectable(here.swapped()) == {"a1"}
    assert facts(here, notation.read(here, None, "a1a2")).saves == ("a1",)
    left = facts(here, notation.read(here, None, "e5e6"))
    assert left.exposes == ("a1",)
    assert "leaves a1 to be ejected" in told(here, "e5e6")
    assert "pone a salvo a1" in told(here, "a1a2", "es")


def test_formations_made_and_given_up():
    here = position("e4 e5 g6", "a1 a2")
    words = told(here, "g6f6")
    assert "makes an arc on e4 e5 f6" in words
    assert "gives up a binomial on e4 e5" in words
    assert "joins the lone marble of g6" in words
    assert "forma un arco en e4 e5 f6" in told(here, "g6f6", "es")


def test_a_block_that_changes_is_not_a_new_one():
    here = position("d4 d5 d6 e4 e5 e6 g7", "a1 a2")
    assert told(here, "g7f6") == [
        "moves one marble",
        "brings a marble into a block",
        "joins the lone marble of g7",
    ]
    back = position("d4 d5 d6 e4 e5 e6 f6", "a1 a2")
    assert "takes a marble out of a block" in told(back, "f6g7")
    assert "saca una pieza de un bloque" in told(back, "f6g7", "es")


def test_a_block_made_and_broken():
    here = position("d4 d5 d6 e4 e5 h8", "a1 a2")
    line = position("d4 d5 d6 e4 e6 f5", "a1 a2")
    assert "makes a block on d4 d5 d6 e4 e5 e6" in told(line, "f5e5")
    whole = position("d4 d5 d6 e4 e5 e6", "a1 a2")
    assert "gives up a block on d4 d5 d6 e4 e5 e6" in told(whole, "e5f5")
    assert not any("block" in words for words in told(here, "h8g8"))


def test_a_det_is_an_opposing_marble_cut_off():
    joined = position("d4 d5 e4 g5", "e5 a1 a2")
    assert facts(joined, notation.read(joined, None, "g5f5")).dets == ("e5",)
    assert "cuts off e5 as a det" in told(joined, "g5f5")


def test_every_move_of_a_position_can_be_explained_in_both_languages():
    here = formats.read("3b1/3bbb/3wwbb/3wwwb1/2bwww3/2wbb1w1/2bbbw1/1bww2/5 b 1-0 0").position
    for move in rules.plays(here).values():
        english, spanish = sentences(facts(here, move)), sentences(facts(here, move))
        assert english
        for words in (*english, *spanish):
            assert words.en
            assert words.es
            assert words.en != words.es
            assert "{" not in words.en + words.es


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (0, "about even"),
        (-14, "about even"),
        (30, "slightly better"),
        (-30, "slightly worse"),
        (120, "ahead by about 1.2 marbles"),
        (-250, "behind by about 2.5 marbles"),
        (29_997, "a forced win in 3 plies"),
        (-29_996, "a forced loss in 4 plies"),
    ],
)
def test_a_score_has_a_meaning(score, words):
    assert verdict(score).en == words


def test_the_first_ejection_of_a_variation():
    here = position("e6 e7 c3", "e9 a1 a2")
    assert first_ejection(here, ["e6e7", "a1b1", "e7e8"]) == 3
    assert first_ejection(here, ["c3c4"]) is None


def test_a_forced_win_is_told_once():
    here = position("e7 e8 c3", "e9 a1 a2 a3", opp_lost=5)
    found = AbaloneEngine(megabytes=4).analyse(here, AbaloneLimit(depth=2))
    (line,) = explained(here, found)
    assert paragraph(line, "en").startswith("e7e8  won in 1: ejects a marble")
    assert paragraph(line, "es").startswith("e7e8  ganada en 1: expulsa una pieza")


def test_a_move_that_closes_ranks_or_loosens_them():
    here = position("e5 e6 d6 c4", "h8 h7 a1")
    assert facts(here, notation.read(here, None, "c4d5")).closer == 3
    assert "stands closer together: 3 more pairs of neighbours" in told(here, "c4d5")
    back = position("e5 e6 d6 d5", "h8 h7 a1")
    assert "separa sus piezas: 3 parejas de vecinas menos" in told(back, "d5c4", "es")


CENTRE, RIM = "d4 d5 e4 e5 e6 f5 f6 c4", "a1 a3 a5 c1 e1 g3 i5 i7 i9"


def stands(own: str, opp: str, score: int, **lost: int) -> Words | None:
    return all_the_same(balance(position(own, opp, **lost)), score)


def test_fewer_marbles_and_better_all_the_same():
    behind = stands(CENTRE, RIM, 80, own_lost=3, opp_lost=2)
    assert behind.en == (
        "fewer marbles and better all the same: the player's marbles stand closer together (1.75 "
        "pairs of neighbours a marble to 0.00) and nearer to the centre (1.00 steps to 4.00)"
    )
    assert stands(RIM, CENTRE, -80, own_lost=2, opp_lost=3).es.startswith(
        "más piezas y, aun así, peor: las piezas del rival están más juntas (1.75"
    )
    assert stands(CENTRE, RIM, -80, own_lost=3, opp_lost=2) is None
    assert stands(RIM, CENTRE, -80, own_lost=3, opp_lost=2) is None
    assert stands(RIM, CENTRE, 80, own_lost=3, opp_lost=2).en.endswith(SEEN.en)


def test_a_variation_that_gives_a_marble_for_a_compact_block():
    now = balance(position(CENTRE, RIM))
    then = balance(position(CENTRE, RIM, own_lost=1))
    gives, gets = outlook(now, then, 10)
    assert gives.en == "the variation sacrifices a marble"
    assert gets.en.startswith("at its end the player's marbles stand closer together (1.75 pairs")
    assert not list(outlook(now, then, -60))  # it is lost, not given
    assert not list(outlook(now, then, 29_990))


def test_a_variation_that_gathers_or_scatters_marbles():
    loose = balance(position(RIM, CENTRE))
    close = balance(position(CENTRE, RIM))
    assert [words.en.partition(" (")[0] for words in outlook(loose, close, 0)] == [
        "in the variation the player's marbles draw together",
        "in the variation the opponent's marbles drift apart",
    ]


def test_the_end_of_a_variation_is_seen_by_who_begins_it():
    here = position("e6 e7 c3", "e9 a1 a2")
    assert after(here, ["e6e7", "a1b1", "e7e8"]).lead == 1
    assert after(here, ["e6e7", "a1b1"]).own == after(here, ["e6e7"]).own


def test_analyse_in_the_terminal(capsys):
    code, out, _ = run(capsys, "analyse", "abalone", "--depth", "3", "--lang", "en")
    assert code == 0
    stands, first, *_ = out.splitlines()
    assert stands.startswith("14 marbles to 14, ")
    assert first.startswith("1. ")
    assert "marbles in line" in out
    assert out.count("\n    ") == 3
    _, out, _ = run(capsys, "analyse", "abalone", "--depth", "3", "--lang", "es", "--lines", "1")
    assert "piezas en línea" in out


def test_analyse_as_json(capsys):
    code, out, _ = run(
        capsys, "analyse", "abalone", "--start", "standard", "--nodes", "3000", "--json"
    )
    answer = json.loads(out)
    assert code == 0
    assert answer["turn"] == "black"
    assert len(answer["lines"]) == 3
    first = answer["lines"][0]
    assert first["move"] == first["pv"][0]
    assert {"score", "verdict", "words", "threatens", "exposes", "made", "broken"} <= set(first)
    assert first["then"]["own"]["marbles"] == 14
    assert answer["balance"]["lead"] == 0
    assert answer["balance"]["own"] == answer["balance"]["opp"]
    assert formats.read(answer["position"]).position == rules.start("standard")


def test_analyse_of_abalone_takes_no_dice(capsys):
    code, _, err = run(capsys, "analyse", "abalone", "--dice", "31")
    assert code == 2
    assert "without dice" in err
